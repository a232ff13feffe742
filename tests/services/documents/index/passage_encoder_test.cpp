#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/sqlite_index.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace services;

namespace {

QString model(const std::filesystem::path& folder)
{
    return QString::fromStdString(folder.string());
}

Passage passage(const std::string& text)
{
    return {0, "", text, {0, text.size()}, {}};
}

} // namespace

// Vectors of passages by an embedding model.
class PassageEncoderTest : public QObject {
    Q_OBJECT

private slots:
    void vectorsAreOneUnitLongAndDependOnTheHeading()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        PassageEncoder encoder(model(folder));

        const auto vectors = encoder.ofPassages({{1, "", "the fox"}, {2, "animals", "the fox"}});

        QCOMPARE(vectors.size(), size_t(2));
        for (const auto& vector : vectors)
            QVERIFY(
                std::abs(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F) - 1)
                < 1e-4F);
        QVERIFY(vectors[0] != vectors[1]);
        QCOMPARE(vectors[0], encoder.ofQuestion("the fox"));
    }

    void passagesAreReadWhole()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        PassageEncoder encoder(model(folder));

        const Splitting splitting = encoder.splitting();

        QVERIFY(splitting.size.most >= 16 && splitting.size.least <= splitting.size.usual
            && splitting.size.usual <= splitting.size.most);
        QCOMPARE(splitting.count(""), size_t(0));
        std::string longText;
        for (int word = 0; word < 5000; ++word)
            longText += "word ";
        QVERIFY(splitting.count(longText) > splitting.size.most);
    }

    void whatAPassageSaysOfAQuestionIsMeasuredFromStrangersToItself()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        PassageEncoder encoder(model(folder));

        const double same = encoder.sharedMeaning("red fox", {1, "", "red fox"});
        const double other = encoder.sharedMeaning("red fox", {1, "", "a grey wolf"});

        QVERIFY2(qAbs(same - 1) < 1e-3, qPrintable(QString::number(same)));
        QVERIFY(other < same);
        QCOMPARE(encoder.sharedMeaning("", {1, "", "red fox"}), 0.0);
        QCOMPARE(encoder.sharedMeaning("red fox", {1, "", ""}), 0.0);
        QVERIFY(qAbs(encoder.relative(1) - 1) < 1e-6);
    }

    void aModelIsKnownByItsMark()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        REQUIRE_FIXTURE_FOLDER(other, "models/xlm_roberta");
        PassageEncoder one(model(folder)), again(model(folder)), two(model(other));

        QVERIFY(isSameModel(one.mark(), again.mark()));
        QVERIFY(!isSameModel(one.mark(), two.mark()));
        QVERIFY(!isSameModel({}, {}));
    }

    void everyPassageGetsAVectorStepByStep()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        PassageEncoder encoder(model(folder));
        QTemporaryDir place;
        SqliteIndex sqlite(place.filePath("store"));
        DocumentIndex& index = sqlite;
        std::vector<Passage> passages;
        for (int each = 0; each < 100; ++each)
            passages.push_back(passage("fox number " + std::to_string(each)));
        index.addDocument({"/a", 1, 1, "/"}, {"a", 1, "", "", 0, 100, {}}, passages);

        struct Stop { };
        QVERIFY_EXCEPTION_THROWN(
            embedPassages(index, encoder, [](int64_t, int64_t) { throw Stop(); }), Stop);
        const int64_t left = index.countWithoutVector();
        QVERIFY(left > 0 && left < 100);
        int64_t told = 0;
        embedPassages(index, encoder, [&](int64_t done, int64_t all) {
            QCOMPARE(all, left);
            told = done;
        });

        QCOMPARE(told, left);
        QCOMPARE(index.countWithoutVector(), 0);
        const auto hits = DocumentSearch(index, &encoder).find("fox number 42", 3);
        QCOMPARE(hits.size(), size_t(3));
        QCOMPARE(hits[0].passage.text, std::string("fox number 42"));
    }

    void anotherModelTakesTheVectorsOver()
    {
        REQUIRE_FIXTURE_FOLDER(folder, "models/bert");
        REQUIRE_FIXTURE_FOLDER(other, "models/xlm_roberta");
        PassageEncoder one(model(folder)), two(model(other));
        QTemporaryDir place;
        SqliteIndex sqlite(place.filePath("store"));
        DocumentIndex& index = sqlite;
        index.addDocument({"/a", 1, 1, "/"}, {"a", 1, "", "", 0, 1, {}}, {passage("fox")});
        int steps = 0;
        const auto count = [&steps](int64_t, int64_t) { ++steps; };

        embedPassages(index, one, count);
        embedPassages(index, one, count);
        QCOMPARE(steps, 1);
        embedPassages(index, two, count);

        QCOMPARE(steps, 2);
        QVERIFY(isSameModel(index.embedding(), two.mark()));
    }
};

TESTS(PassageEncoderTest, QCoreApplication);
#include "passage_encoder_test.moc"
