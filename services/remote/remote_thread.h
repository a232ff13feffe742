#pragma once

#include "services/network/network.h"

#include <QList>
#include <QObject>
#include <QThread>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace services {

class NetworkPlace;

/// Decides which requests may be sent to one remote server now: as many at the same time as the
/// user allows, fewer after the server has reported that it is too busy, and none as long as it
/// asks to be left alone. Each request that succeeds raises the limit a little. Belongs to one
/// thread.
class Traffic : public QObject {
    Q_OBJECT

public:
    using Start = std::function<void()>;

    explicit Traffic(QObject* parent = nullptr);

    void setMax(int max); ///< initially 1

    /// Calls `start` as soon as there is room, perhaps at once. `who` must leave() before it is
    /// destroyed. Requests that are tried again are sent before new ones.
    enum class Place { Last, First };
    void enter(QObject* who, Place place, Start start);

    /// The request of `who` has ended, or is not wanted any more; may be called more than once.
    void leave(QObject* who);

    void noteServed(); ///< a request was answered
    /// The server is too busy for what it has been sent; nothing is sent before `wait` is over.
    /// `said` is what it says about that.
    void noteTooBusy(std::chrono::milliseconds wait, const QString& said = {});

    /// How long nothing is sent yet; zero: the server isn't left alone.
    std::chrono::milliseconds pauseLeft() const;
    const QString& saidBusy() const { return m_said; } ///< by the server, when it was too busy last

    qsizetype open() const { return m_open.size(); } ///< requests that are being answered
    int room() const { return int(m_room); } ///< how many may be

private:
    struct Waiting {
        QObject* who = nullptr;
        Start start;
    };

    void startSome();

    int m_max = 1;
    double m_room = 1; // 1 … m_most
    QList<QObject*> m_open;
    std::deque<Waiting> m_waiting;
    QTimer m_pause; // runs as long as the server is left alone
    QString m_said;
};

/// A way to other machines for one request at a time among others. Gives itself back.

/// The thread on which the engines of models at remote servers work, with what they share: the ways
/// to other machines and the traffic to each remote server. Must outlive its engines, and must not
/// be destroyed on its own thread.
class RemoteThread : public QObject {
    Q_OBJECT

public:
    explicit RemoteThread(QObject* parent = nullptr); ///< begins
    ~RemoteThread() override; ///< does what was posted and ends

    /// Calls `work` on the thread; any thread may call it, and it returns at once.
    void post(std::function<void()> work);

    // The following functions may be called only on the thread itself.

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
