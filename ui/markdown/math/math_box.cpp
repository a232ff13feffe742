#include "ui/markdown/math/math_box.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double penWidth = 0.055; // of an em, as all below
constexpr double gap = 0.12;

QPainterPath polyline(std::initializer_list<QPointF> points)
{
    QPainterPath path(*points.begin());
    for (const QPointF& point : points)
        path.lineTo(point);
    return path;
}

// A curly brace along the y axis from top to bottom, its point to the left.
QPainterPath brace(double top, double bottom, double width)
{
    const double middle = (top + bottom) / 2, right = width, stem = width / 2;
    const double bend = std::min((bottom - top) / 4, width);
    QPainterPath path(QPointF(right, top));
    path.cubicTo({stem, top}, {stem, top}, {stem, top + bend});
    path.lineTo(stem, middle - bend);
    path.cubicTo({stem, middle}, {stem, middle}, {0, middle});
    path.cubicTo({stem, middle}, {stem, middle}, {stem, middle + bend});
    path.lineTo(stem, bottom - bend);
    path.cubicTo({stem, bottom}, {stem, bottom}, {right, bottom});
    return path;
}

QPainterPath mirrored(const QPainterPath& path, double width)
{
    return QTransform(-1, 0, 0, 1, width, 0).map(path);
}

// Draws in a frame of this width, whose top and bottom are given; empty for signs that do not
// stretch.
QPainterPath outline(QChar sign, double top, double bottom, double em, double& width)
{
    const double middle = (top + bottom) / 2;
    QPainterPath path;
    switch (sign.unicode()) {
    case u'(':
    case u')':
        width = 0.2 * em + std::min(0.12 * em, (bottom - top) * 0.03);
        path.moveTo(width, top);
        path.cubicTo({-width * 0.4, top + (bottom - top) * 0.3},
            {-width * 0.4, bottom - (bottom - top) * 0.3}, {width, bottom});
        return sign == u'(' ? path : mirrored(path, width);
    case u'[':
    case u']':
        width = 0.2 * em;
        path = polyline({{width, top}, {0, top}, {0, bottom}, {width, bottom}});
        return sign == u'[' ? path : mirrored(path, width);
    case u'⌊':
    case u'⌋':
        width = 0.2 * em;
        path = polyline({{0, top}, {0, bottom}, {width, bottom}});
        return sign == u'⌊' ? path : mirrored(path, width);
    case u'⌈':
    case u'⌉':
        width = 0.2 * em;
        path = polyline({{width, top}, {0, top}, {0, bottom}});
        return sign == u'⌈' ? path : mirrored(path, width);
    case u'⟨':
    case u'⟩':
        width = 0.26 * em;
        path = polyline({{width, top}, {0, middle}, {width, bottom}});
        return sign == u'⟨' ? path : mirrored(path, width);
    case u'{':
    case u'}':
        width = 0.36 * em;
        path = brace(top, bottom, width);
        return sign == u'{' ? path : mirrored(path, width);
    case u'|':
    case u'∣':
        width = 0;
        return polyline({{0, top}, {0, bottom}});
    case u'‖':
        width = 0.16 * em;
        path = polyline({{0, top}, {0, bottom}});
        path.addPath(polyline({{width, top}, {width, bottom}}));
        return path;
    case u'/':
        width = std::min((bottom - top) * 0.35, em);
        return polyline({{width, top}, {0, bottom}});
    default:
        return path;
    }
}

void drawOver(MathBox& box, const QPainterPath& path, double width, double height)
{
    box.lines.push_back({path, width});
    box.ascent += height;
}

QPainterPath dots(int count, double middle, double y, double em)
{
    const double radius = 0.06 * em, step = 0.2 * em;
    QPainterPath path;
    for (int i = 0; i < count; ++i)
        path.addEllipse(QPointF(middle + (i - (count - 1) / 2.0) * step, y), radius, radius);
    return path;
}

QPainterPath arrow(double from, double to, double y, double em)
{
    const double head = (to > from ? -1 : 1) * 0.14 * em;
    QPainterPath path = polyline({{from, y}, {to, y}});
    path.addPath(polyline({{to + head, y - 0.1 * em}, {to, y}, {to + head, y + 0.1 * em}}));
    return path;
}

QPainterPath tilde(double left, double right, double y, double em)
{
    const double width = right - left, rise = 0.1 * em;
    QPainterPath path(QPointF(left, y + rise / 2));
    path.cubicTo(
        {left + width / 3, y - rise}, {right - width / 3, y + 2 * rise}, {right, y - rise / 2});
    return path;
}

MathBox braced(MathBox body, bool isAbove, double em)
{
    const double height = 0.3 * em;
    const QPainterPath path = brace(0, body.width, height);
    const QTransform turn = isAbove ? QTransform(0, 1, 1, 0, 0, -body.ascent - height - gap * em)
                                    : QTransform(0, -1, 1, 0, 0, body.descent + height + gap * em);
    body.lines.push_back({turn.map(path), penWidth * em});
    (isAbove ? body.ascent : body.descent) += height + gap * em;
    return body;
}

MathBox boxed(MathBox body, double em)
{
    const double space = 0.3 * em;
    MathBox box;
    box.add(std::move(body), {space, 0});
    box.width += space;
    box.ascent += space;
    box.descent += space;
    QPainterPath frame;
    frame.addRect(0, -box.ascent, box.width, box.height());
    box.lines.push_back({frame, penWidth * em});
    return box;
}

} // namespace

void MathBox::add(MathBox part, QPointF point)
{
    for (Sign& sign : part.signs) {
        sign.place += point;
        signs.push_back(std::move(sign));
    }
    for (Line& line : part.lines)
        lines.push_back({line.path.translated(point), line.width});
    width = std::max(width, point.x() + part.width);
    ascent = std::max(ascent, part.ascent - point.y());
    descent = std::max(descent, part.descent + point.y());
}

MathBox stretchedSign(const QString& sign, double height, double axis, double em)
{
    MathBox box;
    if (sign.isEmpty())
        return box;
    const double top = -axis - height / 2, bottom = -axis + height / 2;
    const double side = 0.1 * em;
    double width = 0;
    const QPainterPath path = outline(sign[0], top, bottom, em, width);
    if (path.isEmpty())
        return box;
    box.lines.push_back({path.translated(side, 0), penWidth * em});
    box.width = width + 2 * side;
    box.ascent = -top;
    box.descent = bottom;
    return box;
}

MathBox accented(const QString& accent, MathBox body, double em)
{
    const double pen = penWidth * em, width = body.width, middle = width / 2;
    const double top = -body.ascent - gap * em;
    const bool isWide = accent.startsWith(u"wide") || accent.startsWith(u"over");
    const double half = isWide ? middle : std::min(std::max(0.22 * em, middle * 0.8), 0.3 * em);
    const double left = middle - half, right = middle + half;
    if (accent == u"bar" || accent == u"overline")
        drawOver(body, polyline({{left, top}, {right, top}}), pen, gap * em + pen);
    else if (accent == u"hat" || accent == u"widehat")
        drawOver(
            body, polyline({{left, top}, {middle, top - 0.14 * em}, {right, top}}), pen, 0.28 * em);
    else if (accent == u"check" || accent == u"breve")
        drawOver(body, polyline({{left, top - 0.14 * em}, {middle, top}, {right, top - 0.14 * em}}),
            pen, 0.28 * em);
    else if (accent == u"vec" || accent == u"overrightarrow")
        drawOver(body, arrow(left, right, top - 0.08 * em, em), pen, 0.3 * em);
    else if (accent == u"overleftarrow")
        drawOver(body, arrow(right, left, top - 0.08 * em, em), pen, 0.3 * em);
    else if (accent == u"tilde" || accent == u"widetilde")
        drawOver(body, tilde(left, right, top - 0.06 * em, em), pen, 0.26 * em);
    else if (accent == u"dot" || accent == u"ddot" || accent == u"dddot")
        drawOver(body, dots(int(accent.size()) - 2, middle, top - 0.04 * em, em), 0, 0.24 * em);
    else if (accent == u"mathring")
        drawOver(body, dots(1, middle, top - 0.06 * em, 1.6 * em), pen, 0.3 * em);
    else if (accent == u"acute")
        drawOver(body, polyline({{middle, top}, {right, top - 0.16 * em}}), pen, 0.28 * em);
    else if (accent == u"grave")
        drawOver(body, polyline({{left, top - 0.16 * em}, {middle, top}}), pen, 0.28 * em);
    else if (accent == u"underline") {
        const double y = body.descent + gap * em;
        body.lines.push_back({polyline({{0, y}, {width, y}}), pen});
        body.descent = y + pen;
    } else if (accent == u"cancel") {
        body.lines.push_back({polyline({{0, body.descent}, {width, -body.ascent}}), pen});
    } else if (accent.endsWith(u"brace")) {
        return braced(std::move(body), accent == u"overbrace", em);
    } else {
        return boxed(std::move(body), em);
    }
    return body;
}

} // namespace ui
