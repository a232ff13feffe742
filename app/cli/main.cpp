#include "app/cli/command.h"
#include "app/cli/documents.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "services/system/paths.h"
#include "services/system/session.h"

#include <QCoreApplication>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <new>

namespace {

constexpr app::Command commands[] = {
    {"caption", "describe pictures", app::runCaption},
    {"chat", "one answer to a prompt, with pictures or without", app::runChat},
    {"documents", "what stands in documents", app::runDocuments},
    {"index", "reads files and folders, so that questions find what stands in them", app::runIndex},
    {"search", "finds the passages of documents that answer a question", app::runSearch},
    {"ask", "answers a question from documents and says where it stands", app::runAsk},
    {"serve", "answers other programs, as OpenAI's servers do", app::runServe},
    {"models", "fetch models, look at their files and convert them", app::runModels},
    {"bench", "speed of a model on this machine", app::runBench},
    {"eval", "how well a model foretells a text", app::runEval},
    {"inspect", "what the engine computes, step by step", app::runInspect},
};

int showHelp()
{
    std::puts(
        "vignette-cli: private chat about pictures and texts, without a window\n\n"
        "Usage: vignette-cli SUBCOMMAND [OPTIONS] …; vignette-cli SUBCOMMAND --help tells more.\n");
    for (const app::Command& command : commands)
        std::printf("  %-9s %s\n", command.name, command.summary);
    return 0;
}

int run(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first()))
        return showHelp();
    if (!arguments.isEmpty() && arguments.first() == QLatin1String("--version")) {
        std::puts("vignette-cli " VIGNETTE_VERSION);
        return 0;
    }
    return app::findCommand(commands, arguments, "vignette-cli").run(arguments.mid(1));
}

} // namespace

int main(int argumentCount, char** argumentValues)
{
    services::preventCoreDumps();
    services::keepNewFilesPrivate(); // stores, caches and settings; exports are given to others
    const QCoreApplication application(argumentCount, argumentValues);
    std::setlocale(LC_NUMERIC, "C");
    qInstallMessageHandler(
        [](QtMsgType type, const QMessageLogContext& context, const QString& message) {
            app::printError(qFormatLogMessage(type, context, message).toStdString());
        });
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error like any other
    try {
        return run(application.arguments().mid(1));
    } catch (const app::UsageError& error) {
        app::printError(error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        app::printError(base::outOfMemory("this").what());
        return 1;
    } catch (const std::exception& error) {
        app::printError(error.what());
        return 1;
    }
}
