#include "engine/tokenizers/tokenizer.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;
using engine::TokenIds;
using engine::Tokenizer;
using nlohmann::json;

namespace {

// The folders below `parent`, in the order of their names.
std::vector<fs::path> foldersIn(const fs::path& parent)
{
    std::vector<fs::path> folders;
    if (fs::is_directory(parent))
        for (const auto& entry : fs::directory_iterator(parent))
            if (entry.is_directory())
                folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

// A row for each folder below `parent` that contains the file `needed`. Without fixtures there is
// no row, and REQUIRE_FIXTURES skips; with fixtures and no row QFETCH ends the test program, so
// that fixtures without such folders cannot pass.
void addRows(const fs::path& parent, const char* needed)
{
    QTest::addColumn<QString>("folder");
    for (const fs::path& folder : foldersIn(parent))
        if (fs::exists(folder / needed))
            QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
}

fs::path fixtureFolder(const char* below)
{
    const auto root = tests::fixtures();
    return root ? *root / below : fs::path();
}

// The texts tokenized for a model of the fixtures, with their lists: a prompt or a sentence.
std::vector<std::pair<std::string, json>> textsOf(const fs::path& model)
{
    const json all
        = tests::readJson(fixtureFolder("expected") / (model.filename().string() + ".json"));
    std::vector<std::pair<std::string, json>> texts;
    for (const char* list : {"prompts", "sentences"})
        for (const json& test : all.value(list, json::array()))
            if (test.contains("text"))
                texts.emplace_back(list, test);
    return texts;
}

QString shown(const json& text, const TokenIds& actual, const TokenIds& expected)
{
    return QString::fromStdString(
        text.dump() + " became " + json(actual).dump() + " instead of " + json(expected).dump());
}

void compareIds(const json& text, const TokenIds& actual, const json& expected)
{
    const auto ids = expected.get<TokenIds>();
    QVERIFY2(actual == ids, qPrintable(shown(text, actual, ids)));
}

TokenIds shortened(TokenIds ids, size_t length)
{
    if (ids.size() > length && length > 0) {
        ids[length - 1] = ids.back();
        ids.resize(length);
    }
    return ids;
}

void compareText(const json& ids, const std::string& actual, const json& expected)
{
    const auto text = expected.get<std::string>();
    QVERIFY2(actual == text,
        qPrintable(QString::fromStdString(
            ids.dump() + " became " + json(actual).dump() + " instead of " + expected.dump())));
}

void compareStream(const Tokenizer& tokenizer, const json& test)
{
    engine::TextStream stream(tokenizer, engine::TextStream::SpecialTokens::Hide);
    const auto ids = test.at("ids").get<TokenIds>();
    const json& chunks = test.at("chunks");
    QCOMPARE(chunks.size(), ids.size() + 1);
    for (size_t i = 0; i < ids.size(); ++i)
        compareText(test.at("ids"), stream.push(ids[i]), chunks[i]);
    compareText(test.at("ids"), stream.flush(), chunks.back());
}

} // namespace

// Every case in the tree of reference outputs agrees.
class TokenizerFixturesTest : public QObject {
    Q_OBJECT

private slots:
    void ggufVocabulariesEncodeAsLlamaCppDoes_data()
    {
        addRows(fixtureFolder("tokenizers/ggml"), "vocab.gguf");
    }

    void ggufVocabulariesEncodeAsLlamaCppDoes()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, folder);
        const fs::path path(folder.toStdString());
        const auto tokenizer = engine::loadTokenizer(path / "vocab.gguf");
        for (const char* name : {"cases.json", "more_cases.json"}) {
            const json file = tests::readJson(path / name);
            for (const json& test : file.at("cases"))
                compareIds(test.at("text"),
                    tokenizer->encode(
                        test.at("text").get<std::string>(), Tokenizer::Specials::AsText),
                    test.at("ids"));
        }
    }

    void ggufVocabulariesDecodeWhatTheyEncoded_data()
    {
        addRows(fixtureFolder("tokenizers/ggml"), "vocab.gguf");
    }

    void ggufVocabulariesDecodeWhatTheyEncoded()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, folder);
        const fs::path path(folder.toStdString());
        const auto tokenizer = engine::loadTokenizer(path / "vocab.gguf");
        const json cases = tests::readJson(path / "cases.json").at("cases");
        const bool keepsText = tokenizer->decode(tokenizer->encode("A b")) == "A b";
        if (!keepsText)
            QSKIP("it lower-cases, so decoding cannot give the text back");
        for (const json& test : cases)
            compareText(test.at("ids"), tokenizer->decode(test.at("ids").get<TokenIds>(), true),
                test.at("text"));
    }

    void sentencePieceModelsAgree_data()
    {
        addRows(fixtureFolder("tokenizers/sentencepiece"), "tokenizer.model");
    }

    void sentencePieceModelsAgree()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, folder);
        const fs::path path(folder.toStdString());
        const auto tokenizer = engine::loadTokenizer(path / "tokenizer.model");
        const json all = tests::readJson(path / "cases.json");
        for (const json& test : all.at("cases")) {
            const auto ids = tokenizer->encode(
                test.at("text").get<std::string>(), Tokenizer::Specials::AsText);
            compareIds(test.at("text"), ids, test.at("ids"));
            json pieces = json::array();
            for (const engine::TokenId id : ids)
                pieces.push_back(tokenizer->piece(id));
            QCOMPARE(pieces.dump(), test.at("pieces").dump());
            compareText(test.at("ids"), tokenizer->decode(ids), test.at("decoded"));
        }
        for (const json& test : all.at("decode_only"))
            compareText(test.at("ids"), tokenizer->decode(test.at("ids").get<TokenIds>()),
                test.at("decoded"));
        for (const json& test : all.at("stream"))
            compareStream(*tokenizer, test);
    }

    void huggingFaceTokenizersAgree_data()
    {
        addRows(fixtureFolder("tokenizers/hf_json"), "tokenizer.json");
    }

    void huggingFaceTokenizersAgree()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, folder);
        const fs::path path(folder.toStdString());
        const auto tokenizer = engine::loadTokenizer(path / "tokenizer.json");
        const json all = tests::readJson(path / "cases.json");
        for (const json& test : all.at("cases")) {
            const auto text = test.at("text").get<std::string>();
            const auto ids = test.at("ids").get<TokenIds>();
            compareIds(test.at("text"), tokenizer->encode(text), test.at("ids"));
            if (test.contains("ids_special_as_text"))
                compareIds(test.at("text"), tokenizer->encode(text, Tokenizer::Specials::AsText),
                    test.at("ids_special_as_text"));
            if (test.contains("ids_with_bos"))
                compareIds(
                    test.at("text"), tokenizer->withBoundaries(ids), test.at("ids_with_bos"));
            compareText(test.at("ids"), tokenizer->decode(ids, true), test.at("decoded"));
            compareText(test.at("ids"), tokenizer->decode(ids), test.at("decoded_skip_special"));
        }
        for (const json& test : all.at("stream"))
            compareStream(*tokenizer, test);
    }

    // The prompts of models that see are messages with images, which other tests compare.
    void promptsOfModelsAgree_data()
    {
        QTest::addColumn<QString>("folder");
        for (const fs::path& folder : foldersIn(fixtureFolder("models")))
            if (!textsOf(folder).empty())
                QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
    }

    void promptsOfModelsAgree()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, folder);
        const fs::path path(folder.toStdString());
        const auto tokenizer = engine::loadTokenizer(path);
        for (const auto& [list, test] : textsOf(path)) {
            const bool rendered = test.value("name", "") == "chat";
            TokenIds ids = tokenizer->encode(test.at("text").get<std::string>());
            if (!rendered)
                ids = tokenizer->withBoundaries(ids);
            if (list == "sentences") // cut to the length the model takes, its end kept
                ids = shortened(ids, test.at("input_ids").size());
            compareIds(test.at("text"), ids, test.at("input_ids"));
        }
    }

    void modelsInGgufEncodeAsTheirTokenizerJsonDoes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("gguf");
        const fs::path root = fixtureFolder("");
        for (const fs::path& folder : foldersIn(root / "models")) {
            const std::string name = folder.filename().string();
            for (const char* ending : {"-F16.gguf", "-BF16.gguf"})
                if (const fs::path file = root / "gguf" / (name + ending); fs::exists(file))
                    QTest::newRow(file.filename().c_str()) << QString::fromStdString(
                        folder.string()) << QString::fromStdString(file.string());
        }
    }

    void modelsInGgufEncodeAsTheirTokenizerJsonDoes()
    {
        REQUIRE_FIXTURES(root);
        Q_UNUSED(root);
        QFETCH(QString, model);
        QFETCH(QString, gguf);
        const auto one = engine::loadTokenizer(fs::path(model.toStdString()));
        const auto other = engine::loadTokenizer(fs::path(gguf.toStdString()));
        for (const std::string text : {"Hello, world! It's 12345 o'clock.",
                 "two  spaces\n\nand lines", "Grüße 🙂 你好"})
            compareIds(text, other->encode(text), json(one->encode(text)));
    }
};

TESTS(TokenizerFixturesTest);
#include "tokenizer_fixtures_test.moc"
