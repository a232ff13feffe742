#include "ui/pictures/word_selection.h"

#include <algorithm>
#include <cmath>

namespace ui {

using services::PictureText;
using After = services::PictureWord::After;

namespace {

// Nothing beside a word counts as much as another line above or below.
double distance(const QRectF& word, QPointF place)
{
    const auto outside = [](double at, double from, double to) {
        return std::max({from - at, at - to, 0.0});
    };
    return outside(place.x(), word.left(), word.right())
        + 4 * outside(place.y(), word.top(), word.bottom());
}

bool isOnLineOf(const QRectF& word, const QRectF& other)
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
    const double x = placeOf(m_cursor).center().x();
    const qsizetype start = lineStart(m_cursor), last = lineEnd(m_cursor);
    if (step == Step::Up)
        return start == 0 ? 0 : nearestIn(lineStart(start - 1), start - 1, x);
    return last == end ? end : nearestIn(last + 1, lineEnd(last + 1), x);
}

QString WordSelection::selectedText() const
{
    return isEmpty() ? QString() : m_text.text(first(), last());
}

QRectF WordSelection::placeOf(qsizetype word) const
{
    const QRectF& place = m_text.words[word].place;
    return {place.x() * m_picture.width(), place.y() * m_picture.height(),
        place.width() * m_picture.width(), place.height() * m_picture.height()};
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
        if (std::abs(placeOf(word).center().x() - x) < std::abs(placeOf(nearest).center().x() - x))
            nearest = word;
    return nearest;
}

qsizetype WordSelection::wordAt(QPointF place) const
{
    for (qsizetype word = 0; word < m_text.words.size(); ++word)
        if (placeOf(word).contains(place))
            return word;
    return none;
}

qsizetype WordSelection::nearestTo(QPointF place) const
{
    qsizetype nearest = none;
    double least = 0;
    for (qsizetype word = 0; word < m_text.words.size(); ++word) {
        const double far = distance(placeOf(word), place);
        if (nearest != none && far >= least)
            continue;
        nearest = word;
        least = far;
    }
    return nearest;
}

QList<QRectF> WordSelection::marks(qsizetype first, qsizetype last) const
{
    QList<QRectF> marks;
    for (qsizetype word = first; word != none && word <= last; ++word) {
        const QRectF place = placeOf(word);
        const bool goesOn = word > first && m_text.words[word - 1].after == After::Space
            && isOnLineOf(marks.last(), place);
        if (goesOn)
            marks.last() |= place;
        else
            marks << place;
    }
    return marks;
}

qsizetype WordSelection::wordAtOffset(qsizetype offset) const
{
    const auto behind = std::upper_bound(m_offsets.begin(), m_offsets.end(), offset);
    return m_text.isEmpty() ? none : std::max<qsizetype>(behind - m_offsets.begin() - 1, 0);
}

} // namespace ui
