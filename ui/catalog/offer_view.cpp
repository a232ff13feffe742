#include "ui/catalog/offer_view.h"

#include "services/background.h"
#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/hub/model_inquiry.h"
#include "services/hub/token_keeper.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/network/network.h"
#include "services/planner/planner.h"
#include "services/text.h"
#include "ui/catalog/catalog_card.h"
#include "ui/models/model_text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::Planner;

namespace {

constexpr int steps = 1000; // of the progress bar

} // namespace

SpeedLine::SpeedLine(Planner& planner, QWidget* parent)
    : QWidget(parent)
    , m_planner(planner)
    , m_text(new TextLabel(TextRole::Small, {}, this))
    , m_progress(new QProgressBar(this))
    , m_measure(new QPushButton(this))
    , m_announcer(new Announcer(this))
{
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->setAccessibleName(tr("Benchmark progress"));
    m_measure->setToolTip(services::plainToolTip(tr(
        "Uses the full power of this computer for a while. The result stays on this computer.")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_text);
    layout->addWidget(m_progress);
    layout->addWidget(m_measure, 0, Qt::AlignLeading);
    connect(m_measure, &QPushButton::clicked, this, &SpeedLine::measureOrStop);
    connect(&planner, &Planner::changed, this, &SpeedLine::showSpeed);
    connect(&planner, &Planner::progress, m_progress,
        [this](double share) { m_progress->setValue(int(share * steps)); });
    connect(&planner, &Planner::failed, this, [this](const QString& message) {
        m_failure = message;
        showSpeed();
        m_announcer->say(message);
    });
}

void SpeedLine::setModel(const services::ModelFacts& model, const services::LoadOptions& options)
{
    m_model = model;
    m_options = options;
    showSpeed();
}

QString SpeedLine::text() const
{
    return m_text->text();
}

void SpeedLine::showSpeed()
{
    const bool isMeasuring = m_planner.isMeasuring();
    const auto forecast = m_planner.forecast(m_model, m_options);
    if (isMeasuring)
        m_text->setText(tr("Running benchmark…"));
    else if (forecast)
        m_text->setText(services::forecastText(*forecast));
    else if (!m_failure.isEmpty())
        m_text->setText(m_failure);
    else
        m_text->setText(tr("Run a quick benchmark to estimate speed."));
    m_text->setRole(
        !isMeasuring && !forecast && !m_failure.isEmpty() ? TextRole::Error : TextRole::Small);
    m_progress->setVisible(isMeasuring);
    m_measure->setVisible(isMeasuring || !forecast);
    m_measure->setText(isMeasuring ? tr("Stop benchmark") : tr("Run benchmark (20 s)"));
    if (m_wasMeasuring && !isMeasuring && forecast)
        m_announcer->say(m_text->text());
    m_wasMeasuring = isMeasuring;
}

void SpeedLine::measureOrStop()
{
    m_failure.clear();
    if (m_planner.isMeasuring())
        m_planner.cancel();
    else
        m_planner.measure();
}

using services::DeviceRoom;
using services::HubAccess;
using services::HubClient;
using services::LoadOptions;
using services::ModelDownload;
using services::ModelDownloads;
using services::ModelInquiry;
using services::ModelOffer;

OfferView::OfferView(const services::ModelRequest& request, services::TokenKeeper& tokens,
    services::ContactedHosts& hosts, ModelDownloads& downloads,
    services::InstalledModels& installed, services::ModelPool& models, services::Planner& planner,
    QWidget* parent)
    : QWidget(parent)
    , m_request(request)
    , m_tokens(tokens)
    , m_hosts(hosts)
    , m_downloads(downloads)
    , m_installed(installed)
    , m_models(models)
    , m_planner(planner)
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_again(new QPushButton(tr("Retry"), this))
    , m_shown(new QWidget(this))
    , m_remarks(new TextLabel(TextRole::Body, {}, m_shown))
    , m_facts(new TextLabel(TextRole::Small, {}, m_shown))
    , m_license(new TextLabel(TextRole::Small, {}, m_shown))
    , m_packing(new TextLabel(TextRole::Small, {}, m_shown))
    , m_files(new TextLabel(TextRole::Small, {}, m_shown))
    , m_memory(new TextLabel(TextRole::Small, {}, m_shown))
    , m_speed(new SpeedLine(planner, m_shown))
    , m_get(new QPushButton(m_shown))
    , m_packings(new QPushButton(tr("Other quantizations…"), m_shown))
    , m_place(new TextLabel(TextRole::Small, {}, m_shown))
    , m_announcer(new Announcer(this))
{
    m_problem->makeSelectable();
    m_get->setProperty(primaryButton, true);
    layOut();
    connect(m_again, &QPushButton::clicked, this, [this] { ask(m_request.variant); });
    connect(m_get, &QPushButton::clicked, this, &OfferView::get);
    connect(m_packings, &QPushButton::clicked, this, &OfferView::openPackings);
    connect(&downloads, &ModelDownloads::changed, this, &OfferView::showPlace);
    connect(&installed, &services::InstalledModels::changed, this, &OfferView::showPlace);
    ask(request.variant);
}

OfferView::~OfferView() = default;

void OfferView::layOut()
{
    const Metrics distance = metrics(this);
    auto* actions = new QHBoxLayout;
    actions->setSpacing(distance.small);
    actions->addWidget(m_place, 1000);
    actions->addStretch(1);
    actions->addWidget(m_packings);
    actions->addWidget(m_get);
    auto* shown = new QVBoxLayout(m_shown);
    shown->setContentsMargins(0, 0, 0, 0);
    shown->setSpacing(distance.small);
    shown->addWidget(m_remarks);
    shown->addLayout(makeFacts());
    shown->addLayout(actions);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, distance.tight, 0, 0);
    layout->setSpacing(distance.tight);
    layout->addWidget(m_state);
    layout->addWidget(m_problem);
    layout->addWidget(m_again, 0, Qt::AlignLeading);
    layout->addWidget(m_shown);
}

// Names at the left, values at the right.
QLayout* OfferView::makeFacts()
{
    const Metrics distance = metrics(this);
    auto* facts = new QGridLayout;
    facts->setHorizontalSpacing(distance.large);
    facts->setVerticalSpacing(distance.tight);
    facts->setColumnStretch(1, 1);
    const std::pair<QString, QWidget*> rows[]
        = {{tr("Model"), m_facts}, {tr("Files"), m_files}, {tr("Quantization"), m_packing},
            {tr("Memory"), m_memory}, {tr("Speed"), m_speed}, {tr("License"), m_license}};
    for (const auto& [name, value] : rows) {
        auto* label = new TextLabel(TextRole::Small, name, m_shown);
        label->setWordWrap(false);
        m_names[value] = label;
        facts->addWidget(label, facts->rowCount(), 0, Qt::AlignTop);
        facts->addWidget(value, facts->rowCount() - 1, 1);
    }
    return facts;
}

void OfferView::showFact(QWidget* value, bool isKnown)
{
    value->setVisible(isKnown);
    m_names[value]->setVisible(isKnown);
}

void OfferView::ask(const QString& variant)
{
    m_request.variant = variant;
    m_hasOffer = false;
    m_shown->hide();
    m_problem->hide();
    m_again->setVisible(m_again->hasFocus()); // whoever has pressed it goes on from there
    m_question = std::make_unique<QObject>();
    m_tokens.ask(m_question.get(), [this](const services::Outcome<HubAccess>& access) {
        if (access.value)
            ask(*access.value);
        else
            showProblem(access.error);
    });
}

void OfferView::ask(const HubAccess& access)
{
    m_access = access;
    m_state->setText(tr("Contacting %1…").arg(access.address.host()));
    m_state->show();
    auto* client = new HubClient(access, {}, m_question.get());
    connect(client, &HubClient::contacted, &m_hosts, &services::ContactedHosts::add);
    const auto forecastOf = [&planner = m_planner](const services::ModelFacts& model) {
        return planner.forecast(model);
    };
    auto* inquiry = new ModelInquiry(
        *client, m_request, {services::freeMemory(), forecastOf, m_models.defaults()}, client);
    connect(inquiry, &ModelInquiry::found, this, &OfferView::showOffer);
    connect(inquiry, &ModelInquiry::failed, this, &OfferView::showProblem);
}

void OfferView::showProblem(const QString& message)
{
    m_state->hide();
    m_problem->setText(message);
    m_problem->show();
    m_again->show();
    m_announcer->say(message);
    emit answered();
}

void OfferView::showOffer(const ModelOffer& offer)
{
    m_offer = offer;
    m_hasOffer = true;
    m_state->hide();
    const bool hadFocus = m_again->hasFocus();
    m_remarks->setText(offer.remarks.join(u'\n'));
    m_remarks->setVisible(!offer.remarks.isEmpty());
    services::ModelFacts model = offer.model; // without what has a line of its own
    model.license.clear();
    model.config.weightType.clear();
    model.fileBytes = 0;
    m_facts->setText(factsText(model));
    m_license->setText(offer.license);
    showFact(m_license, !offer.license.isEmpty());
    m_files->setText(filesText(offer));
    m_packings->setVisible(offer.packings.size() > 1);
    const QString name = QString::fromStdString(model.name);
    m_packings->setAccessibleName(tr("Other quantizations of %1").arg(name));
    m_speed->setModel(offer.model, m_models.defaults());
    showPacking();
    showMemory();
    showPlace();
    m_shown->show();
    if (hadFocus)
        (m_get->isHidden() ? m_packings : m_get)->setFocus(Qt::OtherFocusReason);
    m_again->hide();
    m_announcer->say(offer.remarks.isEmpty() ? name : offer.remarks.join(u' '));
    emit answered();
}

void OfferView::showPacking()
{
    const QString type = QString::fromStdString(m_offer.model.config.weightType);
    const QString words = packingText(type);
    m_packing->setText(words.isEmpty() ? type : tr("%1 (%2)").arg(type, words));
    showFact(m_packing, !type.isEmpty());
}

// Cards are asked in the background, for that may wake them.
void OfferView::showMemory()
{
    const LoadOptions options = m_models.defaults();
    services::runInBackground<DeviceRoom>(
        this, [options] { return services::deviceRoom(options, services::freeMemory()); },
        [this, options](const services::Outcome<DeviceRoom>& room) {
            showMemory(options, room.value.value_or(DeviceRoom{}));
        });
}

void OfferView::showMemory(const LoadOptions& options, const DeviceRoom& room)
{
    const services::MemoryEstimate estimate = services::estimateMemory(m_offer.model, options);
    const bool fits = room.free == 0 || estimate.total() <= room.free;
    m_memory->setText(memoryText(estimate, room));
    m_memory->setRole(fits ? TextRole::Small : TextRole::Error);
    if (room.free > 0)
        emit weighed(fits, m_memory->text());
    m_memory->setToolTip(services::plainToolTip(memoryParts(estimate)));
}

services::ModelId OfferView::place() const
{
    return m_downloads.modelFor(m_offer);
}

// One that is being fetched is among the downloads, one that is here can be used.
void OfferView::showPlace()
{
    if (!m_hasOffer)
        return;
    const bool isHere = m_installed.find(place());
    const auto& downloads = m_downloads.downloads();
    const bool isFetched
        = std::any_of(downloads.begin(), downloads.end(), [this](const ModelDownload& download) {
              return download.model == place() && download.phase != ModelDownload::Phase::Done;
          });
    m_place->setText(isFetched ? tr("Downloading – see above")
            : isHere           ? tr("Already on this computer")
                               : QString());
    m_place->setVisible(isFetched || isHere);
    m_get->setVisible(!isFetched);
    m_get->setText(isHere ? tr("Use") : tr("Download (%1)").arg(sizeText(m_offer.bytes())));
    m_get->setAccessibleName(
        tr("%1: %2").arg(m_get->text(), QString::fromStdString(m_offer.model.name)));
}

void OfferView::get()
{
    if (m_installed.find(place()))
        return emit modelChosen(place());
    m_downloads.setAccess(m_access);
    emit getting(m_downloads.fetch(m_offer));
}

QMenu* OfferView::openPackings()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const services::OfferedPacking& packing : m_offer.packings) {
        QAction* entry = menu->addAction(
            labelText(packingText(packing)), this, [this, label = packing.label] { ask(label); });
        entry->setCheckable(true);
        entry->setChecked(QString::fromStdString(m_offer.model.name)
                              .endsWith(packing.label, Qt::CaseInsensitive));
    }
    menu->popup(m_packings->mapToGlobal(QPoint(0, m_packings->height())));
    return menu;
}

} // namespace ui
