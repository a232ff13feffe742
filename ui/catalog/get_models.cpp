#include "ui/catalog/get_models.h"

#include "services/background.h"
#include "services/hub/hub_access.h"
#include "services/models/load_settings.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/download_list.h"
#include "ui/catalog/offer_view.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QLocale>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::Catalog;
using services::CatalogRow;

namespace {

constexpr qint64 maxParameters = 2'000'000'000; // that answer soon enough without a card
constexpr double bytesPerParameter = 0.8; // packed with 4 to 5 bits, with context and vision part

} // namespace

const CatalogRow* rowForPhotographs(const QList<CatalogRow>& rows, qint64 freeMemory)
{
    const QString language = QLocale().name().section(u'_', 0, 0);
    const auto rank = [&](const CatalogRow& row) {
        return std::pair(row.languages.contains(language), row.parameters);
    };
    const CatalogRow *best = nullptr, *smallest = nullptr;
    for (const CatalogRow& row : rows) {
        if (!row.canSee || row.kind != CatalogRow::Kind::Chat)
            continue;
        const bool fits = row.parameters <= maxParameters
            && double(row.parameters) * bytesPerParameter <= double(freeMemory) / 2;
        if (fits && (!best || rank(*best) < rank(row)))
            best = &row;
        if (!smallest || row.parameters < smallest->parameters)
            smallest = &row;
    }
    return best ? best : smallest;
}

const CatalogRow* rowForDocuments(const QList<CatalogRow>& rows)
{
    const QString language = QLocale().name().section(u'_', 0, 0);
    const auto rank = [&](const CatalogRow& row) {
        return std::pair(row.languages.contains(language), row.languages.size());
    };
    const CatalogRow* best = nullptr;
    for (const CatalogRow& row : rows) {
        if (row.kind != CatalogRow::Kind::Embedding)
            continue;
        const bool isKnown = best && best->languages.contains(language);
        if (!best || (!isKnown && rank(*best) < rank(row)))
            best = &row;
    }
    return best;
}

GetModels::GetModels(services::ModelDownloads& downloads, services::Settings& settings,
    const QString& file, OfferFactory makeOffer, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_file(file)
    , m_makeOffer(std::move(makeOffer))
    , m_scroll(new ScrollColumn(this))
    , m_heading(new PageHeading(tr("Get models")))
    , m_search(new SearchField(tr("Search, or enter owner/name or a link")))
    , m_downloads(new DownloadList(downloads))
    , m_problems(new TextLabel(TextRole::Error))
    , m_nothing(new TextLabel(TextRole::Muted,
          tr("No results in the catalog. Enter owner/name or paste a link to look up any model.")))
    , m_list(new QVBoxLayout)
{
    layOut();
    connect(m_search, &SearchField::textChanged, this, &GetModels::find);
    connect(m_search, &SearchField::returnPressed, this, &GetModels::openFirst);
    connect(m_downloads, &DownloadList::modelChosen, this, &GetModels::modelChosen);
}

void GetModels::layOut()
{
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    setFocusProxy(m_search);
    m_problems->makeSelectable();
    m_problems->hide();
    m_nothing->hide();
    m_list->setSpacing(distance.medium);
    QVBoxLayout* column = m_scroll->column();
    column->addWidget(m_heading);
    column->addWidget(m_downloads);
    column->addWidget(m_search);
    column->addWidget(m_problems);
    column->addSpacing(distance.small);
    column->addLayout(m_list);
    column->addWidget(m_nothing);
    column->addStretch(1);
}

void GetModels::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    const auto find = [this] { return services::makeHubAccess(m_settings); };
    const auto access = services::callForOutcome<services::HubAccess>(find);
    m_heading->setMessage(access.value ? tr("Download models published by others. %1 is only "
                                            "contacted when you open a model's details.")
                                             .arg(access.value->address.host())
                                       : access.error);
    if (!m_isRead)
        readCatalog();
}

void GetModels::readCatalog()
{
    m_isRead = true;
    services::runInBackground<Catalog>(
        this, [file = m_file] { return services::readCatalog(file); },
        [this](const services::Outcome<Catalog>& read) {
            takeCatalog(read.value ? *read.value : Catalog{{}, {read.error}});
        });
}

void GetModels::takeCatalog(const Catalog& catalog)
{
    m_problems->setText(catalog.problems.join(u'\n'));
    m_problems->setVisible(!catalog.problems.isEmpty());
    for (const CatalogRow& row : catalog.rows)
        m_cards << addCard(row);
    find(m_search->text());
    if (m_wanted)
        showRow(m_wanted);
}

CatalogCard* GetModels::addCard(const CatalogRow& row, const QString& variant)
{
    auto* card = new CatalogCard(row, variant, m_makeOffer);
    m_list->addWidget(card);
    connect(card, &CatalogCard::opened, this, [this, card] { closeOthers(card); });
    connect(card, &CatalogCard::answered, card, [this, card] {
        QTimer::singleShot(0, card, [this, card] { m_scroll->ensureWidgetVisible(card); });
    });
    connect(card, &CatalogCard::getting, this, &GetModels::showDownload);
    connect(card, &CatalogCard::modelChosen, this, &GetModels::modelChosen);
    return card;
}

QList<CatalogCard*> GetModels::cards() const
{
    QList<CatalogCard*> shown;
    if (m_typed)
        shown << m_typed;
    for (CatalogCard* card : m_cards)
        if (!card->isHidden())
            shown << card;
    return shown;
}

void GetModels::find(const QString& words)
{
    QList<CatalogRow> rows;
    for (const CatalogCard* card : m_cards)
        rows << card->row();
    const QList<CatalogRow> found = services::matching(rows, words);
    for (CatalogCard* card : m_cards)
        card->setVisible(std::any_of(found.begin(), found.end(),
            [card](const CatalogRow& row) { return row.repository == card->row().repository; }));
    showTyped(words);
    m_nothing->setVisible(m_isRead && !m_cards.isEmpty() && cards().isEmpty());
}

void GetModels::showTyped(const QString& words)
{
    const auto request = services::parseModelRequest(words);
    delete m_typed;
    m_typed = nullptr;
    if (!request)
        return;
    for (CatalogCard* card : m_cards)
        if (request->variant.isEmpty() && card->row().repository == request->repository)
            return card->show();
    CatalogRow row;
    row.repository = request->repository;
    row.name = words.trimmed();
    row.goodFor = tr("Not in the built-in catalog. See the publisher's page for what it can do.");
    m_typed = addCard(row, request->variant);
    m_list->insertWidget(0, m_typed);
}

void GetModels::openFirst()
{
    const QList<CatalogCard*> shown = cards();
    if (shown.isEmpty())
        return;
    shown.first()->setOpen(true);
    shown.first()->openButton()->setFocus();
}

// One is enough to look at, and one button at a time is the one that the page is about.
void GetModels::closeOthers(CatalogCard* opened)
{
    for (CatalogCard* card : m_cards + QList<CatalogCard*>{m_typed})
        if (card && card != opened)
            card->setOpen(false);
}

void GetModels::showSeeing()
{
    showRow([](const QList<CatalogRow>& rows) {
        return rowForPhotographs(rows, services::freeMemory());
    });
}

void GetModels::showEmbedding()
{
    showRow(rowForDocuments);
}

void GetModels::showRow(RowChoice choice)
{
    m_wanted = m_cards.isEmpty() ? choice : nullptr;
    QList<CatalogRow> rows;
    for (const CatalogCard* card : m_cards)
        rows << card->row();
    const CatalogRow* wanted = choice(rows);
    if (!wanted)
        return;
    m_search->clear();
    CatalogCard* card = m_cards[wanted - rows.data()];
    card->setOpen(true);
    card->openButton()->setFocus();
    QTimer::singleShot(0, card, [this, card] { m_scroll->ensureWidgetVisible(card); });
}

void GetModels::showDownload(int id)
{
    DownloadRow* row = m_downloads->row(id);
    if (!row)
        return;
    row->actButton()->setFocus();
    QTimer::singleShot(0, row, [this, row] { m_scroll->ensureWidgetVisible(row); });
}

} // namespace ui
