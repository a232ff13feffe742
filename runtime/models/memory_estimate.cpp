#include "runtime/models/memory_estimate.h"

#include "engine/cache/paged_cache.h"
#include "vision/tiling.h"

#include <algorithm>

namespace runtime {

namespace {

constexpr int64_t number = 4; // bytes of an f32
constexpr int64_t tokensAtOnce = 512; // of a prompt, in one step
constexpr vision::PixelSize photograph{4000, 3000};
constexpr int64_t vocabularyFactor
    = 8; // pieces in memory, with what finds them, to those in the file
constexpr int64_t program = 4 << 20; // threads, tables and templates of any model

int64_t cacheBytes(const engine::ModelConfig& config, const LoadOptions& options)
{
    const int64_t pages
        = (cacheTokensOf(options, config) + engine::pageSize - 1) / engine::pageSize;
    return pages * engine::pageSize
        * engine::PagedCache::bytesPerToken(
            {config.layers, config.kvHeads, config.headDim}, options.cacheType);
}

// The matrices of a step, as the layers take them: the hidden state, its norm and what is added to
// it; then q, k, v and what attention makes of them, in the places of which the MLP has its two.
int64_t stepBytes(const engine::ModelConfig& config)
{
    const int64_t queries = config.heads * config.headDim, keys = config.kvHeads * config.headDim;
    const int64_t columns = 3 * config.hidden + std::max(queries, config.feedForward)
        + std::max(keys, config.feedForward) + keys + queries;
    return number * tokensAtOnce * columns;
}

// Logits as the model gives them, and as the sampler sorts them.
int64_t logitBytes(const engine::ModelConfig& config)
{
    constexpr int64_t copies = 6;
    return copies * number * config.vocabulary;
}

} // namespace

int64_t pictureBytes(const vision::VisionConfig& config)
{
    return std::min(vision::fewTiles, vision::tilingOf(config, photograph).count())
        * vision::tileBytes(config);
}

MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft)
{
    MemoryEstimate estimate;
    if (!model.isUsable())
        return estimate;
    estimate.weights = model.weightBytes;
    estimate.vision = model.vision ? model.towerBytes + pictureBytes(*model.vision) : 0;
    estimate.cache = cacheBytes(model.config, options);
    estimate.working = stepBytes(model.config) + logitBytes(model.config) + program;
    estimate.vocabulary = vocabularyFactor * model.vocabularyBytes;
    if (draft && draft->isUsable()) {
        LoadOptions draftOptions = options;
        draftOptions.contextTokens = cacheTokensOf(options, model.config);
        estimate.draft = estimateMemory(*draft, draftOptions).total();
    }
    return estimate;
}

} // namespace runtime
