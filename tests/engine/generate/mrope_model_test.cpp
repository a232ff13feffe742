#include "engine/models/model.h"
#include "tests/engine/generate/real_model.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace fs = std::filesystem;

using engine::CacheType;
using engine::Generator;
using engine::ImageEmbeddingPtr;
using engine::Job;
using engine::TokenId;
using engine::TokenIds;
using tests::Answer;
using tests::RealModel;

namespace {

// The weights of tiny-qwen3 as a model whose positions have three axes that take turns, and to
// whose first layer images add rows.
class ModelFolder {
public:
    ModelFolder()
    {
        const fs::path original = tests::dataFolder() / "models" / "tiny-qwen3";
        fs::copy(original / "model.safetensors", path() / "model.safetensors");
        auto config = tests::readJson(original / "config.json");
        config["model_type"] = "qwen3_vl_text";
        config["rope_scaling"]
            = {{"rope_type", "default"}, {"mrope_interleaved", true}, {"mrope_section", {4, 2, 2}}};
        const nlohmann::json whole{{"model_type", "qwen3_vl"}, {"text_config", config},
            {"vision_config", {{"deepstack_visual_indexes", {0}}}}};
        std::ofstream(path() / "config.json") << whole;
    }

    fs::path path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

// An image of height × width rows that are in a grid.
ImageEmbeddingPtr picture(
    const RealModel& real, int32_t height, int32_t width, TokenId firstId, uint8_t content)
{
    const int64_t hidden = real.model->config().hidden, rows = int64_t(height) * width;
    auto image = std::make_shared<engine::ImageEmbedding>();
    std::mt19937 random(content);
    const auto filled = [&] {
        std::vector<float> numbers(size_t(rows * hidden));
        for (float& number : numbers)
            number = float(std::uniform_real_distribution(-1.0, 1.0)(random));
        kernels::Tensor tensor(*real.backend, kernels::DType::F32, rows, hidden);
        real.backend->upload(tensor, numbers.data());
        real.backend->synchronize();
        return tensor;
    };
    image->rows = filled();
    image->deepRows.push_back(filled());
    image->firstId = firstId;
    image->contentHash.fill(content);
    for (int32_t y = 0; y < height; ++y)
        for (int32_t x = 0; x < width; ++x)
            image->positions.insert(image->positions.end(), {0, y, x});
    return image;
}

// `words` before an image, three behind it, and the same again for each of the others.
Job jobAbout(int64_t words, const std::vector<ImageEmbeddingPtr>& pictures, int64_t kind = 0)
{
    TokenIds ids;
    for (const ImageEmbeddingPtr& picture : pictures) {
        for (int64_t word = 0; word < words; ++word)
            ids.push_back(3 + word * 7 % 60);
        for (int64_t row = 0; row < picture->count(); ++row)
            ids.push_back(picture->firstId + TokenId(row));
        ids.insert(ids.end(), {20 + kind, 21, 22});
    }
    Job job = tests::greedyJobOf(ids, 24);
    job.images = pictures;
    return job;
}

struct Run {
    CacheType type = CacheType::F32;
    int64_t cacheTokens = 8192;
    bool drafts = false;
};

// The answers of one generator to all jobs, a new one started every other step, their prompts read
// in chunks of all sizes.
std::vector<Answer> answers(const RealModel& real, const std::vector<Job>& jobs, const Run& run)
{
    engine::PagedCache cache(*real.backend, real.shape(), run.type, run.cacheTokens);
    Generator generator(*real.model, cache, *real.tokenizer,
        {.maxSeqLen = 2048,
            .maxChunkSize = 256,
            .useNgramDraft = run.drafts,
            .now = tests::randomClock(1)});
    return tests::answersOf(generator, jobs);
}

} // namespace

// A model whose positions have three axes: after an image they differ from the positions in the
// sequence, whatever was shared, drafted or taken back.
class MropeModelTest : public QObject {
    Q_OBJECT

    const ModelFolder m_folder;
    RealModel m_real = RealModel::inFolder(m_folder.path());
    const ImageEmbeddingPtr m_wide = picture(m_real, 4, 9, engine::firstImageId, 1);
    const ImageEmbeddingPtr m_high = picture(m_real, 20, 15, engine::firstImageId + 1000, 2);

    // Prompts that share pages which end between words, inside an image and behind one.
    std::vector<Job> jobs() const
    {
        std::vector<Job> jobs;
        for (const int64_t kind : {0, 1})
            for (const int64_t words : {5, 100, 250}) {
                jobs.push_back(jobAbout(words, {m_wide}, kind));
                jobs.push_back(jobAbout(words, {m_wide, m_high}, kind));
                jobs.push_back(jobAbout(words, {m_high, m_wide, m_high}, kind));
            }
        return jobs;
    }

    // The likeliest tokens of one pass over a prompt and its answer, one for each token of it;
    // tokens in `banned` count for less than all others.
    TokenIds likeliest(const Job& job, const TokenIds& answer, TokenId banned = -1) const
    {
        TokenIds all = job.ids;
        all.insert(all.end(), answer.begin(), answer.end());
        all.pop_back();
        tests::Sequence sequence(*m_real.model, CacheType::F32, int64_t(all.size()));
        sequence.setImages(job.images);
        auto logits = sequence.read(all, int64_t(answer.size()));
        const auto vocabulary = ptrdiff_t(m_real.vocabulary());
        TokenIds tokens;
        for (auto row = logits.begin(); row != logits.end(); row += vocabulary) {
            if (banned >= 0)
                row[banned] = -INFINITY;
            tokens.push_back(std::max_element(row, row + vocabulary) - row);
        }
        return tokens;
    }

private slots:
    void positionsFollowTheGrid()
    {
        const auto& config = m_real.model->config();

        QCOMPARE(config.family, std::string("qwen3_vl"));
        QCOMPARE(config.ropeSections, (std::vector<int64_t>{4, 2, 2}));
        QCOMPARE(config.deepLayers, 1);
        const Job job = jobAbout(5, {m_wide});
        QCOMPARE(engine::rotaryOffset(job.ids, job.images), 9 - 36);
    }

    void mixedJobsAnswerAsAlone_data()
    {
        QTest::addColumn<CacheType>("type");
        QTest::addColumn<int>("cacheTokens");
        QTest::addColumn<bool>("drafts");
        for (const CacheType type : {CacheType::F16, CacheType::Q4})
            for (const bool drafts : {false, true}) {
                const std::string name = engine::name(type) + (drafts ? ", drafting" : "");
                QTest::addRow("%s, with room for all", name.c_str()) << type << 16384 << drafts;
                QTest::addRow("%s, with pages lost", name.c_str()) << type << 2560 << drafts;
            }
    }
    void mixedJobsAnswerAsAlone()
    {
        QFETCH(CacheType, type);
        QFETCH(int, cacheTokens);
        QFETCH(bool, drafts);

        const auto together = answers(m_real, jobs(), {type, cacheTokens, drafts});

        int64_t cachedTokens = 0;
        for (size_t i = 0; i < jobs().size(); ++i) {
            QVERIFY2(together[i].ids == answers(m_real, {jobs()[i]}, {type})[0].ids,
                qPrintable(QString("job %1").arg(i)));
            cachedTokens += together[i].last->cachedTokens;
        }
        QVERIFY(cachedTokens > 0);
    }

    void answersAreThoseOfOnePassOverAll()
    {
        const auto together = answers(m_real, jobs(), {.drafts = true});

        for (size_t i = 0; i < jobs().size(); ++i)
            QCOMPARE(likeliest(jobs()[i], together[i].ids), together[i].ids);
    }

    // The first token of an answer is banned: it is taken back at once and wherever it would follow.
    void whatIsTakenBackLeavesNoTrace_data()
    {
        QTest::addColumn<bool>("drafts");
        QTest::newRow("plain") << false;
        QTest::newRow("drafting") << true;
    }
    void whatIsTakenBackLeavesNoTrace()
    {
        QFETCH(bool, drafts);
        for (const Job& plain : jobs()) {
            const TokenId unwanted = answers(m_real, {plain}, {})[0].ids.at(3);
            Job job = plain;
            job.bannedStrings = {m_real.tokenizer->piece(unwanted)};

            const Answer answer = answers(m_real, {job}, {.drafts = drafts})[0];

            QVERIFY(!answer.suppressions.empty());
            QCOMPARE(likeliest(job, answer.ids, unwanted), answer.ids);
        }
    }

    // Images are on the first device, the layer that they add to on the second.
    void whatPicturesAddReachesEveryDevice()
    {
        const auto first = kernels::openBackend("cpu", 1), second = kernels::openBackend("cpu", 1);
        const auto weights = engine::openWeights(m_folder.path());
        const auto config = engine::readConfig(m_folder.path(), weights.get());
        const auto logitsOn = [&](const engine::DevicePlan& plan) {
            const auto model = engine::Model::load(weights, config, plan);
            const Job job = jobAbout(5, {m_wide, m_high});
            tests::Sequence sequence(*model, CacheType::F32, int64_t(job.ids.size()));
            sequence.setImages(job.images);
            return sequence.read(job.ids, 8, 64);
        };

        const auto together = logitsOn(engine::DevicePlan::onOneDevice(*m_real.backend, 2));
        const auto apart
            = logitsOn({m_real.backend.get(), {first.get(), second.get()}, second.get()});

        QCOMPARE(tests::maxDifference(apart, together), 0.0);
    }

    // Rows of an image and of what images add belong to the model that they were made for.
    void aPictureForAnotherModelIsRefused()
    {
        engine::PagedCache cache(*m_real.backend, m_real.shape(), CacheType::F16, 512);
        for (const bool hasPositions : {true, false}) {
            auto strange = std::make_shared<engine::ImageEmbedding>();
            strange->rows = kernels::Tensor(
                *m_real.backend, kernels::DType::F32, 4, m_real.model->config().hidden);
            strange->firstId = engine::firstImageId + 5000;
            if (hasPositions)
                strange->positions.assign(8, 0); // two axes
            const TokenIds ids{3, strange->firstId, strange->firstId + 1};
            const std::vector<int32_t> pages{0};
            engine::BatchEntry entry{ids, 0, pages, {}, 1};
            const std::vector<ImageEmbeddingPtr> images{strange};
            entry.images = images;

            const auto error = tests::errorOf([&] { m_real.model->forward({&entry, 1}, cache); });

            QVERIFY(error && error->kind() == base::ErrorKind::BadRequest);
            QVERIFY(QString(error->what()).contains("don't match"));
        }
    }
};

TESTS(MropeModelTest, QCoreApplication);
#include "mrope_model_test.moc"
