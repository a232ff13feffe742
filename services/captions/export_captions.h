#pragma once

#include "services/captions/caption_row.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace services {

// Captions of a run as files. Rows without a caption are left out of sidecars only. Any thread.

enum class CaptionFormat { Csv, JsonLines };

/// Throws Error{BadFile} with a sentence; the file at `path` is replaced at once or not at all.
void exportCaptions(const QList<CaptionRow>& rows, CaptionFormat format, const QString& path);

/// Where the captions would lie beside their pictures, one for each row: picture.txt or, where
/// that would be the place of another row's, picture.png.txt. Empty for rows without a caption.
QStringList sidecarPaths(const QList<CaptionRow>& rows);
/// The same, one for each of these pictures.
QStringList sidecarPaths(const QStringList& pictures);

/// Those of the files that are there already.
QStringList existingFiles(const QStringList& paths);

/// What exportSidecars does with a file that is there already.
enum class ExistingSidecars { Keep, Replace };

/// Writes them, each at once or not at all, and returns how many. Throws Error{BadFile} for the
/// first that cannot be written.
qsizetype exportSidecars(const QList<CaptionRow>& rows, ExistingSidecars existing);

} // namespace services
