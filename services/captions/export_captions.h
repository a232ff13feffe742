#pragma once

#include "services/captions/caption_store.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <nlohmann/json_fwd.hpp>

namespace services {

/// What is written next to an image: its caption alone, or metadata that photo programs read.
enum class SidecarKind { Text, Xmp };

/// The path of an image's caption file: picture.png → picture.txt or picture.xmp. Any thread may
/// call it.
QString sidecarPath(const QString& picture, SidecarKind kind = SidecarKind::Text);

/// The caption as XMP metadata: the description, or of a JSON object its "title", "description" and
/// "keywords" (or "tags"). Any thread may call it.
QByteArray toXmp(const QString& caption);

// Writes the captions of a run to files. Only sidecars leave out rows without a caption. Any thread
// may call these functions.

enum class CaptionFormat { Csv, JsonLines, Workbook };

/// Whether a table begins with the byte order mark by which spreadsheets know that it is UTF-8.
enum class ByteOrderMark { Written, Left };

/// Replaces the file at `path` completely or, if it throws, not at all. Throws Error{BadFile} with
/// a message.
/// Only CSV has a mark. Tables have a column for each property if the captions are JSON objects. If captions
/// were compared with their images, tables have the columns "compared" and "not_found", the facts that aren't there, and
/// lines of JSON have all "facts" with their "box": [x, y, width, height] in parts of the image, or null.
void exportCaptions(const QList<CaptionRow>& rows, CaptionFormat format, const QString& path,
    ByteOrderMark mark = ByteOrderMark::Written);

/// Facts as they are in lines of JSON.
nlohmann::ordered_json exportedFacts(const QList<PictureFact>& facts);

/// The paths of the caption files next to the images, one for each row: picture.txt, or
/// picture.png.txt if another row would have the same path. Empty for rows without a caption.
QStringList sidecarPaths(const QList<CaptionRow>& rows, SidecarKind kind = SidecarKind::Text);
/// The same for a list of images.
QStringList sidecarPaths(const QStringList& pictures, SidecarKind kind = SidecarKind::Text);

/// Those of the paths at which a file exists.
QStringList existingFiles(const QStringList& paths);

/// What exportSidecars() does with a file that exists already.
enum class ExistingSidecars { Keep, Replace };

/// Writes the sidecars, each completely or not at all, and returns how many. Throws Error{BadFile}
/// at the first one that cannot be written.
qsizetype exportSidecars(
    const QList<CaptionRow>& rows, ExistingSidecars existing, SidecarKind kind = SidecarKind::Text);

} // namespace services
