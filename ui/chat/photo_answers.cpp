#include "ui/chat/photo_answers.h"

#include "services/catalog/photo_model.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"

#include <utility>

namespace ui {

PhotoAnswers::PhotoAnswers(
    services::PhotoModel& model, services::AnswerWriter& writer, QObject* parent)
    : QObject(parent)
    , m_writer(writer)
{
    connect(&model, &services::PhotoModel::ready, this, &PhotoAnswers::write);
    connect(&model, &services::PhotoModel::canceled, this, [this] { m_awaiting.clear(); });
}

void PhotoAnswers::add(services::Conversation& conversation, services::MessageId answer)
{
    const std::pair awaiting(QPointer<services::Conversation>(&conversation), answer);
    m_awaiting.removeOne(awaiting);
    m_awaiting << awaiting;
}

void PhotoAnswers::write(const services::ModelId& model)
{
    for (const auto& [conversation, answer] : std::exchange(m_awaiting, {}))
        if (conversation && conversation->isLoaded() && conversation->tree().contains(answer)
            && !conversation->messageById(answer).isRemoved())
            m_writer.answerBy(*conversation, answer, model);
}

} // namespace ui
