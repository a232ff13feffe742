#include "tests/conformance/prompt_under_test.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::TokenIds;
using nlohmann::json;
using runtime::LoadedModel;

// A GIF in a message, from the file to the answer, against transformers.
class VideoTest : public QObject {
    Q_OBJECT

    std::unique_ptr<LoadedModel> load(const std::string& family)
    {
        runtime::LoadOptions options;
        options.products = kernels::Products::Exact;
        options.path = *tests::fixtures() / "models" / family;
        options.threads = 2;
        options.cacheType = engine::CacheType::F32;
        return LoadedModel::load(options);
    }

private slots:
    void anAnswerAboutAFilmAgrees_data()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QTest::addColumn<QByteArray>("text");
        for (const json& item : tests::readJson(tests::dataFolder() / "films/films.json"))
            QTest::newRow(item.at("family").get<std::string>().c_str())
                << QByteArray::fromStdString(item.dump());
    }
    void anAnswerAboutAFilmAgrees()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QFETCH(QByteArray, text);
        const json expected = json::parse(text.toStdString());
        const tests::ExpectedArrays arrays(tests::dataFolder() / "films/films.safetensors");
        const auto model = load(expected.at("family"));

        const runtime::Prompt prompt
            = tests::promptOf(*model, expected, tests::dataFolder() / "films");

        QCOMPARE(tests::withImageTokens(prompt.ids, expected.at("video_token_id")),
            expected.at("input_ids").get<TokenIds>());
        QCOMPARE(prompt.images.size(), size_t(1));
        std::vector<float> rows(size_t(prompt.images.front()->rows.view().elements()));
        model->backend().download(rows.data(), prompt.images.front()->rows);
        const double ofRows = tests::maxDifference(rows, arrays.read(expected.at("rows")));
        // torchvision, which scales the frames there, may be off by a step of 8 bits.
        QVERIFY2(ofRows < 1e-2, qPrintable(QString::number(ofRows)));
        const json& described = expected.at("logits");
        const auto logits
            = tests::logitsOf(*model, prompt.ids, prompt.images, described.at("count"));
        const double ofLogits = tests::maxDifference(logits, arrays.read(described.at("key")));
        QVERIFY2(ofLogits < 2e-2, qPrintable(QString::number(ofLogits)));
        // A few tokens at a time, so that passes begin in the middle of a step.
        tests::Sequence sequence(
            model->model(), engine::CacheType::F32, int64_t(prompt.ids.size()));
        sequence.setImages(prompt.images);
        QCOMPARE(
            tests::maxDifference(sequence.read(prompt.ids, described.at("count"), 5), logits), 0.0);
        const TokenIds answer = tests::greedyAnswer(
            *model, prompt.ids, prompt.images, int64_t(expected.at("greedy").size()));
        const QString wrong = tests::compareAnswers(answer, expected, 2e-2);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

TESTS(VideoTest, QCoreApplication);
#include "video_test.moc"
