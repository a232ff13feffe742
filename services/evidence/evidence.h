#pragma once

#include "runtime/answer_request.h"
#include "services/conversations/message.h"
#include "services/documents/read_document.h"
#include "services/generation/answer_settings.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace services {

struct Citation;

/// A file, and what it contained when a reply was exported.
struct HashedFile {
    QString path;
    QString hash = {}; ///< SHA-256 in hexadecimal digits; empty: it could not be read

    bool operator==(const HashedFile&) const = default;
};

/// A citation of a reply, and whether its passage had all facts of its statement.
struct EvidenceCitation {
    int number = 0; ///< of the passage, from 1; perhaps of none
    QString statement;
    bool isSupported = false;

    bool operator==(const EvidenceCitation&) const = default;
};

/// A reply with everything that is needed to check it again. A value.
struct Evidence {
    QString question;
    QString answer; ///< as the model wrote it, thoughts included, in Markdown
    QList<Source> sources = {}; ///< [1] is the first
    QList<EvidenceCitation> citations = {}; ///< in the order of the answer
    QList<HashedFile> files = {}; ///< that the cited passages are from

    QString modelName = {}; ///< to be shown to users; empty: no model wrote the answer
    QString modelPath = {}; ///< a file or a folder; empty: the model is not on this computer
    QList<HashedFile> modelFiles = {}; ///< all that the model is loaded from
    QString device = {}; ///< what computed it: "CPU, AVX-512, 2 threads"; may be empty
    QStringList options = {}; ///< of the command line, with which the model was loaded

    /// The settings of the answer, with its seed if that is known.
    AnswerSettings settings = {};
    /// What the model was asked, without settings. Nothing: it read more than texts, or the answer
    /// was written in several steps, so it can't be written again from here.
    std::optional<AnswerRequest> request = {};

    QString version = {}; ///< of the program
    qint64 exported = 0; ///< milliseconds since 1970, UTC
};

/// How work on evidence is followed and stopped.
struct EvidenceWork {
    std::function<void(double share)> progress = {}; ///< 0 … 1, called on the working thread
    std::stop_token stop = {};
    QString reader = ReaderProcess::standardProgram();

    void requireGoing() const; ///< throws Error{Cancelled} once `stop` is requested
    /// Such a process with the reader of this work, which ends once `stop` is requested. The work must
    /// outlive it.
    ReaderProcess readerProcess(ReaderProcess process = {}) const;
};

/// The statement of a citation of the answer as people read it: one line, without the marks of citations,
/// cells of a table separated by dots. Any thread may call it.
QString shownStatement(const std::string& answer, const Citation& citation);

/// The bytes of a passage in the text of its document when it was cited.
ByteRange storedRange(const Source& source);

/// A reply with its citations and the paths of the files that it cites, this program's version and the
/// time. The caller adds what is known of the model. completeEvidence() does what takes time.
Evidence makeEvidence(const QString& question, const QString& answer, const QList<Source>& sources);

/// The numbers of the sources that the answer cites, from 1; of all if it cites none.
QList<int> citedSources(const Evidence& evidence);

/// The files that a model at this path is loaded from: all parts of a GGUF file, or what a folder in
/// Hugging Face layout has of weights, configuration and vocabulary.
QStringList modelFilesAt(const QString& path);

/// True if the request has nothing but texts, passages and tools, and settings that are stored, so that
/// its record is complete.
bool canBeRecorded(const AnswerRequest& request);

/// The SHA-256 of a regular file in hexadecimal digits; empty if it can't be read. Blocks. Throws
/// Error{Cancelled}.
QString hashFile(const QString& path, const EvidenceWork& work = {});

/// Compares the facts of the citations, and hashes the files of the documents and of the model. Blocks; a
/// large model takes some seconds. Throws Error{Cancelled}.
void completeEvidence(Evidence& evidence, const EvidenceWork& work = {});

/// The record of a reply as JSON, which begins with evidenceHead.
QByteArray toRecord(const Evidence& evidence);
inline constexpr const char* evidenceHead = R"({"@type":"vignette-evidence/1")";

/// Reads toRecord(), by anyone. Throws Error{BadFile} with a message if that is no record.
Evidence parseRecord(const QByteArray& record);

} // namespace services
