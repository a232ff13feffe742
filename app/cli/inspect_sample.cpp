#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "engine/files/json_text.h"
#include "engine/sampling/read_settings.h"
#include "engine/sampling/sampler.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

// [1.5, …], or an object that holds such an array as "logits".
std::vector<float> readLogits(const QString& path)
{
    const nlohmann::json file = engine::readJsonFile(path.toStdString());
    const nlohmann::json& value
        = file.is_object() && file.contains("logits") ? file["logits"] : file;
    std::vector<float> logits;
    bool isNumbers = value.is_array() && !value.empty();
    for (size_t token = 0; isNumbers && token < value.size(); ++token) {
        isNumbers = value[token].is_number();
        if (isNumbers)
            logits.push_back(value[token].get<float>());
    }
    if (!isNumbers) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            path.toStdString() + " must hold an array of numbers, one logit for each token");
    }
    return logits;
}

nlohmann::ordered_json describe(const engine::Sampler::Step& step)
{
    return {{"stage", step.stage}, {"ids", step.ids}, {"probabilities", step.probabilities}};
}

void printAsText(const engine::Sampler::Step& step)
{
    printText(step.stage + ": " + std::to_string(step.ids.size()) + " tokens\n");
    for (size_t rank = 0; rank < step.ids.size() && rank < 10; ++rank) {
        printText("  " + std::to_string(step.ids[rank]) + "  "
            + std::to_string(step.probabilities[rank]) + "\n");
    }
}

} // namespace

int inspectSample(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows how a sampler narrows its choice, stage by stage.");
    parser.addOption({"logits", "An array of numbers, one for each token.", "F.json"});
    parser.addOption({"settings", "An object: temperature, top_k, top_p, min_p.", "F.json"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect sample", arguments);
    if (!parser.isSet("logits") || !parser.isSet("settings"))
        throw UsageError("vignette-cli inspect sample needs --logits and --settings");

    const std::vector<float> logits = readLogits(parser.value("logits"));
    const nlohmann::json settings = engine::readJsonFile(parser.value("settings").toStdString());
    const engine::Sampler sampler(engine::readSamplerSettings(settings), /*seed=*/0);
    const auto steps = sampler.distribution(logits);

    if (!parser.isSet("json")) {
        for (const auto& step : steps)
            printAsText(step);
        return 0;
    }
    nlohmann::ordered_json described = nlohmann::ordered_json::array();
    for (const auto& step : steps)
        described.push_back(describe(step));
    printJson({{"steps", described}});
    return 0;
}

} // namespace app
