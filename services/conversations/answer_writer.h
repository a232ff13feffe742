#pragma once

#include "services/conversations/conversation.h"
#include "services/generation/generator_thread.h"

#include <QHash>
#include <QPointer>

namespace services {

/// Lets the generator answer conversations, any number at once, and writes what comes back into
/// them. Lives in the window's thread.
class AnswerWriter : public QObject {
    Q_OBJECT

public:
    /// The generator must outlive the writer.
    explicit AnswerWriter(GeneratorThread& generator, QObject* parent = nullptr);

    /// Adds an answer to the end of the conversation and begins to write it.
    void answer(Conversation& conversation);

    /// Writes another version of an answer. It is drawn by chance where the first was the
    /// likeliest: that would only come again.
    void answerAgain(Conversation& conversation, MessageId answer);

    /// Goes on with the last answer of the branch that is shown.
    void continueAnswer(Conversation& conversation, MessageId answer);

    /// Ends all answers of this conversation; what was written stays.
    void stop(const Conversation& conversation);

    /// What is asked of a picture that was sent without a word.
    static QString defaultPrompt();

private:
    struct Target {
        QPointer<Conversation> conversation;
        MessageId message = noMessage;
    };

    void submit(Conversation& conversation, MessageId answer, const GenerationSettings& settings);

    GeneratorThread& m_generator;
    QHash<AnswerId, Target> m_targets;
};

} // namespace services
