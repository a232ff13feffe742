#include "services/conversations/transfer/conversation_markdown.h"

#include "services/conversations/build_answer_request.h"
#include "services/conversations/transfer/transfer.h"
#include "services/json_document.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype mostLines = 200;
constexpr QLatin1String rule("---");

QString quoted(const QString& text)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact))
        .mid(1)
        .chopped(1);
}

QString unquoted(QStringView value)
{
    if (value.size() >= 2 && value.startsWith(u'\'') && value.endsWith(u'\''))
        return value.mid(1, value.size() - 2)
            .toString()
            .replace(QLatin1String("''"), QLatin1String("'"));
    if (!value.startsWith(u'"'))
        return value.toString();
    const QByteArray array = '[' + value.toUtf8() + ']';
    return parseJsonDocument(array).array().at(0).toString();
}

} // namespace

FrontMatter readFrontMatter(const QList<QStringView>& lines)
{
    if (lines.isEmpty() || lines.first().trimmed() != rule)
        return {};
    FrontMatter front;
    const qsizetype end = std::min(lines.size(), mostLines);
    for (qsizetype line = 1; line < end; ++line) {
        if (lines[line].trimmed() == rule) {
            front.lines = line + 1;
            return front;
        }
        const qsizetype colon = lines[line].indexOf(u':');
        if (colon > 0)
            front.values[lines[line].left(colon).trimmed().toString()]
                = unquoted(lines[line].mid(colon + 1).trimmed());
    }
    return {}; // it has no end, so it was a line across the page
}

QString formatFrontMatter(const QList<std::pair<QString, QString>>& values)
{
    QString text = rule + u'\n';
    for (const auto& [key, value] : values)
        text += key + QStringLiteral(": ") + quoted(value) + u'\n';
    return text + rule + QLatin1String("\n\n");
}

namespace {

constexpr QLatin1String separator("<!-- -->"); // between the text and its surroundings
constexpr QLatin1String errorMark("> ");
constexpr QLatin1String headingMark("## ");
constexpr qsizetype fewSources = 20; // that are all listed below an answer

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportConversation)
};

// The name of the model's file, as users know it; imported answers have such a name already.
QString nameOfModel(const ModelId& model)
{
    const QString name = toString(model).section(u'/', -1).simplified();
    return name.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive) ? name.chopped(5) : name;
}

// A folder may be called like "a <b>".
QString linkTo(const QString& folder, const QString& file)
{
    QString path = folder + u'/' + file;
    path.replace(u'%', QLatin1String("%25"));
    path.replace(u'<', QLatin1String("%3C"));
    path.replace(u'>', QLatin1String("%3E"));
    return path;
}

QString picturesIn(const Message& message, const QString& folder)
{
    QString lines;
    for (qsizetype place = 0; place < message.pictures.size(); ++place) {
        QString name = message.pictures[place].name.simplified();
        name = name.isEmpty() ? Text::tr("Picture") : name.remove(u'[').remove(u']');
        lines += folder.isEmpty()
            ? QStringLiteral("*%1*\n\n").arg(name)
            : QStringLiteral("![%1](<%2>)\n\n")
                  .arg(name, linkTo(folder, markdownPictureName(message, place)));
    }
    return lines;
}

// A document is written as its name only: its text is in its file.
QString attachmentText(const TextAttachment& attachment)
{
    return attachment.document ? QStringLiteral("*%1*\n\n").arg(attachment.name.simplified())
                               : fencedText(attachment);
}

QString formatSources(const Message& message, const QString& word)
{
    if (message.sources.isEmpty())
        return {};
    QString lines = QStringLiteral("\n%1\n\n").arg(word);
    for (qsizetype index = 0; index < listedSources(message); ++index)
        lines += QStringLiteral("%1. %2\n").arg(index + 1).arg(sourceLine(message.sources[index]));
    return lines;
}

// A call in one line.
QString formatToolUse(const ToolUse& use)
{
    return QStringLiteral("%1: %2").arg(toolName(use), readableArguments(use)).simplified();
}

bool isFence(QStringView line)
{
    return line.size() >= 3
        && std::ranges::all_of(line, [](QChar letter) { return letter == u'`'; });
}

// Kept apart from what would be taken for something else before and behind it.
QString guarded(const QString& text, const MarkdownWords& words)
{
    const QList<QStringView> lines = QStringView(text).split(u'\n');
    const bool guardsBegin = lines.first().startsWith(u"![") || lines.first() == separator
        || (lines.size() > 1 && isFence(lines[1]));
    const bool guardsEnd = lines.last().startsWith(errorMark) || lines.last() == separator
        || lines.contains(QStringView(words.sources));
    return (guardsBegin ? separator + u'\n' : QString()) + text
        + (guardsEnd ? u'\n' + separator : QString());
}

QStringView withoutBackslashes(QStringView line)
{
    const auto first = std::ranges::find_if(line, [](QChar letter) { return letter != u'\\'; });
    return line.mid(first - line.begin());
}

// Lines that would be headings have one backslash more in the file.
QString escaped(const QString& body, const MarkdownWords& words)
{
    QStringList lines = body.split(u'\n');
    for (QString& line : lines)
        if (messageOfHeading(withoutBackslashes(line), words))
            line.prepend(u'\\');
    return lines.join(u'\n');
}

QStringView unescaped(QStringView line, const MarkdownWords& words)
{
    const bool isEscaped
        = line.startsWith(u'\\') && messageOfHeading(withoutBackslashes(line), words);
    return isEscaped ? line.mid(1) : line;
}

// Takes the parts of a message off the beginning and the end of its lines.
class BodyReader {
public:
    BodyReader(Message& message, QList<QStringView> lines, const MarkdownWords& words)
        : m_message(message)
        , m_lines(std::move(lines))
        , m_words(words)
        , m_end(m_lines.size())
    {
        for (QStringView& line : m_lines)
            line = unescaped(line, words);
    }

    void read(const LinkedPicture& linked)
    {
        skipBlanks();
        takeError();
        if (m_message.author == Author::Assistant)
            takeSources();
        if (m_end > m_begin && m_lines[m_end - 1] == separator)
            --m_end;
        while (takePicture(linked))
            skipBlanks();
        while (takeAttachment())
            skipBlanks();
        if (m_begin < m_end && m_lines[m_begin] == separator)
            ++m_begin;
        m_message.text = joined(m_begin, m_end).trimmed();
    }

private:
    QString joined(qsizetype begin, qsizetype end) const
    {
        QString text;
        for (qsizetype line = begin; line < end; ++line) {
            text += m_lines[line];
            text += u'\n';
        }
        text.chop(1);
        return text;
    }

    bool isBlank(qsizetype line) const
    {
        return line < m_begin || m_lines[line].trimmed().isEmpty();
    }

    void skipBlanks()
    {
        while (m_begin < m_end && isBlank(m_begin))
            ++m_begin;
        while (m_end > m_begin && isBlank(m_end - 1))
            --m_end;
    }

    void takeError()
    {
        if (m_begin == m_end || !m_lines[m_end - 1].startsWith(errorMark) || !isBlank(m_end - 2))
            return;
        m_message.error = m_lines[m_end - 1].mid(errorMark.size()).toString();
        m_message.state = Message::State::Failed;
        --m_end;
        skipBlanks();
    }

    void takeSources()
    {
        static const QRegularExpression number(QStringLiteral("^\\d{1,6}\\. "));
        QList<Source> sources;
        qsizetype first = m_end;
        while (first > m_begin && number.match(m_lines[first - 1]).hasMatch()) {
            --first;
            Source source;
            source.title = m_lines[first].mid(m_lines[first].indexOf(u' ') + 1).toString();
            sources.prepend(source);
        }
        const bool areSources = !sources.isEmpty() && first - 2 >= m_begin && isBlank(first - 1)
            && m_lines[first - 2] == m_words.sources && isBlank(first - 3);
        if (!areSources)
            return;
        m_message.sources = sources;
        m_end = first - 2;
        skipBlanks();
    }

    bool takePicture(const LinkedPicture& linked)
    {
        static const QRegularExpression form(
            QStringLiteral("^!\\[([^\\[\\]]*)\\]\\(<([^<>]+)>\\)$"));
        if (m_begin == m_end)
            return false;
        const QRegularExpressionMatch link = form.match(m_lines[m_begin]);
        if (!link.hasMatch())
            return false;
        const QByteArray file
            = linked(QString::fromUtf8(QByteArray::fromPercentEncoding(link.captured(2).toUtf8())));
        if (file.isEmpty())
            return false;
        m_message.pictures << Picture{link.captured(1), {}, {}, file};
        ++m_begin;
        return true;
    }

    // A name, and below it a text between two fences that are alike.
    bool takeAttachment()
    {
        const bool begins = m_end - m_begin >= 3 && m_lines[m_begin] != separator
            && isFence(m_lines[m_begin + 1]);
        if (!begins)
            return false;
        const auto first = m_lines.cbegin() + m_begin + 2, last = m_lines.cbegin() + m_end;
        const auto fence = std::find(first, last, m_lines[m_begin + 1]);
        if (fence == last)
            return false;
        const qsizetype end = fence - m_lines.cbegin();
        m_message.attachments << TextAttachment{
            m_lines[m_begin].toString(), joined(m_begin + 2, end)};
        m_begin = end + 1;
        return true;
    }

    Message& m_message;
    QList<QStringView> m_lines;
    const MarkdownWords& m_words;
    qsizetype m_begin = 0, m_end; // of what is not taken yet
};

} // namespace

MarkdownWords MarkdownWords::ofProgram()
{
    return {Text::tr("You"), Text::tr("Answer"), Text::tr("Sources:")};
}

QString markdownHeading(const Message& message, const MarkdownWords& words)
{
    if (message.author == Author::User)
        return headingMark + words.question;
    const QString model = nameOfModel(message.model);
    return headingMark + words.answer
        + (model.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(model));
}

qsizetype listedSources(const Message& message)
{
    if (message.sources.size() <= fewSources)
        return message.sources.size();
    qsizetype last = 1;
    for (const int number : citedNumbers(message.text))
        last = std::max<qsizetype>(last, number);
    return std::min(last, message.sources.size());
}

std::optional<Message> messageOfHeading(QStringView line, const MarkdownWords& words)
{
    if (!line.startsWith(headingMark))
        return {};
    const QStringView name = line.mid(headingMark.size());
    Message message;
    if (name == words.question)
        return message;
    message.author = Author::Assistant;
    if (name == words.answer)
        return message;
    const QStringView model = name.mid(words.answer.size());
    if (!name.startsWith(words.answer) || !model.startsWith(u" (") || !model.endsWith(u')'))
        return {};
    message.model = parseModelId(model.mid(2, model.size() - 3).toString());
    return message;
}

QString markdownBody(
    const Message& message, const QString& pictureFolder, const MarkdownWords& words)
{
    QString body = picturesIn(message, pictureFolder);
    for (const TextAttachment& attachment : message.attachments)
        body += attachmentText(attachment);
    for (const ToolUse& use : message.toolUses)
        body += fencedText({formatToolUse(use), use.result});
    if (const QString text = message.text.trimmed(); !text.isEmpty())
        body += guarded(text, words) + u'\n';
    body += formatSources(message, words.sources);
    if (!message.error.isEmpty())
        body += u'\n' + errorMark + message.error.simplified() + u'\n';
    return escaped(body, words);
}

void readMarkdownBody(Message& message, QList<QStringView> lines, const MarkdownWords& words,
    const LinkedPicture& linked)
{
    BodyReader(message, std::move(lines), words).read(linked);
}

QString markdownPictureName(const Message& message, qsizetype place)
{
    const Picture& picture = message.pictures[place];
    QString base = QFileInfo(picture.name).completeBaseName();
    for (QChar& letter : base)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u'-';
    const QString ending
        = picture.file.isEmpty() ? QStringLiteral("png") : pictureEnding(picture.file);
    return QStringLiteral("%1-%2-%3.%4")
        .arg(message.id)
        .arg(place + 1)
        .arg(base.isEmpty() ? QStringLiteral("picture") : base.left(60), ending);
}

QByteArray toMarkdown(const ExportedConversation& conversation, const QString& pictureFolder)
{
    const MarkdownWords words = MarkdownWords::ofProgram();
    QString text = QStringLiteral("# %1\n").arg(conversation.record.title.simplified());
    for (const Message& message : shownBranch(conversation))
        text += u'\n' + markdownHeading(message, words) + QStringLiteral("\n\n")
            + markdownBody(message, pictureFolder, words);
    return text.toUtf8();
}

QByteArray toMarkdownFile(const ExportedConversation& conversation, const QString& pictureFolder)
{
    const ConversationRecord& record = conversation.record;
    const MarkdownWords words = MarkdownWords::ofProgram();
    QList<std::pair<QString, QString>> values{{"format", conversationFormat},
        {"title", record.title.simplified()}, {"created", textOfTime(record.created)},
        {"changed", textOfTime(record.changed)}, {"question", words.question},
        {"answer", words.answer}, {"sources", words.sources}};
    if (!record.folder.isEmpty())
        values << std::pair("folder", record.folder);
    return formatFrontMatter(values).toUtf8() + toMarkdown(conversation, pictureFolder);
}

} // namespace services
