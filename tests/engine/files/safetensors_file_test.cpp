#include "engine/files/open_weights.h"
#include "engine/files/safetensors_file.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace fs = std::filesystem;
using engine::openWeights;
using engine::SafetensorsFile;
using tests::Bytes;
using tests::refusal;
using tests::Scratch;

namespace {

std::string safetensors(const std::string& header, size_t dataSize)
{
    return Bytes().text(header).raw(std::string(dataSize, '\1')).string();
}

std::string array(const std::string& name, const std::string& dtype, const std::string& shape,
    const std::string& offsets)
{
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape
        + ",\"data_offsets\":" + offsets + "}";
}

std::string object(const std::string& members)
{
    return "{" + members + "}";
}

std::string refusalOf(const std::string& bytes)
{
    const Scratch scratch;
    const fs::path path = scratch.write("lying.safetensors", bytes);
    return refusal([&] { SafetensorsFile::open(path); });
}

const std::string twoArrays = object("\"__metadata__\":{\"format\":\"pt\"},"
    + array("b", "I64", "[1]", "[8,16]") + "," + array("a", "F32", "[1,2]", "[0,8]"));

} // namespace

class SafetensorsFileTest : public QObject {
    Q_OBJECT

private slots:
    void everyFixtureOpens()
    {
        REQUIRE_FIXTURES(root);
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(root)) {
            if (entry.path().extension() != ".safetensors")
                continue;
            const auto file = SafetensorsFile::open(entry.path());
            QVERIFY2(!file->arrays().empty(), entry.path().c_str());
            for (const auto& tensor : file->tensors())
                QVERIFY2(file->find(tensor.name) == &tensor, tensor.name.c_str());
            ++files;
        }
        QVERIFY(files > 0);
    }

    void arraysOfEveryTypeAreListedAndTensorsAreMatrices()
    {
        const Scratch scratch;
        const auto file
            = SafetensorsFile::open(scratch.write("x.safetensors", safetensors(twoArrays, 16)));

        QCOMPARE(file->arrays().size(), size_t(2));
        QCOMPARE(file->arrays()[0].name, std::string("a"));
        QCOMPARE(file->tensors().size(), size_t(1));
        QCOMPARE(file->find("a")->view.columns, 2);
        QVERIFY(file->find("c") == nullptr);
        QVERIFY(file->findArray("b")->bytes.size() == 8);
        QCOMPARE(file->notes().at(0).second, std::string("pt"));
        const std::string sentence = refusal([&] { file->find("b"); });
        QVERIFY2(sentence.find("I64") != std::string::npos, sentence.c_str());
    }

    void dataOffItsAlignmentIsStillReadable()
    {
        const Scratch scratch;
        std::string header = object(array("a", "F32", "[2]", "[0,8]"));
        while (header.size() % 4 != 1)
            header += ' ';
        const auto file
            = SafetensorsFile::open(scratch.write("x.safetensors", safetensors(header, 8)));

        const float* values = file->find("a")->view.data<float>();
        QCOMPARE(reinterpret_cast<uintptr_t>(values) % 4, uintptr_t(0));
        QCOMPARE(values[0], values[1]);
    }

    void scalarsAndEmptyArraysAreTaken()
    {
        const Scratch scratch;
        const auto header
            = object(array("s", "F32", "[]", "[0,4]") + "," + array("e", "F32", "[0,3]", "[4,4]"));
        const auto file
            = SafetensorsFile::open(scratch.write("x.safetensors", safetensors(header, 4)));

        QCOMPARE(file->find("s")->view.elements(), 1);
        QVERIFY(file->find("e")->view.isEmpty());
    }

    void lyingFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& header, size_t dataSize) {
            QTest::newRow(name) << QByteArray::fromStdString(safetensors(header, dataSize));
        };
        const auto one = [&](const char* name, const char* dtype, const char* shape,
                             const char* offsets, size_t dataSize = 8) {
            row(name, object(array("a", dtype, shape, offsets)), dataSize);
        };
        one("wrong extent", "F32", "[3]", "[0,8]");
        one("ends before it begins", "F32", "[2]", "[8,0]");
        one("past the end", "F32", "[2]", "[0,8]", 4);
        one("bytes left over", "F32", "[2]", "[0,8]", 9);
        one("gap at the front", "F32", "[1]", "[4,8]");
        one("negative shape", "F32", "[-2]", "[0,8]");
        one("fraction", "F32", "[2.0]", "[0,8]");
        one("overflow", "F32", "[4294967296,4294967296,4]", "[0,8]");
        one("beyond 63 bits", "F32", "[18446744073709551615]", "[0,8]");
        one("unknown type", "F33", "[2]", "[0,8]");
        one("one offset", "F32", "[2]", "[8]");
        one("three offsets", "F32", "[2]", "[0,8,8]");
        one("nested shape", "F32", "[[2]]", "[0,8]");
        one("shape no list", "F32", "2", "[0,8]");
        row("overlap",
            object(array("a", "F32", "[2]", "[0,8]") + "," + array("b", "F32", "[2]", "[4,12]")),
            12);
        row("name twice",
            object(array("a", "F32", "[1]", "[0,4]") + "," + array("a", "F32", "[1]", "[4,8]")), 8);
        row("field missing", object("\"a\":{\"dtype\":\"F32\",\"shape\":[0]}"), 0);
        row("unknown field", object("\"a\":{\"dtype\":\"F32\",\"weird\":1}"), 0);
        row("field twice", object("\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}"), 0);
        row("note no text", object("\"__metadata__\":{\"a\":1}"), 0);
        row("notes no object", object("\"__metadata__\":7"), 0);
        row("no object", "[]", 0);
        row("broken JSON", "{\"a\":", 0);
        row("two objects", "{}{}", 0);
        row("deep", "{\"a\":" + std::string(100000, '['), 0);
        row("data without arrays", "{}", 5);
        QTest::newRow("header length") << QByteArray(8, '\xff');
        QTest::newRow("header past the end")
            << QByteArray::fromStdString(Bytes().u64(1000).raw("{}").string());
        QTest::newRow("short") << QByteArray("abc");
    }
    void lyingFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        const std::string sentence = refusalOf(bytes.toStdString());
        QVERIFY2(sentence.starts_with("lying.safetensors "), sentence.c_str());
    }

    void everyTruncationIsRefused()
    {
        const std::string whole = safetensors(twoArrays, 16);
        for (size_t length = 1; length < whole.size(); ++length)
            QVERIFY(!refusalOf(whole.substr(0, length)).empty());
    }

    void everyFlippedBitIsTakenOrRefused()
    {
        const std::string whole = safetensors(twoArrays, 16);
        int refused = 0;
        for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
            std::string damaged = whole;
            damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
            refused += refusalOf(damaged).empty() ? 0 : 1;
        }
        QVERIFY(refused > 100);
    }

    void shardsAreSeenAsOneFile()
    {
        const Scratch scratch;
        scratch.write("one.safetensors", safetensors(object(array("a", "F32", "[1]", "[0,4]")), 4));
        scratch.write("two.safetensors", safetensors(object(array("b", "F32", "[2]", "[0,8]")), 8));
        scratch.write("model.safetensors.index.json",
            "{\"weight_map\":{\"a\":\"one.safetensors\",\"b\":\"two.safetensors\"}}");

        const auto weights = openWeights(scratch.path());

        QCOMPARE(weights->tensors().size(), size_t(2));
        QCOMPARE(weights->find("b")->view.columns, 2);
        QVERIFY(weights->find("c") == nullptr);
    }

    void anIndexCannotLeaveItsFolder_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* name : {"../one.safetensors", "/etc/passwd", ".hidden", "a/b.safetensors",
                 "a\\\\b", "..", "one..safetensors", "", "na\\u0000me", "sp ace",
                 "\\u202etxt.safetensors", "missing.safetensors"})
            QTest::newRow(name) << name;
    }
    void anIndexCannotLeaveItsFolder()
    {
        QFETCH(QString, file);
        const Scratch scratch;
        scratch.write("model.safetensors.index.json",
            "{\"weight_map\":{\"a\":\"" + file.toStdString() + "\"}}");
        QVERIFY(!refusal([&] { openWeights(scratch.path()); }).empty());
    }

    void aBrokenIndexIsASentence_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"[]", "{}", "{\"weight_map\":[]}", "{\"weight_map\":{\"a\":1}}",
                 "{\"weight_map\":{\"a\":\"one.safetensors\"}", "nonsense"})
            QTest::newRow(text) << text;
    }
    void aBrokenIndexIsASentence()
    {
        QFETCH(QString, text);
        const Scratch scratch;
        scratch.write("model.safetensors.index.json", text.toStdString());
        const std::string sentence = refusal([&] { openWeights(scratch.path()); });
        QVERIFY2(sentence.starts_with("model.safetensors.index.json "), sentence.c_str());
    }

    void anArrayMissingFromItsShardIsRefused()
    {
        const Scratch scratch;
        scratch.write("one.safetensors", safetensors(object(array("a", "F32", "[1]", "[0,4]")), 4));
        scratch.write(
            "model.safetensors.index.json", "{\"weight_map\":{\"z\":\"one.safetensors\"}}");
        QVERIFY(!refusal([&] { openWeights(scratch.path()); }).empty());
    }

    void openingWhatIsNoFileSaysWhatItIs()
    {
        const Scratch scratch;
        const auto says = [](const fs::path& path, const char* words) {
            const std::string sentence = refusal([&] { SafetensorsFile::open(path); });
            return sentence.find(words) != std::string::npos;
        };
        QVERIFY(says(scratch.path(), "is a folder"));
        QVERIFY(says(scratch.path() / "absent.safetensors", "file not found"));
        QVERIFY(says(scratch.write("empty.safetensors", ""), "is empty"));
        QVERIFY(says("/dev/null", "isn't a regular file"));
        QVERIFY(!refusal([&] { openWeights(scratch.path()); }).empty());
        QVERIFY(!refusal([&] { openWeights(scratch.path() / "absent"); }).empty());
    }
};

TESTS(SafetensorsFileTest, QCoreApplication);
#include "safetensors_file_test.moc"
