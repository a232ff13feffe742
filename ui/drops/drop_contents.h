#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// The contents of a drop on the window, by what will be done with them.
struct DropContents {
    QStringList models; ///< GGUF files, which are added to the models
    QStringList folders; ///< whose pictures are captioned
    QStringList archives; ///< archives and JSON files of conversations, which are imported
    QStringList presets; ///< files of presets, which are added to the user's
    QStringList files; ///< other files, which are attached to the message
    bool hasOther = false; ///< pixels or a text, which are attached as well

    /// Looks only at names; no file is read before the drop.
    static DropContents of(const QMimeData* data);

    bool isEmpty() const;
    bool hasAttachments() const { return hasOther || !files.isEmpty(); }
    QString sentence() const; ///< tells the user what will happen
};

} // namespace ui
