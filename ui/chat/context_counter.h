#pragma once

#include "services/conversations/message.h"
#include "services/generation/model_pool.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <optional>

namespace services {
class AnswerWriter;
class Conversation;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

class PromptBox;

/// Keeps the context meter of the prompt box up to date: when nothing was typed for a moment, it
/// counts in the background what the model would read of the conversation and of the text in the
/// box, and says which messages it no longer reads. A message that is too long even by itself is
/// not sent: the box keeps it, and a warning says how much would fit. Neither is an image sent to a
/// model that cannot see: the warning offers one that can. Also tells the box which models a
/// message can be sent to.
class ContextCounter : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the counter.
    ContextCounter(PromptBox& prompt, services::ModelPool& models,
        services::InstalledModels& installed, const services::AnswerWriter& answers,
        services::Settings& settings, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

signals:
    /// The messages of the branch that the model does not read, because there is no room for them.
    void unreadChanged(const QSet<services::MessageId>& unread);
    void contextLengthRequested(const services::ModelId& model); ///< a larger one, by the user

private:
    using Messages = QList<services::Message>;

    void listModels();
    services::ModelId model() const;
    Messages branch() const;
    services::Message draft() const;
    bool isReady() const;
    bool isSurelyShort(const services::Message& message) const;
    void admit(const std::function<void()>& send);
    void countSoon();
    void countAfter(int row);
    void count(const std::function<void()>& send = {});
    void take(const runtime::TokenCount& count, const QList<services::MessageId>& read);
    void forget();
    void show();
    bool isUnseen() const;
    bool hasUnseenPictures() const;
    void offerPages();
    void warnOfBlindness(const QString& message);
    void askSeeingModel(const services::ModelId& model);
    QString tooLong() const;
    bool canEnlargeContext() const;

    services::ModelPool& m_models;
    services::InstalledModels& m_installed;
    const services::AnswerWriter& m_answers;
    services::Settings& m_settings;
    PromptBox& m_prompt;
    QPointer<services::Conversation> m_conversation;
    QTimer m_timer; // runs while the user continues writing
    quint64 m_round = 0; // of counting; answers to an older one are ignored
    std::optional<runtime::TokenCount> m_count; // none: not known
};

} // namespace ui
