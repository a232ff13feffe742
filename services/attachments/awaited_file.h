#pragma once

#include "services/attachments/text_file.h"
#include "services/pictures/picture.h"

#include <variant>

namespace services {

/// The content of a file after it was read.
using LoadedFile = std::variant<Picture, TextAttachment>;

/// A file that belongs to a message and has not been read yet.
struct AwaitedFile {
    QString name; ///< to be shown to users
    QString path; ///< empty if it came as bytes, so that it cannot be read again
    int pictures = 0; ///< how many of the message's pictures come before it
    int texts = 0; ///< how many of the message's texts come before it
    quint64 ticket = 0; ///< of the AttachmentLoader that reads it; 0: none. Not stored on the disk.
};

} // namespace services
