#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Draws rows of two lines: a name and, smaller, a detail; the chosen row has a check mark.
class ModelRows : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole + 1, ///< QString
        ChosenRole, ///< bool
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
