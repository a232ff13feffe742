#pragma once

#include "services/documents/document_stream.h"
#include "services/documents/readers/reader.h"

#include <functional>
#include <span>
#include <string_view>

namespace services {

/// A form of document that can be read.
struct DocumentFormat {
    std::string_view name; ///< as `--help` names it
    std::string_view suffixes; ///< in lower case, each with a space behind it
    DocumentReader read;
};

std::span<const DocumentFormat> documentFormats();

/// What a file is: its bytes tell, where they can; its name only says what kind of text a text is.
/// Throws Unreadable where it is nothing that can be read.
const DocumentFormat& formatOf(const SourceFile& file);

/// Reads a file of any format and hands its parts to `sink`. Errors are reported by the end; only
/// what `sink` throws passes through.
DocumentEnd readFile(
    const SourceFile& file, const ReadLimits& limits, const DocumentWriter::Sink& sink);

} // namespace services
