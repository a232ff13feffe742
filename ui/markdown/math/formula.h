#pragma once

#include <QFont>
#include <QPointF>
#include <QString>

#include <memory>

class QPainter;

namespace ui {

/// A typeset LaTeX formula. Unknown commands are shown as they are written. Time, depth and size
/// are bounded for any formula. A Formula is cheap to copy. Lengths are in pixels. Any thread may use
/// one, in a program with a screen.
class Formula {
public:
    enum class Style { Inline, Displayed };

    Formula(const QString& latex, const QFont& font, Style style);

    double width() const;
    double ascent() const; ///< above the baseline
    double descent() const; ///< below the baseline

    /// Draws it in the color of the painter's pen; `origin` is the left end of its baseline.
    void draw(QPainter& painter, QPointF origin) const;

private:
    std::shared_ptr<const struct MathBox> m_box;
};

} // namespace ui
