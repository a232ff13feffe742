#include "app/cli/command.h"
#include "app/cli/inspect.h"
#include "app/cli/json_file.h"
#include "app/cli/model_text.h"
#include "app/cli/output.h"
#include "app/cli/text_file.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/string_constraints.h"
#include "engine/filters/text_trial.h"
#include "kernels/error.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace app {

namespace {

using nlohmann::ordered_json;

/// The vocabulary that constraints are tried with.
struct Vocabulary {
    std::shared_ptr<const engine::Tokenizer> tokenizer;
    std::shared_ptr<const engine::TokenTrie> trie;
};

[[noreturn]] void refuseFile(const QString& path, const std::string& what)
{
    throw kernels::Error(kernels::ErrorKind::BadFile, path.toStdString() + " " + what);
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

// As the tokenizer cuts the text, unless that changes it: some put a space before it, some
// normalise.
engine::TokenIds tokensOf(const Vocabulary& vocabulary, const std::string& text)
{
    auto ids = vocabulary.tokenizer->encode(text, engine::Tokenizer::Specials::AsText);
    std::string spelled;
    for (const engine::TokenId id : ids)
        spelled += vocabulary.trie->bytes(id);
    return spelled == text ? ids : vocabulary.trie->longestTokens(text).value_or(ids);
}

engine::TextTrial tryText(
    const Vocabulary& vocabulary, const engine::Constraint& constraint, const std::string& text)
{
    return engine::tryText(constraint, *vocabulary.trie, tokensOf(vocabulary, text));
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
            refuseFile(path, std::string("must give its ") + kind + " as a string.");
        read.constraint = isText ? value.get<std::string>() : value.dump();
    }
    if (read.kind.empty() || !file.contains("tests") || !file["tests"].is_array())
        refuseFile(path, "must have a \"schema\", \"regex\" or \"grammar\", and \"tests\".");
    for (const ordered_json& test : file["tests"]) {
        if (!test.is_object() || !test.contains("text") || !test["text"].is_string())
            refuseFile(path, "has a test without a \"text\".");
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
    } catch (const kernels::Error& refusal) {
        error = refusal.what();
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
        "Says of each text whether a constraint takes it, token by token.");
    parser.addPositionalArgument("TEXT|F", "texts; files of cases with --cases", "TEXT…|F…");
    parser.addOption({"model", "A GGUF file, a Hugging Face folder or a tokenizer file.", "MODEL"});
    parser.addOption({"schema", "The answer is JSON of this schema.", "F.json"});
    parser.addOption({"regex", "The answer matches this pattern as a whole.", "PATTERN"});
    parser.addOption({"grammar", "The answer is a text of this grammar, from root on.", "F.gbnf"});
    parser.addOption({"cases",
        "Try files of {\"schema\" | \"regex\" | \"grammar\": …, \"tests\": [{\"valid\", "
        "\"text\"}]} and print a line of JSON for each."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli inspect filter", arguments);

    QStringList kinds;
    for (const char* kind : {"schema", "regex", "grammar", "cases"})
        if (parser.isSet(kind))
            kinds << kind;
    if (kinds.size() != 1 || parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli inspect filter takes one of --schema, --regex, --grammar "
                         "and --cases, and texts or files to try");

    Vocabulary vocabulary;
    vocabulary.tokenizer = openModelText(parser.value("model")).tokenizer;
    vocabulary.trie = engine::TokenTrie::build(*vocabulary.tokenizer);
    if (kinds.first() != "cases")
        return tryTexts(vocabulary, parser, kinds.first());
    for (const QString& path : parser.positionalArguments())
        printJson(describeCase(vocabulary, path));
    return 0;
}

} // namespace app
