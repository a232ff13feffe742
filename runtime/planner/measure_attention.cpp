#include "runtime/planner/measure_attention.h"

#include "runtime/planner/block_work.h"
#include "runtime/planner/made_up_weights.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace runtime {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

constexpr std::array cacheTypes{DType::F16, DType::CacheQ8, DType::CacheQ6, DType::CacheQ4};
constexpr int pageSize = 256;

// Those of a model of two to four thousand million parameters.
constexpr int64_t hidden = 2048, inner = 3 * hidden;
kernels::AttentionShape usualShape()
{
    kernels::AttentionShape shape;
    shape.heads = 16, shape.kvHeads = 8, shape.headDim = 128;
    shape.scale = 1 / std::sqrt(128.0f);
    return shape;
}
constexpr int64_t keyColumns = 1024;

int64_t pagesOf(int64_t tokens)
{
    return (tokens + pageSize - 1) / pageSize;
}

// The last tokens of a sequence: where they are, and that they see all of it before them.
class LastTokens {
public:
    LastTokens(kernels::Backend& device, int64_t tokens, int64_t context)
        : m_places(integersOn(device, lastOf(tokens, context)))
        , m_zeros(integersOn(device, std::vector<int32_t>(size_t(tokens), 0)))
        , m_table(integersOn(device, rising(pagesOf(context))))
    {
    }

    kernels::CachePlacement placement() const { return {m_places, m_zeros, m_table, pageSize}; }
    kernels::Reach reach() const { return {m_zeros, m_places}; }
    kernels::Angles angles() const
    {
        return {m_places.view().reshaped(m_places.view().columns, 1)};
    }

private:
    static std::vector<int32_t> lastOf(int64_t tokens, int64_t context)
    {
        std::vector<int32_t> places = rising(context);
        places.erase(places.begin(), places.begin() + std::ptrdiff_t(context - tokens));
        return places;
    }

    Tensor m_places, m_zeros, m_table;
};

// Keys and values of several layers.
class PastOf {
public:
    PastOf(kernels::Backend& device, DType type, int64_t tokens, int64_t layers)
    {
        const int64_t rows = pagesOf(tokens) * pageSize;
        const MadeUpWeights numbers(rows * kernels::rowBytes(type, keyColumns));
        for (int64_t matrix = 0; matrix < 2 * layers; ++matrix) {
            m_matrices.emplace_back(device, type, rows, keyColumns);
            device.upload(m_matrices.back(), numbers.matrix(type, rows, keyColumns, 0).bytes);
        }
        device.synchronize(); // before the numbers go
    }

    TensorView keys(int64_t layer) const { return m_matrices.at(size_t(2 * layer)); }
    TensorView values(int64_t layer) const { return m_matrices.at(size_t(2 * layer + 1)); }

private:
    std::vector<Tensor> m_matrices;
};

class Attentions {
public:
    Attentions(kernels::Backend& device, PassTimer& timer, const SelfTestSize& size)
        : m_device(device)
        , m_timer(timer)
        , m_size(size)
    {
    }

    CacheSpeed speedOf(DType type) { return {lookBackSpeed(type), promptSpeed(type)}; }

    // The norms, turns, gates and sums of a block; for one token also a look at the cache.
    double blockSeconds(int64_t rows)
    {
        const auto numbers
            = [&](int64_t columns) { return madeUpNumbers(m_device, rows, columns); };
        const Tensor stream = numbers(hidden), normed = numbers(hidden), delta = numbers(hidden),
                     k = numbers(keyColumns), v = numbers(keyColumns), gate = numbers(inner),
                     up = numbers(inner), weight = madeUpNumbers(m_device, 1, hidden),
                     frequencies = madeUpNumbers(m_device, 1, usualShape().headDim / 2);
        const LastTokens tokens(m_device, rows, rows);
        const PastOf past(m_device, DType::F16, rows, 1);
        return m_timer.secondsOf([&] {
            kernels::Ops& ops = m_device.ops();
            ops.rmsNorm(normed, stream, weight, 1e-5f);
            ops.rotateAndCache(delta, k, v, past.keys(0), past.values(0), tokens.placement(),
                tokens.angles(),
                {.frequencies = frequencies, .style = kernels::RotaryStyle::Halves},
                usualShape().headDim);
            if (rows == 1)
                attend(normed, delta, tokens, past, 0);
            ops.addRmsNorm(normed, stream, delta, weight, 1e-5f);
            ops.gate(gate, up, kernels::Activation::Sigmoid); // its numbers stay what they are
            ops.add(stream, normed);
        });
    }

    double numberSeconds()
    {
        return blockSeconds(m_size.tokens)
            / double(m_size.tokens * numbersOf(hidden, usualShape(), inner));
    }

    double spanSpeed()
    {
        kernels::AttentionShape shape;
        shape.heads = shape.kvHeads = 16, shape.headDim = 64, shape.scale = 0.125f;
        const int64_t patches = m_size.patches, columns = int64_t(shape.heads) * shape.headDim;
        const Tensor q = madeUpNumbers(m_device, patches, columns),
                     k = madeUpNumbers(m_device, patches, columns),
                     v = madeUpNumbers(m_device, patches, columns),
                     out = madeUpNumbers(m_device, patches, columns);
        const auto equal = [&](int64_t value) {
            return integersOn(m_device, std::vector<int32_t>(size_t(patches), int32_t(value)));
        };
        const Tensor first = equal(0), last = equal(patches - 1);
        const double seconds = m_timer.secondsOf([&] {
            m_device.ops().attendSpans(out, q, k, v, {first, last}, shape);
        });
        return attentionOperations(shape, patches * patches) / seconds;
    }

private:
    void attend(
        TensorView out, TensorView q, const LastTokens& tokens, const PastOf& past, int64_t layer)
    {
        m_device.ops().attendCached(out, q, past.keys(layer), past.values(layer),
            tokens.placement(), tokens.reach(), usualShape());
    }

    double lookBackSpeed(DType type)
    {
        const Tensor q = madeUpNumbers(m_device, 1, hidden),
                     out = madeUpNumbers(m_device, 1, hidden);
        const LastTokens token(m_device, 1, m_size.past);
        const PastOf past(m_device, type, m_size.past, m_size.layers);
        const int64_t atOnce = m_device.isAccelerator() ? m_size.layers : 1;
        int64_t next = 0;
        const double seconds = m_timer.secondsOf([&] {
            for (int64_t i = 0; i < atOnce; ++i)
                attend(out, q, token, past, next++ % m_size.layers);
        });
        return double(atOnce * 2 * m_size.past * kernels::rowBytes(type, keyColumns)) / seconds;
    }

    double promptSpeed(DType type)
    {
        const Tensor q = madeUpNumbers(m_device, m_size.tokens, hidden),
                     out = madeUpNumbers(m_device, m_size.tokens, hidden);
        const LastTokens tokens(m_device, m_size.tokens, m_size.tokens);
        const PastOf past(m_device, type, m_size.tokens, 1);
        const double seconds = m_timer.secondsOf([&] { attend(out, q, tokens, past, 0); });
        return attentionOperations(usualShape(), m_size.tokens * (m_size.tokens + 1) / 2) / seconds;
    }

    kernels::Backend& m_device;
    PassTimer& m_timer;
    const SelfTestSize m_size;
};

} // namespace

int countOfAttentions()
{
    return 2 * int(cacheTypes.size()) + 3;
}

void measureAttention(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed)
{
    Attentions attentions(device, timer, size);
    for (const DType type : cacheTypes)
        speed.cache[type] = attentions.speedOf(type);
    speed.blockSeconds = attentions.blockSeconds(1);
    speed.numberSeconds = attentions.numberSeconds();
    speed.spanOperationsPerSecond = attentions.spanSpeed();
}

} // namespace runtime
