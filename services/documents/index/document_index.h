#pragma once

#include "services/documents/passages/split_document.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace services {

/// What can be known of a file without reading it.
struct FileStamp {
    QString path; ///< absolute, without links
    qint64 bytes = 0;
    qint64 changed = 0; ///< it or its name; milliseconds since 1970, UTC
    QString volume; ///< where its file system is mounted

    bool operator==(const FileStamp&) const = default;
};

inline constexpr QLatin1String tesseractReader("tesseract");

/// What reads the scanned pages of a document.
struct ScanReading {
    /// tesseractReader or the name of a model; empty: it has no such pages.
    QString reader;
    int pagesRead = 0; ///< by a model: the scanned pages up to this one
    bool isComplete
        = true; ///< false: a model has to read the others, of which Tesseract's text is there

    bool operator==(const ScanReading&) const = default;
};

/// What is kept of a document in addition to its passages.
struct DocumentRecord {
    QByteArray content; ///< what it is known by: a hash of its bytes and its kind
    int reading = 0; ///< the version of what read it
    QString measure; ///< how its passages were measured
    QString title;
    int pages = 0; ///< 0: without pages
    int passages = 0;
    QString error; ///< a message for users; empty: it was read
    ScanReading scans = {};

    bool operator==(const DocumentRecord&) const = default;
};

struct IndexedFile {
    FileStamp stamp;
    DocumentRecord document;
};

using PassageNumber = int64_t;

/// The words of a passage, or its terms with spaces between them.
struct PassageText {
    PassageNumber passage = 0;
    std::string heading, text;
};

/// What a model reads of a passage: its heading and its text.
std::string toText(const PassageText& passage);

/// How close a passage's vector is to a question's.
struct VectorMatch {
    PassageNumber passage = 0;
    float similarity = 0; ///< the cosine of their angle, −1 … 1

    bool operator==(const VectorMatch&) const = default;
};

/// How usual terms are.
struct TermStatistics {
    int64_t passages = 0; ///< in all
    std::vector<int64_t> with; ///< each of the terms
};

/// What to do where there is no store yet.
enum class MissingStore { Create, Fail };

/// A passage that was found.
struct DocumentHit {
    QString file; ///< one of those that contain it
    QString title; ///< of the document
    Passage passage;
    double score = 0; ///< 0 … 1, comparable between questions; see DocumentSearch::defaultThreshold
};

/// Stores the passages of documents. A store may be used by several programs; each object belongs
/// to one thread. Every change is complete or does not happen, and stays when the program is killed
/// afterwards. All functions throw Error{BadFile} with a message that names the store.
class DocumentIndex {
public:
    virtual ~DocumentIndex() = default;

    /// `isInterrupted` is called now and then by functions that read, in their thread. Once it returns
    /// true, they throw Error{Cancelled}. Null: never. Stores that end by themselves in time ignore it.
    virtual void setInterrupt(std::function<bool()> isInterrupted);

    /// The files and folders that users added, sorted, at most 10,000 of them. Anybody who can write
    /// to the store can claim any path, so none of them may be read for that; see OwnDocuments.
    virtual QStringList roots() = 0;
    virtual void addRoot(const QString& path) = 0;

    /// The files at `path` or below it, sorted by path; all, if it is empty.
    virtual QList<IndexedFile> files(const QString& path = {}) = 0;

    virtual std::optional<DocumentRecord> findDocument(const QByteArray& content) = 0;

    /// Says that a file contains this document, which must be there.
    virtual void setFile(const FileStamp& file, const QByteArray& content) = 0;

    /// Does so with a document that is put in the place of what was kept of it.
    virtual void addDocument(
        const FileStamp& file, const DocumentRecord& document, const std::vector<Passage>& passages)
        = 0;

    /// Forgets files, and documents that no file contains any more.
    virtual void removeFiles(const QStringList& paths) = 0;

    /// Forgets these roots, but not what is below them, and these files, and leaves no trace of them
    /// in the store.
    virtual void erase(const QStringList& roots, const QStringList& files) = 0;

    virtual TermStatistics statistics(const std::vector<std::string>& terms) = 0;

    /// Passages that have at least one of the terms, the best of them by a ranking of the store's
    /// own (BM25, where it has that); `most` at the most.
    virtual std::vector<PassageText> findTerms(const std::vector<std::string>& terms, int most) = 0;

    /// The terms of these passages.
    virtual std::vector<PassageText> termsOf(const std::vector<PassageNumber>& numbers) = 0;

    /// The mark of the model whose vectors the store has (see PassageEncoder); empty: it has none.
    virtual std::vector<float> embedding() = 0;

    /// Forgets all vectors: from now on those of the model with this mark are added.
    virtual void setEmbedding(const std::vector<float>& mark) = 0;

    virtual int64_t countWithoutVector() = 0; ///< passages

    /// The first passages behind `after` that have no vector, at most so many.
    virtual std::vector<PassageText> passagesWithoutVector(int most, PassageNumber after = 0) = 0;

    /// Gives vectors, each one unit long, to passages that have none. A passage that is gone
    /// meanwhile is left out.
    virtual void addVectors(
        const std::vector<PassageText>& passages, const std::vector<std::vector<float>>& vectors)
        = 0;

    /// The `most` passages whose vectors are closest to `vector`, which is one unit long, the closest
    /// first; then those of `also` that are not among them and have vectors.
    virtual std::vector<VectorMatch> findVectors(
        const std::vector<float>& vector, int most, const std::vector<PassageNumber>& also = {})
        = 0;

    /// The numbers of a document's passages, in its order; none if it is not there.
    virtual std::vector<PassageNumber> passagesIn(const QByteArray& content) = 0;

    /// The passages of these numbers, in this order; one that is gone meanwhile is left out.
    virtual std::vector<DocumentHit> passages(const std::vector<PassageNumber>& numbers) = 0;
};

/// Opens a store: a file or, by a URL (see PostgresAddress), a database of PostgreSQL, which is
/// asked only when the store is used. Throws Error{BadFile} with a message for users that contains
/// no password.
std::unique_ptr<DocumentIndex> openDocumentIndex(
    const QString& store, MissingStore missing = MissingStore::Create);

/// True if openDocumentIndex() finds a store that was made before; a server is taken to have one.
bool isDocumentIndexThere(const QString& store);

} // namespace services
