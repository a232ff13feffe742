#include "runtime/planner/measure_device.h"

#include "base/error.h"
#include "engine/layers/weight_layouts.h"
#include "engine/sampling/sampler.h"
#include "kernels/devices/backends.h"
#include "kernels/host_memory.h"
#include "runtime/models/load_options.h"
#include "runtime/planner/forecast.h"
#include "runtime/planner/pass_timer.h"
#include "vision/embedding_cache.h"
#include "vision/images/resize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <fstream>
#include <optional>
#include <vector>

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

int64_t pagesFor(int64_t tokens)
{
    return (tokens + pageSize - 1) / pageSize;
}

// The last tokens of a sequence: where they are, and that they see all of it before them.
class LastTokens {
public:
    LastTokens(kernels::Backend& device, int64_t tokens, int64_t context)
        : m_places(integersOn(device, lastPositions(tokens, context)))
        , m_zeros(integersOn(device, std::vector<int32_t>(size_t(tokens), 0)))
        , m_table(integersOn(device, rising(pagesFor(context))))
    {
    }

    kernels::CachePlacement placement() const { return {m_places, m_zeros, m_table, pageSize}; }
    kernels::Reach reach() const { return {m_zeros, m_places}; }
    kernels::Angles angles() const
    {
        return {m_places.view().reshaped(m_places.view().columns, 1)};
    }

private:
    static std::vector<int32_t> lastPositions(int64_t tokens, int64_t context)
    {
        std::vector<int32_t> places = rising(context);
        places.erase(places.begin(), places.begin() + std::ptrdiff_t(context - tokens));
        return places;
    }

    Tensor m_places, m_zeros, m_table;
};

// Keys and values of several layers.
class CachedPast {
public:
    CachedPast(kernels::Backend& device, DType type, int64_t tokens, int64_t layers)
    {
        const int64_t rows = pagesFor(tokens) * pageSize;
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

    CacheSpeed measureSpeed(DType type) { return {lookBackSpeed(type), promptSpeed(type)}; }

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
        const CachedPast past(m_device, DType::F16, rows, 1);
        return m_timer.measureSeconds([&] {
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
            / double(m_size.tokens * activationCount(hidden, usualShape(), inner));
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
        const double seconds = m_timer.measureSeconds([&] {
            m_device.ops().attendSpans(out, q, k, v, {first, last}, shape);
        });
        return attentionOperations(shape, patches * patches) / seconds;
    }

private:
    void attend(TensorView out, TensorView q, const LastTokens& tokens, const CachedPast& past,
        int64_t layer)
    {
        m_device.ops().attendCached(out, q, past.keys(layer), past.values(layer),
            tokens.placement(), tokens.reach(), usualShape());
    }

    double lookBackSpeed(DType type)
    {
        const Tensor q = madeUpNumbers(m_device, 1, hidden),
                     out = madeUpNumbers(m_device, 1, hidden);
        const LastTokens token(m_device, 1, m_size.past);
        const CachedPast past(m_device, type, m_size.past, m_size.layers);
        const int64_t atOnce = m_device.isAccelerator() ? m_size.layers : 1;
        int64_t next = 0;
        const double seconds = m_timer.measureSeconds([&] {
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
        const CachedPast past(m_device, type, m_size.tokens, 1);
        const double seconds = m_timer.measureSeconds([&] { attend(out, q, tokens, past, 0); });
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
        speed.cache[type] = attentions.measureSpeed(type);
    speed.blockSeconds = attentions.blockSeconds(1);
    speed.numberSeconds = attentions.numberSeconds();
    speed.spanOperationsPerSecond = attentions.spanSpeed();
}

using engine::Weight;

namespace {

constexpr int64_t narrow = WeightSpeed::narrowColumns, wide = WeightSpeed::wideColumns;
/// The widths of matrices that many tokens pass: those of common models.
constexpr int64_t widths[] = {1024, narrow, 4096, wide, 9216, 14336, 28672};
constexpr DType usualType = DType::Q8_0; // the factor of a width hardly depends on it
constexpr int64_t wholeRows = 32; // whatever a device does with several rows fits
constexpr int64_t smallShare = 16; // a small matrix is such a part of a large one

// No more than a part of what is free.
int64_t weightBytes(kernels::Backend& device, const SelfTestSize& size)
{
    constexpr int64_t leastMatrices = 4;
    const kernels::DeviceMemory own = device.memory();
    const int64_t free = own.total > 0 ? own.available() : kernels::availableHostMemory();
    const int64_t matrices = std::min(free / 4, size.weightBytes) / size.matrixBytes;
    return std::max(matrices, leastMatrices) * size.matrixBytes;
}

class Products {
public:
    Products(kernels::Backend& device, PassTimer& timer, const SelfTestSize& size)
        : m_device(device)
        , m_timer(timer)
        , m_size(size)
        , m_file(weightBytes(device, size))
    {
    }

    WeightSpeed measureSpeed(DType type)
    {
        return {decodeSpeed(type, narrow), decodeSpeed(type, wide),
            promptSpeed(type, narrow, m_size.promptRows)};
    }

    // What a small product takes more than its bytes.
    double secondsMore(const WeightSpeed& usual)
    {
        const auto [seconds, bytes] = decode(usualType, narrow, m_size.matrixBytes / smallShare);
        return std::max(0.0, seconds - double(bytes) / usual.narrowBytesPerSecond);
    }

    std::vector<WidthFactor> widthFactors()
    {
        std::vector<WidthFactor> factors;
        const double usual = promptSpeed(usualType, narrow, m_size.widthRows);
        for (const int64_t columns : widths)
            factors.push_back({columns, usual / promptSpeed(usualType, columns, m_size.widthRows)});
        return factors;
    }

private:
    // Places and repacks a weight, as loading a model does.
    Weight placed(kernels::TensorView inFile) const
    {
        Weight weight = engine::placeOn(m_device, inFile);
        engine::layOut(m_device, weight);
        return weight;
    }

    // Matrices of about so many bytes, one behind the other through the whole file.
    std::vector<Weight> place(DType type, int64_t columns, int64_t matrixBytes) const
    {
        const int64_t rowBytes = kernels::rowBytes(type, columns);
        const int64_t rows = std::max<int64_t>(1, matrixBytes / (rowBytes * wholeRows)) * wholeRows;
        std::vector<Weight> weights;
        for (int64_t first = 0; first + rows * rowBytes <= m_file.bytes(); first += rows * rowBytes)
            weights.push_back(placed(m_file.matrix(type, rows, columns, first)));
        return weights;
    }

    // The time and the bytes read of a product with one token.
    struct Product {
        double seconds;
        int64_t bytes;
    };

    // All of the weights in turn, so that none is still near the CPU. A GPU records them.
    Product decode(DType type, int64_t columns, int64_t matrixBytes)
    {
        const std::vector<Weight> weights = place(type, columns, matrixBytes);
        const Tensor x = madeUpNumbers(m_device, 1, columns);
        const int64_t rows = weights.front().view().rows;
        const Tensor out(m_device, DType::F32, 1, rows);
        const size_t atOnce = m_device.isAccelerator() ? weights.size() : 1;
        size_t next = 0;
        const double seconds = m_timer.measureSeconds([&] {
            for (size_t i = 0; i < atOnce; ++i)
                m_device.ops().matmul(out, x, weights[next++ % weights.size()]);
        });
        return {seconds / double(atOnce), rows * kernels::rowBytes(type, columns)};
    }

    double decodeSpeed(DType type, int64_t columns)
    {
        const auto [seconds, bytes] = decode(type, columns, m_size.matrixBytes);
        return double(bytes) / seconds;
    }

    // A GPU needs more rows to be busy.
    double promptSpeed(DType type, int64_t columns, int64_t processorRows)
    {
        const int64_t rows = (m_device.isAccelerator() ? 8 : 1) * processorRows;
        const Weight weight = placed(m_file.matrix(type, rows, columns, 0));
        const Tensor x = madeUpNumbers(m_device, m_size.tokens, columns),
                     out(m_device, DType::F32, m_size.tokens, rows);
        const double seconds
            = m_timer.measureSeconds([&] { m_device.ops().matmul(out, x, weight); });
        return 2.0 * double(m_size.tokens * rows * columns) / seconds;
    }

    kernels::Backend& m_device;
    PassTimer& m_timer;
    const SelfTestSize m_size;
    const MadeUpWeights m_file;
};

} // namespace

std::vector<DType> weightTypes()
{
    std::vector<DType> types;
    for (int type = 0; type < kernels::dtypeCount; ++type)
        if (kernels::info(DType(type)).ggufType >= 0 && DType(type) != DType::I32)
            types.push_back(DType(type));
    return types;
}

int countOfProducts()
{
    return 3 * int(weightTypes().size()) + 1 + 1 + int(std::size(widths));
}

void measureProducts(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed)
{
    Products products(device, timer, size);
    for (const DType type : weightTypes())
        speed.weights[type] = products.measureSpeed(type);
    speed.productSeconds = products.secondsMore(speed.weights.at(usualType));
    speed.widths = products.widthFactors();
}

namespace {

constexpr int64_t words = 131072; // of a vocabulary

// A GPU finds the likeliest words by itself.
double choiceSeconds(kernels::Backend& device, PassTimer& timer)
{
    if (device.isAccelerator()) {
        constexpr int64_t highest = 64;
        const Tensor logits = madeUpNumbers(device, 1, words),
                     numbers = madeUpNumbers(device, 1, highest),
                     places = integersOn(device, rising(highest));
        return timer.measureSeconds([&] {
            device.ops().findHighest(places, numbers, logits, words);
        }) / double(words);
    }
    std::vector<float> logits(size_t(words), 0);
    for (size_t i = 0; i < logits.size(); ++i)
        logits[i] = float(i * 7919 % 8191) / 1024;
    engine::Sampler sampler({}, 1);
    return timer.secondsOnHost([&] { sampler.choose({.logits = logits}); }) / double(words);
}

// An image is scaled, and known again by its content.
double pixelSeconds(PassTimer& timer)
{
    vision::Image picture{2000, 1500, {}};
    const int64_t pixels = picture.width * picture.height;
    picture.rgb.assign(size_t(3 * pixels), 90);
    const double seconds = timer.secondsOnHost([&] {
        vision::resizeImage(picture, 1024, 768, vision::Resampling::Bicubic);
        vision::ContentHasher hasher;
        hasher.add(picture.rgb);
        hasher.finish();
    });
    return seconds / double(pixels);
}

// The name of the CPU according to the system; empty if it has none.
std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos)
            return line.substr(colon + 2);
    }
    return {};
}

std::optional<kernels::DeviceOffer> findOffer(const std::string& device)
{
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name == device && offer.problem.empty())
            return offer;
    return std::nullopt;
}

// Leaves out the reference device, which is for tests, and devices that cannot be used.
std::vector<std::string> devicesHere()
{
    std::vector<std::string> devices;
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.problem.empty() && offer.name != "reference")
            devices.push_back(offer.name);
    return devices;
}

} // namespace

std::string describeHardware(const std::string& device, int threads)
{
    if (device == "cpu")
        return processorName() + ", " + kernels::openBackend(device, threads)->description();
    const auto offer = findOffer(device);
    return offer ? processorName() + ", " + offer->description : std::string();
}

DeviceSpeed measureDevice(const std::string& device, int threads,
    const std::function<bool(double share)>& progress, const SelfTestSize& size)
{
    const auto backend = kernels::openBackend(device, threads, LoadOptions().products);
    DeviceSpeed speed;
    speed.device = device;
    speed.hardware = describeHardware(device, threads);
    speed.memory = backend->memory().total;
    constexpr int others = 2; // below
    PassTimer timer(*backend, size.seconds, countOfProducts() + countOfAttentions() + others,
        progress, size.now);
    measureProducts(*backend, timer, size, speed);
    measureAttention(*backend, timer, size, speed);
    speed.choiceSeconds = choiceSeconds(*backend, timer);
    speed.pixelSeconds = pixelSeconds(timer);
    return speed;
}

MachineSpeed measureMachine(int threads, const std::function<bool(double share)>& progress)
{
    MachineSpeed machine;
    std::exception_ptr failure;
    const std::vector<std::string> devices = devicesHere();
    for (size_t i = 0; i < devices.size(); ++i) {
        const auto ofAll = [&, i](double share) {
            return !progress || progress((double(i) + share) / double(devices.size()));
        };
        try {
            machine.devices.push_back(measureDevice(devices[i], threads, ofAll));
        } catch (const base::Error& error) {
            if (error.kind() == base::ErrorKind::Cancelled)
                throw;
            failure = std::current_exception();
        }
    }
    if (machine.devices.empty() && failure)
        std::rethrow_exception(failure);
    return machine;
}

} // namespace runtime
