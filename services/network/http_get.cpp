#include "services/network/http_get.h"

#include "services/network/network.h"
#include "services/network/web_address.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace services {

std::optional<std::chrono::milliseconds> retryAfter(const QByteArray& header)
{
    bool isNumber = false;
    const qint64 seconds = header.trimmed().toLongLong(&isNumber);
    if (isNumber && seconds >= 0)
        return std::chrono::seconds(std::min<qint64>(seconds, 1'000'000));
    const QDateTime date = QLocale::c().toDateTime(
        QString::fromLatin1(header.trimmed()), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    const QDateTime then(date.date(), date.time(), Qt::UTC);
    return std::chrono::milliseconds(
        std::max<qint64>(QDateTime::currentDateTimeUtc().msecsTo(then), 0));
}

namespace {

constexpr int maxRedirects = 5;
constexpr qint64 bufferBytes = 256
    << 10; // a disk that is slower than the network stops the network

// What Content-Range: bytes FIRST-LAST/TOTAL says.
struct Part {
    qint64 first = 0, last = 0, total = 0;
};

std::optional<Part> parsePart(const QByteArray& header)
{
    static const QRegularExpression pattern(
        QStringLiteral(R"(^bytes (\d{1,18})-(\d{1,18})/(\d{1,18})$)"));
    const auto match = pattern.match(QString::fromLatin1(header.trimmed()));
    const Part part{match.captured(1).toLongLong(), match.captured(2).toLongLong(),
        match.captured(3).toLongLong()};
    if (!match.hasMatch() || part.first > part.last || part.last >= part.total)
        return std::nullopt;
    return part;
}

QByteArray parseNextPage(const QByteArray& link)
{
    static const QRegularExpression pattern(QStringLiteral(R"re(<([^>]+)>\s*;\s*rel="?next"?)re"));
    return pattern.match(QString::fromLatin1(link)).captured(1).toLatin1();
}

int httpStatus(const QNetworkReply& reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

bool isRedirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

} // namespace

HttpGet::HttpGet(
    Network& network, const HttpQuestion& question, const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_question(question)
{
    m_silence.setSingleShot(true);
    m_silence.setInterval(times.silence);
    connect(&m_silence, &QTimer::timeout, this, [this] { fail(HttpFailure::Kind::Silent); });
    ask(question.url);
}

HttpGet::~HttpGet()
{
    stop();
}

bool HttpGet::isFirstHost() const
{
    return haveSameOrigin(m_url, m_question.url);
}

bool HttpGet::mayShowToken() const
{
    return !m_question.token.isEmpty() && isFirstHost()
        && (m_url.scheme() == QLatin1String("https") || isThisComputer(m_url.host()));
}

void HttpGet::ask(const QUrl& url)
{
    m_url = url;
    QNetworkRequest request(url);
    if (mayShowToken())
        request.setRawHeader("Authorization", "Bearer " + m_question.token);
    if (m_question.first > 0 || m_question.last >= 0)
        request.setRawHeader("Range",
            "bytes=" + QByteArray::number(m_question.first) + '-'
                + (m_question.last < 0 ? QByteArray() : QByteArray::number(m_question.last)));
    m_reply = m_network.get(request);
    m_reply->setReadBufferSize(bufferBytes);
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpGet::read);
    connect(m_reply, &QNetworkReply::finished, this, &HttpGet::finish);
    m_silence.start();
}

void HttpGet::readHead()
{
    HttpHead head;
    const bool asksForPart = m_question.first > 0 || m_question.last >= 0;
    const QByteArray length = m_reply->rawHeader("Content-Length");
    if (!length.isEmpty())
        head.length = length.toLongLong();
    head.etag = m_reply->rawHeader("ETag");
    head.nextPage = parseNextPage(m_reply->rawHeader("Link"));
    if (httpStatus(*m_reply) == 206) {
        const auto part = parsePart(m_reply->rawHeader("Content-Range"));
        if (!part || !asksForPart || part->first != m_question.first
            || (m_question.last >= 0 && part->last > m_question.last))
            return fail(
                HttpFailure::Kind::Strange, tr("a different range was sent than requested"));
        head.isPart = true;
        head.first = part->first;
        head.length = part->last + 1 - part->first;
        head.total = part->total;
    } else {
        head.total = head.length;
    }
    m_head = head;
    emit begun(head);
}

void HttpGet::read()
{
    m_silence.start();
    const int status = httpStatus(*m_reply);
    if (status != 200 && status != 206) {
        m_reply->readAll(); // what servers say about errors is for browsers
        return;
    }
    if (!m_head)
        readHead();
    if (!m_reply)
        return;
    const QByteArray bytes = m_reply->readAll();
    m_arrived += bytes.size();
    if (!bytes.isEmpty())
        emit arrived(bytes);
}

void HttpGet::finish()
{
    const int status = httpStatus(*m_reply);
    if (isRedirect(status))
        return follow(m_url.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location"))));
    if (status >= 400 || (status > 0 && status != 200 && status != 206))
        return fail(HttpFailure::Kind::Rejected);
    read(); // also what came before the connection was lost
    if (!m_reply)
        return;
    if (m_reply->error() != QNetworkReply::NoError)
        return fail(failureKind(m_reply->error()), m_reply->errorString());
    if (m_head->length >= 0 && m_arrived != m_head->length)
        return fail(HttpFailure::Kind::Lost, tr("the response ended early"));
    stop();
    emit ended();
}

void HttpGet::follow(const QUrl& url)
{
    if (++m_redirects > maxRedirects || !url.isValid() || url.host().isEmpty())
        return fail(HttpFailure::Kind::Strange, tr("too many redirects"));
    const bool isSafe = url.scheme() == QLatin1String("https");
    if (!isSafe && url.scheme() != QLatin1String("http"))
        return fail(HttpFailure::Kind::Strange, tr("it redirects to an invalid URL"));
    if (!isSafe && m_url.scheme() == QLatin1String("https"))
        return fail(HttpFailure::Kind::Unsafe, tr("it redirects from https to http"));
    stop();
    ask(url);
}

void HttpGet::fail(HttpFailure::Kind kind, const QString& details)
{
    HttpFailure failure;
    failure.kind = kind;
    failure.subject = m_question.subject;
    failure.host = m_url.host();
    failure.isFirstHost = isFirstHost();
    failure.hadToken = mayShowToken();
    failure.details = details;
    if (kind == HttpFailure::Kind::Rejected) {
        failure.status = httpStatus(*m_reply);
        failure.code = m_reply->rawHeader("X-Error-Code").left(100);
        failure.wait = retryAfter(m_reply->rawHeader("Retry-After"));
    }
    stop();
    emit failed(failure);
}

void HttpGet::stop()
{
    m_silence.stop();
    hangUp(m_reply, this);
}

} // namespace services
