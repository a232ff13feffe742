#pragma once

#include <QString>

namespace services {

/// Whether a file that is attached to a message is read as a document and not as a picture or as a
/// text that the model reads as it is: a PDF, an office file, a book, a page of the web, a mail; or a
/// text that is longer than longestText. What cannot be opened is none. Reads only its beginning.
bool isDocumentFile(const QString& path);

/// Patterns of the names of documents, such as "*.pdf".
QStringList documentNamePatterns();

} // namespace services
