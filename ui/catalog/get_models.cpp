#include "ui/catalog/get_models.h"

#include "services/background.h"
#include "services/hub/hub_access.h"
#include "services/hub/hub_search.h"
#include "services/models/load_settings.h"
#include "services/text.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/download_list.h"
#include "ui/catalog/offer_view.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace ui {

using services::Catalog;
using services::CatalogRow;

namespace {

constexpr qint64 maxParameters = 2'000'000'000; // that answer soon enough without a card
constexpr qsizetype maxShownWords = 60; // characters of what was typed
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
    const QString& file, services::HubSearch* hub, OfferFactory makeOffer, QWidget* parent)
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
          tr("No results in the catalog. Press Enter to search the model hub, or enter owner/name "
             "or a link to look up any model.")))
    , m_list(new QVBoxLayout)
    , m_hub(hub)
    , m_searchHub(new QPushButton)
    , m_hubState(new TextLabel(TextRole::Muted))
    , m_foundList(new QVBoxLayout)
    , m_more(new QPushButton(tr("Show more results")))
    , m_announcer(new Announcer(this))
{
    hub->setParent(this);
    layOut();
    connect(m_search, &SearchField::textChanged, this, &GetModels::find);
    connect(m_search, &SearchField::returnPressed, this, &GetModels::confirm);
    connect(m_searchHub, &QPushButton::clicked, this, &GetModels::searchHub);
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_more->setEnabled(false);
        m_hub->more();
    });
    connect(m_hub, &services::HubSearch::asking, this,
        [this](const QString& host) { showHubState(tr("Searching %1…").arg(host)); });
    connect(m_hub, &services::HubSearch::found, this, &GetModels::takeFound);
    connect(m_hub, &services::HubSearch::failed, this, [this](const QString& message) {
        m_searchHub->setVisible(m_found.isEmpty());
        const bool wasMore = !m_more->isEnabled();
        m_more->setEnabled(true);
        if (wasMore)
            m_more->setFocus(Qt::OtherFocusReason);
        showHubState(message, true);
    });
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
    column->addSpacing(distance.small);
    column->addWidget(m_searchHub, 0, Qt::AlignLeading);
    column->addWidget(m_hubState);
    column->addLayout(m_foundList);
    column->addWidget(m_more, 0, Qt::AlignLeading);
    column->addStretch(1);
    m_foundList->setSpacing(distance.medium);
    m_hubState->makeSelectable();
    for (QWidget* part : std::initializer_list<QWidget*>{m_searchHub, m_hubState, m_more})
        part->hide();
}

QString GetModels::hubName() const
{
    const auto find = [this] { return services::makeHubAccess(m_settings); };
    const auto access = services::callForOutcome<services::HubAccess>(find);
    return access.value ? access.value->address.host() : QString();
}

void GetModels::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    const auto find = [this] { return services::makeHubAccess(m_settings); };
    const auto access = services::callForOutcome<services::HubAccess>(find);
    m_heading->setMessage(access.value ? tr("Download models published by others. %1 is only "
                                            "contacted when you search it or open a model's "
                                            "details.")
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
    watch(card);
    return card;
}

void GetModels::watch(CatalogCard* card)
{
    connect(card, &CatalogCard::opened, this, [this, card] { closeOthers(card); });
    connect(card, &CatalogCard::answered, card, [this, card] { m_scroll->reveal(card); });
    connect(card, &CatalogCard::getting, this, &GetModels::showDownload);
    connect(card, &CatalogCard::modelChosen, this, &GetModels::modelChosen);
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
    forgetFound();
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

// A name or a link is opened; other words are searched for at the hub.
void GetModels::confirm()
{
    if (services::parseModelRequest(m_search->text()))
        openFirst();
    else
        searchHub();
}

void GetModels::showRepository(const QString& repository)
{
    m_search->setText(repository);
    openFirst();
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
    for (CatalogCard* card : m_cards + m_found + QList<CatalogCard*>{m_typed})
        if (card && card != opened)
            card->setOpen(false);
}

namespace {

constexpr qsizetype maxLabels = 8; // quantizations that are named

// "12,345 downloads last month · about 4.9 GB as Q4_K_M · also Q2_K, Q8_0".
QString foundText(const services::FoundModel& model)
{
    QStringList parts;
    const qint64 downloads = model.repository.downloads;
    if (downloads >= 0)
        parts << GetModels::tr("%Ln download(s) last month", nullptr,
            int(std::min<qint64>(downloads, std::numeric_limits<int>::max())));
    QStringList others = model.labels;
    const bool isFolder = model.repository.files.isEmpty() && model.repository.isFolder;
    if (model.bytes > 0) {
        parts << (isFolder ? GetModels::tr("about %1 as %2, safetensors")
                           : GetModels::tr("about %1 as %2"))
                     .arg(sizeText(model.bytes), model.label);
        others.removeAll(model.label);
    }
    if (!others.isEmpty()) {
        QString names = others.first(std::min(maxLabels, others.size())).join(QLatin1String(", "));
        if (others.size() > maxLabels)
            names += QStringLiteral(", …");
        parts << (model.bytes > 0 ? GetModels::tr("also %1") : GetModels::tr("quantizations: %1"))
                     .arg(names);
    }
    if (model.repository.isGated)
        parts << GetModels::tr("gated: needs an access token");
    return parts.join(QStringLiteral(" · "));
}

} // namespace

void GetModels::searchHub()
{
    const QString words = m_search->text().simplified();
    if (words.isEmpty() || services::parseModelRequest(words))
        return;
    const bool hadFocus = m_searchHub->hasFocus();
    forgetFound();
    m_searchHub->hide();
    m_nothing->hide(); // it says that the hub can be searched
    m_hub->search(words);
    if (hadFocus)
        m_search->setFocus(Qt::OtherFocusReason);
}

// What was found belongs to the words that were typed then.
void GetModels::forgetFound()
{
    m_hub->stop();
    for (CatalogCard* card : std::exchange(m_found, {}))
        delete card;
    m_more->hide();
    showHubState({});
    const QString words = m_search->text().simplified();
    m_searchHub->setVisible(!words.isEmpty() && !services::parseModelRequest(words));
    m_searchHub->setText(
        labelText(tr("Search %1 for “%2”").arg(hubName(), words.left(maxShownWords))));
}

QString GetModels::hubState() const
{
    return m_hubState->text();
}

void GetModels::showHubState(const QString& message, bool isError)
{
    m_hubState->setRole(isError ? TextRole::Error : TextRole::Muted);
    m_hubState->setText(message);
    m_hubState->setVisible(!message.isEmpty());
    if (message.isEmpty())
        m_announcer->withdraw();
    else
        m_announcer->say(message);
}

CatalogCard* GetModels::makeFound(const services::FoundModel& model)
{
    CatalogRow row;
    row.repository = model.repository.repository;
    row.name = services::visibleText(row.repository.text());
    row.goodFor = foundText(model);
    row.license = services::visibleText(model.repository.license);
    row.parameters = model.repository.parameters;
    row.contextLength = model.repository.contextLength;
    row.canSee = model.canSee;
    auto* card = new CatalogCard(row, {}, m_makeOffer);
    using Fit = services::FoundModel::Fit;
    const QString needed = tr("Needs about %1 of memory").arg(sizeText(model.neededMemory));
    if (model.fit == Fit::Fits)
        card->setBadge(CatalogCard::tr("Fits"), needed, true);
    else if (model.fit == Fit::TooLarge)
        card->setBadge(CatalogCard::tr("Too large"), needed, false);
    watch(card);
    return card;
}

void GetModels::takeFound(const QList<services::FoundModel>& models)
{
    CatalogCard* first = nullptr;
    for (const services::FoundModel& model : models) {
        const bool isKnown = std::ranges::any_of(m_found, [&](const CatalogCard* card) {
            return card->row().repository == model.repository.repository;
        });
        if (isKnown)
            continue;
        m_found << makeFound(model);
        m_foundList->addWidget(m_found.last());
        first = first ? first : m_found.last();
    }
    const bool hadFocus = m_more->hasFocus() || !m_more->isEnabled();
    if (hadFocus && first)
        first->openButton()->setFocus(Qt::OtherFocusReason); // the button may go
    m_more->setVisible(m_hub->hasMore());
    m_more->setEnabled(true);
    showHubState(m_found.isEmpty()
            ? tr("%1 has no models with these words.").arg(m_hub->host())
            : tr("%Ln result(s) from %1", nullptr, int(m_found.size())).arg(m_hub->host()));
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
    m_scroll->reveal(card);
}

void GetModels::showDownload(int id)
{
    DownloadRow* row = m_downloads->row(id);
    if (!row)
        return;
    row->actButton()->setFocus();
    m_scroll->reveal(row);
}

} // namespace ui
