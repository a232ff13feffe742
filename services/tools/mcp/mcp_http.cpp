#include "services/tools/mcp/mcp_http.h"

#include "base/error.h"

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr qsizetype maxSessionLength = 1000; // bytes
constexpr std::chrono::milliseconds firstPause(1000), longestPause(60'000);
constexpr std::chrono::hours streamPatience(24); // then it is opened again
constexpr int extraSeconds = 10; // by which the connection outlives the patience with an answer

// Visible ASCII, as the protocol demands.
bool isSession(const QByteArray& id)
{
    return id.size() <= maxSessionLength
        && std::ranges::all_of(id, [](char letter) { return letter > ' ' && letter < 127; });
}

} // namespace

McpHttp::McpHttp(const McpSettings& settings, const McpHeaders& headers, McpLimits limits)
    : McpTransport(settings, limits)
    , m_headers(headers)
{
    m_reopen.setSingleShot(true);
    connect(&m_reopen, &QTimer::timeout, this, &McpHttp::openStream);
}

McpHttp::~McpHttp() = default;

void McpHttp::start()
{
    m_network = std::make_unique<Network>(nullptr, Network::Proxy::ForOtherComputers);
    connect(m_network.get(), &Network::contacted, this, &McpHttp::contacted);
    if (const QString problem = mcpUrlProblem(settings().url, !m_headers.isEmpty());
        !problem.isEmpty()) {
        emit ended(problem);
        return;
    }
    emit opened();
}

void McpHttp::setVersion(const QString& version)
{
    m_version = version.toLatin1();
}

RemoteQuestion McpHttp::question() const
{
    RemoteQuestion question;
    question.url = QUrl(settings().url);
    question.subject = settings().name;
    question.patience = std::chrono::seconds(
        std::max(limits().startSeconds, limits().callSeconds) + extraSeconds);
    question.maxBytes = limits().mostOutput;
    for (auto header = m_headers.cbegin(); header != m_headers.cend(); ++header)
        question.headers << std::pair(header.key().toLatin1(), header.value().toUtf8());
    question.headers << std::pair(
        QByteArray("Accept"), QByteArray("application/json, text/event-stream"));
    if (!m_session.isEmpty())
        question.headers << std::pair(QByteArray("Mcp-Session-Id"), m_session);
    if (!m_version.isEmpty())
        question.headers << std::pair(QByteArray("MCP-Protocol-Version"), m_version);
    return question;
}

void McpHttp::send(const QByteArray& message, qint64 request)
{
    RemoteQuestion question = this->question();
    question.body = message;
    const int id = ++m_exchanged;
    m_unread += message.size();
    auto* call = new RemoteCall(*m_network, question, this);
    m_exchanges[id] = Exchange{call, request, message.size(), m_session, {}, nullptr};
    connect(call, &RemoteCall::begun, this, [this, id] { begin(id); });
    connect(
        call, &RemoteCall::arrived, this, [this, id](const QByteArray& bytes) { take(id, bytes); });
    connect(call, &RemoteCall::ended, this, [this, id] { finish(id); });
    connect(call, &RemoteCall::failed, this,
        [this, id](const RemoteFailure& failure) { fail(id, failure); });
}

void McpHttp::begin(int id)
{
    Exchange& exchange = m_exchanges.at(id);
    m_unread -= std::exchange(exchange.sent, 0);
    const QByteArray session = exchange.call->header("Mcp-Session-Id");
    if (exchange.session.isEmpty() && !session.isEmpty() && isSession(session))
        m_session = session;
    if (exchange.call->type() == "text/event-stream")
        exchange.events = std::make_unique<EventReader>(size_t(limits().longestLine));
}

// What is received may end everything, so nothing of the exchange is used afterwards.
void McpHttp::take(int id, const QByteArray& bytes)
{
    Exchange& exchange = m_exchanges.at(id);
    if (!countOutput(bytes.size()))
        return;
    if (!exchange.events) {
        exchange.body += bytes;
        if (exchange.body.size() > limits().longestLine)
            tellTooLong();
        return;
    }
    try {
        takeEvents(exchange.events->read(bytes));
    } catch (const base::Error&) {
        tellTooLong();
    }
}

void McpHttp::takeEvents(const std::vector<std::string>& events)
{
    for (const std::string& event : events)
        if (const QByteArray message = QByteArray::fromStdString(event).trimmed();
            !m_hasEnded && !message.isEmpty()) // an empty one only carries a number
            emit received(message);
}

void McpHttp::finish(int id)
{
    Exchange exchange = remove(id);
    if (exchange.events)
        takeEvents(exchange.events->end());
    else if (const QByteArray body = exchange.body.trimmed(); !body.isEmpty())
        emit received(body);
    // Does nothing if the answer was among them.
    if (!m_hasEnded && exchange.request >= 0)
        emit failed(exchange.request,
            tr("“%1” ended the connection without an answer.").arg(settings().name));
}

void McpHttp::fail(int id, const RemoteFailure& failure)
{
    const Exchange exchange = remove(id);
    if (exchange.request < 0)
        return; // only an answer or a notification was lost; the next request learns of a lost session
    if (failure.http.status == 404 && !exchange.session.isEmpty()) {
        if (exchange.session == m_session) { // otherwise another one has begun meanwhile
            m_session.clear();
            m_version.clear();
        }
        emit sessionLost(exchange.request);
        return;
    }
    const bool isLocked = failure.http.status == 401 || failure.http.status == 403;
    const QString message = isLocked
        ? tr("%1 denied access (status %2). Check the headers of “%3”.")
              .arg(failure.http.host)
              .arg(failure.http.status)
              .arg(settings().name)
        : toMessage(failure);
    emit failed(exchange.request, message);
}

McpHttp::Exchange McpHttp::remove(int id)
{
    const auto found = m_exchanges.find(id);
    Exchange exchange = std::move(found->second);
    m_exchanges.erase(found);
    m_unread -= exchange.sent;
    exchange.call->deleteLater();
    return exchange;
}

void McpHttp::cancel(qint64 request)
{
    for (auto& [id, exchange] : m_exchanges) {
        if (exchange.request != request)
            continue;
        exchange.call->stop();
        remove(id);
        return;
    }
}

void McpHttp::listen()
{
    m_pause = firstPause;
    openStream();
}

// A server that offers no such stream rejects it, and is not asked again.
void McpHttp::openStream()
{
    closeStream();
    if (m_hasEnded)
        return;
    RemoteQuestion question = this->question();
    question.patience = streamPatience;
    m_streamEvents = EventReader(size_t(limits().longestLine));
    m_stream = new RemoteCall(*m_network, question, this);
    connect(m_stream, &RemoteCall::arrived, this, [this](const QByteArray& bytes) {
        m_pause = firstPause;
        if (!countOutput(bytes.size()))
            return;
        try {
            takeEvents(m_streamEvents.read(bytes));
        } catch (const base::Error&) {
            tellTooLong();
        }
    });
    const auto reopen = [this] {
        m_reopen.start(m_pause);
        m_pause = std::min(2 * m_pause, longestPause);
    };
    connect(m_stream, &RemoteCall::ended, this, reopen);
    connect(m_stream, &RemoteCall::failed, this, [reopen](const RemoteFailure& failure) {
        if (failure.http.kind != HttpFailure::Kind::Rejected)
            reopen();
    });
}

void McpHttp::closeStream()
{
    m_reopen.stop();
    if (!m_stream)
        return;
    m_stream->disconnect(this);
    m_stream->stop();
    std::exchange(m_stream, nullptr)->deleteLater();
}

void McpHttp::close()
{
    if (m_hasEnded || m_session.isEmpty())
        return emit closed();
    const RemoteQuestion question = this->question();
    kill();
    QNetworkRequest request(question.url);
    for (const auto& [name, value] : question.headers)
        request.setRawHeader(name, value);
    request.setTransferTimeout(limits().endMilliseconds);
    QNetworkReply* reply = m_network->remove(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply] {
        reply->deleteLater();
        emit closed();
    });
}

void McpHttp::kill()
{
    closeStream();
    for (auto& [id, exchange] : m_exchanges) {
        exchange.call->stop();
        exchange.call->deleteLater();
    }
    m_exchanges.clear();
    m_hasEnded = true;
}

} // namespace services
