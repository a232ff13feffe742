#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/model.h"
#include "engine/text/tokenizer.h"
#include "kernels/devices/backends.h"
#include "kernels/error.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A model whose logits are any function of the whole sequence. It reads that sequence back from
/// the cache, where it wrote each id, so a page that is missing, stale or not its own shows.
class ScriptModel final : public engine::Model {
public:
    using Script = std::function<std::vector<float>(const engine::TokenIds& sequence)>;
    static constexpr engine::PagedCache::Shape shape{.layers = 1, .kvHeads = 1, .headDim = 1};

    ScriptModel(int64_t vocabulary, Script script)
        : m_backend(kernels::openBackend("reference"))
        , m_script(std::move(script))
    {
        m_config.vocabulary = vocabulary;
        m_config.contextLength = 1 << 20;
        m_config.hidden = 4;
    }

    const engine::ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return *m_backend; }

    std::span<const float> forward(std::span<const engine::BatchEntry> batch,
        engine::PagedCache& cache, const std::function<bool()>&) override
    {
        batchSizes.push_back(batch.size());
        m_logits.clear();
        for (const engine::BatchEntry& entry : batch)
            run(entry, cache.keys(0).data<float>());
        return m_logits;
    }

    void keepHiddenStates(bool) override { }
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_hidden; }

    std::vector<size_t> batchSizes; ///< of every forward pass
    int64_t promptTokens = 0; ///< read without wanting logits
    engine::TokenId poison = -1; ///< a pass that reads it throws

private:
    void run(const engine::BatchEntry& entry, float* stored)
    {
        const auto slot = [&](int64_t at) -> float& {
            return stored[entry.pages[size_t(at / 256)] * 256 + at % 256];
        };
        for (size_t i = 0; i < entry.ids.size(); ++i) {
            if (entry.ids[i] == poison)
                throw kernels::Error(kernels::ErrorKind::DeviceLost, "The device is gone.");
            const bool isImage = engine::isImageId(entry.ids[i]);
            slot(entry.past + int64_t(i)) = isImage ? -1.0f : float(entry.ids[i]);
        }
        if (entry.logitRows == 0) {
            promptTokens += int64_t(entry.ids.size());
            return;
        }
        engine::TokenIds sequence;
        for (int64_t at = 0; at < entry.past + int64_t(entry.ids.size()); ++at)
            sequence.push_back(engine::TokenId(slot(at)));
        const std::vector<float> row = m_script(sequence);
        m_logits.insert(m_logits.end(), row.begin(), row.end());
    }

    std::unique_ptr<kernels::Backend> m_backend;
    engine::ModelConfig m_config;
    Script m_script;
    std::vector<float> m_logits;
    std::vector<std::vector<float>> m_hidden;
};

/// After a prompt of `promptTokens`, says the tokens of `answer` one by one, then the last again
/// and again.
inline ScriptModel::Script saying(engine::TokenIds answer, size_t promptTokens, int64_t vocabulary)
{
    return [=](const engine::TokenIds& sequence) {
        std::vector<float> row(size_t(vocabulary), 0.0f);
        const size_t step = std::min(sequence.size() - promptTokens, answer.size() - 1);
        row[size_t(answer[step])] = 10;
        return row;
    };
}

/// Logits that look random and depend on every token of the sequence and its place.
inline ScriptModel::Script dreaming(int64_t vocabulary)
{
    return [=](const engine::TokenIds& sequence) {
        uint64_t state = 1;
        for (const engine::TokenId id : sequence)
            state = (state ^ uint64_t(id + 7)) * 0x9E3779B97F4A7C15 + 11;
        std::vector<float> row(static_cast<size_t>(vocabulary));
        for (float& logit : row) {
            state = state * 6364136223846793005 + 1442695040888963407;
            logit = float(state >> 40) / float(1 << 23);
        }
        return row;
    };
}

/// A tokenizer whose tokens are the given pieces.
class PieceTokenizer final : public engine::Tokenizer {
public:
    explicit PieceTokenizer(
        std::vector<std::string> pieces, std::set<engine::TokenId> specials = {})
        : m_pieces(std::move(pieces))
        , m_specials(std::move(specials))
    {
    }

    using engine::Tokenizer::encode;
    engine::TokenIds encode(std::string_view, std::span<const engine::TextRange>) const override
    {
        return {};
    }
    engine::TokenIds withBoundaries(engine::TokenIds ids) const override { return ids; }
    std::string bytes(engine::TokenId id) const override { return piece(id); }
    std::string piece(engine::TokenId id) const override
    {
        return id >= 0 && id < vocabularySize() ? m_pieces[size_t(id)] : std::string();
    }
    bool isSpecial(engine::TokenId id) const override { return m_specials.contains(id); }
    int64_t vocabularySize() const override { return int64_t(m_pieces.size()); }
    engine::TokenId bos() const override { return -1; }
    engine::TokenId eos() const override { return -1; }
    engine::TokenId find(std::string_view) const override { return -1; }

private:
    std::vector<std::string> m_pieces;
    std::set<engine::TokenId> m_specials;
};

} // namespace tests
