#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/gguf_writer.h"
#include "engine/models/families/families.h"
#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/benchmarks/cuda/timed_model.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

// The same file of random weights, the same card: this engine and llama.cpp, one after the other.
//
//     VIGNETTE_LLAMA_BENCH=…/llama-bench ./dev bench cuda-peers [--device cuda:N] [--tiny]
//
// llama-bench must have been built with CUDA; it is given the first card.

namespace bench {

namespace {

/// What one of the two does with a file.
struct Speeds {
    double prompt = 0, decode = 0; ///< tokens a second
};

int64_t promptTokens(const Card& card)
{
    return card.isTiny ? 40 : 2048;
}

void writeFile(const std::filesystem::path& path, const Shape& shape, const RandomWeights& weights)
{
    engine::GgufWriter writer(path);
    const auto set
        = [&](const char* key, auto value) { writer.set(std::string("llama.") + key, value); };
    writer.set("general.architecture", std::string("llama"));
    set("block_count", uint32_t(shape.layers));
    set("context_length", uint32_t(131072));
    set("embedding_length", uint32_t(shape.hidden));
    set("feed_forward_length", uint32_t(shape.feedForward));
    set("attention.head_count", uint32_t(shape.heads));
    set("attention.head_count_kv", uint32_t(shape.kvHeads));
    set("attention.key_length", uint32_t(shape.headDim));
    set("attention.value_length", uint32_t(shape.headDim));
    set("attention.layer_norm_rms_epsilon", 1e-5f);
    set("rope.dimension_count", uint32_t(shape.headDim));
    set("rope.freq_base", float(shape.ropeTheta));
    set("vocab_size", uint32_t(shape.vocabulary));
    writer.set("tokenizer.ggml.model", std::string("none"));
    for (const engine::WeightTensor& tensor : weights.tensors())
        writer.declare(tensor.name, tensor.shape, tensor.view.dtype);
    for (const engine::WeightTensor& tensor : weights.tensors())
        writer.append({tensor.view.data<const std::byte>(), size_t(tensor.view.sizeInBytes())});
    writer.finish();
}

Speeds ours(Card& card, const std::filesystem::path& path)
{
    const auto file = engine::GgufFile::open(path);
    const int64_t tokens = promptTokens(card);
    TimedModel model(card, file, engine::readConfig(*file), engine::CacheType::F16, tokens + 512);
    return {double(tokens) / model.promptSeconds(tokens), 1 / model.decodeSeconds(1, 0)};
}

std::string outputOf(const std::string& command)
{
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
        throw base::Error(base::ErrorKind::BadFile, "llama-bench cannot be started.");
    char part[4096];
    for (size_t count; (count = fread(part, 1, sizeof part, pipe)) > 0;)
        output.append(part, count);
    if (pclose(pipe) != 0)
        throw base::Error(base::ErrorKind::BadFile, "llama-bench ended with an error.");
    return output;
}

// An array of one object for the prompt and one for the writing.
Speeds theirs(const Card& card, const std::string& program, const std::filesystem::path& path)
{
    const auto runs = nlohmann::json::parse(outputOf("'" + program + "' -m '" + path.string()
        + "' -ngl 99 -fa 1 -n 128 -r 5 -o json -p " + std::to_string(promptTokens(card))));
    Speeds speeds;
    for (const nlohmann::json& run : runs)
        (run.at("n_gen").get<int>() > 0 ? speeds.decode : speeds.prompt)
            = run.at("avg_ts").get<double>();
    return speeds;
}

void compare(Card& card, const Shape& shape, const Storage& storage, const char* peer)
{
    const auto path = std::filesystem::temp_directory_path() / "vignette-cuda-peers.gguf";
    writeFile(path, shape, *weightsOf(shape, storage));
    const std::string name = std::string(shape.name) + " " + storage.name;
    const Speeds here = ours(card, path);
    print(name + ", decode", here.decode, "tokens/s");
    print(name + ", prompt", here.prompt, "tokens/s");
    if (peer) {
        const Speeds there = theirs(card, peer, path);
        print(name + ", decode, llama.cpp", there.decode, "tokens/s");
        print(name + ", prompt, llama.cpp", there.prompt, "tokens/s");
        print(name + ", decode against llama.cpp", here.decode / there.decode, "times", 1.1);
        print(name + ", prompt against llama.cpp", here.prompt / there.prompt, "times", 1.3);
    }
    std::filesystem::remove(path);
}

} // namespace

} // namespace bench

int main(int argc, char** argv)
try {
    bench::Card card = bench::cardFrom(argc, argv);
    if (!card.backend)
        return 0;
    const char* peer = std::getenv("VIGNETTE_LLAMA_BENCH");
    if (!peer)
        std::fprintf(stderr,
            "VIGNETTE_LLAMA_BENCH names no llama-bench built with CUDA, so nothing is compared.\n");
    if (card.isTiny) {
        bench::compare(card, bench::tiny, bench::q4, peer);
        return 0;
    }
    bench::compare(card, bench::llama1B, bench::q4, peer);
    bench::compare(card, bench::llama8B, bench::q4, peer);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
