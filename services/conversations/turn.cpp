#include "services/conversations/turn.h"

#include "services/conversations/conversation.h"

#include <utility>

namespace services {

Turn::Turn(Conversation& conversation, MessageId answer, QList<ContextGatherer*> gatherers,
    QObject* parent)
    : QObject(parent)
    , m_conversation(&conversation)
    , m_answer(answer)
    , m_waiting(std::move(gatherers))
{
}

bool Turn::begin()
{
    while (!m_gathering && !m_waiting.isEmpty())
        m_gathering = m_waiting.takeFirst()->gather(*m_conversation, m_answer, events());
    return m_gathering != nullptr;
}

void Turn::stop()
{
    m_gathering.reset();
    m_waiting.clear();
    m_conversation.clear();
    disconnect();
}

// A gathering is dropped only after its call has returned.
GatheringEvents Turn::events()
{
    return {
        [this](const QString& sentence) {
            if (m_conversation)
                m_conversation->setWaitReason(m_answer, sentence);
        },
        [this](const QString& sentence) { m_note = sentence; },
        [this](const QString& text) { m_text = text; },
        [this](const QList<Source>& sources) {
            m_sources += sources;
            QMetaObject::invokeMethod(this, &Turn::next, Qt::QueuedConnection);
        },
        [this](const QString& sentence) {
            const auto tell = [this, sentence] {
                if (m_conversation)
                    emit failed(sentence);
            };
            QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
        },
    };
}

void Turn::next()
{
    m_gathering.reset();
    if (!m_conversation)
        return;
    m_conversation->setWaitReason(m_answer, {});
    if (!m_sources.isEmpty())
        m_conversation->setSources(m_answer, m_sources);
    if (!m_note.isEmpty())
        m_conversation->setNote(m_answer, m_note);
    if (!m_text.isEmpty() || !begin())
        emit gathered();
}

Turns::Turns(QObject* parent)
    : QObject(parent)
{
}

void Turns::begin(Conversation& conversation, MessageId answer, std::function<void()> submit)
{
    auto* turn = new Turn(conversation, answer, m_gatherers, this);
    if (!turn->begin()) {
        delete turn;
        return submit();
    }
    m_turns << turn;
    connect(turn, &Turn::gathered, this, [this, turn, submit = std::move(submit)] {
        const bool isAnswered = !turn->text().isEmpty();
        if (isAnswered)
            complete(*turn);
        end(turn);
        if (!isAnswered)
            submit();
    });
    connect(turn, &Turn::failed, this, [this, turn](const QString& sentence) {
        Conversation* conversation = turn->conversation();
        end(turn);
        conversation->failAnswer(turn->answer(), sentence);
    });
    connect(&conversation, &QObject::destroyed, turn, [this, turn] { end(turn); });
}

void Turns::complete(const Turn& turn)
{
    turn.conversation()->appendText(turn.answer(), turn.text());
    turn.conversation()->finishAnswer(turn.answer(), {});
}

// It may be telling this.
void Turns::end(Turn* turn)
{
    m_turns.removeOne(turn);
    turn->stop();
    turn->deleteLater();
}

void Turns::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    const QList<Turn*> turns = m_turns; // the end of an answer may stop another
    for (Turn* turn : turns) {
        Conversation* conversation = turn->conversation();
        if (!conversation || !isMeant(*conversation, turn->answer()))
            continue;
        end(turn);
        conversation->finishAnswer(turn->answer(), {.end = AnswerStatistics::End::Stopped});
    }
}

} // namespace services
