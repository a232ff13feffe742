#include "services/serving/program_server.h"

#include "services/documents/answers/chosen_checker.h"
#include "services/hub/hub_access.h"
#include "services/server/server.h"
#include "services/serving/pool_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"

#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkInterface>
#include <QTimer>
#include <QUrl>

#include <utility>

namespace services {

namespace {

bool isForOthers(const QHostAddress& address)
{
    return !address.isLoopback() && !address.isLinkLocal()
        && address.protocol() == QAbstractSocket::IPv4Protocol;
}

QHostAddress ownAddress()
{
    for (const QHostAddress& address : QNetworkInterface::allAddresses())
        if (isForOthers(address))
            return address;
    return QHostAddress(QHostAddress::LocalHost);
}

} // namespace

QString reachableAddress(const QString& address)
{
    QUrl url(address);
    const QHostAddress host(url.host());
    if (host != QHostAddress(QHostAddress::AnyIPv4) && host != QHostAddress(QHostAddress::AnyIPv6))
        return address;
    url.setHost(ownAddress().toString());
    return url.toString();
}

// Qt reads "127.0.1" as 127.0.0.1, as few people would.
bool isListenAddress(const QString& text)
{
    const QHostAddress address(text);
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return text.count(u'.') == 3;
    return text == QLatin1String("localhost") || !address.isNull();
}

namespace {

// Quotes any text as one word of a shell.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString bodyFor(const QString& model)
{
    const QJsonObject question{{"role", "user"}, {"content", "Why is the sky blue?"}};
    const QJsonObject body{{"model", model}, {"messages", QJsonArray{question}}};
    return QString::fromUtf8(QJsonDocument(body).toJson(QJsonDocument::Compact));
}

} // namespace

QString exampleCommand(const QString& address, const QString& model, ExampleKey key)
{
    QString command = QStringLiteral("curl %1/v1/chat/completions").arg(address);
    command += QStringLiteral(" -H 'Content-Type: application/json'");
    if (key == ExampleKey::Needed)
        command += QStringLiteral(" -H 'Authorization: Bearer YOUR-KEY'");
    return command + QStringLiteral(" -d ") + quoted(bodyFor(model));
}

using server::Server;

namespace {

constexpr std::chrono::milliseconds shutdownTime(1000); // for answers under way

} // namespace

ProgramServer::ProgramServer(PoolModels& models, Settings& settings,
    std::unique_ptr<SecretStore> store, std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_key(*m_store, QStringLiteral("server"), settings.get(settings::serverKeyIsKept), patience)
{
    connect(&m_key, &KeptSecret::changed, this, &ProgramServer::keyChanged);
    connect(&m_key, &KeptSecret::changed, this, &ProgramServer::followLateKey);
    connect(&m_key, &KeptSecret::keptChanged, this,
        [this](bool isKept) { m_settings.set(settings::serverKeyIsKept, isKept); });
    connect(&models, &PoolModels::changed, this, &ProgramServer::changed);
}

ProgramServer::~ProgramServer()
{
    m_worker.wait();
    if (m_server)
        m_server->stop(std::chrono::milliseconds(0));
}

void ProgramServer::start()
{
    m_isFollowing = true;
    connect(&m_settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::serverIsOn.key)
            || key == QLatin1String(settings::serverHost.key)
            || key == QLatin1String(settings::serverPort.key)
            || key == QLatin1String(settings::serverOffersDocuments.key))
            follow();
    });
    if (m_settings.get(settings::serverIsOn))
        follow();
}

// Goes from what is to what is set, a step at a time: each step comes back here.
void ProgramServer::follow()
{
    if (!m_isFollowing)
        return;
    m_isOutdated = true;
    if (m_stage == Stage::Starting || m_stage == Stage::Ending)
        return;
    m_isOutdated = false;
    if (m_server)
        return close();
    if (!m_settings.get(settings::serverIsOn))
        return setStage(Stage::Off);
    setStage(Stage::Starting);
    m_key.ask(this, [this](const QByteArray& key) { open(key); });
}

server::ServerOptions ProgramServer::optionsWith(const QByteArray& key) const
{
    server::ServerOptions options;
    options.host = m_settings.get(settings::serverHost).toStdString();
    options.port = m_settings.get(settings::serverPort);
    if (!key.isEmpty())
        options.access.keys = {key.toStdString()};
    if (m_settings.get(settings::serverOffersDocuments))
        options.findDocuments = m_findDocuments;
    options.checkAnswer = checkByChosen;
    return options;
}

// A key that the keyring does not give now is no reason to let everybody ask.
QString ProgramServer::whyNotWithoutKey() const
{
    if (!m_key.problem().isEmpty())
        return tr(
            "Couldn't read the server's API key from your keyring (%1). Enter it again below.")
            .arg(m_key.problem());
    if (m_settings.get(settings::serverKeyIsKept))
        return tr("The server's API key is no longer in your keyring. Enter it again below.");
    if (!server::isLoopback(m_settings.get(settings::serverHost).toStdString()))
        return tr(
            "Other computers can reach this address, so an API key is required. Enter one below.");
    return {};
}

// Opens in the background, because host names are looked up.
void ProgramServer::open(const QByteArray& key)
{
    const server::ServerOptions options = optionsWith(key);
    const QString missing = key.isEmpty() ? whyNotWithoutKey() : QString();
    m_lacksKey = !missing.isEmpty();
    if (m_lacksKey)
        return takeOpened(nullptr, missing);
    using Opened = std::shared_ptr<Server>;
    runInBackground<Opened>(
        m_worker, this,
        [options, served = m_models.served()] {
            auto server = std::make_shared<Server>(options, served);
            server->start();
            return server;
        },
        [this](const Outcome<Opened>& outcome) {
            takeOpened(outcome.value.value_or(nullptr), outcome.error);
        });
}

// A keyring that was unlocked after it had been waited for.
void ProgramServer::followLateKey()
{
    const bool isThere = m_key.problem().isEmpty() && m_key.place() != KeptSecret::Place::Nowhere;
    if (m_stage == Stage::Failed && m_lacksKey && isThere)
        follow();
}

void ProgramServer::takeOpened(const std::shared_ptr<Server>& opened, const QString& problem)
{
    m_server = opened;
    setStage(opened ? Stage::Running : Stage::Failed, problem);
    if (m_isOutdated)
        follow();
}

void ProgramServer::close()
{
    setStage(Stage::Ending);
    runInBackground<bool>(
        m_worker, this,
        [server = std::exchange(m_server, nullptr)]() mutable {
            server->stop(shutdownTime);
            server.reset(); // its port is free
            return true;
        },
        [this](const Outcome<bool>&) {
            setStage(Stage::Off);
            follow();
        });
}

void ProgramServer::setStage(Stage stage, const QString& problem)
{
    if (!problem.isEmpty())
        qWarning("The server can't run: %s", qPrintable(problem));
    m_stage = stage;
    m_problem = problem;
    emit changed();
}

QString ProgramServer::address() const
{
    return m_server ? reachableAddress(QString::fromStdString(m_server->address())) : QString();
}

int ProgramServer::clients() const
{
    return m_server ? m_server->connections() : 0;
}

server::RequestGate::Use ProgramServer::jobs() const
{
    return m_server ? m_server->use() : server::RequestGate::Use();
}

QString ProgramServer::exampleCommand() const
{
    if (!m_server)
        return {};
    const bool hasKey = m_key.place() != KeptSecret::Place::Nowhere;
    return services::exampleCommand(
        address(), m_models.currentId(), hasKey ? ExampleKey::Needed : ExampleKey::None);
}

void ProgramServer::setKey(const QByteArray& text)
{
    const std::optional<QByteArray> secret = tokenFrom(text);
    if (!secret)
        reject(tr("This key isn't valid: it contains spaces or unsupported characters."));
    m_key.set(*secret);
    if (m_settings.get(settings::serverIsOn))
        follow();
}

QString ProgramServer::keyMessage() const
{
    switch (m_key.place()) {
    case KeptSecret::Place::Keyring:
        return tr("The API key is stored in your keyring.");
    case KeptSecret::Place::ThisRun:
        if (m_key.problem().isEmpty())
            return tr("The API key is kept in memory until you quit.");
        return tr(
            "The API key is kept in memory until you quit: your keyring couldn't store it (%1).")
            .arg(m_key.problem());
    case KeptSecret::Place::Nowhere:
        break;
    }
    if (!m_key.problem().isEmpty())
        return tr("Couldn't read the API key from your keyring (%1).").arg(m_key.problem());
    return tr("No API key: any program on this computer can connect.");
}

} // namespace services
