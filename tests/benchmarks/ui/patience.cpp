#include "tests/benchmarks/ui/patience.h"

#include <QTest>

#include <stdexcept>

namespace bench {

namespace {

constexpr int patience = 600'000; // milliseconds

} // namespace

void fail(const QString& message)
{
    throw std::runtime_error(message.toStdString());
}

void waitUntil(const std::function<bool()>& condition, const QString& otherwise)
{
    if (!QTest::qWaitFor(condition, patience))
        fail(otherwise);
}

} // namespace bench
