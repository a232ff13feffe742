#pragma once

#include "base/limited_program.h"
#include "services/documents/document.h"

#include <QFile>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace services {

/// The languages for OCR, and the folder of Tesseract's data for them.
struct TextLanguages {
    QString folder; ///< empty: none are installed
    QStringList
        names; ///< as Tesseract calls them ("eng", "deu"); those that come first are likelier
    QStringList missing; ///< those of the user for which there are no data
};

/// Those that are installed (in TESSDATA_PREFIX, if that is set): of the user's languages, English,
/// and, if there are few, the others too. More than three would be slow and read no better.
TextLanguages standardTextLanguages();

/// The same, of those in a folder.
TextLanguages textLanguagesIn(const QString& folder, const QStringList& ofTheUser);

/// The process in which a document is read, and what it may take.
struct ReaderProcess {
    QString program = standardProgram();
    std::chrono::seconds time{180}; ///< from page to page, and timePerMebibyte for each of the file
    std::chrono::seconds timePerMebibyte{5};
    std::chrono::seconds longest{1800}; ///< for all of it: text in images takes a second a page
    int64_t memory = int64_t(1) << 30; ///< bytes
    TextLanguages languages = standardTextLanguages(); ///< of text in images
    /// The name of the model that reads scanned pages afterwards (see readScans()); empty: none does. Then
    /// a document of nothing but scanned pages is returned even if Tesseract reads none of them.
    QString scanReader = {};
    /// Asked several times a second while it runs; true ends it, as if it had taken too long.
    std::function<bool()> isCancelled = {};

    /// `vignette-reader` in this program's folder, or in ../lib/vignette.
    static QString standardProgram();

    void require() const; ///< throws Error{BadFile} with a message if there is no such program
};

inline constexpr int64_t maxDocumentBytes = int64_t(512) << 20;

/// Reads a document in a process of its own, which has neither files nor a network; blocks. Any
/// thread may call it.
///
/// `grown` is called on this thread each time that more has come, with all that has come so far,
/// and at least once if there is any; what it throws ends the reading and passes through.
/// `isolation`, if it is not null, is set to what kept the process away from the system. Throws
/// Error{BadFile} with a message for users if the document cannot be read, whatever is in it.
Document readDocument(const QString& path, const std::function<void(const Document&)>& grown = {},
    const ReaderProcess& process = {}, ReaderIsolation* isolation = nullptr);

/// What reading a document and drawing its pages have in common: the file, the process, and what is
/// said to users. Each sentence has a "%1" for the name of the file.

/// Opens a file to be read. Throws Error{BadFile} with a message if it is none, or one that is not
/// read.
void openDocument(QFile& file);

/// The reader with the limits for a file of so many bytes; without arguments.
base::LimitedProgram limited(const ReaderProcess& process, int64_t bytes);

/// Runs it on a file, or on bytes in its place. Badly: also if `take` throws base::Error for what it
/// wrote. What `taken`, which is called after it, throws passes through.
base::LimitedProgram::End runReader(const base::LimitedProgram& program, const QFile& file,
    const std::function<void(std::span<const std::byte>)>& take,
    const std::function<void()>& taken = {});
base::LimitedProgram::End runReader(const base::LimitedProgram& program,
    std::span<const std::byte> file, const std::function<void(std::span<const std::byte>)>& take);
base::LimitedProgram::End runReader(base::StartedProgram& program, std::span<const std::byte> file,
    const std::function<void(std::span<const std::byte>)>& take);

QString toMessage(DocumentFault fault);
QString toMessage(base::LimitedProgram::End end);

using SharedDocument = std::shared_ptr<const Document>;

/// Reads the text of a document in the background, on threads that do nothing else, for scans take
/// minutes. Destroying it ends the reading.
class DocumentReading : public QObject {
    Q_OBJECT

public:
    DocumentReading(const QString& path, const ReaderProcess& reader, QObject* parent);
    ~DocumentReading() override;

    /// Null until it has been read.
    const SharedDocument& document() const { return m_document; }
    const QString& error() const { return m_error; } ///< a message, if it cannot be read
    bool hasEnded() const { return m_document || !m_error.isEmpty(); }

signals:
    void progressed(int pages); ///< that have been read so far; a few times a second
    void ended(); ///< with a document or an error

private:
    struct State {
        std::atomic<bool> isCancelled = false;
        std::atomic<int> pages = 0;
    };

    std::shared_ptr<State> m_state = std::make_shared<State>();
    QTimer m_progress;
    SharedDocument m_document;
    QString m_error;
};

} // namespace services
