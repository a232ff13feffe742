#include "services/hub/hub_access.h"

#include "engine/files/open_weights.h"
#include "services/network/web_address.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QStringList>
#include <QUrl>

#include <algorithm>

namespace services {

namespace {

std::optional<ModelRequest> makeModelRequest(
    const QString& owner, const QString& name, const QString& variant)
{
    for (const QString& part : {owner, name})
        if (!engine::isPlainFileName(part.toStdString()))
            return std::nullopt;
    return ModelRequest{{owner, name}, variant};
}

// https://HOST/OWNER/NAME, and …/blob/main/FILE or …/resolve/main/FILE. Other pages of a repository
// mean the repository.
std::optional<ModelRequest> requestOfAddress(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    const QStringList parts = url.path().split(u'/', Qt::SkipEmptyParts);
    if (!url.isValid() || url.host().isEmpty() || parts.size() < 2)
        return std::nullopt;
    const QString kind = parts.value(2);
    const bool isFile = kind == QLatin1String("blob") || kind == QLatin1String("resolve");
    return makeModelRequest(parts[0], parts[1], isFile ? parts.mid(4).join(u'/') : QString());
}

} // namespace

std::optional<ModelRequest> parseModelRequest(const QString& given)
{
    const QString text = given.trimmed();
    if (looksLikeWebAddress(text))
        return requestOfAddress(text);
    const QString repository = text.section(u':', 0, 0);
    if (repository.count(u'/') != 1)
        return std::nullopt;
    return makeModelRequest(
        repository.section(u'/', 0, 0), repository.section(u'/', 1), text.section(u':', 1));
}

bool isPlainPath(const QString& path)
{
    const QStringList parts = path.split(u'/');
    return parts.size() <= 8 && std::ranges::all_of(parts, [](const QString& part) {
        return engine::isPlainFileName(part.toStdString());
    });
}

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HubAccess)
};

QUrl parseHubAddress(const QString& text)
{
    if (!isHubAddress(text))
        reject(Texts::tr("“%1” isn't a valid model hub URL. Example: https://huggingface.co. Check "
                         "HF_ENDPOINT and Settings → Models and device.")
                   .arg(text.left(200)));
    return QUrl(text, QUrl::StrictMode);
}

QByteArray tokenOfEnvironment()
{
    const std::optional<QByteArray> token = tokenFrom(qgetenv("HF_TOKEN"));
    if (!token)
        reject(Texts::tr(
            "HF_TOKEN isn't a valid token: it contains spaces or unsupported characters."));
    return *token;
}

} // namespace

QUrl HubAccess::addressAt(const QString& path) const
{
    QUrl url = address;
    QString base = url.path();
    while (base.endsWith(u'/'))
        base.chop(1);
    url.setPath(base + path);
    return url;
}

QUrl HubAccess::fileUrl(
    const Repository& repository, const QString& commit, const QString& path) const
{
    return addressAt(QStringLiteral("/%1/resolve/%2/%3").arg(repository.text(), commit, path));
}

bool isHubAddress(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    return isWebAddress(url) && !url.hasQuery() && !url.hasFragment() && url.userInfo().isEmpty();
}

std::optional<QByteArray> tokenFrom(const QByteArray& text)
{
    const QByteArray token = text.trimmed();
    const bool isPlain = std::all_of(
        token.cbegin(), token.cend(), [](char letter) { return letter > ' ' && letter < 127; });
    return isPlain && token.size() <= 4096 ? std::optional(token) : std::nullopt;
}

HubAccess makeHubAccess(const Settings& settings, const QByteArray& token)
{
    const QString named = qEnvironmentVariable("HF_ENDPOINT");
    const QByteArray ofEnvironment = tokenOfEnvironment();
    return {parseHubAddress(named.isEmpty() ? settings.get(settings::hubAddress) : named),
        ofEnvironment.isEmpty() ? token : ofEnvironment};
}

} // namespace services
