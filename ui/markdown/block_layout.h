#pragma once

#include "ui/markdown/code/highlighter.h"
#include "ui/markdown/text_flow.h"

#include <memory>

namespace ui {

/// A block that has been laid out: its size, without the space around it, and what is in it. Points
/// are in pixels from its top left corner; positions are indices into the visible text (see
/// markdown_text.h). GUI thread.
class BlockLayout {
public:
    using Marks = QList<QTextLayout::FormatRange>;

    virtual ~BlockLayout() = default;

    virtual double height() const = 0;
    /// The width of the content. If it is more than the width that was given, the block must be
    /// scrolled.
    virtual double contentWidth() const = 0;
    virtual bool isRightToLeft() const { return false; }
    /// The baseline of the first line of text; negative if there is no text.
    virtual double firstBaseline() const { return -1; }

    virtual void draw(
        QPainter& painter, QPointF origin, const Marks& marks, const QRectF& clip) const = 0;
    virtual int positionAt(QPointF point) const = 0;
    virtual QRectF characterRect(int position) const = 0;
    virtual QString linkAt(QPointF) const { return {}; }
    virtual QString latexAt(QPointF) const { return {}; }
};

/// The conditions that a block is laid out for.
struct BlockSpace {
    double width = 0; ///< in pixels
    bool wrapsCode = false;
    CodeState codeBefore = {}; ///< the state at the end of the part of the code above
};

std::unique_ptr<BlockLayout> layOutBlock(
    const MarkdownBlock& block, const MarkdownStyle& style, const BlockSpace& space);

} // namespace ui
