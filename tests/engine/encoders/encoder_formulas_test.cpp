#include "engine/files/open_weights.h"
#include "engine/layers/relative_positions.h"
#include "engine/models/families/families.h"
#include "tests/engine/encoders/synthetic_encoder.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::Encoder;
using engine::TextPair;
using nlohmann::json;
using tests::Row;
using tests::Rows;
using tests::SyntheticEncoder;

namespace fs = std::filesystem;

namespace {

const json bert{{"model_type", "bert"}};
const json roberta{{"model_type", "roberta"}, {"pad_token_id", 1}, {"type_vocab_size", 1}};
const json deberta{{"model_type", "deberta-v2"}, {"relative_attention", true},
    {"share_att_key", true}, {"pos_att_type", "c2p|p2c"}, {"position_buckets", 8},
    {"norm_rel_ebd", "layer_norm"}, {"position_biased_input", false}, {"type_vocab_size", 0}};
const json modernbert{{"model_type", "modernbert"}, {"local_attention", 6},
    {"global_attn_every_n_layers", 2}, {"local_rope_theta", 100}, {"classifier_pooling", "mean"}};
const json nomic{
    {"model_type", "nomic_bert"}, {"activation_function", "swiglu"}, {"rotary_emb_base", 1000}};

struct NamedConfig {
    const char* name;
    const json& config;
};
const NamedConfig families[] = {{"bert", bert}, {"roberta", roberta}, {"deberta", deberta},
    {"modernbert", modernbert}, {"nomic", nomic}};

const TextPair pair{"a b c d e f g h i", "k l m n o p q r s t u v w x y z"};

json with(json config, const json& change)
{
    config.update(change);
    return config;
}

double maxDifference(std::span<const float> actual, const Rows& expected)
{
    double most = 0;
    size_t index = 0;
    for (const Row& row : expected)
        for (const double value : row)
            most = std::max(most, std::abs(double(actual[index++]) - value));
    return index == actual.size() ? most : 1e9;
}

Row pooled(const Rows& rows, engine::EncoderConfig::Pooling pooling)
{
    if (pooling != engine::EncoderConfig::Pooling::Mean)
        return rows.front();
    Row mean(rows.front().size());
    for (const Row& row : rows)
        for (size_t i = 0; i < mean.size(); ++i)
            mean[i] += row[i] / double(rows.size());
    return mean;
}

void write(const fs::path& path, const json& content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
}

// The message with which a model with this configuration is rejected; empty if it loads.
std::string refusalOf(const json& config, const json& change)
{
    const SyntheticEncoder model(config, config.contains("architectures") ? 3 : 0);
    write(model.folder() / "config.json",
        with(tests::readJson(model.folder() / "config.json"), change));
    const auto backend = tests::openForTest("cpu");
    const auto error = tests::errorOf([&] { Encoder::load(model.folder(), *backend); });
    return error ? error->what() : "";
}

} // namespace

/// Encoders with random weights against plain loops.
class EncoderFormulasTest : public QObject {
    Q_OBJECT

    static void addFamilies()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("device");
        for (size_t index = 0; index < std::size(families); ++index)
            for (const std::string& device : tests::backendNames())
                QTest::addRow("%s on %s", families[index].name, device.c_str())
                    << int(index) << QString::fromStdString(device);
    }

private slots:
    void rowsArePlainLoops_data() { addFamilies(); }
    void rowsArePlainLoops()
    {
        QFETCH(int, index);
        QFETCH(QString, device);
        const SyntheticEncoder model(families[index].config);
        const auto backend = tests::openForTest(device.toStdString());
        const auto encoder = Encoder::load(model.folder(), *backend);
        const engine::TokenPair text = encoder->tokenizePair(pair);

        const std::vector<float> rows = encoder->computeRows(text.ids, text.types);

        QCOMPARE(text.ids.size(), size_t(28));
        QVERIFY(maxDifference(rows, model.rows(text)) < 1e-4);
    }

    void headsOfTextsArePlainLoops_data() { addFamilies(); }
    void headsOfTextsArePlainLoops()
    {
        QFETCH(int, index);
        QFETCH(QString, device);
        const json& config = families[index].config;
        const json named{{"0", "yes"}, {"1", "maybe"}, {"2", "no"}};
        const auto backend = tests::openForTest(device.toStdString());
        for (const int labels : {1, 3}) {
            const SyntheticEncoder model(
                with(config,
                    {{"architectures", {"XForSequenceClassification"}},
                        {"id2label", labels == 1 ? json{{"0", "LABEL_0"}} : named}}),
                labels);
            const auto encoder = Encoder::load(model.folder(), *backend);
            const engine::TokenPair text = encoder->tokenizePair(pair);

            const engine::PairScores scores = encoder->score({&pair, 1}).front();

            const Row x = pooled(model.rows(text), encoder->config().pooling);
            const Row expected = model.logits(x, model.plan().ofTexts);
            QVERIFY(maxDifference(scores.logits, {expected}) < 1e-4);
            double sum = 0;
            for (const float score : scores.scores)
                sum += double(score);
            const double sigmoid = 1 / (1 + std::exp(-expected.front()));
            QVERIFY(std::abs(sum - (labels == 1 ? sigmoid : 1)) < 1e-4);
            QCOMPARE(engine::findRelevanceLabel(encoder->config()), size_t(0));
        }
    }

    void headsOfTokensArePlainLoops_data() { addFamilies(); }
    void headsOfTokensArePlainLoops()
    {
        QFETCH(int, index);
        QFETCH(QString, device);
        const json& config = families[index].config;
        const auto backend = tests::openForTest(device.toStdString());
        for (const char* kind : {"XForQuestionAnswering", "XForTokenClassification"}) {
            const SyntheticEncoder model(
                with(config,
                    {{"architectures", {kind}}, {"id2label", {{"0", "O"}, {"1", "B-PER"}}}}),
                2);
            const auto encoder = Encoder::load(model.folder(), *backend);
            const engine::TokenPair text = encoder->tokenizePair(pair);

            const std::vector<float> logits = encoder->computeTokenLogits(text);

            Rows expected;
            for (const Row& row : model.rows(text))
                expected.push_back(model.logits(row, model.plan().ofTokens));
            QVERIFY(maxDifference(logits, expected) < 1e-4);
            const bool finds = encoder->config().task == engine::EncoderConfig::Task::FindAnswer;
            QCOMPARE(encoder->config().labels,
                (finds ? std::vector<std::string>{"start", "end"}
                       : std::vector<std::string>{"O", "B-PER"}));
        }
    }

    void vectorsPassDenseLayersAndPrompts()
    {
        const SyntheticEncoder model(bert);
        tests::MemoryWeights first, second;
        first.addLinear("linear", 32, SyntheticEncoder::hidden);
        second.addLinear("linear", 16, 32, /*hasBias=*/false);
        const auto module = [](const char* type, const char* path) {
            return json{
                {"type", std::string("sentence_transformers.models.") + type}, {"path", path}};
        };
        write(model.folder() / "modules.json",
            {module("Transformer", ""), module("Pooling", "1_Pooling"), module("Dense", "2_Dense"),
                module("Dense", "3_Dense"), module("Normalize", "4_Normalize")});
        write(model.folder() / "1_Pooling/config.json", {{"pooling_mode_lasttoken", true}});
        write(model.folder() / "2_Dense/config.json",
            {{"in_features", 24}, {"out_features", 32},
                {"activation_function", "torch.nn.modules.activation.Tanh"}});
        write(model.folder() / "3_Dense/config.json",
            {{"in_features", 32}, {"out_features", 16},
                {"activation_function", "torch.nn.modules.linear.Identity"}});
        const auto asItIs = [](const std::string& name) { return name; };
        tests::writeSafetensors(model.folder() / "2_Dense/model.safetensors", first, asItIs);
        tests::writeSafetensors(model.folder() / "3_Dense/model.safetensors", second, asItIs);
        write(model.folder() / "config_sentence_transformers.json",
            {{"prompts", {{"query", "q "}}}, {"default_prompt_name", "query"}});
        const auto backend = tests::openForTest("cpu");
        const auto encoder = Encoder::load(model.folder(), *backend);
        const std::string text = "a b c d";

        const std::vector<float> vector = encoder->encode({&text, 1});

        engine::TokenPair ids{encoder->tokenize(text), {}};
        ids.types.resize(ids.ids.size());
        Row x = tests::plainLinear(first, "linear", model.rows(ids).back());
        for (double& value : x)
            value = std::tanh(value);
        x = tests::plainLinear(second, "linear", x);
        double squares = 0;
        for (const double value : x)
            squares += value * value;
        for (double& value : x)
            value /= std::sqrt(squares);
        QCOMPARE(encoder->columns(), int64_t(16));
        QVERIFY(maxDifference(vector, {x}) < 1e-5);
        QCOMPARE(encoder->config().prompts.at("query"), std::string("q "));
        QCOMPARE(encoder->config().defaultPrompt, std::string("query"));
    }

    // A decoder as an encoder computes what it computes with a cache.
    void aDecoderHasTheRowsThatItHasWithACache()
    {
        QTemporaryDir folder;
        const fs::path copy(folder.path().toStdString());
        fs::copy(tests::dataFolder() / "models/tiny-qwen3", copy, fs::copy_options::recursive);
        const json config = tests::readJson(copy / "config.json");
        write(copy / "tokenizer.json", tests::syntheticTokenizer());
        write(copy / "modules.json",
            json::array({{{"type", "sentence_transformers.models.Transformer"}, {"path", ""}}}));
        const auto backend = tests::openForTest("cpu");
        const auto encoder = Encoder::load(copy, *backend);
        const engine::TokenIds ids{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};

        const std::vector<float> rows = encoder->computeRows(ids);

        const engine::ModelConfig own = engine::readConfig(copy);
        const auto decoder = engine::Model::load(engine::openWeights(copy), own, *backend);
        decoder->keepHiddenStates(true);
        tests::Sequence sequence(*decoder, engine::CacheType::F32, engine::pageSize);
        sequence.read(ids, 1);
        QVERIFY(tests::maxDifference(rows, decoder->hiddenStates().back()) < 1e-4);
        QVERIFY(encoder->config().isCausal);
    }

    void theLongerTextIsCutFirst_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("firstLeft");
        QTest::addColumn<int>("secondLeft");
        // The model reads 40 tokens, of which three are around the texts.
        QTest::newRow("both fit") << 10 << 27 << 10 << 27;
        QTest::newRow("the second") << 10 << 60 << 10 << 27;
        QTest::newRow("the first") << 60 << 10 << 27 << 10;
        QTest::newRow("both") << 30 << 60 << 18 << 19;
        QTest::newRow("both, the first longer") << 60 << 30 << 19 << 18;
    }
    void theLongerTextIsCutFirst()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(int, firstLeft);
        QFETCH(int, secondLeft);
        const SyntheticEncoder model(bert);
        const auto backend = tests::openForTest("cpu");
        const auto encoder = Encoder::load(model.folder(), *backend);
        TextPair texts;
        for (int word = 0; word < first; ++word)
            texts.first += "a ";
        for (int word = 0; word < second; ++word)
            texts.second += "b ";

        const engine::TokenPair ids = encoder->tokenizePair(texts);

        QCOMPARE(std::ranges::count(ids.ids, 4), ptrdiff_t(firstLeft));
        QCOMPARE(std::ranges::count(ids.ids, 5), ptrdiff_t(secondLeft));
        QCOMPARE(std::ranges::count(ids.types, 1), ptrdiff_t(secondLeft + 1));
    }

    void distancesHaveTheBucketsOfTheReference()
    {
        const engine::RelativePlan plan{.buckets = 256, .isLogarithmic = true, .reach = 512};

        // These are the results of make_log_bucket_position in transformers.
        for (const auto& [distance, row] : std::vector<std::pair<int64_t, int64_t>>{{0, 256},
                 {1, 257}, {-1, 255}, {127, 383}, {128, 384}, {-128, 128}, {129, 385}, {200, 425},
                 {-200, 87}, {511, 511}, {-511, 1}, {5000, 511}, {-5000, 0}})
            QCOMPARE(engine::relativeRow(plan, distance), row);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<int>("family");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("named");
        const auto row = [](int family, const char* change, const char* named) {
            QTest::newRow(change) << family << QByteArray(change) << QString(named);
        };
        enum { ofBert, ofRoberta, ofDeberta, ofModernbert, ofNomic };
        row(ofBert, R"({"num_hidden_layers": 10000000})", "1000 layers");
        row(ofBert, R"({"type_vocab_size": -1})", "token types");
        row(ofDeberta, R"({"position_buckets": 1})", "buckets");
        row(ofDeberta, R"({"position_buckets": 16000000})", "distances");
        row(ofDeberta, R"({"position_buckets": 2000})", "distances of at most 40");
        row(ofDeberta, R"({"max_relative_positions": 4})", "distances of at most 4 tokens");
        row(ofDeberta, R"({"position_buckets": 10})", "rel_embeddings");
        row(ofDeberta, R"({"max_position_embeddings": 100000})", "more than 65536 tokens");
        row(ofDeberta, R"({"share_att_key": false})", "share_att_key");
        row(ofDeberta, R"({"conv_kernel_size": 3})", "conv_kernel_size");
        row(ofModernbert, R"({"local_attention": -2})", "window");
        row(ofModernbert, R"({"global_rope_theta": -1})", "rotary");
        row(ofModernbert, R"({"num_attention_heads": 24})", "even");
        row(ofModernbert, R"({"num_hidden_layers": 4})", "layers.3");
        row(ofNomic, R"({"prenorm": true})", "prenorm");
        row(ofNomic, R"({"num_experts": 8})", "experts");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(int, family);
        QFETCH(QByteArray, change);
        QFETCH(QString, named);

        const std::string refusal
            = refusalOf(families[family].config, json::parse(change.toStdString()));

        QVERIFY2(QString::fromStdString(refusal).contains(named), refusal.c_str());
    }

    void labelsMustHaveNames()
    {
        const json classifier = with(bert,
            {{"architectures", {"BertForSequenceClassification"}},
                {"id2label", {{"0", "a"}, {"1", "b"}, {"2", "c"}}}});
        const auto contains = [&](const json& change, const char* named) {
            return refusalOf(classifier, change).find(named) != std::string::npos;
        };

        QVERIFY(refusalOf(classifier, json::object()).empty());
        QVERIFY(contains({{"id2label", nullptr}, {"num_labels", 3}}, "id2label"));
        QVERIFY(contains(
            {{"id2label", {{"0", "LABEL_0"}, {"1", "LABEL_1"}, {"2", "LABEL_2"}}}}, "id2label"));
        QVERIFY(contains({{"id2label", {{"1", "a"}, {"2", "b"}, {"3", "c"}}}}, "id2label"));
        QVERIFY(contains({{"id2label", {{"0", "a"}, {"1", "b"}}}}, "classifier"));
        QVERIFY(contains({{"architectures", {"BertForQuestionAnswering"}}}, "classifier"));
    }

    void modulesStayInTheFolder()
    {
        const SyntheticEncoder model(bert);
        const auto backend = tests::openForTest("cpu");
        for (const char* path : {"../elsewhere", "/tmp", "a/../../b"}) {
            write(model.folder() / "modules.json",
                json::array({{{"type", "sentence_transformers.models.Dense"}, {"path", path}}}));
            const auto error = tests::errorOf([&] { Encoder::load(model.folder(), *backend); });
            QVERIFY(error && std::string(error->what()).find("outside") != std::string::npos);
        }
    }
};

TESTS(EncoderFormulasTest);
#include "encoder_formulas_test.moc"
