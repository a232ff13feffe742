# The languages of the program. resources/translations/vignette_<language>.ts are translated by
# people; their compiled form is built into the program. `cmake --build … --target translations`
# brings new texts of the sources into them.
file(GLOB ts_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/translations/*.ts)
qt_add_lrelease(app TS_FILES ${ts_files} QM_FILES_OUTPUT_VARIABLE qm_files)
qt_add_resources(app translations PREFIX /translations BASE ${CMAKE_CURRENT_BINARY_DIR}
    FILES ${qm_files})

# English stands in the sources; its file holds plural forms alone.
set(english ${PROJECT_SOURCE_DIR}/resources/translations/vignette_en.ts)
list(REMOVE_ITEM ts_files ${english})
set(bring_new_texts Qt6::lupdate -silent -locations none -no-obsolete -I ${PROJECT_SOURCE_DIR}
    ${PROJECT_SOURCE_DIR}/app ${PROJECT_SOURCE_DIR}/ui ${PROJECT_SOURCE_DIR}/services ${PROJECT_SOURCE_DIR}/runtime)
add_custom_target(translations
    COMMAND ${bring_new_texts} -ts ${ts_files}
    COMMAND ${bring_new_texts} -pluralonly -ts ${english}
    COMMENT "Bringing the texts of the sources into resources/translations"
    VERBATIM)
