# Everything Vignette uses that it did not write. All of it is packaged by the distribution.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

find_package(Qt6 6.4 REQUIRED COMPONENTS Core DBus Gui LinguistTools Network PrintSupport Sql Widgets Svg Test)
get_target_property(moc Qt6::moc IMPORTED_LOCATION)
configure_file(${CMAKE_CURRENT_LIST_DIR}/moc.sh.in ${PROJECT_BINARY_DIR}/moc.sh
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE @ONLY)
find_package(X11 REQUIRED) # for where windows are, and keys that work everywhere
find_package(Qt6Keychain 0.13 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(SQLite3 3.37 REQUIRED) # the library of Qt's driver, for what the driver does not reach
find_package(ZLIB REQUIRED)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(SENTENCEPIECE REQUIRED IMPORTED_TARGET sentencepiece)
pkg_check_modules(STB REQUIRED IMPORTED_TARGET stb)
pkg_check_modules(JPEG REQUIRED IMPORTED_TARGET libjpeg)
pkg_check_modules(GMP REQUIRED IMPORTED_TARGET gmpxx)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(ZIP REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(UCHARDET REQUIRED IMPORTED_TARGET uchardet)
pkg_check_modules(GUMBO REQUIRED IMPORTED_TARGET gumbo)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(POPPLER REQUIRED IMPORTED_TARGET poppler-qt6)
pkg_check_modules(QPDF REQUIRED IMPORTED_TARGET libqpdf)
pkg_check_modules(TESSERACT REQUIRED IMPORTED_TARGET tesseract)
pkg_check_modules(LEPTONICA REQUIRED IMPORTED_TARGET lept)
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebp libwebpdemux)
pkg_check_modules(HEIF REQUIRED libheif) # its headers; the library is opened at run time
find_library(STEMMER stemmer REQUIRED) # ships no .pc file
pkg_check_modules(CMARK REQUIRED IMPORTED_TARGET libcmark-gfm) # its extensions ship no .pc file
