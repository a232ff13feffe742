#include "tests/benchmarks/cuda/timed_model.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

engine::DevicePlan planFor(
    kernels::Backend& device, kernels::Backend* host, const engine::ModelConfig& config)
{
    auto plan = engine::DevicePlan::onOneDevice(device, config.layers);
    plan.experts.assign(size_t(config.layers), host);
    return plan;
}

} // namespace

void WatchedBackend::download(void* onHost, kernels::TensorView onDevice)
{
    const Clock::time_point start = Clock::now();
    m_device.download(onHost, onDevice);
    secondsWaited += secondsSince(start);
}

TimedModel::TimedModel(Gpu& gpu, std::shared_ptr<const engine::WeightFile> weights,
    const engine::ModelConfig& config, engine::CacheType type, int64_t cacheTokens,
    kernels::Backend* host)
    : m_gpu(gpu)
    , m_device(*gpu.backend)
    , m_config(config)
    , m_model(engine::Model::load(std::move(weights), config, planFor(m_device, host, config)))
    , m_cache({config.layers, config.kvHeads, config.headDim}, type, cacheTokens)
    , m_pages(size_t(m_cache.numPages()))
{
    m_cache.allocate(m_model->cacheDevices());
    std::iota(m_pages.begin(), m_pages.end(), 0);
}

void TimedModel::pass(int64_t sequences, int64_t depth, int64_t tokens)
{
    const int64_t pages = (depth + tokens + engine::pageSize - 1) / engine::pageSize;
    m_ids.resize(size_t(tokens));
    for (size_t i = 0; i < m_ids.size(); ++i)
        m_ids[i] = engine::TokenId(int64_t(i) * 7 % m_config.vocabulary);
    std::vector<engine::BatchEntry> batch;
    for (int64_t sequence = 0; sequence < sequences; ++sequence)
        batch.push_back(
            {m_ids, depth, std::span(m_pages).subspan(size_t(sequence * pages), size_t(pages)), {},
                1, {1, m_config.vocabulary}});
    m_model->forward(batch, m_cache);
}

double TimedModel::decodeSeconds(int64_t sequences, int64_t depth)
{
    return secondsOf(m_gpu, [&] { pass(sequences, depth, 1); });
}

double TimedModel::hostSeconds(int64_t depth)
{
    const int steps = m_gpu.isTiny ? 2 : 50;
    double least = 1e9;
    for (int step = 0; step < steps; ++step) {
        m_device.secondsWaited = 0;
        const Clock::time_point start = Clock::now();
        pass(1, depth, 1);
        least = std::min(least, secondsSince(start) - m_device.secondsWaited);
    }
    return least;
}

double TimedModel::promptSeconds(int64_t tokens)
{
    return secondsOf(m_gpu, [&] { pass(1, 0, tokens); });
}

} // namespace bench
