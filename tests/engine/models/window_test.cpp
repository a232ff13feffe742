#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::TokenIds;

namespace {

// Logits of the last of the ids, of a model whose layers from `first` on see `window` tokens.
std::vector<float> lastLogits(const TokenIds& ids, int64_t first, int64_t window)
{
    tests::TinyFiles files("tiny-qwen2");
    files.config.slidingWindow = window;
    for (int64_t layer = first; layer < files.config.layers; ++layer)
        files.config.windowedLayers.push_back(layer);
    const auto backend = kernels::openBackend("reference", 1);
    const auto model = files.load(*backend);
    engine::PagedCache cache(*backend, files.cacheShape(), engine::CacheType::F32, 256);
    const std::vector<int32_t> pages{0};
    const engine::BatchEntry entry{.ids = ids, .past = 0, .pages = pages, .images = {}};
    const auto logits = model->forward({&entry, 1}, cache);
    return {logits.begin(), logits.end()};
}

} // namespace

// Qwen 2 and 3 with use_sliding_window: the layers from max_window_layers on see a window.
class WindowTest : public QObject {
    Q_OBJECT

    const TokenIds m_ids = tests::somePrompt(30);

private slots:
    void aLayerSeesNoFartherThanItsWindow()
    {
        const std::vector<float> everything = lastLogits(m_ids, 2, 4);
        const TokenIds lastOne{m_ids.back()};

        QVERIFY(lastLogits(m_ids, 0, 30) == everything);
        QVERIFY(lastLogits(m_ids, 1, 4) != everything);
        QVERIFY(lastLogits(m_ids, 0, 4) != lastLogits(m_ids, 1, 4));
        // Nothing is left of earlier tokens with a window of one in every layer.
        QVERIFY(tests::maxDifference(lastLogits(m_ids, 0, 1), lastLogits(lastOne, 2, 0)) < 1e-4);
    }
};

TESTS(WindowTest);
#include "window_test.moc"
