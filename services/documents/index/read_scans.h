#pragma once

#include "services/documents/index/index_documents.h"

#include <QString>

#include <functional>
#include <string>

namespace services {

/// A model that reads the text in images of pages, in place of Tesseract.
class ScanReader {
public:
    virtual ~ScanReader() = default;

    virtual QString name() const = 0; ///< by which a store knows it; see ScanReading

    /// The text of a page, in Markdown; empty: it shows none. Throws Error with a message if it can't be
    /// read, and Error{Cancelled} if that was stopped.
    virtual std::string read(const Picture& page) = 0;
};

/// True if a file has scanned pages that another reader than `reader` has read (see ScanReading), or that
/// this one has not come to.
bool hasUnreadScans(const DocumentRecord& document, const QString& reader);

/// How scanned pages are read.
struct ScanRun {
    Splitting splitting = {};
    ReaderProcess process = {}; ///< which finds out what pages are scanned, and draws them
    std::function<bool()> isStopped = {}; ///< asked before each page; what was read by then is kept
    std::function<void(qint64 done, qint64 total)> progressed = {}; ///< pages
};

/// Reads the scanned pages of such a file and puts what the reader says in the place of Tesseract's text. It
/// is in no text of the file: the bytes of its passages are an empty range, and their rectangle is the whole
/// page. Throws what the store throws and, after keeping the pages so far, what the reader throws. Unless
/// that is Error{Cancelled}, the others stay as Tesseract read them, for good.
FileOutcome readScans(
    DocumentIndex& index, const IndexedFile& file, ScanReader& reader, const ScanRun& run);

/// Reads a file as readDocument() does, its scanned pages by a model. `failed` is called with a message
/// about each page that stays as Tesseract read it.
Document readDocumentWithScans(const QString& path, ScanReader& reader,
    const std::function<void(const QString&)>& failed, ReaderProcess process = {});

/// True if a passage is what a model read on a scanned page.
bool isReadByModel(const Passage& passage);

} // namespace services
