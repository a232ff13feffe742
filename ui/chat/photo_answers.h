#pragma once

#include "services/conversations/message.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <utility>

namespace services {
class AnswerWriter;
class Conversation;
class PhotoModel;
} // namespace services

namespace ui {

/// The answers that are written again by the model for photographs once that has been downloaded.
class PhotoAnswers : public QObject {
    Q_OBJECT

public:
    /// All references must outlive it.
    PhotoAnswers(
        services::PhotoModel& model, services::AnswerWriter& writer, QObject* parent = nullptr);

    void add(services::Conversation& conversation, services::MessageId answer);

private:
    void write(const services::ModelId& model);

    services::AnswerWriter& m_writer;
    QList<std::pair<QPointer<services::Conversation>, services::MessageId>> m_awaiting;
};

} // namespace ui
