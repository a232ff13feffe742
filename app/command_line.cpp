#include "app/command_line.h"

#include "services/settings/settings_table.h"
#include "services/system/diagnostics.h"
#include "services/system/screen_capture.h"
#include "services/system/terminal_text.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QUrl>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace app {

namespace {

[[noreturn]] void endWithUsageError(const QString& message)
{
    std::fputs(qPrintable(services::escapedForTerminal(message) + u'\n'), stderr);
    std::exit(2);
}

void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        QStringLiteral("Private chat about pictures and texts, on your own computer."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {"new-chat", "Start a new chat."},
        {"captions", "Show the page “Caption pictures”."},
        {"capture",
            "Take a screenshot and ask about it in a new chat: a region (also without a value), a "
            "window, or the whole screen.",
            "region|window|screen"},
        {"model", "A GGUF file or a Hugging Face folder, for this session only.", "MODEL"},
        {"device",
            "cpu, cuda, cuda:N or reference; a list such as cuda:0,cpu splits the model in this "
            "order. For this session only.",
            "NAME[,NAME…]"},
        {"device-memory",
            "GPU memory limit in MiB per GPU; 0: all free memory. For this session only.", "MIB"},
        {"experts",
            "Where the experts of a mixture are computed if the device is a GPU: gpu, cpu, or auto "
            "(on the CPU as far as they don't fit on the GPU). For this session only.",
            "auto|gpu|cpu"},
        {"threads", "Number of threads; 0: one per core. For this session only.", "N"},
        {"cache-type",
            "KV cache type: fp16, q8, q6, q4 or fp32; q8/q4 for different keys and values. For "
            "this session only.",
            "TYPE"},
        {"safe-mode",
            "Start with the built-in model and default settings. Your settings aren't changed."},
        {"separate", "Start another instance even if Vignette is already running."},
    });
    parser.addPositionalArgument(
        "files", "Pictures and texts to attach, models to add, chats to import.", "[files…]");
}

// File managers of some desktops give file:// addresses.
QString absolutePath(const QString& file)
{
    const QUrl url(file);
    const QString path = url.isLocalFile() ? url.toLocalFile() : file;
    return QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

std::optional<int> numberOption(
    const QCommandLineParser& parser, const QString& name, const services::Setting<int>& setting)
{
    if (!parser.isSet(name))
        return {};
    bool isNumber = false;
    const int number = parser.value(name).toInt(&isNumber);
    if (!isNumber || !setting.accepts(number))
        endWithUsageError(
            QStringLiteral("--%1 needs a number from 0 to %2").arg(name).arg(setting.most));
    return number;
}

void readModelOptions(const QCommandLineParser& parser, CommandLine& line)
{
    if (parser.isSet("model"))
        line.model = absolutePath(parser.value("model"));
    if (parser.isSet("device"))
        line.device = parser.value("device");
    line.deviceMemory = numberOption(parser, "device-memory", services::settings::deviceMemory);
    if (parser.isSet("experts")) {
        line.experts = engine::expertPlacementFromName(parser.value("experts").toStdString());
        if (!line.experts)
            endWithUsageError(QStringLiteral("--experts needs auto, gpu or cpu"));
    }
    line.threads = numberOption(parser, "threads", services::settings::threads);
    if (parser.isSet("cache-type")) {
        line.cacheType = engine::cacheTypeFromName(parser.value("cache-type").toStdString());
        if (!line.cacheType)
            endWithUsageError(QStringLiteral(
                "--cache-type needs fp16, q8, q6, q4 or fp32, or two of them (q8/q4)"));
    }
}

// QCommandLineParser knows no option whose value may be left out.
QStringList withCaptureArea(QStringList arguments)
{
    const qsizetype end = arguments.indexOf(QStringLiteral("--"));
    const qsizetype index = arguments.indexOf(QStringLiteral("--capture"));
    if (index < 0 || (end >= 0 && end < index))
        return arguments;
    const bool hasArea = services::captureAreaFromName(arguments.value(index + 1)).has_value();
    const QString area
        = hasArea ? arguments.takeAt(index + 1) : services::toString(services::CaptureArea::Region);
    arguments[index] += u'=' + area;
    return arguments;
}

QString captureAction(const QCommandLineParser& parser)
{
    const auto area = services::captureAreaFromName(parser.value("capture"));
    if (!area)
        endWithUsageError(QStringLiteral("--capture needs region, window or screen"));
    return QStringLiteral("capture-") + services::toString(*area);
}

QStringList lastingOptions(const QCommandLineParser& parser)
{
    QStringList options;
    for (const QString& name : parser.optionNames()) {
        if (name == u"new-chat" || name == u"captions" || name == u"capture")
            continue;
        const QString value = parser.value(name);
        options << QStringLiteral("--") + name + (value.isEmpty() ? QString() : u'=' + value);
    }
    options.removeDuplicates();
    return options;
}

} // namespace

bool answerInTerminal(int& argc, char** argv)
{
    const auto isAmong = [](const char* argument, std::initializer_list<const char*> names) {
        return std::any_of(names.begin(), names.end(),
            [argument](const char* name) { return std::strcmp(argument, name) == 0; });
    };
    for (int index = 1; index < argc && !isAmong(argv[index], {"--"}); ++index) {
        if (isAmong(argv[index], {"--version", "-v"})) {
            std::printf("vignette %s\n", qPrintable(services::applicationVersion()));
            return true;
        }
        if (isAmong(argv[index], {"--help", "-h"})) {
            const QCoreApplication application(argc, argv);
            QCommandLineParser parser;
            describe(parser);
            std::fputs(qPrintable(parser.helpText()), stdout);
            return true;
        }
    }
    return false;
}

CommandLine parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(withCaptureArea(arguments)))
        endWithUsageError(parser.errorText());

    CommandLine line;
    for (const QString& file : parser.positionalArguments())
        line.files << absolutePath(file);
    if (parser.isSet("new-chat"))
        line.action = QStringLiteral("new-chat");
    else if (parser.isSet("captions"))
        line.action = QStringLiteral("captions");
    else if (parser.isSet("capture"))
        line.action = captureAction(parser);
    line.separate = parser.isSet("separate");
    line.safeMode = parser.isSet("safe-mode");
    line.options = lastingOptions(parser);
    readModelOptions(parser, line);
    return line;
}

} // namespace app
