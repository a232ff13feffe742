#pragma once

#include <QHostAddress>
#include <QList>
#include <QNetworkInterface>
#include <QObject>
#include <QString>
#include <QUrl>

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace services {

/// True if an address belongs to one machine on the public internet: not to this computer, a private
/// network, a tunnel that may lead into one, or many machines at once.
bool isPublicAddress(const QHostAddress& address);

/// Whether an address is one of `own` or belongs to the network of one: computers there often have
/// public IPv6 addresses, from which only the router keeps others away.
bool isOfOwnNetworks(const QHostAddress& address, const QList<QNetworkAddressEntry>& own);

/// Whether an address is public and not in a network of this computer.
bool isOutside(const QHostAddress& address);

/// An address that the user typed.
struct TypedUrl {
    QUrl url;
};

/// Downloads small files, those that other programs ask for from the hosts that the user has named. Neither
/// redirects nor name servers can lead it elsewhere: it looks up a name itself, requires that all of
/// its addresses are public, and connects to one of these, without a proxy. Callable on any number of
/// threads at once.
class PublicDownloads : public QObject {
    Q_OBJECT

public:
    using AddressCheck = std::function<bool(const QHostAddress& address)>;

    static constexpr qint64 maxBytes = 20 << 20; ///< of a file
    static constexpr std::chrono::seconds maxTime{20}; ///< for a file, with all redirects

    /// `hosts` are "images.example", with the ports 80 and 443, or "images.example:8080". Throws
    /// Error{BadRequest} with a message if one is neither. `isAllowed` decides which addresses are
    /// connected to; tests allow this computer's.
    explicit PublicDownloads(const std::vector<std::string>& hosts,
        AddressCheck isAllowed = isOutside, std::chrono::milliseconds time = maxTime);

    /// Downloads the file at an address that the user typed: its host may be anywhere, also in a
    /// private network. Redirects lead to any host whose addresses `isAllowed` allows.
    explicit PublicDownloads(const TypedUrl& typed, AddressCheck isAllowed = isOutside);

    /// Returns the contents of the file at `url` (http or https). Blocks the caller's thread, whose
    /// events it processes meanwhile. Throws Error{BadRequest} with the reason, and Error{Cancelled}
    /// once `isGone`, which is asked 20 times a second, returns true.
    std::string get(const std::string& url, const std::function<bool()>& isGone) const;

signals:
    /// Emitted on the thread of get(), before each request.
    void contacted(const QString& host) const;

private:
    class Download;

    std::set<QString> m_hosts; // "images.example:443"
    bool m_isTyped = false; // m_hosts is the host that the user typed, with its ports
    AddressCheck m_isAllowed;
    std::chrono::milliseconds m_time;
};

} // namespace services
