#pragma once

#include <QString>
#include <QStyledItemDelegate>

#include <functional>

namespace ui {

/// An entry of the palette.
struct PaletteEntry {
    QString iconName;
    QString name;
    QString detail; ///< what or where it is: "Command", "In a conversation"
    QString keys; ///< as text for users; may be empty
    int score = 0; ///< how well it matches what was typed
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
