#include "services/tools/box/header_secrets.h"

#include "services/json_document.h"
#include "services/settings/settings.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace services {

namespace {

QByteArray toJson(const McpHeaders& headers)
{
    QJsonObject object;
    for (auto header = headers.cbegin(); header != headers.cend(); ++header)
        object[header.key()] = header.value();
    return object.isEmpty() ? QByteArray() : QJsonDocument(object).toJson(QJsonDocument::Compact);
}

McpHeaders headersFrom(const QByteArray& secret)
{
    McpHeaders headers;
    const QJsonObject object = parseJsonDocument(secret).object();
    for (auto header = object.begin(); header != object.end(); ++header)
        if (isMcpHeader(header.key(), header.value().toString()))
            headers[header.key()] = header.value().toString();
    return headers;
}

McpHeaders only(McpHeaders headers, const QStringList& names)
{
    headers.removeIf([&names](const auto& header) { return !names.contains(header.key()); });
    return headers;
}

// The key of earlier versions, for the headers of all servers with this URL.
QString keyOfUrl(const McpSettings& server)
{
    return QStringLiteral("mcp-headers: ") + server.url;
}

// A URL contains no line break.
QString keyOf(const McpSettings& server)
{
    return keyOfUrl(server) + u'\n' + server.name;
}

bool haveSameKey(const McpSettings& left, const McpSettings& right)
{
    return keyOf(left) == keyOf(right);
}

} // namespace

HeaderSecrets::HeaderSecrets(Settings& settings, std::unique_ptr<SecretStore> store,
    std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_patience(patience)
{
}

HeaderSecrets::~HeaderSecrets() = default;

QList<McpSettings> HeaderSecrets::servers() const
{
    return mcpSettingsFrom(m_settings.get(settings::mcpServers));
}

KeptSecret& HeaderSecrets::make(const QString& key, bool isKept)
{
    std::unique_ptr<KeptSecret>& kept = m_secrets[key];
    if (!kept) {
        kept = std::make_unique<KeptSecret>(*m_store, key, isKept, m_patience);
        connect(kept.get(), &KeptSecret::keptChanged, this,
            [this, key](bool isNowKept) { noteKept(key, isNowKept); });
    }
    return *kept;
}

KeptSecret& HeaderSecrets::secret(const McpSettings& server)
{
    const QList<McpSettings> all = servers();
    const auto known = std::ranges::find_if(
        all, [&server](const McpSettings& each) { return haveSameKey(each, server); });
    return make(keyOf(server), known != all.end() && known->hasKeptHeaders);
}

// What was kept by URL is removed once each of its servers has its own.
void HeaderSecrets::noteKept(const QString& key, bool isKept)
{
    QList<McpSettings> all = servers();
    McpSettings moved;
    for (McpSettings& server : all) {
        if (keyOf(server) != key)
            continue;
        server.hasKeptHeaders = isKept;
        if (isKept && std::exchange(server.hasHeadersByUrl, false))
            moved = server;
    }
    m_settings.set(settings::mcpServers, serialize(all));
    const bool isLast = std::ranges::none_of(all, [&moved](const McpSettings& server) {
        return server.url == moved.url && server.hasHeadersByUrl;
    });
    if (!moved.url.isEmpty() && isLast)
        make(keyOfUrl(moved), true).set({});
}

void HeaderSecrets::ask(const McpSettings& server, QObject* receiver, const Done& done)
{
    if (m_renamed.contains(keyOf(server)))
        return ask(m_renamed[keyOf(server)], receiver, done);
    const auto tell = [done, names = server.headers](
                          const QByteArray& kept) { done(only(headersFrom(kept), names)); };
    KeptSecret& own = secret(server);
    if (!server.hasHeadersByUrl || own.place() != KeptSecret::Place::Nowhere)
        return own.ask(receiver, tell);
    make(keyOfUrl(server), true).ask(receiver, [this, server, tell](const QByteArray& kept) {
        if (!kept.isEmpty())
            secret(server).set(toJson(only(headersFrom(kept), server.headers)));
        tell(kept);
    });
}

void HeaderSecrets::set(
    const McpSettings& before, const McpSettings& server, const McpHeaders& entered)
{
    KeptSecret& own = secret(server);
    const bool isComplete = std::ranges::all_of(
        server.headers, [&entered](const QString& name) { return entered.contains(name); });
    if (isComplete || before.url != server.url) // so that the keyring need not be asked
        return own.set(toJson(entered));
    if (!haveSameKey(before, server))
        m_renamed.insert(keyOf(server), before);
    ask(before, this, [this, before, server, entered](McpHeaders kept) {
        kept.insert(entered);
        const bool isRenamed = m_renamed.remove(keyOf(server)) > 0;
        if (!secret(before).problem().isEmpty())
            return; // what the keyring has must not be replaced by a part of it
        secret(server).set(toJson(only(kept, server.headers)));
        // Later, because others are told what was kept after this.
        if (isRenamed)
            QMetaObject::invokeMethod(
                this, [this, before] { forget(before, servers()); }, Qt::QueuedConnection);
    });
}

void HeaderSecrets::forget(const McpSettings& server, const QList<McpSettings>& others)
{
    secret(server).set({});
    const bool isUrlUsed = std::ranges::any_of(others, [&server](const McpSettings& each) {
        return each.url == server.url && each.hasHeadersByUrl;
    });
    if (server.hasHeadersByUrl && !isUrlUsed)
        make(keyOfUrl(server), true).set({});
}

void HeaderSecrets::forgetOthersThan(const QList<McpSettings>& kept)
{
    for (const McpSettings& before : servers()) {
        const auto isMeant
            = [&before](const McpSettings& each) { return haveSameKey(each, before); };
        const bool isUsed = std::ranges::any_of(kept, [&](const McpSettings& server) {
            return !server.headers.isEmpty() && isMeant(server);
        });
        if (!before.headers.isEmpty() && !isUsed && std::ranges::none_of(m_renamed, isMeant))
            forget(before, kept);
    }
}

} // namespace services
