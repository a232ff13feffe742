#pragma once

#include "services/documents/document.h"
#include "services/documents/readers/pdf_fragments.h"

#include <QBuffer>
#include <QPdfDocument>

#include <string_view>
#include <vector>

class QPdfDocument;

namespace services {

class TextRecognizer;

/// A PDF that is in memory, which must outlive it.
class PdfFile {
public:
    /// Throws Unreadable if it cannot be opened.
    explicit PdfFile(std::string_view bytes)
        : m_bytes(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())))
        , m_buffer(&m_bytes)
    {
        m_buffer.open(QIODevice::ReadOnly);
        m_document.load(&m_buffer);
        if (m_document.status() != QPdfDocument::Status::Ready)
            throw Unreadable(fault());
    }

    QPdfDocument& document() const { return m_document; }

private:
    DocumentFault fault() const
    {
        switch (m_document.error()) {
        case QPdfDocument::Error::IncorrectPassword:
        case QPdfDocument::Error::UnsupportedSecurityScheme:
            return DocumentFault::Encrypted;
        default:
            return DocumentFault::Damaged;
        }
    }

    QByteArray m_bytes;
    QBuffer m_buffer;
    mutable QPdfDocument m_document; // asking it is no change
};

/// True if a page shows more than its words `fragments` account for, as a scan does: there are few
/// of them, and something is drawn where none is. Pages count from 0.
bool looksScanned(QPdfDocument& document, int page, const std::vector<PdfFragment>& fragments);

/// What can be read on the image of a page. Throws as TextRecognizer::read() does.
std::vector<PdfFragment> readScan(QPdfDocument& document, int page, TextRecognizer& recognizer);

/// How many bytes of text there are.
size_t lengthOf(const std::vector<PdfFragment>& fragments);

} // namespace services
