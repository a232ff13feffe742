#include "engine/files/gguf_file.h"
#include "engine/files/gguf_writer.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace fs = std::filesystem;
using engine::GgufFile;
using engine::GgufWriter;
using kernels::DType;
using tests::Bytes;
using tests::refusal;
using tests::Scratch;

namespace {

constexpr uint32_t u32Type = 4, f32Type = 6, stringType = 8, arrayType = 9, f64Type = 12;

Bytes head(uint64_t tensors, uint64_t keys, uint32_t version = 3)
{
    Bytes bytes;
    bytes.raw("GGUF").u32(version).u64(tensors).u64(keys);
    return bytes;
}

// A row of the tensor table: two dimensions, F32.
void addTensor(Bytes& bytes, const std::string& name, uint64_t columns, uint64_t rows,
    uint64_t offset, uint32_t type = 0)
{
    bytes.text(name).u32(2).u64(columns).u64(rows).u32(type).u64(offset);
}

// A part of a split model with one tensor of one number.
std::string part(uint32_t number, uint32_t count, const std::string& tensor, float value)
{
    Bytes bytes = head(1, 2);
    bytes.text("split.no").u32(u32Type).u32(number);
    bytes.text("split.count").u32(u32Type).u32(count);
    addTensor(bytes, tensor, 1, 1, 0);
    return bytes.padTo(32).number(value).string();
}

std::string refusalOf(const Bytes& bytes)
{
    const Scratch scratch;
    const fs::path path = scratch.write("lying.gguf", bytes.string());
    return refusal([&] { GgufFile::open(path); });
}

// A file with one value of every kind and two small tensors.
fs::path writeSmallFile(const Scratch& scratch)
{
    const fs::path path = scratch.path() / "small.gguf";
    GgufWriter writer(path);
    writer.set("general.architecture", std::string("llama"));
    writer.set("a.bool", true);
    writer.set("an.int", int32_t(-5));
    writer.set("a.float", 0.5f);
    writer.set("a.long", uint64_t(1) << 40);
    writer.set("strings", std::vector<std::string>{"one", "", "three"});
    writer.set("floats", std::vector<float>{1, 2.5f});
    writer.set("ints", std::vector<int32_t>{3, -4});
    writer.declare("matrix", {3, 8}, DType::F32);
    writer.declare("blocks", {2, 32}, DType::Q8_0);
    const std::string matrix(3 * 8 * 4, '\1'), blocks(2 * 34, '\2');
    writer.append(std::as_bytes(std::span(matrix)));
    writer.append(std::as_bytes(std::span(blocks).first(34)));
    writer.append(std::as_bytes(std::span(blocks).last(34)));
    writer.finish();
    return path;
}

std::vector<fs::path> fixtureFiles(const fs::path& root)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".gguf")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

class GgufFileTest : public QObject {
    Q_OBJECT

private slots:
    void everyFixtureOpens()
    {
        REQUIRE_FIXTURES(root);
        const auto files = fixtureFiles(root);
        QVERIFY(!files.empty());
        for (const fs::path& path : files) {
            const auto file = GgufFile::open(path);
            QVERIFY2(!file->metadata().entries().empty(), path.c_str());
            for (const auto& tensor : file->tensors())
                QVERIFY2(file->find(tensor.name) == &tensor, tensor.name.c_str());
        }
    }

    void whatWasWrittenIsReadBack()
    {
        const Scratch scratch;
        const auto file = GgufFile::open(writeSmallFile(scratch));
        const auto& metadata = file->metadata();

        QCOMPARE(metadata.string("general.architecture").value(), std::string_view("llama"));
        QCOMPARE(metadata.boolean("a.bool"), std::optional(true));
        QCOMPARE(metadata.integer("an.int"), std::optional<int64_t>(-5));
        QCOMPARE(metadata.number("a.float"), std::optional(0.5));
        QCOMPARE(metadata.integer("a.long"), std::optional(int64_t(1) << 40));
        QCOMPARE(metadata.strings("strings").value(),
            (std::vector<std::string_view>{"one", "", "three"}));
        QCOMPARE(metadata.numbers("floats").value(), (std::vector<float>{1, 2.5f}));
        QCOMPARE(metadata.integers("ints").value(), (std::vector<int64_t>{3, -4}));
        QCOMPARE(metadata.arrayLength("strings"), uint64_t(3));
        QVERIFY(!metadata.integer("absent"));

        const auto* blocks = file->find("blocks");
        QVERIFY(blocks);
        QCOMPARE(blocks->shape, (std::vector<int64_t>{2, 32}));
        QCOMPARE(blocks->view.rows, 2);
        QCOMPARE(blocks->view.data<char>()[67], '\2');
        QCOMPARE(reinterpret_cast<uintptr_t>(blocks->view.bytes) % 32, uintptr_t(0));
        QVERIFY(!tests::holdsHalfWritten(scratch.path()));
    }

    void aValueOfAnotherKindIsRefusedByItsKey()
    {
        const Scratch scratch;
        const auto file = GgufFile::open(writeSmallFile(scratch));
        const auto& metadata = file->metadata();

        QVERIFY(refusal([&] { metadata.string("an.int"); }).find("an.int") != std::string::npos);
        QVERIFY(!refusal([&] { metadata.integer("a.float"); }).empty());
        QVERIFY(!refusal([&] { metadata.integer("ints"); }).empty());
        QVERIFY(!refusal([&] { metadata.number("a.bool"); }).empty());
        QVERIFY(!refusal([&] { metadata.boolean("an.int"); }).empty());
        QVERIFY(!refusal([&] { metadata.strings("ints"); }).empty());
        QVERIFY(!refusal([&] { metadata.integers("floats"); }).empty());
        QVERIFY(!refusal([&] { metadata.numbers("strings"); }).empty());
    }

    void numbersThatAreNotFiniteAreRefused()
    {
        Bytes bytes = head(0, 3);
        bytes.text("f").u32(f32Type).number(std::numeric_limits<float>::infinity());
        bytes.text("n").u32(10).u64(~uint64_t(0));
        bytes.text("a").u32(arrayType).u32(f64Type).u64(1).number(1e300); // no float
        const Scratch scratch;
        const auto file = GgufFile::open(scratch.write("x.gguf", bytes.string()));

        QVERIFY(!refusal([&] { file->metadata().number("f"); }).empty());
        QVERIFY(!refusal([&] { file->metadata().integer("n"); }).empty());
        QVERIFY(!refusal([&] { file->metadata().numbers("a"); }).empty());
    }

    void lyingFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Bytes& bytes, const char* expected) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes.string()) << expected;
        };
        row("no magic", Bytes().raw("GGML").u32(3).u64(0).u64(0), "isn't a GGUF file");
        row("version 1", head(0, 0, 1), "version 1");
        row("version 4", head(0, 0, 4), "version 4");
        row("big endian", head(0, 0, 0x03000000), "big-endian");
        row("only magic", Bytes().raw("GGUF"), "GGUF");
        row("tensor count", head(~uint64_t(0), 0), "tensors");
        row("key count", head(0, ~uint64_t(0)), "metadata keys");
        row("keys missing", head(0, 5), "ends inside");
        row("key length", head(0, 1).u64(~uint64_t(0)), "ends inside");
        row("long key", head(0, 1).text(std::string(300, 'k')), "longer text");
        row("empty key", head(0, 1).text("").u32(u32Type).u32(0), "unnamed metadata key");
        row("unknown type", head(0, 1).text("k").u32(13), "unknown type 13");
        row("nested array", head(0, 1).text("k").u32(arrayType).u32(arrayType).u64(1),
            "nests arrays");
        row("array count", head(0, 1).text("k").u32(arrayType).u32(u32Type).u64(uint64_t(1) << 62),
            "ends inside");
        row("strings count", head(0, 1).text("k").u32(arrayType).u32(stringType).u64(~uint64_t(0)),
            "ends inside");
        row("string length", head(0, 1).text("k").u32(stringType).u64(uint64_t(1) << 63),
            "ends inside");
        row("key twice", head(0, 2).text("k").u32(u32Type).u32(1).text("k").u32(u32Type).u32(2),
            "twice");
        row("alignment", head(0, 1).text("general.alignment").u32(u32Type).u32(24), "power of two");
        row("zero alignment", head(0, 1).text("general.alignment").u32(u32Type).u32(0),
            "power of two");
        row("a part by another name", head(0, 1).text("split.count").u32(u32Type).u32(2), "split");
        addTensorRows(row);
    }
    void partsAreOneFile()
    {
        const Scratch scratch;
        const auto second = scratch.write("m-00002-of-00002.gguf", part(1, 2, "b", 7));
        const auto first = scratch.write("m-00001-of-00002.gguf", part(0, 2, "a", 5));

        for (const fs::path& opened : {first, second}) {
            const auto file = GgufFile::open(opened);

            QCOMPARE(file->path(), first);
            QCOMPARE(file->tensors().size(), size_t(2));
            QCOMPARE(*file->find("a")->view.data<float>(), 5.f);
            QCOMPARE(*file->find("b")->view.data<float>(), 7.f);
            QCOMPARE(file->metadata().integer("split.no").value(), 0);
            QCOMPARE(file->sizeInBytes(), int64_t(fs::file_size(first) + fs::file_size(second)));
            QCOMPARE(fetched(*file, "a"), 5.f);
            QCOMPARE(fetched(*file, "b"), 7.f);
        }
    }

    void whatLiesElsewhereIsReadThere()
    {
        const Scratch scratch;
        const auto file = GgufFile::open(scratch.write("model.gguf", part(0, 1, "a", 5)));
        const std::array<std::byte, 4> elsewhere{};
        std::array<std::byte, 4> memory;

        QCOMPARE(file->fetch(elsewhere.data(), memory), elsewhere.data());
    }

    void partsThatDoNotFitAreRefused()
    {
        const Scratch scratch;
        const auto first = scratch.write("m-00001-of-00002.gguf", part(0, 2, "a", 5));
        const auto open = [&] { GgufFile::open(first); };

        QVERIFY(refusal(open).find("m-00002-of-00002.gguf") != std::string::npos); // is missing
        scratch.write("m-00002-of-00002.gguf", part(0, 2, "b", 7));
        QCOMPARE(refusal(open),
            std::string("m-00002-of-00002.gguf is not part 2 of 2 of a split model, although its "
                        "name says so"));
        scratch.write("m-00002-of-00002.gguf", part(1, 2, "a", 7));
        QCOMPARE(refusal(open), std::string("m-00001-of-00002.gguf has the tensor a twice"));
    }

    void lyingFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const Scratch scratch;
        const fs::path path = scratch.write("lying.gguf", bytes.toStdString());

        const std::string sentence = refusal([&] { GgufFile::open(path); });

        QVERIFY2(sentence.starts_with("lying.gguf "), sentence.c_str());
        QVERIFY2(QString::fromStdString(sentence).contains(expected), sentence.c_str());
    }

    void aTensorWithinTheFileIsTaken()
    {
        Bytes bytes = head(1, 0);
        addTensor(bytes, "t", 4, 2, 0);
        QCOMPARE(refusalOf(bytes.padTo(32).raw(std::string(32, 'x'))), std::string());
    }

    void everyTruncationIsRefused()
    {
        const Scratch scratch;
        const std::string whole = tests::readBytes(writeSmallFile(scratch));
        // The padding behind the last tensor may be missing.
        const size_t needed = whole.size() - 28;
        for (size_t length = 1; length < whole.size(); ++length) {
            const auto path = scratch.write("cut.gguf", whole.substr(0, length));
            const std::string sentence = refusal([&] { GgufFile::open(path); });
            QCOMPARE(sentence.empty(), length >= needed);
        }
    }

    void everyFlippedBitIsTakenOrRefused()
    {
        const Scratch scratch;
        const std::string whole = tests::readBytes(writeSmallFile(scratch));
        int refused = 0;
        for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
            std::string damaged = whole;
            damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
            const auto path = scratch.write("flipped.gguf", damaged);
            refused += refusal([&] { readEverything(*GgufFile::open(path)); }).empty() ? 0 : 1;
        }
        QVERIFY(refused > 100);
    }

private:
    template <typename Row>
    static void addTensorRows(Row row)
    {
        const auto table = [&](const char* name, const char* expected, auto... tensors) {
            Bytes bytes = head(sizeof...(tensors), 0);
            (tensors(bytes), ...);
            row(name, bytes.padTo(32).raw(std::string(64, 'x')), expected);
        };
        const auto tensor = [](const char* name, uint64_t columns, uint64_t rows, uint64_t offset,
                                uint32_t type = 0) {
            return [=](Bytes& bytes) { addTensor(bytes, name, columns, rows, offset, type); };
        };
        table("overlap", "same offset", tensor("a", 4, 2, 0), tensor("b", 4, 2, 0));
        table("overlap by a byte", "same offset", tensor("a", 9, 1, 0), tensor("b", 4, 1, 32));
        table("past the end", "ends inside tensor a", tensor("a", 4, 5, 0));
        table("offset past the end", "ends inside tensor a", tensor("a", 4, 1, 1 << 20));
        table("offset off alignment", "isn't a multiple of", tensor("a", 4, 1, 8));
        table("offset negative", "isn't a multiple of", tensor("a", 4, 1, uint64_t(1) << 63));
        table("offset near the limit", "ends inside", tensor("a", 4, 1, (~uint64_t(0) >> 1) - 31));
        table("size overflows", "invalid size", tensor("a", 1ull << 40, 1ull << 40, 0));
        table("bytes overflow", "invalid size", tensor("a", 1ull << 31, 1ull << 31, 0));
        table("negative dimension", "not positive", tensor("a", ~uint64_t(0), 1, 0));
        table("zero dimension", "not positive", tensor("a", 0, 1, 0));
        table("unknown tensor type", "unknown type 99", tensor("a", 4, 1, 0, 99));
        table("undivided blocks", "isn't a multiple of the block size", tensor("a", 31, 1, 0, 8));
        table("name twice", "twice", tensor("a", 4, 1, 0), tensor("a", 4, 1, 32));
        table("five dimensions", "5 dimensions",
            [](Bytes& bytes) { bytes.text("a").u32(5).u64(1).u64(1).u64(1).u64(1).u64(1); });
        table("no dimensions", "0 dimensions", [](Bytes& bytes) { bytes.text("a").u32(0); });
    }

    // The first number of a tensor, read from the file.
    static float fetched(const GgufFile& file, const char* tensor)
    {
        std::array<std::byte, sizeof(float)> memory;
        const std::byte* bytes = file.fetch(file.find(tensor)->view.data<std::byte>(), memory);
        float number = 0;
        std::memcpy(&number, bytes, sizeof number);
        return bytes == memory.data() ? number : 0;
    }

    // Touches all that a file promises.
    static void readEverything(const GgufFile& file)
    {
        for (const auto& entry : file.metadata().entries()) {
            const auto& metadata = file.metadata();
            if (!entry.isArray && entry.type == engine::GgufType::String)
                metadata.string(entry.key);
            else if (entry.isArray && entry.type == engine::GgufType::String)
                metadata.strings(entry.key);
            else if (entry.isArray && entry.type != engine::GgufType::Bool)
                metadata.numbers(entry.key);
        }
        unsigned sum = 0;
        for (const auto& tensor : file.tensors())
            for (int64_t byte = 0; byte < tensor.view.sizeInBytes(); ++byte)
                sum += tensor.view.data<unsigned char>()[byte];
        QVERIFY(sum != 1);
    }
};

TESTS(GgufFileTest, QCoreApplication);
#include "gguf_file_test.moc"
