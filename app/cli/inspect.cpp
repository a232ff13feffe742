#include "app/cli/inspect.h"

#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/encoders/encoder.h"
#include "kernels/devices/backends.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"
#include "vision/images/decode.h"
#include "vision/known_world.h"
#include "vision/tiling.h"
#include "vision/video_frames.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

namespace app {

namespace {

constexpr Command steps[] = {
    {"tokens", "tokens of a text", inspectTokens},
    {"logits", "logits for token ids, with or without pictures", inspectLogits},
    {"embed", "embeddings of texts", inspectEmbed},
    {"score", "scores of two texts", inspectScore},
    {"embed-image", "embedding rows of a picture", inspectEmbedImage},
    {"image", "a decoded picture", inspectImage},
    {"template", "the prompt for a list of messages", inspectTemplate},
    {"sample", "sampling, stage by stage", inspectSample},
    {"filter", "texts that a schema, pattern or grammar accepts", inspectFilter},
    {"support", "whether passages support statements", inspectSupport},
    {"grounding", "whether an image has what an answer says of it", inspectGrounding},
    {"legibility", "how many words of an image a model can read", inspectLegibility},
    {"world", "whether the model can describe a picture", inspectWorld},
};

} // namespace

int runInspect(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts("Usage: vignette-cli inspect STEP [OPTIONS] …; STEP --help shows its options.\n");
        for (const Command& step : steps)
            std::printf("  %-12s %s\n", step.name, step.summary);
        return 0;
    }
    return findCommand(steps, arguments, "vignette-cli inspect").run(arguments.mid(1));
}

namespace {

void printVector(std::span<const float> vector)
{
    std::string line;
    for (const float number : vector)
        line += (line.empty() ? "" : " ") + QString::number(double(number), 'g', 8).toStdString();
    printText(line + "\n");
}

// Options of a model that reads texts and writes none.
void addEncoderOptions(QCommandLineParser& parser)
{
    parser.addOption({"model", "A Hugging Face folder or a GGUF file.", "MODEL"});
    parser.addOption(withDefault("device", "cpu, cuda, cuda:N or reference.", "NAME", "cpu"));
    parser.addOption(withDefault("threads", "Number of threads; 0: one per core.", "N", "0"));
}

std::unique_ptr<kernels::Backend> openEncoderDevice(const QCommandLineParser& parser)
{
    const auto threads = int(integerOption(parser, "threads", 0, services::settings::threads.most));
    return kernels::openBackend(parser.value("device").toStdString(), threads);
}

} // namespace

int inspectEmbed(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Prints the embedding of each text, computed by an embedding model.");
    parser.addPositionalArgument("TEXT…", "texts");
    addEncoderOptions(parser);
    parser.addOption({"prompt", "Put the model's prompt for such texts before them.", "NAME"});
    parser.addOption({"json", "Print one JSON object per text, with its ids."});
    parse(parser, "vignette-cli inspect embed", arguments);
    if (parser.positionalArguments().isEmpty() || !parser.isSet("model"))
        throw UsageError("vignette-cli inspect embed needs --model and at least one TEXT");

    const auto backend = openEncoderDevice(parser);
    const auto encoder = engine::Encoder::load(parser.value("model").toStdString(), *backend);
    std::string prompt;
    if (parser.isSet("prompt")) {
        const auto& prompts = encoder->config().prompts;
        const auto found = prompts.find(parser.value("prompt").toStdString());
        if (found == prompts.end())
            throw UsageError(
                "the model has no prompt named \"" + parser.value("prompt").toStdString() + "\"");
        prompt = found->second;
    }
    std::vector<std::string> texts;
    for (const QString& text : parser.positionalArguments())
        texts.push_back(prompt + text.toStdString());
    const std::vector<float> vectors = encoder->encode(texts);

    const auto columns = size_t(encoder->columns());
    for (size_t text = 0; text < texts.size(); ++text) {
        const auto vector = std::span(vectors).subspan(text * columns, columns);
        if (parser.isSet("json"))
            printJson({{"text", texts[text]}, {"ids", encoder->tokenize(texts[text])},
                {"columns", columns}, {"values", vector}});
        else
            printVector(vector);
    }
    return 0;
}

namespace {

// The labels of each token, of a model that finds answers or tags tokens.
void printTokenLogits(engine::Encoder& encoder, const engine::TokenPair& pair)
{
    const std::vector<float> logits = encoder.computeTokenLogits(pair);
    const size_t labels = encoder.config().labels.size();
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (size_t token = 0; token < pair.ids.size(); ++token)
        rows.push_back(std::span(logits).subspan(token * labels, labels));
    printJson({{"ids", pair.ids}, {"types", pair.types}, {"labels", encoder.config().labels},
        {"logits", rows}});
}

} // namespace

int inspectScore(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints what a reranker or a classifier makes of two texts: "
                                     "logits and scores of its labels.");
    parser.addPositionalArgument("A", "the first text: a query or a premise");
    parser.addPositionalArgument("B", "the second text: a document or a hypothesis");
    addEncoderOptions(parser);
    parser.addOption({"json", "Print JSON, with the ids."});
    parse(parser, "vignette-cli inspect score", arguments);
    if (parser.positionalArguments().size() != 2 || !parser.isSet("model"))
        throw UsageError("vignette-cli inspect score needs --model and two texts");

    const auto backend = openEncoderDevice(parser);
    const auto encoder = engine::Encoder::load(parser.value("model").toStdString(), *backend);
    const engine::TextPair pair{parser.positionalArguments().at(0).toStdString(),
        parser.positionalArguments().at(1).toStdString()};
    using Task = engine::EncoderConfig::Task;
    const Task task = encoder->config().task;
    if (task == Task::FindAnswer || task == Task::TagTokens) {
        printTokenLogits(*encoder, encoder->tokenizePair(pair));
        return 0;
    }
    const engine::PairScores scores = encoder->score({&pair, 1}).front();
    const std::vector<std::string>& labels = encoder->config().labels;
    if (parser.isSet("json")) {
        printJson({{"first", pair.first}, {"second", pair.second},
            {"ids", encoder->tokenizePair(pair).ids}, {"labels", labels}, {"logits", scores.logits},
            {"scores", scores.scores}});
        return 0;
    }
    for (size_t label = 0; label < labels.size(); ++label)
        printText(labels[label] + " "
            + QString::number(double(scores.scores[label]), 'g', 6).toStdString() + "\n");
    return 0;
}

int inspectEmbedImage(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints the embedding rows of a picture.");
    parser.addPositionalArgument("FILE", "a picture");
    addModelOptions(parser);
    parser.addOption({"json", "Print JSON (it always does)."});
    parse(parser, "vignette-cli inspect embed-image", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect embed-image takes one FILE");

    const auto model = loadModel(parser);
    const auto image
        = model->embed(vision::decodeImageFile(parser.positionalArguments().first().toStdString()));
    const kernels::TensorView view = image->rows;
    std::vector<float> values(size_t(view.elements()));
    model->backend().download(values.data(), view);

    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (int64_t row = 0; row < view.rows; ++row)
        rows.push_back(std::span(values).subspan(size_t(row * view.columns), size_t(view.columns)));
    printJson({{"rows", view.rows}, {"columns", view.columns}, {"values", rows}});
    return 0;
}

namespace {

// Portable pixmap: a text header, then the bytes of the rows.
QByteArray toPpm(const vision::Image& image)
{
    QByteArray file = "P6\n" + QByteArray::number(qint64(image.width)) + " "
        + QByteArray::number(qint64(image.height)) + "\n255\n";
    file.append(reinterpret_cast<const char*>(image.rgb.data()), qsizetype(image.rgb.size()));
    return file;
}

} // namespace

int inspectImage(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Decodes a picture as models see it: upright, on a white background.");
    parser.addPositionalArgument("FILE", "a picture");
    parser.addOption({"output", "Write the pixels here (portable pixmap, P6, 8 bits).", "F.ppm"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect image", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect image takes one FILE");

    const QString file = parser.positionalArguments().first();
    const vision::Image image = vision::decodeImageFile(file.toStdString());
    if (parser.isSet("output"))
        services::writeExport(parser.value("output"), toPpm(image));
    if (parser.isSet("json")) {
        printJson({{"file", file.toStdString()}, {"width", image.width}, {"height", image.height}});
    } else if (!parser.isSet("output")) {
        printText(std::to_string(image.width) + " × " + std::to_string(image.height) + " pixels\n");
    }
    return 0;
}

namespace {

engine::TokenIds parseIds(const QString& list, int64_t vocabulary)
{
    engine::TokenIds ids;
    for (const QString& id : list.split(','))
        ids.push_back(parseInteger(id, "--ids", 0, vocabulary - 1));
    return ids;
}

// Puts the rows of the images, in order, where the model's own image token is.
void placePictures(engine::TokenIds& ids, engine::TokenId imageToken,
    const std::vector<engine::ImageEmbeddingPtr>& images)
{
    engine::TokenIds rows;
    for (const auto& image : images) {
        for (int64_t row = 0; row < image->count(); ++row)
            rows.push_back(image->firstId + row);
    }
    if (imageToken < 0) {
        throw base::Error(
            base::ErrorKind::Unsupported, "this model's vocabulary has no image token");
    }
    const auto places = size_t(std::count(ids.begin(), ids.end(), imageToken));
    if (places != rows.size()) {
        throw base::Error(base::ErrorKind::BadRequest,
            "the pictures have " + std::to_string(rows.size()) + " rows, but token "
                + std::to_string(imageToken) + " stands " + std::to_string(places)
                + " times among the ids");
    }
    auto row = rows.begin();
    for (engine::TokenId& id : ids) {
        if (id == imageToken)
            id = *row++;
    }
}

std::span<const float> computeLogits(runtime::LoadedModel& model, const engine::TokenIds& ids,
    const std::vector<engine::ImageEmbeddingPtr>& images, int64_t last)
{
    const int64_t pages = (int64_t(ids.size()) + engine::pageSize - 1) / engine::pageSize;
    if (pages > model.cache().numPages()) {
        throw base::Error(base::ErrorKind::BadRequest,
            "these ids need " + std::to_string(pages) + " pages, the cache has "
                + std::to_string(model.cache().numPages()));
    }
    std::vector<int32_t> table(static_cast<size_t>(pages));
    std::iota(table.begin(), table.end(), 0);
    const engine::BatchEntry entry{
        .ids = ids, .past = 0, .pages = table, .images = images, .logitRows = last};
    return model.model().forward({&entry, 1}, model.cache());
}

} // namespace

int inspectLogits(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints the logits after the last token ids.");
    addModelOptions(parser);
    parser.addOption(
        {"ids", "Token ids; use the model's image token for each row of a picture.", "1,2,3"});
    parser.addOption({"image", "A picture; repeatable.", "FILE"});
    parser.addOption(withDefault("last", "Number of positions, counted from the end.", "N", "1"));
    parser.addOption({"json", "Print JSON (it always does)."});
    parse(parser, "vignette-cli inspect logits", arguments);
    if (!parser.isSet("ids") || !parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli inspect logits needs --ids 1,2,3 and no other arguments");
    const QString list = parser.value("ids");
    const int64_t last = integerOption(parser, "last", 1, list.count(',') + 1);

    const auto model = loadModel(parser, list.count(',') + 1);
    const int64_t vocabulary = model->config().vocabulary;
    engine::TokenIds ids = parseIds(list, vocabulary);
    const engine::TokenIds asGiven = ids;
    std::vector<engine::ImageEmbeddingPtr> images;
    for (const QString& file : parser.values("image"))
        images.push_back(model->embed(vision::decodeImageFile(file.toStdString())));
    if (!images.empty())
        placePictures(ids, model->imageToken(), images);

    const std::span<const float> logits = computeLogits(*model, ids, images, last);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (int64_t row = 0; row < last; ++row)
        rows.push_back(logits.subspan(size_t(row * vocabulary), size_t(vocabulary)));
    printJson({{"ids", asGiven}, {"logits", rows}});
    return 0;
}

namespace {

std::vector<float> computeFeatures(vision::VisionTower& tower, const vision::Image& image)
{
    const auto tiling = vision::chooseTiling(tower.config(), {image.width, image.height});
    const std::vector<vision::Image> tiles = vision::cutTiles(image, tiling);
    const std::vector<float> rows
        = tower.encode(vision::preparedPatches(std::span(tiles).last(1), tower.config()));
    return vision::worldFeatures(tiles.back(), rows, tower.rowWidth());
}

} // namespace

int inspectWorld(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints whether pictures resemble those the model was trained "
                                     "on, one JSON object per line.");
    parser.addPositionalArgument("FILE…", "pictures");
    addModelOptions(parser);
    parser.addOption({"features", "Also print the scores."});
    parse(parser, "vignette-cli inspect world", arguments);
    const QStringList files = parser.positionalArguments();
    if (files.isEmpty())
        throw UsageError("vignette-cli inspect world needs at least one FILE");

    const auto model = loadModel(parser);
    if (!model->canSee())
        throw UsageError("vignette-cli inspect world needs a vision model");
    for (const QString& file : files) {
        const std::vector<float> features
            = computeFeatures(*model->tower(), vision::decodeImageFile(file.toStdString()));
        nlohmann::ordered_json line{{"file", file.toStdString()}};
        if (model->world())
            line["log_odds"] = model->world()->logOdds(features);
        if (parser.isSet("features"))
            line["features"] = features;
        printJson(line);
    }
    return 0;
}

} // namespace app
