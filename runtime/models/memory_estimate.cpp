#include "runtime/models/memory_estimate.h"

#include "engine/cache/paged_cache.h"
#include "engine/models/cache_shape.h"
#include "engine/models/families/families.h"
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
    return pages * engine::PagedCache::pageBytes(engine::cacheShapeOf(config), options.cacheType);
}

int64_t stepBytes(const engine::ModelConfig& config)
{
    return number * tokensAtOnce * engine::scratchColumns(engine::makePlan(config));
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
    const vision::Tiling tiling = vision::tilingOf(config, photograph);
    const vision::PixelRect& tile = tiling.tiles.front();
    return std::min(vision::fewTiles, tiling.count())
        * vision::tileBytes(config, {tile.width, tile.height});
}

MemoryEstimate estimateMemory(
    const ModelFacts& model, const LoadOptions& options, const ModelFacts* draft)
{
    MemoryEstimate estimate;
    if (!model.isUsable() || model.family.empty()) // nothing is known of one at an end point
        return estimate;
    estimate.weights = model.weightBytes;
    estimate.vision = model.vision ? model.towerBytes + pictureBytes(*model.vision) : 0;
    estimate.cache = cacheBytes(model.config, options);
    estimate.contextTokens = cacheTokensOf(options, model.config);
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
