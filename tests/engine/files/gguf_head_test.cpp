#include "engine/files/gguf_file.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace {

std::span<const std::byte> firstOf(const std::string& bytes, size_t count)
{
    return std::as_bytes(std::span(bytes)).first(count);
}

bool isWhole(std::span<const std::byte> bytes)
try {
    engine::ByteReader reader(bytes, "beginning.gguf");
    engine::readGgufHead(reader);
    return true;
} catch (const engine::IncompleteFile&) {
    return false;
}

} // namespace

// What the beginning of a file tells while the rest is somewhere else.
class GgufHeadTest : public QObject {
    Q_OBJECT

    const std::filesystem::path m_path
        = tests::dataFolder() / "../../resources/starter/mmproj-vignette-starter.gguf";
    const std::string m_bytes = tests::readBytes(m_path);

private slots:
    void everyBeginningIsWholeOrSaysThatItIsNot()
    {
        engine::ByteReader reader(firstOf(m_bytes, m_bytes.size()), "file.gguf");
        const engine::GgufHead head = engine::readGgufHead(reader);

        const auto file = engine::GgufFile::open(m_path);
        QCOMPARE(head.table.size(), file->tensors().size());
        QCOMPARE(head.table.back().name, file->tensors().back().name);
        QVERIFY(reader.position() < 100'000);
        for (size_t count = 8; count < reader.position(); ++count)
            QVERIFY2(!isWhole(firstOf(m_bytes, count)), std::to_string(count).c_str());
        QVERIFY(isWhole(firstOf(m_bytes, reader.position())));
    }

    void theArchitectureIsToldAsSoonAsItIsThere()
    {
        const size_t position = m_bytes.find("general.architecture") + 20 + 4 + 8 + 4;
        QCOMPARE(engine::firstArchitecture(firstOf(m_bytes, position), "f"), std::string("clip"));
        QCOMPARE(engine::firstArchitecture(firstOf(m_bytes, position - 1), "f"), std::string());
    }

    void whatIsNoGgufFileIsRefused()
    {
        const std::string text = "This is a text and no model.";
        QVERIFY_EXCEPTION_THROWN(
            engine::firstArchitecture(firstOf(text, text.size()), "f"), base::Error);
    }
};

TESTS(GgufHeadTest);
#include "gguf_head_test.moc"
