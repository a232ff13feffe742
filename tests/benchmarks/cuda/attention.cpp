#include "engine/cache/paged_cache.h"
#include "kernels/cache_rows.h"
#include "tests/benchmarks/cuda/figures.h"

#include <numeric>
#include <vector>

// The attention of one new token over a long context, by how keys and values are kept.

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

// Llama 8B's attention: 32 heads of 128 on 8 of keys and values. Several layers' worth of cache, so
// that no part of it stays nearer to the cores than the memory.
double secondsOfToken(Card& card, DType type, int64_t context)
{
    kernels::Backend& backend = *card.backend;
    kernels::AttentionShape shape;
    shape.heads = 32, shape.kvHeads = 8, shape.headDim = 128, shape.scale = 0.088f;
    const int64_t columns = int64_t(shape.kvHeads) * shape.headDim;
    const int layers = card.isTiny ? 1 : 8;
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
    return secondsOf(card, [&] {
        for (int layer = 0; layer < layers; ++layer)
            backend.ops().attendCached(out, q, keys[size_t(layer)], values[size_t(layer)],
                placement, {zero, places}, shape);
    }) / layers;
}

} // namespace

void measureAttention(Card& card)
{
    const int64_t context = card.isTiny ? 512 : 32768;
    double half = 0;
    for (const engine::CacheType type : {engine::CacheType::F16, engine::CacheType::Q8,
             engine::CacheType::Q6, engine::CacheType::Q4}) {
        const DType stored = engine::storedType(type.keys);
        const std::string figure
            = "decode attention at " + std::to_string(context) + ", cache " + engine::name(type);
        if (!card.wants(figure))
            continue;
        const double seconds = secondsOfToken(card, stored, context);
        const double bytes = 2.0 * double(context) * double(kernels::rowBytes(stored, 1024));
        const bool isHalf = stored == DType::F16;
        print(figure, bytes / seconds / 1e9, "GB/s", isHalf ? std::optional(0.75) : std::nullopt,
            Share{"bandwidth", bytes / seconds, card.peaks.bytesPerSecond});
        half = isHalf ? seconds : half;
        if (type == engine::CacheType::Q4 && half > 0)
            print("decode attention, q4 against fp16", half / seconds, "times", 2.5);
    }
}

} // namespace bench
