#pragma once

#include "services/documents/document_stream.h"
#include "services/documents/readers/reader.h"

namespace services {

/// The reader of a file: its bytes tell, where they can; its name only says what kind of text a
/// text is. Throws Unreadable where it is nothing that can be read.
DocumentReader findReader(const SourceFile& file);

/// Reads a file of any format and hands its parts to `sink`. Errors are reported by the end; only
/// what `sink` throws passes through.
DocumentEnd readFile(
    const SourceFile& file, const ReadLimits& limits, const DocumentWriter::Sink& sink);

} // namespace services
