# Headers that many files include, read once per kind of target instead of once per file. Switched off,
# every file has to include what it uses; the preset `dev` does that.
option(VIGNETTE_PRECOMPILE "Precompile the headers that many files include" ON)

set(headers_of_standard <algorithm> <array> <cmath> <cstdint> <cstring> <filesystem> <functional> <limits> <map>
    <memory> <optional> <span> <string> <string_view> <unordered_map> <utility> <vector>)
set(headers_of_qt ${headers_of_standard} <QByteArray> <QCoreApplication> <QDateTime> <QDir> <QFile> <QFileInfo> <QHash>
    <QJsonArray> <QJsonDocument> <QJsonObject> <QList> <QObject> <QPointer> <QRegularExpression> <QSet> <QString>
    <QStringList> <QTimer> <QVariant>)
set(headers_of_widgets ${headers_of_qt} <QAbstractButton> <QAction> <QApplication> <QClipboard> <QComboBox> <QFont>
    <QIcon> <QKeyEvent> <QLabel> <QLocale> <QMenu> <QMimeData> <QPainter> <QPainterPath> <QPushButton> <QScrollArea>
    <QScrollBar> <QStyle> <QTextDocument> <QToolButton> <QVBoxLayout> <QWidget>)
set(headers_of_tests ${headers_of_standard} <fstream> <numeric> <random> <set> <QTemporaryDir> <QTest>)
set(headers_of_services_tests ${headers_of_tests} ${headers_of_qt} <QSignalSpy>)
set(headers_of_ui_tests ${headers_of_widgets} <QSignalSpy> <QTemporaryDir> <QTest>)

# vignette_headers(KIND LINKS … [OPTIONS …]): precompiles the list headers_of_KIND. GCC compares the macros that these
# headers ask for, so who uses them links the libraries in LINKS, too, and no other that defines one. It compares how
# code is optimized as well: release builds compile who uses them with the OPTIONS.
function(vignette_headers kind)
    if(NOT VIGNETTE_PRECOMPILE)
        return()
    endif()
    cmake_parse_arguments(arg "" "" "LINKS;OPTIONS" ${ARGN})
    set(source ${PROJECT_BINARY_DIR}/headers/${kind}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// What it includes is precompiled.\n")
    add_library(headers_${kind} OBJECT ${source})
    target_link_libraries(headers_${kind} PRIVATE ${arg_LINKS})
    set_target_properties(headers_${kind} PROPERTIES VIGNETTE_LINKS "${arg_LINKS}" VIGNETTE_OPTIONS "${arg_OPTIONS}")
    target_compile_options(headers_${kind} PRIVATE "$<$<CONFIG:Release>:${arg_OPTIONS}>")
    target_precompile_headers(headers_${kind} PRIVATE ${headers_of_${kind}})
endfunction()

# vignette_use_headers(TARGET KIND): the target reads the precompiled headers of that kind, if KIND is not empty.
function(vignette_use_headers target kind)
    if(VIGNETTE_PRECOMPILE AND kind)
        target_precompile_headers(${target} REUSE_FROM headers_${kind})
        get_target_property(links headers_${kind} VIGNETTE_LINKS)
        target_link_libraries(${target} PRIVATE ${links})
        get_target_property(options headers_${kind} VIGNETTE_OPTIONS)
        target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${options}>")
        # GCC 12 forgets which warnings a precompiled <string> disables.
        target_compile_options(${target} PRIVATE
            -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
endfunction()

# The services and the window wait for the engine, for disks and for people: their code is compiled in two thirds of the
# time. GCC is faster, too, if it collects less garbage.
set(collect_less --param=ggc-min-heapsize=524288 --param=ggc-min-expand=200)
vignette_headers(standard)
vignette_headers(qt LINKS Qt6::Core OPTIONS -O1 ${collect_less})
vignette_headers(widgets LINKS Qt6::Widgets OPTIONS -O1 ${collect_less})
