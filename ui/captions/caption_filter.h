#pragma once

#include "services/captions/caption_row.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace ui {

/// Shows only those rows of a CaptionTableModel whose file name or caption contains some words and
/// that are in some state.
class CaptionFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& words);
    void setState(std::optional<services::CaptionRow::State> state); ///< nothing: every state
    /// Always shows this row of the source model, because it is being edited; −1: none.
    void setEdited(int row);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<services::CaptionRow::State> m_state;
    int m_edited = -1;
};

} // namespace ui
