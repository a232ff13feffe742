#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "vision/convert/convert_to_gguf.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

kernels::DType weightType(const QString& name)
{
    for (const kernels::DType type : {kernels::DType::F32, kernels::DType::F16,
             kernels::DType::BF16, kernels::DType::Q8_0, kernels::DType::Q4_0}) {
        if (name.compare(QLatin1String(kernels::name(type)), Qt::CaseInsensitive) == 0)
            return type;
    }
    throw UsageError("--type takes F32, F16, BF16, Q8_0 or Q4_0, not '" + name.toStdString() + "'");
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
    parser.addOption(withDefault(
        "type", "How matrices are stored: F32, F16, BF16, Q8_0 or Q4_0.", "TYPE", "Q8_0"));
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli models convert", arguments);
    if (parser.positionalArguments().size() != 1 || !parser.isSet("output"))
        throw UsageError("vignette-cli models convert takes one FOLDER and --output F.gguf");

    ProgressBar bar("Converting");
    const auto files = vision::convertToGguf(parser.positionalArguments().first().toStdString(),
        parser.value("output").toStdString(), weightType(parser.value("type")),
        [&bar](int64_t done, int64_t total) { bar.show(done, total); });

    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    for (const auto& file : files) {
        written.push_back({{"file", file.string()}, {"bytes", std::filesystem::file_size(file)}});
        if (!parser.isSet("json"))
            printText(file.string() + "\n");
    }
    if (parser.isSet("json"))
        printJson({{"written", written}});
    return 0;
}

} // namespace app
