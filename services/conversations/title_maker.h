#pragma once

#include "services/conversations/message.h"

#include <QObject>
#include <QPointer>
#include <QString>

namespace services {

class AnswerStream;
class Conversation;
class ModelPool;
class Settings;

/// The first words of a message as a title: without the marks of Markdown, cut between two words.
QString firstWords(const QString& text);

/// The same of an answer that describes an image, without what nearly all of them begin with: "A
/// picture of a cat." gives "A cat".
QString firstWordsOfCaption(const QString& caption);

/// True for a question that could be asked about any image, such as "What is in this picture?".
bool asksWhatIsSeen(const QString& question);

/// Lets the model that answered a conversation first find a name for it. Names are made one at a
/// time, and only while no real answer is written. If the name is poor, if the built-in model
/// answered, or if the setting says no, the first words stay. Lives in the window's thread.
class TitleMaker : public QObject {
    Q_OBJECT

public:
    /// Both must outlive the maker.
    TitleMaker(ModelPool& models, Settings& settings, QObject* parent = nullptr);

    /// Finds a name if this answer is the conversation's first.
    void consider(Conversation& conversation, MessageId answer);

    /// Makes the maker wait while real answers are written: it gives up a title and begins again
    /// later.
    void setWaiting(bool isWaiting);
    bool isMaking() const { return m_stream; } ///< a model is writing a title

private:
    struct Request {
        QPointer<Conversation> conversation;
        MessageId answer = noMessage;
    };

    bool wantsTitle(const Conversation& conversation, MessageId answer) const;
    void begin();
    void end(bool isWritten);

    ModelPool& m_models;
    Settings& m_settings;
    QList<Request> m_requests; // the first is being fulfilled while there is a stream
    AnswerStream* m_stream = nullptr; // null: none is being made
    QString m_text;
    bool m_isWaiting = false;
    bool m_isGivenUp = false; // for a real answer
};

/// Makes a name of what a model wrote, without quotes and marks. Empty if that is no name.
QString titleFrom(const QString& text);

} // namespace services
