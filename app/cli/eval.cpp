#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/evaluation/perplexity.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* howItIsCut
    = "Compatible with llama-perplexity of llama.cpp: the text is split into independent chunks of "
      "--chunk tokens, each starting with the BOS token if the model has one, and the second half "
      "of each chunk is scored. The KV cache is fp16.";

void addEvalOptions(QCommandLineParser& parser)
{
    parser.addPositionalArgument("FILE", "a text");
    addModelOptions(parser);
    parser.addOption(withDefault("chunk", "Tokens per chunk (n_ctx in llama.cpp).", "N", "512"));
    parser.addOption(withDefault("chunks", "Number of chunks; 0: all.", "N", "0"));
    parser.addOption({"json", "Print JSON."});
}

/// A model and the ids that it reads of the text.
struct Reading {
    Reading(std::unique_ptr<runtime::LoadedModel> loaded, const std::string& text,
        const engine::Chunking& chunking)
        : model(std::move(loaded))
        , ids(engine::idsToEvaluate(model->tokenizer(), text))
        , reader(model->model(), model->cache(), chunking, bos())
    {
    }

    engine::TokenId bos() const
    {
        const engine::TokenIds around = model->tokenizer().withBoundaries({});
        const engine::TokenId bos = model->tokenizer().bos();
        return !around.empty() && around.front() == bos ? bos : -1;
    }

    void begin(int64_t chunk, const engine::Chunking& chunking)
    {
        reader.begin(
            std::span(ids).subspan(size_t(chunk * chunking.length), size_t(chunking.length)));
    }

    std::unique_ptr<runtime::LoadedModel> model;
    engine::TokenIds ids;
    engine::ChunkReader reader;
};

engine::Chunking parseChunking(const QCommandLineParser& parser)
{
    return {
        integerOption(parser, "chunk", 4, 1 << 20), integerOption(parser, "chunks", 0, 1 << 24)};
}

std::string readInput(const QCommandLineParser& parser, const char* program)
{
    if (parser.positionalArguments().size() != 1)
        throw UsageError(std::string(program) + " takes one FILE");
    return readTextFile(parser.positionalArguments().first());
}

void print(const QCommandLineParser& parser, const Json& figures)
{
    if (parser.isSet("json"))
        return printJson(figures);
    for (const auto& [name, value] : figures.items())
        printText(
            name + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n");
}

int evalPerplexity(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QString("Measures the perplexity of a model on a text. %1").arg(howItIsCut));
    addEvalOptions(parser);
    parse(parser, "vignette-cli eval perplexity", arguments);
    const std::string text = readInput(parser, "vignette-cli eval perplexity");
    const engine::Chunking chunking = parseChunking(parser);

    Reading reading(loadModel(parser, chunking.length), text, chunking);
    const int64_t chunks = chunking.chunkCount(int64_t(reading.ids.size()));
    const auto vocabulary = size_t(reading.model->config().vocabulary);
    engine::Perplexity perplexity;
    ProgressBar bar("Reading");
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        reading.begin(chunk, chunking);
        for (auto logits = reading.reader.next(); !logits.empty(); logits = reading.reader.next())
            for (const engine::TokenId token : reading.reader.scored()) {
                perplexity.add(engine::surprise(logits.first(vocabulary), token));
                logits = logits.subspan(vocabulary);
            }
        bar.show(chunk + 1, chunks);
    }
    print(parser,
        {{"model", reading.model->name()}, {"tokens", reading.ids.size()},
            {"chunk", chunking.length}, {"chunks", chunks}, {"scored", perplexity.tokens()},
            {"perplexity", perplexity.value()}, {"error", perplexity.error()},
            {"mean_surprise", perplexity.meanSurprise()}});
    return 0;
}

// Both read a chunk step by step, so that only the logits of some tokens are in memory.
void compare(Reading& base, Reading& other, engine::Divergence& divergence,
    engine::Perplexity& ofBase, engine::Perplexity& ofOther)
{
    const auto vocabulary = size_t(base.model->config().vocabulary);
    for (;;) {
        std::span<const float> baseLogits = base.reader.next(), logits = other.reader.next();
        if (baseLogits.empty())
            return;
        for (const engine::TokenId token : base.reader.scored()) {
            const auto baseRow = baseLogits.first(vocabulary), row = logits.first(vocabulary);
            divergence.add(baseRow, row);
            ofBase.add(engine::surprise(baseRow, token));
            ofOther.add(engine::surprise(row, token));
            baseLogits = baseLogits.subspan(vocabulary);
            logits = logits.subspan(vocabulary);
        }
    }
}

int evalKl(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QString("Measures the KL divergence of a model's next-token probabilities from those of a "
                "base model, such as the unquantized model. The base model is always computed in "
                "full precision. %1")
            .arg(howItIsCut));
    addEvalOptions(parser);
    parser.addOption({"base", "The base model.", "MODEL"});
    parser.addOption({"base-cache-type",
        "KV cache type of the base model. Default: that of --cache-type.", "TYPE"});
    parse(parser, "vignette-cli eval kl", arguments);
    const std::string text = readInput(parser, "vignette-cli eval kl");
    if (!parser.isSet("base"))
        throw UsageError("vignette-cli eval kl needs --base MODEL");
    const engine::Chunking chunking = parseChunking(parser);

    Reading base(
        loadModel(parser, chunking.length,
            {parser.value("base"), parser.value("base-cache-type"), kernels::Products::Exact}),
        text, chunking);
    Reading other(loadModel(parser, chunking.length), text, chunking);
    if (base.ids != other.ids
        || base.model->config().vocabulary != other.model->config().vocabulary)
        throw base::Error(base::ErrorKind::BadRequest,
            base.model->name() + " and " + other.model->name()
                + " split the text into different tokens");
    const int64_t chunks = chunking.chunkCount(int64_t(base.ids.size()));
    engine::Divergence divergence;
    engine::Perplexity ofBase, ofOther;
    ProgressBar bar("Reading");
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        base.begin(chunk, chunking);
        other.begin(chunk, chunking);
        compare(base, other, divergence, ofBase, ofOther);
        bar.show(chunk + 1, chunks);
    }
    print(parser,
        {{"base", base.model->name()}, {"model", other.model->name()}, {"tokens", base.ids.size()},
            {"chunk", chunking.length}, {"chunks", chunks}, {"scored", divergence.tokens()},
            {"base_perplexity", ofBase.value()}, {"perplexity", ofOther.value()},
            {"mean_kl", divergence.mean()}, {"mean_kl_error", divergence.standardError()},
            {"median_kl", divergence.quantile(0.5)}, {"kl_99", divergence.quantile(0.99)},
            {"greatest_kl", divergence.quantile(1)}, {"same_top", divergence.sameTop()}});
    return 0;
}

constexpr Command measures[] = {
    {"perplexity", "measure perplexity on a text", evalPerplexity},
    {"kl", "measure KL divergence from a base model", evalKl},
};

} // namespace

int runEval(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        printText("Usage: vignette-cli eval MEASURE FILE [OPTIONS]; MEASURE --help shows its "
                  "options.\n\n");
        for (const Command& measure : measures)
            printText("  " + QString(measure.name).leftJustified(12).toStdString() + measure.summary
                + "\n");
        return 0;
    }
    return findCommand(measures, arguments, "vignette-cli eval").run(arguments.mid(1));
}

} // namespace app
