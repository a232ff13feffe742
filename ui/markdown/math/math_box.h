#pragma once

#include "ui/markdown/math/math_node.h"

#include <QFont>
#include <QPainterPath>
#include <QPointF>

#include <vector>

namespace ui {

/// A part of a formula that has been laid out: its size, and what to draw. Places are in pixels,
/// relative to the left end of its baseline.
struct MathBox {
    struct Sign {
        QPointF place; ///< the left end of the sign's baseline
        QString text;
        QFont font;
    };
    struct Line {
        QPainterPath path;
        double width; ///< of the pen; 0: the path is filled
    };

    double width = 0, ascent = 0, descent = 0;
    std::vector<Sign> signs;
    std::vector<Line> lines;

    double height() const { return ascent + descent; }

    /// Puts another box at `place` into this one, which grows to contain it.
    void add(MathBox part, QPointF point);
};

/// Draws a sign as tall as `height`: brackets, braces, bars, arrows. The height is distributed
/// evenly around `axis`, which is where fraction bars are, above the baseline.
MathBox stretchedSign(const QString& sign, double height, double axis, double em);

/// Puts an accent over or under a body: "hat", "vec", "overline", "underbrace", …
MathBox accented(const QString& accent, MathBox body, double em);

} // namespace ui
