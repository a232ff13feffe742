#include "ui/output/message_html.h"

#include "base/error.h"
#include "services/conversations/pictured_message.h"
#include "services/conversations/thinking.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "services/documents/answers/picture_checks.h"
#include "services/pictures/diagram.h"
#include "services/text.h"
#include "ui/markdown/citation_marks.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/pictures/picture_facts.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ui {

using services::Author;
using services::Message;

void OutputWork::requireGoing() const
{
    if (stop.stop_requested())
        throw base::Error(base::ErrorKind::Cancelled, "The work was stopped.");
}

void OutputWork::report(int messages) const
{
    requireGoing();
    if (progress)
        progress(messages);
}

QString codeClass(CodeStyle style)
{
    static constexpr std::array names = {"", "keyword", "type", "string", "number", "comment",
        "name", "added", "removed", "heading"};
    return QString::fromLatin1(names[size_t(style)]);
}

QString OutputForm::code(const QString& code, const Language* language, CodeState& state) const
{
    if (!language)
        return code.toHtmlEscaped();
    QString html;
    std::vector<CodeToken> tokens;
    bool isFirst = true;
    for (const QStringView line : QStringView(code).tokenize(u'\n')) {
        if (!std::exchange(isFirst, false))
            html += u'\n';
        tokens.clear();
        state = highlightLine(line, *language, state, tokens);
        qsizetype place = 0;
        for (const CodeToken& token : tokens) {
            html += line.mid(place, token.begin - place).toString().toHtmlEscaped();
            html += QStringLiteral("<span class=\"%1\">").arg(codeClass(token.style));
            html += line.mid(token.begin, token.length).toString().toHtmlEscaped();
            html += QStringLiteral("</span>");
            place = token.begin + token.length;
        }
        html += line.mid(place).toString().toHtmlEscaped();
    }
    return html;
}

QString OutputForm::fact(int index, const QString& html) const
{
    const FactMark& mark = m_facts[index];
    return QStringLiteral("<span class=\"%1\" title=\"%2\">%3</span>")
        .arg(mark.isSupported ? QLatin1String("fact") : QLatin1String("no-fact"),
            mark.description.toHtmlEscaped(), html);
}

QString OutputForm::diagram(const QString& language, const QString& text) const
{
    if (!services::canDrawDiagram(language))
        return {};
    const QString key = language.toLower() + u'\n' + text;
    if (!m_work.diagrams->contains(key)) {
        QImage drawn;
        try {
            drawn = services::drawDiagram(language, text, m_work.stop);
        } catch (const base::Error& error) {
            if (error.kind() == base::ErrorKind::Cancelled)
                throw;
        }
        m_work.diagrams->insert(key, drawn);
    }
    return image(m_work.diagrams->value(key), text); // empty: its code is shown
}

QList<services::Picture> picturesAbove(const OutputContents& contents, int message)
{
    if (!contents.marksFacts || contents.messages[message].author == Author::User)
        return {};
    const services::Message* question = services::findPictured(message,
        [&contents](int above) -> const services::Message& { return contents.messages[above]; });
    return question ? question->pictures : contents.pictures;
}

QImage outputImage(const services::Picture& picture)
{
    if (!picture.image.isNull() || picture.file.isEmpty())
        return picture.image;
    try {
        return services::decodePicture(picture.file, picture.name).image;
    } catch (const base::Error&) {
        return {};
    }
}

namespace {

QString paragraph(const char* name, const QString& html)
{
    return QStringLiteral("<p class=\"%1\">%2</p>\n").arg(QLatin1String(name), html);
}

QString attachmentsHtml(const Message& message, OutputForm& form)
{
    QString html;
    for (const services::Picture& picture : message.pictures)
        html += form.picture(picture);
    for (const services::TextAttachment& attachment : message.attachments) {
        const QString name = attachment.name.simplified();
        html += attachment.document ? paragraph("file", escapedHtml(name))
                                    : form.folded(name, attachment.text);
    }
    return html;
}

// The facts of an answer whose images were read in its language; without images that show text there
// are none.
QList<FactMark> factsIn(const Message& message, const std::vector<MarkdownBlock>& blocks,
    const QList<services::Picture>& pictures)
{
    QList<services::PictureText> texts;
    for (const services::Picture& picture : pictures)
        texts << picture.text.value_or(services::PictureText());
    const bool showText = std::ranges::any_of(
        texts, [](const services::PictureText& text) { return !text.isEmpty(); });
    if (!showText || !message.sources.isEmpty() || !message.toolUses.isEmpty())
        return {};
    const QString answer = factText(blocks);
    const services::TextLanguages standard = services::standardTextLanguages();
    const services::TextLanguages own = services::textLanguagesFor(answer.toStdString(), standard);
    const bool wereReadSo = std::ranges::all_of(
        own.names, [&standard](const QString& name) { return standard.names.contains(name); });
    if (!own.missing.isEmpty() || !wereReadSo)
        return {};
    const QList<services::PictureFact> facts = services::comparePictures(answer, texts);
    return std::ranges::any_of(facts, &services::PictureFact::isSupported)
        ? factMarks(facts, pictures.size())
        : QList<FactMark>();
}

// Paper has no tool tips.
QString doubtsHtml(const QList<FactMark>& facts)
{
    QStringList doubts;
    for (const FactMark& fact : facts)
        if (!fact.isSupported && !doubts.contains(fact.description))
            doubts << fact.description;
    return doubts.isEmpty() ? QString() : paragraph("note", escapedHtml(doubts.join(u'\n')));
}

// A question is shown as it was typed.
QString textHtml(const Message& message, OutputForm& form, const QList<services::Picture>& pictures)
{
    if (message.author == Author::User)
        return message.text.isEmpty() ? QString()
                                      : paragraph("question", escapedHtml(message.text));
    CitationMarks marks;
    for (const services::Source& source : message.sources)
        marks.sources << sourceName(source);
    std::vector<MarkdownBlock> blocks
        = readMarkdown(services::splitThinking(message.text).answer).blocks;
    linkCitations(blocks, marks);
    const QList<FactMark> facts = factsIn(message, blocks, pictures);
    linkFacts(blocks, facts);
    form.setFacts(facts);
    return htmlText({std::move(blocks), {{}, endOfText}}, form) + u'\n' + doubtsHtml(facts);
}

QString sourcesHtml(const Message& message, const OutputForm& form)
{
    const qsizetype count = services::listedSources(message);
    if (count == 0)
        return {};
    QString html
        = paragraph("sources", services::MarkdownWords::ofProgram().sources.toHtmlEscaped());
    html += QStringLiteral("<ol class=\"sources\">\n");
    for (qsizetype index = 0; index < count; ++index) {
        const services::Source& source = message.sources[index];
        html += QStringLiteral("<li%1>").arg(form.sourceAttribute(int(index + 1)))
            + escapedHtml(services::visibleText(sourceName(source)));
        if (!source.heading.isEmpty())
            html += QStringLiteral(" – ") + escapedHtml(services::visibleText(source.heading));
        if (!source.passage.isEmpty())
            html += QStringLiteral("<p class=\"passage\">%1</p>")
                        .arg(escapedHtml(source.passage.trimmed()));
        html += QStringLiteral("</li>\n");
    }
    return html + QStringLiteral("</ol>\n");
}

} // namespace

QString messageHtml(
    const Message& message, OutputForm& form, const QList<services::Picture>& pictures)
{
    const services::MarkdownWords words = services::MarkdownWords::ofProgram();
    const QString heading = services::markdownHeading(message, words).mid(3); // without its mark
    QString html = QStringLiteral("<h2 class=\"author\">%1</h2>\n")
                       .arg(escapedHtml(services::visibleText(heading)));
    html += attachmentsHtml(message, form);
    for (const services::ToolUse& use : message.toolUses)
        html += form.folded(
            QStringLiteral("%1: %2").arg(toolName(use), readableArguments(use)).simplified(),
            use.result);
    html += textHtml(message, form, pictures);
    if (!message.note.isEmpty())
        html += paragraph("note", escapedHtml(message.note));
    if (!message.error.isEmpty())
        html += paragraph("error", escapedHtml(message.error));
    return html + sourcesHtml(message, form);
}

} // namespace ui
