#pragma once

#include "ui/chat/markdown_block.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace ui {

/// Shows a text, with or without Markdown, as tall as it needs to be. The text can be selected
/// across blocks and copied; code has a button that copies it; links open on a click.
class MarkdownView : public QWidget {
    Q_OBJECT

public:
    enum class Markup { Plain, Markdown };

    explicit MarkdownView(Markup markup, QWidget* parent = nullptr);

    /// A text that begins like the one before re-lays only what follows.
    void setText(const QString& text);

    /// Reads the whole text anew: what comes late, such as the target of a link, then counts too.
    void refresh();

    /// The text without marks, block by block.
    QString plainText() const;
    QString selectedText() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    int naturalWidth() const; ///< that no line needs to be broken at

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    // A place in the text: a block and a cursor position in its document.
    struct Place {
        size_t block = 0;
        int position = 0;
        auto operator<=>(const Place&) const = default;
    };

    void rebuild();
    void layOut(int width) const;
    void placeCopyButtons();
    void drawBlock(class QPainter& painter, size_t index) const;
    void drawDocument(class QPainter& painter, size_t index) const;
    QRectF documentRect(size_t index) const;
    Place placeAt(const QPointF& point) const;
    QString linkAt(const QPointF& point) const;
    std::pair<int, int> selectionIn(size_t index) const;
    void selectAll();

    Markup m_markup;
    QString m_text;
    MarkdownStyle m_style;
    std::vector<MarkdownBlock> m_blocks;
    mutable std::vector<QRectF> m_rects; // of the blocks, for m_width
    mutable int m_width = -1;
    mutable int m_height = 0;
    mutable int m_naturalWidth = -1;
    QList<QToolButton*> m_copyButtons; // one for each block of code, in order
    Place m_anchor, m_cursor; // of the selection
    bool m_selecting = false;
};

} // namespace ui
