#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Draws the cells of a TableModel: those whose passage is known as what leads there.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
};

} // namespace ui
