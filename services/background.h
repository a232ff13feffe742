#pragma once

#include "kernels/error.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QString>
#include <QThreadPool>

#include <memory>
#include <new>
#include <optional>

namespace services {

/// What work in the background came to: a value, or a sentence that says why there is none.
template <typename Value>
struct Outcome {
    std::optional<Value> value;
    QString error;
};

/// The outcome of calling `work`. Nothing that input can cause leaves as an exception.
template <typename Value, typename Work>
Outcome<Value> outcomeOf(Work& work)
{
    try {
        return {work(), {}};
    } catch (const std::bad_alloc&) {
        return {{}, QStringLiteral("There is not enough memory for this.")};
    } catch (const std::exception& error) {
        return {{}, QString::fromUtf8(error.what())};
    }
}

/// The threads for what takes a while, as many as the processor has. Not Qt's own pool: painting
/// and scaling hand parts of their work to that and wait for it, so that a picture being decoded
/// there would keep the window from being drawn.
QThreadPool& backgroundThreads();

/// Calls `work` in one of the background threads and then, in the thread of `receiver`,
/// `done(outcome)`. If the receiver dies first, the work still ends but nobody is told. `work` must
/// not touch anything that may die before it.
template <typename Value, typename Work, typename Done>
void runInBackground(QObject* receiver, Work work, Done done)
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
    backgroundThreads().start([promise, work = std::move(work)]() mutable {
        promise->addResult(outcomeOf<Value>(work));
        promise->finish();
    });
}

} // namespace services
