#include "engine/cache/paged_cache.h"
#include "kernels/cpu/cpu_backend.h"
#include "runtime/models/loaded_model.h"
#include "tests/engine/models/cache_quality.h"
#include "tests/kernels/matrix.h"

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>

// What each type of cache costs: memory, speed and quality, one JSON object a line.
// `cache_bench memory` or `cache_bench speed` measure only that; `cache_bench quality TEXT MODEL…`
// lets other models than the built-in one read another text (a model is a GGUF file or a folder).

using engine::CacheType;
using engine::PagedCache;
using tests::Matrix;

namespace {

const CacheType types[] = {CacheType::F16, CacheType::Q8, CacheType::Q6, CacheType::Q4,
    {engine::CachePrecision::Q8, engine::CachePrecision::Q4}};

using Fields = nlohmann::ordered_json;

void print(const Fields& line)
{
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

// ---- memory ----

struct NamedShape {
    const char* name;
    PagedCache::Shape shape;
};
const NamedShape shapes[] = {
    {"vignette-starter", {5, 2, 64}},
    {"SmolVLM-256M", {30, 3, 64}},
    {"Llama-3.2-1B", {16, 8, 64}},
    {"Qwen3-0.6B", {28, 8, 128}},
    {"Qwen2-VL-2B", {28, 2, 128}},
    {"Llama-3.1-8B", {32, 8, 128}},
};

void memory()
{
    for (const auto& [model, shape] : shapes)
        for (const CacheType type : types)
            print({{"figure", "memory"}, {"model", model}, {"type", name(type)},
                {"value", PagedCache::bytesPerToken(shape, type)}, {"unit", "bytes/token"}});
}

// ---- speed: one thread, in CPU time, so that other programs disturb little ----

double threadSeconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

// The layers of a cache, filled, and tokens at its end that look into all of them.
class Attending {
public:
    Attending(kernels::Backend& backend, PagedCache::Shape shape, int heads, CacheType type,
        int tokens, int context)
        : m_backend(backend)
        , m_layers(int64_t(shape.layers.size()))
        , m_cache(backend, shape, type, context)
        , m_q(Matrix::random(tokens, heads * shape.layers[0].headDim, 3))
        , m_out(kernels::DType::F32, tokens, heads * shape.layers[0].headDim)
        , m_places(rising(context - tokens, tokens))
        , m_sequences(Matrix::of(std::vector<int32_t>(size_t(tokens))))
        , m_table(rising(0, m_cache.numPages()))
    {
        m_shape.heads = heads;
        m_shape.kvHeads = int(shape.layers[0].kvHeads);
        m_shape.headDim = int(shape.layers[0].headDim);
        m_shape.scale = 1 / std::sqrt(float(shape.layers[0].headDim));
        fill(context, shape.layers[0].columns());
    }

    /// One pass of the tokens through every layer.
    void run()
    {
        for (int64_t layer = 0; layer < m_layers; ++layer)
            m_backend.ops().attendCached(m_out, m_q, m_cache.keys(layer), m_cache.values(layer),
                placement(), {m_sequences, m_places}, m_shape); // of zeros and these
    }

    /// Writes keys and values of the tokens into every layer.
    void write()
    {
        const Matrix rows = Matrix::random(m_q.view().rows, m_shape.kvHeads * m_shape.headDim, 4);
        for (int64_t layer = 0; layer < m_layers; ++layer)
            for (const kernels::TensorView side : {m_cache.keys(layer), m_cache.values(layer)})
                m_backend.ops().writeCache(side, rows, placement());
    }

private:
    kernels::CachePlacement placement() const
    {
        return {m_places, m_sequences, m_table, int(engine::pageSize)};
    }

    static Matrix rising(int64_t first, int64_t count)
    {
        std::vector<int32_t> values(size_t(count), 0);
        std::iota(values.begin(), values.end(), int32_t(first));
        return Matrix::of(values);
    }

    void fill(int context, int64_t columns)
    {
        const Matrix rows = Matrix::random(context, columns, 1);
        const Matrix places = rising(0, context);
        const Matrix sequences = Matrix::of(std::vector<int32_t>(size_t(context)));
        const kernels::CachePlacement placement{places, sequences, m_table, int(engine::pageSize)};
        for (int64_t layer = 0; layer < m_layers; ++layer) {
            m_backend.ops().writeCache(m_cache.keys(layer), rows, placement);
            m_backend.ops().writeCache(m_cache.values(layer), rows, placement);
        }
    }

    kernels::Backend& m_backend;
    int64_t m_layers;
    PagedCache m_cache;
    kernels::AttentionShape m_shape;
    Matrix m_q, m_out, m_places, m_sequences, m_table;
};

double bestSeconds(const std::function<void()>& work, int repetitions)
{
    double best = 1e9;
    for (int i = 0; i < repetitions; ++i) {
        const double start = threadSeconds();
        work();
        best = std::min(best, threadSeconds() - start);
    }
    return best;
}

struct SpeedCase {
    const char* name;
    PagedCache::Shape shape;
    int heads, tokens, context;
};

void speed(const SpeedCase& at)
{
    kernels::cpu::CpuBackend backend(kernels::cpu::chosenInstructionSet(), 1);
    double half = 0; // seconds of fp16
    for (const CacheType type : types) {
        Attending attending(backend, at.shape, at.heads, type, at.tokens, at.context);
        const double seconds = bestSeconds([&] { attending.run(); }, at.tokens > 1 ? 3 : 9);
        const double writing = bestSeconds([&] { attending.write(); }, 3);
        half = half > 0 ? half : seconds;
        const double bytes = double(PagedCache::bytesPerToken(at.shape, type)) * at.context;
        Fields line{{"figure", "speed"}, {"case", at.name}, {"type", name(type)},
            {"tokens", at.tokens}, {"context", at.context}, {"tokens/s", at.tokens / seconds},
            {"relative to fp16", half / seconds}, {"writing, share of reading", writing / seconds}};
        if (at.tokens == 1)
            line["GB/s"] = bytes / seconds / 1e9;
        print(line);
    }
}

void speed()
{
    const PagedCache::Shape llama{16, 8, 64}, qwen{28, 8, 128}, everyHead{8, 16, 64};
    for (int context : {1024, 8192}) {
        speed({"decode, Llama-3.2-1B's attention", llama, 32, 1, context});
        speed({"decode, Qwen3-0.6B's attention", qwen, 16, 1, context});
        speed({"decode, a kv head for each of 16 heads", everyHead, 16, 1, context});
    }
    speed({"verify 4, Llama-3.2-1B's attention", llama, 32, 4, 1024});
    speed({"prefill, Llama-3.2-1B's attention", {4, 8, 64}, 32, 512, 1024});
}

// ---- quality: what the same model makes of the same text ----

constexpr size_t window = 512; // tokens

std::string readText(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw base::Error(
            base::ErrorKind::BadFile, path.string() + " cannot be read; run from the sources.");
    return {std::istreambuf_iterator<char>(file), {}};
}

void quality(const std::string& text, const std::filesystem::path& path)
{
    runtime::LoadOptions options;
    options.path = path;
    const auto model = runtime::LoadedModel::load(options);
    const engine::TokenIds ids = model->tokenizer().encode(text);
    tests::CacheComparison comparison(model->model(), {std::begin(types), std::end(types)});
    comparison.readWindows(ids, window);
    const auto results = comparison.results();
    for (size_t i = 0; i < results.size(); ++i)
        print({{"figure", "quality"}, {"model", model->name()}, {"type", name(types[i])},
            {"tokens", comparison.tokens()}, {"perplexity", results[i].perplexity},
            {"rise, %", 100 * (results[i].perplexity / results[0].perplexity - 1)},
            {"divergence, nats", results[i].divergence},
            {"largest divergence", results[i].largestDivergence}});
}

// arguments: a text and models
void quality(const std::vector<std::string>& arguments)
{
    const std::string text
        = readText(arguments.empty() ? "tests/data/text/alice.txt" : arguments.front());
    if (arguments.size() <= 1)
        quality(text, std::filesystem::path());
    for (size_t i = 1; i < arguments.size(); ++i)
        quality(text, std::filesystem::path(arguments[i]));
}

} // namespace

int main(int argumentCount, char** arguments)
{
    const std::string wanted = argumentCount > 1 ? arguments[1] : "";
    const auto isWanted = [&](const char* figure) { return wanted.empty() || wanted == figure; };
    if (isWanted("memory"))
        memory();
    if (isWanted("speed"))
        speed();
    if (isWanted("quality"))
        quality({arguments + std::min(2, argumentCount), arguments + argumentCount});
}
