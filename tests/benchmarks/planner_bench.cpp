#include "runtime/models/memory_estimate.h"
#include "runtime/planner/forecast.h"
#include "runtime/planner/measure_device.h"
#include "tests/runtime/models/measured_memory.h"

#include <QCoreApplication>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

// The planner's predictions against measurements, one JSON object a line: `planner_bench
// [--processor-time] [--pairs N] MODEL…`. Self-test and runs take turns; numbers are the medians of
// the pairs. With --processor-time, one thread computes and what it uses of a CPU is counted, so
// that other programs disturb little. Each run is a process of its own, which this program starts
// with --run.

namespace {

using Json = nlohmann::ordered_json;

constexpr int patience = 1'800'000; // milliseconds

double secondsBy(clockid_t clock)
{
    timespec time;
    clock_gettime(clock, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

double wallSeconds()
{
    return secondsBy(CLOCK_MONOTONIC);
}

double processorSeconds()
{
    return secondsBy(CLOCK_PROCESS_CPUTIME_ID);
}

struct Question {
    bool countsProcessorTime = false, isRun = false;
    int pairs = 3;
    std::vector<std::filesystem::path> models;

    int threads() const { return countsProcessorTime ? 1 : 0; }
    double now() const { return countsProcessorTime ? processorSeconds() : wallSeconds(); }
};

Question questionOf(const QStringList& arguments)
{
    Question question;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--processor-time")
            question.countsProcessorTime = true;
        else if (arguments[i] == "--run")
            question.isRun = true;
        else if (arguments[i] == "--pairs")
            question.pairs = std::max(1, arguments.value(++i).toInt());
        else
            question.models.push_back(arguments[i].toStdString());
    }
    if (question.models.empty())
        throw std::runtime_error("planner_bench takes the paths of models.");
    return question;
}

runtime::LoadOptions optionsFor(const std::filesystem::path& model, const Question& question)
{
    runtime::LoadOptions options;
    options.path = model;
    options.threads = question.threads();
    options.contextTokens = 1024;
    return options;
}

// ---- a run ----

struct Turn {
    double readSeconds = 0, writeSeconds = 0;
};

Turn timed(runtime::LoadedModel& model, int64_t prompt, int64_t answer, const Question& question)
{
    engine::Generator generator(
        model.model(), model.cache(), model.tokenizer(), {.maxReadingTime = {}});
    engine::Job job;
    for (int64_t token = 0; token < prompt; ++token)
        job.ids.push_back(engine::TokenId(1 + token * 7919 % (model.config().vocabulary - 1)));
    job.maxNewTokens = answer;
    generator.enqueue(job);

    const double start = question.now();
    Turn turn;
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            if (result.stage == engine::Stage::Streaming && turn.readSeconds == 0)
                turn.readSeconds = question.now() - start; // to the first token
    turn.writeSeconds = question.now() - start - turn.readSeconds;
    return turn;
}

Json timedText(const runtime::LoadOptions& options, const Question& question)
{
    const runtime::ForecastTurn expected;
    const auto model = runtime::LoadedModel::load(options);
    const auto [reading, writing]
        = timed(*model, expected.promptTokens, expected.answerTokens + 1, question);
    return {{"prefill", double(expected.promptTokens) / reading},
        {"decode", double(expected.answerTokens) / writing}};
}

// Measures from the question to the first token; the mapped parts of the model have been read
// before.
double pictureSeconds(runtime::LoadOptions options, const Question& question)
{
    const runtime::ForecastTurn expected;
    options.contextTokens = 0;
    const auto model = runtime::LoadedModel::load(options);
    const auto picture = [](int64_t width, int64_t height) {
        return vision::Image{
            width, height, std::vector<uint8_t>(size_t(3 * width * height), uint8_t(90))};
    };
    const vision::Image photograph = picture(expected.pictureWidth, expected.pictureHeight);
    model->embed(picture(64, 64));
    timed(*model, 2, 1, question);

    const double start = question.now();
    const int64_t rows = model->embed(photograph)->count();
    timed(*model, rows + expected.wordsAboutPicture, 1, question);
    return question.now() - start;
}

void run(const Question& question)
{
    const runtime::LoadOptions options = optionsFor(question.models.front(), question);
    Json measured{{"memory", double(tests::measuredMemory(options)) / 1e6}};
    measured.update(timedText(options, question));
    if (runtime::readModelFacts(options.path).vision)
        measured["picture"] = pictureSeconds(options, question);
    std::printf("%s\n", measured.dump().c_str());
}

Json runOf(const std::filesystem::path& model, const Question& question)
{
    QStringList arguments{"--run", QString::fromStdString(model.string())};
    if (question.countsProcessorTime)
        arguments << "--processor-time";
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), arguments);
    if (!process.waitForFinished(patience) || process.exitCode() != 0)
        throw std::runtime_error(process.readAllStandardError().toStdString());
    return Json::parse(process.readAllStandardOutput().toStdString());
}

// ---- predictions ----

Json forecastFor(const runtime::MachineSpeed& machine, const std::filesystem::path& model,
    const Question& question)
{
    const runtime::ModelFacts facts = runtime::readModelFacts(model);
    const auto forecast = runtime::estimateSpeed(machine, facts, optionsFor(model, question));
    if (!forecast)
        throw std::runtime_error(
            "Nothing can be predicted of " + model.string() + ". " + facts.sentence);
    return {{"memory", double(forecast->memory) / 1e6},
        {"prefill", forecast->prefillTokensPerSecond}, {"decode", forecast->decodeTokensPerSecond},
        {"picture", forecast->secondsToPicture}};
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Pair {
    Json predicted, measured;
};

void print(const std::string& model, const std::string& figure, const std::vector<Pair>& pairs)
{
    std::vector<double> predicted, measured, ratios;
    for (const Pair& pair : pairs) {
        predicted.push_back(pair.predicted[figure].get<double>());
        measured.push_back(pair.measured[figure].get<double>());
        ratios.push_back(predicted.back() / measured.back());
    }
    const char* unit = figure == "memory" ? "MB" : figure == "picture" ? "s" : "tokens/s";
    const Json line{{"figure", "planner." + figure}, {"model", model},
        {"predicted", median(predicted)}, {"measured", median(measured)}, {"unit", unit},
        {"ratio", median(ratios)}, {"least", *std::ranges::min_element(ratios)},
        {"most", *std::ranges::max_element(ratios)}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

void compare(const Question& question)
{
    runtime::SelfTestSize size;
    if (question.countsProcessorTime)
        size.now = processorSeconds;
    std::vector<std::vector<Pair>> pairs(question.models.size());
    for (int pair = 0; pair < question.pairs; ++pair) {
        const runtime::MachineSpeed machine{
            {runtime::measureDevice("cpu", question.threads(), {}, size)}};
        for (size_t i = 0; i < question.models.size(); ++i)
            pairs[i].push_back({forecastFor(machine, question.models[i], question),
                runOf(question.models[i], question)});
    }
    for (size_t i = 0; i < question.models.size(); ++i)
        for (const auto& [figure, value] : pairs[i].front().measured.items())
            print(question.models[i].stem().string(), figure, pairs[i]);
}

} // namespace

int main(int argumentCount, char** argumentValues)
{
    const QCoreApplication application(argumentCount, argumentValues);
    try {
        const Question question = questionOf(application.arguments().mid(1));
        question.isRun ? run(question) : compare(question);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
