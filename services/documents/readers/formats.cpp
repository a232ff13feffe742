#include "services/documents/readers/formats.h"

#include "services/documents/readers/encoding.h"
#include "services/documents/readers/package.h"
#include "vision/images/bmp_file.h"
#include "vision/images/jpeg_file.h"
#include "vision/images/png_file.h"
#include "vision/images/webp.h"

#include <algorithm>
#include <new>

namespace services {

namespace {

// The order matters to nobody but `find`, which takes the first row of a reader.
constexpr DocumentFormat table[] = {
    {"text", "txt text log rst org adoc tex me ", readText},
    {"Markdown", "md markdown mdown mkd ", readMarkdown},
    {"HTML", "html htm xhtml shtml ", readHtml},
    {"PDF", "pdf ", readPdf},
    {"Word (DOCX)", "docx docm dotx ", readWord},
    {"PowerPoint (PPTX)", "pptx pptm ppsx ", readSlides},
    {"Excel (XLSX)", "xlsx xlsm ", readSheets},
    {"OpenDocument (ODT, ODP, ODS)", "odt ott odp otp ods ots ", readOpenDocument},
    {"EPUB", "epub ", readEpub},
    {"pictures (PNG, JPEG, WebP, BMP)", "png jpg jpeg webp bmp ", readPicture},
    {"scans (TIFF)", "tif tiff ", readTiff},
    {"tables as text (CSV)", "csv tsv tab ", readTable},
    {"JSON", "json jsonl ndjson geojson ipynb ", readJson},
    {"e-mail", "eml mht mhtml ", readMail},
    {"source code",
        "c h cc cpp cxx hh hpp hxx inl cu cuh m mm cs java kt kts scala go rs swift py pyi rb pl "
        "pm php "
        "lua r jl js mjs cjs ts tsx jsx vue svelte css scss less sql sh bash zsh fish ps1 bat "
        "cmake mk "
        "make gradle toml yaml yml ini cfg conf xml xsd xsl svg qml proto graphql tf nix hs ml mli "
        "ex "
        "exs erl clj lisp el scm f f90 f95 pas d dart zig v vhd asm s diff patch ",
        readCode},
};

const DocumentFormat& find(DocumentReader reader)
{
    return *std::ranges::find(table, reader, &DocumentFormat::read);
}

std::string suffixOf(std::string_view name)
{
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return {};
    std::string suffix(name.substr(dot + 1));
    std::ranges::transform(suffix, suffix.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter + 32) : letter; });
    return suffix + ' ';
}

const DocumentFormat* findBySuffix(const std::string& suffix)
{
    for (const DocumentFormat& format : table) {
        const size_t at = format.suffixes.find(suffix);
        if (suffix.size() > 1 && at != std::string_view::npos
            && (at == 0 || format.suffixes[at - 1] == ' '))
            return &format;
    }
    return nullptr;
}

const DocumentFormat& packageFormat(std::string_view bytes)
{
    Package package(bytes, {});
    const std::string mime = package.find("mimetype").value_or("").substr(0, 100);
    if (mime.starts_with("application/epub+zip") || package.contains("META-INF/container.xml"))
        return find(readEpub);
    if (mime.starts_with("application/vnd.oasis.opendocument."))
        return find(readOpenDocument);
    if (package.contains("word/document.xml"))
        return find(readWord);
    if (package.contains("ppt/presentation.xml"))
        return find(readSlides);
    if (package.contains("xl/workbook.xml"))
        return find(readSheets);
    if (package.contains("content.xml") && package.contains("META-INF/manifest.xml"))
        return find(readOpenDocument);
    throw Unreadable(DocumentFault::UnknownForm);
}

// Office files of before 2007, and newer ones behind a password, which are in such a file.
[[noreturn]] void refuseCompound(std::string_view bytes)
{
    constexpr std::string_view encrypted("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32);
    throw Unreadable(bytes.find(encrypted) != std::string_view::npos ? DocumentFault::Encrypted
                                                                     : DocumentFault::UnknownForm);
}

bool looksLikeHtml(std::string_view bytes)
{
    std::string head(bytes.substr(0, 512));
    std::ranges::transform(head, head.begin(), [](char letter) { return char(tolower(letter)); });
    const size_t start = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return start != std::string::npos
        && (head.compare(start, 14, "<!doctype html") == 0 || head.compare(start, 5, "<html") == 0);
}

bool isPicture(std::string_view bytes)
{
    const vision::FileBytes file = std::as_bytes(std::span(bytes));
    constexpr std::string_view reserved(
        "\0\0\0\0", 4); // no text has that, and some begin with "BM"
    const bool isBitmap
        = vision::isBmp(file) && bytes.size() > 10 && bytes.substr(6, 4) == reserved;
    return vision::isPng(file) || vision::isJpeg(file) || vision::isWebp(file) || isBitmap;
}

bool isTiff(std::string_view bytes)
{
    constexpr std::string_view little("II\x2A\0", 4), big("MM\0\x2A", 4);
    return bytes.starts_with(little) || bytes.starts_with(big);
}

} // namespace

std::span<const DocumentFormat> documentFormats()
{
    return table;
}

const DocumentFormat& formatOf(const SourceFile& file)
{
    const std::string_view bytes = file.bytes;
    constexpr size_t farthestPdf = 1024; // junk before the head of a PDF is usual
    if (bytes.substr(0, farthestPdf).find("%PDF-") != std::string_view::npos)
        return find(readPdf);
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
        return packageFormat(bytes);
    if (bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
        refuseCompound(bytes);
    if (isPicture(bytes))
        return find(readPicture);
    if (isTiff(bytes))
        return find(readTiff);
    if (!looksLikeText(bytes))
        throw Unreadable(DocumentFault::UnknownForm);
    if (looksLikeHtml(bytes))
        return find(readHtml);

    const DocumentFormat* named = findBySuffix(suffixOf(file.name));
    constexpr DocumentReader forBinary[] = {readPdf, readWord, readSlides, readSheets,
        readOpenDocument, readEpub, readPicture, readTiff};
    const bool isForBinary = named && std::ranges::count(forBinary, named->read) > 0;
    return named && !isForBinary ? *named : find(readText);
}

DocumentEnd readFile(
    const SourceFile& file, const ReadLimits& limits, const DocumentWriter::Sink& sink)
{
    DocumentEnd end;
    DocumentWriter writer(limits, sink);
    try {
        formatOf(file).read(file, writer);
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

} // namespace services
