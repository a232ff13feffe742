#include "app/cli/measure.h"

#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "services/documents/measure/measure_library.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::LibraryMeasure;
using services::MeasuredFile;
using services::MeasuredQuestion;
using services::Weakness;
using Json = nlohmann::ordered_json;

constexpr int maxQuestions = 10'000;

const char* toString(Weakness weakness)
{
    switch (weakness) {
    case Weakness::Unread:
        return "unread";
    case Weakness::LittleText:
        return "little text";
    case Weakness::Scan:
        return "scan";
    case Weakness::Table:
        return "tables";
    case Weakness::NotFound:
        return "not found";
    case Weakness::None:
        break;
    }
    return "";
}

std::string percent(double share)
{
    return std::to_string(std::lround(100 * share)) + " %";
}

void printAsJson(const LibraryMeasure& measure, double threshold, bool showsQuestions)
{
    Json found = Json::object(), files = Json::array();
    for (const int rank : LibraryMeasure::ranks)
        found[std::to_string(rank)] = measure.foundWithin(rank);
    for (const MeasuredFile& file : measure.weak)
        files.push_back({{"file", file.file.toStdString()}, {"questions", file.questions},
            {"found", file.found}, {"weakness", toString(file.weakness)},
            {"error", file.error.isEmpty() ? Json() : Json(file.error.toStdString())}});
    if (showsQuestions)
        for (const MeasuredQuestion& question : measure.questions)
            printJson(
                {{"question", question.text.toStdString()}, {"file", question.file.toStdString()},
                    {"page", question.passage.page > 0 ? Json(question.passage.page) : Json()},
                    {"rank", question.rank > 0 ? Json(question.rank) : Json()},
                    {"score", question.score}});
    printJson({{"questions", measure.questions.size()}, {"found", std::move(found)},
        {"threshold", threshold}, {"refused", measure.refusedAt(threshold)},
        {"suggested_threshold", measure.isByModel ? Json(measure.suggestedThreshold()) : Json()},
        {"weak", std::move(files)}});
}

void printAsText(const LibraryMeasure& measure, double threshold, bool showsQuestions)
{
    std::string text;
    if (showsQuestions)
        for (const MeasuredQuestion& question : measure.questions)
            text += (question.rank > 0 ? std::to_string(question.rank) : std::string("–")) + "  "
                + question.text.toStdString() + "  (" + question.file.toStdString() + ")\n";
    text += "Questions: " + std::to_string(measure.questions.size()) + "\n";
    for (const int rank : LibraryMeasure::ranks)
        text += "Passage among the first " + std::to_string(rank) + ": "
            + percent(measure.foundWithin(rank)) + "\n";
    const auto twoDigits
        = [](double value) { return QString::number(value, 'f', 2).toStdString(); };
    if (measure.isByModel)
        text += "Not answered at the threshold of " + twoDigits(threshold) + ": "
            + percent(measure.refusedAt(threshold)) + "; one in ten at "
            + twoDigits(measure.suggestedThreshold()) + "\n";
    if (!measure.weak.isEmpty())
        text += "Weak files:\n";
    for (const MeasuredFile& file : measure.weak) {
        text += "  " + file.file.toStdString() + ": " + toString(file.weakness);
        if (file.questions > 0)
            text += ", " + std::to_string(file.found) + " of " + std::to_string(file.questions)
                + " found";
        text += "\n";
    }
    printText(text);
}

} // namespace

int measureDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Makes questions from random passages of an index, searches for them, and reports which "
        "share is found and which files are weak. Without --model, a question is four of the "
        "rarest words of its passage, which is easier than what people ask.");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    addRerankerOption(parser);
    addModelOptions(parser);
    addApartOption(parser);
    addThresholdOption(parser);
    parser.addOption(withDefault("questions", "Number of questions.", "N", "100"));
    parser.addOption(withDefault("seed", "Chooses the passages.", "N", "1"));
    parser.addOption({"show-questions", "Also print each question and the rank of its passage."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli documents measure", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli documents measure takes no files");
    services::MeasureWork work;
    work.questions = int(integerOption(parser, "questions", 1, maxQuestions));
    work.seed = uint64_t(integerOption(parser, "seed", 0, std::numeric_limits<qint64>::max()));
    const double threshold = answerThreshold(parser);

    const auto store = openExistingStore(parser);
    const auto encoder = loadEncoder(parser);
    if (encoder)
        requireVectors(*store, *encoder);
    const auto reranker = loadReranker(parser);
    work.reranker = reranker.get();
    const auto engine = parser.isSet("model") ? loadEngine(parser, Drafts::None) : nullptr;
    LibraryMeasure measure;
    {
        ProgressBar bar("Measuring");
        work.progress
            = [&bar](size_t done, size_t total) { bar.show(int64_t(done), int64_t(total)); };
        measure = services::measureLibrary(*store, encoder.get(), engine.get(), work);
    }
    const bool showsQuestions = parser.isSet("show-questions");
    parser.isSet("json") ? printAsJson(measure, threshold, showsQuestions)
                         : printAsText(measure, threshold, showsQuestions);
    return 0;
}

} // namespace app
