#pragma once

#include "services/documents/library/library_index.h"
#include "ui/documents/library/library_model.h"

#include <QSortFilterProxyModel>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QTreeView>

#include <optional>

namespace ui {

/// Draws a row of a LibraryModel: its symbol, its name, and below that what came of it.
class LibraryDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Shows only those files of a LibraryModel that are in some state, and the folders that have any.
class LibraryFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setState(std::optional<services::LibraryFile::State> state); ///< nothing: every state

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::optional<services::LibraryFile::State> m_state;
};

/// The documents of a library, with the state of each. Enter or a double click opens a file, Delete
/// removes what the user added; a menu has all that can be done.
class LibraryView : public QTreeView {
    Q_OBJECT

public:
    /// The library must outlive it.
    explicit LibraryView(const services::DocumentLibrary& library, QWidget* parent = nullptr);

    LibraryFilter& filter() { return m_filter; }
    void showRoot(const QString& root); ///< with its files

    /// Those that are selected, and of folders all that are below them, of what the user added;
    /// nothing selected: none.
    QStringList selectedFiles() const;
    QStringList selectedFailures() const; ///< those of them that could not be read
    QStringList selectedRoots() const; ///< that the user added
    QStringList selectedRootsOfOthers() const;

signals:
    void fileOpened(const QString& path);
    void removeRequested(const QStringList& roots);
    void addRequested(const QStringList& roots); ///< of others, on this computer, too
    void retryRequested(const QStringList& files);
    void tableRequested(const QStringList& files);
    void shownChanged(); ///< other rows, or others are selected

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void open(const QModelIndex& index);
    void removeSelected();
    void expandOnly();
    QList<const services::LibraryFile*> selected() const;
    QStringList selectedRoots(bool areOwn) const;

    LibraryModel m_model;
    LibraryFilter m_filter;
};

} // namespace ui
