#pragma once

#include "ui/markdown/block_layout.h"

#include <QHash>
#include <QPainter>

#include <optional>

namespace ui {

/// The blocks of a text one below the other. Only those asked for are laid out; the heights of the
/// others are estimates, so that a text may be as long as it likes. A leaf is a block or the parts
/// of one; it goes by the index of its first part. Pixels; GUI thread.
class BlockList {
public:
    /// Where something stands, whatever gets to know its true height above it.
    struct Anchor {
        int block = 0;
        int offset = 0; ///< pixels below the block's top
    };

    void setStyle(const MarkdownStyle& style);
    const MarkdownStyle& style() const { return m_style; }

    /// The blocks from `kept` on are these now. Those that are the same keep their layout. Returns
    /// the first that differs.
    size_t replaceFrom(size_t kept, std::vector<MarkdownBlock> blocks);

    size_t count() const { return m_items.size(); }
    const MarkdownBlock& block(size_t index) const { return m_items[index].block; }

    void setWidth(double width);
    double width() const { return m_width; }
    double height() const;
    double naturalWidth() const; ///< that no line needs to be broken at

    /// Lays out what stands there; true if a height was not as estimated.
    bool layOutBetween(double top, double bottom);
    bool layOutAll();
    /// Forgets the layouts of what is far from there; their heights stay.
    void forgetBeyond(double top, double bottom);

    size_t indexAt(double y) const; ///< of the block there or above; there must be one
    QRectF rect(size_t index) const; ///< with the surface of code
    QRectF contentRect(size_t index) const; ///< where text is seen, without the scrolling
    const BlockLayout& layout(size_t index); ///< lays it out, if it is not
    QPointF contentOrigin(size_t index) const; ///< of its layout, scrolled

    Anchor anchorAt(int y) const;
    int yOf(Anchor anchor) const;

    size_t leafOf(size_t index) const { return m_items[index].leaf; }
    size_t lastOf(size_t leaf) const;
    QRectF leafRect(size_t leaf) const;
    QString codeOf(size_t leaf) const; ///< the whole of it
    double leafContentWidth(size_t leaf) const;
    bool wraps(size_t leaf) const { return m_wraps.value(leaf); }
    void setWraps(size_t leaf, bool wraps);
    double scrolled(size_t leaf) const { return m_scrolled.value(leaf); }
    void setScrolled(size_t leaf, double pixels) { m_scrolled[leaf] = pixels; }

    static constexpr int codeHeader = 34; ///< pixels above the text of code
    static constexpr int scrollBar = 12; ///< below what is too wide

private:
    struct Item {
        MarkdownBlock block;
        std::unique_ptr<BlockLayout> layout;
        size_t leaf = 0;
        double height = 0; // without the space above
        double contentWidth = 0; // once measured
        bool isMeasured = false; // height is no estimate
        std::optional<CodeState> codeAfter;
    };

    double indentOf(const MarkdownBlock& block) const;
    double contentWidthOf(const MarkdownBlock& block) const;
    double paddingAbove(size_t index) const;
    double paddingBelow(size_t index) const;
    bool isLastPart(size_t index) const;
    double estimate(const MarkdownBlock& block) const;
    CodeState codeBefore(size_t index);
    bool measure(size_t index);
    void place() const;

    struct Letters {
        double height, width; // of a line, of an average letter
    };

    MarkdownStyle m_style;
    Letters m_text{}, m_code{};
    std::vector<Item> m_items;
    QHash<size_t, bool> m_wraps; // by leaf
    QHash<size_t, double> m_scrolled;
    double m_width = 0;
    mutable std::vector<double> m_tops; // of the items, and the end of the last
    mutable bool m_isPlaced = false;
};

} // namespace ui
