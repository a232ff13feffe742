#include "services/remote/remote_call.h"

#include "services/json_document.h"
#include "services/network/http_get.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace services {

namespace {

constexpr qsizetype maxWordsLength = 300; // characters

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::RemoteFailure)
};

QString withWords(const QString& message, const RemoteFailure& failure)
{
    return failure.said.isEmpty() ? message
                                  : Texts::tr("%1 Server message: “%2”").arg(message, failure.said);
}

QString keyProblemMessage(const RemoteFailure& failure)
{
    const QString& host = failure.http.host;
    return failure.http.hadToken
        ? Texts::tr("%1 rejected the API key. Check it under Models → Remote servers.").arg(host)
        : Texts::tr("%1 requires an API key. Add it under Models → Remote servers.").arg(host);
}

QString sentenceOfWait(const HttpFailure& failure)
{
    if (!failure.wait)
        return Texts::tr("%1 is busy. Try again later.").arg(failure.host);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*failure.wait).count();
    return Texts::tr("%1 is busy. Try again in %2 s.").arg(failure.host).arg(seconds);
}

QString sentenceOfMissing(const HttpFailure& failure)
{
    if (failure.subject.isEmpty())
        return Texts::tr(
            "Nothing found at this address of %1. Most servers use a URL ending in /v1.")
            .arg(failure.host);
    return Texts::tr("%1 can't find %2.").arg(failure.host, failure.subject);
}

QString sentenceOfStatus(const RemoteFailure& failure)
{
    const HttpFailure& http = failure.http;
    switch (http.status) {
    case 401:
    case 403:
        return keyProblemMessage(failure);
    case 404:
    case 410:
        return sentenceOfMissing(http);
    case 407:
        return Texts::tr("The proxy requires authentication. Add the user name and password to its "
                         "address (http_proxy, https_proxy).");
    case 413:
        return Texts::tr("The request is too large for %1.").arg(http.host);
    case 429:
    case 503:
        return sentenceOfWait(http);
    default:
        break;
    }
    if (!failure.leadsTo.isEmpty())
        return Texts::tr(
            "%1 redirects to %2; nothing was sent there. Enter that address if you trust it.")
            .arg(http.host, failure.leadsTo);
    if (http.status >= 500)
        return Texts::tr("%1 reported an internal error (status %2).")
            .arg(http.host)
            .arg(http.status);
    return Texts::tr("%1 rejected the request (status %2).").arg(http.host).arg(http.status);
}

QString lostConnectionMessage(const RemoteFailure& failure)
{
    if (failure.hadWords)
        return Texts::tr("Connection to %1 lost during the answer. The text so far is saved; "
                         "“Continue” resumes it.")
            .arg(failure.http.host);
    if (failure.http.details.isEmpty())
        return Texts::tr("No response from %1. Check that the server is running.")
            .arg(failure.http.host);
    return Texts::tr("No response from %1 (%2). Check that the server is running.")
        .arg(failure.http.host, failure.http.details);
}

QString silenceMessage(const RemoteFailure& failure)
{
    if (failure.hadWords)
        return Texts::tr("%1 stopped responding during the answer. The text so far is saved; "
                         "“Continue” resumes it.")
            .arg(failure.http.host);
    return Texts::tr("%1 took too long to respond.").arg(failure.http.host);
}

} // namespace

QString toMessage(const RemoteFailure& failure)
{
    const HttpFailure& http = failure.http;
    switch (http.kind) {
    case HttpFailure::Kind::Lost:
        return lostConnectionMessage(failure);
    case HttpFailure::Kind::Silent:
        return silenceMessage(failure);
    case HttpFailure::Kind::NotFound:
        return Texts::tr("%1 can't be found. Check the address and your network connection.")
            .arg(http.host);
    case HttpFailure::Kind::Unsafe:
        return Texts::tr("The connection to %1 isn't secure, so nothing was sent: %2.")
            .arg(http.host, http.details);
    case HttpFailure::Kind::Rejected:
        return withWords(sentenceOfStatus(failure), failure);
    case HttpFailure::Kind::Strange:
        break;
    }
    return withWords(
        Texts::tr("%1 sent an invalid response: %2.").arg(http.host, http.details), failure);
}

// {"error": {"message": …}}, {"error": …}, {"message": …}, {"detail": …}
QString serverWords(const QByteArray& body)
{
    const QJsonObject said = parseJsonDocument(body).object();
    const QJsonValue error = said["error"];
    const QJsonValue places[]
        = {error.toObject()["message"], error, said["message"], said["detail"]};
    for (const QJsonValue& words : places)
        if (words.isString())
            return shownWords(words.toString());
    return {};
}

QString shownWords(const QString& words)
{
    QString line;
    for (const QChar letter : words.left(2 * maxWordsLength))
        line += letter.isPrint() ? letter : u' ';
    line = line.simplified();
    return line.size() <= maxWordsLength ? line : line.left(maxWordsLength) + u'…';
}

namespace {

constexpr qint64 bufferBytes = 256 << 10; // who reads slowly stops the network
constexpr qint64 maxRejectionBytes = 64 << 10; // bytes

HttpFailure::Kind toFailureKind(QNetworkReply::NetworkError error)
{
    if (error == QNetworkReply::ProtocolFailure || error == QNetworkReply::ProtocolUnknownError)
        return HttpFailure::Kind::Strange;
    return failureKind(error);
}

QNetworkRequest requestFor(const RemoteQuestion& question)
{
    QNetworkRequest request(question.url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    if (!question.key.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + question.key);
    for (const auto& [name, value] : question.headers)
        request.setRawHeader(name, value);
    return request;
}

} // namespace

RemoteCall::RemoteCall(Network& network, const RemoteQuestion& question, QObject* parent)
    : QObject(parent)
    , m_question(question)
{
    const QNetworkRequest request = requestFor(question);
    m_reply = question.body ? network.post(request, *question.body) : network.get(request);
    m_reply->setReadBufferSize(bufferBytes);
    connect(m_reply, &QNetworkReply::readyRead, this, &RemoteCall::read);
    connect(m_reply, &QNetworkReply::finished, this, &RemoteCall::finish);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] { fail(HttpFailure::Kind::Silent); });
    expectWithin(question.patience);
}

RemoteCall::~RemoteCall()
{
    stop();
}

void RemoteCall::expectWithin(std::chrono::milliseconds time)
{
    if (m_reply)
        m_patience.start(time);
}

int RemoteCall::status() const
{
    return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

QByteArray RemoteCall::header(const char* name) const
{
    return m_reply ? m_reply->rawHeader(name) : QByteArray();
}

bool RemoteCall::isSuccess() const
{
    return status() >= 200 && status() < 300;
}

void RemoteCall::read()
{
    const QByteArray bytes = m_reply->readAll();
    m_bytes += bytes.size();
    if (m_bytes > m_question.maxBytes)
        return fail(HttpFailure::Kind::Strange, tr("the response is too large"));
    if (!isSuccess()) {
        m_rejection += bytes.left(maxRejectionBytes - m_rejection.size());
        return;
    }
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_type = m_reply->rawHeader("Content-Type").split(';').first().trimmed().toLower();
        emit begun();
    }
    if (m_reply && !bytes.isEmpty())
        emit arrived(bytes);
}

void RemoteCall::finish()
{
    const bool hasAnswered = status() > 0;
    if (hasAnswered)
        read();
    if (!m_reply)
        return;
    if (hasAnswered && !isSuccess())
        return fail(HttpFailure::Kind::Rejected);
    if (m_reply->error() != QNetworkReply::NoError || !hasAnswered)
        return fail(toFailureKind(m_reply->error()), m_reply->errorString());
    stop();
    emit ended();
}

RemoteFailure RemoteCall::failure(HttpFailure::Kind kind, const QString& details) const
{
    RemoteFailure failure;
    HttpFailure& http = failure.http;
    http.kind = kind;
    http.subject = m_question.subject;
    http.host = m_question.url.authority();
    http.hadToken = !m_question.key.isEmpty();
    http.details = shownWords(details);
    while (http.details.endsWith(u'.'))
        http.details.chop(1);
    if (kind != HttpFailure::Kind::Rejected)
        return failure;
    http.status = status();
    http.wait = retryAfter(m_reply->rawHeader("Retry-After"));
    failure.said = serverWords(m_rejection);
    if (http.status >= 300 && http.status < 400)
        failure.leadsTo = shownWords(
            m_question.url.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location"))).authority());
    return failure;
}

void RemoteCall::fail(HttpFailure::Kind kind, const QString& details)
{
    const RemoteFailure why = failure(kind, details);
    stop();
    emit failed(why);
}

void RemoteCall::stop()
{
    m_patience.stop();
    hangUp(m_reply, this);
}

} // namespace services
