#include "runtime/prompt/context_window.h"

#include <algorithm>

namespace runtime {

namespace {

// A question and what follows it up to the next.
struct Turn {
    size_t first = 0; // its question, among the messages
    int64_t questionTokens = 0, tokens = 0;
    bool hasPictures = false, isMeant = false;
    bool isRead = true;
};

class Window {
public:
    Window(std::vector<Turn> turns, int64_t room)
        : m_turns(std::move(turns))
        , m_room(room)
    {
    }

    // From the first question to the last, as they were asked.
    void replay()
    {
        for (size_t turn = 0; turn < m_turns.size(); ++turn) {
            const bool isLast = turn + 1 == m_turns.size(); // the others had no answer yet
            ask(turn, isLast ? m_turns[turn].tokens : m_turns[turn].questionTokens);
            m_tokens += m_turns[turn].tokens;
        }
        for (size_t turn = 0; turn + 1 < m_turns.size(); ++turn)
            if (m_turns[turn].isMeant && !m_turns[turn].isRead)
                recall(turn);
    }

    const std::vector<Turn>& turns() const { return m_turns; }

private:
    int64_t full() const { return m_room * 7 / 8; } // beyond it a cut is made
    int64_t most() const { return m_room * 15 / 16; } // an answer needs the rest

    // The oldest first, of those before `end`, until what is read has `most` tokens.
    template <typename May>
    void leaveOut(size_t end, int64_t most, May may)
    {
        for (size_t turn = 0; turn < end && m_tokens > most; ++turn) {
            if (!m_turns[turn].isRead || !may(m_turns[turn]))
                continue;
            m_turns[turn].isRead = false;
            m_tokens -= m_turns[turn].tokens;
        }
    }

    void ask(size_t asked, int64_t tokens)
    {
        if (m_tokens + tokens <= full())
            return;
        const size_t previous = asked > 0 ? asked - 1 : 0;
        leaveOut(
            previous, (full() - tokens) / 2, [](const Turn& turn) { return !turn.hasPictures; });
        if (m_tokens + tokens > most())
            leaveOut(previous, (most() - tokens) * 3 / 4, [](const Turn&) { return true; });
        if (m_tokens + tokens > most())
            leaveOut(asked, 0, [](const Turn&) { return true; });
    }

    void recall(size_t meant)
    {
        const std::vector<Turn> before = m_turns;
        const int64_t tokensBefore = m_tokens;
        m_turns[meant].isRead = true;
        m_tokens += m_turns[meant].tokens;
        leaveOut(m_turns.size() - 2, most(),
            [](const Turn& turn) { return !turn.hasPictures && !turn.isMeant; });
        if (m_tokens <= most())
            return;
        m_turns = before;
        m_tokens = tokensBefore;
    }

    std::vector<Turn> m_turns;
    const int64_t m_room;
    int64_t m_tokens = 0; // of what is read, up to the question that was asked last
};

size_t countSystemMessages(std::span<const WindowMessage> messages)
{
    const auto isOther = [](const WindowMessage& message) { return message.role != Role::System; };
    return size_t(std::ranges::find_if(messages, isOther) - messages.begin());
}

std::vector<Turn> turnsOf(std::span<const WindowMessage> messages, size_t first)
{
    std::vector<Turn> turns;
    for (size_t each = first; each < messages.size(); ++each) {
        const WindowMessage& message = messages[each];
        if (each == first || message.role == Role::User)
            turns.push_back({.first = each, .questionTokens = message.tokens});
        Turn& turn = turns.back();
        turn.tokens += message.tokens;
        turn.hasPictures |= message.hasPictures;
        turn.isMeant |= message.isMeant;
    }
    return turns;
}

} // namespace

std::vector<bool> messagesInWindow(std::span<const WindowMessage> messages, int64_t contextTokens)
{
    const size_t first = countSystemMessages(messages);
    int64_t room = contextTokens;
    for (const WindowMessage& message : messages.first(first))
        room -= message.tokens;
    Window window(turnsOf(messages, first), std::max<int64_t>(room, 0));
    window.replay();

    std::vector<bool> isRead(messages.size(), true);
    const std::vector<Turn>& turns = window.turns();
    for (size_t turn = 0; turn < turns.size(); ++turn) {
        const size_t end = turn + 1 < turns.size() ? turns[turn + 1].first : messages.size();
        std::fill(isRead.begin() + ptrdiff_t(turns[turn].first), isRead.begin() + ptrdiff_t(end),
            turns[turn].isRead);
    }
    return isRead;
}

} // namespace runtime
