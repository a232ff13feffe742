#pragma once

#include <QFont>
#include <QPointF>
#include <QString>

#include <memory>

class QPainter;

namespace ui {

/// A typeset LaTeX formula. Commands that it does not know show as they are written; nothing that a
/// formula says takes more than bounded time, depth and size. A value that is cheap to copy; GUI
/// thread. Sizes are in pixels of the widget.
class Formula {
public:
    enum class Style { Inline, Displayed };

    Formula(const QString& latex, const QFont& font, Style style);

    double width() const;
    double ascent() const; ///< above the baseline
    double descent() const; ///< below it

    /// With its left end on the baseline at `origin`, in the colour of the painter's pen.
    void draw(QPainter& painter, QPointF origin) const;

private:
    std::shared_ptr<const struct MathBox> m_box;
};

} // namespace ui
