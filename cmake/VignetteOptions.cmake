# Compiler settings every target shares.
set(VIGNETTE_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")
option(VIGNETTE_SANITIZE_KERNELS
    "AddressSanitizer and UBSan check the vector loops (kernels/cpu/isa_*.cpp), too; they take long to compile" OFF)
option(VIGNETTE_WERROR "Warnings are errors" OFF)
option(VIGNETTE_UNITY "Compile files of a folder together, see vignette_unity()" ON)
option(VIGNETTE_FUZZ "Readers tell libFuzzer which of their branches ran (clang only)" OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # ccache works with precompiled headers only with these settings.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_compile_options(-Wall -Wextra)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # version 12 sees overlaps in std::string's operator+ that are not there
    add_compile_options(-Wno-restrict)
endif()
if(VIGNETTE_WERROR)
    add_compile_options(-Werror)
endif()

if(VIGNETTE_SANITIZE)
    add_compile_options(-fsanitize=${VIGNETTE_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${VIGNETTE_SANITIZE})
    if(VIGNETTE_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize-recover=all)
    endif()
endif()

if(VIGNETTE_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# What an overrun meets: a canary on the stack, bounds in the C library's copies and the standard
# library's containers, jumps only to where jumps may go, tables of the linker that nobody can write.
# `./dev package` looks whether the programs have it. The sanitizers see more and come instead.
option(VIGNETTE_HARDEN "Checks against overruns in release builds" ON)
set(VIGNETTE_IS_HARDENED OFF)
if(VIGNETTE_HARDEN AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT VIGNETTE_SANITIZE)
    set(VIGNETTE_IS_HARDENED ON)
    include(CheckCXXCompilerFlag)
    check_cxx_compiler_flag(-fcf-protection VIGNETTE_HAS_CF_PROTECTION) # x86 only
    set(hardened -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS)
    if(VIGNETTE_HAS_CF_PROTECTION)
        list(APPEND hardened -fcf-protection)
    endif()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${hardened}>")
    add_link_options(LINKER:-z,relro,-z,now)
endif()

# A product and a sum stay two roundings unless a kernel asks for a fused one: results must not
# depend on what the optimiser felt like.
add_compile_options(-ffp-contract=off)
