#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "vision/images/decode.h"

#include <nlohmann/json.hpp>

namespace app {

int inspectEmbedImage(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints the rows that stand for a picture in a prompt.");
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

} // namespace app
