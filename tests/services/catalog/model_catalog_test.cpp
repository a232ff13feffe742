#include "engine/encoders/encoder.h"
#include "engine/models/families/families.h"
#include "services/catalog/model_catalog.h"
#include "tests/engine/filters/schema/plain_schema_validator.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QFile>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using services::Catalog;
using services::CatalogRow;

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

// What the program knows of models without asking anybody, and what users add to it.
class ModelCatalogTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    bool isValid(const QByteArray& text) const
    {
        using Json = nlohmann::ordered_json;
        const auto schema = contentsOf(tests::resource("catalogue.schema.json")).toStdString();
        const tests::PlainSchemaValidator validator(Json::parse(schema));
        return validator.isValid(Json::parse(text.toStdString())).value_or(false);
    }

    Catalog withUsers(const QByteArray& text) const
    {
        const QString path = m_folder.filePath("users.json");
        QFile file(path);
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        file.close();
        return services::readCatalog(isWritten ? path : QString());
    }

private slots:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void theSchemaHolds()
    {
        const QByteArray text = contentsOf(tests::resource("catalogue.json"));
        QVERIFY(isValid(text));
        QVERIFY(!isValid(QByteArray(text).replace("\"licence\"", "\"license\"")));
        QVERIFY(!isValid(QByteArray(text).replace("-GGUF\"", "-GGUF/x\"")));
        QVERIFY(!isValid(QByteArray(text).replace("\"repository\"", "\"place\"")));
    }

    void rowsAreWhole()
    {
        const Catalog catalog = services::readCatalog({});
        QVERIFY(catalog.problems.isEmpty());
        QVERIFY2(catalog.rows.size() >= 24, qPrintable(QString::number(catalog.rows.size())));
        for (const CatalogRow& row : catalog.rows) {
            const QByteArray name = row.name.toUtf8();
            QVERIFY2(!row.goodFor.isEmpty() && !row.license.isEmpty(), name.constData());
            const qint64 least = row.kind == CatalogRow::Kind::Embedding ? 20'000'000 : 100'000'000;
            QVERIFY2(row.parameters > least && row.parameters < 40'000'000'000, name.constData());
            QVERIFY2(row.activeParameters < row.parameters, name.constData());
            QVERIFY2(!row.languages.isEmpty() && !row.isUsers, name.constData());
            for (const QString& code : row.languages)
                QVERIFY2(QLocale(code).language() != QLocale::C, qPrintable(code));
        }
        QVERIFY(std::ranges::is_partitioned(catalog.rows, &CatalogRow::canSee));
    }

    void everyRowCanRun()
    {
        for (const CatalogRow& row : services::readCatalog({}).rows) {
            const std::string family = row.family.toStdString(), vision = row.vision.toStdString();
            QVERIFY2(engine::isKnownFamily(family) || engine::isEncoderFamily(family),
                qPrintable(row.name + ": " + row.family));
            const auto isOfRow = [&](const vision::TowerFamily* tower) {
                return std::ranges::find(tower->projectorTypes, vision)
                    != tower->projectorTypes.end();
            };
            QVERIFY2(row.canSee ? std::ranges::any_of(vision::towerTable, isOfRow) : vision.empty(),
                qPrintable(row.name + ": " + row.vision));
        }
    }

    void sentencesAreInTheLanguageOfTheProgram()
    {
        const auto messages = [] {
            QStringList texts;
            for (const CatalogRow& row : services::readCatalog({}).rows)
                texts << row.goodFor;
            return texts;
        };
        const QStringList english = messages();
        QLocale::setDefault(QLocale("de_AT"));
        const QStringList german = messages();
        QLocale::setDefault(QLocale("zh_CN"));
        const QStringList chinese = messages();
        QLocale::setDefault(QLocale("fi_FI"));
        QCOMPARE(messages(), english);
        for (qsizetype i = 0; i < english.size(); ++i)
            QVERIFY2(english[i] != german[i] && english[i] != chinese[i], qPrintable(english[i]));
    }

    void usersAddToItAndReplaceRows()
    {
        const Catalog before = services::readCatalog({});
        const QByteArray known = before.rows.first().repository.text().toUtf8();

        const QByteArray mineInstead
            = "{\"repository\": \"" + known + "\", \"name\": \"Mine\", \"goodFor\": \"Mine.\"}";

        const Catalog catalog
            = withUsers("{\"models\": [" + mineInstead + ", {\"repository\": \"a/Tiny-GGUF\"}]}");

        QCOMPARE(catalog.problems, QStringList());
        QCOMPARE(catalog.rows.size(), before.rows.size() + 1);
        const CatalogRow& mine = catalog.rows[catalog.rows.size() - 2];
        QCOMPARE(mine.name, QString("Mine"));
        QCOMPARE(mine.goodFor, QString("Mine."));
        QVERIFY(mine.isUsers);
        QCOMPARE(catalog.rows.last().name, QString("Tiny-GGUF"));
        QCOMPARE(catalog.rows.last().parameters, qint64(0));
    }

    void whatIsWrongIsSaidAndTheRestIsRead_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("message");
        QTest::addRow("no object") << QByteArray("1") << "must be an object";
        QTest::addRow("no repository") << QByteArray("{}") << "“repository” must be OWNER/NAME";
        QTest::addRow("a way out") << QByteArray(R"({"repository": "../a"})") << "OWNER/NAME";
        QTest::addRow("a variant") << QByteArray(R"({"repository": "a/b:c"})") << "OWNER/NAME";
        QTest::addRow("a number") << QByteArray(R"({"repository": "a/b", "parameters": -1})")
                                  << "“parameters”";
        QTest::addRow("a text") << QByteArray(R"({"repository": "a/b", "name": []})") << "“name”";
        QTest::addRow("long") << "{\"repository\": \"a/b\", \"name\": \"" + QByteArray(3000, 'x')
                + "\"}"
                              << "“name”";
        QTest::addRow("a truth") << QByteArray(R"({"repository": "a/b", "canSee": 1})")
                                 << "“canSee”";
        QTest::addRow("a kind") << QByteArray(R"({"repository": "a/b", "kind": "other"})")
                                << "“kind”";
        QTest::addRow("a list") << QByteArray(R"({"repository": "a/b", "languages": ["de", 1]})")
                                << "“languages”";
        QTest::addRow("languages of a text")
            << QByteArray(R"({"repository": "a/b", "goodFor": {"en": 1}})") << "must be a string";
    }

    void whatIsWrongIsSaidAndTheRestIsRead()
    {
        QFETCH(QByteArray, row);
        QFETCH(QString, message);
        QVERIFY(!isValid("{\"models\": [" + row + "]}"));

        const Catalog catalog
            = withUsers("{\"models\": [" + row + R"(, {"repository": "good/one"}]})");

        QCOMPARE(catalog.rows.last().repository.text(), QString("good/one"));
        QCOMPARE(catalog.problems.size(), 1);
        QVERIFY2(catalog.problems[0].contains("users.json”, model 1")
                && catalog.problems[0].contains(message),
            qPrintable(catalog.problems[0]));
    }

    void aFileThatIsNoCatalogIsSaidToBeNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("empty") << QByteArray();
        QTest::addRow("a list") << QByteArray("[]");
        QTest::addRow("no list") << QByteArray(R"({"models": {}})");
        QTest::addRow("deep") << QByteArray(100'000, '[');
        QTest::addRow("large") << QByteArray(2 << 20, ' ');
    }

    void aFileThatIsNoCatalogIsSaidToBeNone()
    {
        QFETCH(QByteArray, text);
        const Catalog catalog = withUsers(text);
        QCOMPARE(catalog.rows.size(), services::readCatalog({}).rows.size());
        QCOMPARE(catalog.problems.size(), 1);
        QVERIFY2(catalog.problems[0].contains("users.json"), qPrintable(catalog.problems[0]));
    }

    void rowsAreFoundByAllTheirWords()
    {
        const auto rows = services::readCatalog({}).rows;
        QCOMPARE(services::matching(rows, "  ").size(), rows.size());
        const auto small = services::matching(rows, "500m smolvlm");
        QCOMPARE(small.size(), 1);
        QCOMPARE(small[0].repository.text(), QString("ggml-org/SmolVLM-500M-Instruct-GGUF"));
        QVERIFY(!services::matching(rows, "german").isEmpty());
        QCOMPARE(
            services::matching(rows, "deutsch").size(), services::matching(rows, "german").size());
        QVERIFY(services::matching(rows, "smolvlm xylophone").isEmpty());
    }
};

TESTS(ModelCatalogTest, QCoreApplication);
#include "model_catalog_test.moc"
