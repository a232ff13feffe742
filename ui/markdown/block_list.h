#pragma once

#include "ui/markdown/block_layout.h"

#include <QHash>
#include <QImage>
#include <QPainter>

#include <optional>

namespace ui {

/// The blocks of a text, one below the other. Only blocks that are asked for are laid out; the
/// heights of the others are estimates, so a text may have any length. A leaf is a block, or
/// several blocks that are parts of one; it is identified by the index of its first part. All
/// lengths are in pixels. GUI thread.
class BlockList {
public:
    /// A position that stays valid when blocks above it get their true heights.
    struct Anchor {
        int block = 0;
        int offset = 0; ///< below the top of the block
    };

    void setStyle(const MarkdownStyle& style);
    const MarkdownStyle& style() const { return m_style; }

    /// Replaces the blocks from index `kept` on. Blocks that stay the same keep their layouts.
    /// Returns the index of the first block that differs.
    size_t replaceFrom(size_t kept, std::vector<MarkdownBlock> blocks);

    size_t count() const { return m_items.size(); }
    const MarkdownBlock& block(size_t index) const { return m_items[index].block; }

    void setWidth(double width);
    double width() const { return m_width; }
    double height() const;
    double naturalWidth() const; ///< at which no line needs to be broken

    /// Lays out the blocks in this range; returns true if a height differs from its estimate.
    bool layOutBetween(double top, double bottom);
    bool layOutAll();
    /// Discards the layouts of blocks far away from this range; their heights are kept.
    void forgetBeyond(double top, double bottom);

    size_t indexAt(double y) const; ///< of the block at or above `y`; there must be a block
    QRectF rect(size_t index) const; ///< includes the background of code
    QRectF contentRect(size_t index) const; ///< where the text is visible
    const BlockLayout& layout(size_t index); ///< lays the block out if necessary
    QPointF contentOrigin(size_t index) const; ///< where the layout begins, moved by the scrolling

    Anchor anchorAt(int y) const;
    int toY(Anchor anchor) const;

    /// A closed disclosure hides what is in it; hidden blocks have no height.
    bool isHidden(size_t index) const { return m_items[index].isHidden; }
    bool isOpen(size_t summary) const;
    void setOpen(size_t summary, bool isOpen);
    /// Opens all disclosures around a block; returns true if one was closed.
    bool reveal(size_t index);

    /// Shows an image in place of a code; null: the code again. Its device pixel ratio says how large
    /// it is. Returns true if this changes something.
    bool setPicture(size_t leaf, const QImage& picture);
    QImage picture(size_t leaf) const { return m_pictures.value(leaf); }
    QRectF pictureRect(size_t leaf) const;

    size_t leafOf(size_t index) const { return m_items[index].leaf; }
    size_t lastPart(size_t leaf) const;
    QRectF leafRect(size_t leaf) const;
    QString fullCode(size_t leaf) const; ///< the code of all parts
    double leafContentWidth(size_t leaf) const;
    bool wraps(size_t leaf) const { return m_wraps.value(leaf); }
    void setWraps(size_t leaf, bool wraps);
    double scrolled(size_t leaf) const { return m_scrolled.value(leaf); }
    void setScrolled(size_t leaf, double pixels) { m_scrolled[leaf] = pixels; }

    static constexpr int codeHeader = 34; ///< pixels above the text of code
    static constexpr int scrollBar = 12; ///< pixels below a block that must be scrolled
    static constexpr int summaryHeight = 32; ///< pixels of the title of a disclosure

private:
    struct Item {
        MarkdownBlock block;
        std::unique_ptr<BlockLayout> layout;
        size_t leaf = 0;
        double height = 0; // without the space above
        double contentWidth = 0; // once measured
        bool isMeasured = false; // height is no estimate
        bool isHidden = false;
        std::optional<CodeState> codeAfter;
    };

    double blockIndent(const MarkdownBlock& block) const;
    double blockWidth(const MarkdownBlock& block) const;
    double paddingAbove(size_t index) const;
    double paddingBelow(size_t index) const;
    bool isLastPart(size_t index) const;
    double estimate(const MarkdownBlock& block) const;
    CodeState codeBefore(size_t index);
    bool measure(size_t index);
    void place() const;
    void hideClosed();
    QSizeF pictureSize(size_t leaf) const;

    struct Letters {
        double height, width; // of a line, of an average letter
    };

    MarkdownStyle m_style;
    Letters m_text{}, m_code{};
    std::vector<Item> m_items;
    QHash<size_t, bool> m_wraps; // by leaf
    QHash<size_t, double> m_scrolled;
    QHash<size_t, QImage> m_pictures;
    QHash<size_t, bool> m_open; // by summary, where the user has decided
    double m_width = 0;
    mutable std::vector<double> m_tops; // of the items, and the end of the last
    mutable bool m_isPlaced = false;
};

} // namespace ui
