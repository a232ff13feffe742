#include "ui/chat/chat_selection.h"

#include "services/conversations/build_answer_request.h"
#include "ui/chat/model_names.h"
#include "ui/markdown/html_writer.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QMimeData>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

using services::Author;
using services::Message;

QString shownText(const Message& message)
{
    return message.author == Author::User ? message.text : services::answerParts(message).answer;
}

QString messageMarkdown(const Message& message)
{
    return message.author == Author::User ? message.text : shownText(message).trimmed();
}

QString messagePlainText(const Message& message)
{
    if (message.author == Author::User)
        return message.text;
    return readableBlocks(messageMarkdown(message)).join(QStringLiteral("\n\n"));
}

QString lastCodeBlock(const Message& message)
{
    if (message.author == Author::User)
        return {};
    const QStringList codes = codeBlocks(messageMarkdown(message));
    return codes.isEmpty() ? QString() : codes.last();
}

// The details are for developers, so they are English.
QString errorDetails(const Message& message)
{
    const services::AnswerStatistics& statistics = message.statistics;
    return QStringList{
        message.error,
        QStringLiteral("Program: %1 %2")
            .arg(QCoreApplication::applicationName(), QCoreApplication::applicationVersion()),
        QStringLiteral("Model: %1").arg(modelName(message.model)),
        QStringLiteral("Prompt: %1 tokens, %2 cached")
            .arg(statistics.promptTokens)
            .arg(statistics.cachedTokens),
        QStringLiteral("Answer: %1 tokens").arg(statistics.tokens),
        QStringLiteral("Time: %1").arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODate)),
    }
        .join(u'\n');
}

using services::MessageId;
using services::noMessage;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::ChatSelection)
};

// A question is shown as it was typed.
TextPart partIn(const Message& message, const TextRange& range)
{
    const QString text = shownText(message);
    MarkdownReading reading
        = message.author == Author::User ? readPlainText(text) : readMarkdown(text);
    return {std::move(reading.blocks), range};
}

QString selectedText(const Message& message, const TextPart& part)
{
    if (part.isWhole())
        return messageMarkdown(message);
    return message.author == Author::User ? plainText(part) : markdownText(part);
}

// What is copied of one message.
struct Copy {
    QString author, markdown, html;
};

Copy makeCopy(const Message& message, const TextRange& range, const ModelNames& names)
{
    const TextPart part = partIn(message, range);
    const QString author = message.author == Author::User ? Text::tr("You") : names(message.model);
    return {author, selectedText(message, part), htmlText(part)};
}

void nameAuthor(Copy& copy)
{
    copy.markdown.prepend(QStringLiteral("**%1**\n\n").arg(copy.author));
    copy.html.prepend(
        QStringLiteral("<p><strong>%1</strong></p>").arg(copy.author.toHtmlEscaped()));
}

} // namespace

void ChatSelection::setConversation(const services::Conversation* conversation)
{
    m_conversation = conversation;
    clear();
}

void ChatSelection::begin(const Position& position)
{
    m_anchor = m_cursor = position;
    m_isWhole = false;
}

void ChatSelection::extendTo(const Position& position)
{
    m_cursor = position;
    m_isWhole = false;
}

void ChatSelection::selectAll()
{
    clear();
    if (!m_conversation || m_conversation->rowCount() == 0)
        return;
    m_anchor = {m_conversation->message(0).id, {}};
    m_cursor = {m_conversation->message(m_conversation->rowCount() - 1).id, endOfText};
    m_isWhole = true;
}

void ChatSelection::clear()
{
    m_anchor = m_cursor = {};
    m_isWhole = false;
}

bool ChatSelection::hasBegun() const
{
    return m_conversation && m_anchor.message != noMessage
        && m_conversation->rowOf(m_anchor.message) >= 0;
}

bool ChatSelection::isEmpty() const
{
    return !ends();
}

std::optional<ChatSelection::Ends> ChatSelection::ends() const
{
    if (!hasBegun() || (m_anchor.message == m_cursor.message && !m_isWhole))
        return {};
    const int anchor = m_conversation->rowOf(m_anchor.message);
    const int cursor = m_conversation->rowOf(m_cursor.message);
    if (cursor < 0)
        return {};
    return anchor <= cursor ? Ends{anchor, cursor, m_anchor.text, m_cursor.text}
                            : Ends{cursor, anchor, m_cursor.text, m_anchor.text};
}

TextRange ChatSelection::partOfRow(const Ends& ends, int row)
{
    return {row == ends.firstRow ? ends.begin : TextPosition(),
        row == ends.lastRow ? ends.end : endOfText};
}

std::optional<TextRange> ChatSelection::selectedRange(MessageId message) const
{
    const std::optional<Ends> ends = this->ends();
    const int row = ends ? m_conversation->rowOf(message) : -1;
    if (row < 0 || row < ends->firstRow || row > ends->lastRow)
        return {};
    return partOfRow(*ends, row);
}

std::unique_ptr<QMimeData> ChatSelection::contents(const ModelNames& names) const
{
    QList<Copy> copies;
    if (const std::optional<Ends> ends = this->ends())
        for (int row = ends->firstRow; row <= ends->lastRow; ++row)
            copies << makeCopy(m_conversation->message(row), partOfRow(*ends, row), names);
    copies.removeIf([](const Copy& copy) { return copy.markdown.isEmpty(); });
    if (copies.size() > 1)
        std::ranges::for_each(copies, nameAuthor);
    QStringList markdown, html;
    for (const Copy& copy : std::as_const(copies)) {
        markdown << copy.markdown;
        html << copy.html;
    }
    auto data = std::make_unique<QMimeData>();
    const QString text = markdown.join(QStringLiteral("\n\n"));
    data->setText(text);
    data->setData(QStringLiteral("text/markdown"), text.toUtf8());
    data->setHtml(htmlEncoding + html.join(u'\n'));
    return data;
}

} // namespace ui
