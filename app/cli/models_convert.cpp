#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "engine/convert/importance_matrix.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "services/system/private_files.h"
#include "vision/convert/convert_to_gguf.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace app {

namespace {

const engine::ConvertType& convertType(const QString& name)
{
    if (const engine::ConvertType* type = engine::findConvertType(name.toStdString()))
        return *type;
    throw UsageError(
        "--type takes " + engine::convertTypeNames() + ", not '" + name.toStdString() + "'");
}

} // namespace

int convertModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Writes a model in Hugging Face layout as GGUF; a vision tower "
        "becomes mmproj-F.gguf beside it.");
    parser.addPositionalArgument("FOLDER", "holds config.json, safetensors and a tokenizer");
    parser.addOption({"output", "The file to write.", "F.gguf"});
    const QString types = QString::fromStdString(engine::convertTypeNames());
    parser.addOption(
        withDefault("type", "How matrices are stored: " + types + ".", "TYPE", "Q8_0"));
    parser.addOption(
        {"imatrix", "An importance matrix of llama-imatrix, for types below Q8_0.", "FILE"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli models convert", arguments);
    if (parser.positionalArguments().size() != 1 || !parser.isSet("output"))
        throw UsageError("vignette-cli models convert takes one FOLDER and --output F.gguf");

    const engine::ConvertType& type = convertType(parser.value("type"));
    std::optional<engine::ImportanceMatrix> importance;
    if (parser.isSet("imatrix"))
        importance = engine::ImportanceMatrix::load(parser.value("imatrix").toStdString());

    const std::filesystem::path folder = parser.positionalArguments().first().toStdString();
    ProgressBar bar("Converting");
    const auto files = vision::convertToGguf(folder, parser.value("output").toStdString(),
        {type, importance ? &*importance : nullptr},
        [&bar](int64_t done, int64_t total) { bar.show(done, total); });

    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    for (const auto& file : files) {
        services::giveUsualPermissions(QString::fromStdString(file.string()));
        written.push_back({{"file", file.string()}, {"bytes", std::filesystem::file_size(file)}});
        if (!parser.isSet("json"))
            printText(file.string() + "\n");
    }
    if (parser.isSet("json"))
        printJson({{"written", written}});
    if (engine::readConfig(folder, engine::openWeights(folder).get()).mtpLayers > 0)
        printError("The multi-token-prediction head of the model was left out.");
    return 0;
}

} // namespace app
