# Fails when an object compiled for one instruction set holds a weak symbol: the linker could keep
# that copy for the whole program, and an older CPU would meet instructions it does not know.
# ctest runs: cmake -DNM=… -DOBJECTS=a.o;b.o -P tests/architecture/check_weak_symbols.cmake
cmake_minimum_required(VERSION 3.25)
if(NOT OBJECTS)
    message(FATAL_ERROR "no objects given")
endif()
foreach(object ${OBJECTS})
    execute_process(COMMAND ${NM} -C ${object} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
    if(failed)
        message(SEND_ERROR "cannot read ${object}")
    endif()
    string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*" weak "${symbols}")
    foreach(symbol ${weak})
        message(SEND_ERROR "${object}: weak symbol ${symbol}")
    endforeach()
endforeach()
