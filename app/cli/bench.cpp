#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/files/json_text.h"
#include "engine/generate/generator.h"
#include "runtime/planner/measure_device.h"
#include "services/planner/planner.h"
#include "services/system/paths.h"
#include "vision/images/decode.h"

#include <QStringList>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace app {

// `vignette-cli bench machine`. Returns the exit code.
static int benchMachine(const QStringList& arguments);

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The most memory this process ever had, as Linux counts it.
int64_t peakMemoryMiB()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:"))
            return std::strtoll(line.c_str() + std::strlen("VmHWM:"), nullptr, 10) / 1024;
    }
    return 0;
}

std::vector<int64_t> batchSizes(const QCommandLineParser& parser)
{
    std::vector<int64_t> sizes;
    for (const QString& size : parser.value("batch").split(','))
        sizes.push_back(parseInteger(size, "--batch", 1, 256));
    return sizes;
}

// A prompt of that many ordinary tokens, different for every job so that none shares a page.
engine::TokenIds makePrompt(int64_t length, int64_t job, int64_t vocabulary)
{
    engine::TokenIds ids;
    for (int64_t token = 0; token < length; ++token)
        ids.push_back((job * 7919 + token * 31 + 7) % vocabulary);
    return ids;
}

/// Tokens per second of reading prompts and of writing answers, for one batch size.
struct Speed {
    double promptTokensPerSecond = 0, generateTokensPerSecond = 0;
};

Speed measure(runtime::LoadedModel& model, int64_t jobs, int64_t promptTokens, int64_t newTokens)
{
    engine::Generator generator(model.model(), model.cache(), model.tokenizer(),
        {.maxReadingTime = {}}); // nobody waits for the answers
    for (int64_t job = 0; job < jobs; ++job) {
        engine::Job request;
        request.ids = makePrompt(promptTokens, job, model.config().vocabulary);
        request.maxNewTokens = newTokens; // no stop tokens: every answer has this length
        request.sampling = engine::SamplerSettings::greedy();
        generator.enqueue(std::move(request));
    }

    const auto start = Clock::now();
    double readSeconds = 0; // until the last prompt is read; 0: not yet
    int64_t reading = jobs, written = 0;
    while (generator.numRemainingJobs() > 0) {
        const bool isWriting = reading == 0;
        for (const engine::Result& result : generator.iterate()) {
            if (result.stage == engine::Stage::Eos && result.eosReason == engine::EosReason::Error)
                throw base::Error(*result.errorKind, result.error);
            if (isWriting && result.stage == engine::Stage::Streaming)
                ++written; // each tells of one token
            if (result.stage == engine::Stage::Prefill
                && result.currentProgress == result.maxProgress && --reading == 0)
                readSeconds = secondsSince(start);
        }
    }
    const double writeSeconds = secondsSince(start) - readSeconds;
    return {double(jobs * promptTokens) / readSeconds,
        writeSeconds > 0 ? double(written) / writeSeconds : 0};
}

} // namespace

int runBench(const QStringList& arguments)
{
    if (!arguments.isEmpty() && arguments.first() == QLatin1String("machine"))
        return benchMachine(arguments.mid(1));
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Measures the speed of a model on this computer; prints one JSON line per batch size. "
        "`bench machine` measures this computer to estimate the speed of any model.");
    addModelOptions(parser);
    parser.addOption(withDefault("prompt", "Tokens of each prompt.", "N", "512"));
    parser.addOption(withDefault("generate", "Tokens of each answer.", "N", "128"));
    parser.addOption(withDefault(
        "batch", "Batch size; several sizes are measured one after another.", "N,…", "1"));
    parser.addOption({"image", "Also measure the time for this picture.", "FILE"});
    parser.addOption({"json", "Print JSON (it always does)."});
    parse(parser, "vignette-cli bench", arguments);
    const int64_t promptTokens = integerOption(parser, "prompt", 2, 1 << 20);
    const int64_t newTokens = integerOption(parser, "generate", 1, 1 << 20);
    const std::vector<int64_t> batches = batchSizes(parser);

    const int64_t largest = *std::max_element(batches.begin(), batches.end());
    const auto start = Clock::now();
    const auto model = loadModel(parser, largest * (promptTokens + newTokens + engine::pageSize));
    const double loadSeconds = secondsSince(start);

    Json imageSeconds = nullptr;
    if (parser.isSet("image"))
        imageSeconds = model->embed(vision::decodeImageFile(parser.value("image").toStdString()))
                           ->encodeSeconds;
    for (const int64_t batch : batches) {
        const Speed speed = measure(*model, batch, promptTokens, newTokens);
        printJson({{"batch", batch}, {"prompt_tokens_per_s", speed.promptTokensPerSecond},
            {"generate_tokens_per_s", speed.generateTokensPerSecond}, {"load_s", loadSeconds},
            {"image_s", imageSeconds}, {"peak_rss_mib", peakMemoryMiB()},
            {"threads", model->backend().threads()}, {"device", model->backend().name()}});
    }
    return 0;
}

int benchMachine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Measures each device of this computer for up to 20 seconds and saves the result, which is "
        "used to estimate the speed of models before they are downloaded. Prints one JSON line per "
        "device.");
    parser.addOption(
        withDefault("threads", "Number of threads; 0: one per physical core.", "N", "0"));
    parse(parser, "vignette-cli bench machine", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli bench machine takes options only");
    const int threads = int(integerOption(parser, "threads", 0, 1024));

    runtime::MachineSpeed speed;
    {
        ProgressBar bar("Running benchmark");
        speed = runtime::measureMachine(threads, [&](double share) {
            bar.show(share);
            return true;
        });
    }
    services::writeMachineSpeed(services::paths::machineSpeedFile(), speed);
    const auto json = engine::parseJson<nlohmann::ordered_json>(runtime::toJson(speed));
    for (const nlohmann::ordered_json& device : json["devices"])
        printJson(device);
    return 0;
}

} // namespace app
