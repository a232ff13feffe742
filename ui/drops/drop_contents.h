#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// What is being dropped on the window, by what will be done with it.
struct DropContents {
    QStringList models; ///< GGUF files: added to the models
    QStringList folders; ///< their pictures are captioned
    QStringList archives; ///< of conversations, and JSON of them: imported
    QStringList files; ///< other files: go with the message
    bool hasOther = false; ///< pixels or a text, which do so, too

    /// Looks at names only; nothing is read before the drop.
    static DropContents of(const QMimeData* data);

    bool isEmpty() const;
    bool hasAttachments() const { return hasOther || !files.isEmpty(); }
    QString sentence() const; ///< what will happen, for the user
};

} // namespace ui
