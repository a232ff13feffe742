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
constexpr qsizetype mostCited = 6; // of many, that are
constexpr qsizetype mostRead = 20; // by a screen reader; of more, those that are cited
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

bool SourceCards::isShown(int index) const
{
    return isUnfolded() || (m_cited.size() <= mostCited && m_cited.contains(index + 1));
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
    m_fold->setAccessibleDescription(tr("Shows or hides the sources of this answer"));
    m_fold->setIcon(icon(m_isUnfolded ? QStringLiteral("expanded") : QStringLiteral("collapsed"),
        colours(palette()).mutedText));
}

QString SourceCards::readableText() const
{
    QStringList lines{tr("Sources")};
    for (int index = 0; index < m_sources.size(); ++index)
        if (m_sources.size() <= mostRead || m_cited.contains(index + 1))
            lines << QStringLiteral("%1. %2").arg(index + 1).arg(nameOf(m_sources[index]));
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
        const int place = int(places.size());
        places << QStyle::visualRect(layoutDirection(), QRect(0, 0, width, 0),
            QRect((place % columns) * (cardWidth + gap), top + place / columns * (height + gap),
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
    return sources == 0 ? 0 : sources > few ? foldHeight : usualHeight;
}

void SourceCards::layOut()
{
    m_fold->resize(m_fold->sizeHint().width(), foldHeight);
    m_fold->move(layoutDirection() == Qt::RightToLeft ? width() - m_fold->width() : 0, 0);
    const QList<QRect> places = this->places(width());
    qsizetype place = 0;
    for (SourceCard* card : std::as_const(m_cards))
        if (!card->isHidden())
            card->setGeometry(places[place++]);
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
