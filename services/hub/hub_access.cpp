#include "services/hub/hub_access.h"

#include "services/refuse.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace services {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HubAccess)
};

QUrl endPointOf(const QString& text)
{
    if (!isHubAddress(text))
        refuse(Texts::tr("“%1” is no address of a hub of models, such as https://huggingface.co; "
                         "it comes from HF_ENDPOINT or from the settings.")
                   .arg(text.left(200)));
    return QUrl(text, QUrl::StrictMode);
}

QByteArray tokenOfEnvironment()
{
    const std::optional<QByteArray> token = tokenFrom(qgetenv("HF_TOKEN"));
    if (!token)
        refuse(Texts::tr("HF_TOKEN is no token: it holds spaces or other strange characters."));
    return *token;
}

} // namespace

QUrl HubAccess::addressAt(const QString& path) const
{
    QUrl url = endPoint;
    QString base = url.path();
    while (base.endsWith(u'/'))
        base.chop(1);
    url.setPath(base + path);
    return url;
}

QUrl HubAccess::addressOf(
    const Repository& repository, const QString& commit, const QString& path) const
{
    return addressAt(QStringLiteral("/%1/resolve/%2/%3").arg(repository.text(), commit, path));
}

bool isHubAddress(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isWeb
        = url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
    return url.isValid() && isWeb && !url.host().isEmpty() && !url.hasQuery() && !url.hasFragment()
        && url.userInfo().isEmpty();
}

std::optional<QByteArray> tokenFrom(const QByteArray& text)
{
    const QByteArray token = text.trimmed();
    const bool isPlain = std::all_of(
        token.cbegin(), token.cend(), [](char letter) { return letter > ' ' && letter < 127; });
    return isPlain && token.size() <= 4096 ? std::optional(token) : std::nullopt;
}

HubAccess hubAccessOf(const Settings& settings, const QByteArray& token)
{
    const QString named = qEnvironmentVariable("HF_ENDPOINT");
    const QByteArray ofEnvironment = tokenOfEnvironment();
    return {endPointOf(named.isEmpty() ? settings.get(settings::hubAddress) : named),
        ofEnvironment.isEmpty() ? token : ofEnvironment};
}

} // namespace services
