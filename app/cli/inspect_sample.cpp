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

/// What a sampler is shown.
struct Request {
    std::vector<float> logits; ///< one for each token
    engine::TokenIds past; ///< what penalties look back at, oldest first
};

[[noreturn]] void refuse(const QString& path)
{
    throw kernels::Error(kernels::ErrorKind::BadFile,
        path.toStdString()
            + " must hold an array of numbers, one logit for each token, or an object with such "
              "\"logits\" and the ids of the \"past\"");
}

// [1.5, …], or {"logits": [1.5, …], "past": [12, …]}.
Request readRequest(const QString& path)
{
    const nlohmann::json file = engine::readJsonFile(path.toStdString());
    const nlohmann::json logits = file.is_object() ? file.value("logits", nlohmann::json()) : file;
    const nlohmann::json past
        = file.is_object() ? file.value("past", nlohmann::json::array()) : nlohmann::json::array();
    if (!logits.is_array() || logits.empty() || !past.is_array())
        refuse(path);
    Request request;
    for (const nlohmann::json& logit : logits) {
        if (!logit.is_number())
            refuse(path);
        request.logits.push_back(logit.get<float>());
    }
    for (const nlohmann::json& id : past) {
        if (!id.is_number_integer())
            refuse(path);
        request.past.push_back(id.get<engine::TokenId>());
    }
    return request;
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
    parser.addOption({"logits",
        "An array of numbers, one for each token; or an object of such \"logits\" and the ids of "
        "the \"past\".",
        "F.json"});
    parser.addOption(
        {"settings", "An object: temperature, top_k, rep, dry_multiplier, tfs, …", "F.json"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect sample", arguments);
    if (!parser.isSet("logits") || !parser.isSet("settings"))
        throw UsageError("vignette-cli inspect sample needs --logits and --settings");

    const Request request = readRequest(parser.value("logits"));
    const nlohmann::json settings = engine::readJsonFile(parser.value("settings").toStdString());
    const engine::Sampler sampler(engine::readSamplerSettings(settings), /*seed=*/0);
    const auto steps = sampler.distribution({.logits = request.logits, .past = request.past});

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
