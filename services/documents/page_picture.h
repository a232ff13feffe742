#pragma once

#include "services/documents/document.h"
#include "services/documents/figures.h"
#include "services/documents/read_document.h"

#include <QImage>
#include <QSizeF>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The form in which the image of a page is sent through the pipe between a reader and the program:
///
///     "VGI1", a PageHead as it lies in memory, then `height` rows of `width` pixels of four bytes:
///     blue, green, red, 255
///
/// Numbers are little-endian. Without an image (there is a fault, or no such page) width and height
/// are 0.
struct PageHead {
    uint32_t fault = 0; ///< a DocumentFault
    uint32_t pageCount = 0;
    float pointsWidth = 0, pointsHeight = 0; ///< of the page
    uint32_t width = 0, height = 0; ///< pixels
};

inline constexpr uint32_t mostPageSide = 8192; ///< pixels
inline constexpr uint64_t mostPagePixels = 16'000'000;

std::string encoded(const PageHead& head);

/// Takes such bytes as they come and makes the image of them. They come from a process that read a
/// hostile file, so nothing of them is believed.
class PageStream {
public:
    /// Throws base::Error{BadFile} if that is not what a reader may write.
    void take(std::span<const std::byte> bytes);

    bool isComplete() const; ///< all that the head has announced is here
    const PageHead& head() const { return m_head; } ///< once it is complete
    QImage takeImage() { return std::move(m_image); } ///< null without an image

private:
    void takeHead();

    std::vector<std::byte> m_waiting; // the beginning, until the head is whole
    bool m_hasHead = false;
    PageHead m_head;
    QImage m_image; // RGB32
    size_t m_taken = 0; // bytes of it
};

/// How a page of a PDF looks, on white.
struct PagePicture {
    QImage image; ///< RGB32
    QSizeF size; ///< of the page, in points
    int pageCount = 0; ///< of the document
};

/// The reader's limits while it draws one page.
ReaderProcess pageDrawer();

/// How a figure of a document looks: a part of a page of a PDF, or an image that another document
/// contains. At most `width` pixels wide. It is made as readPagePicture() does, and throws as that does,
/// also if there is no such figure.
QImage readFigure(const QString& path, const FigureName& figure, int width,
    const ReaderProcess& process = pageDrawer());

/// Draws a page (from 1) of a PDF, `width` pixels wide or less where it would have more than
/// `mostPagePixels`, in a process of its own, which has neither files nor a network; blocks. Any
/// thread may call it. Letters whose font is not in the file are drawn with one that is
/// installed. Throws Error{BadFile} with a message for users if there is no such image, whatever is in
/// the file.
PagePicture readPagePicture(
    const QString& path, int page, int width, const ReaderProcess& process = pageDrawer());

} // namespace services
