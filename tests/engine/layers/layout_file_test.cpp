#include "base/error.h"
#include "engine/layers/weight_layouts.h"
#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using engine::Fingerprint;
using engine::LayoutFile;
using engine::LayoutFolder;
using engine::Weight;
using engine::WeightLayouts;
using kernels::DType;
using kernels::TensorView;

namespace fs = std::filesystem;

namespace {

constexpr Fingerprint model{1, 2}, otherModel{1, 3};

// More than one piece of the file, and less.
constexpr std::array<std::array<int64_t, 2>, 3> shapes{{{4096, 1024}, {16, 256}, {2048, 512}}};

// A file of which only its path counts; the weights are elsewhere.
class FileOfWeights : public engine::WeightFile {
public:
    explicit FileOfWeights(fs::path path)
        : m_path(std::move(path))
    {
        std::ofstream(m_path) << "weights";
    }
    const fs::path& path() const override { return m_path; }
    const std::vector<engine::WeightTensor>& tensors() const override { return m_none; }
    const engine::WeightTensor* find(std::string_view) const override { return nullptr; }

private:
    fs::path m_path;
    std::vector<engine::WeightTensor> m_none;
};

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

bool isDamaged(LayoutFile& file)
{
    try {
        file.requireWhole();
        return false;
    } catch (const base::Error&) {
        return true;
    }
}

class LayoutFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<kernels::Backend> m_backend;
    std::unique_ptr<FileOfWeights> m_file;
    std::vector<std::string> m_stored, m_laidOut; // bytes of the weights

    LayoutFolder folder() const { return {m_folder.path().toStdString() + "/layouts"}; }

    TensorView stored(size_t i)
    {
        return {m_stored[i].data(), DType::Q4_K, shapes[i][0], shapes[i][1]};
    }

    std::vector<fs::path> files() const
    {
        std::vector<fs::path> found;
        if (fs::exists(folder().path))
            for (const auto& file : fs::directory_iterator(folder().path))
                found.push_back(file.path());
        return found;
    }

    // Loads all weights and compares them with those laid out at the beginning. Whether they were
    // read from a file.
    bool load(const LayoutFolder& folder, const Fingerprint& identity = model)
    {
        auto kept = std::make_unique<LayoutFile>(folder, *m_file, identity);
        const bool isRead = kept->isRead();
        WeightLayouts layouts(*m_file, std::move(kept));
        std::vector<Weight> weights;
        for (size_t i = 0; i < shapes.size(); ++i) {
            weights.emplace_back(stored(i));
            if (!layouts.layOut(*m_backend, weights.back()))
                qFatal("nothing was laid out");
        }
        layouts.finish();
        for (size_t i = 0; i < shapes.size(); ++i)
            if (std::memcmp(weights[i].view().bytes, m_laidOut[i].data(), m_laidOut[i].size()) != 0)
                qFatal("weight %zu is another", i);
        layouts.requireWhole();
        return isRead;
    }

private slots:
    void initTestCase()
    {
        m_backend = kernels::openBackend("cpu", 2, kernels::Products::Fast);
        if (m_backend->productType(DType::Q4_K, 16, 256) == DType::Q4_K)
            QSKIP("this processor multiplies weights as they are stored");
        for (const auto& [rows, columns] : shapes) {
            std::string bytes(size_t(rows * kernels::rowBytes(DType::Q4_K, columns)), 0);
            for (size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = char(i * 2654435761u >> 13);
            m_stored.push_back(std::move(bytes));
            Weight weight(stored(m_stored.size() - 1));
            engine::layOut(*m_backend, weight);
            m_laidOut.emplace_back(weight.view().data<char>(), size_t(weight.view().sizeInBytes()));
        }
    }

    void init()
    {
        fs::remove_all(folder().path);
        m_file = std::make_unique<FileOfWeights>(m_folder.path().toStdString() + "/model");
    }

    void laterLoadsReadTheFile()
    {
        QVERIFY(!load(folder()));
        QCOMPARE(files().size(), size_t(1));
        QVERIFY(
            (fs::status(folder().path).permissions() & fs::perms::others_all) == fs::perms::none);
        QVERIFY(load(folder()));
        QVERIFY(load(folder()));
        QVERIFY(!load(folder(), otherModel));
        QVERIFY(load(folder(), otherModel));
    }

    void changedWeightsAreLaidOutAgain()
    {
        load(folder());
        write(m_file->path(), "other weights");
        QVERIFY(!load(folder()));
        QVERIFY(load(folder()));
    }

    void damagedFilesAreWrittenAnew_data()
    {
        using Damage = std::function<void(std::string&)>;
        QTest::addColumn<Damage>("damage");
        QTest::newRow("empty") << Damage([](std::string& bytes) { bytes.clear(); });
        QTest::newRow("short") << Damage([](std::string& bytes) { bytes.pop_back(); });
        QTest::newRow("half") << Damage([](std::string& bytes) { bytes.resize(bytes.size() / 2); });
        QTest::newRow("too long") << Damage([](std::string& bytes) { bytes += '\0'; });
        QTest::newRow("weights") << Damage([](std::string& bytes) { bytes[2 << 20] ^= 1; });
        QTest::newRow("zeros") << Damage([](std::string& bytes) { bytes.assign(bytes.size(), 0); });
        for (const int back : {1, 20, 40, 49, 57, 61, 65, 72, 73, 81, 89, 97, 105})
            QTest::addRow("%d from the end", back)
                << Damage([back](std::string& bytes) { bytes[bytes.size() - size_t(back)] ^= 1; });
        QTest::newRow("endless") << Damage([](std::string& bytes) {
            std::memset(bytes.data() + bytes.size() - 64, 0xff, 16); // so many entries, so long
        });
    }

    void damagedFilesAreWrittenAnew()
    {
        QFETCH(std::function<void(std::string&)>, damage);
        load(folder());
        const fs::path path = files().front();
        std::string bytes = read(path);
        damage(bytes);
        write(path, bytes);
        QVERIFY(!load(folder()));
        QVERIFY(load(folder()));
    }

    void aByteThatChangedAnywhereIsFound_data()
    {
        QTest::addColumn<qint64>("offset"); // of the bytes of weights; behind the samples
        QTest::newRow("first piece") << qint64(64);
        QTest::newRow("end of a piece") << qint64((2 << 20) - 1);
        QTest::newRow("in a later piece") << qint64((2 << 20) + 12345);
        QTest::newRow("last weight") << qint64(m_laidOut[0].size() + m_laidOut[1].size() + 4321);
    }
    void aByteThatChangedAnywhereIsFound()
    {
        QFETCH(qint64, offset);
        load(folder());
        const fs::path path = files().front();
        std::string bytes = read(path);
        bytes[size_t(offset)] ^= 1;
        write(path, bytes);

        LayoutFile kept(folder(), *m_file, model);
        QVERIFY(kept.isRead());
        kept.finish();

        QTRY_VERIFY(isDamaged(kept));
        QVERIFY(!kept.isVerified());
        QVERIFY(!fs::exists(path));
        QVERIFY(!load(folder()));
        QVERIFY(load(folder()));
    }

    void aFileAsItWasStays()
    {
        load(folder());
        for (int i = 0; i < 3; ++i) {
            LayoutFile kept(folder(), *m_file, model);
            kept.finish();
            kept.requireWhole();
            QTRY_VERIFY(kept.isVerified());
            kept.requireWhole();
        }
        QVERIFY(load(folder()));
    }

    void anotherShapeEndsTheReading()
    {
        load(folder());
        LayoutFile kept(folder(), *m_file, model);
        const DType type = m_backend->productType(DType::Q4_K, 16, 256);
        QVERIFY(kept.next(type, shapes[0][0], shapes[0][1]));
        QVERIFY(!kept.next(type, 32, 256));
        QVERIFY(!kept.next(type, shapes[2][0], shapes[2][1]));
        QVERIFY(files().empty());
    }

    void theOldestGoesIfThereAreTooMany()
    {
        load(folder());
        const fs::path old = files().front();
        LayoutFolder small = folder();
        small.maxBytes = int64_t(fs::file_size(old)) * 3 / 2;
        load(small, otherModel);
        QCOMPARE(files().size(), size_t(1));
        QVERIFY(files().front() != old);

        small.maxBytes = 1 << 20; // less than one
        QVERIFY(!load(small));
        QVERIFY(!load(small));
        QCOMPARE(files().size(), size_t(1));
    }

    void whatKilledWritersLeftGoes()
    {
        fs::create_directories(folder().path);
        const fs::path left = folder().path / "a.layout.b.part", fresh = folder().path / "c.part",
                       foreign = folder().path / "notes.txt";
        for (const fs::path& path : {left, fresh, foreign}) {
            write(path, "x");
            if (path != fresh)
                fs::last_write_time(
                    path, fs::file_time_type::clock::now() - std::chrono::hours(48));
        }
        load(folder());
        QVERIFY(!fs::exists(left));
        QVERIFY(fs::exists(fresh) && fs::exists(foreign));
    }

    void aFolderThatCannotBeIsNoError() { QVERIFY(!load({m_file->path() / "below a file"})); }

    void tellsThatTheFileWasShortened()
    {
        load(folder());
        LayoutFile kept(folder(), *m_file, model);
        QVERIFY(kept.isRead());
        const DType type = m_backend->productType(DType::Q4_K, 16, 256);
        const auto weight = kept.next(type, shapes[0][0], shapes[0][1]);
        fs::resize_file(files().front(), 4096);
        QCOMPARE(int(weight->view().data<char>()[1 << 20]), 0);
        QVERIFY_THROWS_EXCEPTION(base::Error, kept.requireWhole());
    }
};

} // namespace

TESTS(LayoutFileTest);
#include "layout_file_test.moc"
