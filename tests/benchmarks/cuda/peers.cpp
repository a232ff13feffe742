#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/gguf_writer.h"
#include "engine/models/families/families.h"
#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/benchmarks/cuda/timed_model.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

// The same file of random weights, the same GPU: this engine and llama.cpp, one after the other.
//
//     VIGNETTE_LLAMA_BENCH=…/llama-batched-bench ./dev bench cuda-peers [--device cuda:N] [--tiny] [--only PATTERN]
//
// llama-batched-bench must have been built with CUDA; it is given the first GPU.

namespace bench {

namespace {

/// The speed of one of the two engines with a file, in tokens per second.
struct Speeds {
    double prompt = 0, decode = 0;
    std::map<int64_t, double> decodeAtOnce; ///< by the number of sequences; their sum
};

/// Prompt and new tokens of each sequence where several are decoded at once.
constexpr int64_t batchPrompt = 128, batchNew = 64;
/// Tokens before those that a single sequence decodes.
constexpr int64_t aloneDepth = 64;
constexpr int64_t batchSizes[] = {8, 32};

/// Ratios to llama.cpp that a file must reach.
struct Targets {
    double decode, prompt, decodeAtOnce;
};

int64_t promptTokens(const Gpu& gpu)
{
    return gpu.isTiny ? 40 : 2048;
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

Speeds ours(Gpu& gpu, const std::filesystem::path& path)
{
    const auto file = engine::GgufFile::open(path);
    const int64_t tokens = promptTokens(gpu);
    TimedModel model(gpu, file, engine::readConfig(*file), engine::CacheType::F16,
        std::max(tokens + 512, batchSizes[1] * (batchPrompt + batchNew + engine::pageSize)));
    Speeds speeds{
        double(tokens) / model.promptSeconds(tokens), 1 / model.decodeSeconds(1, aloneDepth), {}};
    for (const int64_t sequences : batchSizes)
        speeds.decodeAtOnce[sequences]
            = double(sequences) / model.decodeSeconds(sequences, batchPrompt + batchNew / 2);
    return speeds;
}

std::string outputOf(const std::string& command)
{
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    if (!pipe)
        throw base::Error(base::ErrorKind::BadFile, "The benchmark of llama.cpp can't be started.");
    char part[4096];
    for (size_t count; (count = fread(part, 1, sizeof part, pipe)) > 0;)
        output.append(part, count);
    if (pclose(pipe) != 0)
        throw base::Error(
            base::ErrorKind::BadFile, "The benchmark of llama.cpp ended with an error.");
    return output;
}

// The program prints lines, of which those that are objects have the numbers of prompt tokens and
// sequences and both speeds.
void addRuns(Speeds& speeds, const std::string& command)
{
    std::istringstream lines(outputOf(command + " --output-format jsonl"));
    for (std::string line; std::getline(lines, line);) {
        const auto run = nlohmann::json::parse(line, nullptr, false);
        if (!run.is_object())
            continue;
        const auto sequences = run.at("pl").get<int64_t>();
        const double decode = run.at("speed_tg").get<double>();
        if (sequences > 1)
            speeds.decodeAtOnce[sequences] = decode;
        else if (run.at("pp").get<int64_t>() == aloneDepth)
            speeds.decode = decode;
        else
            speeds.prompt = run.at("speed_pp").get<double>();
    }
}

Speeds theirs(
    const Gpu& gpu, const std::filesystem::path& program, const std::filesystem::path& path)
{
    const std::string command = "'" + program.string() + "' -m '" + path.string()
        + "' -ngl 99 -fa on -c 8192 -b 2048 -ub 512";
    Speeds speeds;
    addRuns(speeds,
        command + " -npp " + std::to_string(aloneDepth) + "," + std::to_string(promptTokens(gpu))
            + " -ntg 128 -npl 1");
    addRuns(speeds, command + " -npp 128 -ntg 64 -npl 8,32");
    return speeds;
}

void compare(
    Gpu& gpu, const Shape& shape, const Storage& storage, const Targets& targets, const char* peer)
{
    const std::string name = std::string(shape.name) + " " + storage.name;
    if (!gpu.wants(name))
        return;
    const auto path = std::filesystem::temp_directory_path() / "vignette-cuda-peers.gguf";
    writeFile(path, shape, *weightsOf(shape, storage));
    const Speeds here = ours(gpu, path), there = peer ? theirs(gpu, peer, path) : Speeds{};
    const auto report = [&](const std::string& what, double own, double other, double target) {
        print(name + ", " + what, own, "tokens/s");
        if (other > 0) {
            print(name + ", " + what + ", llama.cpp", other, "tokens/s");
            print(name + ", " + what + " against llama.cpp", own / other, "times", target);
        }
    };
    report("decode", here.decode, there.decode, targets.decode);
    for (const auto& [sequences, speed] : here.decodeAtOnce) {
        const auto other = there.decodeAtOnce.find(sequences);
        report("decode, " + std::to_string(sequences) + " at once", speed,
            other == there.decodeAtOnce.end() ? 0 : other->second, targets.decodeAtOnce);
    }
    report("prompt", here.prompt, there.prompt, targets.prompt);
    std::filesystem::remove(path);
}

} // namespace

} // namespace bench

int main(int argc, char** argv)
try {
    bench::Gpu gpu = bench::gpuFrom(argc, argv);
    if (!gpu.backend)
        return 0;
    const char* peer = std::getenv("VIGNETTE_LLAMA_BENCH");
    if (!peer)
        std::fprintf(stderr,
            "VIGNETTE_LLAMA_BENCH names no llama-batched-bench built with CUDA, so nothing is "
            "compared.\n");
    if (gpu.isTiny) {
        bench::compare(gpu, bench::tiny, bench::q4, {1, 1, 1}, peer);
        return 0;
    }
    bench::compare(gpu, bench::llama8B, bench::q4, {1.3, 2.5, 1.3}, peer);
    bench::compare(gpu, bench::llama1B, bench::q4, {1.6, 2.5, 1.3}, peer);
    bench::compare(gpu, bench::llama1B, bench::bf16, {1.2, 1, 1}, peer);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
