#pragma once

#include "services/background.h"
#include "services/hub/hub_access.h"
#include "services/hub/hub_answers.h"
#include "services/network/http_get.h"
#include "services/network/network.h"
#include "services/network/retries.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <functional>
#include <memory>
#include <stop_token>

namespace services {

/// What came back on a question of a few bytes.
struct HubAnswer {
    QByteArray bytes;
    QByteArray nextPage; ///< see HttpHead
};

/// One question whose answer is kept in memory. Asks again where that may help, and then only for the
/// bytes that have not arrived; reports the result once, and then deletes itself.
class HubQuestion : public QObject {
    Q_OBJECT

public:
    /// What to do with an answer of more than `most` bytes.
    enum class Longer { IsRejected, IsCut };

    HubQuestion(Network& network, const HttpQuestion& question, qint64 most, Longer longer,
        const NetworkTimes& times, QObject* parent);

signals:
    void told(const services::Outcome<services::HubAnswer>& outcome);

private:
    void ask();
    void readHead(const HttpHead& head);
    void take(const QByteArray& bytes);
    void beginAnew();
    void askAgain(const HttpFailure& failure);
    void tell(const Outcome<HubAnswer>& outcome);

    Network& m_network;
    const HttpQuestion m_question;
    const qint64 m_most; // bytes
    const Longer m_longer;
    const NetworkTimes m_times;
    Retries m_retries;
    QPointer<HttpGet> m_get;
    HubAnswer m_answer; // what has arrived in all tries
    QByteArray m_etag; // of the answer
    bool m_mayResume = true;
    qint64 m_before = 0; // bytes that come before those that are missing
    qint64 m_furthest = 0; // the most bytes that the answer ever had
};

/// Asks a hub of models. Belongs to the thread that it lives in and never blocks it. `done` is
/// called from the event loop, unless the client or `receiver` is destroyed before.
class HubClient : public QObject {
    Q_OBJECT

public:
    template <typename Value>
    using Done = std::function<void(const Outcome<Value>&)>;

    explicit HubClient(
        const HubAccess& access, const NetworkTimes& times = {}, QObject* parent = nullptr);
    ~HubClient() override; ///< ends what it reads

    const HubAccess& access() const { return m_access; }

    void askCard(const Repository& repository, QObject* receiver, const Done<ModelCard>& done);

    /// All files of a version, from as many pages as there are.
    void askFiles(const Repository& repository, const QString& commit, QObject* receiver,
        const Done<QList<HubFile>>& done);

    /// Searches for repositories with files of this format whose names contain these words.
    void askFound(const QString& words, ModelFormat format, QObject* receiver,
        const Done<FoundRepositories>& done);

    /// The page after one that was found.
    void askMore(
        const QByteArray& nextPage, QObject* receiver, const Done<FoundRepositories>& done);

    /// The first `count` bytes of a file, or all if it is shorter. `known` are fewer of them, which
    /// are not sent again.
    void askHead(const Repository& repository, const QString& commit, const HubFile& file,
        const QByteArray& known, qint64 count, QObject* receiver, const Done<QByteArray>& done);

signals:
    void contacted(const QString& host); ///< before each request

private:
    struct Listing;

    HttpQuestion questionAbout(const Repository& repository, const QUrl& url) const;
    HubQuestion* ask(const HttpQuestion& question, qint64 most, HubQuestion::Longer longer);
    void askPage(const std::shared_ptr<Listing>& listing, const QUrl& page);
    void takePage(const std::shared_ptr<Listing>& listing, const HubAnswer& page);
    void addPage(const std::shared_ptr<Listing>& listing, const Outcome<QList<HubFile>>& files,
        const QByteArray& nextPage);
    void askFoundPage(const QUrl& page, QObject* receiver, const Done<FoundRepositories>& done);

    HubAccess m_access;
    NetworkTimes m_times;
    Network m_network;
    std::stop_source m_stop; // of answers that are read in the background
};

} // namespace services
