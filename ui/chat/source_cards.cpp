#include "ui/chat/source_cards.h"

#include "ui/chat/source_card.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype few = 3; // that are shown at once
constexpr int gap = 8; // pixels, as below
constexpr int foldHeight = 28;
constexpr int narrowest = 200; // of a card
constexpr int usualHeight = 84;

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

void SourceCards::setSources(const QList<services::Source>& sources)
{
    if (sources == m_sources)
        return;
    m_sources = sources;
    m_isUnfolded = false;
    qDeleteAll(std::exchange(m_cards, {}));
    updateFold();
    if (isUnfolded())
        makeCards();
    layOut();
}

void SourceCards::makeCards()
{
    for (int index = 0; index < m_sources.size(); ++index) {
        auto* card = new SourceCard(m_sources[index], index + 1, this);
        connect(card, &SourceCard::clicked, this, [this, index] { emit opened(index); });
        card->show();
        m_cards << card;
    }
}

void SourceCards::setUnfolded(bool isUnfolded)
{
    if (isUnfolded == m_isUnfolded || !areMany())
        return;
    m_isUnfolded = isUnfolded;
    if (isUnfolded && m_cards.isEmpty())
        makeCards();
    for (SourceCard* card : std::as_const(m_cards))
        card->setVisible(isUnfolded);
    updateFold();
    layOut();
    updateGeometry();
    emit heightChanged();
}

void SourceCards::updateFold()
{
    m_fold->setVisible(areMany());
    m_fold->setChecked(m_isUnfolded);
    m_fold->setText(tr("%Ln sources", "that an answer rests on", int(m_sources.size())));
    m_fold->setAccessibleName(m_fold->text());
    m_fold->setAccessibleDescription(tr("Shows or hides the sources of this answer"));
    m_fold->setIcon(icon(m_isUnfolded ? QStringLiteral("expanded") : QStringLiteral("collapsed"),
        colours(palette()).mutedText));
}

QString SourceCards::readableText() const
{
    QStringList lines{tr("Sources")};
    for (const services::Source& source : m_sources)
        lines << QStringLiteral("%1. %2").arg(lines.size()).arg(nameOf(source));
    return lines.join(u'\n');
}

// Rows of equally wide cards.
QList<QRect> SourceCards::places(int width) const
{
    QList<QRect> places;
    const int columns = std::clamp((width + gap) / (narrowest + gap), 1, int(few));
    const int cardWidth = (width - (columns - 1) * gap) / columns;
    const int top = areMany() ? foldHeight + gap : 0;
    for (int index = 0; index < m_cards.size(); ++index) {
        const int height = m_cards[index]->sizeHint().height();
        const QRect place((index % columns) * (cardWidth + gap),
            top + index / columns * (height + gap), cardWidth, height);
        places << QStyle::visualRect(layoutDirection(), QRect(0, 0, width, 0), place);
    }
    return places;
}

int SourceCards::heightForWidth(int width) const
{
    const QList<QRect> places = isUnfolded() ? this->places(width) : QList<QRect>();
    return places.isEmpty() ? foldHeight : places.last().bottom() + 1;
}

int SourceCards::estimatedHeight(qsizetype sources)
{
    return sources == 0 ? 0 : sources > few ? foldHeight : usualHeight;
}

void SourceCards::layOut()
{
    m_fold->resize(m_fold->sizeHint().width(), foldHeight);
    m_fold->move(layoutDirection() == Qt::RightToLeft ? width() - m_fold->width() : 0, 0);
    const QList<QRect> places = this->places(width());
    for (int index = 0; index < m_cards.size(); ++index)
        m_cards[index]->setGeometry(places[index]);
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
