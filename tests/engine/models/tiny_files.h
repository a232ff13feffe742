#pragma once

#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/models/model.h"
#include "engine/models/model_identity.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"

#include <memory>
#include <string>

namespace tests {

/// One of tests/data/models: random weights, 64 tokens.
struct TinyFiles {
    explicit TinyFiles(const std::string& name)
    {
        const auto folder = dataFolder() / "models" / name;
        weights = engine::openWeights(folder);
        config = engine::readConfig(folder, weights.get());
    }
    std::unique_ptr<engine::Model> load(kernels::Backend& backend) const
    {
        return engine::Model::load(weights, config, backend);
    }
    engine::PagedCache::Shape cacheShape() const { return engine::makeCacheShape(config); }

    std::shared_ptr<const engine::WeightFile> weights;
    engine::ModelConfig config;
};

/// Returns `length` ids of their vocabulary, the same each time.
inline engine::TokenIds somePrompt(size_t length)
{
    engine::TokenIds ids(length);
    for (size_t i = 0; i < length; ++i)
        ids[i] = engine::TokenId(i * 11 % 61 + 3);
    return ids;
}

/// What a file of a tiny model and its configuration compute of somePrompt(40) on the CPU: logits of
/// all positions, with an exact cache.
inline std::vector<float> logitsOf(
    std::shared_ptr<const engine::WeightFile> weights, const engine::ModelConfig& config)
{
    const auto backend = openForTest("cpu");
    const auto model = engine::Model::load(std::move(weights), config, *backend);
    return Sequence(*model, engine::CacheType::F32, 40).read(somePrompt(40), 40);
}

inline std::vector<float> logitsOfGguf(const std::filesystem::path& path)
{
    const auto file = engine::GgufFile::open(path);
    return logitsOf(file, engine::readConfig(*file));
}

} // namespace tests
