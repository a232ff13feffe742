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

Answer ShelfEngine::submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    return m_shelf->submit(m_model, std::move(request), std::move(sink));
}

std::optional<TokenCount> ShelfEngine::count(const AnswerRequest& request) const
{
    return m_shelf->count(m_model, request);
}

} // namespace runtime
