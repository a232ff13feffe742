#include "app/cli/model_options.h"

#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/output.h"
#include "base/log.h"
#include "runtime/answers/local_engine.h"
#include "services/hub/hub_access.h"
#include "services/network/network.h"
#include "services/pictures/picture_detail.h"
#include "services/remote/chat_request.h"
#include "services/remote/provider_trial.h"
#include "services/remote/remote_engine.h"
#include "services/serving/joined_programs.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"
#include "services/text.h"
#include "vision/image_budget.h"

#include <QEventLoop>

#include <algorithm>
#include <semaphore>

namespace app {

namespace {

engine::CacheType cacheType(const QString& name)
{
    if (const auto type = engine::cacheTypeFromName(name.toStdString()))
        return *type;
    throw UsageError("--cache-type needs fp16, q8, q6, q4 or fp32, or two of them for keys and "
                     "values (q8/q4), not '"
        + name.toStdString() + "'");
}

int64_t deviceMemory(const QCommandLineParser& parser)
{
    return integerOption(parser, "device-memory", 0, services::settings::deviceMemory.most) << 20;
}

engine::ExpertPlacement expertPlacement(const QString& name)
{
    if (const auto placement = engine::expertPlacementFromName(name.toStdString()))
        return *placement;
    throw UsageError("--experts needs auto, gpu or cpu, not '" + name.toStdString() + "'");
}

bool isOn(const QCommandLineParser& parser, const QString& option)
{
    const QString value = parser.value(option);
    if (value != QLatin1String("on") && value != QLatin1String("off"))
        throw UsageError(
            "--" + option.toStdString() + " needs on or off, not '" + value.toStdString() + "'");
    return value == QLatin1String("on");
}

// "FOLDER" or "FOLDER:SCALE".
runtime::AdapterChoice adapterChoice(const QString& text)
{
    const qsizetype colon = text.lastIndexOf(':');
    bool isNumber = false;
    const float scale = text.mid(colon + 1).toFloat(&isNumber);
    if (colon < 0 || !isNumber)
        return {text.toStdString(), 1};
    return {text.left(colon).toStdString(), scale};
}

runtime::LoadOptions loadOptions(const QCommandLineParser& parser)
{
    runtime::LoadOptions options;
    options.path = parser.value("model").toStdString();
    options.projectorPath = parser.value("mmproj").toStdString();
    for (const QString& adapter : parser.values("lora"))
        options.adapters.push_back(adapterChoice(adapter));
    options.device = parser.value("device").toStdString();
    options.deviceMemory = deviceMemory(parser);
    options.experts = expertPlacement(parser.value("experts"));
    options.threads = int(integerOption(parser, "threads", 0, services::settings::threads.most));
    options.cacheType = cacheType(parser.value("cache-type"));
    options.contextTokens = integerOption(parser, "context", 0, 1 << 24);
    if (parser.isSet("exact"))
        options.products = kernels::Products::Exact;
    if (parser.isSet("layout-cache"))
        options.layouts.path = services::paths::layoutFolder().toStdString();
    return options;
}

// What an engine says while it loads, for another thread that waits for it.
class Changes : public runtime::EngineHost {
public:
    void changed() override { m_changed.release(); }
    void awaitOne() { m_changed.acquire(); }

private:
    std::counting_semaphore<> m_changed{0};
};

} // namespace

void addModelOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"model", "A GGUF file or a Hugging Face folder. Default: the built-in model.", "MODEL"},
        {"mmproj", "The vision encoder (mmproj) of a GGUF model, if it isn't in the same folder.",
            "FILE"},
        {"lora", "A LoRA adapter folder and its scale, usually 0 to 1; repeatable.",
            "FOLDER[:SCALE]"},
        withDefault("device",
            "cpu, cuda, cuda:N or reference; a list such as cuda:0,cpu splits the model in this "
            "order.",
            "NAME[,NAME…]", "cpu"),
        withDefault(
            "device-memory", "GPU memory limit in MiB per GPU; 0: all free memory.", "MIB", "0"),
        withDefault("experts",
            "Where the experts of a mixture are computed if --device is a GPU: gpu, cpu, or auto "
            "(on the CPU as far as they don't fit on the GPU).",
            "auto|gpu|cpu", "auto"),
        withDefault("threads", "Number of threads; 0: one per core.", "N", "0"),
        withDefault("cache-type",
            "KV cache type: fp16, q8, q6, q4 or fp32; q8/q4 for different keys and values.", "TYPE",
            "fp16"),
        withDefault("context", "Context length in tokens; 0: model default.", "N", "0"),
        {"exact", "Compute in full precision (slower)."},
        {"layout-cache",
            "Cache weights on disk in the CPU's layout, so that the model loads faster next time."},
    });
}

std::unique_ptr<runtime::LoadedModel> loadModel(
    const QCommandLineParser& parser, int64_t cacheTokens, const InsteadOfOptions& instead)
{
    runtime::LoadOptions options = loadOptions(parser);
    if (!instead.model.isEmpty())
        options.path = instead.model.toStdString();
    if (!instead.cacheType.isEmpty())
        options.cacheType = cacheType(instead.cacheType);
    if (instead.products)
        options.products = *instead.products;
    if (options.contextTokens == 0)
        options.contextTokens = cacheTokens;
    ProgressBar bar("Loading");
    return runtime::LoadedModel::load(options, [&bar](double share) {
        bar.show(share);
        return true;
    });
}

namespace {

void warnAboutNotes(
    const runtime::ModelSummary& model, const std::function<void(const std::string&)>& warn)
{
    for (const runtime::LoadNote& note : model.notes) {
        if (note.about == runtime::LoadNote::About::TemplateIsMissing)
            warn(model.name + " has no chat template; using the format of " + note.name + ".");
        if (note.about == runtime::LoadNote::About::TemplateFails)
            warn(model.name + " can't chat: " + note.reason);
    }
}

runtime::LocalEngineOptions localOptions(const QCommandLineParser& parser, Drafts drafts)
{
    runtime::LocalEngineOptions options;
    options.load = loadOptions(parser);
    if (drafts == Drafts::AsOptionsSay) {
        options.load.draftPath = parser.value("draft-model").toStdString();
        options.load.guessesFromText = parser.isSet("ngram-draft");
    }
    options.missing = runtime::LocalEngineOptions::Missing::Fail;
    return options;
}

void logTo(const std::function<void(const std::string& message)>& warn)
{
    base::setLogWriter([warn](base::LogLevel level, const std::string& message) {
        if (level == base::LogLevel::Warning)
            warn(message);
    });
}

// Loads the engine and returns it once it can answer.
std::unique_ptr<runtime::AnswerEngine> ready(std::unique_ptr<runtime::AnswerEngine> engine,
    Changes& changes, const std::function<void(const std::string&)>& warn)
{
    ProgressBar bar("Loading");
    engine->load();
    for (;;) {
        const runtime::ModelState state = engine->describe();
        if (state.stage == runtime::ModelState::Stage::Failed)
            throw base::Error(base::ErrorKind::BadFile, state.message);
        if (state.stage == runtime::ModelState::Stage::Ready) {
            warnAboutNotes(state.summary, warn);
            return engine;
        }
        bar.show(state.share);
        changes.awaitOne();
    }
}

} // namespace

std::unique_ptr<runtime::AnswerEngine> loadLocalEngine(const QCommandLineParser& parser,
    Drafts drafts, const std::function<void(const std::string& message)>& warn,
    const QString& model)
{
    logTo(warn);
    const auto changes = std::make_shared<Changes>();
    runtime::LocalEngineOptions options = localOptions(parser, drafts);
    if (!model.isEmpty()) {
        options.load.path = model.toStdString();
        options.load.projectorPath.clear();
        options.load.adapters.clear();
    }
    return ready(
        std::make_unique<runtime::LocalEngine>(std::move(options), changes), *changes, warn);
}

std::unique_ptr<runtime::AnswerEngine> loadEngine(
    const QCommandLineParser& parser, Drafts drafts, const runtime::AnswerSettings& settings)
{
    const auto changes = std::make_shared<Changes>();
    const bool isElsewhere = parser.optionNames().contains(QStringLiteral("endpoint"));
    auto engine
        = isElsewhere ? remoteEngine(parser, changes) : joinedEngine(parser, settings, changes);
    if (!engine)
        return loadLocalEngine(parser, drafts, printError);
    logTo(printError);
    return ready(std::move(engine), *changes, printError);
}

namespace {

using runtime::FieldValue;

float readValue(
    const FieldValue<float>& field, const QCommandLineParser& parser, const QString& flag)
{
    return float(numberOption(parser, flag, double(field.min), double(field.max)));
}

template <typename Integer>
requires std::is_same_v<Integer, int> || std::is_same_v<Integer, int64_t> Integer readValue(
    const FieldValue<Integer>& field, const QCommandLineParser& parser, const QString& flag)
{
    return Integer(integerOption(parser, flag, field.min, field.max));
}

uint64_t readValue(
    const FieldValue<uint64_t>& field, const QCommandLineParser& parser, const QString& flag)
{
    bool isNumber = false;
    const quint64 value = parser.value(flag).trimmed().toULongLong(&isNumber);
    if (!isNumber)
        throw UsageError(QStringLiteral("--%1 needs an integer from %2 to %3, not '%4'")
                             .arg(flag)
                             .arg(field.min)
                             .arg(field.max)
                             .arg(parser.value(flag))
                             .toStdString());
    return value;
}

bool readValue(const FieldValue<bool>&, const QCommandLineParser& parser, const QString& flag)
{
    return isOn(parser, flag);
}

std::string readValue(
    const FieldValue<std::string>& field, const QCommandLineParser& parser, const QString& flag)
{
    std::string text = parser.value(flag).toStdString();
    if (runtime::limit(field, text))
        throw UsageError("--" + flag.toStdString() + " needs " + runtime::listChoices(field)
            + ", not '" + parser.value(flag).toStdString() + "'");
    return text;
}

std::vector<std::string> readValue(const FieldValue<std::vector<std::string>>& field,
    const QCommandLineParser& parser, const QString& flag)
{
    std::vector<std::string> texts = optionValues(parser, flag);
    std::erase(texts, "");
    if (runtime::limit(field, texts))
        throw UsageError(QStringLiteral("--%1 can be given %2 times, with at most %3 bytes each")
                             .arg(flag)
                             .arg(runtime::maxTexts)
                             .arg(runtime::maxTextBytes)
                             .toStdString());
    return texts;
}

// The help of an option, with the standard value if that is a number.
QString helpText(const runtime::AnswerField& field)
{
    const QString help = QString::fromUtf8(field.flagHelp);
    return std::visit(
        [&](const auto& value) {
            using Value = typename std::decay_t<decltype(value)>::Type;
            if constexpr (std::is_same_v<Value, float> || std::is_same_v<Value, int>)
                return help + QStringLiteral(" Default: ") + QString::number(*value.standard);
            return help;
        },
        field.value);
}

} // namespace

void addAnswerOptions(QCommandLineParser& parser, int maxTokens)
{
    for (const runtime::AnswerField& field : runtime::answerFields()) {
        if (!field.flag)
            continue;
        const QString flag = QString::fromUtf8(field.flag);
        const QString value = QString::fromUtf8(field.flagValue);
        const bool isLength = field.key == std::string_view("maxTokens");
        parser.addOption(isLength
                ? withDefault(flag, field.flagHelp, value, QString::number(maxTokens))
                : QCommandLineOption(flag, helpText(field), value));
    }
}

void addFormOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"schema", "Constrain the answer to JSON that matches this schema.", "FILE"},
        {"regex", "Constrain the answer to this regular expression.", "PATTERN"},
        {"grammar", "Constrain the answer to this GBNF grammar, starting at the rule root.",
            "FILE"},
    });
}

runtime::AnswerSettings answerSettings(const QCommandLineParser& parser)
{
    runtime::AnswerSettings settings;
    for (const runtime::AnswerField& field : runtime::answerFields()) {
        const QString flag = QString::fromUtf8(field.flag);
        const bool isGiven = field.flag && (parser.isSet(flag) || !parser.value(flag).isEmpty());
        if (!isGiven)
            continue;
        std::visit(
            [&](const auto& value) { settings.*value.member = readValue(value, parser, flag); },
            field.value);
    }
    if (parser.isSet("schema"))
        settings.schema = readTextFile(parser.value("schema"));
    if (parser.isSet("regex"))
        settings.regex = parser.value("regex").toStdString();
    if (parser.isSet("grammar"))
        settings.grammar = readTextFile(parser.value("grammar"));
    return settings;
}

std::vector<std::string> optionValues(const QCommandLineParser& parser, const QString& name)
{
    std::vector<std::string> values;
    for (const QString& value : parser.values(name))
        values.push_back(value.toStdString());
    return values;
}

void addDraftOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"draft-model",
            "Draft model: a small model with the same vocabulary, for speculative decoding.",
            "MODEL"},
        {"ngram-draft", "Speculative decoding with n-grams from the chat."},
    });
}

namespace {

using services::reject;

// Never an argument, which others on this machine can read.
QByteArray readApiKey(const QCommandLineParser& parser)
{
    const QByteArray given = parser.isSet("api-key-file")
        ? QByteArray::fromStdString(readTextFile(parser.value("api-key-file")))
        : qgetenv("VIGNETTE_API_KEY");
    const auto key = services::tokenFrom(given);
    if (!key)
        reject("The API key isn't valid: it contains spaces or unsupported characters.");
    return *key;
}

QList<services::OfferedModel> modelsAt(const QString& address, const QByteArray& key)
{
    services::Network network(nullptr, services::Network::Proxy::ForOtherComputers);
    services::ProviderInquiry inquiry(network, address, key, {}, {});
    QEventLoop loop;
    QList<services::OfferedModel> offered;
    QString problem;
    QObject::connect(&inquiry, &services::ProviderInquiry::found, &loop,
        [&](const QList<services::OfferedModel>& all) {
            offered = all;
            loop.quit();
        });
    QObject::connect(&inquiry, &services::ProviderInquiry::failed, &loop,
        [&](const services::RemoteFailure& failure) {
            problem = toMessage(failure);
            loop.quit();
        });
    loop.exec();
    if (!problem.isEmpty())
        reject(problem);
    return offered;
}

QString onlyModelAt(const QString& address, const QByteArray& key)
{
    const QList<services::OfferedModel> offered = modelsAt(address, key);
    if (offered.size() == 1)
        return offered.first().name;
    QStringList names;
    for (const services::OfferedModel& model :
        offered.first(std::min<qsizetype>(offered.size(), 20)))
        names << model.name;
    reject(offered.isEmpty()
            ? QStringLiteral("No models available at %1.").arg(services::hostName(address))
            : QStringLiteral("%1 offers several models; choose one with --model: %2")
                  .arg(services::hostName(address), names.join(QStringLiteral(", "))));
}

} // namespace

void addProviderOptions(QCommandLineParser& parser)
{
    parser.addOptions({
        {"endpoint",
            "URL of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1; --model is the "
            "name of one of its models.",
            "URL"},
        {"api-key-file",
            "API key for the server. Default: the VIGNETTE_API_KEY environment variable.", "FILE"},
    });
}

RemoteChoice remoteChoice(const QCommandLineParser& parser)
{
    RemoteChoice choice;
    choice.address = services::providerAddress(parser.value("endpoint"));
    choice.key = readApiKey(parser);
    services::ContactedHosts(services::paths::contactFile()).add(QUrl(choice.address).host());
    choice.model
        = parser.isSet("model") ? parser.value("model") : onlyModelAt(choice.address, choice.key);
    return choice;
}

std::unique_ptr<runtime::AnswerEngine> remoteEngine(
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host)
{
    const RemoteChoice choice = remoteChoice(parser);
    services::RemoteEngineOptions options;
    options.provider.address = choice.address;
    if (parser.optionNames().contains("jobs"))
        options.provider.atOnce = parser.value("jobs").toInt();
    options.model = choice.model;
    options.key = [key = choice.key](const auto& done) { done({key, {}}); };
    options.thread = std::make_shared<services::RemoteThread>();
    return std::make_unique<services::RemoteEngine>(std::move(options), std::move(host));
}

namespace {

// They say how a model is loaded, which has been done already; and --heal, for which there is no field.
constexpr const char* optionsApart[]
    = {"heal", "mmproj", "lora", "device", "device-memory", "experts", "threads", "cache-type",
        "context", "exact", "image-tokens", "layout-cache", "draft-model", "ngram-draft"};

// What is asked for and only a model that is loaded for it can do; empty: nothing.
QString whatNeedsItsOwn(const QCommandLineParser& parser, const runtime::AnswerSettings& settings)
{
    const QStringList given = parser.optionNames();
    for (const char* option : optionsApart)
        if (given.contains(QLatin1String(option)))
            return QStringLiteral("--") + QLatin1String(option);
    const QStringList missing
        = services::settingsThatLack(settings, services::serverKind("vignette"));
    return missing.join(QStringLiteral(", "));
}

void tellApart(const QString& why)
{
    printError("Loading the model here: the running program " + why.toStdString() + ".");
}

std::unique_ptr<runtime::AnswerEngine> makeJoinedEngine(const services::JoinedModel& joined,
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host)
{
    services::RemoteEngineOptions options;
    options.provider.address = joined.address;
    if (parser.optionNames().contains(QStringLiteral("jobs")))
        options.provider.atOnce = parser.value("jobs").toInt();
    options.model = joined.model;
    // The connection lives with the engine, and the remote server with the connection.
    options.key = [key = joined.key, held = joined.connection](const auto& done) {
        done({key, {}});
    };
    options.thread = std::make_shared<services::RemoteThread>();
    return std::make_unique<services::RemoteEngine>(std::move(options), std::move(host));
}

} // namespace

void addImageTokensOption(QCommandLineParser& parser)
{
    parser.addOption({"image-tokens",
        "The most tokens that an image may take: more for small text, fewer for speed. Or a detail: "
        "fast, balanced, fine or tiles. Default: as the model is made.",
        "N"});
}

namespace {

void requireTiles(const vision::VisionConfig& config)
{
    if (vision::canCutTiles(config))
        return;
    throw UsageError(vision::hasImageBudget(config)
            ? "this model has no tiles: use fast, balanced, fine or a number for --image-tokens"
            : "this model has no tiles and reads all images alike: leave out --image-tokens");
}

} // namespace

int64_t imageTokens(
    const QCommandLineParser& parser, const std::optional<vision::VisionConfig>& vision)
{
    if (!parser.isSet("image-tokens"))
        return 0;
    for (const services::PictureDetail& detail : services::pictureDetails())
        if (detail.id == parser.value("image-tokens")) {
            if (vision && detail.tokens == vision::tilesImage)
                requireTiles(*vision);
            return detail.tokens;
        }
    return integerOption(parser, "image-tokens", 1, vision::maxImageTokens);
}

void addApartOption(QCommandLineParser& parser)
{
    parser.addOption({"apart",
        "Load the model here, even if a running Vignette already has it in memory. Default: use "
        "the running Vignette."});
}

std::unique_ptr<runtime::AnswerEngine> joinedEngine(const QCommandLineParser& parser,
    const runtime::AnswerSettings& settings, std::shared_ptr<runtime::EngineHost> host)
{
    if (parser.isSet("apart"))
        return nullptr;
    const auto answer
        = services::joinProgram(services::paths::runtimeFolder(), parser.value("model"));
    if (!answer)
        return nullptr;
    const QString needed = whatNeedsItsOwn(parser, settings);
    if (!answer->joined)
        tellApart(answer->rejection);
    else if (!needed.isEmpty())
        tellApart(QStringLiteral("doesn't support: ") + needed);
    else
        return makeJoinedEngine(*answer->joined, parser, std::move(host));
    return nullptr;
}

} // namespace app
