#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// What there is in something dropped or pasted that a message can take along. Nothing is fetched:
/// a picture of which only the address in the web is there is refused with a sentence.
struct DroppedContents {
    QStringList files; ///< paths
    QByteArray pictureFile; ///< the bytes of one
    QImage picture; ///< pixels, if there are no bytes
    QString dataUrl; ///< "data:image/…", which holds the bytes of a picture file
    QString text; ///< if there is nothing of the above
    QString refusal; ///< why something was left out

    static DroppedContents of(const QMimeData* data);
};

/// Whether a message can take something of what is dropped or pasted along, or it is to be said why
/// not. Looks at kinds only.
bool holdsAttachments(const QMimeData* data);

/// Whether it is text alone, to be written into the message. A text with a picture of itself, as
/// spreadsheets offer, counts as text.
bool holdsTextAlone(const QMimeData* data);

} // namespace ui
