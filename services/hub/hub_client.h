#pragma once

#include "services/hub/hub_access.h"
#include "services/hub/hub_answers.h"
#include "services/hub/hub_question.h"
#include "services/hub/model_wish.h"
#include "services/network/network.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

namespace services {

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

    HubAccess m_access;
    NetworkTimes m_times;
    Network m_network;
    std::stop_source m_stop; // of answers that are read in the background
};

} // namespace services
