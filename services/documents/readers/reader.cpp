#include "services/documents/readers/reader.h"

#include "base/ascii.h"
#include "services/documents/document_formats.h"
#include "services/documents/page_picture.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/image_files.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/pdf_figures.h"

#include <new>

namespace services {

namespace {

// The readers are in the order of documentFormats().
constexpr DocumentReader readers[] = {
#define DOCUMENT_FORMAT(reader, ...) read##reader,
#include "services/documents/document_formats.def"
#undef DOCUMENT_FORMAT
};

DocumentReader findReader(const DocumentFormat& format)
{
    return readers[&format - documentFormats().data()];
}

bool hasEntries(const Package& package, const DocumentFormat& format)
{
    bool hasAll = true;
    forEachItem(format.entries,
        [&](std::string_view entry) { hasAll &= package.contains(std::string(entry)); });
    return hasAll;
}

// The content type of an Office package's main part, which may have any name.
std::string mainContentType(Package& package)
{
    const std::string main = mainPart(package, {});
    const auto bytes = main.empty() ? std::nullopt : package.find("[Content_Types].xml");
    if (!bytes)
        return {};
    const XmlDocument types(*bytes);
    for (const pugi::xml_node type : types.root().children())
        if (pathWithin("", findAttribute(type, "PartName")) == main)
            return findAttribute(type, "ContentType");
    return {};
}

const DocumentFormat& packageFormat(std::string_view bytes)
{
    Package package(bytes, {});
    const std::string mime = package.find("mimetype").value_or("").substr(0, 100);
    for (const DocumentFormat& format : documentFormats())
        if (!format.mime.empty() && mime.starts_with(format.mime))
            return format;
    for (const DocumentFormat& format : documentFormats())
        if (format.isPackage() && hasEntries(package, format))
            return format;
    const std::string content = mainContentType(package);
    for (const DocumentFormat& format : documentFormats())
        if (!format.content.empty() && content.find(format.content) != std::string::npos)
            return format;
    throw Unreadable(DocumentFault::UnknownForm);
}

// True for a piece of a page, with a tag at its beginning and one at its end.
bool isHtmlFragment(std::string_view text)
{
    constexpr size_t ends = 2000; // bytes that are looked at
    const std::string head = base::toLowerAscii(base::trimmed(text).substr(0, 20));
    text = base::trimmed(text.substr(text.size() - std::min(text.size(), ends)));
    if (!text.ends_with('>') || text.rfind("</") == std::string_view::npos)
        return false;
    for (const std::string_view tag : {"p", "div", "span", "table", "h1", "h2", "h3", "ul", "ol",
             "center", "font", "title", "meta", "style", "b", "i", "article", "section"})
        if (head.starts_with('<' + std::string(tag) + '>')
            || head.starts_with('<' + std::string(tag) + ' '))
            return true;
    return false;
}

[[noreturn]] void rejectCompoundFile(std::string_view bytes)
{
    constexpr std::string_view encrypted("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32);
    throw Unreadable(bytes.find(encrypted) != std::string_view::npos ? DocumentFault::Encrypted
                                                                     : DocumentFault::UnknownForm);
}

} // namespace

DocumentReader findReader(const SourceFile& file)
{
    if (const DocumentFormat* binary = findFormatByMagic(file.bytes))
        return findReader(*binary);
    if (beginsLikePackage(file.bytes))
        return findReader(packageFormat(file.bytes));
    if (beginsLikeCompoundFile(file.bytes))
        rejectCompoundFile(file.bytes);
    if (!looksLikeText(file.bytes))
        throw Unreadable(DocumentFault::UnknownForm);
    if (const DocumentFormat* text = findFormatByBeginning(file.bytes))
        return findReader(*text);
    const DocumentFormat* named = findFormatByName(file.name);
    if (named && named->isBinary())
        throw Unreadable(DocumentFault::Damaged); // what is there is not what the name promises
    const DocumentReader reader = named ? findReader(*named) : readText;
    return reader == readText && isHtmlFragment(file.bytes) ? readHtml : reader;
}

void putFileWithin(const SourceFile& outer, const std::string& name, std::string_view bytes,
    DocumentWriter& writer)
{
    constexpr int mostFiles = 3;
    if (outer.depth >= mostFiles)
        return;
    const SourceFile file{name, bytes, nullptr, outer.depth + 1};
    findReader(file)(file, writer);
}

DocumentEnd readFile(
    const SourceFile& file, const ReadLimits& limits, const DocumentWriter::Sink& sink)
{
    DocumentEnd end;
    DocumentWriter writer(limits, sink);
    FigureWords words(file.recognizer);
    writer.setFigureVisitor(
        [&words](const FigureName&, const ImageLoader& load) { return words.read(load); });
    try {
        findReader(file)(file, writer);
    } catch (const DocumentWriter::Full&) {
        end.isWhole = false;
    } catch (const Unreadable& error) {
        end.fault = error.fault();
    } catch (const std::bad_alloc&) {
        end.fault = DocumentFault::NoMemory;
    }
    const bool hasText = writer.finish();
    if (end.fault == DocumentFault::None && !hasText)
        end.fault = DocumentFault::NoText;
    end.isPaged = writer.isPaged();
    end.title = writer.title();
    return end;
}

namespace {

// Reads a document up to a figure.
void readUpTo(const SourceFile& file, const FigureName& wanted, int width,
    const std::function<void(std::string_view)>& write)
{
    struct Done { };
    DocumentWriter writer({}, [](const DocumentPart&) {});
    writer.setFigureVisitor([&](const FigureName& figure, const ImageLoader& load) -> std::string {
        if (figure != wanted)
            return {};
        writeFigure(load, width, write);
        throw Done();
    });
    try {
        findReader(file)(file, writer);
    } catch (const DocumentWriter::Full&) {
    } catch (const Done&) {
        return;
    }
    write(encoded(PageHead()));
}

} // namespace

void drawFigure(const SourceFile& file, const FigureName& figure, int width,
    const std::function<void(std::string_view)>& write)
{
    PageHead head;
    try {
        if (findReader(file) == readPdf)
            return writePdfFigure(file, figure, width, write);
        return readUpTo(file, figure, width, write);
    } catch (const Unreadable& error) {
        head.fault = uint32_t(error.fault());
    } catch (const std::bad_alloc&) {
        head.fault = uint32_t(DocumentFault::NoMemory);
    }
    write(encoded(head));
}

} // namespace services
