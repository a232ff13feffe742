#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <functional>
#include <optional>

namespace services {

/// Who may send a request to one end point now: as many at the same time as the user allows, fewer
/// after the server has said that it is too busy, and none as long as it asks to be left alone. With
/// each request that is served there is a little more room again. Belongs to one thread.
class Traffic : public QObject {
    Q_OBJECT

public:
    using Start = std::function<void()>;

    explicit Traffic(QObject* parent = nullptr);

    void setMost(int most); ///< initially 1

    /// Calls `start` as soon as there is room, perhaps at once. `who` must leave() before it is
    /// destroyed. Who comes back goes before those who have not been asked yet.
    enum class Place { Last, First };
    void enter(QObject* who, Place place, Start start);

    /// The request of `who` has ended, or is not wanted any more; may be called more than once.
    void leave(QObject* who);

    void noteServed(); ///< a request was answered
    /// The server is too busy for what it has been sent; nothing is sent before `wait` is over.
    void noteTooBusy(std::chrono::milliseconds wait);

    qsizetype open() const { return m_open.size(); } ///< requests that are being answered
    int room() const { return int(m_room); } ///< how many may be

private:
    struct Waiting {
        QObject* who = nullptr;
        Start start;
    };

    void startSome();

    int m_most = 1;
    double m_room = 1; // 1 … m_most
    QList<QObject*> m_open;
    std::deque<Waiting> m_waiting;
    QTimer m_pause; // runs as long as the server is left alone
};

} // namespace services
