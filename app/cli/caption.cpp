#include "app/cli/caption_output.h"
#include "app/cli/caption_queue.h"
#include "app/cli/command.h"
#include "app/cli/end_point_options.h"
#include "app/cli/joined_engine.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "services/captions/picture_files.h"

namespace app {

namespace {

std::unique_ptr<CaptionOutput> openOutput(
    const QCommandLineParser& parser, const QStringList& files)
{
    if (parser.isSet("output") && parser.isSet("sidecar"))
        throw UsageError("--output and --sidecar exclude each other");
    if (parser.isSet("output"))
        return captionsToFile(parser.value("output"));
    if (parser.isSet("sidecar"))
        return captionsToSidecars(files);
    return parser.isSet("json") ? captionsAsJson() : captionsToTerminal();
}

} // namespace

int runCaption(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Describes pictures. What --output or --sidecar already holds "
                                     "is not described again.");
    parser.addPositionalArgument("FILE…", "pictures, or folders of pictures");
    addModelOptions(parser);
    addEndPointOptions(parser);
    addApartOption(parser);
    addAnswerOptions(parser, /*maxTokens=*/128);
    addFormOptions(parser);
    parser.addOption(
        withDefault("prompt", "What is asked about each picture.", "P", "Describe the image."));
    parser.addOption({"output", "Add the captions to this .csv or .jsonl file.", "F"});
    parser.addOption({"sidecar", "Write each caption beside its picture, as .txt."});
    parser.addOption(withDefault("jobs", "Pictures described at once.", "N", "4"));
    parser.addOption({"json", "Print one JSON object per picture."});
    parser.addOption({"text", "Also read the text in each picture, for --json and .jsonl files."});
    parse(parser, "vignette-cli caption", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli caption needs at least one FILE or FOLDER");
    const runtime::AnswerSettings settings = answerSettings(parser);
    if (parser.isSet("text") && !parser.isSet("json")
        && !parser.value("output").endsWith(".jsonl", Qt::CaseInsensitive))
        throw UsageError("--text needs --json, or --output with a .jsonl file");
    const int64_t jobs = integerOption(parser, "jobs", 1, 256);

    const QStringList named = services::pictureFiles(parser.positionalArguments());
    const auto output = openOutput(parser, named);
    QStringList files;
    for (const QString& file : named) {
        if (!output->has(file))
            files << file;
    }
    if (files.isEmpty())
        return 0;

    const auto engine = loadEngine(parser, Drafts::None, settings);
    CaptionQueue queue(*engine, parser.value("prompt").toStdString(), settings, jobs,
        parser.isSet("text") ? CaptionQueue::Texts::Read : CaptionQueue::Texts::Unread);
    return queue.run(files, *output) ? 0 : 1;
}

} // namespace app
