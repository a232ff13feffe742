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

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<services::CaptionRow::State> m_state;
};

} // namespace ui
