#pragma once

#include "kernels/error.h"

#include <cstdint>

namespace services {

/// Why a document cannot be read. A reader tells it by number, for its own words would not be
/// trusted; `readDocument` makes a sentence of it.
enum class DocumentFault : uint8_t {
    None,
    UnknownForm, ///< no text, and in no form that is known
    Damaged, ///< it ends too early, or contradicts itself
    Encrypted,
    TooLarge, ///< it would unpack to more than `ReadLimits::expandedBytes`
    TooDeep, ///< it is nested deeper than `ReadLimits::nesting`
    NoText, ///< well-formed, but it holds no text, nor do its pictures
    NoLanguages, ///< its text is in pictures, and there are no language data of Tesseract to read those
    NoMemory, ///< reading it took more than a reader may have
    NoSandbox, ///< this system cannot keep a reader from files and the network, so nothing was read
    Last = NoSandbox,
};

/// How a reader refuses a document.
class Unreadable : public kernels::Error {
public:
    explicit Unreadable(DocumentFault fault)
        : Error(kernels::ErrorKind::BadFile, "the document cannot be read")
        , m_fault(fault)
    {
    }
    DocumentFault fault() const { return m_fault; }

private:
    DocumentFault m_fault;
};

} // namespace services
