#include "tests/runtime/models/measured_memory.h"
#include "tests/support/program.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "runtime/models/memory_estimate.h"
#include "runtime/planner/forecast.h"
#include "runtime/planner/measure_device.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

// What the planner foretells against what is measured, one JSON object a line:
// `planner_bench [--threads N] [--pairs N] MODEL…`. Self-test and runs take turns; speeds and ratios are
// the medians of the pairs.

namespace {

constexpr int patience = 600'000; // milliseconds

struct Question {
    int threads = 0, pairs = 3;
    std::vector<std::filesystem::path> models;
};

Question questionOf(const QStringList& arguments)
{
    Question question;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--threads")
            question.threads = arguments.value(++i).toInt();
        else if (arguments[i] == "--pairs")
            question.pairs = std::max(1, arguments.value(++i).toInt());
        else
            question.models.push_back(arguments[i].toStdString());
    }
    if (question.models.empty())
        throw std::runtime_error("planner_bench takes the paths of models.");
    return question;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// What was foretold and measured in each pair.
struct Figure {
    std::vector<double> predicted, measured;

    void add(double foretold, double seen)
    {
        predicted.push_back(foretold);
        measured.push_back(seen);
    }

    void print(const std::string& name, const std::string& model, const char* unit) const
    {
        std::vector<double> ratios;
        for (size_t i = 0; i < predicted.size(); ++i)
            ratios.push_back(predicted[i] / measured[i]);
        const nlohmann::ordered_json line{{"figure", name}, {"model", model},
            {"predicted", median(predicted)}, {"measured", median(measured)}, {"unit", unit},
            {"ratio", median(ratios)},
            {"ratios", {*std::ranges::min_element(ratios), *std::ranges::max_element(ratios)}}};
        std::printf("%s\n", line.dump().c_str());
        std::fflush(stdout);
    }
};

runtime::LoadOptions optionsFor(const std::filesystem::path& model, int threads)
{
    runtime::LoadOptions options;
    options.path = model;
    options.threads = threads;
    options.contextTokens = 1024;
    return options;
}

runtime::SpeedForecast forecastFor(const runtime::MachineSpeed& machine,
    const runtime::ModelFacts& facts, const runtime::LoadOptions& options)
{
    const auto forecast = runtime::forecastOf(machine, facts, options);
    if (!forecast)
        throw std::runtime_error(
            "Nothing can be foretold of " + options.path.string() + ". " + facts.sentence);
    return *forecast;
}

// A process of its own, as `vignette-cli bench` measures.
QJsonObject run(const runtime::LoadOptions& options, const runtime::ForecastTurn& turn)
{
    const auto result
        = tests::runCli({"bench", "--model", QString::fromStdString(options.path.string()),
            "--threads", QString::number(options.threads), "--prompt",
            QString::number(turn.promptTokens), "--generate", QString::number(turn.answerTokens)});
    if (result.exitCode != 0)
        throw std::runtime_error(result.errors.toStdString());
    return result.jsonLines().value(0);
}

// What this program says of a model in a process of its own, where no memory is left of others.
QJsonObject ofOneself(const char* what, const runtime::LoadOptions& options)
{
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(),
        {what, QString::fromStdString(options.path.string()), QString::number(options.threads)});
    if (!process.waitForFinished(patience) || process.exitCode() != 0)
        throw std::runtime_error(process.readAllStandardError().toStdString());
    return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
}

int sayMemory(const runtime::LoadOptions& options)
{
    std::printf("{\"memory_mb\": %f}\n", double(tests::measuredMemory(options)) / 1e6);
    return 0;
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Reads so many tokens, those of a picture and of words, and writes the first of an answer.
void readAndBegin(runtime::LoadedModel& model, int64_t tokens)
{
    engine::Generator generator(model.model(), model.cache(), model.tokenizer(), {});
    engine::Job job;
    for (int64_t token = 0; token < tokens; ++token)
        job.ids.push_back(engine::TokenId(1 + token * 7919 % (model.config().vocabulary - 1)));
    job.maxNewTokens = 1;
    generator.enqueue(job);
    while (generator.numRemainingJobs() > 0)
        generator.iterate();
}

int sayPicture(runtime::LoadOptions options)
{
    const runtime::ForecastTurn turn;
    options.contextTokens = 0;
    const auto model = runtime::LoadedModel::load(options);
    readAndBegin(*model, 2); // what is mapped from the file is in memory from here on
    vision::Image picture{turn.pictureWidth, turn.pictureHeight, {}};
    picture.rgb.assign(size_t(3 * picture.width * picture.height), uint8_t(90));
    vision::Image small{64, 64, std::vector<uint8_t>(3 * 64 * 64, 90)};
    model->embed(small);

    const auto start = std::chrono::steady_clock::now();
    const int64_t rows = model->embed(picture)->count();
    readAndBegin(*model, rows + turn.wordsAboutPicture);
    std::printf("{\"picture_s\": %f}\n", secondsSince(start));
    return 0;
}

struct ModelFigures {
    runtime::ModelFacts facts;
    runtime::LoadOptions options;
    Figure decode, prefill, picture;
};

void compareSpeed(std::vector<ModelFigures>& models, const Question& question)
{
    const runtime::ForecastTurn turn;
    for (int pair = 0; pair < question.pairs; ++pair) {
        const runtime::MachineSpeed machine{{runtime::measureDevice("cpu", question.threads)}};
        for (ModelFigures& model : models) {
            const auto forecast = forecastFor(machine, model.facts, model.options);
            const QJsonObject seen = run(model.options, turn);
            model.decode.add(
                forecast.decodeTokensPerSecond, seen["generate_tokens_per_s"].toDouble());
            model.prefill.add(
                forecast.prefillTokensPerSecond, seen["prompt_tokens_per_s"].toDouble());
            if (model.facts.vision)
                model.picture.add(forecast.secondsToPicture,
                    ofOneself("--picture", model.options)["picture_s"].toDouble());
        }
    }
}

Figure compareMemory(const ModelFigures& model)
{
    Figure memory;
    memory.add(double(runtime::estimateMemory(model.facts, model.options).total()) / 1e6,
        ofOneself("--memory", model.options)["memory_mb"].toDouble());
    return memory;
}

void compare(const Question& question)
{
    std::vector<ModelFigures> models;
    for (const std::filesystem::path& path : question.models)
        models.push_back(
            {runtime::readModelFacts(path), optionsFor(path, question.threads), {}, {}, {}});
    compareSpeed(models, question);
    for (const ModelFigures& model : models) {
        model.decode.print("planner.decode", model.facts.name, "tokens/s");
        model.prefill.print("planner.prefill", model.facts.name, "tokens/s");
        if (model.facts.vision)
            model.picture.print("planner.picture", model.facts.name, "s");
        compareMemory(model).print("planner.memory", model.facts.name, "MB");
    }
}

} // namespace

int main(int argumentCount, char** argumentValues)
{
    const QCoreApplication application(argumentCount, argumentValues);
    qputenv("VIGNETTE_BIN", application.applicationDirPath().toUtf8() + "/../bin");
    try {
        const QStringList arguments = application.arguments().mid(1);
        const auto options
            = optionsFor(arguments.value(1).toStdString(), arguments.value(2).toInt());
        if (arguments.value(0) == "--memory")
            return sayMemory(options);
        if (arguments.value(0) == "--picture")
            return sayPicture(options);
        compare(questionOf(arguments));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
