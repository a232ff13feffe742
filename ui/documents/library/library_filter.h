#pragma once

#include "services/documents/library/library_root.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace ui {

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

} // namespace ui
