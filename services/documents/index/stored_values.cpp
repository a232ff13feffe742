#include "services/documents/index/stored_values.h"

#include <algorithm>
#include <cmath>

namespace services {

QString isBelow()
{
    return QStringLiteral("(path = ? OR (path > ? AND path < ?))");
}

QVariantList pathOrBelow(const QString& path)
{
    const QString folder = path.endsWith(u'/') ? path : path + u'/';
    return {path, folder, QString(folder).replace(folder.size() - 1, 1, QChar(u'/' + 1))};
}

namespace {

constexpr QLatin1String complete("complete");

// The inverse of storedMeasure().
void takeMeasure(DocumentRecord& record, const QString& stored)
{
    const QStringList lines = stored.split(u'\n');
    record.measure = lines.first();
    if (lines.size() < 3)
        return;
    record.scans.reader = lines[1];
    record.scans.isComplete = lines[2] == complete;
    record.scans.pagesRead = std::max(0, lines[2].toInt());
}

} // namespace

QString storedMeasure(const DocumentRecord& record)
{
    const ScanReading& scans = record.scans;
    if (scans.reader.isEmpty())
        return record.measure;
    const QString state = scans.isComplete ? QString(complete) : QString::number(scans.pagesRead);
    return record.measure + u'\n' + scans.reader + u'\n' + state;
}

DocumentRecord recordFrom(const QSqlQuery& row, int first)
{
    DocumentRecord record;
    record.content = row.value(first).toByteArray();
    record.reading = row.value(first + 1).toInt();
    takeMeasure(record, row.value(first + 2).toString());
    record.title = row.value(first + 3).toString();
    record.pages = row.value(first + 4).toInt();
    record.passages = row.value(first + 5).toInt();
    record.error = row.value(first + 6).toString();
    return record;
}

QList<IndexedFile> filesFrom(QSqlQuery& rows)
{
    QList<IndexedFile> files;
    while (rows.next())
        files << IndexedFile{{rows.value(0).toString(), rows.value(1).toLongLong(),
                                 rows.value(2).toLongLong(), rows.value(3).toString()},
            recordFrom(rows, 4)};
    return files;
}

std::vector<PassageText> textsFrom(QSqlQuery& rows)
{
    std::vector<PassageText> texts;
    while (rows.next())
        texts.push_back({rows.value(0).toLongLong(), rows.value(1).toString().toStdString(),
            rows.value(2).toString().toStdString()});
    return texts;
}

std::vector<PassageNumber> numbersFrom(QSqlQuery& rows)
{
    std::vector<PassageNumber> numbers;
    while (rows.next())
        numbers.push_back(rows.value(0).toLongLong());
    return numbers;
}

ByteRange rangeFrom(const QVariant& first, const QVariant& last)
{
    const qint64 from = std::max<qint64>(first.toLongLong(), 0);
    return {size_t(from), size_t(std::max(last.toLongLong(), from))};
}

std::vector<Rectangle> rectanglesFrom(const QByteArray& bytes)
{
    auto rectangles = valuesFrom<Rectangle>(bytes);
    std::erase_if(rectangles, [](const Rectangle& each) {
        return !std::isfinite(each.x + each.y + each.width + each.height);
    });
    return rectangles;
}

} // namespace services
