#include "base/error.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/conversations/transfer/transfer.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace services {

namespace {

constexpr qsizetype mostLines = 2'000'000;
constexpr qsizetype mostMessages = 100'000;
constexpr qsizetype longestHeading = 200; // of a message in a file of another program, characters
constexpr qsizetype longestModel = 200; // its name

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::ConversationReader)
};

[[noreturn]] void fail(const QString& expected)
{
    throw base::Error(base::ErrorKind::BadFile, expected.toStdString());
}

// A heading of a file of another program: its level, 1 to 6, and its letters.
struct OtherHeading {
    int level = 0; // 0: it is none
    QString name;
};

OtherHeading otherHeading(QStringView line)
{
    if (!line.startsWith(u'#') || line.size() > longestHeading)
        return {};
    static const QRegularExpression form(QStringLiteral("^(#{1,6})\\s+(.{1,80})$"));
    const QRegularExpressionMatch match = form.match(line);
    if (!match.hasMatch())
        return {};
    QString name;
    for (const QChar letter : match.captured(2))
        if (letter.isLetter() || letter.isSpace())
            name += letter;
    return {int(match.capturedLength(1)), name.simplified()};
}

bool isAmong(const QString& name, const QStringList& names, const QString& own)
{
    return names.contains(name, Qt::CaseInsensitive) || name.compare(own, Qt::CaseInsensitive) == 0;
}

// Knows which lines begin messages.
class Headings {
public:
    explicit Headings(const FrontMatter& front)
        : m_isOurs(
            front.values.value(QStringLiteral("format")) == QLatin1String(conversationFormat))
        , m_model(front.values.value(QStringLiteral("model")).left(longestModel))
    {
        const MarkdownWords words{front.values.value(QStringLiteral("question")),
            front.values.value(QStringLiteral("answer")),
            front.values.value(QStringLiteral("sources"))};
        const bool isWhole = !words.question.isEmpty() && !words.answer.isEmpty()
            && !words.sources.isEmpty() && words.question != words.answer;
        if (m_isOurs && isWhole)
            m_words = words;
    }

    bool areOurs() const { return m_isOurs; }
    const MarkdownWords& words() const { return m_words; }

    std::optional<Message> messageAt(QStringView line)
    {
        std::optional<Message> message
            = m_isOurs ? messageOfHeading(line, m_words) : messageOfOther(line);
        if (message)
            message->model = parseModelId(toString(message->model).left(longestModel));
        return message;
    }

private:
    // All messages have headings of the level that the first one has; what they say may have
    // headings of any other.
    std::optional<Message> messageOfOther(QStringView line)
    {
        static const QStringList users{"You", "User", "Human", "Me", "Question", "Prompt"};
        static const QStringList assistants{
            "Answer", "Assistant", "AI", "Bot", "Model", "Response", "ChatGPT", "Claude", "Gemini"};
        const OtherHeading heading = otherHeading(line);
        if (heading.level == 0)
            return {};
        const bool isUser = isAmong(heading.name, users, m_words.question);
        const bool isAssistant = isAmong(heading.name, assistants, m_words.answer);
        if (!isUser && !isAssistant)
            return {};
        if (m_level == 0)
            m_level = heading.level;
        if (heading.level != m_level)
            return {};
        Message message;
        message.author = isUser ? Author::User : Author::Assistant;
        if (isAssistant) // no name would mean the built-in model
            message.model = parseModelId(m_model.isEmpty() ? heading.name : m_model);
        return message;
    }

    bool m_isOurs;
    QString m_model;
    MarkdownWords m_words = MarkdownWords::ofProgram();
    int m_level = 0; // of the headings of messages; 0: not known yet
};

QString joinLines(const QList<QStringView>& lines)
{
    QString text;
    for (const QStringView line : lines) {
        text += line;
        text += u'\n';
    }
    return text.trimmed();
}

// The title below front matter and above the messages.
QString titleIn(const QList<QStringView>& lines)
{
    for (const QStringView line : lines)
        if (line.startsWith(u"# "))
            return line.mid(2).toString();
    return {};
}

ConversationRecord makeRecord(const FrontMatter& front, const QString& title, qint64 time)
{
    const auto parseTime = [&front, time](const char* key) {
        const QString text = front.values.value(QLatin1String(key));
        return text.isEmpty() ? time : timeFromText(text);
    };
    ConversationRecord record;
    record.title = front.values.value(QStringLiteral("title"), title).simplified().left(1000);
    record.titleOrigin = TitleOrigin::User;
    record.folder = front.values.value(QStringLiteral("folder")).simplified().left(200);
    record.created = parseTime("created");
    record.changed = parseTime("changed");
    return record;
}

// Makes a message of each heading and of what is below it.
class Reader {
public:
    Reader(const QList<QStringView>& lines, const LinkedPicture& linked)
        : m_lines(lines)
        , m_front(readFrontMatter(lines))
        , m_headings(m_front)
        , m_linked(linked)
    {
    }

    ExportedConversation read(const QString& name, qint64 time)
    {
        qsizetype begin = m_front.lines;
        for (qsizetype line = begin; line < m_lines.size(); ++line) {
            std::optional<Message> next = m_headings.messageAt(m_lines[line]);
            if (!next)
                continue;
            end(begin, line);
            m_open = std::move(next);
            begin = line + 1;
        }
        end(begin, m_lines.size());
        if (m_messages.isEmpty())
            fail(Text::tr("headings such as “## You” and “## Answer” are missing"));
        ConversationRecord record
            = makeRecord(m_front, m_title.trimmed().isEmpty() ? name : m_title, time);
        record.leaf = m_messages.size() - 1;
        for (Message& message : m_messages)
            message.created = record.created;
        return {record, m_messages};
    }

private:
    // The text before the first message is the title.
    void end(qsizetype from, qsizetype to)
    {
        const QList<QStringView> own = m_lines.mid(from, to - from);
        if (!m_open) {
            m_title = titleIn(own);
            return;
        }
        if (m_headings.areOurs())
            readMarkdownBody(
                *m_open, own, m_headings.words(), [this](const QString& link) { return at(link); });
        else
            m_open->text = joinLines(own);
        if (!m_headings.areOurs() && m_open->text.isEmpty())
            return;
        if (m_messages.size() == mostMessages)
            fail(Text::tr("the file contains too many messages"));
        m_open->id = m_messages.size();
        m_open->parent = m_open->id - 1;
        m_messages << *m_open;
    }

    QByteArray at(const QString& link)
    {
        const QByteArray picture = m_linked(link);
        return !picture.isEmpty() && m_decoder.isPicture(picture) ? picture : QByteArray();
    }

    const QList<QStringView>& m_lines;
    FrontMatter m_front;
    Headings m_headings;
    const LinkedPicture& m_linked;
    PictureDecoder m_decoder;
    QString m_title;
    std::optional<Message> m_open; // whose lines are being read
    QList<Message> m_messages;
};

} // namespace

ExportedConversation conversationFromMarkdown(
    const QByteArray& file, const QString& name, qint64 time, const LinkedPicture& linked)
{
    if (file.count('\n') > mostLines)
        fail(Text::tr("the file is too large"));
    QString text = QString::fromUtf8(file);
    text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
    const QList<QStringView> lines = QStringView(text).split(u'\n');
    return Reader(lines, linked).read(name, time);
}

} // namespace services
