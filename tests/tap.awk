# Reads what a test program printed (TAP). First line out: passed, failed; then a line for each failed or skipped test.
#
#     awk -v name=NAME -v status=EXIT_STATUS -f tap.awk OUTPUT
function say(what) { lines = lines what "\n" }
function fail(what) { bad++; say("FAILED " name ": " what) }

/^1\.\.[0-9]+/ { planned = substr($1, 4) + 0; has_plan = 1 }
/^(not )?ok( |$)/ {
    seen++
    title = $0
    sub(/^(not )?ok *[0-9]* *-? */, "", title)
    if ($0 ~ /^not/) fail(title)
    else if ($0 ~ /# *SKIP/) say("skipped " name ": " title)
    else good++
}
/^Bail out!/ { bailed = 1 }
END {
    if (!has_plan) fail("no plan (1..N) was printed, exit status " status)
    else if (planned != seen) fail(planned " tests planned, " seen + 0 " ran, exit status " status)
    else if ((bailed || status != 0) && bad == 0) fail("exit status " status)
    print good + 0, bad + 0
    printf "%s", lines
}
