#pragma once

#include "tests/support/fixtures.h"

#include <QString>
#include <QTest>

namespace tests {

/// Rows of a test about vision models that have no known world: a copy of the built-in model without its
/// world, which is always there, and reference models. The column "model" is empty where one is missing.
inline void addVisionModelRows(const QString& copy)
{
    QTest::addColumn<QString>("model");
    QTest::newRow("a copy of the built-in model") << copy;
    const auto root = fixtures();
    for (const char* name : {"qwen2_vl", "smolvlm"})
        QTest::newRow(name) << (root ? QString::fromStdString((*root / "models" / name).string())
                                     : QString());
}

} // namespace tests

/// Must be used at the top of such a test; declares `model`.
#define FETCH_VISION_MODEL(model) \
    QFETCH(QString, model);       \
    if (model.isEmpty())          \
    QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs")
