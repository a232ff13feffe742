#pragma once

#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/generate/generator.h"
#include "engine/models/families/families.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/support/fixtures.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace tests {

/// One of the small models of the sources, on two threads of the CPU or on the device that
/// VIGNETTE_TEST_DEVICE names, with a tokenizer that spells every token "x".
struct RealModel {
    /// The built-in one, which was trained.
    static RealModel starter()
    {
        return RealModel(
            dataFolder() / ".." / ".." / "resources" / "starter" / "vignette-starter.gguf");
    }
    /// One of tests/data/models: random weights, 64 tokens.
    static RealModel tiny(const std::string& name)
    {
        return RealModel(dataFolder() / "models" / name);
    }

    /// Any other, whose tokens are spelled by two letters each.
    static RealModel inFolder(const std::filesystem::path& path)
    {
        RealModel real(path);
        std::vector<std::string> pieces;
        for (int64_t token = 0; token < real.vocabulary(); ++token)
            pieces.push_back({char('A' + token / 26), char('a' + token % 26)});
        real.tokenizer = std::make_unique<PieceTokenizer>(std::move(pieces));
        return real;
    }

    engine::PagedCache::Shape shape() const { return model->cacheShape(); }
    int64_t vocabulary() const { return model->config().vocabulary; }

    std::unique_ptr<kernels::Backend> backend;
    std::unique_ptr<engine::Model> model;
    std::unique_ptr<PieceTokenizer> tokenizer;

private:
    static std::string deviceName()
    {
        const char* named = std::getenv("VIGNETTE_TEST_DEVICE");
        return named ? named : "cpu";
    }

    explicit RealModel(const std::filesystem::path& path)
        : backend(kernels::openBackend(deviceName(), 2))
    {
        if (path.extension() == ".gguf") {
            const auto file = engine::GgufFile::open(path);
            model = engine::Model::load(file, engine::readConfig(*file), *backend);
        } else {
            const auto weights = engine::openWeights(path);
            model = engine::Model::load(weights, engine::readConfig(path, weights.get()), *backend);
        }
        tokenizer
            = std::make_unique<PieceTokenizer>(std::vector<std::string>(size_t(vocabulary()), "x"));
    }
};

/// A model that counts the requests to another one.
class CountingModel final : public engine::Model {
public:
    explicit CountingModel(engine::Model& model)
        : m_model(model)
    {
    }

    const engine::ModelConfig& config() const override { return m_model.config(); }
    kernels::Backend& backend() const override { return m_model.backend(); }
    engine::Fingerprint identity() const override { return m_model.identity(); }
    void setAdapters(std::vector<engine::AdapterUse> adapters) override
    {
        m_model.setAdapters(std::move(adapters));
    }
    engine::Fingerprint adapterIdentity() const override { return m_model.adapterIdentity(); }

    std::span<const float> forward(std::span<const engine::BatchEntry> batch,
        engine::PagedCache& cache, const std::function<bool()>& cancelled) override
    {
        for (const engine::BatchEntry& entry : batch)
            draftTokens += std::max<int64_t>(entry.logitRows - 1, 0);
        return m_model.forward(batch, cache, cancelled);
    }

    bool mayReadWhileDecoding() const override { return m_model.mayReadWhileDecoding(); }
    bool findsTopLogits() const override { return m_model.findsTopLogits(); }
    std::span<const engine::Candidate> topLogits() const override { return m_model.topLogits(); }
    std::span<const float> topWeights() const override { return m_model.topWeights(); }
    std::span<const float> fetchLogits(int64_t row) override { return m_model.fetchLogits(row); }

    void keepHiddenStates(bool keep) override { m_model.keepHiddenStates(keep); }
    const std::vector<std::vector<float>>& hiddenStates() const override
    {
        return m_model.hiddenStates();
    }

    int64_t draftTokens = 0; ///< it was asked to check

private:
    engine::Model& m_model;
};

} // namespace tests
