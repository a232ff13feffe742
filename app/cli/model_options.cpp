#include "app/cli/model_options.h"

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace app {

namespace {

engine::CacheType cacheType(const QString& name)
{
    if (name == "fp16")
        return engine::CacheType::F16;
    if (name == "fp32")
        return engine::CacheType::F32;
    throw UsageError("--cache-type takes fp16 or fp32, not '" + name.toStdString() + "'");
}

} // namespace

void addModelOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"model", "A GGUF file or a Hugging Face folder; without it, the built-in model.", "MODEL"},
        {"mmproj", "The vision part of a GGUF model, if it does not lie beside it.", "FILE"},
        {"device", "cpu or reference.", "NAME", "cpu"},
        {"threads", "Threads to compute with; 0: one for each core.", "N", "0"},
        {"cache-type", "Keys and values kept as fp16 or fp32.", "TYPE", "fp16"},
        {"context", "Tokens the cache holds; 0: as the model suggests.", "N", "0"},
    });
}

std::unique_ptr<services::LoadedModel> loadModel(
    const QCommandLineParser& parser, int64_t cacheTokens)
{
    services::LoadOptions options;
    options.path = parser.value("model").toStdString();
    options.projectorPath = parser.value("mmproj").toStdString();
    options.device = parser.value("device").toStdString();
    options.threads = int(integerOption(parser, "threads", 0, 1024));
    options.cacheType = cacheType(parser.value("cache-type"));
    options.contextTokens = integerOption(parser, "context", 0, 1 << 24);
    if (options.contextTokens == 0)
        options.contextTokens = cacheTokens;

    ProgressBar bar("Loading");
    return services::LoadedModel::load(options, [&bar](double share) {
        bar.show(share);
        return true;
    });
}

void addAnswerOptions(QCommandLineParser& parser, int maxTokens)
{
    parser.addOptions({
        {"max-tokens", "Tokens an answer may have.", "N", QString::number(maxTokens)},
        {"seed", "Makes random choices repeatable.", "N"},
        {"temperature", "0: always the most likely token.", "T"},
        {"top-k", "Choose among the K most likely; 0: off.", "K"},
        {"top-p", "Choose among the likeliest that together reach P.", "P"},
        {"min-p", "Choose among those at least P times as likely as the likeliest.", "P"},
    });
}

engine::Job answerOptions(const QCommandLineParser& parser)
{
    engine::Job job;
    job.decodeSpecialTokens = false;
    job.maxNewTokens = integerOption(parser, "max-tokens", 1, 1 << 24);
    if (parser.isSet("seed"))
        job.seed = uint64_t(integerOption(parser, "seed", 0, std::numeric_limits<qint64>::max()));

    const bool anySampler = parser.isSet("temperature") || parser.isSet("top-k")
        || parser.isSet("top-p") || parser.isSet("min-p");
    job.sampling = anySampler ? engine::SamplerSettings{} : engine::SamplerSettings::greedy();
    if (parser.isSet("temperature"))
        job.sampling.temperature = float(numberOption(parser, "temperature", 0, 100));
    if (parser.isSet("top-k"))
        job.sampling.topK = int(integerOption(parser, "top-k", 0, 1 << 30));
    if (parser.isSet("top-p"))
        job.sampling.topP = float(numberOption(parser, "top-p", 0, 1));
    if (parser.isSet("min-p"))
        job.sampling.minP = float(numberOption(parser, "min-p", 0, 1));
    return job;
}

} // namespace app
