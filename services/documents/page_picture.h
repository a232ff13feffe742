#pragma once

#include "services/documents/read_document.h"

#include <QImage>
#include <QSizeF>

namespace services {

/// How a page of a PDF looks, on white.
struct PagePicture {
    QImage image; ///< RGB32
    QSizeF size; ///< of the page, in points
    int pageCount = 0; ///< of the document
};

/// The reader's limits while it draws one page.
ReaderProcess pageDrawer();

/// Draws a page (from 1) of a PDF, `width` pixels wide or less where it would have more than
/// `mostPagePixels`, in a process of its own, which has neither files nor a network; blocks. Any
/// thread may call it. Letters whose font is not in the file are drawn with those that Qt Pdf brings.
/// Throws Error{BadFile} with a sentence for users if there is no such picture, whatever is in the
/// file.
PagePicture pagePictureOf(
    const QString& path, int page, int width, const ReaderProcess& process = pageDrawer());

} // namespace services
