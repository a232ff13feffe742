#include "ui/catalogue/catalogue_card.h"

#include "services/plain_tool_tip.h"
#include "ui/catalogue/catalogue_text.h"
#include "ui/catalogue/offer_view.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int radius = 12; // pixels

} // namespace

CatalogueCard::CatalogueCard(const Services& services, const services::CatalogueRow& row,
    const QString& variant, QWidget* parent)
    : QWidget(parent)
    , m_services(services)
    , m_row(row)
    , m_variant(variant)
    , m_facts(new TextLabel(TextRole::Small, {}, this))
    , m_open(new QPushButton(this))
    , m_rows(new QVBoxLayout(this))
{
    auto* name = new TextLabel(TextRole::Strong, row.name, this);
    name->setToolTip(services::plainToolTip(row.repository.text()));
    const Metrics distance = metrics(this);
    auto* title = new QHBoxLayout;
    title->setSpacing(distance.small);
    title->addWidget(name, 1);
    title->addWidget(m_open, 0, Qt::AlignTop);
    m_rows->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    m_rows->setSpacing(distance.tight);
    m_rows->addLayout(title);
    m_rows->addWidget(new TextLabel(TextRole::Body, row.goodFor, this));
    m_rows->addWidget(m_facts);
    connect(m_open, &QPushButton::clicked, this, [this] { setOpen(!isOpen()); });
    setNames();
    showFacts();
}

// What the hub says is more exact; it says nothing of languages.
void CatalogueCard::showFacts()
{
    const bool isKnown = m_row.parameters > 0;
    m_facts->setText(!isKnown                ? QString()
            : m_offer && m_offer->hasOffer() ? languagesText(m_row.languages)
                                             : factsText(m_row));
    m_facts->setVisible(!m_facts->text().isEmpty());
}

void CatalogueCard::setNames()
{
    m_open->setText(isOpen() ? tr("Close") : tr("Look closer"));
    m_open->setAccessibleName(tr("%1: %2").arg(m_open->text(), m_row.name));
}

void CatalogueCard::setOpen(bool isOpen)
{
    if (isOpen == this->isOpen())
        return;
    delete m_offer;
    m_offer = nullptr;
    if (isOpen) {
        m_offer = new OfferView(m_services, {m_row.repository, m_variant}, this);
        m_rows->addWidget(m_offer);
        connect(m_offer, &OfferView::answered, this, &CatalogueCard::showFacts);
        connect(m_offer, &OfferView::answered, this, &CatalogueCard::answered);
        connect(m_offer, &OfferView::getting, this, &CatalogueCard::getting);
        connect(m_offer, &OfferView::modelChosen, this, &CatalogueCard::modelChosen);
    }
    setNames();
    showFacts();
    if (isOpen)
        emit opened();
}

void CatalogueCard::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colours(palette()).sidebar, radius);
}

} // namespace ui
