#pragma once

#include <QStyledItemDelegate>

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

} // namespace ui
