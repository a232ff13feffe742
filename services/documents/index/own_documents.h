#pragma once

#include "services/documents/index/document_index.h"
#include "services/storage/database.h"

#include <QSet>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <memory>

namespace services {

/// What this user added to one store of documents on this computer. Others may write to a store, so
/// what the store says about folders is never followed: only the roots of this list are read and
/// watched, and only its files are removed from the store. The list is a SQLite file with mode 0600
/// outside all stores, which several programs of the user may use at once. It tells stores apart by
/// the computer's machine ID and by their canonical name: a URL without password and without
/// parameters that don't select a server, or a path without links.
///
/// Belongs to one thread. All functions throw Error{BadFile} with a message that names the file.
class OwnDocuments {
public:
    /// Opens or creates the list `file`. `store` is a file or a URL, as openDocumentIndex() takes it.
    OwnDocuments(const QString& file, const QString& store);

    /// Absolute paths without links, at `path` or below it, sorted; all, if it is empty.
    QStringList roots(const QString& path = {});
    void addRoot(const QString& path);

    QSet<QString> files(const QString& path = {}); ///< the same, not sorted
    void addFiles(const QStringList& paths);
    void removeFiles(const QStringList& paths);

    /// Erases roots and files at `path` or below it from `index`, the store, and from the list.
    void eraseFrom(DocumentIndex& index, const QString& path);

    void clear(); ///< forgets everything about this store

    /// Takes over everything that `index` holds, for stores of versions that kept no list. Does so
    /// once, and only if the store is `privateStore` and nobody but the user can write to that file.
    void adoptOnce(DocumentIndex& index, const QString& privateStore);

private:
    QSqlQuery storeNumber(); // one row, or none
    qint64 insertedStoreNumber();
    QStringList pathsIn(const QString& table, const QString& path);
    void insert(const QString& table, const QStringList& paths);

    Database m_database;
    const QVariantList m_key; // the computer, and the canonical name of the store
};

/// The location of the list of OwnDocuments.
struct OwnDocumentsLocation {
    QString file;
    QString privateStore; ///< the program's own store, which is adopted once; empty: none
};

/// A store together with what this user added to it.
struct OwnedStore {
    std::unique_ptr<DocumentIndex> index;
    std::unique_ptr<OwnDocuments> own;
};

/// Opens both. A store file that is created now contains nothing of the user, whatever an earlier
/// one of the same name did. Throws what openDocumentIndex() and OwnDocuments throw.
OwnedStore openOwnedStore(const QString& store, const OwnDocumentsLocation& location,
    MissingStore missing = MissingStore::Create);

} // namespace services
