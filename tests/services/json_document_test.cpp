#include "services/json_document.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonObject>

using services::parseJsonDocument;

// What Qt reads as JSON has the limits of all other JSON.
class JsonDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWithinTheLimitsIsQts_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("object") << QByteArray("{\"a\": [1, \"{[,\", \"\\\"{\", null], \"b\": {}}");
        QTest::newRow("64 levels") << QByteArray(64, '[') + QByteArray(64, ']');
        QTest::newRow("brackets in a text") << "[\"" + QByteArray(100'000, '[') + "\"]";
        QTest::newRow("a line break in a text") << QByteArray("[\"a\nb\"]"); // which others reject
        QTest::newRow("none") << QByteArray("a]");
        QTest::newRow("empty") << QByteArray();
    }
    void whatIsWithinTheLimitsIsQts()
    {
        QFETCH(QByteArray, json);
        QJsonParseError expected, error;
        const auto document = QJsonDocument::fromJson(json, &expected);

        QCOMPARE(parseJsonDocument(json, &error), document);
        QCOMPARE(error.error, expected.error);
        QCOMPARE(error.offset, expected.offset);
    }

    void whatExceedsALimitIsNull_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QJsonParseError::ParseError>("expected");
        const auto deep = QJsonParseError::DeepNesting, large = QJsonParseError::DocumentTooLarge;
        QTest::newRow("65 levels") << QByteArray(65, '[') + QByteArray(65, ']') << deep;
        QTest::newRow("objects") << QByteArray("{\"a\":").repeated(100'000) << deep;
        QTest::newRow("empty objects")
            << "[" + QByteArray("{},").repeated(600'000) + "{}]" << large;
        QTest::newRow("numbers") << "[" + QByteArray("1,").repeated(1'100'000) + "1]" << large;
    }
    void whatExceedsALimitIsNull()
    {
        QFETCH(QByteArray, json);
        QFETCH(QJsonParseError::ParseError, expected);
        QJsonParseError error;

        QVERIFY(parseJsonDocument(json, &error).isNull());

        QCOMPARE(error.error, expected);
        QVERIFY(error.offset > 0 && error.offset < json.size());
        QVERIFY(parseJsonDocument(json).isNull());
    }

    // Qt's own limit of the depth remains if more is allowed.
    void qtLimitsTheDepth()
    {
        QJsonParseError error;
        const QByteArray json = QByteArray(1025, '[') + QByteArray(1025, ']');

        QVERIFY(parseJsonDocument(json, &error, {.depth = 100'000}).isNull());

        QCOMPARE(error.error, QJsonParseError::DeepNesting);
    }
};

TESTS(JsonDocumentTest);
#include "json_document_test.moc"
