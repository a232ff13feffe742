#pragma once

#include "services/documents/document_fault.h"
#include "services/documents/read_document.h"
#include "vision/images/limited_program.h"

#include <QFile>

#include <cstddef>
#include <functional>
#include <span>

namespace services {

/// What reading a document and drawing its pages have in common: the file, the process, and what is
/// said to users. Each sentence has a "%1" for the name of the file.

/// Opens a file to be read. Throws Error{BadFile} with a sentence if it is none, or one that is not
/// read.
void openDocument(QFile& file);

/// The reader with the limits for a file of so many bytes; without arguments.
vision::LimitedProgram limited(const ReaderProcess& process, int64_t bytes);

/// Runs it on a file, or on bytes in its place. Badly: also if `take` throws kernels::Error for what it
/// wrote. What `taken`, which is called after it, throws passes through.
vision::LimitedProgram::End runReader(const vision::LimitedProgram& program, const QFile& file,
    const std::function<void(std::span<const std::byte>)>& take,
    const std::function<void()>& taken = {});
vision::LimitedProgram::End runReader(const vision::LimitedProgram& program,
    std::span<const std::byte> file, const std::function<void(std::span<const std::byte>)>& take);

QString sentenceOf(DocumentFault fault);
QString sentenceOf(vision::LimitedProgram::End end);

} // namespace services
