#include "services/network/public_downloads.h"

#include "base/error.h"
#include "services/network/network.h"

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QHostInfo>
#include <QNetworkInterface>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <optional>

namespace services {

namespace {

using base::Error;
using base::ErrorKind;

constexpr size_t maxUrl = 8192; // bytes
constexpr int maxRedirects = 5;
constexpr qint64 bufferBytes = 256 << 10; // what Qt reads ahead
constexpr std::chrono::milliseconds askEvery(50); // whether the caller still waits

// IANA's registries of special-purpose addresses, and multicast.
constexpr const char* closedIpv4[]
    = {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"};
// Everything outside this block is closed: ::1, mapped and NAT64 addresses, fc00::/7, fe80::/10, …
constexpr const char* openIpv6 = "2000::/3";
// Special purposes (Teredo among them), documentation, 6to4.
constexpr const char* closedIpv6[] = {"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

Error failure(const QString& message)
{
    return {ErrorKind::BadRequest, message.toStdString()};
}

// "images.example:443"
QString hostAndPort(const QUrl& url, int port)
{
    return url.host(QUrl::FullyEncoded) + u':' + QString::number(port);
}

bool isSecure(const QUrl& url)
{
    return url.scheme() == QLatin1String("https");
}

QString hostOf(const QUrl& url)
{
    return hostAndPort(url, url.port(isSecure(url) ? 443 : 80));
}

QUrl parseUrl(const std::string& text)
{
    if (text.size() > maxUrl)
        throw failure(QStringLiteral("the URL is longer than %1 bytes.").arg(maxUrl));
    return QUrl(QString::fromStdString(text));
}

} // namespace

bool isPublicAddress(const QHostAddress& address)
{
    const auto isIn = [&](const char* subnet) {
        return address.isInSubnet(QHostAddress::parseSubnet(QLatin1String(subnet)));
    };
    if (address.protocol() == QHostAddress::IPv4Protocol)
        return std::ranges::none_of(closedIpv4, isIn);
    return isIn(openIpv6) && std::ranges::none_of(closedIpv6, isIn);
}

bool isOfOwnNetworks(const QHostAddress& address, const QList<QNetworkAddressEntry>& own)
{
    return std::ranges::any_of(own, [&](const QNetworkAddressEntry& entry) {
        return address == entry.ip()
            || (entry.prefixLength() > 0 && address.isInSubnet(entry.ip(), entry.prefixLength()));
    });
}

bool isOutside(const QHostAddress& address)
{
    QList<QNetworkAddressEntry> own;
    for (const QNetworkInterface& interface : QNetworkInterface::allInterfaces())
        own += interface.addressEntries();
    return isPublicAddress(address) && !isOfOwnNetworks(address, own);
}

/// One file on its way, with all redirects. Lives on the stack of get().
class PublicDownloads::Download {
public:
    Download(const PublicDownloads& rules, const std::function<bool()>& isGone)
        : m_rules(rules)
        , m_isGone(isGone)
        , m_deadline(rules.m_time)
    {
        m_wake.start(askEvery);
    }

    std::string get(QUrl url)
    {
        for (int redirects = 0; redirects <= maxRedirects; ++redirects) {
            requireAllowed(url);
            const QUrl target = ask(url, lookUp(url));
            if (target.isEmpty())
                return std::move(m_bytes);
            if (isSecure(url) && !isSecure(target))
                throw failure(QStringLiteral("it redirects from https to http."));
            url = target;
        }
        throw failure(QStringLiteral("there are too many redirects."));
    }

private:
    void requireAllowed(const QUrl& url) const
    {
        if (!url.isValid() || (!isSecure(url) && url.scheme() != QLatin1String("http")))
            throw failure(QStringLiteral("the URL must begin with http:// or https://."));
        if (!url.userInfo().isEmpty())
            throw failure(QStringLiteral("the URL must not contain a user name."));
        const QString host = hostOf(url);
        if (!m_rules.m_isTyped && !m_rules.m_hosts.contains(host))
            throw failure(QStringLiteral("%1 isn't among the allowed hosts.").arg(host));
    }

    // The addresses of a host, all of which may be connected to.
    QList<QHostAddress> lookUp(const QUrl& url)
    {
        const QString host = url.host(QUrl::FullyEncoded);
        QList<QHostAddress> addresses{QHostAddress(host)};
        if (addresses[0].isNull()) {
            std::optional<QHostInfo> found;
            QObject context; // the lookup is of no interest once it is destroyed
            QHostInfo::lookupHost(host, &context, [&](const QHostInfo& info) { found = info; });
            await([&] { return found.has_value(); });
            addresses = found->addresses();
        }
        if (addresses.isEmpty())
            throw failure(QStringLiteral("the host %1 isn't known.").arg(host));
        const bool isTyped = m_rules.m_isTyped && m_rules.m_hosts.contains(hostOf(url));
        if (!isTyped && !std::ranges::all_of(addresses, m_rules.m_isAllowed))
            throw failure(
                QStringLiteral("the host %1 has an address that isn't public.").arg(host));
        return addresses;
    }

    // Reads the file into m_bytes, or returns where the host redirects to. Asks the next address if
    // one can't be connected to.
    QUrl ask(const QUrl& url, const QList<QHostAddress>& addresses)
    {
        std::unique_ptr<QNetworkReply> reply;
        for (const QHostAddress& address : addresses) {
            reply = get(url, address);
            await([&] {
                read(*reply);
                const int status = httpStatus(*reply);
                return reply->isFinished()
                    || (status != 0 && status != 200); // nothing else is read
            });
            if (httpStatus(*reply) != 0)
                break;
        }
        const int status = httpStatus(*reply);
        if (status / 100 == 3 && reply->hasRawHeader("Location"))
            return url.resolved(parseUrl(reply->rawHeader("Location").toStdString()));
        if (status != 0 && status != 200)
            throw failure(QStringLiteral("the host answered with status %1.").arg(status));
        read(*reply);
        if (reply->error() != QNetworkReply::NoError)
            throw failure(QStringLiteral("the connection failed: %1.").arg(reply->errorString()));
        if (announcedBytes(*reply).value_or(m_bytes.size()) != qint64(m_bytes.size()))
            throw failure(QStringLiteral("the connection ended early."));
        return {};
    }

    // Sends the request to this address of the host, whatever its name resolves to by now.
    std::unique_ptr<QNetworkReply> get(const QUrl& url, const QHostAddress& address)
    {
        const QString host = url.host(QUrl::FullyEncoded);
        QUrl direct = url;
        direct.setHost(address.toString());
        QNetworkRequest request(direct);
        request.setRawHeader("Host", url.authority(QUrl::FullyEncoded).toLatin1());
        request.setPeerVerifyName(host);
        emit m_rules.contacted(host);
        std::unique_ptr<QNetworkReply> reply(m_network.get(request));
        reply->setReadBufferSize(bufferBytes);
        return reply;
    }

    void read(QNetworkReply& reply)
    {
        const std::string bytes = reply.readAll().toStdString();
        if (httpStatus(reply) != 200)
            return; // what servers say about errors is for browsers
        m_bytes += bytes;
        if (std::max(announcedBytes(reply).value_or(0), qint64(m_bytes.size())) > maxBytes)
            throw failure(QStringLiteral("the file is larger than %1 MiB.").arg(maxBytes >> 20));
    }

    static int httpStatus(const QNetworkReply& reply)
    {
        return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    }

    static std::optional<qint64> announcedBytes(const QNetworkReply& reply)
    {
        const QVariant length = reply.header(QNetworkRequest::ContentLengthHeader);
        return length.isValid() ? std::optional(length.toLongLong()) : std::nullopt;
    }

    // Processes events until `isDone`.
    void await(const std::function<bool()>& isDone)
    {
        while (!isDone()) {
            if (m_isGone())
                throw Error(ErrorKind::Cancelled, "The download was cancelled.");
            if (m_deadline.hasExpired())
                throw failure(QStringLiteral("it takes longer than %1 seconds.")
                                  .arg(double(m_rules.m_time.count()) / 1000));
            m_loop.processEvents(QEventLoop::WaitForMoreEvents);
        }
    }

    const PublicDownloads& m_rules;
    const std::function<bool()>& m_isGone;
    const QDeadlineTimer m_deadline;
    QEventLoop m_loop; // first of these: threads that aren't Qt's have no timers before it
    QTimer m_wake;
    Network m_network{nullptr, Network::Proxy::None};
    std::string m_bytes;
};

PublicDownloads::PublicDownloads(
    const std::vector<std::string>& hosts, AddressCheck isAllowed, std::chrono::milliseconds time)
    : m_isAllowed(std::move(isAllowed))
    , m_time(time)
{
    for (const std::string& host : hosts) {
        const QUrl url(QStringLiteral("http://") + QString::fromStdString(host), QUrl::StrictMode);
        if (!url.isValid() || url.host().isEmpty() || !url.userInfo().isEmpty()
            || !url.path().isEmpty() || url.hasQuery() || url.hasFragment())
            throw Error(ErrorKind::BadRequest,
                "'" + host + "' isn't a host name such as images.example or images.example:8080.");
        if (url.port() >= 0)
            m_hosts.insert(hostAndPort(url, url.port()));
        else
            m_hosts.merge(std::set{hostAndPort(url, 80), hostAndPort(url, 443)});
    }
}

PublicDownloads::PublicDownloads(const TypedUrl& typed, AddressCheck isAllowed)
    : m_hosts{hostOf(typed.url)}
    , m_isTyped(true)
    , m_isAllowed(std::move(isAllowed))
    , m_time(maxTime)
{
    if (typed.url.port() < 0) // a host redirects from http to https
        m_hosts.merge(std::set{hostAndPort(typed.url, 80), hostAndPort(typed.url, 443)});
}

std::string PublicDownloads::get(const std::string& url, const std::function<bool()>& isGone) const
{
    return Download(*this, isGone).get(parseUrl(url));
}

} // namespace services
