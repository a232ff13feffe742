#include "tests/benchmarks/ui/patience.h"

#include <QEventLoop>
#include <QTimer>

#include <stdexcept>

namespace bench {

namespace {

constexpr int patience = 600'000; // milliseconds
constexpr int askEvery = 1; // likewise

} // namespace

void fail(const QString& message)
{
    throw std::runtime_error(message.toStdString());
}

// QTest::qWaitFor() sleeps for ten milliseconds again and again, in which the window does nothing either.
void waitUntil(const std::function<bool()>& condition, const QString& otherwise)
{
    QEventLoop loop;
    QTimer asking;
    QObject::connect(&asking, &QTimer::timeout, &loop, [&] {
        if (condition())
            loop.quit();
    });
    asking.start(askEvery);
    QTimer::singleShot(patience, &loop, [&loop] { loop.exit(1); });
    if (!condition() && loop.exec() != 0)
        fail(otherwise);
}

} // namespace bench
