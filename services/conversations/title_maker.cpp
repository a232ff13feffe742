#include "services/conversations/title_maker.h"

#include "services/conversations/answer_request_of.h"
#include "services/conversations/conversation.h"
#include "services/conversations/thinking.h"
#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QRegularExpression>

namespace services {

namespace {

constexpr qint64 titleTokens = 24;
constexpr qint64 thinkingTokens = 600; // more, for a model that thinks first
constexpr qsizetype longestTitle = 60; // characters

} // namespace

QString titleFrom(const QString& text)
{
    const Thinking thinking = splitThinking(text);
    QString title = thinking.isOpen ? QString() : thinking.answer.trimmed();
    title = title.left(title.indexOf(u'\n')).simplified(); // the first line
    static const QRegularExpression label(
        QStringLiteral("^\\W*title\\s*:\\s*"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression marksBefore(QStringLiteral("^[\\s#*_`\"'“”„«»‘’]+"));
    static const QRegularExpression marksAfter(QStringLiteral("[\\s.*_`\"'“”«»‘’]+$"));
    title.remove(label).remove(marksBefore).remove(marksAfter);
    const bool hasLetters
        = std::any_of(title.cbegin(), title.cend(), [](QChar letter) { return letter.isLetter(); });
    return hasLetters && title.size() <= longestTitle ? title : QString();
}

TitleMaker::TitleMaker(ModelPool& models, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_settings(settings)
{
}

bool TitleMaker::wantsTitle(const Conversation& conversation, MessageId answer) const
{
    if (!conversation.isLoaded()) // any more: others were shown since
        return false;
    const Message& message = conversation.messageById(answer);
    const ModelState model = m_models.state(message.model);
    return m_settings.get(settings::makeTitles)
        && conversation.titleOrigin() == TitleOrigin::FirstWords
        && conversation.messagesUntil(answer).size() == 2
        && message.statistics.end != AnswerStatistics::End::Stopped
        && model.stage == ModelState::Stage::Ready && !model.summary.isStarter;
}

void TitleMaker::consider(Conversation& conversation, MessageId answer)
{
    if (!wantsTitle(conversation, answer))
        return;
    m_wishes << Wish{&conversation, answer};
    begin();
}

void TitleMaker::setWaiting(bool isWaiting)
{
    m_isWaiting = isWaiting;
    if (!isWaiting)
        return begin();
    if (!m_stream)
        return;
    m_isGivenUp = true;
    m_stream->stop();
}

// Asked as one more turn, for what comes before has just been read and is remembered.
void TitleMaker::begin()
{
    while (!m_wishes.isEmpty()
        && !(m_wishes.first().conversation
            && wantsTitle(*m_wishes.first().conversation, m_wishes.first().answer)))
        m_wishes.removeFirst();
    if (m_wishes.isEmpty() || m_isWaiting || m_stream)
        return;
    const Conversation& conversation = *m_wishes.first().conversation;
    const MessageId answer = m_wishes.first().answer;
    QList<Message> messages = conversation.messagesUntil(answer);
    const bool thinks = !splitThinking(messages.last().text).thought.isEmpty();
    Message question;
    question.text = QStringLiteral(
        "Give this conversation a title of two to five words, in its language. Answer with the "
        "title only, on one line, without quotation marks.");
    messages << question;
    const ModelId model = conversation.messageById(answer).model;
    AnswerRequest request = answerRequestOf(conversation, messages, m_settings, model);
    request.settings = {};
    request.use.isAside = true;
    request.settings.maxTokens = thinks ? thinkingTokens : titleTokens;
    request.settings.thinks = false;
    m_text.clear();
    m_isGivenUp = false;
    m_stream = m_models.submit(model, std::move(request), this);
    connect(
        m_stream, &AnswerStream::textAdded, this, [this](const QString& text) { m_text += text; });
    connect(m_stream, &AnswerStream::finished, this, [this] { end(!m_isGivenUp); });
    connect(m_stream, &AnswerStream::failed, this, [this] { end(false); });
}

void TitleMaker::end(bool isWritten)
{
    m_stream = nullptr;
    if (!m_isGivenUp && !m_wishes.isEmpty()) {
        const Wish wish = m_wishes.takeFirst();
        if (isWritten && wish.conversation
            && wish.conversation->titleOrigin() == TitleOrigin::FirstWords)
            wish.conversation->setMadeTitle(titleFrom(m_text));
    }
    begin();
}

} // namespace services
