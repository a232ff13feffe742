#include "services/captions/export_captions.h"

#include "services/csv.h"
#include "services/json_document.h"
#include "services/storage/whole_file.h"
#include "services/workbook.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <QSet>
#include <QVariantList>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace services {

namespace {

QString sidecarSuffix(SidecarKind kind)
{
    return kind == SidecarKind::Text ? QStringLiteral(".txt") : QStringLiteral(".xmp");
}

} // namespace

QString sidecarPath(const QString& picture, SidecarKind kind)
{
    const QFileInfo info(picture);
    return info.path() + u'/' + info.completeBaseName() + sidecarSuffix(kind);
}

namespace {

constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

constexpr qsizetype maxProperties = 200; // as columns of a table
constexpr qint64 maxSidecarBytes = 64 << 20;
constexpr char xmpBegin[]
    = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
      "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
      "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n";

// Metadata of other programs, such as ratings, is kept as a copy before it is replaced.
void keepForeignXmp(const QString& path)
{
    QFile file(path);
    const QString copy = path + QStringLiteral(".bak");
    if (QFileInfo::exists(copy) || !file.open(QIODevice::ReadOnly))
        return;
    const QByteArray content = file.read(maxSidecarBytes);
    if (!content.startsWith(xmpBegin))
        writeWhole(copy, content);
}

QString longSidecarPath(const QString& picture, SidecarKind kind)
{
    return picture + sidecarSuffix(kind);
}

QJsonObject objectIn(const QString& caption)
{
    return caption.startsWith(u'{') ? parseJsonDocument(caption.toUtf8()).object() : QJsonObject();
}

// Lists are joined by commas; what is an object or nested stays JSON.
QVariant tableCell(const QJsonValue& value)
{
    if (value.isDouble())
        return value.toVariant(); // a whole number or any other one
    if (value.isBool())
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    if (!value.isArray())
        return value.toString();
    QStringList texts;
    for (const QJsonValue& each : value.toArray())
        texts << tableCell(each).toString();
    return texts.join(QStringLiteral(", "));
}

// The facts of a caption that its image doesn't have.
QString notFound(const CaptionRow& row)
{
    QStringList texts;
    for (const PictureFact& fact : row.facts.value_or(QList<PictureFact>()))
        if (!fact.isSupported)
            texts << fact.text.simplified();
    return texts.join(QStringLiteral("; "));
}

// The first row holds the names. Properties of captions that are JSON objects are the last columns,
// in the order in which they appear first.
QList<QVariantList> toTable(const QList<CaptionRow>& rows)
{
    QStringList properties;
    QList<QJsonObject> objects;
    for (const CaptionRow& row : rows) {
        objects << objectIn(row.caption);
        for (const QString& name : objects.last().keys())
            if (!properties.contains(name) && properties.size() < maxProperties)
                properties << name;
    }
    QVariantList names{"file", "caption", "state", "error", "tokens", "seconds"};
    const bool areCompared
        = std::ranges::any_of(rows, [](const CaptionRow& row) { return row.facts.has_value(); });
    if (areCompared)
        names << "compared" << "not_found";
    for (const QString& property : properties)
        names << property;
    QList<QVariantList> table{names};
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const CaptionRow& row = rows[i];
        QVariantList cells{
            row.file, row.caption, formatState(row.state), row.error, row.tokens, row.seconds};
        if (areCompared)
            cells << (row.facts ? "true" : "false") << notFound(row);
        for (const QString& property : properties)
            cells << tableCell(objects[i].value(property));
        table << cells;
    }
    return table;
}

QByteArray asCsv(const QList<CaptionRow>& rows, ByteOrderMark mark)
{
    std::string csv = mark == ByteOrderMark::Written ? byteOrderMark : "";
    for (const QVariantList& row : toTable(rows)) {
        std::vector<std::string> cells;
        for (const QVariant& cell : row)
            cells.push_back(cell.typeId() == QMetaType::Double
                    ? QByteArray::number(cell.toDouble(), 'g', QLocale::FloatingPointShortest)
                          .toStdString()
                    : cell.toString().toStdString());
        csv += csvRow(cells);
    }
    return QByteArray::fromStdString(csv);
}

using Json = nlohmann::ordered_json;

Json exportedFact(const PictureFact& fact)
{
    const QRectF& place = fact.place;
    return {{"text", fact.text.toStdString()}, {"kind", toString(fact.kind)},
        {"supported", fact.isSupported},
        {"box",
            place.isNull() ? Json()
                           : Json{place.x(), place.y(), place.width(), place.height()}}};
}

QByteArray asJsonLines(const QList<CaptionRow>& rows)
{
    QByteArray lines;
    for (const CaptionRow& row : rows) {
        Json line{{"file", row.file.toStdString()}, {"caption", row.caption.toStdString()},
            {"state", formatState(row.state).toStdString()}, {"error", row.error.toStdString()},
            {"tokens", row.tokens}, {"seconds", row.seconds}};
        if (row.facts)
            line["facts"] = exportedFacts(*row.facts);
        lines += QByteArray::fromStdString(
            line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
    return lines;
}

} // namespace

Json exportedFacts(const QList<PictureFact>& facts)
{
    Json exported = Json::array();
    for (const PictureFact& fact : facts)
        exported.push_back(exportedFact(fact));
    return exported;
}

void exportCaptions(
    const QList<CaptionRow>& rows, CaptionFormat format, const QString& path, ByteOrderMark mark)
{
    switch (format) {
    case CaptionFormat::Csv:
        return writeWhole(path, asCsv(rows, mark));
    case CaptionFormat::JsonLines:
        return writeWhole(path, asJsonLines(rows));
    case CaptionFormat::Workbook:
        return writeWhole(path, makeWorkbook(toTable(rows)));
    }
}

QByteArray toXmp(const QString& caption)
{
    const QJsonObject object = objectIn(caption);
    const auto alternative = [](const QString& name, const QString& text) {
        return text.isEmpty()
            ? QString()
            : QStringLiteral("<dc:%1><rdf:Alt><rdf:li xml:lang=\"x-default\">%2</rdf:li></rdf:Alt>"
                             "</dc:%1>\n")
                  .arg(name, toXmlText(text));
    };
    QString keywords;
    const char* const list = object.contains(QLatin1String("keywords")) ? "keywords" : "tags";
    for (const QJsonValue& keyword : object.value(QLatin1String(list)).toArray())
        keywords += QStringLiteral("<rdf:li>%1</rdf:li>").arg(toXmlText(keyword.toString()));
    const QString title = object.value(QLatin1String("title")).toString();
    QString description = object.value(QLatin1String("description")).toString();
    if (title.isEmpty() && description.isEmpty() && keywords.isEmpty())
        description = caption;
    QString xmp = QLatin1String(xmpBegin);
    xmp += alternative(QStringLiteral("title"), title);
    xmp += alternative(QStringLiteral("description"), description);
    if (!keywords.isEmpty())
        xmp += QStringLiteral("<dc:subject><rdf:Bag>") + keywords
            + QStringLiteral("</rdf:Bag></dc:subject>\n");
    xmp += QStringLiteral("</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n");
    return xmp.toUtf8();
}

QStringList sidecarPaths(const QList<CaptionRow>& rows, SidecarKind kind)
{
    QStringList pictures;
    for (const CaptionRow& row : rows)
        pictures << row.file;
    QStringList paths = sidecarPaths(pictures, kind);
    for (qsizetype i = 0; i < rows.size(); ++i)
        if (rows[i].caption.isEmpty())
            paths[i].clear();
    return paths;
}

QStringList sidecarPaths(const QStringList& pictures, SidecarKind kind)
{
    QHash<QString, int> users; // that a path has, or would have
    for (const QString& picture : QSet<QString>(pictures.begin(), pictures.end())) {
        ++users[sidecarPath(picture, kind)];
        ++users[longSidecarPath(picture, kind)];
    }
    QStringList paths;
    for (const QString& picture : pictures) {
        const QString path = sidecarPath(picture, kind);
        paths << (users[path] == 1 ? path : longSidecarPath(picture, kind));
    }
    return paths;
}

QStringList existingFiles(const QStringList& paths)
{
    QStringList existing;
    for (const QString& path : paths)
        if (!path.isEmpty() && QFileInfo::exists(path))
            existing << path;
    return existing;
}

qsizetype exportSidecars(const QList<CaptionRow>& rows, ExistingSidecars existing, SidecarKind kind)
{
    const QStringList paths = sidecarPaths(rows, kind);
    qsizetype written = 0;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const bool isKept = existing == ExistingSidecars::Keep && QFileInfo::exists(paths[i]);
        if (paths[i].isEmpty() || isKept)
            continue;
        if (kind == SidecarKind::Xmp)
            keepForeignXmp(paths[i]);
        writeWhole(paths[i],
            kind == SidecarKind::Xmp ? toXmp(rows[i].caption) : rows[i].caption.toUtf8() + '\n');
        ++written;
    }
    return written;
}

} // namespace services
