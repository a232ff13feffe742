#include "services/hub/hub_client.h"

#include "kernels/error.h"

namespace services {

namespace {

constexpr qint64 mostOfAnswer = 16 << 20; // bytes
constexpr int mostPages = 200;
constexpr int mostInVain = 3; // tries: somebody waits

NetworkTimes timesOfQuestions(NetworkTimes times)
{
    times.mostInVain = std::min(times.mostInVain, mostInVain);
    return times;
}

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
    , m_times(timesOfQuestions(times))
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
        = ask(questionAbout(repository, url), mostOfAnswer, HubQuestion::Longer::IsRefused);
    connect(question, &HubQuestion::told, receiver,
        [this, receiver, done](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return done({{}, answer.error});
            const auto read
                = [bytes = answer.value->bytes, host = m_access.endPoint.host(),
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
    HubQuestion* question = ask(
        questionAbout(listing->repository, page), mostOfAnswer, HubQuestion::Longer::IsRefused);
    connect(question, &HubQuestion::told, listing->receiver,
        [this, listing](const Outcome<HubAnswer>& answer) {
            if (!answer.value)
                return listing->done({{}, answer.error});
            takePage(listing, *answer.value);
        });
}

void HubClient::takePage(const std::shared_ptr<Listing>& listing, const HubAnswer& page)
{
    const auto read = [bytes = page.bytes, host = m_access.endPoint.host(),
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
    const QString host = m_access.endPoint.host();
    // Elsewhere the token would be shown to others.
    const QUrl next = m_access.endPoint.resolved(QUrl::fromEncoded(nextPage));
    if (next.host() != host || next.port() != m_access.endPoint.port()
        || next.scheme() != m_access.endPoint.scheme() || ++listing->pages >= mostPages)
        return listing->done({{},
            tr("The list of the files of %1 goes on for ever, or at another "
               "place than %2, so it was not read.")
                .arg(listing->repository.text(), host)});
    askPage(listing, next);
}

void HubClient::askHead(const Repository& repository, const QString& commit, const HubFile& file,
    const QByteArray& known, qint64 count, QObject* receiver, const Done<QByteArray>& done)
{
    HttpQuestion question
        = questionAbout(repository, m_access.addressOf(repository, commit, file.path));
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
