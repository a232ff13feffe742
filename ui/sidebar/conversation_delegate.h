#pragma once

#include <QString>
#include <QStyledItemDelegate>

class QPainter;
class QRect;

namespace ui {

struct Colors;

inline constexpr int excerptLines = 2;

/// Draws the excerpt of a SearchHit in the painter's font on two lines, with the found words
/// highlighted.
void drawExcerpt(QPainter& painter, const QRect& rect, const QString& excerpt,
    Qt::LayoutDirection direction, const Colors& colors);

/// Draws the rows of the sidebar. A conversation is its title on a rounded surface, with a dot
/// while its answer is being written, or a symbol if it is temporary or pinned. A row of
/// ConversationSearch shows the words that were found below the title. The name of a section is
/// written small; a folder has an arrow and the number of its conversations.
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
