#include "ui/chat/source_card.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/colours.h"
#include "ui/theme/metrics.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

namespace ui {

namespace {

constexpr int radius = 10; // pixels, as below
constexpr int usualWidth = 220;
constexpr int excerptLines = 2;
constexpr qsizetype excerptCharacters = 240;
constexpr qsizetype headingCharacters = 200;

// As many lines as there is room for; the last one ends in "…" if there is more.
void drawLines(QPainter& painter, const QRect& place, const QString& text, int most)
{
    const QFontMetrics metrics(painter.font());
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    for (int row = 0; row < most; ++row) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(place.width());
        const bool isLast = row + 1 == most;
        const QString words = text.mid(line.textStart(), isLast ? -1 : line.textLength());
        const QRect lineRect(
            place.left(), place.top() + row * metrics.height(), place.width(), metrics.height());
        painter.drawText(lineRect, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(words.trimmed(), Qt::ElideRight, place.width()));
    }
    layout.endLayout();
}

} // namespace

SourceCard::SourceCard(const services::Source& source, int number, QWidget* parent)
    : QAbstractButton(parent)
    , m_title(services::nameOf({.title = source.title, .address = source.address}))
    , m_excerpt(source.passage.left(2 * excerptCharacters).simplified().left(excerptCharacters))
    , m_number(QString::number(number))
{
    QStringList place;
    if (source.page > 0)
        place << tr("page %1").arg(source.page);
    if (!source.heading.isEmpty())
        place << source.heading.left(headingCharacters).simplified();
    m_place = place.join(QStringLiteral(" · "));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("Source %1: %2").arg(m_number, nameOf(source)));
    setAccessibleDescription(m_excerpt);
    setToolTip(services::plainToolTip(nameOf(source)));
}

QSize SourceCard::sizeHint() const
{
    const int line = QFontMetrics(smallFont(font())).height();
    const int padding = metrics(this).small;
    return {usualWidth, fontMetrics().height() + (1 + excerptLines) * line + 2 * padding + 4};
}

bool SourceCard::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    return QAbstractButton::event(event);
}

void SourceCard::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    const int padding = metrics(this).small;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(colour.accent, 2) : QPen(colour.border, 1));
    painter.setBrush(underMouse() || isDown() ? colour.hover : colour.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

    const int line = fontMetrics().height();
    const int badge = std::max(line, fontMetrics().horizontalAdvance(m_number) + padding);
    QRect inside = rect().adjusted(padding + 2, padding, -padding - 2, -padding);
    const QRect number = QStyle::visualRect(
        layoutDirection(), inside, QRect(inside.topLeft(), QSize(badge, line)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour.bubble);
    painter.drawRoundedRect(number, line / 3.0, line / 3.0);
    painter.setPen(colour.text);
    painter.drawText(number, Qt::AlignCenter, m_number);

    const QRect title = QStyle::visualRect(layoutDirection(), inside,
        QRect(
            inside.left() + badge + padding, inside.top(), inside.width() - badge - padding, line));
    painter.drawText(title, Qt::AlignLeading | Qt::AlignVCenter,
        fontMetrics().elidedText(m_title, Qt::ElideMiddle, title.width()));
    painter.setFont(smallFont(font()));
    painter.setPen(colour.mutedText);
    inside.setTop(inside.top() + line + 2);
    const int rows = m_place.isEmpty() ? excerptLines + 1 : excerptLines;
    if (!m_place.isEmpty()) {
        drawLines(painter, inside, m_place, 1);
        inside.setTop(inside.top() + painter.fontMetrics().height());
    }
    drawLines(painter, inside, m_excerpt, rows);
}

void SourceCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace ui
