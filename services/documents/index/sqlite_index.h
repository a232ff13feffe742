#pragma once

#include "services/documents/index/document_index.h"
#include "services/storage/database.h"

namespace services {

/// A store in a SQLite file; terms are in an index of FTS5.
class SqliteIndex final : public DocumentIndex {
public:
    /// Opens or creates the file.
    explicit SqliteIndex(const QString& path);

    QStringList roots() override;
    void addRoot(const QString& path) override;
    QList<IndexedFile> files(const QString& path) override;
    std::optional<DocumentRecord> findDocument(const QByteArray& content) override;
    void setFile(const FileStamp& file, const QByteArray& content) override;
    void addDocument(const FileStamp& file, const DocumentRecord& document,
        const std::vector<IndexedPassage>& passages) override;
    void removeFiles(const QStringList& paths) override;
    void erase(const QString& path) override;
    TermStatistics statistics(const std::vector<std::string>& terms) override;
    std::vector<TermMatch> findTerms(const std::vector<std::string>& terms, int most) override;
    std::vector<FoundPassage> passages(const std::vector<PassageNumber>& numbers) override;

private:
    int64_t insertDocument(const DocumentRecord& document);
    void insertPassage(int64_t document, const QString& title, const IndexedPassage& passage);
    void pointTo(int64_t document, const FileStamp& file);
    void erasePassages(int64_t document);
    void eraseDocumentsNobodyHas();

    Database m_database;
};

} // namespace services
