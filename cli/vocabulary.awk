# The words of all string literals in C sources, as one header: what the program itself may write (see analysis/mask.h).
#
#     awk -f vocabulary.awk SOURCE.c... >vocabulary.h
{
    line = $0
    while (match(line, /"([^"\\]|\\.)*"/)) {
        text = tolower(substr(line, RSTART + 1, RLENGTH - 2))
        line = substr(line, RSTART + RLENGTH)
        gsub(/\\[0-7][0-7][0-7]|\\x[0-9a-f][0-9a-f]|\\./, " ", text)
        gsub(/%[-+ #0-9.*]*(l|h|z|j|t)*[diouxefgcs]/, " ", text)
        gsub(/[^a-z0-9]+/, " ", text)
        count = split(text, word, " ")
        for (i = 1; i <= count; i++)
            if (length(word[i]) > 1 && word[i] !~ /^[0-9]+$/)
                seen[word[i]] = 1
    }
}
END {
    print "static const char vocabulary[] ="
    for (text in seen)
        print "    \"" text " \"" | "LC_ALL=C sort"
    close("LC_ALL=C sort")
    print "    ;"
}
