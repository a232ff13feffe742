#pragma once

#include "services/documents/answers/file_table.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace services {

/// Writes a table as CSV, with the mark by which spreadsheets know that it is UTF-8; rows of files that
/// could not be read are left out. Replaces the file at `path` completely or, if it throws, not at all.
/// Any thread may call it. Throws Error{BadFile} with a sentence.
void exportTable(const QStringList& columns, const QList<FileRow>& rows, const QString& path);

} // namespace services
