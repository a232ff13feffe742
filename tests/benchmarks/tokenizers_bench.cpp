#include "engine/tokenizers/tokenizer.h"
#include "tests/support/fixtures.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

// How fast texts become tokens, on one core: English (the file that is given; otherwise licenses
// that every Debian has) and texts made to be slow, with how much longer twice the length takes.
// The vocabularies are those of the fixtures.

namespace {

namespace fs = std::filesystem;

constexpr int repetitions = 5;

// CPU time, on which other programs have less influence.
double seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

double bestTime(const engine::Tokenizer& tokenizer, const std::string& text)
{
    double best = 1e9;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const double start = seconds();
        tokenizer.encode(text, engine::Tokenizer::Specials::AsText);
        best = std::min(best, seconds() - start);
    }
    return best;
}

double megabytesPerSecond(const std::string& text, double taken)
{
    return double(text.size()) / std::max(taken, 1e-9) * 1e-6;
}

std::string englishText(int argumentCount, char** arguments)
{
    if (argumentCount > 1)
        return tests::readBytes(arguments[1]);
    std::string text;
    for (const char* name :
        {"GPL-3", "LGPL-2.1", "GFDL-1.3", "MPL-1.1", "MPL-2.0", "Apache-2.0", "Artistic"})
        if (const fs::path file = fs::path("/usr/share/common-licenses") / name; fs::exists(file))
            text += tests::readBytes(file);
    return text;
}

void print(const std::string& tokenizer, const char* text, double speed, double twice = 0)
{
    nlohmann::ordered_json figure{
        {"tokenizer", tokenizer}, {"text", text}, {"megabytes_per_s", speed}};
    if (twice > 0)
        figure["twice_the_length"] = twice;
    std::printf("%s\n", figure.dump().c_str());
    std::fflush(stdout);
}

void measure(
    const std::string& name, const engine::Tokenizer& tokenizer, const std::string& english)
{
    print(name, "English", megabytesPerSecond(english, bestTime(tokenizer, english)));
    const std::pair<const char*, char> slow[]
        = {{"one letter", 'a'}, {"spaces", ' '}, {"equals signs", '='}, {"line breaks", '\n'}};
    for (const auto& [what, byte] : slow) {
        const std::string text(250'000, byte);
        const double once = bestTime(tokenizer, text), twice = bestTime(tokenizer, text + text);
        print(name, what, megabytesPerSecond(text, once), twice / std::max(once, 1e-9));
    }
}

} // namespace

int main(int argumentCount, char** arguments)
{
    const auto root = tests::fixtures();
    if (!root) {
        std::puts("VIGNETTE_FIXTURES names no folder of vocabularies");
        return 1;
    }
    const std::string english = englishText(argumentCount, arguments);
    const fs::path folder = *root / "tokenizers";
    for (const char* name : {"ggml/llama-bpe/vocab.gguf", "hf_json/qwen2/tokenizer.json",
             "ggml/gpt-2/vocab.gguf", "ggml/gemma-4/vocab.gguf", "ggml/llama-spm/vocab.gguf",
             "ggml/bert-bge/vocab.gguf", "sentencepiece/unigram/tokenizer.model"})
        if (fs::exists(folder / name))
            measure(name, *engine::loadTokenizer(folder / name), english);
    return 0;
}
