#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "vision/images/decode.h"
#include "vision/preprocess.h"
#include "vision/tiling.h"
#include "vision/world_features.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

std::vector<float> featuresOf(vision::VisionTower& tower, const vision::Image& image)
{
    const auto tiling = vision::tilingOf(tower.config(), {image.width, image.height});
    const std::vector<vision::Image> tiles = vision::cutTiles(image, tiling);
    const std::vector<float> rows
        = tower.encode(vision::preparedPatches(std::span(tiles).last(1), tower.config()));
    return vision::worldFeatures(tiles.back(), rows, tower.rowWidth());
}

} // namespace

int inspectWorld(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints whether pictures belong to the world of pictures that "
                                     "the model was trained on, one JSON object per line.");
    parser.addPositionalArgument("FILE…", "pictures");
    addModelOptions(parser);
    parser.addOption({"features", "Print also the numbers by which that is judged."});
    parse(parser, "vignette-cli inspect world", arguments);
    const QStringList files = parser.positionalArguments();
    if (files.isEmpty())
        throw UsageError("vignette-cli inspect world needs at least one FILE");

    const auto model = loadModel(parser);
    if (!model->canSee())
        throw UsageError("vignette-cli inspect world needs a model that can see");
    for (const QString& file : files) {
        const std::vector<float> features
            = featuresOf(*model->tower(), vision::decodeImageFile(file.toStdString()));
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
