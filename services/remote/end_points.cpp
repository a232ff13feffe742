#include "services/remote/end_points.h"

#include "services/hub/hub_access.h"
#include "services/json_document.h"
#include "services/remote/end_point_trial.h"
#include "services/remote/remote_engine.h"
#include "services/settings/setting.h"
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

EndPoints::EndPoints(Settings& settings, std::unique_ptr<SecretStore> store,
    std::chrono::milliseconds patience, const RemoteTimes& times, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_patience(patience)
    , m_times(times)
    , m_network(nullptr, Network::ThisComputer::WithoutProxy)
{
    connect(&m_network, &Network::contacted, this, &EndPoints::contacted);
    read();
}

EndPoints::~EndPoints() = default;

// What somebody has written into the file and cannot be read is passed over.
void EndPoints::read()
{
    const QStringList rows = m_settings.get(settings::endPoints);
    for (const QString& row : rows) {
        const QJsonObject told = parseJsonDocument(row.toUtf8()).object();
        const QString typed = told["address"].toString();
        const auto read = [&typed] { return endPointAddress(typed); };
        const Outcome<QString> address = callForOutcome<QString>(read);
        if (!address.value || own(*address.value))
            continue;
        const int atOnce = told["atOnce"].toInt(EndPoint::usualAtOnce);
        m_all << EndPoint{*address.value, std::clamp(atOnce, 1, EndPoint::mostAtOnce)};
        Kept& kept = m_kept[*address.value];
        kept.hasKey = told["keyIsKept"].toBool();
        const QJsonObject models = told["models"].toObject();
        for (auto model = models.begin(); model != models.end(); ++model)
            kept.known[model.key()] = knownFromJson(model.key(), model.value().toObject());
    }
}

void EndPoints::write()
{
    QStringList rows;
    for (const EndPoint& endPoint : std::as_const(m_all)) {
        const Kept kept = m_kept.value(endPoint.address);
        QJsonObject models;
        for (const OfferedModel& model : kept.known)
            models[model.name] = knownToJson(model);
        const QJsonObject row{{"address", endPoint.address}, {"atOnce", endPoint.atOnce},
            {"keyIsKept", kept.hasKey}, {"models", models}};
        rows << QString::fromUtf8(QJsonDocument(row).toJson(QJsonDocument::Compact));
    }
    m_settings.set(settings::endPoints, rows);
}

EndPoint* EndPoints::own(const QString& address)
{
    const auto found = std::ranges::find(m_all, address, &EndPoint::address);
    return found == m_all.end() ? nullptr : &*found;
}

EndPoint EndPoints::find(const QString& address) const
{
    const auto found = std::ranges::find(m_all, address, &EndPoint::address);
    return found == m_all.end() ? EndPoint{address} : *found;
}

QString EndPoints::add(const QString& typed)
{
    const QString address = endPointAddress(typed);
    if (own(address))
        return address;
    m_all << EndPoint{address};
    write();
    emit changed();
    return address;
}

void EndPoints::remove(const QString& address)
{
    if (!own(address))
        return;
    key(address).set({});
    m_all.removeIf([&](const EndPoint& endPoint) { return endPoint.address == address; });
    m_kept.remove(address);
    write();
    emit changed();
}

void EndPoints::setAtOnce(const QString& address, int atOnce)
{
    EndPoint* endPoint = own(address);
    if (!endPoint || endPoint->atOnce == atOnce)
        return;
    endPoint->atOnce = std::clamp(atOnce, 1, EndPoint::mostAtOnce);
    write();
}

// ---- keys ----

KeptSecret& EndPoints::key(const QString& address)
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

void EndPoints::setKey(const QString& address, const QByteArray& text)
{
    const std::optional<QByteArray> secret = tokenFrom(text);
    if (!secret)
        refuse(tr("This key isn't valid: it contains spaces or unsupported characters."));
    key(address).set(*secret);
}

QString EndPoints::keySentence(const QString& address)
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

void EndPoints::look(const QString& address, QObject* receiver, const Found& found)
{
    key(address).ask(receiver, [this, address, receiver, found](const QByteArray& secret) {
        auto* inquiry = new EndPointInquiry(m_network, address, secret, {}, m_times, receiver);
        connect(inquiry, &EndPointInquiry::found, receiver,
            [inquiry, found](const QList<OfferedModel>& all, const OfferedModel&) {
                inquiry->deleteLater();
                found({all, {}});
            });
        connect(inquiry, &EndPointInquiry::failed, receiver,
            [inquiry, found](const RemoteFailure& failure) {
                inquiry->deleteLater();
                found({{}, toMessage(failure)});
            });
    });
}

void EndPoints::tryOut(const QString& address, const QString& model, QObject* receiver,
    std::function<void(EndPointTrial&)> begun)
{
    key(address).ask(receiver,
        [this, address, model, receiver, begun = std::move(begun)](const QByteArray& secret) {
            auto* trial = new EndPointTrial(m_network, address, secret, model, m_times, receiver);
            connect(trial, &EndPointTrial::finished, this,
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

OfferedModel EndPoints::known(const QString& address, const QString& model) const
{
    const auto kept = m_kept.find(address);
    return kept == m_kept.end() ? OfferedModel() : kept->known.value(model);
}

runtime::EngineFactory EndPoints::engines()
{
    return [this](const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
        if (!m_thread) {
            m_thread = std::make_shared<RemoteThread>();
            connect(m_thread.get(), &RemoteThread::contacted, this, &EndPoints::contacted);
        }
        RemoteEngineOptions options;
        const QString address = QString::fromStdString(model.address());
        options.endPoint = find(address);
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
