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
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

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

// Matrices and biases of the experts that Experts loads for its maps.
int64_t expertBytes(const TensorSource& source, int64_t layer)
{
    int64_t bytes = 0;
    for (const char* map : {"ffn_gate_exps", "ffn_up_exps", "ffn_gate_up_exps", "ffn_down_exps"}) {
        const std::string name = inBlock("blk.*.", layer) + map, weight = name + ".weight";
        bytes += deviceBytes(source, weight) + deviceBytes(source, name + ".bias");
        if (source.find(weight))
            continue;
        for (int64_t expert = 0; const auto* tensor = source.findOfExpert(weight, expert); ++expert)
            bytes += deviceBytes(*tensor);
    }
    return bytes;
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
    Filling(int64_t work, std::span<const DeviceBudget> budgets)
        : m_work(work)
        , m_budgets(budgets)
        , m_used(work)
    {
    }

    /// The device that takes the part, which is as large as `bytesOn` says for it; null if none
    /// has room.
    template <typename BytesOn>
    kernels::Backend* put(const BytesOn& bytesOn)
    {
        while (m_current < m_budgets.size()) {
            const DeviceBudget& budget = m_budgets[m_current];
            const int64_t bytes = bytesOn(budget.device);
            if (m_used <= offered(budget) && bytes <= offered(budget) - m_used) {
                m_used += bytes;
                return budget.device;
            }
            ++m_current;
            m_used = m_work;
        }
        return nullptr;
    }

private:
    const int64_t m_work;
    std::span<const DeviceBudget> m_budgets;
    size_t m_current = 0;
    int64_t m_used; // on the current device
};

// A plan, or the name of the part that did not fit.
using PlanOrPart = std::variant<DevicePlan, std::string>;

PlanOrPart fill(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets)
{
    Filling filling(bytes.work, budgets);
    const auto put = [&](int64_t size) { return filling.put([size](auto*) { return size; }); };
    DevicePlan plan;
    plan.embedding = put(bytes.embedding);
    if (!plan.embedding)
        return "the embedding";
    for (const int64_t block : bytes.blocks) {
        plan.blocks.push_back(put(block));
        if (!plan.blocks.back())
            return "block " + std::to_string(plan.blocks.size()) + " of "
                + std::to_string(bytes.blocks.size());
    }
    plan.head = filling.put([&](kernels::Backend* device) {
        return device == plan.embedding ? bytes.head : bytes.headApart;
    });
    if (!plan.head)
        return "the head";
    return plan;
}

// Puts the experts of the last `layers` layers on the host, the last of the budgets, and all other
// parts on the devices before it and, if allowed, in what is left of the host.
PlanOrPart fillWithHostExperts(const DecoderBytes& bytes, std::span<const DeviceBudget> budgets,
    size_t layers, bool usesHostForLayers)
{
    DecoderBytes rest = bytes;
    int64_t onHost = 0;
    for (size_t layer = bytes.blocks.size() - layers; layer < bytes.blocks.size(); ++layer) {
        onHost += bytes.experts[layer];
        rest.blocks[layer] -= bytes.experts[layer];
    }
    std::vector<DeviceBudget> others(budgets.begin(), budgets.end());
    DeviceBudget& host = others.back();
    if (onHost > 0 && onHost + bytes.work > offered(host))
        return "the experts of the last " + std::to_string(layers) + " layers in main memory";
    kernels::Backend* const hostDevice = host.device;
    host.limit -= onHost;
    if (host.onlyExperts || !usesHostForLayers)
        others.pop_back();

    PlanOrPart planned = fill(rest, others);
    if (auto* plan = std::get_if<DevicePlan>(&planned); plan && onHost > 0) {
        plan->experts.resize(bytes.blocks.size());
        std::fill(plan->experts.end() - ptrdiff_t(layers), plan->experts.end(), hostDevice);
    }
    return planned;
}

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
        bytes.experts.push_back(expertBytes(source, layer));
    }
    if (std::ranges::all_of(bytes.experts, [](int64_t size) { return size == 0; }))
        bytes.experts.clear();
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

DevicePlan planDevices(
    const DecoderBytes& bytes, std::span<const DeviceBudget> budgets, ExpertPlacement experts)
{
    const size_t layers = bytes.blocks.size();
    const bool hasHost = budgets.size() > 1 && !budgets.back().device->isAccelerator()
        && !bytes.experts.empty() && experts != ExpertPlacement::WithLayers;
    if (hasHost && experts == ExpertPlacement::Auto)
        for (size_t onHost = 0; onHost <= layers; ++onHost)
            if (auto planned = fillWithHostExperts(bytes, budgets, onHost, false);
                auto* plan = std::get_if<DevicePlan>(&planned))
                return *plan;

    std::vector<DeviceBudget> forLayers;
    std::ranges::copy_if(
        budgets, std::back_inserter(forLayers), std::not_fn(&DeviceBudget::onlyExperts));
    auto planned = hasHost && experts == ExpertPlacement::Host
        ? fillWithHostExperts(bytes, budgets, layers, true)
        : fill(bytes, forLayers);
    if (const auto* part = std::get_if<std::string>(&planned))
        throw tooSmall(bytes, budgets, *part);
    return std::get<DevicePlan>(std::move(planned));
}

std::unique_ptr<Model> loadAutosplit(std::shared_ptr<const WeightFile> weights,
    const ModelConfig& config, std::span<const DeviceBudget> budgets, PagedCache& cache,
    const PassSize& pass, const Model::Progress& progress, ExpertPlacement experts)
{
    CHECK(!cache.isAllocated() && cache.numLayers() == config.layers);
    validate(config, weights->path().filename().string());
    const TensorSource source = openTensors(weights, config);
    const DevicePlan plan = planDevices(
        countBytes(source, makePlan(config), cache, pass), withLimits(budgets), experts);
    auto model = Model::load(std::move(weights), config, plan, progress);
    cache.allocate(model->cacheDevices());
    return model;
}

} // namespace engine
