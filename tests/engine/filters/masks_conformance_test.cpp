#include "base/error.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/tokenizers/tokenizer.h"
#include "tests/engine/filters/random_vocabulary.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

// Real schemas with a vocabulary of 128,256 tokens: what the mask says of a token must be what
// taking its bytes shows.
class MasksConformanceTest : public QObject {
    Q_OBJECT

private slots:
    void masksAgreeWithTryingEveryToken()
    {
        REQUIRE_FIXTURE_FOLDER(schemas, "schemas");
        const auto tokenizer
            = loadTokenizer(schemasRoot / "tokenizers/hf_json/llama-bpe/tokenizer.json");
        const auto trie = TokenTrie::build(*tokenizer);
        const std::vector<std::filesystem::path> files = tests::entriesOf(schemas);

        int masks = 0;
        for (size_t file = 0; file < files.size(); file += 9) {
            const auto text = tests::readBytes(files[file]);
            const auto read = nlohmann::ordered_json::parse(text);
            try {
                const auto constraint = jsonSchemaConstraint(trie, read["schema"].dump());
                for (const auto& test : read["tests"])
                    if (test["valid"])
                        masks += checkedMasks(
                            *constraint, *trie, tokenizer->encode(test["text"].get<std::string>()));
            } catch (const base::Error&) {
                continue; // some cannot be enforced
            }
            QVERIFY2(masks >= 0, files[file].c_str());
        }
        QVERIFY(masks > 100);
    }

private:
    /// How many masks along a text agree; a large negative number if one does not.
    static int checkedMasks(
        const Constraint& constraint, const TokenTrie& trie, const TokenIds& tokens)
    {
        constexpr size_t masksPerText = 6;
        const auto filter = constraint.start();
        const size_t stride = tokens.size() / masksPerText + 1;
        int masks = 0;
        for (size_t position = 0; position < tokens.size(); ++position) {
            if (position % stride == 0 && !tests::maskAgreesWithTrying(*filter, trie))
                return -1'000'000;
            masks += position % stride == 0;
            if (!filter->take(trie.bytes(tokens[position])))
                break;
        }
        return masks;
    }
};

TESTS(MasksConformanceTest);
#include "masks_conformance_test.moc"
