#include "ui/pictures/word_selection.h"

#include "services/pictures/picture_place.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ui {

using services::PictureText;
using After = services::PictureWord::After;

namespace {

// A vertical distance counts four times as much as a horizontal one.
double distance(const QRectF& word, QPointF point)
{
    const auto outside = [](double at, double from, double to) {
        return std::max({from - at, at - to, 0.0});
    };
    return outside(point.x(), word.left(), word.right())
        + 4 * outside(point.y(), word.top(), word.bottom());
}

bool shareLine(const QRectF& word, const QRectF& other)
{
    return std::abs(word.center().y() - other.center().y())
        < std::max(word.height(), other.height()) / 2;
}

} // namespace

void WordSelection::setText(const PictureText& text, QSizeF picture)
{
    m_text = text;
    m_picture = picture;
    m_offsets.clear();
    qsizetype offset = 0;
    for (qsizetype word = 0; word < text.words.size(); ++word) {
        m_offsets << offset;
        offset += text.words[word].text.size() + services::spelled(text.words[word].after).size();
    }
    clear();
}

void WordSelection::selectAll()
{
    if (m_text.isEmpty())
        return;
    m_anchor = 0;
    m_cursor = m_text.words.size() - 1;
}

void WordSelection::select(qsizetype word, Reach reach)
{
    m_cursor = word;
    if (reach == Reach::One || m_anchor == none)
        m_anchor = word;
}

void WordSelection::move(Step step, Reach reach)
{
    if (m_text.isEmpty())
        return;
    select(isEmpty() ? 0 : after(step), reach);
}

qsizetype WordSelection::after(Step step) const
{
    const qsizetype end = m_text.words.size() - 1;
    switch (step) {
    case Step::Left:
        return std::max<qsizetype>(m_cursor - 1, 0);
    case Step::Right:
        return std::min(m_cursor + 1, end);
    case Step::LineStart:
        return lineStart(m_cursor);
    case Step::LineEnd:
        return lineEnd(m_cursor);
    case Step::First:
        return 0;
    case Step::Last:
        return end;
    case Step::Up:
    case Step::Down:
        break;
    }
    const double x = wordRect(m_cursor).center().x();
    const qsizetype start = lineStart(m_cursor), last = lineEnd(m_cursor);
    if (step == Step::Up)
        return start == 0 ? 0 : nearestIn(lineStart(start - 1), start - 1, x);
    return last == end ? end : nearestIn(last + 1, lineEnd(last + 1), x);
}

QString WordSelection::selectedText() const
{
    return isEmpty() ? QString() : m_text.text(first(), last());
}

QRectF WordSelection::wordRect(qsizetype word) const
{
    return services::inPixels(m_text.words[word].place, m_picture);
}

qsizetype WordSelection::lineStart(qsizetype word) const
{
    while (word > 0 && m_text.words[word - 1].after == After::Space)
        --word;
    return word;
}

qsizetype WordSelection::lineEnd(qsizetype word) const
{
    while (word + 1 < m_text.words.size() && m_text.words[word].after == After::Space)
        ++word;
    return word;
}

qsizetype WordSelection::nearestIn(qsizetype first, qsizetype last, double x) const
{
    qsizetype nearest = first;
    for (qsizetype word = first; word <= last; ++word)
        if (std::abs(wordRect(word).center().x() - x)
            < std::abs(wordRect(nearest).center().x() - x))
            nearest = word;
    return nearest;
}

qsizetype WordSelection::wordAt(QPointF point) const
{
    for (qsizetype word = 0; word < m_text.words.size(); ++word)
        if (wordRect(word).contains(point))
            return word;
    return none;
}

qsizetype WordSelection::nearestTo(QPointF point) const
{
    qsizetype nearest = none;
    double min = 0;
    for (qsizetype word = 0; word < m_text.words.size(); ++word) {
        const double far = distance(wordRect(word), point);
        if (nearest != none && far >= min)
            continue;
        nearest = word;
        min = far;
    }
    return nearest;
}

QList<QRectF> WordSelection::marks(qsizetype first, qsizetype last) const
{
    QList<QRectF> marks;
    for (qsizetype word = first; word != none && word <= last; ++word) {
        const QRectF rect = wordRect(word);
        const bool goesOn = word > first && m_text.words[word - 1].after == After::Space
            && shareLine(marks.last(), rect);
        if (goesOn)
            marks.last() |= rect;
        else
            marks << rect;
    }
    return marks;
}

qsizetype WordSelection::wordAtOffset(qsizetype offset) const
{
    const auto behind = std::upper_bound(m_offsets.begin(), m_offsets.end(), offset);
    return m_text.isEmpty() ? none : std::max<qsizetype>(behind - m_offsets.begin() - 1, 0);
}

QPoint arrowDirection(int key)
{
    switch (key) {
    case Qt::Key_Left:
        return {-1, 0};
    case Qt::Key_Right:
        return {1, 0};
    case Qt::Key_Up:
        return {0, -1};
    case Qt::Key_Down:
        return {0, 1};
    default:
        return {};
    }
}

Region::Region(QSize picture)
    : m_picture(picture)
    , m_rect(picture.width() / 4, picture.height() / 4, std::max(1, picture.width() / 2),
          std::max(1, picture.height() / 2))
{
}

void Region::setCorners(QPoint one, QPoint other)
{
    const QRect picture(QPoint(), m_picture);
    const auto inPicture = [&](QPoint point) {
        return QPoint(qBound(picture.left(), point.x(), picture.right()),
            qBound(picture.top(), point.y(), picture.bottom()));
    };
    const QPoint from = inPicture(one), to = inPicture(other);
    m_rect = QRect(QPoint(std::min(from.x(), to.x()), std::min(from.y(), to.y())),
        QPoint(std::max(from.x(), to.x()), std::max(from.y(), to.y())));
}

void Region::moveBy(QPoint distance)
{
    const QPoint point = m_rect.topLeft() + distance;
    m_rect.moveTo(qBound(0, point.x(), m_picture.width() - m_rect.width()),
        qBound(0, point.y(), m_picture.height() - m_rect.height()));
}

void Region::growBy(QPoint distance)
{
    dragBy(RightEdge | BottomEdge, distance);
}

void Region::dragBy(Parts parts, QPoint distance)
{
    if (parts & Inside)
        return moveBy(distance);
    int left = m_rect.left(), right = m_rect.right();
    int top = m_rect.top(), bottom = m_rect.bottom();
    if (parts & LeftEdge)
        left = qBound(0, left + distance.x(), right);
    if (parts & RightEdge)
        right = qBound(left, right + distance.x(), m_picture.width() - 1);
    if (parts & TopEdge)
        top = qBound(0, top + distance.y(), bottom);
    if (parts & BottomEdge)
        bottom = qBound(top, bottom + distance.y(), m_picture.height() - 1);
    m_rect = QRect(QPoint(left, top), QPoint(right, bottom));
}

Region::Parts Region::partsAt(QPoint point, int reach) const
{
    if (!m_rect.adjusted(-reach, -reach, reach, reach).contains(point))
        return Outside;
    Parts parts;
    const int toLeft = std::abs(point.x() - m_rect.left());
    const int toRight = std::abs(point.x() - m_rect.right());
    const int toTop = std::abs(point.y() - m_rect.top());
    const int toBottom = std::abs(point.y() - m_rect.bottom());
    if (std::min(toLeft, toRight) <= reach)
        parts |= toLeft < toRight ? LeftEdge : RightEdge;
    if (std::min(toTop, toBottom) <= reach)
        parts |= toTop < toBottom ? TopEdge : BottomEdge;
    return parts ? parts : Parts(Inside);
}

} // namespace ui
