#pragma once

#include "services/documents/document_stream.h"
#include "services/documents/readers/document_writer.h"

#include <functional>
#include <string>
#include <string_view>

namespace services {

class TextRecognizer;

/// A file, whole in memory. Nobody vouches for it.
struct SourceFile {
    std::string name; ///< without its folder
    std::string_view bytes;
    TextRecognizer* recognizer = nullptr; ///< of text in images; null: there are no language data
    int depth = 0; ///< how many other files it is within
};

/// Reads a file of one format: puts its text into the writer, in the order of reading. Throws
/// Unreadable; std::bad_alloc and DocumentWriter::Full pass through. It opens nothing and keeps
/// nothing. A reader is a function, and its formats are rows of document_formats.def.
using DocumentReader = void (*)(const SourceFile& file, DocumentWriter& writer);

#define DOCUMENT_FORMAT(reader, ...) \
    void read##reader(const SourceFile& file, DocumentWriter& writer);
#include "services/documents/document_formats.def"
#undef DOCUMENT_FORMAT

/// The reader of a file: its bytes tell, where they can; its name only says what kind of text a
/// text is. Throws Unreadable where it is nothing that can be read.
DocumentReader findReader(const SourceFile& file);

/// Reads a file that another one contains, unless too many are within each other. Throws what its
/// reader throws.
void putFileWithin(const SourceFile& outer, const std::string& name, std::string_view bytes,
    DocumentWriter& writer);

/// Reads a file of any format and hands its parts to `sink`. Errors are reported by the end; only
/// what `sink` throws passes through.
DocumentEnd readFile(
    const SourceFile& file, const ReadLimits& limits, const DocumentWriter::Sink& sink);

/// Draws a page (from 1) of a PDF on white, `width` pixels wide if that is not more than an image
/// of a page may have, and hands it to `write` piece by piece in the form of page_picture.h. Errors
/// are reported by its head; only what `write` throws passes through.
void drawPage(const SourceFile& file, int page, int width,
    const std::function<void(std::string_view)>& write);

/// Loads the image that a page names: another part of its file. Null: the page has no such parts.
using ImageFinder = std::function<ImageLoader(std::string_view source)>;

/// Puts what people see of a page into the writer: headings, paragraphs, items, rows of tables, code.
/// Scripts, styles, menus (`nav`) and what is hidden stay out. `html` is UTF-8, and may be a fragment;
/// nothing that it names is fetched, so images are figures if they are within the page (`data:`) or
/// `imageOf` loads them. Sets the title, if it has one and the writer has none.
void putHtml(std::string_view html, DocumentWriter& writer, const ImageFinder& imageOf = {});

/// The same for a page by the rules of XML, if it is well-formed.
void putXhtml(const std::string& xml, DocumentWriter& writer, const ImageFinder& imageOf = {});

/// Draws a figure of a document on white, in its own size or at most `width` pixels wide, and hands it
/// to `write` in the form of page_picture.h. A figure of a PDF is drawn so that it is sharp. Errors
/// are reported by the head, which has no image if there is no such figure; only what `write` throws
/// passes through.
void drawFigure(const SourceFile& file, const FigureName& figure, int width,
    const std::function<void(std::string_view)>& write);

/// The encoding that a page declares by <meta charset="…"> or <?xml encoding="…"?>; empty: none.
std::string declaredEncoding(std::string_view page);

} // namespace services
