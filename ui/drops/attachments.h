#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// The parts of dropped or pasted data that can be attached to a message. Nothing is fetched: an
/// image of which only the web address is there is rejected with a message.
struct DroppedContents {
    QStringList files; ///< paths
    QByteArray pictureFile; ///< the bytes of an image file
    QImage picture; ///< pixels, if there are no such bytes
    QString dataUrl; ///< "data:image/…", which contains the bytes of an image file
    QString text; ///< if there is nothing of the above
    QString rejection; ///< a message that says why something was left out

    static DroppedContents of(const QMimeData* data);
};

/// The paths of the files and folders of this computer among the data.
QStringList localFiles(const QMimeData* data);

/// True if a message can take a part of the data, or if the user should see why it cannot. Looks
/// only at the types of the data.
bool holdsAttachments(const QMimeData* data);

/// True if the data is a text to be inserted into the message. A text together with an image of
/// itself, as spreadsheets offer, counts as text.
bool holdsTextAlone(const QMimeData* data);

/// The contents of a drop on the window, by what will be done with them.
struct DropContents {
    QStringList models; ///< GGUF files, which are added to the models
    QStringList folders; ///< whose images are captioned
    QStringList archives; ///< archives and JSON files of conversations, which are imported
    QStringList presets; ///< files of presets, which are added to the user's
    QStringList files; ///< other files, which are attached to the message
    bool hasOther = false; ///< pixels or a text, which are attached as well

    /// Looks only at names; no file is read before the drop.
    static DropContents of(const QMimeData* data);

    bool isEmpty() const;
    bool hasAttachments() const { return hasOther || !files.isEmpty(); }
    QString message() const; ///< tells the user what will happen
};

} // namespace ui
