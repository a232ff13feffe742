#pragma once

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/models/model.h"
#include "kernels/devices/backends.h"
#include "kernels/logit_math.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/engine/generate/scripts.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A model whose logits are any function of the whole sequence. It reads that sequence back from
/// the cache, where it wrote each id, so a page that is missing or not its own shows. Next to each
/// id it keeps what a real model's keys and values depend on: all ids before it, and the adapters.
/// A pass that meets a position made after other ids or with other adapters throws. Its cache is on
/// the device that VIGNETTE_TEST_DEVICE names; on a GPU that finds the highest logits, too.
class ScriptModel final : public engine::Model {
public:
    using Script = tests::Script;
    static inline const engine::PagedCache::Shape shape{1, 1, 1};
    static constexpr int layers = 4; ///< pretended: how often a pass asks whether it is canceled

    ScriptModel(int64_t vocabulary, Script script)
        : m_backend(kernels::openBackend(deviceName()))
        , m_script(std::move(script))
    {
        readsAlone = m_backend->isAccelerator();
        m_config.vocabulary = vocabulary;
        m_config.contextLength = 1 << 20;
        m_config.hidden = 4;
        m_config.layers = 1;
        m_config.kvHeads = 1;
        m_config.headDim = 1;
    }

    const engine::ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return *m_backend; }
    engine::Fingerprint identity() const override { return {1, 2}; }

    void setAdapters(std::vector<engine::AdapterUse> adapters) override
    {
        m_adapters = engine::makeIdentity(adapters);
    }
    engine::Fingerprint adapterIdentity() const override { return m_adapters; }

    std::span<const float> forward(std::span<const engine::BatchEntry> batch,
        engine::PagedCache& cache, const std::function<bool()>& cancelled) override
    {
        if (beforePass)
            beforePass(batch);
        count(batch);
        const OnHost rows(*this, cache);
        // A pass that is interrupted leaves something behind, but not what belongs there.
        for (const engine::BatchEntry& entry : batch)
            for (size_t i = 0; i < entry.ids.size(); ++i)
                at(entry, entry.past + int64_t(i)) = {garbage, garbage};
        for (int layer = 0; layer < layers; ++layer) {
            if (beforeLayer)
                beforeLayer(layer);
            if (cancelled && cancelled())
                throw base::Error(base::ErrorKind::Cancelled, "The pass was cancelled.");
        }
        m_logits.clear();
        m_topLogits.clear();
        m_topWeights.clear();
        m_rows.clear();
        for (const engine::BatchEntry& entry : batch)
            run(entry);
        return m_logits;
    }

    bool seesWholeImages() const override { return isWhole; }
    bool mayReadWhileDecoding() const override { return !readsAlone; }
    bool findsTopLogits() const override { return m_backend->isAccelerator(); }
    std::span<const engine::Candidate> topLogits() const override { return m_topLogits; }
    std::span<const float> topWeights() const override { return m_topWeights; }
    std::span<const float> fetchLogits(int64_t row) override { return m_rows.at(size_t(row)); }

    void keepHiddenStates(bool) override { }
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_hidden; }

    // What was asked of it so far.
    int64_t passes = 0;
    size_t largestBatch = 0; ///< entries of a pass
    int64_t promptTokens = 0; ///< read without wanting logits
    int64_t logitRows = 0; ///< wanted
    int64_t draftTokens = 0; ///< wanted beyond the first row of an entry

    bool readsAlone = false; ///< says that it must not read while decoding
    bool isWhole = false; ///< says that it sees images whole
    engine::TokenId poison = -1; ///< a pass that reads it throws
    bool isForgiving = false; ///< reads what belongs elsewhere as if it belonged: draft models
    /// Called before a pass changes anything; may throw.
    std::function<void(std::span<const engine::BatchEntry>)> beforePass;
    std::function<void(int layer)> beforeLayer;
    /// Called with every sequence whose next token is requested, drafts left out. Rows of images
    /// are numbers below 0.
    std::function<void(const engine::TokenIds& sequence)> onSequence;

    /// The content of a sequence for an id: images of equal content mean the same.
    static engine::TokenId meaningOf(
        engine::TokenId id, std::span<const engine::ImageEmbeddingPtr> images)
    {
        for (const engine::ImageEmbeddingPtr& image : images)
            if (id >= image->firstId && id < image->firstId + image->count())
                return -1 - (int64_t(image->contentHash[0]) * 4096 + (id - image->firstId));
        return id;
    }

private:
    static constexpr float garbage = -7e6f;

    // A position of the cache: its id, and a number made of all ids up to it.
    struct Slot {
        float id = 0, chain = 0;
        bool operator==(const Slot&) const = default;
    };
    struct SlotReference {
        float& id;
        float& chain;
        void operator=(Slot slot) { id = slot.id, chain = slot.chain; }
        operator Slot() const { return {id, chain}; }
    };
    SlotReference at(const engine::BatchEntry& entry, int64_t position)
    {
        const int64_t row = entry.pages[size_t(position / engine::pageSize)] * engine::pageSize
            + position % engine::pageSize;
        return {m_ids.at(size_t(row)), m_chains.at(size_t(row))};
    }

    // What the cache holds, brought to the host for a pass and back again however it ends.
    class OnHost {
    public:
        OnHost(ScriptModel& model, engine::PagedCache& cache)
            : m_model(model)
            , m_keys(cache.keys(0))
            , m_values(cache.values(0))
        {
            model.m_ids.resize(size_t(m_keys.elements()));
            model.m_chains.resize(size_t(m_values.elements()));
            model.m_backend->download(model.m_ids.data(), m_keys);
            model.m_backend->download(model.m_chains.data(), m_values);
        }
        ~OnHost()
        {
            m_model.m_backend->upload(m_keys, m_model.m_ids.data());
            m_model.m_backend->upload(m_values, m_model.m_chains.data());
        }
        OnHost(const OnHost&) = delete;
        OnHost& operator=(const OnHost&) = delete;

    private:
        ScriptModel& m_model;
        kernels::TensorView m_keys, m_values;
    };

    static std::string deviceName()
    {
        const char* named = std::getenv("VIGNETTE_TEST_DEVICE");
        return named ? named : "reference";
    }

    // Whole numbers below 2²⁴, which a float holds exactly.
    Slot firstOf(float id) const { return next({0, float(m_adapters.low % 65521)}, id); }
    static Slot next(Slot previous, float id)
    {
        const uint64_t mixed
            = (uint64_t(previous.chain) * 0x9E3779B97F4A7C15 + uint64_t(int64_t(id) + (1 << 22)))
            * 0xD6E8FEB86659FD93;
        return {id, float(mixed >> 40)};
    }

    void count(std::span<const engine::BatchEntry> batch)
    {
        ++passes;
        largestBatch = std::max(largestBatch, batch.size());
        for (const engine::BatchEntry& entry : batch) {
            promptTokens += entry.logitRows == 0 ? int64_t(entry.ids.size()) : 0;
            logitRows += entry.logitRows;
            draftTokens += std::max<int64_t>(entry.logitRows - 1, 0);
        }
    }

    void run(const engine::BatchEntry& entry)
    {
        for (size_t i = 0; i < entry.ids.size(); ++i) {
            if (entry.ids[i] == poison)
                throw base::Error(base::ErrorKind::DeviceLost, "The device is gone.");
            const int64_t position = entry.past + int64_t(i);
            const auto id = float(meaningOf(entry.ids[i], entry.images));
            at(entry, position) = position == 0 ? firstOf(id) : next(at(entry, position - 1), id);
        }
        if (entry.logitRows == 0)
            return;
        engine::TokenIds sequence = read(entry);
        const size_t firstRow = sequence.size() - size_t(entry.logitRows);
        const engine::TokenIds drafted(sequence.begin() + ptrdiff_t(firstRow) + 1, sequence.end());
        sequence.resize(firstRow + 1);
        if (onSequence)
            onSequence(sequence);
        for (int64_t row = 0; row < entry.logitRows; ++row) {
            if (row > 0)
                sequence.push_back(drafted[size_t(row) - 1]);
            m_rows.push_back(m_script(sequence));
            if (entry.top.count > 0)
                findHighest(m_rows.back(), entry.top);
            else
                m_logits.insert(m_logits.end(), m_rows.back().begin(), m_rows.back().end());
        }
    }

    // Uses the device's own operations.
    void findHighest(const std::vector<float>& logits, const engine::TopLogits& top)
    {
        using kernels::DType;
        const kernels::Tensor x(*m_backend, DType::F32, 1, int64_t(logits.size()));
        const kernels::Tensor positions(*m_backend, DType::I32, 1, top.count);
        const kernels::Tensor numbers(*m_backend, DType::F32, 1, top.count);
        m_backend->upload(x, logits.data());
        m_backend->ops().findHighest(positions, numbers, x, top.among);
        std::vector<int32_t> ids(size_t(top.count));
        std::vector<float> highest(size_t(top.count));
        m_backend->download(ids.data(), positions);
        m_backend->download(highest.data(), numbers);
        for (size_t i = 0; i < ids.size(); ++i)
            m_topLogits.push_back({ids[i], highest[i], 0});
        if (!(top.temperature > 0))
            return;
        const float scale = 1 / top.temperature;
        const kernels::Tensor scales(*m_backend, DType::F32, 1, 1);
        const kernels::Tensor sums(*m_backend, DType::F32, 1, kernels::weightBlockCount(top.among));
        m_backend->upload(scales, &scale);
        m_backend->ops().weighBlocks(sums, x, numbers, scales, top.among);
        const size_t before = m_topWeights.size();
        m_topWeights.resize(before + size_t(sums.view().elements()));
        m_backend->download(m_topWeights.data() + before, sums);
    }

    // The sequence as it is in the cache.
    engine::TokenIds readUnchecked(const engine::BatchEntry& entry)
    {
        engine::TokenIds sequence(size_t(entry.past) + entry.ids.size());
        for (size_t i = 0; i < sequence.size(); ++i)
            sequence[i] = engine::TokenId(at(entry, int64_t(i)).id);
        return sequence;
    }
    engine::TokenIds read(const engine::BatchEntry& entry)
    {
        engine::TokenIds sequence = readUnchecked(entry);
        if (isForgiving)
            return sequence;
        Slot slot;
        for (size_t i = 0; i < sequence.size(); ++i) {
            const auto id = float(sequence[i]);
            slot = i == 0 ? firstOf(id) : next(slot, id);
            if (Slot(at(entry, int64_t(i))) != slot)
                throw std::logic_error("Position " + std::to_string(i) + " of "
                    + std::to_string(sequence.size()) + " holds what belongs elsewhere.");
        }
        return sequence;
    }

    std::unique_ptr<kernels::Backend> m_backend;
    engine::ModelConfig m_config;
    engine::Fingerprint m_adapters;
    Script m_script;
    std::vector<float> m_ids, m_chains; // of the cache, while a pass runs
    std::vector<float> m_logits, m_topWeights;
    std::vector<engine::Candidate> m_topLogits;
    std::vector<std::vector<float>> m_rows; // all logits of each row that was wanted
    std::vector<std::vector<float>> m_hidden;
};

} // namespace tests
