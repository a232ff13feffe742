#pragma once

#include <QStyledItemDelegate>

namespace ui {

class CaptionThumbnails;

/// Draws the cells of the table of captions: image and file name; the caption on up to three lines, with
/// marks of its facts; the state with its symbol. A caption is edited in a field over its cell: Enter accepts the text,
/// Shift+Enter breaks the line, Escape restores the old text.
class CaptionDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// The thumbnails must outlive it.
    explicit CaptionDelegate(CaptionThumbnails& thumbnails, QObject* parent = nullptr);

    static int rowHeight(const QWidget* view);

    /// The index of the fact of a caption at a position of its cell; −1: none.
    static int factAt(
        const QPoint& position, const QStyleOptionViewItem& option, const QModelIndex& index);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(
        QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

    /// Says of the fact at the pointer where it stands.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;

private:
    void paintFile(QPainter& painter, const QStyleOptionViewItem& option, const QRect& cell,
        const QModelIndex& index) const;
    void paintState(QPainter& painter, const QStyleOptionViewItem& option, const QRect& cell,
        const QModelIndex& index) const;

    CaptionThumbnails& m_thumbnails;
};

/// Draws a caption run in a list: its name and, at the end of the line, its progress.
class CaptionRunDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
