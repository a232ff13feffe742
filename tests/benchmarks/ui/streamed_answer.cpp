#include "tests/benchmarks/ui/streamed_answer.h"

#include "ui/chat/message_view.h"

namespace bench {

namespace {

constexpr qsizetype tokensOfAnswer = 20'000;

} // namespace

StreamedAnswer::StreamedAnswer(
    services::Conversation& conversation, const ui::ChatView& chat, int tokensPerSecond)
    : m_conversation(conversation)
    , m_chat(chat)
    , m_answer(conversation.appendReply())
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &StreamedAnswer::addToken);
    m_timer.start(1000 / tokensPerSecond);
}

void StreamedAnswer::onFrame()
{
    const ui::MessageView* view = m_chat.viewOf(m_conversation.rowOf(m_answer.id()));
    if (!m_since.isValid() || !view || view->message().text.size() < m_awaited)
        return;
    m_latency.add(double(m_since.nsecsElapsed()) / 1e6);
    m_since.invalidate();
}

void StreamedAnswer::addToken()
{
    static const QStringList words = {"The ", "boat ", "sails ", "**past** ", "the ", "old ",
        "lighthouse. ", "It ", "is ", "`white`.\n\n", "- one ", "thing\n", "- and another\n\n"};
    if (m_tokens > 0 && m_tokens % tokensOfAnswer == 0)
        beginAnother();
    m_answer.append(words[m_tokens++ % words.size()]);
    if (m_since.isValid())
        return;
    m_awaited = m_answer.message().text.size();
    m_since.start();
}

void StreamedAnswer::beginAnother()
{
    m_answer.finish();
    m_conversation.appendUserMessage({"And more."});
    m_answer = m_conversation.appendReply();
    m_since.invalidate();
}

} // namespace bench
