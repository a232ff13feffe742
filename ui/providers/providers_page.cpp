#include "ui/providers/providers_page.h"

#include "services/models/installed_models.h"
#include "services/remote/providers.h"
#include "ui/providers/provider_card.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <exception>

namespace ui {

ProvidersPage::ProvidersPage(
    services::Providers& providers, services::InstalledModels& installed, QWidget* parent)
    : QWidget(parent)
    , m_providers(providers)
    , m_installed(installed)
    , m_scroll(new ScrollColumn(this))
    , m_address(new QLineEdit)
    , m_add(new QPushButton(tr("Add")))
    , m_problem(new TextLabel(TextRole::Error))
    , m_list(new QVBoxLayout)
    , m_announcer(new Announcer(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    const Metrics distance = metrics(this);
    m_scroll->column()->addWidget(new PageHeading(tr("Remote servers"),
        tr("OpenAI-compatible servers: vLLM, SGLang, TabbyAPI, llama-server, Ollama, another "
           "Vignette. Only messages and files for their models are sent there.")));
    m_scroll->column()->addWidget(makeField());
    m_scroll->column()->addWidget(m_problem);
    m_list->setSpacing(distance.medium);
    m_scroll->column()->addLayout(m_list);
    m_scroll->column()->addStretch(1);
    m_problem->hide();
    setFocusProxy(m_address);
    connect(m_address, &QLineEdit::returnPressed, this, &ProvidersPage::add);
    connect(m_add, &QPushButton::clicked, this, &ProvidersPage::add);
    connect(&providers, &services::Providers::changed, this, &ProvidersPage::showProviders);
    showProviders();
}

QWidget* ProvidersPage::makeField()
{
    m_address->setPlaceholderText(QStringLiteral("http://192.168.1.20:8000/v1"));
    m_address->setAccessibleName(tr("Server URL"));
    m_add->setAccessibleName(tr("Add server"));
    auto* field = new QWidget;
    auto* line = new QHBoxLayout(field);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(metrics(this).small);
    line->addWidget(m_address, 1);
    line->addWidget(m_add);
    return field;
}

ProviderCard* ProvidersPage::card(const QString& address) const
{
    return m_cards.value(address);
}

void ProvidersPage::add()
try {
    const QString address = m_providers.add(m_address->text());
    m_problem->hide();
    m_address->clear();
    ProviderCard* added = card(address);
    added->look();
    m_scroll->reveal(added);
} catch (const std::exception& error) {
    m_problem->setText(QString::fromUtf8(error.what()));
    m_problem->show();
    m_announcer->say(m_problem->text());
}

// Cards stay the same while their remote servers do, so that the focus stays where it is.
void ProvidersPage::showProviders()
{
    QHash<QString, ProviderCard*> gone = m_cards;
    for (const services::Provider& provider : m_providers.all()) {
        gone.remove(provider.address);
        ProviderCard*& card = m_cards[provider.address];
        if (card)
            continue;
        card = new ProviderCard(m_providers, m_installed, provider.address);
        connect(card, &ProviderCard::announced, m_announcer, &Announcer::say);
        m_list->addWidget(card);
    }
    for (auto card = gone.cbegin(); card != gone.cend(); ++card) {
        m_cards.remove(card.key());
        card.value()->hide();
        card.value()->deleteLater();
        setFocus();
    }
}

} // namespace ui
