#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"
#include "vision/embedding_cache.h"

#include <QTest>

using engine::ImageEmbeddingPtr;
using vision::EmbeddingCache;

// The embeddings of images that nobody holds any more.
class EmbeddingCacheTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_backend = kernels::openBackend("reference", 1);

    // Each row has 256 numbers, which are 1024 bytes.
    ImageEmbeddingPtr picture(uint8_t content, int64_t rows) const
    {
        auto made = std::make_shared<engine::ImageEmbedding>();
        made->rows = kernels::Tensor(*m_backend, kernels::DType::F32, rows, 256);
        made->contentHash.fill(content);
        return made;
    }
    static vision::ContentHash hashOf(uint8_t content)
    {
        vision::ContentHash hash;
        hash.fill(content);
        return hash;
    }

private slots:
    void theNewestAreKeptAsFarAsTheirBytesGo()
    {
        EmbeddingCache cache(4096);
        for (const uint8_t content : {1, 2, 3})
            cache.add(picture(content, 2));

        QVERIFY(!cache.find(hashOf(1)));
        QVERIFY(cache.find(hashOf(2)) && cache.find(hashOf(3)));
        QVERIFY(cache.find(hashOf(2))); // is the newest now
        cache.add(picture(4, 1));
        QVERIFY(!cache.find(hashOf(3)));
        QVERIFY(cache.find(hashOf(2)) && cache.find(hashOf(4)));
    }

    void aPictureThatIsTooLargeIsFoundWhileSomebodyHoldsIt()
    {
        EmbeddingCache cache(4096);
        cache.add(picture(1, 4));
        auto large = picture(2, 5);
        cache.add(large);

        QVERIFY(cache.find(hashOf(2)) == large);
        large.reset();
        QVERIFY(!cache.find(hashOf(2)));
    }

    void noMoreThanAFewAreKept()
    {
        EmbeddingCache cache;
        for (size_t content = 0; content <= EmbeddingCache::kept; ++content)
            cache.add(picture(uint8_t(content), 1));

        QVERIFY(!cache.find(hashOf(0)));
        QVERIFY(cache.find(hashOf(1)));
    }
};

TESTS(EmbeddingCacheTest);
#include "embedding_cache_test.moc"
