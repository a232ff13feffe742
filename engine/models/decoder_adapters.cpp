#include "engine/models/adapter_placement.h"
#include "engine/models/decoder.h"

#include <algorithm>
#include <iterator>

namespace engine {

// Everything that can fail comes before the first change.
void Decoder::setAdapters(std::vector<AdapterUse> adapters)
{
    AdapterPlacement placement(adapters, m_source.names());
    auto onEmbedding = placement.embedding(
        "token_embd", m_plan.head.vocabulary, m_plan.hidden, m_stages.front().device->backend());
    auto onHead = placement.linear(
        "output", m_plan.head.vocabulary, m_plan.hidden, m_stages.back().device->backend());
    std::vector<std::pair<Linear*, std::vector<LowRank>>> onLinears;
    std::vector<Linear*> linears;
    if (m_layerInputs)
        linears = m_layerInputs->linears();
    for (Block& block : m_blocks)
        std::ranges::copy(block.linears(), std::back_inserter(linears));
    for (Linear* linear : linears)
        onLinears.emplace_back(linear,
            placement.linear(linear->name(), linear->outputs(), linear->inputs(), linear->backend(),
                linear->pairedHead()));
    placement.requireAllPlaced();

    m_embeddingAdapters = std::move(onEmbedding);
    m_headAdapters = std::move(onHead);
    for (auto& [linear, lowRanks] : onLinears)
        linear->setAdapters(std::move(lowRanks));
    m_adapters = std::move(adapters);
    for (Stage& stage : m_stages)
        stage.recordings.clear();
}

} // namespace engine
