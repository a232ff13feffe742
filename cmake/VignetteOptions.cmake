# Compiler settings every target shares.
set(VIGNETTE_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")
option(VIGNETTE_WERROR "Warnings are errors" OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # Without these it would refuse to work with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

add_compile_options(-Wall -Wextra)
add_compile_options(-Wno-restrict) # GCC 12 sees overlaps in std::string's operator+ that are not there
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

# A product and a sum stay two roundings unless a kernel asks for a fused one: results must not
# depend on what the optimiser felt like.
add_compile_options(-ffp-contract=off)
