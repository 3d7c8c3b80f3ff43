# One long log of one host from many: the reports of the inputs, one second after the other, with the rows of `more` more
# disks beside sdb in each, until `bytes` are written. The zone is UTC.
#
# usage: awk -v bytes=100000000 -v more=5 -f long_log.awk LOG...       (give the logs again and again for more bytes)
function stamp(second,    day, days) {
    day = int(second / 86400)
    second %= 86400
    # January has 31 days, later months count on: the year 2026 from its first day
    days = "31 28 31 30 31 30 31 31 30 31 30 31"
    split(days, length_of, " ")
    for (month = 1; month < 12 && day >= length_of[month]; month++)
        day -= length_of[month]
    return sprintf("2026-%02d-%02dT%02d:%02d:%02d+0000", month, day + 1, second / 3600, second / 60 % 60, second % 60)
}
written > bytes { exit }
/^Linux / { if (NR > 1) next }
/^$/ && written < 1 { print; next }
/^[0-9][0-9][0-9][0-9]-/ { $0 = stamp(seconds++) }
{
    print
    written += length($0) + 1
}
$1 == "sdb" {
    rest = substr($0, 4)
    for (i = 1; i <= more; i++) {
        name = sprintf("sd%c%c", 97 + int(i / 26), 97 + i % 26)
        line = substr(name " " rest, 1)
        print line
        written += length(line) + 1
    }
}
