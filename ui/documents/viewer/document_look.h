#pragma once

#include <QDateTime>
#include <QString>

namespace ui {

/// What can be told of a document before it is read: how it is shown.
struct DocumentLook {
    enum class Kind {
        Pages, ///< a PDF: pictures of its pages
        Picture,
        Text, ///< whatever else: what the reader sees in it
    };

    Kind kind = Kind::Text;
    QDateTime changed; ///< when the file was written last
};

/// Throws Error{BadFile} with a sentence for users if there is no such file. Any thread but the
/// window's may call it, for the file may be far away.
DocumentLook lookAt(const QString& path);

} // namespace ui
