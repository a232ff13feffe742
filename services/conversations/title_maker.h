#pragma once

#include "services/conversations/message.h"

#include <QObject>
#include <QPointer>
#include <QString>

namespace services {

class AnswerStream;
class Conversation;
class InstalledModels;
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
/// time, and only while no real answer is written. If the name is poor, if the model has less than
/// a billion parameters, or if the setting says no, the first words stay. Lives in the window's
/// thread.
class TitleMaker : public QObject {
    Q_OBJECT

public:
    /// Both must outlive the maker.
    TitleMaker(ModelPool& models, Settings& settings, QObject* parent = nullptr);

    /// Sets where the sizes of models are known; must outlive the maker. Without it, and on remote
    /// servers, every model but the built-in one counts as large enough.
    void setInstalled(const InstalledModels& installed) { m_installed = &installed; }

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
    bool isLargeEnough(const ModelId& model) const;
    void begin();
    void end(bool isWritten);

    ModelPool& m_models;
    Settings& m_settings;
    const InstalledModels* m_installed = nullptr;
    QList<Request> m_requests; // the first is being fulfilled while there is a stream
    AnswerStream* m_stream = nullptr; // null: none is being made
    QString m_text, m_answer; // the title so far, and the answer that it is for
    bool m_isWaiting = false;
    bool m_isGivenUp = false; // for a real answer
};

/// Makes a name of what a model wrote, without quotes and marks. Empty if that is no name: more than
/// six words, an announcement ending with a colon, hardly any letters, or the beginning of `answer`.
QString titleFrom(const QString& text, const QString& answer = {});

} // namespace services
