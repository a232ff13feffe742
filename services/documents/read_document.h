#pragma once

#include "services/documents/document.h"
#include "services/documents/reader_isolation.h"
#include "services/documents/text_languages.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <functional>

namespace services {

/// The process in which a document is read, and what it may take.
struct ReaderProcess {
    QString program = standardProgram();
    std::chrono::seconds time{180}; ///< from page to page, and timePerMebibyte for each of the file
    std::chrono::seconds timePerMebibyte{5};
    std::chrono::seconds longest{1800}; ///< for all of it: text in pictures takes a second a page
    int64_t memory = int64_t(1) << 30; ///< bytes
    TextLanguages languages = standardTextLanguages(); ///< of text in pictures
    /// Asked several times a second while it runs; true ends it, as if it had taken too long.
    std::function<bool()> isCancelled = {};

    /// `vignette-reader` beside this program, or in ../lib/vignette.
    static QString standardProgram();

    void require() const; ///< throws Error{BadFile} with a sentence if there is no such program
};

inline constexpr int64_t maxDocumentBytes = int64_t(512) << 20;

/// Reads a document in a process of its own, which has neither files nor a network; blocks. Any
/// thread may call it.
///
/// `grown` is called on this thread each time that more has come, with all that has come so far, and
/// at least once if there is any; what it throws ends the reading and passes through. `isolation`, if it
/// is not null, is set to what kept the process away from the system. Throws Error{BadFile} with a
/// sentence for users if the document cannot be read, whatever is in it.
Document readDocument(const QString& path, const std::function<void(const Document&)>& grown = {},
    const ReaderProcess& process = {}, ReaderIsolation* isolation = nullptr);

} // namespace services
