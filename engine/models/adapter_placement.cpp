#include "engine/models/adapter_placement.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/models/decoder.h"
#include "engine/models/lora_adapter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace engine {

Fingerprint makeIdentity(const std::vector<AdapterUse>& adapters)
{
    FingerprintMaker maker;
    bool any = false;
    for (const AdapterUse& use : adapters) {
        if (use.scale == 0)
            continue;
        any = true;
        maker.add(use.adapter->identity());
        maker.add(double(use.scale));
    }
    return any ? maker.value() : Fingerprint();
}

using base::Error;
using base::ErrorKind;
using kernels::Tensor;
using kernels::TensorView;

namespace {

std::string adapterName(const LoraAdapter& adapter)
{
    const std::filesystem::path& path = adapter.path();
    return "The adapter "
        + base::printable((path.has_filename() ? path : path.parent_path()).filename().string());
}

std::string shape(int64_t rows, int64_t columns)
{
    return "[" + std::to_string(rows) + ", " + std::to_string(columns) + "]";
}

void checkShape(const AdapterUse& use, const LoraAdapter::Pair& pair, const char* side,
    TensorView matrix, int64_t rows, int64_t columns)
{
    if (matrix.rows != rows || matrix.columns != columns)
        throw Error(ErrorKind::BadFile,
            adapterName(*use.adapter) + " doesn't fit this model: " + side + " of "
                + base::printable(pair.module) + " has the shape "
                + shape(matrix.rows, matrix.columns) + " where " + shape(rows, columns)
                + " is needed.");
}

// The bytes of a matrix row by row, row r being row sourceRow(r) of `matrix`.
template <typename SourceRow>
Weight reordered(kernels::Backend& backend, TensorView matrix, const SourceRow& sourceRow)
{
    const auto stride = size_t(matrix.rowStride());
    std::vector<std::byte> bytes(size_t(matrix.sizeInBytes()));
    for (int64_t row = 0; row < matrix.rows; ++row)
        std::memcpy(
            bytes.data() + size_t(row) * stride, matrix.rowRange(sourceRow(row), 1).bytes, stride);
    Tensor tensor(backend, matrix.dtype, matrix.rows, matrix.columns);
    backend.upload(tensor, bytes.data());
    return Weight(std::move(tensor));
}

// Row i of a head's first half becomes row 2i, row i of its second half row 2i + 1.
Weight withPairedHeads(kernels::Backend& backend, TensorView up, int64_t head)
{
    return reordered(backend, up, [head](int64_t row) {
        const int64_t within = row % head;
        return row - within + within % 2 * (head / 2) + within / 2;
    });
}

Weight transposed(kernels::Backend& backend, TensorView matrix)
{
    const auto size = size_t(kernels::rowBytes(matrix.dtype, 1));
    std::vector<std::byte> bytes(size_t(matrix.sizeInBytes()));
    for (int64_t row = 0; row < matrix.rows; ++row)
        for (int64_t column = 0; column < matrix.columns; ++column)
            std::memcpy(bytes.data() + size_t(column * matrix.rows + row) * size,
                matrix.data<std::byte>() + size_t(row * matrix.columns + column) * size, size);
    Tensor tensor(backend, matrix.dtype, matrix.columns, matrix.rows);
    backend.upload(tensor, bytes.data());
    return Weight(std::move(tensor));
}

} // namespace

AdapterPlacement::AdapterPlacement(
    const std::vector<AdapterUse>& adapters, const TensorNames& names)
    : m_adapters(adapters)
    , m_names(names)
{
    for (const AdapterUse& use : adapters) {
        CHECK(use.adapter);
        if (!std::isfinite(use.scale))
            throw Error(ErrorKind::BadRequest,
                adapterName(*use.adapter) + " needs a number as its scale, usually 0 to 2.");
    }
}

// The pair that changes `name`, checked; null for none and for an adapter that does nothing.
const LoraAdapter::Pair* AdapterPlacement::take(const AdapterUse& use, const std::string& name,
    bool isEmbedding, int64_t outputs, int64_t inputs)
{
    for (const std::string& module : huggingFaceNames(m_names, name)) {
        const LoraAdapter::Pair* pair = use.adapter->find(module);
        if (!pair || pair->isEmbedding != isEmbedding)
            continue;
        const int64_t rank = pair->down.rows;
        checkShape(use, *pair, "lora_A", pair->down, rank, inputs);
        checkShape(use, *pair, "lora_B", pair->up, outputs, rank);
        if (pair->original.bytes)
            checkShape(use, *pair, "the weight", pair->original, isEmbedding ? inputs : outputs,
                isEmbedding ? outputs : inputs);
        m_placed.insert(pair);
        return use.scale == 0 ? nullptr : pair;
    }
    return nullptr;
}

std::vector<LowRank> AdapterPlacement::linear(const std::string& name, int64_t outputs,
    int64_t inputs, kernels::Backend& backend, int64_t pairedHead)
{
    std::vector<LowRank> placed;
    for (const AdapterUse& use : m_adapters)
        if (const auto* pair = take(use, name, false, outputs, inputs))
            placed.push_back({placeOn(backend, pair->down),
                pairedHead ? withPairedHeads(backend, pair->up, pairedHead)
                           : placeOn(backend, pair->up),
                use.scale * pair->factor});
    return placed;
}

std::vector<LowRankEmbedding> AdapterPlacement::embedding(
    const std::string& name, int64_t vocabulary, int64_t hidden, kernels::Backend& backend)
{
    std::vector<LowRankEmbedding> placed;
    for (const AdapterUse& use : m_adapters)
        if (const auto* pair = take(use, name, true, hidden, vocabulary))
            placed.push_back({transposed(backend, pair->down), placeOn(backend, pair->up),
                use.scale * pair->factor});
    return placed;
}

void AdapterPlacement::requireAllPlaced() const
{
    for (const AdapterUse& use : m_adapters)
        for (const LoraAdapter::Pair& pair : use.adapter->pairs())
            if (!m_placed.contains(&pair))
                throw Error(ErrorKind::BadFile,
                    adapterName(*use.adapter) + " doesn't fit this model: it changes "
                        + base::printable(pair.module) + ", which this model doesn't have.");
}

// Everything that can fail comes before the first change.
void Decoder::setAdapters(std::vector<AdapterUse> adapters)
{
    AdapterPlacement placement(adapters, m_source.names());
    auto onEmbedding = placement.embedding(
        "token_embd", m_plan.head.vocabulary, m_plan.hidden, m_stages.front().device->backend());
    auto onHead = placement.linear(
        "output", m_plan.head.vocabulary, m_plan.hidden, m_stages.back().device->backend());
    std::vector<std::pair<Linear*, std::vector<LowRank>>> onLinears;
    std::vector<Linear*> linears;
    if (m_layerInputs)
        linears = m_layerInputs->linears();
    for (Block& block : m_blocks)
        std::ranges::copy(block.linears(), std::back_inserter(linears));
    for (Linear* linear : linears)
        onLinears.emplace_back(linear,
            placement.linear(linear->name(), linear->outputs(), linear->inputs(), linear->backend(),
                linear->pairedHead()));
    placement.requireAllPlaced();

    m_embeddingAdapters = std::move(onEmbedding);
    m_headAdapters = std::move(onHead);
    for (auto& [linear, lowRanks] : onLinears)
        linear->setAdapters(std::move(lowRanks));
    m_adapters = std::move(adapters);
    for (Stage& stage : m_stages)
        stage.recordings.clear();
}

} // namespace engine
