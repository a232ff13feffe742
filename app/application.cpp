#include "app/application.h"

#include "services/conversations/conversation_store.h"
#include "services/generation/resource_paths.h"
#include "ui/main_window.h"
#include "ui/theme/desktop_scheme.h"

#include <QCommandLineParser>
#include <QDir>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace app {

namespace {

[[noreturn]] void endWithUsageError(const QString& sentence)
{
    std::fputs(qPrintable(sentence + u'\n'), stderr);
    std::exit(2);
}

// Pictures of the starter model's world, to try it with; none if they are not installed.
QStringList samplePictures()
try {
    const QDir folder(
        QString::fromStdU16String((services::resourceFolder() / "samples").u16string()));
    QStringList paths;
    for (const char* name : {"one-1.png", "two-2.png", "shapes-2.png", "many-1.png", "sign-3.png"})
        if (folder.exists(QLatin1String(name)))
            paths << folder.filePath(QLatin1String(name));
    return paths;
} catch (const std::exception&) {
    return {};
}

// Where conversations are kept; the folder is made if need be.
QString conversationFile()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    folder.mkpath(QStringLiteral("."));
    return folder.filePath(QStringLiteral("conversations.sqlite"));
}

} // namespace

Application::Application(int& argc, char** argv)
    : m_qt(argc, argv)
    , m_options(parseCommandLine())
{
    QCoreApplication::setApplicationName(QStringLiteral("vignette"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Vignette"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.vignette.Vignette"));
}

Application::Options Application::parseCommandLine() const
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Private chat about pictures and documents, on your own machine."));
    parser.addHelpOption();
    parser.addOptions({
        {"model", "A GGUF file or a Hugging Face folder; without it, the built-in model.", "MODEL"},
        {"device", "cpu or reference.", "NAME", "cpu"},
        {"threads", "Threads to compute with; 0: one for each core.", "N", "0"},
        {"cache-type",
            "Keys and values kept as fp16, q8, q6, q4 or fp32; as q8/q4 where they differ.", "TYPE",
            "fp16"},
    });
    parser.addPositionalArgument("files", "Pictures to attach.", "[files…]");
    if (!parser.parse(QCoreApplication::arguments()))
        endWithUsageError(parser.errorText());
    if (parser.isSet("help"))
        parser.showHelp();

    Options options;
    options.model.path = parser.value("model").toStdU16String();
    options.model.device = parser.value("device").toStdString();
    bool isNumber = false;
    options.model.threads = parser.value("threads").toInt(&isNumber);
    if (!isNumber || options.model.threads < 0 || options.model.threads > 1024)
        endWithUsageError(QStringLiteral("--threads takes a number from 0 to 1024"));
    const auto cacheType = engine::cacheTypeFromName(parser.value("cache-type").toStdString());
    if (!cacheType)
        endWithUsageError(
            QStringLiteral("--cache-type takes fp16, q8, q6, q4 or fp32, or two of them (q8/q4)"));
    options.model.cacheType = *cacheType;
    options.files = parser.positionalArguments();
    return options;
}

int Application::run()
{
    ui::DesktopScheme desktop;
    QObject::connect(&desktop, &ui::DesktopScheme::changed, &m_theme, &ui::Theme::followDesktop);

    services::ConversationStore store(conversationFile());
    ui::MainWindow window(m_generator, m_theme, &store);
    window.setSamples(samplePictures());
    window.show();
    m_generator.load(m_options.model);
    m_generator.start();
    for (const QString& file : m_options.files)
        window.attachFile(file);
    return m_qt.exec();
}

} // namespace app
