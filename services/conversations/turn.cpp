#include "services/conversations/turn.h"

#include "services/conversations/conversation.h"

#include <utility>

namespace services {

Turn::Turn(OpenReply reply, QList<ContextGatherer*> gatherers, QObject* parent)
    : QObject(parent)
    , m_reply(std::move(reply))
    , m_waiting(std::move(gatherers))
{
}

bool Turn::begin()
{
    while (!m_gathering && !m_waiting.isEmpty())
        m_gathering
            = m_waiting.takeFirst()->gather(*m_reply.conversation(), m_reply.id(), events());
    return m_gathering != nullptr;
}

OpenReply Turn::release()
{
    m_gathering.reset();
    m_waiting.clear();
    disconnect();
    return std::move(m_reply);
}

// A gathering is dropped only after its call has returned.
GatheringEvents Turn::events()
{
    return {
        [this](const QString& sentence) {
            if (m_reply.isOpen())
                m_reply.setWaitReason(sentence);
        },
        [this](const QString& sentence) { m_note = sentence; },
        [this](const QString& text) { m_text = text; },
        [this](const QList<Source>& sources) {
            m_sources += sources;
            QMetaObject::invokeMethod(this, &Turn::next, Qt::QueuedConnection);
        },
        [this](const QString& sentence) {
            const auto report = [this, sentence] {
                if (m_reply.isOpen())
                    emit failed(sentence);
            };
            QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
        },
    };
}

void Turn::next()
{
    m_gathering.reset();
    if (!m_reply.isOpen())
        return;
    m_reply.setWaitReason({});
    if (!m_sources.isEmpty())
        m_reply.setSources(m_sources);
    if (!m_note.isEmpty())
        m_reply.setNote(m_note);
    if (!m_text.isEmpty() || !begin())
        emit gathered();
}

Turns::Turns(QObject* parent)
    : QObject(parent)
{
}

void Turns::begin(OpenReply reply, std::function<void(OpenReply)> submit)
{
    auto* turn = new Turn(std::move(reply), m_gatherers, this);
    if (!turn->begin())
        return submit(end(turn));
    m_turns << turn;
    connect(turn, &Turn::gathered, this, [this, turn, submit = std::move(submit)] {
        const QString text = turn->text();
        OpenReply gathered = end(turn);
        if (text.isEmpty())
            return submit(std::move(gathered));
        gathered.append(text);
        gathered.finish();
    });
    connect(turn, &Turn::failed, this,
        [this, turn](const QString& sentence) { end(turn).fail(sentence); });
    connect(turn->reply().conversation(), &QObject::destroyed, turn,
        [this, turn] { end(turn).stop(); });
}

// `turn` may be the sender of the signal being handled, so it is deleted later.
OpenReply Turns::end(Turn* turn)
{
    m_turns.removeOne(turn);
    turn->deleteLater();
    return turn->release();
}

void Turns::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    const QList<Turn*> turns = m_turns; // the end of a reply may stop another
    for (Turn* turn : turns)
        if (turn->reply().isOpen() && isMeant(*turn->reply().conversation(), turn->reply().id()))
            end(turn).stop();
}

} // namespace services
