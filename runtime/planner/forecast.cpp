#include "runtime/planner/forecast.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/models/families/families.h"
#include "runtime/models/memory_estimate.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace runtime {

using engine::BlockPlan;
using engine::DensePlan;
using engine::ExpertsPlan;

namespace {

// The width between the layers of an MLP, of all experts that a row passes through.
int64_t innerWidth(const BlockPlan& block)
{
    if (const auto* dense = std::get_if<DensePlan>(&block.mlp))
        return dense->inner;
    const auto* experts = std::get_if<ExpertsPlan>(&block.mlp);
    if (!experts)
        return 0;
    return experts->used * experts->each.inner + (experts->shared ? experts->shared->mlp.inner : 0);
}

int64_t queryColumns(const kernels::AttentionShape& shape)
{
    return int64_t(shape.heads) * shape.headDim;
}

int64_t keyColumns(const kernels::AttentionShape& shape)
{
    return int64_t(shape.kvHeads) * shape.headDim;
}

// What heads of attention read; nothing if the mixer is none.
std::optional<kernels::AttentionShape> attentionShape(const BlockPlan& block)
{
    if (const engine::LatentAttentionPlan* latent = block.findLatentAttention())
        return latent->shape();
    const engine::AttentionPlan* attention = block.findAttention();
    return attention ? std::optional(attention->shape) : std::nullopt;
}

} // namespace

double attentionOperations(const kernels::AttentionShape& shape, int64_t looks)
{
    return 2.0 * shape.heads * double(shape.headDim + shape.valueWidth()) * double(looks);
}

int64_t activationCount(int64_t hidden, const kernels::AttentionShape& shape, int64_t inner)
{
    return 3 * hidden + queryColumns(shape) + 3 * keyColumns(shape) + inner;
}

int64_t activationCount(const BlockPlan& block)
{
    const auto shape = attentionShape(block).value_or(kernels::AttentionShape());
    return activationCount(block.hidden, shape, innerWidth(block));
}

int64_t matrixWeightCount(const BlockPlan& block)
{
    const auto* dense = std::get_if<DensePlan>(&block.mlp);
    int64_t rows = dense ? (dense->isGated ? 3 : 2) * dense->inner : 0;
    if (const engine::AttentionPlan* attention = block.findAttention())
        rows += 2 * queryColumns(attention->shape) + 2 * keyColumns(attention->shape);
    return rows * block.hidden;
}

// Queries, keys and values; what was seen; gate and up; down. If there are experts, also which are
// chosen; with latent attention, compressed queries and the products of heads.
int64_t productCount(const BlockPlan& block)
{
    return (std::holds_alternative<ExpertsPlan>(block.mlp) ? 6 : 4)
        + (block.findLatentAttention() ? 3 : 0);
}

int64_t seenBy(const engine::ReachPlan& reach, int64_t past)
{
    return reach.window > 0 ? std::min(past, reach.window) : past;
}

double shareOfExperts(std::span<const BlockPlan> blocks)
{
    for (const BlockPlan& block : blocks)
        if (const auto* experts = std::get_if<ExpertsPlan>(&block.mlp))
            return double(experts->used) / double(experts->count);
    return 1;
}

namespace {

constexpr int64_t tokensAtOnce = 512; // of a prompt

// What was requested has not been measured.
struct NotMeasured { };

template <typename Speed>
const Speed& findSpeed(const std::map<kernels::DType, Speed>& speeds, kernels::DType type)
{
    const auto found = speeds.find(type);
    if (found == speeds.end() || found->second.operationsPerSecond <= 0)
        throw NotMeasured{};
    return found->second;
}

int64_t numbersIn(kernels::DType type, int64_t bytes)
{
    const kernels::DTypeInfo& stored = kernels::info(type);
    return bytes / stored.blockBytes * stored.blockSize;
}

int64_t numbersIn(const FormBytes& bytes)
{
    int64_t numbers = 0;
    for (const auto& [form, count] : bytes)
        numbers += numbersIn(form.type, count);
    return numbers;
}

// Seconds of products with all of these, for one token and for one of many.
double secondsToRead(const DeviceSpeed& device, const FormBytes& bytes)
{
    double seconds = 0;
    for (const auto& [form, count] : bytes)
        seconds
            += double(count) / findSpeed(device.weights, form.type).bytesPerSecond(form.columns);
    return seconds;
}

double secondsToMultiply(const DeviceSpeed& device, const FormBytes& bytes)
{
    double seconds = 0;
    for (const auto& [form, count] : bytes)
        seconds += 2.0 * double(numbersIn(form.type, count)) * device.widthFactor(form.columns)
            / findSpeed(device.weights, form.type).operationsPerSecond;
    return seconds;
}

// What one device takes for a whole model.
class DecoderForecast {
public:
    DecoderForecast(const DeviceSpeed& device, const ModelFacts& model, engine::CacheType cache)
        : m_device(device)
        , m_model(model)
        , m_plan(engine::makePlan(model.config))
        , m_keys(engine::storedType(cache.keys))
        , m_values(engine::storedType(cache.values))
    {
    }

    // One token behind so many others.
    double secondsToWrite(double past) const
    {
        double seconds = secondsToRead(m_device, m_model.weights.dense) + expertSecondsToWrite()
            + headSeconds();
        for (const engine::BlockPlan& block : m_plan.blocks)
            seconds += m_device.blockSeconds + double(productCount(block)) * m_device.productSeconds
                + secondsToLookBack(block, int64_t(past));
        return seconds;
    }

    double expertSecondsToWrite() const
    {
        return secondsToRead(m_device, m_model.weights.experts) * shareOfExperts(m_plan.blocks);
    }

    // The first so many tokens of a sequence.
    double secondsToReadPrompt(int64_t tokens) const
    {
        double seconds = double(tokens) * secondsToMultiply(m_device, m_model.weights.dense)
            + expertSecondsToRead(tokens) + headSeconds();
        for (const engine::BlockPlan& block : m_plan.blocks)
            seconds += double(tokens * activationCount(block)) * m_device.numberSeconds
                + promptAttentionSeconds(block, tokens);
        return seconds;
    }

    // The experts are read for each part of the prompt, though few tokens may pass through one.
    double expertSecondsToRead(int64_t tokens) const
    {
        const FormBytes& experts = m_model.weights.experts;
        const int64_t parts = (tokens + tokensAtOnce - 1) / tokensAtOnce;
        return std::max(double(parts) * secondsToRead(m_device, experts),
            double(tokens) * secondsToMultiply(m_device, experts) * shareOfExperts(m_plan.blocks));
    }

private:
    double headSeconds() const
    {
        return secondsToRead(m_device, m_model.weights.head) + m_device.productSeconds
            + double(m_plan.head.vocabulary) * m_device.choiceSeconds;
    }

    double secondsToLookBack(const engine::BlockPlan& block, int64_t past) const
    {
        const auto shape = attentionShape(block);
        if (!shape)
            return 0;
        std::vector<kernels::DType> read{m_keys};
        if (!block.findLatentAttention()) // whose values are in the keys
            read.push_back(m_values);
        double seconds = 0;
        for (const kernels::DType type : read)
            seconds
                += double(seenBy(*block.findReach(), past)
                       * kernels::rowBytes(type, kernels::wholeBlocks(type, keyColumns(*shape))))
                / findSpeed(m_device.cache, type).bytesPerSecond;
        return seconds;
    }

    double promptAttentionSeconds(const engine::BlockPlan& block, int64_t tokens) const
    {
        const auto shape = attentionShape(block);
        if (!shape)
            return 0;
        const int64_t window = seenBy(*block.findReach(), tokens);
        const int64_t looks = window * (window + 1) / 2 + (tokens - window) * window;
        double seconds = 0;
        for (const kernels::DType type : {m_keys, m_values})
            seconds += attentionOperations(*shape, looks) / 2
                / findSpeed(m_device.cache, type).operationsPerSecond;
        return seconds;
    }

    const DeviceSpeed& m_device;
    const ModelFacts& m_model;
    const engine::ModelPlan m_plan;
    const kernels::DType m_keys, m_values;
};

// An image that is encoded: its matrices, except for those of the blocks, see rows of the prompt
// only.
class TowerForecast {
public:
    TowerForecast(const DeviceSpeed& device, const ModelFacts& model, const ForecastTurn& turn)
        : m_device(device)
        , m_model(model)
        , m_config(*model.vision)
        , m_plan(vision::towerPlan(m_config))
        , m_tiling(vision::chooseTiling(m_config, m_plan, {turn.pictureWidth, turn.pictureHeight}))
        , m_pixels(turn.pictureWidth * turn.pictureHeight)
    {
    }

    int64_t promptRows() const { return m_tiling.promptRows(); }

    double seconds() const
    {
        double seconds = double(m_pixels) * m_device.pixelSeconds + productSeconds();
        for (const vision::PatchGrid& grid : grids())
            for (const engine::BlockPlan& block : m_plan.blocks)
                seconds += double(grid.count() * activationCount(block)) * m_device.numberSeconds
                    + spanSeconds(block, grid.count());
        return seconds;
    }

private:
    std::vector<vision::PatchGrid> grids() const
    {
        const vision::PixelRect& tile = m_tiling.tiles.front();
        std::vector<vision::PatchGrid> grids(
            m_tiling.tiles.size(), vision::patchGrid(m_config, {tile.width, tile.height}));
        if (m_tiling.hasOverview)
            grids.push_back(vision::patchGrid(m_config, m_tiling.overview));
        return grids;
    }

    double productSeconds() const
    {
        int64_t patches = 0, inBlocks = 0;
        for (const vision::PatchGrid& grid : grids())
            patches += grid.count();
        for (const engine::BlockPlan& block : m_plan.blocks)
            inBlocks += matrixWeightCount(block);
        const FormBytes& tower = m_model.weights.tower;
        const int64_t all = std::max<int64_t>(1, numbersIn(tower));
        const double share = std::min(1.0, double(inBlocks) / double(all));
        return secondsToMultiply(m_device, tower)
            * (share * double(patches) + (1 - share) * double(promptRows()));
    }

    // Windows look at as many patches as they hold.
    double spanSeconds(const engine::BlockPlan& block, int64_t patches) const
    {
        const engine::AttentionPlan* attention = block.findAttention();
        if (!attention || m_device.spanOperationsPerSecond <= 0)
            return 0;
        const int64_t side = m_config.windowSide / std::max<int64_t>(1, m_config.patchSize);
        const int64_t seen = attention->spans > 0 && side > 0 ? side * side : patches;
        return attentionOperations(attention->shape, patches * std::min(seen, patches))
            / m_device.spanOperationsPerSecond;
    }

    const DeviceSpeed& m_device;
    const ModelFacts& m_model;
    const vision::VisionConfig& m_config;
    const vision::TowerPlan m_plan;
    const vision::Tiling m_tiling;
    const int64_t m_pixels;
};

// A device, and the share of the model that it computes.
struct DeviceShare {
    const DeviceSpeed& device;
    double share;
};

// Each device, in order, takes as much as its memory holds, and the last one the rest.
std::vector<DeviceShare> shareAmongDevices(
    const MachineSpeed& machine, const LoadOptions& options, int64_t needed)
{
    std::vector<DeviceShare> shares;
    double left = 1;
    const std::vector<std::string> names = deviceNames(options.device);
    for (size_t i = 0; i < names.size() && left > 0; ++i) {
        const DeviceSpeed* device = machine.find(names[i]);
        if (!device)
            throw NotMeasured{};
        const int64_t room = options.deviceMemory > 0 ? options.deviceMemory : device->memory;
        const bool takesAll = i + 1 == names.size() || device->memory == 0;
        const double share
            = takesAll ? left : std::min(left, double(room) / double(std::max<int64_t>(1, needed)));
        shares.push_back({*device, share});
        left -= share;
    }
    return shares;
}

// The experts that the CPU computes while their layers are on GPUs.
struct HostExperts {
    int64_t allLayers = 0, layers = 0; ///< that have experts, and whose experts these are
    int64_t bytes = 0; ///< of their weights

    double share() const { return double(layers) / double(std::max<int64_t>(1, allLayers)); }
};

// Chooses as planDevices() does if all layers with experts are equal and all memory is free.
HostExperts hostExperts(const MachineSpeed& machine, const ModelFacts& model,
    const LoadOptions& options, int64_t needed)
{
    HostExperts experts;
    for (const BlockPlan& block : engine::makePlan(model.config).blocks)
        experts.allLayers += std::holds_alternative<ExpertsPlan>(block.mlp);
    int64_t room = 0, bytes = 0;
    for (const std::string& name : deviceNames(options.device))
        if (const DeviceSpeed* device = machine.find(name); device && device->memory > 0)
            room += options.deviceMemory > 0 ? std::min(options.deviceMemory, device->memory)
                                             : device->memory;
    for (const auto& [form, count] : model.weights.experts)
        bytes += count;
    if (room == 0 || bytes == 0 || options.experts == engine::ExpertPlacement::WithLayers)
        return experts;
    if (options.experts == engine::ExpertPlacement::Host) {
        experts.layers = experts.allLayers;
    } else if (needed > room && needed - bytes <= room) {
        const double perLayer = double(bytes) / double(experts.allLayers);
        experts.layers = int64_t(std::ceil(double(needed - room) / perLayer));
    }
    experts.bytes = int64_t(double(bytes) * experts.share());
    return experts;
}

// How much longer it takes that the CPU computes these experts.
struct HostExpertSeconds {
    double writing = 0, reading = 0; ///< for a token of the answer, and for the prompt
};

HostExpertSeconds hostExpertSeconds(const MachineSpeed& machine, const ModelFacts& model,
    const LoadOptions& options, const HostExperts& experts, const DeviceSpeed& gpu, int64_t tokens)
{
    if (experts.layers == 0)
        return {};
    const DeviceSpeed* cpu = machine.find("cpu");
    if (!cpu)
        throw NotMeasured{};
    const DecoderForecast onCpu(*cpu, model, options.cacheType);
    const DecoderForecast onGpu(gpu, model, options.cacheType);
    return {experts.share() * (onCpu.expertSecondsToWrite() - onGpu.expertSecondsToWrite()),
        experts.share() * (onCpu.expertSecondsToRead(tokens) - onGpu.expertSecondsToRead(tokens))};
}

double pictureSeconds(const MachineSpeed& machine, std::span<const DeviceShare> shares,
    const ModelFacts& model, const LoadOptions& options, const HostExperts& experts,
    const ForecastTurn& turn)
{
    const DeviceSpeed& first = shares.front().device;
    const TowerForecast tower(first, model, turn);
    const int64_t tokens = tower.promptRows() + turn.wordsAboutPicture;
    double seconds = tower.seconds()
        + hostExpertSeconds(machine, model, options, experts, first, tokens).reading;
    for (const auto& [device, share] : shares)
        seconds += share
            * DecoderForecast(device, model, options.cacheType).secondsToReadPrompt(tokens);
    return seconds;
}

SpeedForecast forecast(const MachineSpeed& machine, const ModelFacts& model,
    const LoadOptions& options, const ForecastTurn& turn)
{
    SpeedForecast forecast;
    forecast.memory = estimateMemory(model, options).total();
    const HostExperts experts = hostExperts(machine, model, options, forecast.memory);
    forecast.expertLayers = experts.allLayers;
    forecast.hostExpertLayers = experts.layers;
    const std::vector<DeviceShare> shares
        = shareAmongDevices(machine, options, forecast.memory - experts.bytes);
    auto [writing, reading] = hostExpertSeconds(
        machine, model, options, experts, shares.front().device, turn.promptTokens);
    for (const auto& [device, share] : shares) {
        const DecoderForecast decoder(device, model, options.cacheType);
        writing += share
            * decoder.secondsToWrite(double(turn.promptTokens) + 0.5 * double(turn.answerTokens));
        reading += share * decoder.secondsToReadPrompt(turn.promptTokens);
    }
    forecast.decodeTokensPerSecond = 1 / writing;
    forecast.prefillTokensPerSecond = double(turn.promptTokens) / reading;
    if (model.vision)
        forecast.secondsToPicture = pictureSeconds(machine, shares, model, options, experts, turn);
    return forecast;
}

} // namespace

std::optional<SpeedForecast> estimateSpeed(const MachineSpeed& machine, const ModelFacts& model,
    const LoadOptions& options, const ForecastTurn& turn)
try {
    if (!model.isUsable() || model.family.empty())
        return std::nullopt;
    return forecast(machine, model, options, turn);
} catch (const NotMeasured&) {
    return std::nullopt;
} catch (const base::Error&) {
    return std::nullopt; // what the files say fits no model
}

} // namespace runtime
