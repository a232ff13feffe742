#pragma once

#include "kernels/backend.h"
#include "services/documents/index/document_index.h"
#include "services/storage/database.h"

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace services {

/// A vector in blocks of 32 numbers of 8 bits with a factor each (Q8_0 of GGUF), the last one filled
/// with zeros.
QByteArray packedVector(std::span<const float> vector);

qsizetype packedVectorBytes(size_t columns); ///< how many that are of so many numbers

/// Many such vectors, of which the closest are found by looking at all: 100,000 of 384 numbers take
/// 41 MB of memory and some milliseconds. Belongs to one thread.
class VectorTable {
public:
    explicit VectorTable(size_t columns);

    size_t columns() const { return m_columns; }

    /// A vector that is not of this length, or whose number does not ascend, is left out.
    void add(PassageNumber passage, const QByteArray& packed);

    /// See DocumentIndex::findVectors().
    std::vector<VectorMatch> find(
        std::span<const float> vector, int most, std::span<const PassageNumber> also) const;

private:
    std::vector<float> productsWith(std::span<const float> vector) const;

    std::unique_ptr<kernels::Backend> m_processor;
    size_t m_columns;
    std::vector<PassageNumber> m_passages;
    std::vector<std::byte> m_rows;
};

/// A store in a SQLite file. Terms are in an index of FTS5; vectors are read into memory when the
/// first question comes. What others have written there is not trusted: a schema of their own is
/// rejected, texts are cut at lengths that no passage has, and a statement that reads ends after a
/// time.
class SqliteIndex final : public DocumentIndex {
public:
    /// Opens or creates the file.
    explicit SqliteIndex(const QString& path, const Database::Limits& limits = {});

    void setInterrupt(std::function<bool()> isInterrupted) override;
    QStringList roots() override;
    void addRoot(const QString& path) override;
    QList<IndexedFile> files(const QString& path) override;
    std::optional<DocumentRecord> findDocument(const QByteArray& content) override;
    void setFile(const FileStamp& file, const QByteArray& content) override;
    void addDocument(const FileStamp& file, const DocumentRecord& document,
        const std::vector<Passage>& passages) override;
    void removeFiles(const QStringList& paths) override;
    void erase(const QStringList& roots, const QStringList& files) override;
    TermStatistics statistics(const std::vector<std::string>& terms) override;
    std::vector<PassageText> findTerms(const std::vector<std::string>& terms, int most) override;
    std::vector<PassageText> termsOf(const std::vector<PassageNumber>& numbers) override;
    std::vector<float> embedding() override;
    void setEmbedding(const std::vector<float>& mark) override;
    int64_t countWithoutVector() override;
    std::vector<PassageText> passagesWithoutVector(int most, PassageNumber after = 0) override;
    void addVectors(const std::vector<PassageText>& passages,
        const std::vector<std::vector<float>>& vectors) override;
    std::vector<VectorMatch> findVectors(const std::vector<float>& vector, int most,
        const std::vector<PassageNumber>& also) override;
    std::vector<PassageNumber> passagesIn(const QByteArray& content) override;
    std::vector<DocumentHit> passages(const std::vector<PassageNumber>& numbers) override;

private:
    int64_t insertDocument(const DocumentRecord& document);
    QString insertPassage(int64_t document, const QString& title, const Passage& passage);
    void countTerms(const QStringList& terms);
    void uncountTerms(int64_t document);
    void addScores(
        std::unordered_map<PassageNumber, double>& scores, const std::string& term, double rarity);
    void pointTo(int64_t document, const FileStamp& file);
    void erasePassages(int64_t document);
    std::optional<int64_t> documentAt(const QString& path);
    void removeAll(const QStringList& paths);
    void eraseUnlessHeld(int64_t document);

    const VectorTable& vectors(size_t columns);

    Database m_database;
    std::unique_ptr<VectorTable> m_vectors; // as they were at that version; null: not read yet
    qint64 m_vectorsVersion = 0;
};

} // namespace services
