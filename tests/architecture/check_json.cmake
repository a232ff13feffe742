# Fails where text becomes JSON by something else than engine/files/json_text.h and
# services/json_document.h, which limit the depth and the number of values.
# ctest runs: cmake -P tests/architecture/check_json.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
# These follow a grammar of their own, event by event, with limits of their own.
set(may_parse engine/files/json_text.cpp engine/files/safetensors_file.cpp
    engine/filters/schema/schema_json.cpp services/json_document.cpp)
set(checked 0)
foreach(layer kernels engine vision runtime services ui app)
    file(GLOB_RECURSE files RELATIVE "${root}" "${root}/${layer}/*.h" "${root}/${layer}/*.cpp")
    foreach(file ${files})
        math(EXPR checked "${checked} + 1")
        file(STRINGS "${root}/${file}" calls
            REGEX "[Jj]son::(parse|accept|sax_parse)\\(|QJsonDocument::fromJson\\(")
        foreach(call ${calls})
            if(NOT file IN_LIST may_parse AND NOT call MATCHES "^ *//")
                message(SEND_ERROR "${file}: “${call}” should call engine::parseJson() or services::parseJsonDocument()")
            endif()
        endforeach()
    endforeach()
endforeach()
foreach(file ${may_parse})
    file(STRINGS "${root}/${file}" calls REGEX "sax_parse\\(|fromJson\\(")
    if(NOT calls)
        message(SEND_ERROR "${file} parses no JSON; is the check looking for the right words?")
    endif()
endforeach()
if(checked LESS 500)
    message(SEND_ERROR "only ${checked} files were found; is the check looking in the right place?")
endif()
