#pragma once

#include <QString>
#include <QStyledItemDelegate>

#include <functional>

namespace ui {

/// Something that the palette offers. A value.
struct PaletteEntry {
    QString iconName;
    QString name;
    QString detail; ///< what it is, or where: "Command", "In a conversation"
    QString keys; ///< for people; empty: none
    int score = 0; ///< how well it fits what was typed
    std::function<void()> act;
};

/// Draws entries: icon, name and detail at the left, keys at the right.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { IconRole = Qt::UserRole + 1, DetailRole, KeysRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
