#include "engine/files/open_weights.h"
#include "engine/generate/job_state.h"
#include "engine/models/families/families.h"
#include "tests/engine/generate/real_model.h"
#include "tests/engine/models/expected_arrays.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

using engine::CacheType;
using engine::Generator;
using engine::Job;
using engine::RopeScaling;
using engine::TokenIds;
using engine::WeightTensor;
using nlohmann::json;
using tests::Answer;
using tests::jobOf;

namespace {

TokenIds someIds(int64_t count)
{
    TokenIds ids;
    for (int64_t token = 0; token < count; ++token)
        ids.push_back(token * 7 % 61 + 3);
    return ids;
}

// The weights of Phi-3 under the names of Llama, which is the same except for matrices that Phi-3
// puts on top of each other: those of q, k and v, and those of gate and up.
class PhiAsLlama final : public engine::WeightFile {
public:
    PhiAsLlama(const std::filesystem::path& folder, const engine::ModelConfig& config)
        : m_file(engine::openWeights(folder))
    {
        const int64_t q = config.heads * config.headDim, kv = config.kvHeads * config.headDim;
        for (const WeightTensor& tensor : m_file->tensors()) {
            if (tensor.name.find("qkv_proj") != std::string::npos)
                split(tensor, "qkv_proj", {{"q_proj", q}, {"k_proj", kv}, {"v_proj", kv}});
            else if (tensor.name.find("gate_up_proj") != std::string::npos)
                split(tensor, "gate_up_proj",
                    {{"gate_proj", config.feedForward}, {"up_proj", config.feedForward}});
            else
                m_tensors.push_back(tensor);
        }
    }

    const std::filesystem::path& path() const override { return m_file->path(); }
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override
    {
        const auto found = std::ranges::find(m_tensors, name, &WeightTensor::name);
        return found == m_tensors.end() ? nullptr : &*found;
    }

private:
    void split(const WeightTensor& tensor, const std::string& name,
        const std::vector<std::pair<std::string, int64_t>>& parts)
    {
        int64_t row = 0;
        for (const auto& [part, rows] : parts) {
            std::string partName = tensor.name;
            partName.replace(partName.find(name), name.size(), part);
            m_tensors.push_back(
                {partName, {rows, tensor.view.columns}, tensor.view.rowRange(row, rows)});
            row += rows;
        }
    }

    std::shared_ptr<const engine::WeightFile> m_file;
    std::vector<WeightTensor> m_tensors;
};

struct StretchedModel {
    // tiny-llama with another way to stretch its context of 1,024 tokens.
    explicit StretchedModel(const RopeScaling& scaling)
        : backend(kernels::openBackend("cpu", 2))
        , tokenizer(std::vector<std::string>(64, "x"))
    {
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        const auto weights = engine::openWeights(folder);
        auto config = engine::readConfig(folder, weights.get());
        config.ropeScaling = scaling;
        model = engine::Model::load(weights, config, *backend);
    }

    // A Phi-3, which comes with LongRope.
    explicit StretchedModel(const std::filesystem::path& folder)
        : backend(kernels::openBackend("cpu", 2))
        , tokenizer(std::vector<std::string>(640, "x"))
    {
        auto config = engine::readConfig(folder, nullptr);
        config.family = "llama";
        model = engine::Model::load(std::make_shared<PhiAsLlama>(folder, config), config, *backend);
    }

    /// The answers to all jobs in one generator, a new one started every other step.
    std::vector<Answer> answers(const std::vector<Job>& jobs)
    {
        engine::PagedCache cache(*backend, model->cacheShape(), CacheType::F32, 8192);
        Generator generator(
            *model, cache, tokenizer, {.maxChunkSize = 256, .now = tests::randomClock(7)});
        return tests::answersOf(generator, jobs);
    }

    std::unique_ptr<kernels::Backend> backend;
    tests::PieceTokenizer tokenizer;
    std::unique_ptr<engine::Model> model;
};

json expectations()
{
    return tests::readJson(tests::dataFolder() / "longrope.json");
}

RopeScaling longRope()
{
    const json scaling = expectations().at("scaling");
    return {.kind = RopeScaling::Kind::LongRope,
        .factor = scaling.at("factor"),
        .originalContext = scaling.at("original_max_position_embeddings"),
        .shortFactors = scaling.at("short_factor").get<std::vector<double>>(),
        .longFactors = scaling.at("long_factor").get<std::vector<double>>()};
}

RopeScaling dynamicScaling()
{
    RopeScaling scaling;
    scaling.kind = RopeScaling::Kind::Dynamic;
    scaling.factor = 2;
    return scaling;
}

Job greedyOf(int64_t prompt, int64_t answer)
{
    Job job = tests::greedyJobOf(someIds(prompt), answer);
    job.returnLogits = true;
    return job;
}

} // namespace

// Rotations that depend on the length of a sequence.
class LongRopeTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithASecondProgram_data()
    {
        QTest::addColumn<int>("index");
        const json all = expectations().at("cases");
        for (size_t index = 0; index < all.size(); ++index)
            QTest::newRow(all[index].at("name").get<std::string>().c_str()) << int(index);
    }
    void agreesWithASecondProgram()
    {
        QFETCH(int, index);
        const json expected = expectations().at("cases").at(size_t(index));
        const TokenIds ids = expected.at("input_ids"), greedy = expected.at("greedy");
        Job job = tests::greedyJobOf(ids, int64_t(greedy.size()));
        job.returnLogits = true;

        const Answer answer = StretchedModel(longRope()).answers({job}).front();

        const auto logits = expected.at("logits").get<std::vector<float>>();
        const double difference = tests::maxDifference(answer.logits.front(), logits);
        QVERIFY2(difference < 1e-3, qPrintable(QString::number(difference)));
        const std::vector<double> gaps = expected.at("greedy_top2_gap");
        for (size_t step = 0; step < greedy.size() && gaps[step] > 5e-3; ++step)
            QCOMPARE(answer.ids[step], greedy[step]);
    }

    void agreesWithTransformersOnPhi3()
    {
        REQUIRE_FIXTURES(root);
        StretchedModel phi(root / "models" / "phi3");
        const tests::ExpectedArrays arrays(root / "expected" / "phi3.safetensors");
        const json expected = tests::readJson(root / "expected" / "phi3.json");

        int both[] = {0, 0}; // prompts that are short, and long
        for (const json& prompt : expected.at("prompts")) {
            const TokenIds ids = prompt.at("input_ids"), greedy = prompt.at("greedy");
            Job job = tests::greedyJobOf(ids, int64_t(greedy.size()));
            job.returnLogits = true;
            const Answer answer = phi.answers({job}).front();

            const auto rows = arrays.read(prompt.at("logits").at("key"));
            const double difference
                = tests::maxDifference(answer.logits.front(), std::span(rows).last(640));
            QVERIFY2(difference < 2e-3, qPrintable(QString::number(difference)));
            const std::vector<double> gaps = prompt.at("greedy_top2_gap");
            for (size_t step = 0; step < greedy.size() && gaps[step] > 5e-3; ++step)
                QCOMPARE(answer.ids[step], greedy[step]);
            ++both[ids.size() > 200];
        }
        QVERIFY(both[0] >= 2 && both[1] >= 2);
    }

    // The first of them are long, because they may reach beyond the original context, although some
    // prompts are short; all begin alike, so that they find each other's pages.
    void chunksCompanyAndKeptPagesChangeNoAnswer()
    {
        StretchedModel stretched(longRope());
        const std::vector<Job> jobs{greedyOf(310, 20), greedyOf(290, 40), greedyOf(290, 5),
            greedyOf(600, 30), greedyOf(280, 20), greedyOf(280, 21), greedyOf(20, 400)};

        const std::vector<Answer> together = stretched.answers(jobs);

        for (size_t i = 0; i < jobs.size(); ++i) {
            const Answer alone = stretched.answers({jobs[i]}).front();
            QVERIFY2(together[i].ids == alone.ids && together[i].logits == alone.logits,
                qPrintable(QString("job %1").arg(i)));
        }
        QVERIFY(together[1].last->cachedTokens >= 256);
    }

    void sequencesOfBothKindsShareNoPages()
    {
        StretchedModel stretched(longRope());
        const std::vector<Job> jobs{greedyOf(290, 5), greedyOf(290, 40), greedyOf(290, 6)};

        const std::vector<Answer> answers = stretched.answers(jobs);

        QCOMPARE(answers[0].last->cachedTokens, int64_t(0));
        QCOMPARE(answers[1].last->cachedTokens, int64_t(0));
        QCOMPARE(answers[2].last->cachedTokens, int64_t(289));
        QVERIFY(answers[0].logits.front() == answers[2].logits.front());
        QVERIFY(answers[0].logits.front() != answers[1].logits.front());
    }

    void whatIsKeptOnTheDiskIsFoundByWhoMayReachAsFar()
    {
        StretchedModel stretched(longRope());
        engine::PagedCache cache(
            *stretched.backend, stretched.model->cacheShape(), CacheType::F32, 2048);
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("pages").toStdString();
        const Job job = greedyOf(290, 40);
        {
            Generator generator(*stretched.model, cache, stretched.tokenizer, {});
            generator.enqueue(job);
            while (generator.numRemainingJobs() > 0)
                generator.iterate();
            QVERIFY(generator.saveCache(file, generator.promptKeys(job)) >= 256);
        }
        Generator generator(*stretched.model, cache, stretched.tokenizer, {});
        generator.restoreCache(file);

        QVERIFY(generator.cachedTokens(generator.promptKeys(greedyOf(290, 50))) >= 256);
        QCOMPARE(generator.cachedTokens(generator.promptKeys(greedyOf(290, 5))), int64_t(0));
    }

    void eachPromptOfGuidanceHasItsOwnFactors()
    {
        StretchedModel stretched(longRope());
        Job job = greedyOf(290, 40);
        job.negativeIds = someIds(20);
        job.guidance = 1.5f;
        const std::vector<Job> others{greedyOf(600, 30), job, greedyOf(20, 40)};

        QVERIFY(stretched.answers(others)[1].logits == stretched.answers({job})[0].logits);
    }

    void dynamicScalingIsRefusedWhereItWouldMatter()
    {
        StretchedModel stretched(dynamicScaling());
        engine::PagedCache cache(
            *stretched.backend, stretched.model->cacheShape(), CacheType::F32, 4096);
        const QString sentence
            = "The model has a context length of 1024 tokens and extends it by dynamic NTK "
              "scaling, which isn't supported, so 1025 tokens are too many.";

        const auto whenMade = tests::errorOf(
            [&] { Generator(*stretched.model, cache, stretched.tokenizer, {.maxSeqLen = 1025}); });
        tests::Sequence sequence(*stretched.model, CacheType::F32, 2048);
        const auto whenRead = tests::errorOf([&] { sequence.read(someIds(1025), 1); });

        QVERIFY(whenMade && whenRead);
        QCOMPARE(QString(whenMade->what()), sentence);
        QCOMPARE(QString(whenRead->what()), sentence);
        QCOMPARE(whenMade->kind(), base::ErrorKind::Unsupported);
    }

    // Up to there it changes nothing.
    void withinItsContextAModelWithDynamicScalingIsLikeOneWithout()
    {
        StretchedModel dynamic(dynamicScaling()), plain(RopeScaling{});
        const Job job = greedyOf(900, 30);

        QVERIFY(dynamic.answers({job})[0].logits == plain.answers({job})[0].logits);
    }
};

TESTS(LongRopeTest);
#include "long_rope_test.moc"
