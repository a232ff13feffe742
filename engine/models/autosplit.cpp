#include "engine/models/autosplit.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/config/read_config.h"
#include "engine/models/families/families.h"
#include "kernels/host_memory.h"
#include "kernels/logit_math.h"
#include "kernels/ops.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>

namespace engine {

using base::Error;

namespace {

constexpr int64_t number = 4; // bytes of an f32 or i32
constexpr int64_t alignment = 64; // of what a device allocates

int64_t allocated(int64_t bytes)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

// Norms and biases become f32 when they are loaded; for a moment, the file's own numbers are in
// memory as well.
int64_t deviceBytes(const WeightTensor& tensor)
{
    const int64_t stored = allocated(tensor.view.sizeInBytes());
    return tensor.shape.size() > 1 ? stored : stored + allocated(tensor.view.elements() * number);
}

int64_t deviceBytes(std::span<const WeightTensor* const> tensors)
{
    return std::accumulate(tensors.begin(), tensors.end(), int64_t(0),
        [](int64_t sum, const WeightTensor* tensor) { return sum + deviceBytes(*tensor); });
}

int64_t deviceBytes(const TensorSource& source, std::string_view name)
{
    const WeightTensor* tensor = source.find(name);
    return tensor ? deviceBytes(*tensor) : 0;
}

int64_t workBytes(const ModelPlan& plan, const PassSize& pass, int64_t cachePages)
{
    const int64_t inputs = Step::inputNumbers(
        {.rows = pass.tokens, .tables = pass.sequences, .tablePages = cachePages},
        makeRowPlan(plan));
    int64_t frequencies = 0;
    for (const RotaryPlan& rotary : plan.rotaries)
        frequencies += rotary.dims;
    return number * (pass.tokens * scratchColumns(plan) + inputs + frequencies) + 16 * alignment;
}

std::string megabytes(int64_t bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", double(bytes) / 1e6);
    return text;
}

int64_t offered(const DeviceBudget& budget)
{
    return std::max<int64_t>(0, budget.limit - budget.reserve);
}

Error tooSmall(
    const DecoderBytes& bytes, std::span<const DeviceBudget> budgets, const std::string& part)
{
    const int64_t needed = std::accumulate(
        bytes.blocks.begin(), bytes.blocks.end(), bytes.embedding + bytes.head + bytes.work);
    int64_t sum = 0;
    std::string devices;
    for (const DeviceBudget& budget : budgets) {
        sum += offered(budget);
        devices += (devices.empty() ? "" : ", ") + budget.device->name() + " "
            + megabytes(offered(budget));
    }
    return base::outOfMemory(part + ": the model needs " + megabytes(needed)
        + " with its cache, and " + megabytes(bytes.work)
        + " more on every additional device, but only " + megabytes(sum) + " may be used ("
        + devices + ")");
}

// Walks along the devices while parts are put down.
class Filling {
public:
    Filling(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets)
        : m_bytes(bytes)
        , m_budgets(budgets)
        , m_used(bytes.work)
    {
    }

    /// The device that takes the part, which is as large as `bytesOn` says for it.
    template <typename BytesOn>
    kernels::Backend* put(const BytesOn& bytesOn, const std::string& part)
    {
        while (m_current < m_budgets.size()) {
            const DeviceBudget& budget = m_budgets[m_current];
            const int64_t bytes = bytesOn(budget.device);
            if (m_used <= offered(budget) && bytes <= offered(budget) - m_used) {
                m_used += bytes;
                return budget.device;
            }
            ++m_current;
            m_used = m_bytes.work;
        }
        throw tooSmall(m_bytes, m_budgets, part);
    }

private:
    const DecoderBytes& m_bytes;
    std::span<const DeviceBudget> m_budgets;
    size_t m_current = 0;
    int64_t m_used; // on the current device
};

// Puts numbers in place of "what there is free".
std::vector<DeviceBudget> withLimits(std::span<const DeviceBudget> budgets)
{
    std::vector<DeviceBudget> limited(budgets.begin(), budgets.end());
    int64_t free = kernels::availableHostMemory();
    for (DeviceBudget& budget : limited) {
        CHECK(budget.device && budget.limit >= 0 && budget.reserve >= 0);
        const kernels::DeviceMemory own = budget.device->memory();
        if (own.total > 0) {
            budget.limit = budget.limit == 0 ? own.available() : budget.limit;
            continue;
        }
        if (budget.limit == 0)
            budget.limit = free;
        free = std::max<int64_t>(0, free - budget.limit);
    }
    return limited;
}

} // namespace

DecoderBytes countBytes(const TensorSource& source, const ModelPlan& plan, const PagedCache& cache,
    const PassSize& pass)
{
    const int64_t pages = cache.numPages();
    // Logits, the states they come of, their rows; the highest of them, their sums, a temperature.
    const int64_t found
        = 2 * kernels::Ops::maxHighest + kernels::weightBlockCount(plan.head.vocabulary) + 1;
    const int64_t logits
        = number * pass.logitRows * (plan.head.vocabulary + plan.hidden + 1 + found)
        + 6 * alignment;

    DecoderBytes bytes;
    bytes.embedding = deviceBytes(source, "token_embd.weight");
    for (const char* name : {"per_layer_token_embd", "per_layer_model_proj", "per_layer_proj_norm"})
        bytes.embedding += deviceBytes(source, std::string(name) + ".weight");
    for (int64_t layer = 0; layer < int64_t(plan.blocks.size()); ++layer) {
        const int64_t cacheBytes = pages * cache.layerPageBytes(layer);
        bytes.blocks.push_back(
            deviceBytes(source.ofBlock(layer)) + allocated(cacheBytes) + alignment);
    }
    bytes.head = deviceBytes(source, "output_norm.weight") + logits;
    bytes.headApart = bytes.head;
    if (plan.head.isEmbedding) {
        bytes.headApart += deviceBytes(source, "token_embd.weight");
    } else {
        bytes.head += deviceBytes(source, "output.weight");
        bytes.headApart = bytes.head;
    }
    bytes.work = workBytes(plan, pass, pages);
    return bytes;
}

DevicePlan planDevices(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets)
{
    const auto always = [](int64_t size) { return [size](kernels::Backend*) { return size; }; };
    const std::string layers = std::to_string(bytes.blocks.size());
    Filling filling(bytes, budgets);
    DevicePlan plan;
    plan.embedding = filling.put(always(bytes.embedding), "the embedding");
    for (const int64_t block : bytes.blocks)
        plan.blocks.push_back(filling.put(
            always(block), "block " + std::to_string(plan.blocks.size() + 1) + " of " + layers));
    plan.head = filling.put(
        [&](kernels::Backend* device) {
            return device == plan.embedding ? bytes.head : bytes.headApart;
        },
        "the head");
    return plan;
}

std::unique_ptr<Model> loadAutosplit(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, std::span<const DeviceBudget> budgets, PagedCache& cache,
    const PassSize& pass, const Model::Progress& progress)
{
    CHECK(!cache.isAllocated() && cache.numLayers() == config.layers);
    validate(config, weights->path().filename().string());
    const TensorSource source = openTensors(weights, config);
    const DevicePlan plan
        = planDevices(countBytes(source, makePlan(config), cache, pass), withLimits(budgets));
    auto model = Model::load(std::move(weights), config, plan, progress);
    cache.allocate(model->cacheDevices());
    return model;
}

} // namespace engine
