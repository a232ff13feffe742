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
/// nothing. A reader is a function, and its format a row in `formats.cpp`.
using DocumentReader = void (*)(const SourceFile& file, DocumentWriter& writer);

void readText(const SourceFile& file, DocumentWriter& writer);
void readMarkdown(const SourceFile& file, DocumentWriter& writer);
void readCode(const SourceFile& file, DocumentWriter& writer);
void readTable(const SourceFile& file, DocumentWriter& writer); ///< values apart by commas or such
void readJson(const SourceFile& file, DocumentWriter& writer); ///< also one value a line
void readMail(const SourceFile& file, DocumentWriter& writer);
void readHtml(const SourceFile& file, DocumentWriter& writer);
void readPdf(const SourceFile& file, DocumentWriter& writer);
void readPicture(const SourceFile& file, DocumentWriter& writer); ///< PNG, JPEG, WebP, BMP
void readTiff(const SourceFile& file, DocumentWriter& writer); ///< of one or more pages
void readEpub(const SourceFile& file, DocumentWriter& writer);
void readWord(const SourceFile& file, DocumentWriter& writer); ///< DOCX
void readSlides(const SourceFile& file, DocumentWriter& writer); ///< PPTX
void readSheets(const SourceFile& file, DocumentWriter& writer); ///< XLSX
void readOpenDocument(const SourceFile& file, DocumentWriter& writer); ///< ODT, ODP, ODS

} // namespace services
