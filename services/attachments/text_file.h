#pragma once

#include "services/documents/document.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>

namespace services {

/// True if a file that is attached to a message is read as a document and not as an image or as a
/// text that the model reads as it is: a PDF, an office file, a book, a page of the web, a mail; or
/// a text that is longer than longestText. What cannot be opened is none. Reads only its beginning.
bool isDocumentFile(const QString& path);

/// Patterns of the names of documents and texts, such as "*.pdf", for dialogs.
QStringList documentNamePatterns();

/// What is attached to a message and read before it: a long paste or a small text file, whose text the
/// model reads as it is; or a document, of which it reads numbered passages.
struct TextAttachment {
    QString name;
    QString text; ///< empty: it is a document
    std::shared_ptr<const Document> document = {}; ///< what was read of it; null: a text
    QString path = {}; ///< of the document's file, which may be gone

    bool operator==(const TextAttachment&) const = default;
};

inline constexpr qint64 maxTextBytes = 16 << 20; ///< the largest text that can be pasted
inline constexpr qint64 longestText = 100'000; ///< bytes; a longer file is a document

std::optional<QString> textIn(const QByteArray& file);

} // namespace services
