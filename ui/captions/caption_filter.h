#pragma once

#include "services/captions/caption_row.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace ui {

/// The rows of a CaptionTableModel whose file or caption holds some words and that have some state.
class CaptionFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& words);
    void setState(std::optional<services::CaptionRow::State> state); ///< none: all
    void setEdited(int row); ///< of the source: let through while it is; −1: none is

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<services::CaptionRow::State> m_state;
    int m_edited = -1;
};

} // namespace ui
