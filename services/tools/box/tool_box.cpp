#include "services/tools/box/tool_box.h"

#include "services/settings/settings.h"

#include <QCryptographicHash>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <utility>

namespace services {

namespace {

constexpr qsizetype maxNameLength = 64; // letters, as most models and servers have it
constexpr const char* permissionNames[] = {"never", "ask", "always"}; // by ToolPermission

QString prefixed(const ToolDescription& tool)
{
    static const QRegularExpression unusable(QStringLiteral("[^A-Za-z0-9_-]+"));
    QString prefix = tool.server;
    prefix.replace(unusable, QStringLiteral("_"));
    return (prefix + u'_' + tool.name).left(maxNameLength);
}

// If two servers have tools of the same name, the second one's is prefixed with the name of its
// server.
bool makeUnique(ToolDescription& tool, const QSet<QString>& taken)
{
    if (taken.contains(tool.name))
        tool.name = prefixed(tool);
    return !taken.contains(tool.name);
}

// A hash of what users and models are shown of a tool.
QString fingerprint(const ToolDescription& tool)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray& text :
        {tool.title.toUtf8(), tool.description.toUtf8(), tool.parameters}) {
        hash.addData(QByteArray::number(text.size()) + ' ');
        hash.addData(text);
    }
    return QString::fromLatin1(hash.result().toHex());
}

// What servers say of a tool may change with each start. The program's own change with its versions.
bool isSame(const ToolDescription& left, const ToolDescription& right)
{
    return left.id == right.id
        && (left.server.isEmpty() || fingerprint(left) == fingerprint(right));
}

// The permission as it is stored in the settings. "Always" applies only to the tool as the user has
// seen it.
QString storedPermission(const ToolDescription& tool, ToolPermission permission)
{
    const QString name = QLatin1String(permissionNames[int(permission)]);
    if (permission != ToolPermission::Always || tool.server.isEmpty())
        return name;
    return name + u' ' + fingerprint(tool);
}

} // namespace

ToolBox::ToolBox(Settings& settings, McpLimits limits, std::unique_ptr<SecretStore> secrets,
    std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_limits(limits)
    , m_headers(settings, std::move(secrets), patience)
{
}

void ToolBox::setHeaders(
    const McpSettings& before, const McpSettings& server, const McpHeaders& entered)
{
    if (!entered.isEmpty())
        m_entered << server.name;
    m_headers.set(before, server, entered);
}

ToolBox::~ToolBox()
{
    for (const auto& server : m_servers)
        server->close(); // all at once: each destructor waits
}

void ToolBox::add(std::unique_ptr<Tool> tool)
{
    m_own.push_back(std::move(tool));
    emit changed();
}

void ToolBox::start()
{
    if (!std::exchange(m_isStarted, true))
        startServers(serverSettings());
}

QList<McpSettings> ToolBox::serverSettings() const
{
    return mcpSettingsFrom(m_settings.get(settings::mcpServers));
}

// The caller need not know where headers are kept.
void ToolBox::setServers(const QList<McpSettings>& wanted)
{
    QList<McpSettings> servers = wanted;
    const QList<McpSettings> before = serverSettings();
    for (McpSettings& server : servers) {
        const auto same = std::ranges::find_if(before, [&server](const McpSettings& each) {
            return each.name == server.name && each.url == server.url;
        });
        const bool hasSame = same != before.end() && !server.headers.isEmpty();
        server.hasKeptHeaders = hasSame && same->hasKeptHeaders;
        server.hasHeadersByUrl = hasSame && same->hasHeadersByUrl;
    }
    m_headers.forgetOthersThan(servers);
    m_settings.set(settings::mcpServers, serialize(servers));
    if (m_isStarted)
        startServers(servers);
    emit changed();
}

void ToolBox::startServers(const QList<McpSettings>& servers)
{
    const auto isUnchanged = [this](const McpServer& server, McpSettings settings) {
        settings.hasKeptHeaders
            = server.settings().hasKeptHeaders; // these may change by themselves
        settings.hasHeadersByUrl = server.settings().hasHeadersByUrl;
        return server.settings() == settings && !m_entered.contains(settings.name);
    };
    std::vector<std::unique_ptr<McpServer>> before = std::exchange(m_servers, {});
    for (const McpSettings& settings : servers) {
        const auto same = std::ranges::find_if(
            before, [&](const auto& server) { return server && isUnchanged(*server, settings); });
        if (same != before.end()) {
            m_servers.push_back(std::move(*same));
            continue;
        }
        const auto headers = [this, settings](QObject* receiver, const auto& done) {
            m_headers.ask(settings, receiver, done);
        };
        m_servers.push_back(std::make_unique<McpServer>(settings, m_limits, headers));
        connect(m_servers.back().get(), &McpServer::changed, this, &ToolBox::changed);
        connect(m_servers.back().get(), &McpServer::contacted, this, &ToolBox::contacted);
    }
    m_entered.clear();
    for (std::unique_ptr<McpServer>& server : before)
        if (server)
            McpServer::retire(std::move(server), this);
}

std::vector<std::pair<ToolDescription, Tool*>> ToolBox::all() const
{
    std::vector<std::pair<ToolDescription, Tool*>> all;
    QSet<QString> taken;
    const auto take = [&](const std::unique_ptr<Tool>& tool) {
        ToolDescription description = tool->description();
        if (!makeUnique(description, taken))
            return;
        taken << description.name;
        all.emplace_back(std::move(description), tool.get());
    };
    std::ranges::for_each(m_own, take);
    for (const auto& server : m_servers)
        std::ranges::for_each(server->tools(), take);
    return all;
}

QList<ToolDescription> ToolBox::tools() const
{
    QList<ToolDescription> tools;
    for (const auto& [description, tool] : all())
        tools << description;
    return tools;
}

ToolPermission ToolBox::permission(const ToolDescription& tool) const
{
    const QStringList kept = m_settings.get(settings::toolPermissions);
    for (qsizetype place = 0; place + 1 < kept.size(); place += 2)
        for (size_t each = 0; kept[place] == tool.id && each < std::size(permissionNames); ++each)
            if (kept[place + 1] == storedPermission(tool, ToolPermission(each)))
                return ToolPermission(each);
    return tool.server.isEmpty() ? ToolPermission::Never : ToolPermission::Ask;
}

void ToolBox::setPermission(const ToolDescription& tool, ToolPermission permission)
{
    QStringList kept{tool.id, storedPermission(tool, permission)};
    const QStringList before = m_settings.get(settings::toolPermissions);
    for (qsizetype place = 0; place + 1 < before.size(); place += 2)
        if (before[place] != tool.id)
            kept << before[place] << before[place + 1];
    m_settings.set(settings::toolPermissions, kept);
    emit changed();
}

std::vector<runtime::Tool> ToolBox::offered() const
{
    std::vector<runtime::Tool> offered;
    for (const ToolDescription& tool : tools())
        if (permission(tool) != ToolPermission::Never)
            offered.push_back({tool.name.toStdString(), tool.description.toStdString(),
                tool.parameters.toStdString()});
    return offered;
}

std::optional<ToolDescription> ToolBox::find(const QString& name) const
{
    for (const ToolDescription& tool : tools())
        if (tool.name == name && permission(tool) != ToolPermission::Never)
            return tool;
    return std::nullopt;
}

std::unique_ptr<ToolRun> ToolBox::call(
    const ToolDescription& tool, const QJsonObject& arguments, Tool::Done done)
{
    for (const auto& [description, each] : all())
        if (isSame(description, tool))
            return each->call(arguments, std::move(done));
    return nullptr;
}

} // namespace services
