#include "ui/chat/source_cards.h"

#include "services/text.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/documents/viewer/figure_pictures.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QScreen>
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
constexpr int figureHeight = 120;
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
    , m_excerpt(passageExcerpt(source.passage.left(2 * excerptCharacters)).left(excerptCharacters))
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

void SourceCard::setFigure(const QImage& figure)
{
    m_figure = figure;
    setAccessibleDescription(
        m_figure.isNull() ? m_excerpt : tr("Shows an image. %1").arg(m_excerpt));
    updateGeometry();
    update();
}

QSize SourceCard::sizeHint() const
{
    const int line = QFontMetrics(smallFont(font())).height();
    const int padding = metrics(this).small;
    const int figure = m_figure.isNull() ? 0 : figureHeight + padding;
    return {defaultWidth,
        figure + fontMetrics().height() + (1 + excerptLines) * line + 2 * padding + 4};
}

bool SourceCard::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() == QEvent::ToolTip && !m_figure.isNull()) {
        showPreview(static_cast<QHelpEvent*>(event)->globalPos());
        return true;
    }
    const bool isLeft = event->type() == QEvent::Leave || event->type() == QEvent::Hide
        || event->type() == QEvent::MouseButtonPress;
    if (isLeft && m_preview)
        m_preview->deleteLater();
    return QAbstractButton::event(event);
}

// Shows the figure in its own size, as far as the screen has room for it, next to the pointer.
void SourceCard::showPreview(const QPoint& position)
{
    if (m_preview)
        return;
    const QRect room = screen()->availableGeometry();
    const QSize most = m_figure.size().boundedTo(room.size() * 2 / 3);
    m_preview = new QLabel(this, Qt::ToolTip);
    m_preview->setObjectName(QStringLiteral("figurePreview"));
    m_preview->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_preview->setFrameShape(QFrame::Box);
    m_preview->setPixmap(
        QPixmap::fromImage(m_figure.scaled(most, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    m_preview->adjustSize();
    constexpr int apart = 16; // pixels
    QRect place(position + QPoint(apart, apart), m_preview->size());
    if (place.right() > room.right())
        place.moveRight(room.right());
    if (place.bottom() > room.bottom())
        place.moveBottom(position.y() - apart);
    m_preview->move(place.topLeft());
    m_preview->show();
}

// The whole figure on white, as on paper.
void SourceCard::paintFigure(QPainter& painter, const QRect& rect) const
{
    painter.save();
    QPainterPath outline;
    outline.addRoundedRect(rect, radius / 2.0, radius / 2.0);
    painter.setClipPath(outline);
    painter.fillRect(rect, Qt::white);
    const QSize size = m_figure.size().scaled(rect.size(), Qt::KeepAspectRatio);
    QRect place({}, size.boundedTo(m_figure.size()));
    place.moveCenter(rect.center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, m_figure);
    painter.restore();
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
    if (!m_figure.isNull()) {
        paintFigure(painter, QRect(inside.topLeft(), QSize(inside.width(), figureHeight)));
        inside.setTop(inside.top() + figureHeight + padding);
    }
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

void SourceCards::setSources(
    const QList<services::Source>& sources, const QSet<int>& cited, FigurePictures* figures)
{
    if (figures != m_figures) {
        if (m_figures)
            m_figures->disconnect(this);
        m_figures = figures;
        if (figures)
            connect(figures, &FigurePictures::arrived, this, [this] {
                if (!findFigures())
                    return;
                layOut();
                updateGeometry();
                emit heightChanged();
            });
    }
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
    findFigures();
    layOut();
}

bool SourceCards::findFigures()
{
    bool areNew = false;
    for (const auto& [index, card] : m_cards.asKeyValueRange()) {
        if (!m_figures || card->isHidden() || !card->figure().isNull())
            continue;
        const QImage figure = m_figures->find(m_sources[index]);
        areNew = areNew || !figure.isNull();
        if (!figure.isNull())
            card->setFigure(figure);
    }
    return areNew;
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

// Rows of equally wide cards. Those of a row are as high as the highest.
QList<QRect> SourceCards::places(int width) const
{
    QList<QRect> places;
    const int columns = std::clamp((width + gap) / (narrowest + gap), 1, int(few));
    const int cardWidth = (width - (columns - 1) * gap) / columns;
    int top = areMany() ? foldHeight + gap : 0;
    QList<const SourceCard*> shown;
    for (const SourceCard* card : m_cards)
        if (!card->isHidden())
            shown << card;
    for (qsizetype first = 0; first < shown.size(); first += columns) {
        const qsizetype end = std::min<qsizetype>(first + columns, shown.size());
        int height = 0;
        for (qsizetype index = first; index < end; ++index)
            height = std::max(height, shown[index]->sizeHint().height());
        for (qsizetype index = first; index < end; ++index)
            places << QStyle::visualRect(layoutDirection(), QRect(0, 0, width, 0),
                QRect(int(index - first) * (cardWidth + gap), top, cardWidth, height));
        top += height + gap;
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
