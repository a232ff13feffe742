#include "base/error.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/string_constraints.h"
#include "engine/tokenizers/tokenizer.h"
#include "tests/support/fixtures.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

// What masks and compiling cost over the schemas of the fixtures with the vocabulary of Llama 3, in
// CPU time, so that other programs disturb little. If VIGNETTE_PEERS names a Python that has
// llguidance, its figures for the same files follow.

namespace {

using nlohmann::json;

constexpr char usage[] = "filters_bench needs VIGNETTE_FIXTURES: a folder with schemas/ and "
                         "tokenizers/hf_json/llama-bpe/tokenizer.json.\n";

struct Figures {
    std::vector<double> maskMicroseconds, compileMicroseconds;
    int passed = 0, rejected = 0, invalidTaken = 0;
};

void tryFile(const std::filesystem::path& path, const engine::Tokenizer& tokenizer,
    const std::shared_ptr<const engine::TokenTrie>& trie, Figures& figures)
{
    const auto file = nlohmann::ordered_json::parse(tests::readBytes(path));
    const std::string schema = file["schema"].dump();
    engine::ConstraintPtr constraint;
    const double begin = engine::threadMicroseconds();
    try {
        constraint = engine::jsonSchemaConstraint(trie, schema);
    } catch (const base::Error&) {
        ++figures.rejected;
    }
    figures.compileMicroseconds.push_back(engine::threadMicroseconds() - begin);
    if (!constraint)
        return;
    bool isRight = true;
    for (const auto& test : file["tests"]) {
        const bool valid = test["valid"];
        const auto ids = tokenizer.encode(
            test["text"].get<std::string>(), engine::Tokenizer::Specials::AsText);
        const auto trial = engine::tryText(*constraint, *trie, ids);
        isRight = isRight && trial.accepted == valid;
        figures.invalidTaken += trial.accepted && !valid;
        figures.maskMicroseconds.insert(figures.maskMicroseconds.end(),
            trial.maskMicroseconds.begin(), trial.maskMicroseconds.end());
    }
    figures.passed += isRight;
}

/// What filters_peer.py prints for the same files; nothing without VIGNETTE_PEERS.
std::optional<Figures> peerFigures(
    const std::filesystem::path& tokenizer, const std::vector<std::filesystem::path>& files)
{
    const char* python = std::getenv("VIGNETTE_PEERS");
    if (!python)
        return std::nullopt;
    std::string command = '"' + std::string(python) + "\" \""
        + (tests::dataFolder().parent_path() / "benchmarks/filters_peer.py").string() + "\" \""
        + tokenizer.string() + '"';
    for (const auto& file : files)
        command += " \"" + file.string() + '"';
    FILE* pipe = popen(command.c_str(), "r");
    std::string printed;
    char buffer[65536];
    for (size_t size; pipe && (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        printed.append(buffer, size);
    if (!pipe || pclose(pipe) != 0) {
        std::fprintf(stderr, "The figures of llguidance are missing: filters_peer.py failed.\n");
        return std::nullopt;
    }
    const json read = json::parse(printed);
    return Figures{read["mask_us"], read["compile_us"], read["passed"], read["refused"],
        read["invalid_taken"]};
}

void printFigure(const std::string& name, double value, const char* unit, const json& target)
{
    nlohmann::ordered_json line
        = {{"figure", name}, {"value", value}, {"unit", unit}, {"target", target}};
    std::printf("%s\n", line.dump().c_str());
}

double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[size_t(share * double(values.size() - 1))];
}

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0)
        / double(std::max<size_t>(1, values.size()));
}

/// `targets` are figures not to exceed, or null.
void print(const std::string& who, const Figures& figures, const Figures* targets)
{
    const auto& masks = figures.maskMicroseconds;
    const auto target = [&](auto figure) { return targets ? json(figure(*targets)) : json(); };
    const bool isOurs = who == "vignette";
    printFigure(who + " mask mean", mean(masks), "us",
        target([](const Figures& peer) { return mean(peer.maskMicroseconds); }));
    printFigure(who + " mask p50", percentile(masks, 0.5), "us", nullptr);
    printFigure(who + " mask p90", percentile(masks, 0.9), "us", nullptr);
    printFigure(who + " mask p99", percentile(masks, 0.99), "us",
        target([](const Figures& peer) { return percentile(peer.maskMicroseconds, 0.99); }));
    printFigure(who + " mask p99.9", percentile(masks, 0.999), "us", nullptr);
    printFigure(who + " mask max", percentile(masks, 1), "us", nullptr);
    printFigure(who + " compile p50", percentile(figures.compileMicroseconds, 0.5), "us",
        isOurs ? json(1000) : json());
    printFigure(who + " compile p99", percentile(figures.compileMicroseconds, 0.99), "us", nullptr);
    printFigure(who + " masks", double(masks.size()), "masks", nullptr);
    printFigure(who + " passed", figures.passed, "files", isOurs ? json(290) : json());
    printFigure(who + " refused", figures.rejected, "files", nullptr);
    printFigure(who + " invalid taken", figures.invalidTaken, "texts", isOurs ? json(0) : json());
}

} // namespace

int main()
{
    const auto fixtures = tests::fixtures();
    if (!fixtures) {
        std::fputs(usage, stderr);
        return 2;
    }
    const auto tokenizerFile = *fixtures / "tokenizers/hf_json/llama-bpe/tokenizer.json";
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(*fixtures / "schemas"))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());

    const auto tokenizer = engine::loadTokenizer(tokenizerFile);
    const auto trie = engine::TokenTrie::build(*tokenizer);
    Figures ours;
    for (const auto& file : files)
        tryFile(file, *tokenizer, trie, ours);
    const auto peer = peerFigures(tokenizerFile, files);
    print("vignette", ours, peer ? &*peer : nullptr);
    if (peer)
        print("llguidance", *peer, nullptr);
    return 0;
}
