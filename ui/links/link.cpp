#include "ui/links/link.h"

#include <QCoreApplication>
#include <QStringView>
#include <QUrl>
#include <QUrlQuery>

namespace ui {

namespace {

constexpr QLatin1String supported("vignette-source:"), unsupported("vignette-no-source:");
constexpr QLatin1String found("vignette-fact:"), notFound("vignette-no-fact:"), disputed("!");

} // namespace

QString toAddress(const CitationLink& link)
{
    if (link.missing.isEmpty())
        return supported + QString::number(link.number);
    return unsupported + QString::number(link.number) + u':' + link.missing;
}

std::optional<CitationLink> citationLink(const QString& address)
{
    const bool isSupported = address.startsWith(supported);
    if (!isSupported && !address.startsWith(unsupported))
        return std::nullopt;
    if (isSupported)
        return CitationLink{QStringView(address).mid(supported.size()).toInt()};
    const QString target = address.mid(unsupported.size());
    return CitationLink{target.section(u':', 0, 0).toInt(), target.section(u':', 1)};
}

QString toAddress(const FactLink& link)
{
    return (link.isSupported ? found : notFound) + QString::number(link.index)
        + (link.isDisputed ? disputed : QString());
}

std::optional<FactLink> factLink(const QString& address)
{
    const bool isFound = address.startsWith(found);
    if (!isFound && !address.startsWith(notFound))
        return std::nullopt;
    const QString target = address.section(u':', 1);
    const bool isDisputed = target.endsWith(disputed);
    return FactLink{
        target.chopped(isDisputed ? disputed.size() : 0).toInt(), isFound, isDisputed};
}

bool isOwnLink(const QString& address)
{
    return citationLink(address) || factLink(address);
}

bool leadToTheSame(const QString& address, const QString& other)
{
    if (const auto one = factLink(address), another = factLink(other); one && another)
        return one->index == another->index;
    const auto one = citationLink(address), another = citationLink(other);
    return one && another ? one->number == another->number : address == other;
}

namespace {

constexpr int shownOfHost = 48; // characters, its last ones: its owner is named at its end

// Everything is looked up as this.
QString asciiHost(const QUrl& url)
{
    return url.host(QUrl::FullyEncoded);
}

// The host as its owner writes it, in whatever script.
QString writtenHost(const QUrl& url)
{
    return QUrl::fromAce(asciiHost(url).toLatin1(), QUrl::IgnoreIDNWhitelist);
}

QString shortenedHost(const QString& host)
{
    return host.size() <= shownOfHost ? host : u'…' + host.right(shownOfHost);
}

QString shortened(const QString& text, int max)
{
    if (text.size() <= max)
        return text;
    const int end = max / 3;
    return text.left(max - end - 1) + u'…' + text.right(end);
}

} // namespace

bool isSafeLink(const QString& address)
{
    const QString scheme = QUrl(address, QUrl::StrictMode).scheme();
    return scheme == u"http" || scheme == u"https" || scheme == u"mailto";
}

QString addressToOpen(const QString& address)
{
    const QUrl url(address);
    if (url.scheme() != u"mailto")
        return address;
    QUrlQuery kept;
    for (const auto& [encodedName, encodedValue] : QUrlQuery(url).queryItems(QUrl::FullyEncoded)) {
        const QString name = QUrl::fromPercentEncoding(encodedName.toUtf8()).toLower();
        const QString value = QUrl::fromPercentEncoding(encodedValue.toUtf8());
        if (name == u"body")
            kept.addQueryItem(name, QUrl::toPercentEncoding(value));
        else if (name == u"subject" || name == u"cc")
            kept.addQueryItem(name, QUrl::toPercentEncoding(value.simplified()));
    }
    QUrl mail;
    mail.setScheme(url.scheme());
    mail.setPath(url.path(QUrl::FullyDecoded).simplified(), QUrl::DecodedMode);
    if (!kept.isEmpty())
        mail.setQuery(kept);
    return mail.toString(QUrl::FullyEncoded);
}

QString shownHost(const QString& address)
{
    const QUrl url(address);
    const QString ascii = asciiHost(url), written = writtenHost(url);
    if (written.isEmpty() || written == ascii)
        return shortenedHost(ascii);
    return QCoreApplication::translate(
        "ui::Link", "%1 (%2)", "a host in ASCII and as it is written")
        .arg(shortenedHost(ascii), shortenedHost(written));
}

QString shownLink(const QString& address, int max)
{
    const QUrl url(address);
    const QString whole = shortened(url.toString(QUrl::FullyEncoded), max);
    const QString host = shownHost(address);
    if (url.userInfo().isEmpty() && host == asciiHost(url))
        return whole;
    return QCoreApplication::translate("ui::Link", "%1: %2", "a host and an address at it")
        .arg(host, whole);
}

} // namespace ui
