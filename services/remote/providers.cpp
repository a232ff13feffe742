#include "services/remote/providers.h"

#include "services/hub/hub_access.h"
#include "services/json_document.h"
#include "services/remote/provider_trial.h"
#include "services/remote/remote_engine.h"
#include "services/settings/settings.h"
#include "services/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <exception>

namespace services {

namespace {

struct Ability {
    const char* name;
    std::optional<bool> OfferedModel::*field;
};

constexpr Ability abilities[] = {
    {"sees", &OfferedModel::sees},
    {"callsTools", &OfferedModel::callsTools},
    {"embeds", &OfferedModel::embeds},
};

QJsonObject knownToJson(const OfferedModel& model)
{
    QJsonObject known;
    for (const Ability& ability : abilities)
        if (const std::optional<bool>& is = model.*ability.field)
            known[QLatin1String(ability.name)] = *is;
    return known;
}

OfferedModel knownFromJson(const QString& name, const QJsonObject& known)
{
    OfferedModel model;
    model.name = name;
    for (const Ability& ability : abilities)
        if (const QJsonValue is = known[QLatin1String(ability.name)]; is.isBool())
            model.*ability.field = is.toBool();
    return model;
}

} // namespace

Providers::Providers(Settings& settings, std::unique_ptr<SecretStore> store,
    std::chrono::milliseconds patience, const RemoteTimes& times, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_patience(patience)
    , m_times(times)
    , m_network(nullptr, Network::Proxy::ForOtherComputers)
{
    connect(&m_network, &Network::contacted, this, &Providers::contacted);
    read();
}

Providers::~Providers() = default;

// What somebody has written into the file and cannot be read is passed over.
void Providers::read()
{
    const QStringList rows = m_settings.get(settings::providers);
    for (const QString& row : rows) {
        const QJsonObject told = parseJsonDocument(row.toUtf8()).object();
        const QString typed = told["address"].toString();
        const auto read = [&typed] { return providerAddress(typed); };
        const Outcome<QString> address = callForOutcome<QString>(read);
        if (!address.value || own(*address.value))
            continue;
        const int atOnce = told["atOnce"].toInt(Provider::defaultAtOnce);
        m_all << Provider{*address.value, std::clamp(atOnce, 1, Provider::maxAtOnce)};
        Kept& kept = m_kept[*address.value];
        kept.hasKey = told["keyIsKept"].toBool();
        const QJsonObject models = told["models"].toObject();
        for (auto model = models.begin(); model != models.end(); ++model)
            kept.known[model.key()] = knownFromJson(model.key(), model.value().toObject());
    }
}

void Providers::write()
{
    QStringList rows;
    for (const Provider& provider : std::as_const(m_all)) {
        const Kept kept = m_kept.value(provider.address);
        QJsonObject models;
        for (const OfferedModel& model : kept.known)
            models[model.name] = knownToJson(model);
        const QJsonObject row{{"address", provider.address}, {"atOnce", provider.atOnce},
            {"keyIsKept", kept.hasKey}, {"models", models}};
        rows << QString::fromUtf8(QJsonDocument(row).toJson(QJsonDocument::Compact));
    }
    m_settings.set(settings::providers, rows);
}

Provider* Providers::own(const QString& address)
{
    const auto found = std::ranges::find(m_all, address, &Provider::address);
    return found == m_all.end() ? nullptr : &*found;
}

Provider Providers::find(const QString& address) const
{
    const auto found = std::ranges::find(m_all, address, &Provider::address);
    return found == m_all.end() ? Provider{address} : *found;
}

QString Providers::add(const QString& typed)
{
    const QString address = providerAddress(typed);
    if (own(address))
        return address;
    m_all << Provider{address};
    write();
    emit changed();
    return address;
}

void Providers::remove(const QString& address)
{
    if (!own(address))
        return;
    key(address).set({});
    m_all.removeIf([&](const Provider& provider) { return provider.address == address; });
    m_kept.remove(address);
    write();
    emit changed();
}

void Providers::setAtOnce(const QString& address, int atOnce)
{
    Provider* provider = own(address);
    if (!provider || provider->atOnce == atOnce)
        return;
    provider->atOnce = std::clamp(atOnce, 1, Provider::maxAtOnce);
    write();
}

// ---- keys ----

KeptSecret& Providers::key(const QString& address)
{
    std::unique_ptr<KeptSecret>& key = m_keys[address];
    if (key)
        return *key;
    key = std::make_unique<KeptSecret>(
        *m_store, QStringLiteral("end-point ") + address, m_kept.value(address).hasKey, m_patience);
    connect(key.get(), &KeptSecret::changed, this, [this, address] { emit keyChanged(address); });
    connect(key.get(), &KeptSecret::keptChanged, this, [this, address](bool isKept) {
        if (!own(address))
            return;
        m_kept[address].hasKey = isKept;
        write();
    });
    return *key;
}

void Providers::setKey(const QString& address, const QByteArray& text)
{
    const std::optional<QByteArray> secret = tokenFrom(text);
    if (!secret)
        reject(tr("This key isn't valid: it contains spaces or unsupported characters."));
    key(address).set(*secret);
}

QString Providers::keyMessage(const QString& address)
{
    const KeptSecret& secret = key(address);
    switch (secret.place()) {
    case KeptSecret::Place::Keyring:
        return tr("The API key is stored in your keyring.");
    case KeptSecret::Place::ThisRun:
        if (secret.problem().isEmpty())
            return tr("The API key is kept in memory until you quit.");
        return tr(
            "The API key is kept in memory until you quit: your keyring couldn't store it (%1).")
            .arg(secret.problem());
    case KeptSecret::Place::Nowhere:
        break;
    }
    if (secret.problem().isEmpty())
        return tr("No API key saved. Many servers don't need one.");
    return tr("Couldn't read the API key from your keyring (%1). Enter it again, or unlock the "
              "keyring and restart Vignette.")
        .arg(secret.problem());
}

// ---- what they offer ----

void Providers::look(const QString& address, QObject* receiver, const Found& found)
{
    key(address).ask(receiver, [this, address, receiver, found](const QByteArray& secret) {
        auto* inquiry = new ProviderInquiry(m_network, address, secret, {}, m_times, receiver);
        connect(inquiry, &ProviderInquiry::found, receiver,
            [inquiry, found](const QList<OfferedModel>& all, const OfferedModel&) {
                inquiry->deleteLater();
                found({all, {}});
            });
        connect(inquiry, &ProviderInquiry::failed, receiver,
            [inquiry, found](const RemoteFailure& failure) {
                inquiry->deleteLater();
                found({{}, toMessage(failure)});
            });
    });
}

void Providers::tryOut(const QString& address, const QString& model, QObject* receiver,
    std::function<void(ProviderTrial&)> begun)
{
    key(address).ask(receiver,
        [this, address, model, receiver, begun = std::move(begun)](const QByteArray& secret) {
            auto* trial = new ProviderTrial(m_network, address, secret, model, m_times, receiver);
            connect(trial, &ProviderTrial::finished, this,
                [this, trial, address](const OfferedModel& found) {
                    trial->deleteLater();
                    if (!own(address) || found.name.isEmpty())
                        return;
                    m_kept[address].known[found.name] = found;
                    write();
                });
            begun(*trial);
        });
}

OfferedModel Providers::known(const QString& address, const QString& model) const
{
    const auto kept = m_kept.find(address);
    return kept == m_kept.end() ? OfferedModel() : kept->known.value(model);
}

runtime::EngineFactory Providers::engines()
{
    return [this](const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
        if (!m_thread) {
            m_thread = std::make_shared<RemoteThread>();
            connect(m_thread.get(), &RemoteThread::contacted, this, &Providers::contacted);
        }
        RemoteEngineOptions options;
        const QString address = QString::fromStdString(model.address());
        options.provider = find(address);
        options.model = QString::fromStdString(model.name());
        options.known = known(address, options.model);
        options.thread = m_thread;
        options.times = m_times;
        options.key = [this, address](const auto& done) {
            QMetaObject::invokeMethod(this, [this, address, done] {
                key(address).ask(this, [done](const QByteArray& secret) { done({secret, {}}); });
            });
        };
        return std::make_shared<RemoteEngine>(std::move(options), std::move(host));
    };
}

} // namespace services
