#include "engine/cache/paged_cache.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using engine::CachePrecision;
using engine::CacheType;

class CacheTypeTest : public QObject {
    Q_OBJECT

private slots:
    void namesSayOneTypeOrTwo()
    {
        QCOMPARE(name(CacheType()), std::string("fp16"));
        QCOMPARE(name(CacheType::F32), std::string("fp32"));
        QCOMPARE(name(CacheType::Q6), std::string("q6"));
        QCOMPARE(name(CacheType{CachePrecision::Q8, CachePrecision::Q4}), std::string("q8/q4"));
    }

    void everyPairIsReadAsItIsWritten()
    {
        for (int keys = 0; keys <= int(CachePrecision::Q4); ++keys)
            for (int values = 0; values <= int(CachePrecision::Q4); ++values) {
                const CacheType type{CachePrecision(keys), CachePrecision(values)};
                QVERIFY2(engine::cacheTypeFromName(name(type)) == type, name(type).c_str());
            }
        QVERIFY(engine::cacheTypeFromName("q8/q8") == CacheType::Q8);
    }

    void otherTextsNameNone()
    {
        for (const char* text :
            {"", "/", "q8/", "/q8", "q8/q4/q4", "Q8", "q5", "q8 ", "fp8", "q8-q4"})
            QVERIFY2(!engine::cacheTypeFromName(text), text);
    }
};

TESTS(CacheTypeTest);
#include "cache_type_test.moc"
