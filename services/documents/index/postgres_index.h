#pragma once

#include "services/documents/index/document_index.h"
#include "services/storage/postgres_database.h"

namespace services {

/// A store in a PostgreSQL database with the extension pgvector, in a schema named vignette, which
/// several people may use at once. Terms are in a tsvector, vectors in an index of HNSW, which finds
/// nearly all of the closest. What others have written there is not trusted: texts are cut at lengths
/// that no passage has, and numbers that cannot be are left out.
///
/// What is erased is gone from the tables at once. The server's own files keep its bytes until the
/// server has cleaned them (VACUUM), its log and its copies as long as they last.
class PostgresIndex final : public DocumentIndex {
public:
    /// Connects when it is used first.
    explicit PostgresIndex(
        const PostgresAddress& address, MissingStore missing = MissingStore::Create);

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
    void prepareStore(MissingStore missing);
    void requireServer();
    void requireVectors();
    int version();
    void createStore();
    void createSchema();
    void openSchema();
    void change(const std::function<void()>& work);
    int64_t insertDocument(const DocumentRecord& document);
    void insertPassages(
        int64_t document, const QString& title, const std::vector<Passage>& passages);
    void insertVectors(const QString& rows);
    void pointTo(int64_t document, const FileStamp& file);
    void eraseFiles(const QString& condition, const QVariantList& values);
    int columns();

    PostgresDatabase m_database;
};

} // namespace services
