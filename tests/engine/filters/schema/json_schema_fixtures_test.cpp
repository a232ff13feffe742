#include "tests/engine/filters/schema/schema_texts.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace engine;

// Real schemas with texts that are valid and texts that are not.
class JsonSchemaFixturesTest : public QObject {
    Q_OBJECT

private slots:
    void takesTheTextsOfRealSchemas();
};

void JsonSchemaFixturesTest::takesTheTextsOfRealSchemas()
{
    REQUIRE_FIXTURE_FOLDER(schemas, "schemas");
    int files = 0, passed = 0, refused = 0, wronglyTaken = 0;
    for (const auto& path : tests::entriesOf(schemas)) {
        if (path.extension() != ".json")
            continue;
        const std::string bytes = tests::readBytes(path);
        // The schema's own text: a parser that sorts members would change its order.
        const auto whole = nlohmann::ordered_json::parse(bytes);
        ++files;
        ConstraintPtr constraint;
        try {
            constraint = jsonSchemaConstraint(tests::bytesAsTokens(), whole["schema"].dump());
        } catch (const base::Error& error) {
            ++refused;
            QVERIFY2(std::string(error.what()).find("#") != std::string::npos, error.what());
            continue;
        }
        bool isRight = true;
        for (const auto& test : whole["tests"]) {
            const bool taken = tests::taken(*constraint, test["text"].get<std::string>()).whole;
            const bool isValid = test["valid"].get<bool>();
            isRight &= taken == isValid;
            if (taken && !isValid) {
                ++wronglyTaken;
                qWarning("%s takes %s", path.filename().c_str(), test["text"].dump().c_str());
            }
        }
        passed += isRight;
    }
    qInfo("%d of %d files pass wholly, %d are refused", passed, files, refused);

    QVERIFY(files > 0);
    QCOMPARE(wronglyTaken, 0);
    QVERIFY2(passed * 318 >= files * 290, qPrintable(QString::number(passed)));
}

TESTS(JsonSchemaFixturesTest);
#include "json_schema_fixtures_test.moc"
