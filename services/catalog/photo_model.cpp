#include "services/catalog/photo_model.h"

#include "services/background.h"
#include "services/downloads/model_downloads.h"
#include "services/hub/hub_client.h"
#include "services/hub/model_inquiry.h"
#include "services/hub/token_keeper.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/network/network.h"
#include "services/planner/planner.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr double surprise = 1.25; // by which the catalog may understate a size

// The smallest that sees and whose size is known. Without a name: there is none.
CatalogRow smallestSeeing(const QList<CatalogRow>& rows)
{
    CatalogRow smallest;
    for (const CatalogRow& row : rows)
        if (row.canSee && row.kind == CatalogRow::Kind::Chat && row.bytes > 0
            && (smallest.name.isEmpty() || row.bytes < smallest.bytes))
            smallest = row;
    return smallest;
}

} // namespace

PhotoModel::PhotoModel(TokenKeeper& tokens, Settings& settings, ContactedHosts& hosts,
    ModelDownloads& downloads, InstalledModels& installed, Planner& planner,
    const QString& usersCatalog, QObject* parent)
    : QObject(parent)
    , m_tokens(tokens)
    , m_settings(settings)
    , m_hosts(hosts)
    , m_downloads(downloads)
    , m_installed(installed)
    , m_planner(planner)
    , m_usersCatalog(usersCatalog)
{
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::hubAddress.key) && m_isPrepared)
            findHost();
    });
    connect(&downloads, &ModelDownloads::changed, this, &PhotoModel::changed);
    connect(&downloads, &ModelDownloads::finished, this, [this](int id, const ModelId& model) {
        const ModelDownload* finished = m_downloads.find(id);
        if (!finished || finished->repository != m_row.repository)
            return;
        m_fetched = model;
        tellIfReady();
    });
    connect(&installed, &InstalledModels::changed, this, &PhotoModel::tellIfReady);
}

// A model is in the list a moment after its last file has come.
void PhotoModel::tellIfReady()
{
    if (m_fetched && m_installed.find(*m_fetched))
        emit ready(*std::exchange(m_fetched, std::nullopt));
}

PhotoModel::~PhotoModel() = default;

void PhotoModel::prepare()
{
    if (std::exchange(m_isPrepared, true))
        return;
    findHost();
    const auto work = [file = m_usersCatalog] { return smallestSeeing(readCatalog(file).rows); };
    runInBackground<CatalogRow>(this, work, [this](const Outcome<CatalogRow>& row) {
        m_row = row.value.value_or(CatalogRow());
        emit changed();
    });
}

const ModelDownload* PhotoModel::download() const
{
    const auto& all = m_downloads.downloads();
    const auto found = std::ranges::find_if(all, [this](const ModelDownload& download) {
        return download.repository == m_row.repository
            && download.phase != ModelDownload::Phase::Done;
    });
    return found == all.end() ? nullptr : &*found;
}

PhotoModel::Stage PhotoModel::stage() const
{
    if (m_row.name.isEmpty())
        return Stage::Unknown;
    if (m_question)
        return Stage::Asking;
    const ModelDownload* fetched = download();
    if (!fetched)
        return m_problem.isEmpty() ? Stage::Offered : Stage::Failed;
    if (fetched->phase == ModelDownload::Phase::Failed)
        return Stage::Failed;
    return fetched->phase == ModelDownload::Phase::Paused ? Stage::Paused : Stage::Downloading;
}

qint64 PhotoModel::bytes() const
{
    return m_offer ? m_offer->bytes() : m_row.bytes;
}

void PhotoModel::findHost()
{
    const auto find = [this] { return makeHubAccess(m_settings); };
    const auto access = callForOutcome<HubAccess>(find);
    m_host = access.value ? access.value->address.host() : QString();
    emit changed();
}

QString PhotoModel::problem() const
{
    const ModelDownload* fetched = download();
    return fetched ? fetched->sentence : m_problem;
}

void PhotoModel::get()
{
    if (m_question || m_row.name.isEmpty())
        return;
    m_problem.clear();
    m_question = std::make_unique<QObject>();
    m_tokens.ask(m_question.get(),
        ifStillAsked<Outcome<HubAccess>>([this](const Outcome<HubAccess>& access) {
            if (access.value)
                ask(*access.value);
            else
                fail(access.error);
        }));
    emit changed();
}

void PhotoModel::ask(const HubAccess& access)
{
    m_downloads.setAccess(access);
    if (const ModelDownload* begun = download()) {
        m_question.release()->deleteLater(); // it may be telling this
        m_downloads.goOn(begun->id);
        emit changed();
        return;
    }
    if (m_offer)
        return takeOffer(*m_offer);
    auto* client = new HubClient(access, {}, m_question.get());
    connect(client, &HubClient::contacted, &m_hosts, &ContactedHosts::add);
    const auto forecastOf
        = [&planner = m_planner](const ModelFacts& model) { return planner.forecast(model); };
    auto* inquiry
        = new ModelInquiry(*client, {m_row.repository, {}}, {freeMemory(), forecastOf}, client);
    connect(inquiry, &ModelInquiry::found, this,
        ifStillAsked<ModelOffer>([this](const ModelOffer& offer) { takeOffer(offer); }));
    connect(inquiry, &ModelInquiry::failed, this,
        ifStillAsked<QString>([this](const QString& problem) { fail(problem); }));
}

// A canceled question may go on until the event loop deletes it.
template <typename Answer>
std::function<void(const Answer&)> PhotoModel::ifStillAsked(std::function<void(const Answer&)> take)
{
    return [this, take = std::move(take), question = m_question.get()](const Answer& answer) {
        if (question == m_question.get())
            take(answer);
    };
}

void PhotoModel::takeOffer(const ModelOffer& offer)
{
    const bool wasToldSize = double(offer.bytes()) <= double(bytes()) * (m_offer ? 1.0 : surprise);
    m_offer = offer;
    m_question.release()->deleteLater(); // the inquiry that tells this is part of it
    if (wasToldSize)
        m_downloads.fetch(offer);
    emit changed();
}

void PhotoModel::fail(const QString& problem)
{
    m_question.release()->deleteLater();
    m_problem = problem;
    emit changed();
}

void PhotoModel::pause()
{
    if (const ModelDownload* fetched = download())
        m_downloads.pause(fetched->id);
}

void PhotoModel::cancel()
{
    m_problem.clear();
    if (m_question)
        m_question.release()->deleteLater();
    if (const ModelDownload* fetched = download())
        m_downloads.cancel(fetched->id);
    emit canceled();
    emit changed();
}

} // namespace services
