#pragma once

#include "services/conversations/context_gatherer.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

namespace services {

/// One answer before a model is asked for it. The gatherers do their work one after the other, each
/// seeing what those before it brought. What they wait for stands in the answer's place.
class Turn : public QObject {
    Q_OBJECT

public:
    /// The gatherers must outlive the turn.
    Turn(Conversation& conversation, MessageId answer, QList<ContextGatherer*> gatherers,
        QObject* parent = nullptr);

    /// False: there is nothing to gather, and the model can be asked at once. True: one of the
    /// signals follows, unless the turn is dropped before.
    bool begin();

    void stop(); ///< at once: no signal follows

    Conversation* conversation() const
    {
        return m_conversation;
    } ///< null: it is gone, or the turn was stopped
    MessageId answer() const { return m_answer; }

signals:
    void gathered(); ///< the sources are kept with the answer
    void failed(const QString& sentence);

private:
    GatheringEvents events();
    void next();

    QPointer<Conversation> m_conversation;
    const MessageId m_answer;
    QList<ContextGatherer*> m_waiting; // those that have not begun
    QList<Source> m_sources; // of those that are done
    std::unique_ptr<Gathering> m_gathering; // the one that is under way
};

/// The turns of all conversations that are gathering, any number at once.
class Turns : public QObject {
    Q_OBJECT

public:
    explicit Turns(QObject* parent = nullptr);

    /// Takes part in every turn that begins from now on, after those that were added before. Must
    /// outlive this.
    void add(ContextGatherer& gatherer) { m_gatherers << &gatherer; }

    /// Gathers for an answer that is open, then calls `submit`: within this call if there is
    /// nothing to gather. Where gathering fails the answer fails with the sentence, and `submit` is
    /// not called; nor is it when the conversation has gone.
    void begin(Conversation& conversation, MessageId answer, std::function<void()> submit);

    /// Stops the turns that are meant. Their answers end as stopped.
    void stopWhere(const std::function<bool(const Conversation&, MessageId answer)>& isMeant);

private:
    void end(Turn* turn);

    QList<ContextGatherer*> m_gatherers;
    QList<Turn*> m_turns; // owned by this
};

} // namespace services
