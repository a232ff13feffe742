#include "tests/engine/filters/schema/plain_schema_validator.h"
#include "tests/engine/filters/schema/random_schema.h"
#include "tests/engine/filters/schema/schema_texts.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

// Random schemas, against a validator that does what the standard says word by word.
class JsonSchemaRandomTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsTakenIsValid_data();
    void whatIsTakenIsValid();
};

void JsonSchemaRandomTest::whatIsTakenIsValid_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 4; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void JsonSchemaRandomTest::whatIsTakenIsValid()
{
    QFETCH(unsigned, seed);
    tests::RandomSchema random(seed);
    std::mt19937 numbers(seed);
    int taken = 0, refusedValid = 0, followed = 0;
    for (int round = 0; round < 250; ++round) {
        const auto schema = random.schema();
        const tests::PlainSchemaValidator validator(schema);
        const std::string schemaText = schema.dump();
        ConstraintPtr constraint;
        try {
            constraint = jsonSchemaConstraint(tests::bytesAsTokens(), schemaText);
        } catch (const base::Error&) {
            continue; // rejected, or nothing is valid
        }
        for (int attempt = 0; attempt < 10; ++attempt) {
            const auto value = random.value();
            const bool isTaken = tests::taken(*constraint, value.dump()).whole;
            const auto isValid = validator.isValid(value);
            QVERIFY2(isValid.value_or(true) || !isTaken,
                (schemaText + " takes " + value.dump()).c_str());
            taken += isTaken;
            refusedValid += isValid.value_or(false) && !isTaken;
        }
        for (int walk = 0; walk < 6; ++walk) {
            bool isStuck = false;
            const std::string text = tests::randomText(*constraint, numbers, 600, isStuck);
            QVERIFY2(!isStuck, schemaText.c_str());
            // Doubles cannot tell longer numbers apart.
            if (text.empty() || std::regex_search(text, std::regex("[0-9.]{15}")))
                continue;
            ++followed;
            const auto value = nlohmann::ordered_json::parse(text);
            QVERIFY2(validator.isValid(value).value_or(true),
                (schemaText + " leads to " + text).c_str());
        }
    }
    QVERIFY2(taken > 300 && followed > 300, std::to_string(taken).c_str());
    // What is valid and not taken has its members in another order.
    QVERIFY2(refusedValid * 10 < taken, std::to_string(refusedValid).c_str());
}

TESTS(JsonSchemaRandomTest);
#include "json_schema_random_test.moc"
