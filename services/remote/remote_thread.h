#pragma once

#include "services/network/network.h"
#include "services/remote/traffic.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace services {

/// A way to other machines for one request at a time among others. Gives itself back.
class NetworkPlace;

/// The thread on which the engines of models at end points work, with what they share: the ways to
/// other machines and the traffic to each end point. Must outlive its engines, and must not be
/// destroyed on its own thread.
class RemoteThread : public QObject {
    Q_OBJECT

public:
    explicit RemoteThread(QObject* parent = nullptr); ///< begins
    ~RemoteThread() override; ///< does what was posted and ends

    /// Calls `work` on the thread; any thread may call it, and it returns at once.
    void post(std::function<void()> work);

    // Only on the thread itself:

    Traffic& trafficTo(const QString& address);

    /// A network with room for one more request: one object sends only six at the same time.
    NetworkPlace takeNetwork();

signals:
    void contacted(const QString& host); ///< before each request; sent on the thread

private:
    friend class NetworkPlace;
    struct Way {
        std::unique_ptr<Network> network;
        int requests = 0;
    };

    QThread m_thread;
    QObject* m_here; // lives on the thread, and ends with it
    std::map<QString, std::unique_ptr<Traffic>> m_traffic; // touched on the thread, as is the rest
    std::vector<std::unique_ptr<Way>> m_ways;
};

class NetworkPlace {
public:
    explicit NetworkPlace(RemoteThread::Way& way);
    NetworkPlace(NetworkPlace&& other) noexcept;
    NetworkPlace& operator=(NetworkPlace&&) = delete;
    ~NetworkPlace();

    Network& network() const { return *m_way->network; }

private:
    RemoteThread::Way* m_way; // null: moved away
};

} // namespace services
