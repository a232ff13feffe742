#include "services/captions/export_captions.h"

#include "services/captions/caption_text.h"

#include <QFileInfo>
#include <QHash>

#include <nlohmann/json.hpp>

namespace services {

namespace {

using State = CaptionRow::State;

// As the files name it, whatever the language of the window.
QString nameOf(State state)
{
    switch (state) {
    case State::Done:
        return QStringLiteral("done");
    case State::Failed:
        return QStringLiteral("failed");
    case State::Edited:
        return QStringLiteral("edited");
    default:
        return QStringLiteral("waiting");
    }
}

QByteArray asCsv(const QList<CaptionRow>& rows)
{
    QByteArray csv = csvRow({"file", "caption", "state", "error", "tokens", "seconds"});
    for (const CaptionRow& row : rows)
        csv += csvRow({csvField(row.file), csvField(row.caption), csvField(nameOf(row.state)),
            csvField(row.error), QByteArray::number(row.tokens), QByteArray::number(row.seconds)});
    return csv;
}

QByteArray asJsonLines(const QList<CaptionRow>& rows)
{
    using Json = nlohmann::ordered_json;
    QByteArray lines;
    for (const CaptionRow& row : rows) {
        const Json line{{"file", row.file.toStdString()}, {"caption", row.caption.toStdString()},
            {"state", nameOf(row.state).toStdString()}, {"error", row.error.toStdString()},
            {"tokens", row.tokens}, {"seconds", row.seconds}};
        lines += QByteArray::fromStdString(
            line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
    return lines;
}

} // namespace

void exportCaptions(const QList<CaptionRow>& rows, CaptionFormat format, const QString& path)
{
    writeWhole(path, format == CaptionFormat::Csv ? asCsv(rows) : asJsonLines(rows));
}

QStringList sidecarPaths(const QList<CaptionRow>& rows)
{
    QHash<QString, int> users;
    for (const CaptionRow& row : rows)
        ++users[sidecarOf(row.file)];
    QStringList paths;
    for (const CaptionRow& row : rows) {
        const QString path = sidecarOf(row.file);
        if (row.caption.isEmpty())
            paths << QString();
        else
            paths << (users[path] == 1 ? path : row.file + QStringLiteral(".txt"));
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
