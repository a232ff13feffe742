#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <sys/stat.h>

using tests::ProgramResult;
using tests::resource;
using tests::runCli;

// Damaged and lying files, given to the program as a user would: one clear message and exit code 1,
// or, where the damage cannot be seen, a normal answer. Never a crash.
class HostileTest : public QObject {
    Q_OBJECT

private:
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(path));
        return file.readAll();
    }

    QString write(const QString& name, const QByteArray& bytes)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName();
    }

    // Exit code 0, or 1 with exactly one line on stderr.
    static QByteArray complaint(const ProgramResult& result)
    {
        if (result.exitCode == 0)
            return {};
        if (result.exitCode != 1)
            return "exit code " + QByteArray::number(result.exitCode) + ": " + result.errors;
        const QByteArray sentence = result.errors.trimmed();
        return sentence.isEmpty() || sentence.contains('\n') ? "not one line: " + result.errors
                                                             : QByteArray();
    }

    QTemporaryDir m_folder;

private slots:
    void aModelCutShortIsRefused_data()
    {
        QTest::addColumn<int>("length");
        const int whole = int(read(resource("starter/vignette-starter.gguf")).size());
        for (const int length : {0, 1, 4, 8, 23, 24, 25, 100, 5000, whole / 2, whole - 1})
            QTest::addRow("%d bytes", length) << length;
    }
    void aModelCutShortIsRefused()
    {
        QFETCH(int, length);
        const QString model
            = write("cut.gguf", read(resource("starter/vignette-starter.gguf")).left(length));

        const ProgramResult result = runCli({"models", "inspect", model});

        QCOMPARE(result.exitCode, 1);
        QCOMPARE(complaint(result), QByteArray());
        QVERIFY2(result.errors.contains("cut.gguf"), result.errors);
    }

    void flippedBitsAreRefusedOrUnseen()
    {
        const QByteArray whole = read(resource("starter/vignette-starter.gguf"));
        std::mt19937 random(5); // the head of the file, where every bit has a meaning
        for (int round = 0; round < 60; ++round) {
            QByteArray damaged = whole;
            const qsizetype place = qsizetype(random() % (round < 20 ? 64 : 60'000));
            damaged[place] = char(damaged[place] ^ (1 << (random() % 8)));
            const QString model = write("flipped.gguf", damaged);

            const ProgramResult result = runCli({"models", "inspect", model});

            QVERIFY2(complaint(result).isEmpty(),
                "byte " + QByteArray::number(place) + ": " + complaint(result));
        }
    }

    void aFolderWithDamagedFilesIsRefused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("config is no JSON") << "config.json" << QByteArray("{\"model_type\": ");
        QTest::newRow("config is a list") << "config.json" << QByteArray("[]");
        QTest::newRow("config lies about layers")
            << "config.json" << QByteArray(R"({"model_type":"llama","hidden_size":-5})");
        QTest::newRow("weights are cut")
            << "model.safetensors" << QByteArray("\x80\0\0\0\0\0\0\0{", 9);
        QTest::newRow("weights are text")
            << "model.safetensors" << QByteArray("hello, hello, hello");
        QTest::newRow("tokenizer is no JSON") << "tokenizer.json" << QByteArray("{]");
        QTest::newRow("tokenizer is empty") << "tokenizer.json" << QByteArray("{}");
    }
    void aFolderWithDamagedFilesIsRefused()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        const QString source = resource("../tests/data/models/tiny-llama/");
        QTemporaryDir folder;
        for (const QString name : {"config.json", "model.safetensors"})
            QVERIFY(QFile::copy(source + name, folder.filePath(name)));
        QFile::remove(folder.filePath(file));
        QFile damaged(folder.filePath(file));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(content);
        damaged.close();

        const ProgramResult result = runCli({"chat", "--model", folder.path(), "Hello"});

        QCOMPARE(result.exitCode, 1);
        QCOMPARE(complaint(result), QByteArray());
    }

    void aFullDiskIsSaid()
    {
        const ProgramResult result = runCli(
            {"caption", resource("samples/one-1.png")}, /*timeoutMs=*/120'000, "/dev/full");

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("can't be written"), result.errors);
    }

    void aDeviceIsWrittenToAndNotReplaced()
    {
        const QString pipe = m_folder.filePath("pipe");
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        QFile reader(pipe);
        // Opened for both, or it would wait for a writer; unbuffered, or reading would wait for more.
        QVERIFY(reader.open(QIODevice::ReadWrite | QIODevice::Unbuffered));

        const ProgramResult result = runCli({"inspect", "image",
            QString::fromStdString(tests::dataFolder() / "images/plain.bmp"), "--output", pipe});

        QCOMPARE(result.exitCode, 0);
        QCOMPARE(reader.read(12), QByteArray("P6\n19 14\n255"));
    }

    void aDamagedPictureIsRefusedOrShown()
    {
        const QByteArray whole = read(resource("samples/one-1.png"));
        std::mt19937 random(7);
        for (int round = 0; round < 40; ++round) {
            QByteArray damaged = whole;
            const qsizetype place = qsizetype(random() % size_t(whole.size()));
            damaged[place] = char(damaged[place] ^ (1 << (random() % 8)));
            if (round % 4 == 0)
                damaged.truncate(place);
            const QString picture = write("damaged.png", damaged);

            const ProgramResult result = runCli({"inspect", "image", picture});

            QVERIFY2(complaint(result).isEmpty(), complaint(result));
        }
    }
};

TESTS(HostileTest, QCoreApplication);
#include "hostile_test.moc"
