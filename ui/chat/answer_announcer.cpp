#include "ui/chat/answer_announcer.h"

#include "services/conversations/build_answer_request.h"
#include "ui/markdown/markdown_text.h"
#include "ui/widgets/accessibility.h"

namespace ui {

using services::Message;

namespace {

bool endsSentence(QChar character)
{
    return QStringLiteral(".!?:…").contains(character);
}

// Sentences of these scripts end without a space behind them.
bool endsWideSentence(QChar character)
{
    return QStringLiteral("。！？").contains(character);
}

} // namespace

qsizetype endOfSentences(const QString& text, qsizetype begin)
{
    for (qsizetype i = text.size(); i > begin; --i) {
        const QChar last = text[i - 1];
        if (last == u'\n' || endsWideSentence(last))
            return i;
        if (last.isSpace() && i - 1 > begin && endsSentence(text[i - 2]))
            return i;
    }
    return begin;
}

AnswerAnnouncer::AnswerAnnouncer(QWidget* parent)
    : QObject(parent)
    , m_announcer(new Announcer(parent))
    , m_isHeard(QAccessible::isActive())
{
    QAccessible::installActivationObserver(this);
}

AnswerAnnouncer::~AnswerAnnouncer()
{
    QAccessible::removeActivationObserver(this);
}

void AnswerAnnouncer::stop()
{
    m_message = services::noMessage;
    m_announcer->withdraw();
}

void AnswerAnnouncer::follow(const Message& message)
{
    if (!m_isHeard || message.author == services::Author::User)
        return;
    const QString text = services::answerParts(message).answer;
    if (message.id != m_message) {
        if (!message.isOpen())
            return;
        m_message = message.id;
        m_announced = message.state == Message::State::Waiting ? text.size() : 0;
        m_reason.clear();
    }
    if (message.waitReason != m_reason) {
        m_reason = message.waitReason;
        m_announcer->say(m_reason);
    }
    announceUntil(text, message.isOpen() ? endOfSentences(text, m_announced) : text.size());
    if (message.isOpen())
        return;
    if (!message.error.isEmpty())
        m_announcer->say(message.error);
    m_message = services::noMessage;
}

void AnswerAnnouncer::announceUntil(const QString& text, qsizetype end)
{
    if (end <= m_announced)
        return;
    m_announcer->say(readableBlocks(text.mid(m_announced, end - m_announced)).join(u' '));
    m_announced = end;
}

} // namespace ui
