#pragma once

#include "services/documents/document.h"
#include "services/documents/readers/document_writer.h"

#include <string>
#include <string_view>

namespace services {

class TextRecognizer;

/// A file, whole in memory. Nobody vouches for it.
struct SourceFile {
    std::string name; ///< without its folder
    std::string_view bytes;
    TextRecognizer* recognizer = nullptr; ///< of text in images; null: there are no language data
};

/// Reads a file of one format: puts its text into the writer, in the order of reading. Throws
/// Unreadable; std::bad_alloc and DocumentWriter::Full pass through. It opens nothing and keeps
/// nothing. A reader is a function, and its formats are rows of document_formats.def.
using DocumentReader = void (*)(const SourceFile& file, DocumentWriter& writer);

#define DOCUMENT_FORMAT(reader, ...) \
    void read##reader(const SourceFile& file, DocumentWriter& writer);
#include "services/documents/document_formats.def"
#undef DOCUMENT_FORMAT

} // namespace services
