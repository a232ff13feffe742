#include "services/conversations/title_maker.h"

#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/conversations/thinking.h"
#include "services/generation/answer_stream.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QRegularExpression>

namespace services {

namespace {

constexpr int titleCharacters = 48;
constexpr qsizetype longestQuestion = 200; // that fits any image

using Option = QRegularExpression::PatternOption;

// Removes only certain marks: an asterisk alone may be a product.
QString withoutMarkdown(QString text)
{
    static const QRegularExpression fences(
        QStringLiteral("^\\s*(```|~~~).*$"), Option::MultilineOption);
    static const QRegularExpression beginnings(
        QStringLiteral("^[ \\t]*(#{1,6}|>|[-*+]|\\d{1,3}[.)])[ \\t]+"), Option::MultilineOption);
    static const QRegularExpression links(QStringLiteral("!?\\[([^\\]\\n]*)\\]\\([^)\\s]*\\)"));
    static const QRegularExpression bold(QStringLiteral("\\*\\*([^*\\n]+)\\*\\*"));
    static const QRegularExpression italic(
        QStringLiteral("(?<![\\w*])\\*([^*\\s][^*\\n]*[^*\\s]|[^*\\s])\\*(?![\\w*])"));
    static const QRegularExpression code(QStringLiteral("`([^`\\n]+)`"));
    text.remove(fences).remove(beginnings).remove(beginnings); // a heading in a quotation
    for (const QRegularExpression& pair : {links, bold, italic, code})
        text.replace(pair, QStringLiteral("\\1"));
    return text.simplified();
}

QString shortened(const QString& line)
{
    if (line.size() <= titleCharacters)
        return line;
    const qsizetype space = line.lastIndexOf(u' ', titleCharacters);
    return line.left(space > titleCharacters / 2 ? space : titleCharacters) + u'…';
}

} // namespace

QString firstWords(const QString& text)
{
    const QString begin = text.left(8 * titleCharacters);
    const QString plain = withoutMarkdown(begin);
    return shortened(plain.isEmpty() ? begin.simplified() : plain);
}

QString firstWordsOfCaption(const QString& caption)
{
    static const QRegularExpression common(
        QStringLiteral("^(this|the|an|a)?\\s*(picture|image|photo|photograph|drawing)\\s+"
                       "(is\\s+)?(of|shows|depicts|features|contains)\\s+"),
        Option::CaseInsensitiveOption);
    static const QRegularExpression commonSentence(
        QStringLiteral("^(this|it) is an? (picture|image|photo|photograph|drawing) of\\s+"),
        Option::CaseInsensitiveOption);
    QString words = withoutMarkdown(caption.left(8 * titleCharacters));
    const QString whole = words;
    words.remove(commonSentence).remove(common);
    if (words.endsWith(u'.') && words.count(u'.') == 1)
        words.chop(1);
    if (words.isEmpty())
        return firstWords(whole);
    words[0] = words[0].toUpper();
    return shortened(words);
}

// Knows the languages in which the interface is translated.
bool asksWhatIsSeen(const QString& question)
{
    if (question.size() > longestQuestion)
        return false; // without a look at it, for titles are requested often
    static const QRegularExpression english(
        QStringLiteral(
            "^\\W*(describe|caption|explain)\\W+(this|the|it)\\b[^.?!\\n]{0,40}[.?!]?\\s*$"
            "|^\\W*what(\\W?s| is| are| do you see| can you see)\\b[^.?!\\n]{0,12}"
            "\\b(picture|image|photo|photograph|drawing|this|here)[^.?!\\n]{0,12}[.?!]?\\s*$"
            "|^\\W*(write down|read|transcribe)\\b[^.?!\\n]{0,12}"
            "\\btext\\b[^.?!\\n]{0,40}[.?!]?\\s*$"),
        Option::CaseInsensitiveOption);
    static const QRegularExpression german(
        QStringLiteral(
            "^\\W*(beschreib|erklär)e?( bitte| mir)* (das|dies|dieses|es)"
            "\\b[^.?!\\n]{0,20}[.?!]?\\s*$"
            "|^\\W*was (ist|sieht|siehst|zeigt|erkennst)\\b[^.?!\\n]{0,20}"
            "\\b(bild|bilde|foto|zeichnung|hier|das)\\b[^.?!\\n]{0,12}[.?!]?\\s*$"
            "|^\\W*(schreib|lies)e?\\b[^.?!\\n]{0,12}\\btext\\b[^.?!\\n]{0,40}[.?!]?\\s*$"),
        Option::CaseInsensitiveOption | Option::UseUnicodePropertiesOption);
    static const QRegularExpression chinese(QStringLiteral(
        "^\\s*请?(描述|说明|介绍)[^。？\\n]{0,10}(图|图片|照片|画)[^。？\\n]{0,4}[。？]?\\s*$"
        "|^\\s*(这|图)[^。？\\n]{0,10}什么[^。？\\n]{0,4}[。？]?\\s*$"
        "|^\\s*请?(写出|读出|抄写)[^。？\\n]{0,14}文字[^。？\\n]{0,4}[。？]?\\s*$"));
    return english.match(question).hasMatch() || german.match(question).hasMatch()
        || chinese.match(question).hasMatch();
}

namespace {

constexpr qint64 titleTokens = 24;
constexpr qint64 thinkingTokens = 600; // more, for a model that thinks first
constexpr qsizetype longestTitle = 60; // characters
constexpr qsizetype mostWords = 6;
constexpr qsizetype leastOfAnswer = 12; // characters that an answer shares with its title by chance
constexpr qint64 minParameters = 1'000'000'000; // smaller models repeat the answer

bool isTitle(const QString& title)
{
    const auto letters = std::count_if(
        title.cbegin(), title.cend(), [](QChar character) { return character.isLetter(); });
    return letters > 0 && 2 * letters >= title.size() - title.count(u' ')
        && title.size() <= longestTitle && title.count(u' ') < mostWords && !title.endsWith(u':')
        && !title.contains(QChar::ReplacementCharacter);
}

} // namespace

QString titleFrom(const QString& text, const QString& answer)
{
    const Thinking thinking = splitThinking(text);
    QString title = thinking.isOpen ? QString() : thinking.answer.trimmed();
    title = title.left(title.indexOf(u'\n')).simplified(); // the first line
    static const QRegularExpression label(
        QStringLiteral("^\\W*title\\s*:\\s*"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression marksBefore(QStringLiteral("^[\\s#*_`\"'“”„«»‘’]+"));
    static const QRegularExpression marksAfter(QStringLiteral("[\\s.*_`\"'“”«»‘’]+$"));
    title.remove(label).remove(marksBefore).remove(marksAfter);
    const QString begin = withoutMarkdown(splitThinking(answer).answer.left(2 * longestTitle));
    const bool repeats
        = title.size() >= leastOfAnswer && begin.startsWith(title, Qt::CaseInsensitive);
    return isTitle(title) && !repeats ? title : QString();
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
    const ModelState model = m_models.registry().state(message.model);
    return m_settings.get(settings::makeTitles)
        && conversation.storedRecord().titleOrigin == TitleOrigin::FirstWords
        && conversation.tree().messagesUntil(answer).size() == 2
        && message.statistics.end != AnswerStatistics::End::Stopped
        && model.stage == ModelState::Stage::Ready && !model.summary.isBuiltIn
        && isLargeEnough(message.model);
}

bool TitleMaker::isLargeEnough(const ModelId& model) const
{
    const ModelFacts* known = m_installed ? m_installed->find(model) : nullptr;
    return model.isRemote() || !known || known->parameters >= minParameters;
}

void TitleMaker::consider(Conversation& conversation, MessageId answer)
{
    if (!wantsTitle(conversation, answer))
        return;
    m_requests << Request{&conversation, answer};
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
    while (!m_requests.isEmpty()
        && !(m_requests.first().conversation
            && wantsTitle(*m_requests.first().conversation, m_requests.first().answer)))
        m_requests.removeFirst();
    if (m_requests.isEmpty() || m_isWaiting || m_stream)
        return;
    const Conversation& conversation = *m_requests.first().conversation;
    const MessageId answer = m_requests.first().answer;
    QList<Message> messages = conversation.tree().messagesUntil(answer);
    m_answer = messages.last().text;
    const bool thinks = !splitThinking(m_answer).thought.isEmpty();
    Message question;
    question.text = QStringLiteral(
        "Give this conversation a title of two to five words, in its language. Answer with the "
        "title only, on one line, without quotation marks.");
    messages << question;
    const ModelId model = conversation.messageById(answer).model;
    AnswerRequest request = buildAnswerRequest(conversation, messages, m_settings, model);
    request.settings = {};
    request.use.isAside = true;
    request.settings.maxTokens = thinks ? thinkingTokens : titleTokens;
    request.settings.thinks = false;
    m_text.clear();
    m_isGivenUp = false;
    m_stream = AnswerStream::open(this, [&](std::shared_ptr<runtime::AnswerSink> sink) {
        return m_models.registry().submit(model, std::move(request), std::move(sink));
    });
    connect(
        m_stream, &AnswerStream::textAdded, this, [this](const QString& text) { m_text += text; });
    connect(m_stream, &AnswerStream::finished, this, [this] { end(!m_isGivenUp); });
    connect(m_stream, &AnswerStream::failed, this, [this] { end(false); });
}

void TitleMaker::end(bool isWritten)
{
    m_stream = nullptr;
    if (!m_isGivenUp && !m_requests.isEmpty()) {
        const Request request = m_requests.takeFirst();
        if (isWritten && request.conversation
            && request.conversation->storedRecord().titleOrigin == TitleOrigin::FirstWords)
            request.conversation->setMadeTitle(titleFrom(m_text, m_answer));
    }
    begin();
}

} // namespace services
