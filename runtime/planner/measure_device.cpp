#include "runtime/planner/measure_device.h"

#include "engine/sampling/sampler.h"
#include "kernels/devices/backends.h"
#include "kernels/error.h"
#include "kernels/host_memory.h"
#include "vision/images/resize.h"

#include "runtime/planner/block_work.h"
#include "runtime/planner/pass_timer.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <optional>

namespace runtime {

namespace {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

constexpr int64_t columns = 2048; // of every matrix
constexpr int64_t rowOfFloats = columns * int64_t(sizeof(float)); // bytes
constexpr int64_t words = 131072; // of a vocabulary
constexpr int pageSize = 256;

constexpr DType cacheTypes[] = {DType::F16, DType::CacheQ8, DType::CacheQ6, DType::CacheQ4};

// Whatever the matrices of a file may be.
std::vector<DType> weightTypes()
{
    std::vector<DType> types;
    for (int type = 0; type <= int(DType::CacheQ4); ++type)
        if (kernels::info(DType(type)).ggufType >= 0 && DType(type) != DType::I32)
            types.push_back(DType(type));
    return types;
}

// Everything that is timed, so that progress can be told.
int countOfPasses()
{
    constexpr int others = 6; // small products, blocks twice, spans, choices, pixels
    return 2 * int(weightTypes().size() + std::size(cacheTypes)) + others;
}

// The heads of the made-up attention, those of a model of two to four thousand million parameters.
kernels::AttentionShape attentionShape()
{
    kernels::AttentionShape shape;
    shape.heads = 16, shape.kvHeads = 8, shape.headDim = 128;
    shape.scale = 1 / std::sqrt(128.0f);
    return shape;
}

std::vector<int32_t> rising(int64_t count)
{
    std::vector<int32_t> values(size_t(count), 0);
    std::iota(values.begin(), values.end(), 0);
    return values;
}

// What is made up lies on the device as long as this exists.
class Measuring {
public:
    Measuring(kernels::Backend& device, PassTimer& timer, const SelfTestSize& size)
        : m_device(device)
        , m_timer(timer)
        , m_size(size)
        , m_weights(device, DType::F32, weightBytes() / rowOfFloats, columns)
        , m_input(floats(size.tokens, columns))
    {
        fillWeights();
    }

    void run(DeviceSpeed& speed)
    {
        for (const DType type : weightTypes())
            speed.weights[type] = {decodeSpeed(type), promptSpeed(type)};
        speed.productSeconds = productSeconds(speed.weights.at(DType::Q8_0));
        for (const DType type : cacheTypes)
            speed.cache[type] = {lookBackSpeed(type), promptAttentionSpeed(type)};
        speed.blockSeconds = blockSeconds(1);
        speed.numberSeconds
            = blockSeconds(m_size.tokens) / double(m_size.tokens * numbersOfBlock());
        speed.spanOperationsPerSecond = spanSpeed();
        speed.choiceSeconds = choiceSeconds();
        speed.pixelSeconds = pixelSeconds();
    }

private:
    // No more than a part of what is free.
    int64_t weightBytes() const
    {
        constexpr int64_t leastMatrices = 4;
        const kernels::DeviceMemory own = m_device.memory();
        const int64_t free = own.total > 0 ? own.available() : kernels::availableHostMemory();
        const int64_t matrices = std::min(free / 4, m_size.weightBytes) / m_size.matrixBytes;
        return std::max(matrices, leastMatrices) * m_size.matrixBytes;
    }

    // Bytes that are harmless numbers in every type, and as a scale.
    void fillWeights()
    {
        std::vector<uint8_t> bytes(size_t(m_size.matrixBytes), 0);
        uint32_t state = 1;
        for (uint8_t& byte : bytes) {
            state = state * 1664525 + 1013904223;
            byte = uint8_t(0x30 + (state >> 24) % 8);
        }
        const TensorView all = m_weights.view();
        const int64_t rows = m_size.matrixBytes / rowOfFloats;
        for (int64_t row = 0; row + rows <= all.rows; row += rows)
            m_device.upload(all.rowRange(row, rows), bytes.data());
        m_device.synchronize();
    }

    Tensor floats(int64_t rows, int64_t width)
    {
        std::vector<float> values(size_t(rows * width), 0);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = float(i * 7919 % 256) / 128 - 1;
        Tensor tensor(m_device, DType::F32, rows, width);
        m_device.upload(tensor, values.data());
        m_device.synchronize(); // before the values go
        return tensor;
    }

    Tensor integers(const std::vector<int32_t>& values)
    {
        Tensor tensor(m_device, DType::I32, 1, int64_t(values.size()));
        m_device.upload(tensor, values.data());
        m_device.synchronize(); // before the values go
        return tensor;
    }

    // A part of the weights, taken for a matrix of that type.
    TensorView matrix(DType type, int64_t rows, int64_t width, int64_t firstByte) const
    {
        return {m_weights.view().data<std::byte>() + firstByte, type, rows, width};
    }

    // Passes that go through all of the weights, on a card at once and otherwise part by part. Calls
    // step(firstByte) for each part; returns the seconds of one.
    template <typename Step>
    double secondsOfPart(int64_t partBytes, const Step& step)
    {
        const int64_t parts = m_weights.view().sizeInBytes() / partBytes;
        const int64_t atOnce = m_device.isAccelerator() ? parts : 1;
        int64_t next = 0;
        const double seconds = m_timer.secondsOf([&] {
            for (int64_t part = 0; part < atOnce; ++part)
                step(next++ % parts * partBytes);
        });
        return seconds / double(atOnce);
    }

    // Seconds of a product of one token with about so many bytes, and how many those are.
    struct Product {
        double seconds;
        int64_t bytes;
    };
    Product product(DType type, int64_t partBytes)
    {
        const int64_t rowBytes = kernels::rowBytes(type, columns);
        const int64_t rows = partBytes / rowBytes;
        const Tensor out(m_device, DType::F32, 1, rows);
        const TensorView x = m_input.view().rowRange(0, 1);
        const double seconds = secondsOfPart(partBytes, [&](int64_t first) {
            m_device.ops().matmul(out, x, matrix(type, rows, columns, first));
        });
        return {seconds, rows * rowBytes};
    }

    double decodeSpeed(DType type)
    {
        const auto [seconds, bytes] = product(type, m_size.matrixBytes);
        return double(bytes) / seconds;
    }

    // What a small product takes more than its bytes.
    double productSeconds(const TypeSpeed& speed)
    {
        const auto [seconds, bytes] = product(DType::Q8_0, m_size.matrixBytes / 16);
        return std::max(0.0, seconds - double(bytes) / speed.bytesPerSecond);
    }

    double promptSpeed(DType type)
    {
        const int64_t rows = m_size.promptRows > 0 ? m_size.promptRows
            : m_device.isAccelerator()             ? 4096
                                                   : 512;
        const Tensor out(m_device, DType::F32, m_size.tokens, rows);
        const double seconds = m_timer.secondsOf(
            [&] { m_device.ops().matmul(out, m_input, matrix(type, rows, columns, 0)); });
        return 2.0 * double(m_size.tokens * rows * columns) / seconds;
    }

    // Where the last tokens of a sequence are, and what they see.
    struct Places {
        Tensor places, sequences, table;

        kernels::CachePlacement placement() const { return {places, sequences, table, pageSize}; }
        kernels::Reach reach() const { return {sequences, places}; } // from 0 on
    };
    Places lastPlaces(int64_t tokens, int64_t context)
    {
        std::vector<int32_t> places = rising(context);
        places.erase(places.begin(), places.begin() + std::ptrdiff_t(context - tokens));
        return {integers(places), integers(std::vector<int32_t>(size_t(tokens), 0)),
            integers(rising((context + pageSize - 1) / pageSize))};
    }

    // Keys lie in front of their values.
    void attend(TensorView out, const Places& places, DType type, int64_t context, int64_t first)
    {
        const kernels::AttentionShape shape = attentionShape();
        const int64_t width = int64_t(shape.kvHeads) * shape.headDim;
        const int64_t bytes = context * kernels::rowBytes(type, width);
        m_device.ops().attendCached(out, m_input.view().rowRange(0, out.rows),
            matrix(type, context, width, first), matrix(type, context, width, first + bytes),
            places.placement(), places.reach(), shape);
    }

    double lookBackSpeed(DType type)
    {
        const Tensor out(m_device, DType::F32, 1, columns);
        const Places places = lastPlaces(1, m_size.past);
        const kernels::AttentionShape shape = attentionShape();
        const int64_t bytes
            = 2 * m_size.past * kernels::rowBytes(type, int64_t(shape.kvHeads) * shape.headDim);
        const double seconds = secondsOfPart(
            bytes, [&](int64_t first) { attend(out, places, type, m_size.past, first); });
        return double(bytes) / seconds;
    }

    double promptAttentionSpeed(DType type)
    {
        const Tensor out(m_device, DType::F32, m_size.tokens, columns);
        const Places places = lastPlaces(m_size.tokens, m_size.tokens);
        const double seconds
            = m_timer.secondsOf([&] { attend(out, places, type, m_size.tokens, 0); });
        return attentionOperations(attentionShape(), m_size.tokens * (m_size.tokens + 1) / 2)
            / seconds;
    }

    // The numbers of a row that blockSeconds() goes through.
    static int64_t numbersOfBlock()
    {
        const kernels::AttentionShape shape = attentionShape();
        return numbersOf(columns, shape, 3 * columns);
    }

    // The norms, turns, gates and sums of a block; for one token also a look at the cache.
    double blockSeconds(int64_t rows)
    {
        const kernels::AttentionShape shape = attentionShape();
        const int64_t keys = int64_t(shape.kvHeads) * shape.headDim;
        const Tensor hidden = floats(rows, columns), normed = floats(rows, columns),
                     delta = floats(rows, columns), weight = floats(1, columns),
                     k = floats(rows, keys), v = floats(rows, keys),
                     gate = floats(rows, 3 * columns), up = floats(rows, 3 * columns),
                     frequencies = floats(1, shape.headDim / 2);
        const int64_t context = std::max<int64_t>(rows, pageSize);
        const Places places = lastPlaces(rows, context);
        const TensorView keyCache = matrix(DType::F16, context, keys, 0),
                         valueCache = matrix(DType::F16, context, keys, keyCache.sizeInBytes());
        return m_timer.secondsOf([&] {
            kernels::Ops& ops = m_device.ops();
            ops.rmsNorm(normed, hidden, weight, 1e-5f);
            ops.rotateAndCache(delta, k, v, keyCache, valueCache, places.placement(),
                {places.places.view().reshaped(rows, 1)},
                {.frequencies = frequencies, .style = kernels::RotaryStyle::Halves}, shape.headDim);
            if (rows == 1)
                attend(normed, places, DType::F16, pageSize, 0);
            ops.addRmsNorm(normed, hidden, delta, weight, 1e-5f);
            ops.gate(gate, up, kernels::Activation::Sigmoid); // never comes near zero
            ops.add(hidden, normed);
        });
    }

    double spanSpeed()
    {
        kernels::AttentionShape shape;
        shape.heads = shape.kvHeads = 16, shape.headDim = 64, shape.scale = 0.125f;
        const int64_t width = int64_t(shape.heads) * shape.headDim;
        const Tensor q = floats(m_size.patches, width), k = floats(m_size.patches, width),
                     v = floats(m_size.patches, width), out = floats(m_size.patches, width);
        const Tensor first = integers(std::vector<int32_t>(size_t(m_size.patches), 0)),
                     last
            = integers(std::vector<int32_t>(size_t(m_size.patches), int32_t(m_size.patches) - 1));
        const double seconds = m_timer.secondsOf([&] {
            m_device.ops().attendSpans(out, q, k, v, {first, last}, shape);
        });
        return attentionOperations(shape, m_size.patches * m_size.patches) / seconds;
    }

    // A card finds the likeliest words by itself.
    double choiceSeconds()
    {
        if (m_device.isAccelerator()) {
            const Tensor logits = floats(1, words), numbers = floats(1, 64),
                         places(m_device, DType::I32, 1, 64);
            return m_timer.secondsOf([&] {
                m_device.ops().findHighest(places, numbers, logits, words);
            }) / double(words);
        }
        std::vector<float> logits(size_t(words), 0);
        for (size_t i = 0; i < logits.size(); ++i)
            logits[i] = float(i * 7919 % 8191) / 1024;
        engine::Sampler sampler({.temperature = 0.7f, .topK = 40}, 1);
        return m_timer.secondsOnHost([&] { sampler.choose({.logits = logits}); }) / double(words);
    }

    double pixelSeconds()
    {
        vision::Image picture{2000, 1500, {}};
        const int64_t pixels = picture.width * picture.height;
        picture.rgb.assign(size_t(3 * pixels), 90);
        return m_timer.secondsOnHost([&] {
            vision::resizeImage(picture, 1024, 768, vision::Resampling::Bicubic);
        }) / double(pixels);
    }

    kernels::Backend& m_device;
    PassTimer& m_timer;
    const SelfTestSize m_size;
    Tensor m_weights, m_input;
};

// As the system names the processor; empty if it does not.
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

std::optional<kernels::DeviceOffer> offerOf(const std::string& device)
{
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name == device && offer.problem.empty())
            return offer;
    return std::nullopt;
}

// Without that of tests, and those that cannot be used.
std::vector<std::string> devicesHere()
{
    std::vector<std::string> devices;
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.problem.empty() && offer.name != "reference")
            devices.push_back(offer.name);
    return devices;
}

} // namespace

std::string hardwareOf(const std::string& device, int threads)
{
    if (device == "cpu")
        return processorName() + ", " + kernels::openBackend(device, threads)->description();
    const auto offer = offerOf(device);
    return offer ? processorName() + ", " + offer->description : std::string();
}

DeviceSpeed measureDevice(const std::string& device, int threads,
    const std::function<bool(double share)>& progress, const SelfTestSize& size)
{
    const auto backend = kernels::openBackend(device, threads);
    DeviceSpeed speed;
    speed.device = device;
    speed.hardware = hardwareOf(device, threads);
    speed.memory = backend->memory().total;
    PassTimer timer(*backend, size.seconds, countOfPasses(), progress);
    Measuring(*backend, timer, size).run(speed);
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
        } catch (const kernels::Error& error) {
            if (error.kind() == kernels::ErrorKind::Cancelled)
                throw;
            failure = std::current_exception();
        }
    }
    if (machine.devices.empty() && failure)
        std::rethrow_exception(failure);
    return machine;
}

} // namespace runtime
