#pragma once

#include "ui/markdown/math/math_node.h"

#include <QFont>
#include <QPainterPath>
#include <QPointF>

#include <vector>

namespace ui {

/// A part of a formula that has been laid out: its size and what to draw, relative to the left end
/// of its baseline, in pixels of the widget.
struct MathBox {
    struct Sign {
        QPointF place; ///< the left end of its baseline
        QString text;
        QFont font;
    };
    struct Line {
        QPainterPath path;
        double width; ///< of the pen; 0: filled
    };

    double width = 0, ascent = 0, descent = 0;
    std::vector<Sign> signs;
    std::vector<Line> lines;

    double height() const { return ascent + descent; }

    /// Puts another box into this one, which grows to hold it.
    void add(MathBox part, QPointF place);
};

/// A sign that is drawn as tall as it has to be: brackets, braces, bars, arrows.
/// `height` is spread evenly around `axis`, the height of fraction bars above the baseline.
MathBox stretchedSign(const QString& sign, double height, double axis, double em);

/// What stands over or under a body: "hat", "vec", "overline", "underbrace", …
MathBox accented(const QString& accent, MathBox body, double em);

} // namespace ui
