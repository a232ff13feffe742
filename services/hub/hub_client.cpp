#include "services/hub/hub_client.h"

#include "base/error.h"
#include "services/network/web_address.h"

#include <QStringList>
#include <QTimer>
#include <QUrlQuery>

#include <algorithm>
#include <functional>

namespace services {

HubQuestion::HubQuestion(Network& network, const HttpQuestion& question, qint64 most, Longer longer,
    const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_question(question)
    , m_most(most)
    , m_longer(longer)
    , m_times(times)
    , m_retries(times)
{
    ask();
}

void HubQuestion::ask()
{
    if (!m_mayResume)
        m_answer.bytes.clear();
    HttpQuestion rest = m_question;
    rest.first += m_answer.bytes.size();
    m_get = new HttpGet(m_network, rest, m_times, this);
    connect(m_get, &HttpGet::begun, this, &HubQuestion::readHead);
    connect(m_get, &HttpGet::arrived, this, &HubQuestion::take);
    connect(m_get, &HttpGet::ended, this, [this] { tell({m_answer, {}}); });
    connect(m_get, &HttpGet::failed, this, &HubQuestion::askAgain);
}

// A server without support for ranges sends the whole file.
void HubQuestion::readHead(const HttpHead& head)
{
    // The head of a file belongs to a commit, so it can't change between two tries.
    const bool hasChanged = m_question.last < 0 && !m_answer.bytes.isEmpty() && head.etag != m_etag;
    if (hasChanged && head.isPart)
        return beginAnew();
    if (hasChanged)
        m_answer.bytes.clear();
    if (m_answer.bytes.isEmpty())
        m_answer.nextPage = head.nextPage;
    m_etag = head.etag;
    m_before = head.isPart ? 0 : m_question.first + m_answer.bytes.size();
}

void HubQuestion::take(const QByteArray& all)
{
    const QByteArray bytes = all.sliced(std::min<qint64>(m_before, all.size()));
    m_before -= all.size() - bytes.size();
    m_answer.bytes += bytes.left(m_most + 1 - m_answer.bytes.size());
    if (m_answer.bytes.size() > m_furthest) {
        m_furthest = m_answer.bytes.size();
        m_retries.succeed();
    }
    if (m_answer.bytes.size() <= m_most)
        return;
    m_answer.bytes.truncate(m_most);
    if (m_longer == Longer::IsCut)
        return tell({m_answer, {}});
    tell({{},
        tr("The response from %1 is too large. Check its address.").arg(m_question.url.host())});
}

// Asks for the whole from now on: its parts don't belong together.
void HubQuestion::beginAnew()
{
    m_mayResume = false;
    m_get->stop();
    m_get->deleteLater();
    ask();
}

void HubQuestion::askAgain(const HttpFailure& failure)
{
    const qint64 missing = m_question.last + 1 - m_question.first - m_answer.bytes.size();
    if (m_question.last >= 0 && missing <= 0)
        return tell({m_answer, {}});
    if (failure.status == 416 && m_get->question().first > m_question.first)
        return beginAnew();
    m_get->deleteLater();
    const auto wait = m_retries.waitAfter(failure);
    const bool isLost
        = failure.kind == HttpFailure::Kind::Lost || failure.kind == HttpFailure::Kind::Silent;
    if (!wait && isLost) // unlike of a download, nothing is kept
        return tell({{}, tr("Connection to %1 lost. Try again.").arg(failure.host)});
    if (!wait)
        return tell({{}, toMessage(failure)});
    QTimer::singleShot(*wait, Qt::PreciseTimer, this, &HubQuestion::ask);
}

void HubQuestion::tell(const Outcome<HubAnswer>& outcome)
{
    m_get->stop();
    emit told(outcome);
    deleteLater();
}

namespace {

constexpr qint64 maxResponseBytes = 16 << 20; // bytes
constexpr int maxPages = 200;
constexpr int foundPerPage = 20;

} // namespace

// A list of files while its pages come.
struct HubClient::Listing {
    Repository repository;
    QPointer<QObject> receiver;
    Done<QList<HubFile>> done;
    QList<HubFile> files;
    int pages = 0;
};

HubClient::HubClient(const HubAccess& access, const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_access(access)
    , m_times(times)
{
    connect(&m_network, &Network::contacted, this, &HubClient::contacted);
}

HubClient::~HubClient()
{
    m_stop.request_stop();
}

HttpQuestion HubClient::questionAbout(const Repository& repository, const QUrl& url) const
{
    return {url, m_access.token, repository.text()};
}

HubQuestion* HubClient::ask(const HttpQuestion& question, qint64 most, HubQuestion::Longer longer)
{
    return new HubQuestion(m_network, question, most, longer, m_times, this);
}

void HubClient::askCard(
    const Repository& repository, QObject* receiver, const Done<ModelCard>& done)
{
    const QUrl url = m_access.addressAt(QStringLiteral("/api/models/") + repository.text());
    HubQuestion* question
        = ask(questionAbout(repository, url), maxResponseBytes, HubQuestion::Longer::IsRejected);
    connect(question, &HubQuestion::told, receiver,
        [this, receiver, done](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return done({{}, answer.error});
            const auto read
                = [bytes = answer.value->bytes, host = m_access.address.host(),
                      stop = m_stop.get_token()] { return readModelCard(bytes, host, stop); };
            runInBackground<ModelCard>(
                this, read, [receiver = QPointer(receiver), done](const Outcome<ModelCard>& card) {
                    if (receiver)
                        done(card);
                });
        });
}

void HubClient::askFiles(const Repository& repository, const QString& commit, QObject* receiver,
    const Done<QList<HubFile>>& done)
{
    QUrl url = m_access.addressAt(
        QStringLiteral("/api/models/%1/tree/%2").arg(repository.text(), commit));
    url.setQuery(QStringLiteral("recursive=1"));
    askPage(std::make_shared<Listing>(Listing{repository, receiver, done, {}, 0}), url);
}

void HubClient::askPage(const std::shared_ptr<Listing>& listing, const QUrl& page)
{
    if (!listing->receiver)
        return;
    HubQuestion* question = ask(questionAbout(listing->repository, page), maxResponseBytes,
        HubQuestion::Longer::IsRejected);
    connect(question, &HubQuestion::told, listing->receiver,
        [this, listing](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return listing->done({{}, answer.error});
            takePage(listing, *answer.value);
        });
}

void HubClient::takePage(const std::shared_ptr<Listing>& listing, const HubAnswer& page)
{
    const auto read = [bytes = page.bytes, host = m_access.address.host(),
                          stop = m_stop.get_token()] { return readFileList(bytes, host, stop); };
    runInBackground<QList<HubFile>>(this, read,
        [this, listing, nextPage = page.nextPage](const Outcome<QList<HubFile>>& files) {
            if (listing->receiver)
                addPage(listing, files, nextPage);
        });
}

void HubClient::addPage(const std::shared_ptr<Listing>& listing,
    const Outcome<QList<HubFile>>& files, const QByteArray& nextPage)
{
    if (!files.value)
        return listing->done(files);
    listing->files << *files.value;
    if (nextPage.isEmpty())
        return listing->done({listing->files, {}});
    const QUrl next = m_access.address.resolved(QUrl::fromEncoded(nextPage));
    // Elsewhere the token would be shown to others.
    if (!haveSameOrigin(next, m_access.address) || ++listing->pages >= maxPages)
        return listing->done({{},
            tr("The list of files of “%1” wasn't read: it is endless or continues outside %2.")
                .arg(listing->repository.text(), m_access.address.host())});
    askPage(listing, next);
}

void HubClient::askFound(const QString& words, ModelFormat format, QObject* receiver,
    const Done<FoundRepositories>& done)
{
    const bool isGguf = format == ModelFormat::Gguf;
    QUrlQuery query{{QStringLiteral("search"), QString::fromUtf8(QUrl::toPercentEncoding(words))},
        {QStringLiteral("filter"), isGguf ? QStringLiteral("gguf") : QStringLiteral("safetensors")},
        {QStringLiteral("sort"), QStringLiteral("downloads")},
        {QStringLiteral("direction"), QStringLiteral("-1")},
        {QStringLiteral("limit"), QString::number(foundPerPage)}};
    for (const char* property : {"downloads", "gated", "siblings", "tags"})
        query.addQueryItem(QStringLiteral("expand[]"), QLatin1String(property));
    const QStringList about = isGguf
        ? QStringList{QStringLiteral("gguf")}
        : QStringList{QStringLiteral("config"), QStringLiteral("safetensors")};
    for (const QString& property : about)
        query.addQueryItem(QStringLiteral("expand[]"), property);
    QUrl url = m_access.addressAt(QStringLiteral("/api/models"));
    url.setQuery(query);
    askFoundPage(url, receiver, done);
}

void HubClient::askMore(
    const QByteArray& nextPage, QObject* receiver, const Done<FoundRepositories>& done)
{
    const QUrl next = m_access.address.resolved(QUrl::fromEncoded(nextPage));
    if (haveSameOrigin(next, m_access.address))
        return askFoundPage(next, receiver, done);
    const QString message
        = tr("More results weren't read: they are outside %1.").arg(m_access.address.host());
    QMetaObject::invokeMethod(
        receiver,
        [done, message] {
            done({{}, message});
        },
        Qt::QueuedConnection);
}

void HubClient::askFoundPage(
    const QUrl& page, QObject* receiver, const Done<FoundRepositories>& done)
{
    HubQuestion* question = ask({page, m_access.token, m_access.address.host()}, maxResponseBytes,
        HubQuestion::Longer::IsRejected);
    connect(question, &HubQuestion::told, receiver,
        [this, receiver, done](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return done({{}, answer.error});
            const auto read = [answer = *answer.value, host = m_access.address.host(),
                                  stop = m_stop.get_token()] {
                return FoundRepositories{readFound(answer.bytes, host, stop), answer.nextPage};
            };
            runInBackground<FoundRepositories>(this, read,
                [receiver = QPointer(receiver), done](const Outcome<FoundRepositories>& found) {
                    if (receiver)
                        done(found);
                });
        });
}

void HubClient::askHead(const Repository& repository, const QString& commit, const HubFile& file,
    const QByteArray& known, qint64 count, QObject* receiver, const Done<QByteArray>& done)
{
    HttpQuestion question
        = questionAbout(repository, m_access.fileUrl(repository, commit, file.path));
    question.first = known.size();
    question.last = std::min(count, file.bytes) - 1;
    CHECK(question.first <= question.last);
    const qint64 most = question.last + 1 - question.first;
    connect(ask(question, most, HubQuestion::Longer::IsCut), &HubQuestion::told, receiver,
        [known, done](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return done({{}, answer.error});
            done({known + answer.value->bytes, {}});
        });
}

} // namespace services
