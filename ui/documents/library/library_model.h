#pragma once

#include "services/documents/library/document_library.h"
#include "services/documents/library/library_index.h"

#include <QAbstractItemModel>
#include <QString>
#include <QTimer>

#include <memory>
#include <vector>

namespace services {
class DocumentLibrary;
}

namespace ui {

/// "300 files · 3 failed · 1,204 pages · 5,600 passages", without what there is none of.
QString countsText(const services::LibraryCounts& counts);

/// What came of a file: its pages and passages, or why it was not read, or that it waits.
QString outcomeText(const services::LibraryFile& file);

/// What a library is doing: "Reading: 12 of 300 files".
QString progressText(const services::DocumentLibrary& library);

/// A file or folder as users know it: its name, and the folder it is in.
QString nameOfPath(const QString& path);
QString folderOfPath(const QString& path); ///< with ~ for the user's own folder

/// The documents of a library as a tree: what was added, and below each folder its files. Rows stay
/// the same while their files do, however often a folder is checked. Lives in the window's thread.
class LibraryModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        PathRole = Qt::UserRole + 1, ///< QString
        DetailRole, ///< QString: what is said of it in a line below its name
        StateRole, ///< int: a services::LibraryFile::State; of a folder, Failed if one of its files is
        CollectionRole, ///< bool: somebody added it, and its files are below it
        OwnRole, ///< bool: of a collection, this user added it on this computer
        FolderRole, ///< bool
    };

    /// The library must outlive it.
    explicit LibraryModel(const services::DocumentLibrary& library, QObject* parent = nullptr);
    ~LibraryModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    QModelIndex indexOf(const QString& root) const; ///< invalid: there is no such root

    /// What a row stands for.
    const services::LibraryFile* file(const QModelIndex& index) const; ///< null: a folder
    /// The counts of a root or folder; null: a file below one.
    const services::LibraryCounts* counts(const QModelIndex& index) const;

private:
    struct Collection;

    Collection* collectionAt(const QModelIndex& index) const;
    void takeRoots();
    void update(int row, const services::LibraryRoot& root);
    void takeFiles(int row, const QList<services::LibraryFile>& files);
    void takeFile(const QString& root, const services::LibraryFile& file);
    void takeCounts();
    QVariant collectionData(const Collection& collection, int role) const;

    const services::DocumentLibrary& m_library;
    std::vector<std::unique_ptr<Collection>> m_collections; // in the order of the library
    QTimer m_counting; // gathers changes
};

} // namespace ui
