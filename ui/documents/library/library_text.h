#pragma once

#include "services/documents/library/document_library.h"

#include <QString>

namespace ui {

/// "300 files · 3 failed · 1,204 pages · 5,600 passages", without what there is none of.
QString countsText(const services::LibraryCounts& counts);

/// What came of a file: its pages and passages, or why it was not read, or that it waits.
QString outcomeText(const services::LibraryFile& file);

/// What a library is doing: "Reading: 12 of 300 files".
QString progressText(const services::DocumentLibrary& library);

/// A file or folder as users know it: its name, and the folder it is in.
QString nameOfPath(const QString& path);
QString folderOfPath(const QString& path); ///< with ~ for the user's own folder

} // namespace ui
