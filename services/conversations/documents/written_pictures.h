#pragma once

#include "services/conversations/message.h"
#include "services/pictures/picture_text.h"

#include <QList>

namespace services {

/// The text that was read in a picture, as a document with a paragraph for each of the picture's.
Document documentOf(const PictureText& text);

/// Messages for the built-in model, which knows drawings only: where the last of them asks about other
/// pictures that were shown before it, what was read in these is attached to them as documents. Its
/// answer to the pictures themselves was all of their text.
QList<Message> withWrittenPictures(QList<Message> messages);

} // namespace services
