#include "engine/cache/paged_cache.h"
#include "kernels/cache_rows.h"
#include "kernels/half.h"
#include "tests/benchmarks/cuda/figures.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

// The attention of one new token over a long context and of prompts, by how keys and values are
// stored, and that of images.

namespace bench {

namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

constexpr int pageSize = 256;

Tensor uploaded(kernels::Backend& backend, const std::vector<int32_t>& integers)
{
    Tensor tensor(backend, DType::I32, 1, int64_t(integers.size()));
    backend.upload(tensor, integers.data());
    return tensor;
}

/// Bytes of zeros are valid numbers of every type, and as slow as others.
Tensor zeros(kernels::Backend& backend, DType type, int64_t rows, int64_t columns)
{
    Tensor tensor(backend, type, rows, columns);
    const std::vector<std::byte> bytes(size_t(tensor.view().sizeInBytes()));
    backend.upload(tensor, bytes.data());
    return tensor;
}

/// Numbers from −1 to 1; packed types are zeros.
Tensor randomNumbers(kernels::Backend& backend, DType type, int64_t rows, int64_t columns)
{
    if (type != DType::F32 && type != DType::F16)
        return zeros(backend, type, rows, columns);
    Tensor tensor(backend, type, rows, columns);
    std::vector<float> floats(size_t(rows * columns));
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> numbers(-1, 1);
    std::generate(floats.begin(), floats.end(), [&] { return numbers(random); });
    std::vector<uint16_t> halves(type == DType::F16 ? floats.size() : 0);
    std::transform(floats.begin(), floats.begin() + int64_t(halves.size()), halves.begin(),
        kernels::halfFromFloat);
    const void* bytes = floats.data();
    if (type == DType::F16)
        bytes = halves.data();
    backend.upload(tensor, bytes);
    return tensor;
}

// Llama 8B's attention: 32 heads of 128 on 8 of keys and values. Several layers' worth of cache, so
// that no part of it stays nearer to the cores than the memory.
double secondsOfToken(Gpu& gpu, DType type, int64_t context)
{
    kernels::Backend& backend = *gpu.backend;
    kernels::AttentionShape shape;
    shape.heads = 32, shape.kvHeads = 8, shape.headDim = 128, shape.scale = 0.088f;
    const int64_t columns = int64_t(shape.kvHeads) * shape.headDim;
    const int layers = gpu.isTiny ? 1 : 8;
    std::vector<Tensor> keys, values;
    for (int layer = 0; layer < layers; ++layer) {
        keys.push_back(zeros(backend, type, context, kernels::wholeBlocks(type, columns)));
        values.push_back(zeros(backend, type, context, kernels::wholeBlocks(type, columns)));
    }
    std::vector<int32_t> pages(size_t(context / pageSize));
    std::iota(pages.begin(), pages.end(), 0);
    const Tensor places = uploaded(backend, {int32_t(context - 1)});
    const Tensor sequences = uploaded(backend, {0}), zero = uploaded(backend, {0});
    const Tensor tables = uploaded(backend, pages);
    const kernels::CachePlacement placement{places, sequences, tables, pageSize};
    const Tensor q = zeros(backend, DType::F32, 1, int64_t(shape.heads) * shape.headDim);
    const Tensor out = zeros(backend, DType::F32, 1, q.view().columns);
    return secondsOf(gpu, [&] {
        for (int layer = 0; layer < layers; ++layer)
            backend.ops().attendCached(out, q, keys[size_t(layer)], values[size_t(layer)],
                placement, {zero, places}, shape);
    }) / layers;
}

/// Seconds of one of several calls that follow each other, so that their launches overlap.
double secondsOfCall(Gpu& gpu, const std::function<void()>& call)
{
    const int calls = gpu.isTiny ? 1 : 8;
    return secondsOf(gpu, [&] {
        for (int i = 0; i < calls; ++i)
            call();
    }) / calls;
}

double secondsOfPrompt(Gpu& gpu, DType type, int64_t tokens)
{
    kernels::Backend& backend = *gpu.backend;
    kernels::AttentionShape shape;
    shape.heads = 32, shape.kvHeads = 8, shape.headDim = 128, shape.scale = 0.088f;
    const int64_t columns = kernels::wholeBlocks(type, int64_t(shape.kvHeads) * shape.headDim);
    const Tensor keys = randomNumbers(backend, type, tokens, columns);
    const Tensor values = randomNumbers(backend, type, tokens, columns);
    std::vector<int32_t> each(static_cast<size_t>(tokens)), pages(size_t(tokens / pageSize));
    std::iota(each.begin(), each.end(), 0);
    std::iota(pages.begin(), pages.end(), 0);
    const std::vector<int32_t> none(each.size());
    const Tensor places = uploaded(backend, each), tables = uploaded(backend, pages);
    const Tensor sequences = uploaded(backend, none), firsts = uploaded(backend, none);
    const kernels::CachePlacement placement{places, sequences, tables, pageSize};
    const Tensor q
        = randomNumbers(backend, DType::F32, tokens, int64_t(shape.heads) * shape.headDim);
    const Tensor out = zeros(backend, DType::F32, tokens, q.view().columns);
    return secondsOfCall(gpu, [&] {
        backend.ops().attendCached(out, q, keys, values, placement, {firsts, places}, shape);
    });
}

/// Spans of `rows` rows, one behind the other, as the tiles of images are.
double secondsOfSpans(Gpu& gpu, int spans, int rows, int heads, int headDim)
{
    kernels::Backend& backend = *gpu.backend;
    kernels::AttentionShape shape;
    shape.heads = shape.kvHeads = heads, shape.headDim = headDim, shape.scale = 0.1f;
    std::vector<int32_t> first, last;
    for (int span = 0; span < spans; ++span) {
        first.insert(first.end(), size_t(rows), span * rows);
        last.insert(last.end(), size_t(rows), (span + 1) * rows - 1);
    }
    const Tensor firsts = uploaded(backend, first), lasts = uploaded(backend, last);
    std::vector<Tensor> matrices; // q, k, v, out
    for (int i = 0; i < 4; ++i)
        matrices.push_back(
            randomNumbers(backend, DType::F32, int64_t(spans) * rows, int64_t(heads) * headDim));
    return secondsOfCall(gpu, [&] {
        backend.ops().attendSpans(
            matrices[3], matrices[0], matrices[1], matrices[2], {firsts, lasts}, shape);
    });
}

/// Operations of `pairs` queries and keys that see each other, in every head.
void printAttention(
    Gpu& gpu, const std::string& figure, double seconds, double pairs, int heads, int headDim)
{
    const double perSecond = 4 * pairs * heads * headDim / seconds;
    print(figure + ", time", seconds * 1e6, "us");
    print(figure, perSecond / 1e12, "TFLOP/s", {},
        Share{"tensor peak", perSecond, gpu.peaks.operationsPerSecond});
}

void measurePrompts(Gpu& gpu)
{
    const int64_t tokens = gpu.isTiny ? 256 : 2048;
    for (const engine::CacheType type : {engine::CacheType::F16, engine::CacheType::Q8}) {
        const std::string figure
            = "prompt attention of " + std::to_string(tokens) + ", cache " + engine::name(type);
        if (!gpu.wants(figure))
            continue;
        const double seconds = secondsOfPrompt(gpu, engine::storedType(type.keys), tokens);
        printAttention(gpu, figure, seconds, double(tokens) * double(tokens + 1) / 2, 32, 128);
    }
}

void measureSpans(Gpu& gpu)
{
    struct Image {
        const char* name;
        int spans, rows, heads, headDim;
    };
    constexpr Image images[] = {{"attention of a CLIP tile", 1, 577, 16, 64},
        {"attention of 8 SigLIP tiles", 8, 729, 16, 72}};
    for (const Image& image : images) {
        if (!gpu.wants(image.name))
            continue;
        const int rows = gpu.isTiny ? image.rows / 4 : image.rows;
        const int heads = gpu.isTiny ? 1 : image.heads;
        const double seconds = secondsOfSpans(gpu, image.spans, rows, heads, image.headDim);
        printAttention(
            gpu, image.name, seconds, double(image.spans) * rows * rows, heads, image.headDim);
    }
}

} // namespace

void measureAttention(Gpu& gpu)
{
    measurePrompts(gpu);
    measureSpans(gpu);
    const int64_t context = gpu.isTiny ? 512 : 32768;
    double half = 0;
    for (const engine::CacheType type : {engine::CacheType::F16, engine::CacheType::Q8,
             engine::CacheType::Q6, engine::CacheType::Q4}) {
        const DType stored = engine::storedType(type.keys);
        const std::string figure
            = "decode attention at " + std::to_string(context) + ", cache " + engine::name(type);
        if (!gpu.wants(figure))
            continue;
        const double seconds = secondsOfToken(gpu, stored, context);
        const double bytes = 2.0 * double(context) * double(kernels::rowBytes(stored, 1024));
        const bool isHalf = stored == DType::F16;
        print(figure, bytes / seconds / 1e9, "GB/s", isHalf ? std::optional(0.75) : std::nullopt,
            Share{"bandwidth", bytes / seconds, gpu.peaks.bytesPerSecond});
        half = isHalf ? seconds : half;
        if (type == engine::CacheType::Q4 && half > 0)
            print("decode attention, q4 against fp16", half / seconds, "times", 2.5);
    }
}

} // namespace bench
