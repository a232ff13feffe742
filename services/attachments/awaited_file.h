#pragma once

#include "services/attachments/text_file.h"
#include "services/pictures/picture.h"

#include <variant>

namespace services {

/// What a file turned out to be when it was read.
using LoadedFile = std::variant<Picture, TextAttachment>;

/// A file that goes with a message and has not been read yet. A value.
struct AwaitedFile {
    QString name; ///< for people
    QString path; ///< empty: it came as bytes, so that it cannot be read a second time
    int pictures = 0; ///< how many of the message's pictures stand before it
    int texts = 0; ///< how many of the message's texts stand before it
    quint64 ticket = 0; ///< of the AttachmentLoader that reads it; 0: none. Not kept on the disk.
};

} // namespace services
