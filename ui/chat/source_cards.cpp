#include "ui/chat/source_cards.h"

#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int radius = 10; // pixels, as below
constexpr int defaultWidth = 220;
constexpr int excerptLines = 2;
constexpr qsizetype excerptCharacters = 240;
constexpr qsizetype headingCharacters = 200;

// Draws as many lines as there is room for; the last one ends in "…" if there is more.
void drawLines(QPainter& painter, const QRect& rect, const QString& text, int max)
{
    const QFontMetrics metrics(painter.font());
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    for (int row = 0; row < max; ++row) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(rect.width());
        const bool isLast = row + 1 == max;
        const QString words = text.mid(line.textStart(), isLast ? -1 : line.textLength());
        const QRect lineRect(
            rect.left(), rect.top() + row * metrics.height(), rect.width(), metrics.height());
        painter.drawText(lineRect, Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(words.trimmed(), Qt::ElideRight, rect.width()));
    }
    layout.endLayout();
}

} // namespace

SourceCard::SourceCard(const services::Source& source, int number, QWidget* parent)
    : QAbstractButton(parent)
    , m_title(services::sourceName({.title = source.title, .address = source.address}))
    , m_excerpt(source.passage.left(2 * excerptCharacters).simplified().left(excerptCharacters))
    , m_number(QString::number(number))
{
    QStringList locations;
    if (source.page > 0)
        locations << tr("page %1").arg(source.page);
    if (!source.heading.isEmpty())
        locations << source.heading.left(headingCharacters).simplified();
    m_place = locations.join(QStringLiteral(" · "));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(tr("Source %1: %2").arg(m_number, sourceName(source)));
    setAccessibleDescription(m_excerpt);
    setToolTip(services::plainToolTip(sourceName(source)));
}

QSize SourceCard::sizeHint() const
{
    const int line = QFontMetrics(smallFont(font())).height();
    const int padding = metrics(this).small;
    return {defaultWidth, fontMetrics().height() + (1 + excerptLines) * line + 2 * padding + 4};
}

bool SourceCard::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    return QAbstractButton::event(event);
}

void SourceCard::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    const int padding = metrics(this).small;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(color.border, 1));
    painter.setBrush(underMouse() || isDown() ? color.hover : color.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

    const int line = fontMetrics().height();
    const int badge = std::max(line, fontMetrics().horizontalAdvance(m_number) + padding);
    QRect inside = rect().adjusted(padding + 2, padding, -padding - 2, -padding);
    const QRect number = QStyle::visualRect(
        layoutDirection(), inside, QRect(inside.topLeft(), QSize(badge, line)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.bubble);
    painter.drawRoundedRect(number, line / 3.0, line / 3.0);
    painter.setPen(color.text);
    painter.drawText(number, Qt::AlignCenter, m_number);

    const QRect title = QStyle::visualRect(layoutDirection(), inside,
        QRect(
            inside.left() + badge + padding, inside.top(), inside.width() - badge - padding, line));
    painter.drawText(title, Qt::AlignLeading | Qt::AlignVCenter,
        fontMetrics().elidedText(m_title, Qt::ElideMiddle, title.width()));
    painter.setFont(smallFont(font()));
    painter.setPen(color.mutedText);
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

namespace {

constexpr qsizetype few = 3; // that are shown at once
constexpr qsizetype maxCited = 6; // of many, that are
constexpr qsizetype maxRead = 20; // by a screen reader; of more, those that are cited
constexpr int gap = 8; // pixels, as below
constexpr int foldHeight = 28;
constexpr int narrowest = 200; // of a card
constexpr int defaultHeight = 84;

} // namespace

SourceCards::SourceCards(QWidget* parent)
    : QWidget(parent)
    , m_fold(new QToolButton(this))
{
    setAccessibleName(tr("Sources"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setFixedHeight(foldHeight);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    connect(m_fold, &QToolButton::toggled, this, &SourceCards::setUnfolded);
}

bool SourceCards::areMany() const
{
    return m_sources.size() > few;
}

bool SourceCards::isUnfolded() const
{
    return !areMany() || m_isUnfolded;
}

bool SourceCards::isShown(int index) const
{
    return isUnfolded() || (m_cited.size() <= maxCited && m_cited.contains(index + 1));
}

void SourceCards::setSources(const QList<services::Source>& sources, const QSet<int>& cited)
{
    if (sources == m_sources && cited == m_cited)
        return;
    if (sources != m_sources) {
        m_isUnfolded = false;
        qDeleteAll(std::exchange(m_cards, {}));
    }
    m_sources = sources;
    m_cited = cited;
    updateFold();
    showCards();
}

// Those of before stay, for one of them may have the focus.
void SourceCards::showCards()
{
    for (int index = 0; index < m_sources.size(); ++index) {
        const bool isShown = this->isShown(index);
        if (isShown && !m_cards.contains(index)) {
            auto* card = new SourceCard(m_sources[index], index + 1, this);
            connect(card, &SourceCard::clicked, this, [this, index] { emit opened(index); });
            m_cards.insert(index, card);
        }
        if (SourceCard* card = m_cards.value(index))
            card->setVisible(isShown);
    }
    layOut();
}

void SourceCards::setUnfolded(bool isUnfolded)
{
    if (isUnfolded == m_isUnfolded || !areMany())
        return;
    m_isUnfolded = isUnfolded;
    updateFold();
    showCards();
    updateGeometry();
    emit heightChanged();
}

void SourceCards::updateFold()
{
    m_fold->setVisible(areMany());
    m_fold->setChecked(m_isUnfolded);
    m_fold->setText(tr("%Ln sources", "that an answer rests on", int(m_sources.size())));
    m_fold->setAccessibleName(m_fold->text());
    m_fold->setAccessibleDescription(tr("Show or hide the sources of this answer"));
    m_fold->setIcon(icon(m_isUnfolded ? QStringLiteral("expanded") : QStringLiteral("collapsed"),
        colors(palette()).mutedText));
}

QString SourceCards::readableText() const
{
    QStringList lines{tr("Sources")};
    for (int index = 0; index < m_sources.size(); ++index)
        if (m_sources.size() <= maxRead || m_cited.contains(index + 1))
            lines << QStringLiteral("%1. %2").arg(index + 1).arg(sourceName(m_sources[index]));
    return lines.join(u'\n');
}

// Rows of equally wide cards.
QList<QRect> SourceCards::places(int width) const
{
    QList<QRect> places;
    const int columns = std::clamp((width + gap) / (narrowest + gap), 1, int(few));
    const int cardWidth = (width - (columns - 1) * gap) / columns;
    const int top = areMany() ? foldHeight + gap : 0;
    for (const SourceCard* card : m_cards) {
        if (card->isHidden())
            continue;
        const int height = card->sizeHint().height();
        const int index = int(places.size());
        places << QStyle::visualRect(layoutDirection(), QRect(0, 0, width, 0),
            QRect((index % columns) * (cardWidth + gap), top + index / columns * (height + gap),
                cardWidth, height));
    }
    return places;
}

int SourceCards::heightForWidth(int width) const
{
    const QList<QRect> places = this->places(width);
    return places.isEmpty() ? foldHeight : places.last().bottom() + 1;
}

int SourceCards::estimatedHeight(qsizetype sources)
{
    return sources == 0 ? 0 : sources > few ? foldHeight : defaultHeight;
}

void SourceCards::layOut()
{
    m_fold->resize(m_fold->sizeHint().width(), foldHeight);
    m_fold->move(layoutDirection() == Qt::RightToLeft ? width() - m_fold->width() : 0, 0);
    const QList<QRect> places = this->places(width());
    qsizetype index = 0;
    for (SourceCard* card : std::as_const(m_cards))
        if (!card->isHidden())
            card->setGeometry(places[index++]);
}

void SourceCards::resizeEvent(QResizeEvent*)
{
    layOut();
}

void SourceCards::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange)
        layOut();
    if (event->type() == QEvent::PaletteChange)
        updateFold();
}

} // namespace ui
