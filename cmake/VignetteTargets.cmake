# vignette_moc(TARGET): its classes have signals. See cmake/moc.sh.in.
function(vignette_moc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE ${PROJECT_BINARY_DIR}/moc.sh)
endfunction()

# vignette_library(NAME [MOC] [FOLDERS …] LINKS …): a static library of every .cpp in these folders (not below
# them; without FOLDERS, in the current one), with the precompiled headers that the variable VIGNETTE_HEADERS
# of its folder names. MOC: its classes have signals.
function(vignette_library name)
    cmake_parse_arguments(arg "MOC" "" "FOLDERS;LINKS;PRIVATE_LINKS;EXCLUDE" ${ARGN})
    if(NOT arg_FOLDERS)
        set(arg_FOLDERS .)
    endif()
    set(sources "")
    foreach(folder ${arg_FOLDERS})
        cmake_path(APPEND CMAKE_CURRENT_SOURCE_DIR ${folder} "*.cpp" OUTPUT_VARIABLE pattern)
        cmake_path(NORMAL_PATH pattern)
        file(GLOB found CONFIGURE_DEPENDS ${pattern})
        if(NOT found)
            message(SEND_ERROR "${name}: there are no sources in ${folder}")
        endif()
        list(APPEND sources ${found})
    endforeach()
    foreach(excluded ${arg_EXCLUDE})
        list(FILTER sources EXCLUDE REGEX "/${excluded}$")
    endforeach()
    add_library(${name} STATIC ${sources})
    if(arg_MOC)
        vignette_moc(${name})
    endif()
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS})
    vignette_use_headers(${name} "${VIGNETTE_HEADERS}")
endfunction()

# vignette_unity(TARGET [ALONE FILES…]): release builds compile up to eight files of a folder of the target together, for
# most of the time goes into headers that they share. The files in ALONE have helpers with the same names as others.
function(vignette_unity target)
    if(NOT VIGNETTE_UNITY)
        return()
    endif()
    cmake_parse_arguments(arg "" "" "ALONE" ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    foreach(source IN LISTS sources)
        cmake_path(GET source FILENAME file)
        if(NOT file IN_LIST arg_ALONE)
            cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE folder)
            cmake_path(GET folder PARENT_PATH folder)
            file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
            string(MAKE_C_IDENTIFIER "in_${folder}" folder)
            math(EXPR count_${folder} "${count_${folder}} + 1")
            math(EXPR group "(${count_${folder}} - 1) / 8")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
        endif()
    endforeach()
endfunction()

# What tests under a sanitizer run with. A request for too much memory must reach the program as a
# failure, a fault of a mapped file its own handler; the stand-in for a card has a stack of its own
# for signals.
if(VIGNETTE_SANITIZE)
    set(VIGNETTE_SANITIZER_ENVIRONMENT
        ASAN_OPTIONS=allocator_may_return_null=1:use_sigaltstack=0:handle_sigbus=0
        LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/leak_sanitizer.supp:print_suppressions=0
        TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/thread_sanitizer.supp)
endif()

# vignette_tests([FOLDER …] LINKS … LABELS … [TIMEOUT …] [NEEDS TARGETS…] [HOSTILE TESTS…]): the program FOLDER_tests of
# every *_test.cpp in that folder (without FOLDER, the current one), and for each file a test FOLDER/FILE, which is
# a process of its own. NEEDS: what must be built before it runs; HOSTILE: tests that carry this label, too.
# ONLY FILES…: only these files; a later call takes the rest, into the same program, with other labels and another
# time. ALONE: files that are not compiled together with others, see vignette_unity().
# Every test runs from the folder tests/ of the sources and without a screen.
function(vignette_tests)
    cmake_parse_arguments(arg "" "TIMEOUT;FOLDER" "LINKS;LABELS;ONLY;NEEDS;HOSTILE;ALONE" ${ARGN})
    set(here ${CMAKE_CURRENT_SOURCE_DIR})
    if(arg_FOLDER)
        set(here ${here}/${arg_FOLDER})
    endif()
    vignette_test_program(program folder ${arg_FOLDER})
    target_link_libraries(${program} PRIVATE ${arg_LINKS} tests_support)
    if(arg_ONLY)
        set(files ${arg_ONLY})
    else()
        file(GLOB files CONFIGURE_DEPENDS RELATIVE ${here} ${here}/*_test.cpp)
        get_target_property(taken ${program} SOURCES)
        list(TRANSFORM taken REPLACE "^.*/" "")
        list(REMOVE_ITEM files ${taken})
    endif()
    list(TRANSFORM files PREPEND ${here}/ OUTPUT_VARIABLE sources)
    target_sources(${program} PRIVATE ${sources})
    vignette_unity(${program} ALONE ${arg_ALONE})
    if(arg_NEEDS)
        add_dependencies(${program} ${arg_NEEDS})
    endif()

    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    # Folders of their own, so that they meet no program that runs and delete nothing of the user.
    set(tests_environment QT_QPA_PLATFORM=offscreen VIGNETTE_BIN=${PROJECT_BINARY_DIR}/bin
        XDG_RUNTIME_DIR=${PROJECT_BINARY_DIR}/tests/run
        XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/tests/cache)
    if(VIGNETTE_SANITIZE)
        math(EXPR arg_TIMEOUT "4 * ${arg_TIMEOUT}")
        list(APPEND tests_environment QTEST_FUNCTION_TIMEOUT=${arg_TIMEOUT}000 # milliseconds
            ${VIGNETTE_SANITIZER_ENVIRONMENT})
    endif()
    foreach(file ${files})
        get_filename_component(stem ${file} NAME_WE)
        file(STRINGS ${here}/${file} main REGEX "^QTEST_.*MAIN")
        if(main)
            message(SEND_ERROR "tests/${folder}/${file} ends with ${main}: write TESTS(…) of tests/support/test_program.h")
        endif()
        add_test(NAME ${folder}/${stem} COMMAND ${program} ${stem}
            WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests)
        set_tests_properties(${folder}/${stem} PROPERTIES
            LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
            ENVIRONMENT "${tests_environment}"
            SKIP_REGULAR_EXPRESSION "^SKIP WHOLE PROGRAM")
    endforeach()
    foreach(stem ${arg_HOSTILE})
        set_property(TEST ${folder}/${stem} APPEND PROPERTY LABELS hostile)
    endforeach()
endfunction()

# Sets the variables named PROGRAM and FOLDER to those of the current folder, or of the one below it that is given;
# makes the program, if there is none yet.
function(vignette_test_program PROGRAM FOLDER)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR}/${ARGN})
    string(REGEX REPLACE "/$" "" folder "${folder}")
    string(REPLACE "/" "_" program ${folder}_tests)
    set(${PROGRAM} ${program} PARENT_SCOPE)
    set(${FOLDER} ${folder} PARENT_SCOPE)
    if(TARGET ${program})
        return()
    endif()
    add_executable(${program})
    vignette_moc(${program})
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests SOURCES "")
    if(folder MATCHES "^(ui|app|screenshots)")
        vignette_use_headers(${program} ui_tests)
    elseif(folder MATCHES "^(services|conformance|fuzz|runtime/prompt)")
        vignette_use_headers(${program} services_tests)
    else()
        vignette_use_headers(${program} tests)
    endif()
endfunction()

# vignette_test_matrix(STEM [FOLDER]): runs a test of the current folder, or of one below it, also on the devices that it leaves out
# otherwise, under the label matrix.
function(vignette_test_matrix stem)
    vignette_test_program(program folder ${ARGN})
    get_test_property(${folder}/${stem} ENVIRONMENT environment)
    add_test(NAME ${folder}/${stem}@matrix COMMAND ${program} ${stem}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests)
    set_tests_properties(${folder}/${stem}@matrix PROPERTIES LABELS matrix TIMEOUT 7200
        ENVIRONMENT "${environment};VIGNETTE_TEST_MATRIX=1;QTEST_FUNCTION_TIMEOUT=3600000"
        SKIP_REGULAR_EXPRESSION "^SKIP WHOLE PROGRAM")
endfunction()

# vignette_test_over(STEM NAME [FOLDER]): runs a test of the current folder, or of one below it, also over tests/data/NAME in place of
# the reference outputs.
function(vignette_test_over stem name)
    vignette_test_program(program folder ${ARGN})
    get_test_property(${folder}/${stem} ENVIRONMENT environment)
    get_test_property(${folder}/${stem} LABELS labels)
    add_test(NAME ${folder}/${stem}@${name} COMMAND ${program} ${stem}
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests)
    set_tests_properties(${folder}/${stem}@${name} PROPERTIES LABELS "${labels}" TIMEOUT 300
        ENVIRONMENT "${environment};VIGNETTE_FIXTURES=${PROJECT_SOURCE_DIR}/tests/data/${name}"
        SKIP_REGULAR_EXPRESSION "^SKIP WHOLE PROGRAM")
endfunction()

# vignette_test_at_scales(STEM): runs a test of the current folder at scale 1, whatever the desktop's,
# and again on screens of other scales.
function(vignette_test_at_scales stem)
    vignette_test_program(program folder ${ARGN})
    get_test_property(${folder}/${stem} ENVIRONMENT environment)
    get_test_property(${folder}/${stem} LABELS labels)
    set_tests_properties(${folder}/${stem} PROPERTIES ENVIRONMENT "${environment};QT_SCALE_FACTOR=1")
    foreach(scale 1.25 1.5 2)
        set(name ${folder}/${stem}@${scale})
        add_test(NAME ${name} COMMAND ${program} ${stem} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/tests)
        set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT 300
            ENVIRONMENT "${environment};QT_SCALE_FACTOR=${scale}"
            SKIP_REGULAR_EXPRESSION "^SKIP WHOLE PROGRAM")
    endforeach()
endfunction()
