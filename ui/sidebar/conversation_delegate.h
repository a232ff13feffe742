#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Paints a conversation's title on a rounded row: with a dot while its answer is being written,
/// else with a mark if it is temporary or pinned. A row of ConversationSearch shows the words found
/// below the title. The name of a section stands in small letters, that of a folder with an arrow
/// and the number of its conversations.
class ConversationDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
};

} // namespace ui
