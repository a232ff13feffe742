#include "services/network/retries.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace services {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HttpFailure)
};

QString sentenceOfMissing(const HttpFailure& failure)
{
    if (failure.code == "EntryNotFound")
        return Texts::tr("%1 no longer has this file. Reload the list of files.")
            .arg(failure.subject);
    return Texts::tr("“%1” wasn't found at %2, or it is private. Check the spelling.")
        .arg(failure.subject, failure.host);
}

// 401 and 403: a token is missing, or it is not enough.
QString sentenceOfLocked(const HttpFailure& failure)
{
    if (failure.code == "RepoNotFound" && !failure.hadToken)
        return sentenceOfMissing(failure);
    if (failure.hadToken)
        return Texts::tr("%2 denied access to “%1”. Accept the terms on its page, and check that "
                         "your access token has read permission.")
            .arg(failure.subject, failure.host);
    return Texts::tr(
        "“%1” is a gated model. Accept its terms at %2, and set an access token (HF_TOKEN).")
        .arg(failure.subject, failure.host);
}

QString sentenceOfWait(const HttpFailure& failure)
{
    if (!failure.wait)
        return Texts::tr("%1 is receiving too many requests. Try again later.").arg(failure.host);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*failure.wait).count();
    return Texts::tr("%1 is receiving too many requests. Try again in %2 s.")
        .arg(failure.host)
        .arg(seconds);
}

QString sentenceOfStatus(const HttpFailure& failure)
{
    switch (failure.status) {
    case 401:
    case 403:
        return sentenceOfLocked(failure);
    case 404:
    case 410:
        return sentenceOfMissing(failure);
    case 407:
        return Texts::tr("The proxy requires authentication. Add the user name and password to its "
                         "address (http_proxy, https_proxy).");
    case 416:
        return Texts::tr(
            "“%1” is shorter at %2 than its list of files says. Reload the list of files.")
            .arg(failure.subject, failure.host);
    case 429:
        return sentenceOfWait(failure);
    default:
        break;
    }
    if (failure.status >= 500)
        return Texts::tr("%1 reported an internal error (status %2). Try again later.")
            .arg(failure.host)
            .arg(failure.status);
    return Texts::tr(
        "%1 isn't a model hub (status %2). Check its address in Settings → Models and device.")
        .arg(failure.host)
        .arg(failure.status);
}

} // namespace

HttpFailure::Kind failureKind(QNetworkReply::NetworkError error)
{
    if (error == QNetworkReply::HostNotFoundError)
        return HttpFailure::Kind::NotFound;
    if (error == QNetworkReply::SslHandshakeFailedError)
        return HttpFailure::Kind::Unsafe;
    return HttpFailure::Kind::Lost;
}

QString toMessage(const HttpFailure& failure)
{
    switch (failure.kind) {
    case HttpFailure::Kind::Lost:
        return Texts::tr(
            "Connection to %1 lost (%2). Try again; a partial download is kept and resumed.")
            .arg(failure.host, failure.details);
    case HttpFailure::Kind::Silent:
        return Texts::tr(
            "%1 stopped responding. Try again; a partial download is kept and resumed.")
            .arg(failure.host);
    case HttpFailure::Kind::NotFound:
        return Texts::tr("%1 can't be found. Check the address and your network connection.")
            .arg(failure.host);
    case HttpFailure::Kind::Unsafe:
        return Texts::tr("The connection to %1 isn't secure, so nothing was downloaded: %2.")
            .arg(failure.host, failure.details);
    case HttpFailure::Kind::Rejected:
        return sentenceOfStatus(failure);
    case HttpFailure::Kind::Strange:
        break;
    }
    return Texts::tr("%1 sent an invalid response: %2. Check its address.")
        .arg(failure.host, failure.details);
}

// True if the same question may be answered later.
bool Retries::mayPass(const HttpFailure& failure) const
{
    switch (failure.kind) {
    case HttpFailure::Kind::Lost:
    case HttpFailure::Kind::Silent:
        return true;
    case HttpFailure::Kind::Rejected:
        // An address that a hub leads to is signed and expires; the hub will name another.
        return failure.status == 408 || failure.status == 429 || failure.status >= 500
            || (!failure.isFirstHost && failure.status == 403);
    case HttpFailure::Kind::NotFound:
        return m_hasEverProgressed; // the name was right, so the network is away
    case HttpFailure::Kind::Unsafe:
    case HttpFailure::Kind::Strange:
        break;
    }
    return false;
}

void Retries::succeed()
{
    m_failures = 0;
    m_hasProgressed = m_hasEverProgressed = true;
}

std::optional<std::chrono::milliseconds> Retries::waitAfter(const HttpFailure& failure)
{
    const bool hasProgressed = std::exchange(m_hasProgressed, false);
    if (!mayPass(failure) || failure.wait > m_times.longestAsked)
        return std::nullopt;
    if (hasProgressed)
        return failure.wait.value_or(m_times.afterProgress);
    if (++m_failures >= m_times.maxFailures)
        return std::nullopt;
    const auto usual = std::min(m_times.first * (1 << (m_failures - 1)), m_times.longest);
    return failure.wait.value_or(usual);
}

} // namespace services
