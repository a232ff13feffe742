# Fails where the subject of a commit isn't “area: imperative summary” of at most 72 characters. Reads the commits
# that follow the one which added this file. Skips where there is no history: in a tarball or a shallow clone.
# ctest runs: cmake -P tests/architecture/check_commits.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(max_length 72)
# First words that end like another form of a verb and are imperatives.
set(imperatives bring embed exceed feed focus need proceed seed shed speed)

function(git variable)
    execute_process(COMMAND git -C "${root}" ${ARGN}
        OUTPUT_VARIABLE output RESULT_VARIABLE result ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT result EQUAL 0)
        set(output "")
    endif()
    set(${variable} "${output}" PARENT_SCOPE)
endfunction()

git(is_shallow rev-parse --is-shallow-repository)
if(is_shallow STREQUAL "false")
    git(first log --diff-filter=A --format=%H -- tests/architecture/check_commits.cmake)
endif()
if(NOT first)
    message("SKIP: there is no history")
    return()
endif()
string(REGEX MATCH "[0-9a-f]+$" first "${first}") # the oldest, if it was added again
git(subjects log --no-merges --format=%s "${first}..HEAD")
string(REPLACE ";" "," subjects "${subjects}")
string(REGEX REPLACE "[][]" " " subjects "${subjects}") # a list of CMake cannot contain these
string(REPLACE "\n" ";" subjects "${subjects}")
foreach(subject IN LISTS subjects)
    string(LENGTH "${subject}" length)
    if(length GREATER max_length)
        message(SEND_ERROR "“${subject}” has ${length} characters; at most ${max_length} are allowed")
    endif()
    if(NOT subject MATCHES "^[a-z][A-Za-z0-9_,./+ -]*: ([a-z0-9]+)")
        message(SEND_ERROR "“${subject}” isn't “area: imperative summary”")
        continue()
    endif()
    set(word "${CMAKE_MATCH_1}")
    if(word MATCHES "([^e]ed|ing|[^su]s)$" AND NOT word IN_LIST imperatives)
        message(SEND_ERROR "“${subject}”: “${word}” isn't an imperative; write “add”, not “added” or “adds”")
    endif()
endforeach()
