#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "kernels/error.h"
#include "vision/images/decode.h"

#include <nlohmann/json.hpp>
#include <numeric>

namespace app {

namespace {

engine::TokenIds parseIds(const QString& list, int64_t vocabulary)
{
    engine::TokenIds ids;
    for (const QString& id : list.split(','))
        ids.push_back(parseInteger(id, "--ids", 0, vocabulary - 1));
    return ids;
}

// Puts the rows of the pictures, in order, where the model's own image token stands.
void placePictures(engine::TokenIds& ids, engine::TokenId imageToken,
    const std::vector<engine::ImageEmbeddingPtr>& images)
{
    engine::TokenIds rows;
    for (const auto& image : images) {
        for (int64_t row = 0; row < image->count(); ++row)
            rows.push_back(image->firstId + row);
    }
    if (imageToken < 0) {
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "this model's vocabulary has no image token to show where pictures stand");
    }
    const auto places = size_t(std::count(ids.begin(), ids.end(), imageToken));
    if (places != rows.size()) {
        throw kernels::Error(kernels::ErrorKind::BadRequest,
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
        throw kernels::Error(kernels::ErrorKind::BadRequest,
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
    parser.setApplicationDescription("Prints what the decoder makes of the last of some ids.");
    addModelOptions(parser);
    parser.addOption(
        {"ids", "Token ids; the model's image token where rows of pictures go.", "1,2,3"});
    parser.addOption({"image", "A picture; may be given again.", "FILE"});
    parser.addOption(withDefault("last", "How many positions, counted from the end.", "N", "1"));
    parser.addOption({"json", "Print JSON (it always does)."});
    parse(parser, "vignette-cli inspect logits", arguments);
    if (!parser.isSet("ids") || !parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli inspect logits needs --ids 1,2,3 and nothing else");
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

} // namespace app
