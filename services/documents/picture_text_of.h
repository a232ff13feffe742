#pragma once

#include "services/documents/read_document.h"
#include "services/pictures/picture.h"

namespace services {

/// The process in which the text in a picture is read: it may take less than one that reads documents.
ReaderProcess pictureTextReader();

/// Reads the text in a picture, of any format that can be shown, in a process as readDocument() does.
/// Takes two seconds of a core for a full page, a fifth of one where there is no text; blocks. Any
/// thread may call it. Without language data of Tesseract there is none. Throws Error{BadFile} with a
/// sentence if it cannot be read.
PictureText pictureTextOf(
    const Picture& picture, const ReaderProcess& process = pictureTextReader());

} // namespace services
