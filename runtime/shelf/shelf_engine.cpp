#include "runtime/shelf/shelf_engine.h"

#include <utility>

namespace runtime {

ShelfEngine::ShelfEngine(std::shared_ptr<ModelShelf> shelf, ModelId model)
    : m_shelf(std::move(shelf))
    , m_model(std::move(model))
{
}

void ShelfEngine::load()
{
    m_shelf->load(m_model);
}

ModelState ShelfEngine::describe() const
{
    return m_shelf->state(m_model);
}

EngineUse ShelfEngine::use() const
{
    const auto engine = m_shelf->find(m_model);
    return engine ? engine->use() : EngineUse();
}

Answer ShelfEngine::submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    return m_shelf->submit(m_model, std::move(request), std::move(sink));
}

std::optional<TokenCount> ShelfEngine::count(
    const AnswerRequest& request, const IsCancelled& isCancelled) const
{
    return m_shelf->count(m_model, request, isCancelled);
}

std::optional<engine::TokenIds> ShelfEngine::tokenize(const std::string& text, TextKind kind) const
{
    const auto engine = m_shelf->find(m_model);
    return engine ? engine->tokenize(text, kind) : std::nullopt;
}

std::optional<std::string> ShelfEngine::detokenize(const engine::TokenIds& tokens) const
{
    const auto engine = m_shelf->find(m_model);
    return engine ? engine->detokenize(tokens) : std::nullopt;
}

std::vector<std::vector<float>> ShelfEngine::embed(std::span<const std::string> texts)
{
    const auto engine = m_shelf->find(m_model);
    return engine ? engine->embed(texts) : AnswerEngine::embed(texts);
}

} // namespace runtime
