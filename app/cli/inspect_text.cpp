#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/inspect.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/string_constraints.h"
#include "engine/sampling/sampler.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/templates/chat_template.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/models/model_files.h"
#include "services/generation/answer_settings.h"

#include <QDateTime>
#include <QString>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

namespace app {

// The parts of a model that deal with text. The weights are not loaded, so opening takes little
// time for a model of any size.
struct ModelText {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    engine::ChatTemplateSource chatTemplate; // that of its family if the model has none
};

// `path` is a GGUF file, a Hugging Face folder or a tokenizer file; empty: the built-in model.
ModelText openModelText(const QString& path);

// How a token is spelled in a template; empty for −1.
std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id);

namespace {

// The value of model_type, or nothing.
std::string familyIn(const std::filesystem::path& folder)
{
    const nlohmann::json config = engine::readJsonFile(folder / "config.json");
    const auto type = config.find("model_type");
    return type != config.end() && type->is_string() ? type->get<std::string>() : "";
}

ModelText openGguf(const std::filesystem::path& path)
{
    const auto file = engine::GgufFile::open(path);
    ModelText model{engine::loadTokenizer(*file), {}};
    const auto own = engine::chatTemplateSource(*file);
    const auto family = file->metadata().string("general.architecture").value_or("");
    model.chatTemplate = own ? *own : runtime::borrowedTemplate(*model.tokenizer, family, nullptr);
    return model;
}

} // namespace

ModelText openModelText(const QString& path)
{
    namespace fs = std::filesystem;
    const fs::path file = path.isEmpty() ? runtime::starterModel() : fs::path(path.toStdString());
    if (file.extension() == ".gguf")
        return openGguf(file);
    ModelText model{engine::loadTokenizer(file), {}};
    std::error_code failed;
    const bool isFolder = fs::is_directory(file, failed);
    const auto own = isFolder ? engine::chatTemplateSource(file) : std::nullopt;
    const std::string family
        = isFolder && fs::exists(file / "config.json", failed) ? familyIn(file) : "";
    model.chatTemplate = own ? *own : runtime::borrowedTemplate(*model.tokenizer, family, nullptr);
    return model;
}

std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id)
{
    return id >= 0 ? tokenizer.piece(id) : std::string();
}

namespace {

using nlohmann::ordered_json;

/// The vocabulary that constraints are tried with.
struct Vocabulary {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::shared_ptr<const engine::TokenTrie> trie;
};

[[noreturn]] void rejectFile(const QString& path, const std::string& what)
{
    throw base::Error(base::ErrorKind::BadFile, path.toStdString() + " " + what);
}

engine::ConstraintPtr compile(
    const Vocabulary& vocabulary, const std::string& kind, const std::string& text)
{
    if (kind == "schema")
        return engine::jsonSchemaConstraint(vocabulary.trie, text);
    if (kind == "regex")
        return engine::regexConstraint(vocabulary.trie, text);
    return engine::grammarConstraint(vocabulary.trie, text);
}

// The tokenizer's own split, unless it changes the text: some tokenizers add a leading space, some
// normalize. Then the longest tokens of the vocabulary that spell the text are used.
engine::TokenIds tokenize(const Vocabulary& vocabulary, const std::string& text)
{
    auto ids = vocabulary.tokenizer->encode(text, engine::Tokenizer::Specials::AsText);
    std::string spelled;
    for (const engine::TokenId id : ids)
        spelled += vocabulary.trie->bytes(id);
    return spelled == text ? ids : vocabulary.trie->greedyTokens(text).value_or(ids);
}

engine::TextTrial tryText(
    const Vocabulary& vocabulary, const engine::Constraint& constraint, const std::string& text)
{
    return engine::tryText(constraint, *vocabulary.trie, tokenize(vocabulary, text));
}

/// {"schema" | "regex" | "grammar": …, "tests": [{"valid", "text"}]}
struct Case {
    std::string kind;
    std::string constraint;
    std::vector<std::string> texts;
};

Case readCase(const QString& path)
{
    const ordered_json file = readJsonFile(path);
    Case read;
    for (const char* kind : {"schema", "regex", "grammar"}) {
        if (!file.is_object() || !file.contains(kind))
            continue;
        const ordered_json& value = file[kind];
        read.kind = kind;
        const bool isText = read.kind != "schema";
        if (isText && !value.is_string())
            rejectFile(path, std::string("must give its ") + kind + " as a string.");
        read.constraint = isText ? value.get<std::string>() : value.dump();
    }
    if (read.kind.empty() || !file.contains("tests") || !file["tests"].is_array())
        rejectFile(path, "needs a \"schema\", \"regex\" or \"grammar\", and \"tests\".");
    for (const ordered_json& test : file["tests"]) {
        if (!test.is_object() || !test.contains("text") || !test["text"].is_string())
            rejectFile(path, "has a test without a \"text\".");
        read.texts.push_back(test["text"]);
    }
    return read;
}

ordered_json summary(std::vector<double> times)
{
    if (times.empty())
        return {{"mean", nullptr}, {"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}};
    std::sort(times.begin(), times.end());
    const auto percentile
        = [&](size_t percent) { return times[(times.size() - 1) * percent / 100]; };
    return {{"mean", std::accumulate(times.begin(), times.end(), 0.0) / double(times.size())},
        {"p50", percentile(50)}, {"p99", percentile(99)}, {"max", times.back()}};
}

ordered_json describeCase(const Vocabulary& vocabulary, const QString& path)
{
    const Case read = readCase(path);
    ordered_json error = nullptr;
    ordered_json accepted = ordered_json::array();
    std::vector<double> times;

    engine::ConstraintPtr constraint;
    const double begin = engine::threadMicroseconds();
    double compileMicroseconds = 0;
    try {
        constraint = compile(vocabulary, read.kind, read.constraint);
        compileMicroseconds = engine::threadMicroseconds() - begin;
        for (const std::string& text : read.texts) {
            const engine::TextTrial trial = tryText(vocabulary, *constraint, text);
            accepted.push_back(trial.accepted);
            times.insert(times.end(), trial.maskMicroseconds.begin(), trial.maskMicroseconds.end());
        }
    } catch (const base::Error& rejection) {
        error = rejection.what();
        if (!constraint)
            compileMicroseconds = engine::threadMicroseconds() - begin;
    }
    return {{"file", path.toStdString()}, {"error", error}, {"compile_us", compileMicroseconds},
        {"accepted", accepted}, {"mask_us", summary(std::move(times))}};
}

int tryTexts(const Vocabulary& vocabulary, const QCommandLineParser& parser, const QString& kind)
{
    const QString value = parser.value(kind);
    const std::string text = kind == "regex" ? value.toStdString() : readTextFile(value);
    const auto constraint = compile(vocabulary, kind.toStdString(), text);
    for (const QString& candidate : parser.positionalArguments()) {
        const std::string tried = candidate.toStdString();
        const bool accepted = tryText(vocabulary, *constraint, tried).accepted;
        if (parser.isSet("json"))
            printJson({{"text", tried}, {"accepted", accepted}});
        else
            printText((accepted ? "accepted\t" : "refused\t") + tried + "\n");
    }
    return 0;
}

} // namespace

int inspectFilter(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Checks whether a constraint accepts each text, token by token.");
    parser.addPositionalArgument("TEXT|F", "texts; files of cases with --cases", "TEXT…|F…");
    parser.addOption({"model", "A GGUF file, a Hugging Face folder or a tokenizer file.", "MODEL"});
    parser.addOption({"schema", "Accept JSON that matches this schema.", "F.json"});
    parser.addOption(
        {"regex", "Accept texts that fully match this regular expression.", "PATTERN"});
    parser.addOption(
        {"grammar", "Accept texts of this grammar, starting at the rule root.", "F.gbnf"});
    parser.addOption({"cases",
        "Check files of {\"schema\" | \"regex\" | \"grammar\": …, \"tests\": [{\"valid\", "
        "\"text\"}]} and print one JSON line per file."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect filter", arguments);

    QStringList kinds;
    for (const char* kind : {"schema", "regex", "grammar", "cases"})
        if (parser.isSet(kind))
            kinds << kind;
    if (kinds.size() != 1 || parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli inspect filter needs one of --schema, --regex, --grammar "
                         "and --cases, and texts or files to check");

    Vocabulary vocabulary;
    vocabulary.tokenizer = openModelText(parser.value("model")).tokenizer;
    vocabulary.trie = engine::TokenTrie::build(*vocabulary.tokenizer);
    if (kinds.first() != "cases")
        return tryTexts(vocabulary, parser, kinds.first());
    for (const QString& path : parser.positionalArguments())
        printJson(describeCase(vocabulary, path));
    return 0;
}

namespace {

/// What a sampler is shown.
struct SampleRequest {
    std::vector<float> logits; ///< one for each token
    engine::TokenIds past; ///< what penalties look back at, oldest first
};

[[noreturn]] void reject(const QString& path)
{
    throw base::Error(base::ErrorKind::BadFile,
        path.toStdString()
            + " must contain an array of logits, one per token, or an object with \"logits\" and "
              "the token ids of the \"past\"");
}

// [1.5, …], or {"logits": [1.5, …], "past": [12, …]}.
SampleRequest readSampleRequest(const QString& path)
{
    const nlohmann::json file = engine::readJsonFile(path.toStdString());
    const nlohmann::json logits = file.is_object() ? file.value("logits", nlohmann::json()) : file;
    const nlohmann::json past
        = file.is_object() ? file.value("past", nlohmann::json::array()) : nlohmann::json::array();
    if (!logits.is_array() || logits.empty() || !past.is_array())
        reject(path);
    SampleRequest request;
    for (const nlohmann::json& logit : logits) {
        if (!logit.is_number())
            reject(path);
        request.logits.push_back(logit.get<float>());
    }
    for (const nlohmann::json& id : past) {
        if (!id.is_number_integer())
            reject(path);
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
    parser.setApplicationDescription("Shows how sampling narrows the candidates, stage by stage.");
    parser.addOption({"logits",
        "An array of logits, one per token, or an object with \"logits\" and the token ids of the "
        "\"past\".",
        "F.json"});
    parser.addOption(
        {"settings", "An object: temperature, top_k, rep, dry_multiplier, tfs, …", "F.json"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect sample", arguments);
    if (!parser.isSet("logits") || !parser.isSet("settings"))
        throw UsageError("vignette-cli inspect sample needs --logits and --settings");

    const SampleRequest request = readSampleRequest(parser.value("logits"));
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

namespace {

using Json = nlohmann::ordered_json;

/// What a file asks a template to render.
struct TemplateRequest {
    Json messages = Json::array();
    Json variables = Json::object();
    bool addGenerationPrompt = true;
};

TemplateRequest readTemplateRequest(const QString& path)
{
    const Json file = readJsonFile(path);
    TemplateRequest request;
    request.messages = file.is_object() ? file.value("messages", Json()) : file;
    if (file.is_object()) {
        request.variables = file.value("kwargs", Json::object());
        const Json prompt = file.value("add_generation_prompt", Json(true));
        request.addGenerationPrompt = prompt.is_boolean() ? prompt.get<bool>() : true;
    }
    const bool areMessages = request.messages.is_array()
        && std::ranges::all_of(
            request.messages, [](const Json& message) { return message.is_object(); });
    if (!areMessages || !request.variables.is_object()) {
        throw base::Error(base::ErrorKind::BadFile,
            path.toStdString()
                + " must contain an array of message objects and, as kwargs, an object");
    }
    return request;
}

std::chrono::system_clock::time_point parseTime(const QCommandLineParser& parser)
{
    if (!parser.isSet("now"))
        return std::chrono::system_clock::now();
    const QDateTime time = QDateTime::fromString(parser.value("now"), Qt::ISODate);
    if (!time.isValid())
        throw UsageError("--now needs a time such as 2025-03-04T05:06:07, not "
            + parser.value("now").toStdString());
    return services::timePoint(time.toMSecsSinceEpoch());
}

} // namespace

int inspectTemplate(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints the prompt for a list of messages.");
    parser.addPositionalArgument("FILE.json",
        "an array of messages, or an object with \"messages\" and optionally "
        "\"add_generation_prompt\" and \"kwargs\" for the template");
    parser.addOption({"model", "A GGUF file or a Hugging Face folder.", "MODEL"});
    parser.addOption({"now",
        "The local time for the template, such as 2025-03-04T05:06:07. Default: now.", "TIME"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect template", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect template takes one FILE.json");

    const TemplateRequest request = readTemplateRequest(parser.positionalArguments().first());
    const ModelText model = openModelText(parser.value("model"));
    engine::ChatTemplate::Options options;
    options.addGenerationPrompt = request.addGenerationPrompt;
    options.now = parseTime(parser);
    options.bos = spelling(*model.tokenizer, model.tokenizer->bos());
    options.eos = spelling(*model.tokenizer, model.tokenizer->eos());
    const std::string text = engine::ChatTemplate(model.chatTemplate)
                                 .render(request.messages, request.variables, options)
                                 .text;

    const std::string& format = model.chatTemplate.borrowedFrom;
    if (!format.empty())
        printError("The model has no chat template; using the format of " + format + ".");
    if (parser.isSet("json"))
        printJson({{"text", text}});
    else
        printText(text);
    return 0;
}

int inspectTokens(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Shows the tokens of a text as a whole prompt.");
    parser.addPositionalArgument("TEXT", "the text");
    parser.addOption({"model", "A GGUF file, a Hugging Face folder or a tokenizer file.", "MODEL"});
    parser.addOption({"no-special", "Don't parse or add special tokens."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect tokens", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli inspect tokens takes one TEXT");

    const auto tokenizer = openModelText(parser.value("model")).tokenizer;
    const std::string text = parser.positionalArguments().first().toStdString();
    const engine::TokenIds ids = parser.isSet("no-special")
        ? tokenizer->encode(text, engine::Tokenizer::Specials::AsText)
        : engine::withBoundariesOnce(*tokenizer, tokenizer->encode(text));

    std::vector<std::string> pieces;
    for (const engine::TokenId id : ids)
        pieces.push_back(tokenizer->piece(id));
    if (parser.isSet("json")) {
        printJson({{"ids", ids}, {"pieces", pieces}});
        return 0;
    }
    for (size_t token = 0; token < ids.size(); ++token)
        printText(std::to_string(ids[token]) + "\t" + pieces[token] + "\n");
    return 0;
}

} // namespace app
