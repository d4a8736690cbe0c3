# check_layers.awk — see tools/check_layers. In: paths of sources, one a line, from the project's root.
# SPDX-License-Identifier: MIT
function breach(where, what) { print where ": " what > "/dev/stderr"; bad = 1 }

function exists(path,   line, there) {
    there = (getline line < path) >= 0
    close(path)
    return there
}

# The module whose door a public header is: its own name, or what a `door` line of layers.txt says.
function stem(header) {
    sub(/^pantin\//, "", header)
    if (header in door) return door[header]
    sub(/\.h$/, "", header)
    return header
}

function read_layers(   line, name, count, words, i, number) {
    while ((getline line < "src/layers.txt") > 0) {
        number++
        sub(/#.*/, "", line)
        if (line !~ /:/) continue
        if (line ~ /^door /) {
            sub(/:/, " ", line)
            split(line, words, " ")
            door[words[2]] = words[3]
            if (!(words[3] in module)) breach("src/layers.txt:" number, words[3] " is no module")
            continue
        }
        name = line; sub(/:.*/, "", name); gsub(/ /, "", name)
        sub(/^[^:]*:/, "", line)
        if (name in module) breach("src/layers.txt:" number, name " has two lines")
        count = split(line, words, " ")
        for (i = 1; i <= count; i++) {
            # Named only after it has a line of its own: so the layers have no cycle.
            if (!(words[i] in module))
                breach("src/layers.txt:" number, name " names " words[i] ", which does not stand above it")
            sees[name, words[i]] = 1
        }
        module[name] = 1
        sees[name, name] = 1
    }
}

function read_edges(   line, count, words, headers, i, number) {
    while ((getline line < "src/edges.txt") > 0) {
        number++
        sub(/#.*/, "", line)
        count = split(line, words, " ")
        if (count == 0) continue
        if (words[1] ~ /^<.*>:$/) {
            for (i = 2; i <= count; i++) stands_for[substr(words[1], 2, length(words[1]) - 3), words[i]] = 1
            known[substr(words[1], 2, length(words[1]) - 3)] = 1
            continue
        }
        if (!exists("src/" words[1])) breach("src/edges.txt:" number, "there is no src/" words[1])
        edge["src/" words[1]] = line
        for (i = 2; i <= count; i++)
            if (!(words[i] in known))
                breach("src/edges.txt:" number, "no line '<" words[i] ">: …' says which headers that is")
    }
}

# May this file, by its words in edges.txt, include this header? A word's `lib/*` stands for a folder.
function edge_allows(path, header,   count, words, i, folder) {
    count = split(edge[path], words, " ")
    folder = header
    sub(/\/.*/, "/*", folder)
    for (i = 2; i <= count; i++)
        if ((words[i], header) in stands_for || (words[i], folder) in stands_for) return 1
    return 0
}

function check_source(path, where, header, quoted, own, private,   parts, other) {
    if (header ~ /^pantin\//) {
        other = stem(header)
        if (!exists("include/" header)) breach(where, "there is no include/" header)
        else if (!(other in module)) breach(where, header " belongs to no module of src/layers.txt")
        else if (!((own, other) in sees)) breach(where, own " may not see " other " (src/layers.txt)")
    } else if (quoted && !private) {
        breach(where, "a public header includes \"" header "\", which is private")
    } else if (quoted && header !~ /\//) {
        if (!exists("src/" own "/" header)) breach(where, "there is no src/" own "/" header)
    } else if (quoted) {
        split(header, parts, "/")
        other = parts[1]
        if (!(other in module) || !exists("src/" header)) breach(where, "there is no src/" header)
        else if (!((own, other) in sees)) breach(where, own " may not see " other " (src/layers.txt)")
        else if (other != own && other != "base" && other != "linear")
            breach(where, "\"" header "\" is private to " other "; its door is pantin/" other ".h")
    } else if (!(header in harmless) && !edge_allows(path, header) &&
               !(path == "src/base/memory.c" && (header == "stdlib.h" || header == "stdatomic.h"))) {
        breach(where, "<" header "> is not the core's (src/edges.txt says which file may)")
    }
}

function check_user(path, where, header, quoted,   folder) {
    folder = path
    sub(/\/[^\/]*$/, "", folder)
    if (header ~ /^pantin\//) {
        if (!exists("include/" header)) breach(where, "there is no include/" header)
    } else if (quoted) {
        if (header ~ /\.\./ || !exists(folder "/" header))
            breach(where, "\"" header "\": only public headers and this folder's own")
    } else if (!(header in harmless) && !(header in hosted)) {
        breach(where, "<" header "> is neither C's nor POSIX'")
    }
}

BEGIN {
    split("stdbool.h stddef.h stdint.h stdarg.h string.h math.h limits.h float.h", list, " ")
    for (i in list) harmless[list[i]] = 1
    split("stdio.h stdlib.h stdatomic.h errno.h ctype.h time.h signal.h inttypes.h assert.h locale.h " \
          "setjmp.h unistd.h fcntl.h dirent.h pthread.h poll.h sys/stat.h sys/types.h sys/time.h sys/wait.h " \
          "sys/ioctl.h sys/socket.h netinet/in.h arpa/inet.h", list, " ")
    for (i in list) hosted[list[i]] = 1
    read_layers()
    read_edges()
}

{
    path = $0
    count = split(path, part, "/")
    own = part[2]
    if (part[1] == "include") own = stem(part[2] "/" part[3])
    if ((part[1] == "src" || part[1] == "include") && !(own in module))
        breach(path, "the module " own " has no line in src/layers.txt")
    number = 0
    while ((getline text < path) > 0) {
        number++
        if (text !~ /^[ \t]*#[ \t]*include/) continue
        header = text
        quoted = text ~ /include[ \t]*"/
        sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", header)
        sub(/[>"].*/, "", header)
        if (part[1] == "src") check_source(path, path ":" number, header, quoted, own, 1)
        else if (part[1] == "include") check_source(path, path ":" number, header, quoted, own, 0)
        else check_user(path, path ":" number, header, quoted)
    }
    close(path)
}

END { exit bad }
