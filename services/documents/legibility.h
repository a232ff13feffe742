#pragma once

#include "services/documents/picture_texts.h"
#include "services/pictures/picture.h"

#include <QImage>

namespace services {

/// How many of the words in an image a model can read.
struct Legibility {
    qsizetype words = 0;
    qsizetype readable = 0;

    bool operator==(const Legibility&) const = default;
};

/// The pixels that a model sees as one image: what is cut off is missing. `seen` must have been made by
/// seenPicture(). Any thread may call these functions.
QImage seenPixels(const SeenPicture& seen);

/// Counts the words of an image that were read in what the model sees, too. Signs don't count.
Legibility measureLegibility(const PictureText& text, const PictureText& ofSeen);

/// Reads the text in what the model sees, and compares it with the text of the image. Blocks and throws
/// as readPictureText() does.
Legibility readLegibility(
    const PictureText& text, const SeenPicture& seen, const ReaderProcess& process);

} // namespace services
