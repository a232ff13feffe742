#include "services/documents/answers/model_captioner.h"

#include "services/documents/answers/answer_batch.h"

#include <QString>

namespace services {

namespace {

constexpr int mostTokens = 160; // a passage, which is all that is compared with a question

runtime::AnswerRequest requestFor(const Picture& picture)
{
    runtime::AnswerRequest request;
    request.messages.push_back(
        {runtime::Role::User, {picture.pixels, std::string("Describe the image.")}});
    request.settings.maxTokens = mostTokens;
    request.settings.temperature = 0;
    request.settings.thinks = false;
    return request;
}

} // namespace

ModelCaptioner::ModelCaptioner(runtime::AnswerEngine& engine, std::stop_token stop)
    : m_engine(engine)
    , m_stop(std::move(stop))
{
}

std::string ModelCaptioner::captionOf(const Picture& picture)
{
    const BatchAnswer answer = batchOf(m_engine, {requestFor(picture)}, {}, m_stop).front();
    return answer.isSure ? QString::fromStdString(answer.text).trimmed().toStdString() : "";
}

} // namespace services
