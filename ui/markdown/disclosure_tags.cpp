#include "ui/markdown/disclosure_tags.h"

#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype maxTag = 200; // characters, as below
constexpr qsizetype maxTitle = 500;

// True if a tag of this name begins there: "<details>", "<details open>".
bool isTag(QStringView html, QLatin1String name)
{
    return html.startsWith(name, Qt::CaseInsensitive) && html.size() > name.size()
        && (html[name.size()] == u'>' || html[name.size()].isSpace());
}

// The text of a summary without tags and marks, in one line.
QString titleOf(const QString& summary)
{
    static const QRegularExpression tag(QStringLiteral("<[^<>]*>"));
    const MarkdownReading reading = readMarkdown(QString(summary).remove(tag).simplified());
    return reading.blocks.empty()
        ? QString()
        : readableText(reading.blocks.front()).left(maxTitle).simplified();
}

} // namespace

std::vector<DisclosureTag> disclosureTags(const QString& html)
{
    constexpr QLatin1String details("<details"), detailsEnd("</details"), summary("<summary"),
        summaryEnd("</summary>");
    std::vector<DisclosureTag> tags;
    bool endsSummary = true; // as far as is known
    for (qsizetype at = html.indexOf(u'<'); at >= 0; at = html.indexOf(u'<', at)) {
        const QStringView rest = QStringView(html).mid(at);
        const bool isBegin = isTag(rest, details);
        const bool isSummary = !isBegin && isTag(rest, summary);
        const qsizetype length = isBegin || isSummary || isTag(rest, detailsEnd)
            ? rest.first(std::min(rest.size(), maxTag)).indexOf(u'>') + 1
            : 0;
        if (length == 0) {
            ++at;
            continue;
        }
        DisclosureTag tag{isBegin ? DisclosureTag::Kind::Begin
                : isSummary       ? DisclosureTag::Kind::Summary
                                  : DisclosureTag::Kind::End,
            at, at + length};
        if (isBegin)
            tag.isOpen = rest.first(length).contains(QLatin1String(" open"), Qt::CaseInsensitive);
        if (isSummary) {
            const qsizetype end
                = endsSummary ? html.indexOf(summaryEnd, tag.end, Qt::CaseInsensitive) : -1;
            endsSummary = end >= 0;
            if (!endsSummary) {
                ++at;
                continue;
            }
            tag.text = titleOf(html.mid(tag.end, end - tag.end));
            tag.end = end + summaryEnd.size();
        }
        at = tag.end;
        tags.push_back(std::move(tag));
    }
    return tags;
}

} // namespace ui
