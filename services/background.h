#pragma once

#include "base/error.h"
#include "base/serial_worker.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <new>
#include <optional>
#include <type_traits>

namespace services {

/// The result of work in the background: a value, or a message that says why there is none.
template <typename Value>
struct Outcome {
    std::optional<Value> value;
    QString error;
};

/// Calls `work` and returns its value. What `work` throws becomes the message.
template <typename Value, typename Work>
Outcome<Value> callForOutcome(Work& work)
{
    try {
        return {work(), {}};
    } catch (const std::bad_alloc&) {
        return {{}, QString::fromUtf8(base::outOfMemory("this").what())};
    } catch (const std::exception& error) {
        return {{}, QString::fromUtf8(error.what())};
    }
}

/// The threads for work that takes a while, as many as the CPU has. It is not Qt's own pool: Qt's
/// painting and scaling give parts of their work to that one and wait for it, so an image being
/// decoded there would keep the window from being drawn.
QThreadPool& backgroundThreads();

/// Calls `work` on one of these threads, a QThreadPool or a base::SerialWorker, and then
/// `done(outcome)` in the thread of `receiver`. If the receiver is destroyed first, the work still
/// runs to its end but `done` is not called. `work` must not touch anything that may be destroyed
/// before it ends.
template <typename Value, typename Threads, typename Work, typename Done>
void runInBackground(Threads& threads, QObject* receiver, Work work, Done done)
{
    auto promise = std::make_shared<QPromise<Outcome<Value>>>();
    auto* watcher = new QFutureWatcher<Outcome<Value>>(receiver);
    QObject::connect(
        watcher, &QFutureWatcherBase::finished, receiver, [watcher, done = std::move(done)] {
            done(watcher->result());
            watcher->deleteLater();
        });
    promise->start();
    watcher->setFuture(promise->future());
    auto task = [promise, work = std::move(work)]() mutable {
        promise->addResult(callForOutcome<Value>(work));
        promise->finish();
    };
    if constexpr (std::is_same_v<Threads, base::SerialWorker>)
        threads.post(std::move(task));
    else
        threads.start(std::move(task));
}

/// Does so on one of the background threads.
template <typename Value, typename Work, typename Done>
void runInBackground(QObject* receiver, Work work, Done done)
{
    runInBackground<Value>(backgroundThreads(), receiver, std::move(work), std::move(done));
}

} // namespace services
