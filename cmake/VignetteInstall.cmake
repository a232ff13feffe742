# What is installed, and the Debian packages that are made of it (`./dev package`).
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME vignette)
set(application_id io.github.vignette.Vignette)
set(packaging ${PROJECT_SOURCE_DIR}/resources/packaging)
set(made ${CMAKE_CURRENT_BINARY_DIR}/packaging)

install(TARGETS vignette vignette-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS vignette-reader RUNTIME DESTINATION lib/vignette)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/starter ${PROJECT_SOURCE_DIR}/resources/samples
    DESTINATION ${CMAKE_INSTALL_DATADIR}/vignette PATTERN ".*" EXCLUDE)

# Files of the desktop entry follow.
install(FILES ${packaging}/${application_id}.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${packaging}/${application_id}.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${packaging}/${application_id}.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)

# A server that every user may start for themselves: systemctl --user start vignette-server.
install(FILES ${packaging}/vignette-server.service DESTINATION lib/systemd/user)

# Icons: the drawing itself, its shape in one color, and pictures of it in all usual sizes.
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
set(icon ${PROJECT_SOURCE_DIR}/resources/icons/vignette.svg)
install(FILES ${icon} DESTINATION ${icons}/scalable/apps RENAME ${application_id}.svg)
install(FILES ${packaging}/${application_id}-symbolic.svg DESTINATION ${icons}/symbolic/apps)
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
    foreach(size 16 22 24 32 48 64 128 256 512)
        set(picture ${made}/icon-${size}.png)
        add_custom_command(OUTPUT ${picture} DEPENDS ${icon} VERBATIM
            COMMAND ${RSVG_CONVERT} --width ${size} --height ${size} --output ${picture} ${icon})
        list(APPEND pictures ${picture})
        install(FILES ${picture} DESTINATION ${icons}/${size}x${size}/apps
            RENAME ${application_id}.png)
    endforeach()
else()
    message(STATUS "rsvg-convert is missing (Debian: librsvg2-bin), so only the scalable icon is installed.")
endif()

# Documentation: manual pages of both programs, licence, changes; compressed as Debian wants it.
function(install_compressed source destination)
    get_filename_component(name ${source} NAME)
    add_custom_command(OUTPUT ${made}/${name}.gz DEPENDS ${source} VERBATIM
        COMMAND gzip -9nc ${source} > ${made}/${name}.gz)
    set(pictures ${pictures} ${made}/${name}.gz PARENT_SCOPE)
    install(FILES ${made}/${name}.gz DESTINATION ${destination})
endfunction()
foreach(page vignette.1 vignette-cli.1 changelog)
    configure_file(${packaging}/${page}.in ${made}/${page} @ONLY)
endforeach()
set(documents ${CMAKE_INSTALL_DATADIR}/doc/vignette)
install_compressed(${made}/vignette.1 ${CMAKE_INSTALL_MANDIR}/man1)
install_compressed(${made}/vignette-cli.1 ${CMAKE_INSTALL_MANDIR}/man1)
install_compressed(${made}/changelog ${documents})
install_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${documents})
install(FILES ${packaging}/copyright DESTINATION ${documents})
add_custom_target(packaging_files ALL DEPENDS ${pictures})

# The packages: vignette, and vignette-cuda where the CUDA plugin was built (target vignette_cuda).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME vignette)
set(CPACK_PACKAGE_CONTACT "The Vignette authors <nobody@vignette.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL vignette)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_VIGNETTE_PACKAGE_NAME vignette)
# Plugins that Qt looks for by itself: the conversations' database, TIFF and WebP, translations. And what text in
# pictures and PDFs in Asian languages is read with.
set(CPACK_DEBIAN_VIGNETTE_PACKAGE_DEPENDS
    "libqt6sql6-sqlite, libqt6svg6, qt6-image-formats-plugins, tesseract-ocr-eng, poppler-data, hicolor-icon-theme")
# libheif is opened when the first HEIC or AVIF picture comes, the certificates when a model is fetched,
# libsecret when the token for gated models is kept, Qt's driver for PostgreSQL when documents are shared.
set(CPACK_DEBIAN_VIGNETTE_PACKAGE_RECOMMENDS
    "qt6-wayland, qt6-translations-l10n, libheif1, libqt6sql6-psql, ca-certificates, libsecret-1-0, fonts-noto-core, fonts-noto-mono, fonts-noto-color-emoji")
set(CPACK_DEBIAN_VIGNETTE_PACKAGE_SUGGESTS "vignette-cuda, fonts-noto-cjk, ffmpeg, graphviz, qt6-speech-speechd-plugin, tesseract-ocr-all")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "private chat about pictures, on your own machine")
set(CPACK_COMPONENT_VIGNETTE_DESCRIPTION
    "Drop a picture on the window, ask about it, read the answer as it is written.
Vignette has an inference engine of its own and a small built-in model; larger
ones are opened from GGUF files or folders in Hugging Face layout. Nothing
leaves the machine.
.
This package holds the desktop program and vignette-cli.")
if(TARGET vignette_cuda)
    install(TARGETS vignette_cuda LIBRARY DESTINATION lib/vignette COMPONENT cuda)
    install(FILES ${packaging}/copyright ${made}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/vignette-cuda COMPONENT cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME vignette-cuda)
    # Named here, because CPack would call ldconfig for a library whose needs it has looked up.
    set(CPACK_DEBIAN_CUDA_PACKAGE_SHLIBDEPS OFF)
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS
        "vignette (= ${PROJECT_VERSION}), libc6, libgcc-s1, libstdc++6")
    set(CPACK_COMPONENT_CUDA_DESCRIPTION
        "This package holds the plugin with which Vignette computes on NVIDIA graphics
cards. It needs the driver of the card.")
endif()
include(CPack)
