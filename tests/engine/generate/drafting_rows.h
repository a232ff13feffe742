#pragma once

#include "tests/engine/generate/generator_bench.h"

#include <QTest>

namespace tests {

/// Test rows that say everything once with each.
inline void addDraftingRows()
{
    QTest::addColumn<Drafting>("drafting");
    QTest::newRow("without drafts") << Drafting::None;
    QTest::newRow("with a draft model") << Drafting::Model;
    QTest::newRow("with n-grams") << Drafting::Ngram;
}

} // namespace tests
