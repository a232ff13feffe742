#include "tests/benchmarks/cuda/random_weights.h"

#include "kernels/half.h"
#include "tests/kernels/matrix.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace bench {

using kernels::DType;

namespace {

constexpr int64_t distinct = 1 << 18; // numbers, repeated from there on

// A scale with which the numbers of a block are of the size that trained weights have.
float blockScale(DType type)
{
    switch (type) {
    case DType::Q8_0:
        return 2e-4f;
    case DType::Q6_K:
        return 1e-5f;
    case DType::Q4_K:
    case DType::Q5_K:
        return 6e-5f;
    default:
        return 1e-3f;
    }
}

void putHalf(std::byte* block, int place, float value)
{
    if (place < 0)
        return;
    const uint16_t half = kernels::halfFromFloat(value);
    std::memcpy(block + place, &half, sizeof half);
}

std::vector<std::byte> blocksOf(DType type)
{
    const auto& info = kernels::info(type);
    std::mt19937 random{1};
    std::vector<std::byte> bytes(size_t(distinct / info.blockSize * info.blockBytes));
    for (size_t first = 0; first < bytes.size(); first += size_t(info.blockBytes)) {
        tests::fillBlock(&bytes[first], type, random);
        const tests::ScaleOffsets offsets = tests::scaleOffsets(type);
        const float sign = random() % 2 ? 1.0f : -1.0f;
        putHalf(&bytes[first], offsets.scale, sign * blockScale(type));
        putHalf(&bytes[first], offsets.minimum, sign * 7 * blockScale(type));
    }
    return bytes;
}

// Norms and biases are plain; weights of a normal distribution.
std::vector<std::byte> numbersOf(DType type)
{
    if (kernels::isBlockType(type))
        return blocksOf(type);
    std::mt19937 random{1};
    std::normal_distribution<float> normal(0, 0.02f);
    std::vector<std::byte> bytes(size_t(kernels::rowBytes(type, distinct)));
    for (int64_t i = 0; i < distinct; ++i) {
        const float value = normal(random);
        const uint16_t half = type == DType::F16 ? kernels::halfFromFloat(value)
                                                 : uint16_t(std::bit_cast<uint32_t>(value) >> 16);
        if (type == DType::F32)
            std::memcpy(&bytes[size_t(i) * 4], &value, 4);
        else
            std::memcpy(&bytes[size_t(i) * 2], &half, 2);
    }
    return bytes;
}

} // namespace

RandomWeights::RandomWeights(const std::string& name, const std::vector<Wanted>& tensors)
    : m_path(name)
{
    std::map<DType, size_t> largest;
    for (const Wanted& wanted : tensors) {
        engine::WeightTensor tensor{wanted.name, wanted.shape, {nullptr, wanted.type, 1, 1}};
        tensor.view.columns = wanted.shape.back();
        for (size_t i = 0; i + 1 < wanted.shape.size(); ++i)
            tensor.view.rows *= wanted.shape[i];
        size_t& most = largest[wanted.type];
        most = std::max(most, size_t(tensor.view.sizeInBytes()));
        m_tensors.push_back(std::move(tensor));
    }
    for (const auto& [type, bytes] : largest) {
        const std::vector<std::byte> some = numbersOf(type);
        std::vector<std::byte>& all = m_numbers[type];
        all.resize(bytes);
        for (size_t first = 0; first < bytes; first += some.size())
            std::memcpy(&all[first], some.data(), std::min(some.size(), bytes - first));
    }
    for (engine::WeightTensor& tensor : m_tensors)
        tensor.view.bytes = m_numbers[tensor.view.dtype].data();
}

const engine::WeightTensor* RandomWeights::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_tensors, name, &engine::WeightTensor::name);
    return found == m_tensors.end() ? nullptr : &*found;
}

int64_t RandomWeights::bytes() const
{
    int64_t sum = 0;
    for (const engine::WeightTensor& tensor : m_tensors)
        sum += tensor.view.sizeInBytes();
    return sum;
}

} // namespace bench
