# count_tests.awk — reads ctest's summary, then its LastTest.log: what was truly run, what failed.
# In: seconds (wall time). Exit 1 when anything failed or nothing ran. SPDX-License-Identifier: MIT
function finish() {
    if (name == "") return
    if (ran > 0) {
        lost = ran - ok - skip                  # failed, or never came back from its own program
        if (dead[name] && lost == 0) lost = 1   # all tests fine, yet the program ended badly
        passed += ok; failed += lost; skipped += skip
    } else if (dead[name]) { failed += 1; lost = 1 }
    else if (passes_over[name]) { skipped += 1; lost = 0 }
    else { passed += 1; lost = 0 }
    programs++
    if (lost > 0) {
        printf "\n=== %s failed%s\n", name, why[name] == "Failed" ? "" : ": " why[name]
        from = kept > 60 && !ran ? kept - 60 : 0
        for (i = from; i < kept; i++) print keep[i]
    }
    name = ""
}
FNR == 1 { file++ }
file == 1 && /^\t *[0-9]+ - .* \(.*\)/ {        # "  7 - base.text (Failed)"
    line = $0; sub(/^\t *[0-9]+ - /, "", line)
    what = line; sub(/^.* \(/, "", what); sub(/\).*$/, "", what)
    sub(/ \([^(]*\).*$/, "", line)
    if (what == "Skipped" || what == "Disabled") passes_over[line] = 1
    else { dead[line] = 1; why[line] = what }
    next
}
file != 2 { next }
/^[0-9]+\/[0-9]+ Testing: / { finish(); name = $0; sub(/^[0-9]+\/[0-9]+ Testing: /, "", name)
    ran = ok = skip = kept = ended = inside = 0; next }
name == "" { next }
/^<end of output>/ { inside = 0; next }
/^Output:$/ { inside = 1; getline; next }
!inside { next }
/^\[==========\] [0-9]+ test\(s\) run\./ { ended = 1; next }
!ended && /^\[ RUN      \]/ { ran++; running = $0; sub(/^\[ RUN      \] /, "", running); mark = kept; next }
!ended && /^\[       OK \]/ { ok++; kept = mark; next }
!ended && /^\[  SKIPPED \]/ { skip++; kept = mark; next }
/^\[==========\] Running/ { next }
!ended || !/^(\[  (PASSED|FAILED|SKIPPED)|$| [0-9]+ (FAILED|SKIPPED) TEST)/ {
    keep[kept++] = $0
}
END {
    finish()
    printf "%d programs in %d s%s\n", programs, seconds, skipped ? sprintf("; %d tests skipped", skipped) : ""
    printf "%d passed, %d failed\n", passed, failed
    exit failed > 0 || passed == 0
}
