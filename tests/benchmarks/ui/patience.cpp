#include "tests/benchmarks/ui/patience.h"

#include <QTest>

#include <stdexcept>

namespace bench {

namespace {

constexpr int patience = 600'000; // milliseconds

} // namespace

void fail(const QString& sentence)
{
    throw std::runtime_error(sentence.toStdString());
}

void waitUntil(const std::function<bool()>& condition, const QString& otherwise)
{
    if (!QTest::qWaitFor(condition, patience))
        fail(otherwise);
}

} // namespace bench
