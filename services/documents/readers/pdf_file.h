#pragma once

#include "services/documents/document_fault.h"

#include <QBuffer>
#include <QPdfDocument>

#include <string_view>

namespace services {

/// A PDF that lies in memory, which must outlive it.
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

} // namespace services
