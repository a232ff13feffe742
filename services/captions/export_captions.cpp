#include "services/captions/export_captions.h"

#include "services/csv.h"
#include "services/storage/whole_file.h"

#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <nlohmann/json.hpp>
#include <string>

namespace services {

QString sidecarPath(const QString& picture)
{
    const QFileInfo info(picture);
    return info.path() + u'/' + info.completeBaseName() + QStringLiteral(".txt");
}

namespace {

constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

QString longSidecarPath(const QString& picture)
{
    return picture + QStringLiteral(".txt");
}

QByteArray asCsv(const QList<CaptionRow>& rows, ByteOrderMark mark)
{
    std::string csv = mark == ByteOrderMark::Written ? byteOrderMark : "";
    csv += csvRow({"file", "caption", "state", "error", "tokens", "seconds"});
    for (const CaptionRow& row : rows)
        csv += csvRow({row.file.toStdString(), row.caption.toStdString(),
            formatState(row.state).toStdString(), row.error.toStdString(),
            std::to_string(row.tokens), QByteArray::number(row.seconds).toStdString()});
    return QByteArray::fromStdString(csv);
}

QByteArray asJsonLines(const QList<CaptionRow>& rows)
{
    using Json = nlohmann::ordered_json;
    QByteArray lines;
    for (const CaptionRow& row : rows) {
        const Json line{{"file", row.file.toStdString()}, {"caption", row.caption.toStdString()},
            {"state", formatState(row.state).toStdString()}, {"error", row.error.toStdString()},
            {"tokens", row.tokens}, {"seconds", row.seconds}};
        lines += QByteArray::fromStdString(
            line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
    return lines;
}

} // namespace

void exportCaptions(
    const QList<CaptionRow>& rows, CaptionFormat format, const QString& path, ByteOrderMark mark)
{
    writeWhole(path, format == CaptionFormat::Csv ? asCsv(rows, mark) : asJsonLines(rows));
}

QStringList sidecarPaths(const QList<CaptionRow>& rows)
{
    QStringList pictures;
    for (const CaptionRow& row : rows)
        pictures << row.file;
    QStringList paths = sidecarPaths(pictures);
    for (qsizetype i = 0; i < rows.size(); ++i)
        if (rows[i].caption.isEmpty())
            paths[i].clear();
    return paths;
}

QStringList sidecarPaths(const QStringList& pictures)
{
    QHash<QString, int> users; // that a path has, or would have
    for (const QString& picture : QSet<QString>(pictures.begin(), pictures.end())) {
        ++users[sidecarPath(picture)];
        ++users[longSidecarPath(picture)];
    }
    QStringList paths;
    for (const QString& picture : pictures) {
        const QString path = sidecarPath(picture);
        paths << (users[path] == 1 ? path : longSidecarPath(picture));
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

qsizetype exportSidecars(const QList<CaptionRow>& rows, ExistingSidecars existing)
{
    const QStringList paths = sidecarPaths(rows);
    qsizetype written = 0;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const bool isKept = existing == ExistingSidecars::Keep && QFileInfo::exists(paths[i]);
        if (paths[i].isEmpty() || isKept)
            continue;
        writeWhole(paths[i], rows[i].caption.toUtf8() + '\n');
        ++written;
    }
    return written;
}

} // namespace services
