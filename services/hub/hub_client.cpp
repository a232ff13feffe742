#include "services/hub/hub_client.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "engine/files/open_weights.h"
#include "services/network/web_address.h"

#include <QCoreApplication>
#include <QStringList>
#include <QTimer>
#include <QUrlQuery>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

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

using nlohmann::json;

constexpr qint64 maxBytes = qint64(1) << 50; // of a file

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HubAnswers)
};

[[noreturn]] void reject(const QString& host)
{
    throw base::Error(base::ErrorKind::BadFile,
        Texts::tr("%1 isn't a model hub. Check its address (HF_ENDPOINT).")
            .arg(host)
            .toStdString());
}

json parsed(const QByteArray& text, const QString& host, const std::stop_token& stop)
try {
    return engine::parseJson<json>({text.constData(), size_t(text.size())},
        {.hasUniqueKeys = true, .isCancelled = [&stop] { return stop.stop_requested(); }});
} catch (const engine::JsonError&) {
    reject(host);
}

QString readText(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
        ? QString::fromStdString(found->get<std::string>())
        : QString();
}

qint64 readNumber(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? qint64(found->get<uint64_t>())
                                                                : -1;
}

bool isCommit(const QString& text)
{
    return text.size() >= 7 && text.size() <= 64
        && QByteArray::fromHex(text.toLatin1()).toHex() == text.toLatin1();
}

// Each part of it is a plain name.
bool isPlainPath(const QString& path)
{
    const QStringList parts = path.split(u'/');
    return parts.size() <= 8 && std::all_of(parts.begin(), parts.end(), [](const QString& part) {
        return engine::isPlainFileName(part.toStdString());
    });
}

HubFile readFile(const json& row)
{
    HubFile file{readText(row, "path"), readNumber(row, "size"), {}};
    const auto stored = row.find("lfs");
    if (stored == row.end() || !stored->is_object())
        return file;
    const QByteArray hash = QByteArray::fromHex(readText(*stored, "oid").toLatin1());
    if (hash.size() == 32)
        file.sha256 = hash;
    if (const qint64 bytes = readNumber(*stored, "size"); bytes >= 0)
        file.bytes = bytes;
    return file;
}

} // namespace

ModelCard readModelCard(const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_object())
        reject(host);
    ModelCard card{readText(answer, "sha"), {}};
    if (!isCommit(card.commit))
        reject(host);
    const auto data = answer.find("cardData");
    if (data != answer.end() && data->is_object())
        card.license = readText(*data, "license").left(200);
    return card;
}

QList<HubFile> readFileList(
    const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_array())
        reject(host);
    QList<HubFile> files;
    for (const json& row : answer) {
        if (!row.is_object() || readText(row, "type") != QLatin1String("file"))
            continue;
        const HubFile file = readFile(row);
        if (isPlainPath(file.path) && file.bytes > 0 && file.bytes <= maxBytes)
            files << file;
    }
    return files;
}

namespace {

constexpr qsizetype maxFound = 100; // repositories of a page
constexpr qsizetype maxFoundFiles = 1000; // of each

// Hubs write the license as a tag: "license:apache-2.0".
QString readLicenseTag(const json& row)
{
    const auto tags = row.find("tags");
    if (tags == row.end() || !tags->is_array())
        return {};
    static const std::string prefix = "license:";
    for (const json& tag : *tags)
        if (tag.is_string() && tag.get_ref<const std::string&>().starts_with(prefix))
            return QString::fromStdString(tag.get<std::string>().substr(prefix.size())).left(200);
    return {};
}

QStringList readGgufPaths(const json& row)
{
    QStringList paths;
    const auto files = row.find("siblings");
    if (files == row.end() || !files->is_array())
        return paths;
    for (const json& file : *files) {
        const QString path = file.is_object() ? readText(file, "rfilename") : QString();
        if (path.endsWith(QLatin1String(".gguf")) && isPlainPath(path)
            && paths.size() < maxFoundFiles)
            paths << path;
    }
    return paths;
}

// Gated is false, "auto" or "manual".
bool isGated(const json& row)
{
    const auto gated = row.find("gated");
    return gated != row.end()
        && (gated->is_string() || (gated->is_boolean() && gated->get<bool>()));
}

FoundRepository readFoundRow(const json& row)
{
    FoundRepository found;
    const auto request = parseModelRequest(readText(row, "id"));
    if (!request || !request->variant.isEmpty())
        return found;
    found.repository = request->repository;
    found.downloads = readNumber(row, "downloads");
    found.license = readLicenseTag(row);
    found.files = readGgufPaths(row);
    found.isGated = isGated(row);
    const auto gguf = row.find("gguf");
    if (gguf == row.end() || !gguf->is_object())
        return found;
    found.parameters = std::clamp<qint64>(readNumber(*gguf, "total"), 0, maxBytes);
    found.contextLength = std::clamp<qint64>(readNumber(*gguf, "context_length"), 0, maxBytes);
    found.architecture = readText(*gguf, "architecture").left(40);
    return found;
}

} // namespace

QList<FoundRepository> readFound(
    const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_array())
        reject(host);
    QList<FoundRepository> found;
    for (const json& row : answer) {
        const FoundRepository repository = row.is_object() ? readFoundRow(row) : FoundRepository();
        if (!repository.repository.name.isEmpty() && found.size() < maxFound)
            found << repository;
    }
    std::ranges::stable_sort(found, std::greater(), &FoundRepository::downloads);
    return found;
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

void HubClient::askFound(
    const QString& words, QObject* receiver, const Done<FoundRepositories>& done)
{
    QUrlQuery query{{QStringLiteral("search"), QString::fromUtf8(QUrl::toPercentEncoding(words))},
        {QStringLiteral("filter"), QStringLiteral("gguf")},
        {QStringLiteral("sort"), QStringLiteral("downloads")},
        {QStringLiteral("direction"), QStringLiteral("-1")},
        {QStringLiteral("limit"), QString::number(foundPerPage)}};
    for (const char* property : {"downloads", "gated", "gguf", "siblings", "tags"})
        query.addQueryItem(QStringLiteral("expand[]"), QLatin1String(property));
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
