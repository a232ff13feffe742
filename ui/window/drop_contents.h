#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// What is being dropped on the window, by what will be done with it.
struct DropContents {
    QStringList models; ///< GGUF files: added to the models
    QStringList folders; ///< their pictures are captioned
    QStringList archives; ///< of conversations: imported
    int attachments = 0; ///< other files and pictures: go with the message

    /// Looks at names only; nothing is read before the drop.
    static DropContents of(const QMimeData* data);

    bool isEmpty() const
    {
        return models.isEmpty() && folders.isEmpty() && archives.isEmpty() && attachments == 0;
    }
    QString sentence() const; ///< what will happen, for the user
};

} // namespace ui
