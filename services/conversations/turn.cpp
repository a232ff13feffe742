#include "services/conversations/turn.h"

#include "services/conversations/conversation.h"

#include <utility>

namespace services {

Turns::Turns(QObject* parent)
    : QObject(parent)
{
}

void Turns::begin(OpenReply reply, std::function<void(OpenReply)> submit)
{
    connect(reply.conversation(), &QObject::destroyed, this, &Turns::forgetDestroyed,
        Qt::UniqueConnection);
    const int id = ++m_lastId;
    Turn& turn
        = m_turns.emplace(id, Turn{std::move(reply), std::move(submit), m_gatherers}).first->second;
    if (gatherNext(id))
        return;
    const auto submitNow = std::move(turn.submit);
    submitNow(end(id));
}

Turns::Turn* Turns::find(int id)
{
    const auto found = m_turns.find(id);
    return found == m_turns.end() ? nullptr : &found->second;
}

// Returns false if there is nothing left to gather.
bool Turns::gatherNext(int id)
{
    Turn& turn = m_turns.at(id);
    while (!turn.gathering && !turn.waiting.isEmpty())
        turn.gathering = turn.waiting.takeFirst()->gather(
            *turn.reply.conversation(), turn.reply.id(), events(id));
    return turn.gathering != nullptr;
}

// What ends a gathering is handled later, because it is dropped only after its call has returned.
GatheringEvents Turns::events(int id)
{
    return {
        [this, id](const QString& message) {
            if (Turn* turn = find(id))
                turn->reply.setWaitReason(message);
        },
        [this, id](const QString& message) { m_turns.at(id).note = message; },
        [this, id](const QString& text) { m_turns.at(id).text = text; },
        [this, id](const QList<Source>& sources) {
            m_turns.at(id).sources += sources;
            QMetaObject::invokeMethod(
                this, [this, id] { onGathered(id); }, Qt::QueuedConnection);
        },
        [this, id](const QString& message) {
            const auto fail = [this, id, message] {
                if (find(id))
                    end(id).fail(message);
            };
            QMetaObject::invokeMethod(this, fail, Qt::QueuedConnection);
        },
    };
}

void Turns::onGathered(int id)
{
    Turn* turn = find(id);
    if (!turn)
        return; // it was stopped
    turn->gathering.reset();
    turn->reply.setWaitReason({});
    if (!turn->sources.isEmpty())
        turn->reply.setSources(turn->sources);
    if (!turn->note.isEmpty())
        turn->reply.setNote(turn->note);
    if (turn->text.isEmpty() && gatherNext(id))
        return;
    const auto submit = std::move(turn->submit);
    const QString text = turn->text;
    OpenReply gathered = end(id);
    if (text.isEmpty())
        return submit(std::move(gathered));
    gathered.append(text);
    gathered.finish();
}

OpenReply Turns::end(int id)
{
    return std::move(m_turns.extract(id).mapped().reply);
}

void Turns::forgetDestroyed()
{
    std::erase_if(m_turns, [](const auto& each) { return !each.second.reply.conversation(); });
}

void Turns::stopWhere(const std::function<bool(const Conversation&, MessageId)>& isMeant)
{
    QList<int> ids; // the end of a reply may stop another
    for (const auto& [id, turn] : m_turns)
        if (isMeant(*turn.reply.conversation(), turn.reply.id()))
            ids << id;
    for (const int id : ids)
        if (find(id))
            end(id).stop();
}

} // namespace services
