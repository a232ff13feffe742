#pragma once

#include "ui/markdown/code/highlighter.h"
#include "ui/markdown/text_flow.h"

#include <memory>

namespace ui {

/// A block on the screen: its place and size without the space around it. Points are relative to
/// its top left corner. GUI thread.
class BlockLayout {
public:
    using Marks = QList<QTextLayout::FormatRange>;

    virtual ~BlockLayout() = default;

    virtual double height() const = 0;
    virtual double contentWidth() const = 0; ///< more than it was given: it has to be scrolled
    virtual bool isRightToLeft() const { return false; }
    virtual double firstBaseline() const { return -1; } ///< of its text; negative: it has none

    virtual void draw(
        QPainter& painter, QPointF origin, const Marks& marks, const QRectF& clip) const = 0;
    virtual int positionAt(QPointF point) const = 0;
    virtual QRectF rectOf(int position) const = 0;
    virtual QString linkAt(QPointF) const { return {}; }
    virtual QString latexAt(QPointF) const { return {}; }
};

/// What a block is laid out for.
struct BlockSpace {
    double width = 0; ///< pixels
    bool wrapsCode = false;
    CodeState codeBefore = {}; ///< how the part of the code above ended
};

std::unique_ptr<BlockLayout> layOutBlock(
    const MarkdownBlock& block, const MarkdownStyle& style, const BlockSpace& space);

} // namespace ui
