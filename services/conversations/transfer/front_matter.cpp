#include "services/conversations/transfer/front_matter.h"

#include "services/json_document.h"

#include <QJsonArray>
#include <QJsonDocument>

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

QString frontMatterOf(const QList<std::pair<QString, QString>>& values)
{
    QString text = rule + u'\n';
    for (const auto& [key, value] : values)
        text += key + QStringLiteral(": ") + quoted(value) + u'\n';
    return text + rule + QLatin1String("\n\n");
}

} // namespace services
