#include "services/remote/remote_call.h"

#include "services/network/retry_after.h"

namespace services {

namespace {

constexpr qint64 bufferBytes = 256 << 10; // who reads slowly stops the network
constexpr qint64 mostOfRefusal = 64 << 10; // bytes

HttpFailure::Kind failureOf(QNetworkReply::NetworkError error)
{
    if (error == QNetworkReply::ProtocolFailure || error == QNetworkReply::ProtocolUnknownError)
        return HttpFailure::Kind::Strange;
    return kindOf(error);
}

QNetworkRequest requestFor(const RemoteQuestion& question)
{
    QNetworkRequest request(question.url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
    if (!question.key.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + question.key);
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

bool RemoteCall::isSuccess() const
{
    return status() >= 200 && status() < 300;
}

void RemoteCall::read()
{
    const QByteArray bytes = m_reply->readAll();
    m_bytes += bytes.size();
    if (m_bytes > m_question.mostBytes)
        return fail(HttpFailure::Kind::Strange, tr("it sends more than can be an answer"));
    if (!isSuccess()) {
        m_refusal += bytes.left(mostOfRefusal - m_refusal.size());
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
        return fail(HttpFailure::Kind::Refused);
    if (m_reply->error() != QNetworkReply::NoError || !hasAnswered)
        return fail(failureOf(m_reply->error()), m_reply->errorString());
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
    if (kind != HttpFailure::Kind::Refused)
        return failure;
    http.status = status();
    http.wait = retryAfter(m_reply->rawHeader("Retry-After"));
    failure.said = serverWords(m_refusal);
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
