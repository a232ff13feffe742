#include "services/captions/caption_text.h"

#include <QFileInfo>

#include <utility>

namespace services {

namespace {

// Whether a spreadsheet would compute the text, or would if it had fewer apostrophes before it.
bool looksLikeFormula(const QString& text)
{
    qsizetype at = 0;
    while (at < text.size() && text[at] == u'\'')
        ++at;
    return at < text.size() && QStringLiteral("=+-@\t\r").contains(text[at]);
}

// A field as it was before csvField.
QString plainText(const QByteArray& field)
{
    const QString text = QString::fromUtf8(field);
    return text.startsWith(u'\'') && looksLikeFormula(text) ? text.mid(1) : text;
}

} // namespace

QByteArray csvField(const QString& text)
{
    QString field = text;
    field.replace(u'"', QStringLiteral("\"\""));
    if (looksLikeFormula(text))
        field.prepend(u'\'');
    return '"' + field.toUtf8() + '"';
}

QByteArray csvRow(const QList<QByteArray>& fields)
{
    return fields.join(',') + "\r\n";
}

CsvRows readCsv(const QByteArray& bytes)
{
    CsvRows result;
    QStringList row;
    QByteArray field;
    bool quoted = false;
    const qsizetype begin = bytes.startsWith("\xEF\xBB\xBF") ? 3 : 0; // a byte order mark
    for (qsizetype i = begin; i < bytes.size(); ++i) {
        const char byte = bytes[i];
        if (byte == '"') {
            const bool isDoubled = quoted && i + 1 < bytes.size() && bytes[i + 1] == '"';
            if (isDoubled)
                field += bytes[++i];
            else
                quoted = !quoted;
        } else if (quoted || (byte != ',' && byte != '\n' && byte != '\r')) {
            field += byte;
        } else if (byte != '\r') {
            row << plainText(std::exchange(field, {}));
            if (byte == '\n') {
                result.rows << std::exchange(row, {});
                result.end = i + 1;
            }
        }
    }
    return result;
}

QString sidecarOf(const QString& picture)
{
    const QFileInfo info(picture);
    return info.path() + u'/' + info.completeBaseName() + QStringLiteral(".txt");
}

} // namespace services
