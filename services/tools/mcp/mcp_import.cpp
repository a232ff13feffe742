#include "services/tools/mcp/mcp_import.h"

#include "services/json_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype maxTextLength = 256 << 10; // characters
constexpr qsizetype maxServers = 50;
constexpr qsizetype maxNameLength = 60; // characters

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::McpImport)
};

// JSON as VS Code writes it has comments, and commas before closing brackets.
QString withoutComments(const QString& text)
{
    QString plain;
    bool isQuoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QStringView rest = QStringView(text).sliced(i);
        if (isQuoted) {
            plain += text[i];
            if (text[i] == u'\\' && i + 1 < text.size())
                plain += text[++i];
            else if (text[i] == u'"')
                isQuoted = false;
        } else if (rest.startsWith(u"//")) {
            const qsizetype end = text.indexOf(u'\n', i);
            i = end < 0 ? text.size() : end - 1;
        } else if (rest.startsWith(u"/*")) {
            const qsizetype end = text.indexOf(QLatin1String("*/"), i);
            i = end < 0 ? text.size() : end + 1;
        } else {
            isQuoted = text[i] == u'"';
            plain += text[i];
        }
    }
    return plain;
}

QString withoutLastCommas(const QString& text)
{
    QString plain;
    bool isQuoted = false, isEscaped = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'"' && !isEscaped)
            isQuoted = !isQuoted;
        isEscaped = isQuoted && text[i] == u'\\' && !isEscaped;
        const bool closes = text[i] == u'}' || text[i] == u']';
        if (!isQuoted && closes) {
            qsizetype end = plain.size();
            while (end > 0 && plain[end - 1].isSpace())
                --end;
            if (end > 0 && plain[end - 1] == u',')
                plain.remove(end - 1, 1);
        }
        plain += text[i];
    }
    return plain;
}

bool isServer(const QJsonValue& value)
{
    const QJsonObject object = value.toObject();
    return object["command"].isString() || object["url"].isString()
        || object["serverUrl"].isString() || object["httpUrl"].isString();
}

// The list by name, wherever it is.
QJsonObject serversIn(const QJsonObject& all)
{
    for (const QJsonObject& place : {all, all["mcp"].toObject()})
        for (const char* key : {"mcpServers", "servers", "context_servers"})
            if (place[QLatin1String(key)].isObject())
                return place[QLatin1String(key)].toObject();
    if (isServer(all))
        return {{all["name"].toString(QStringLiteral("MCP server")), all}};
    const bool isList = !all.isEmpty()
        && std::all_of(
            all.begin(), all.end(), [](const QJsonValue& each) { return isServer(each); });
    return isList ? all : QJsonObject();
}

// What a JSON value is as a text: numbers and booleans are found among environment variables, too.
QString toText(const QJsonValue& value)
{
    return value.isString() ? value.toString() : value.toVariant().toString();
}

QString urlIn(const QJsonObject& object)
{
    for (const char* key : {"url", "serverUrl", "httpUrl"})
        if (const QString url = object[QLatin1String(key)].toString(); !url.isEmpty())
            return url.trimmed();
    return {};
}

class Reader {
public:
    void add(const QString& given, const QJsonObject& object)
    {
        McpSettings server;
        server.name = visibleText(given.simplified()).left(maxNameLength);
        server.url = urlIn(object);
        server.command = server.url.isEmpty() ? object["command"].toString().trimmed() : QString();
        if (server.name.isEmpty() || (server.url.isEmpty() && server.command.isEmpty()))
            return leaveOut(server, Texts::tr("it has neither a command nor a URL"));
        if (object["type"].toString() == u"sse" || object["transport"].toString() == u"sse")
            return leaveOut(server,
                Texts::tr("it uses the older SSE transport; only streamable HTTP is supported"));
        McpHeaders headers;
        if (!server.url.isEmpty()) {
            headers = usableHeaders(server, object["headers"].toObject());
            server.headers = headers.keys();
            if (const QString problem = mcpUrlProblem(server.url, !headers.isEmpty());
                !problem.isEmpty()) {
                import.problems << Texts::tr("“%1” wasn't added: %2").arg(server.name, problem);
                return;
            }
        } else {
            addProgram(server, object);
        }
        if (QString::fromUtf8(QJsonDocument(object).toJson()).contains(QLatin1String("${")))
            import.problems << Texts::tr("“%1” contains placeholders such as ${…}. Edit the server "
                                         "and enter their values.")
                                   .arg(server.name);
        import.servers << server;
        import.headers << headers;
    }

    McpImport import;

private:
    void leaveOut(const McpSettings& server, const QString& why)
    {
        import.problems << Texts::tr("“%1” wasn't added: %2.").arg(server.name, why);
    }

    void addProgram(McpSettings& server, const QJsonObject& object)
    {
        for (const QJsonValue& argument : object["args"].toArray())
            server.arguments << toText(argument);
        const QJsonObject environment = object["env"].toObject();
        for (auto each = environment.begin(); each != environment.end(); ++each) {
            const QString value = toText(each.value());
            if (each.key().isEmpty() || each.key().contains(u'=') || value.contains(u'\n'))
                import.problems << Texts::tr("The environment variable “%1” of “%2” can't be used.")
                                       .arg(visibleText(each.key()), server.name);
            else
                server.environment << each.key() + u'=' + value;
        }
    }

    McpHeaders usableHeaders(const McpSettings& server, const QJsonObject& headers)
    {
        McpHeaders values;
        for (auto header = headers.begin(); header != headers.end(); ++header) {
            const QString value = toText(header.value());
            if (isMcpHeader(header.key(), value))
                values[header.key()] = value;
            else
                import.problems << Texts::tr("The header “%1” of “%2” can't be used.")
                                       .arg(visibleText(header.key()), server.name);
        }
        return values;
    }
};

} // namespace

McpImport readMcpJson(const QString& text)
{
    QJsonDocument document;
    if (text.size() <= maxTextLength) {
        document = parseJsonDocument(text.toUtf8());
        if (document.isNull())
            document = parseJsonDocument(withoutLastCommas(withoutComments(text)).toUtf8());
        if (document.isNull()) // the list alone, without the brackets around it
            document = parseJsonDocument(
                (u'{' + withoutLastCommas(withoutComments(text) + u'}')).toUtf8());
    }
    const QJsonObject servers = serversIn(document.object());
    if (servers.isEmpty())
        reject(
            Texts::tr("No MCP servers found. Paste JSON with “mcpServers” or “servers”, as other "
                      "programs use it."));
    Reader reader;
    for (auto server = servers.begin(); server != servers.end(); ++server)
        if (reader.import.servers.size() < maxServers)
            reader.add(server.key(), server.value().toObject());
    return reader.import;
}

} // namespace services
