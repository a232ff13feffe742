#pragma once

#include <QCoreApplication>
#include <QThread>

#include <memory>

namespace tests {

/// Does something that waits, as another program would, while this one's event loop continues.
template <typename Work>
auto elsewhere(Work work)
{
    decltype(work()) result{};
    std::unique_ptr<QThread> other(QThread::create([&] { result = work(); }));
    other->start();
    while (!other->wait(10))
        QCoreApplication::processEvents();
    return result;
}

} // namespace tests
