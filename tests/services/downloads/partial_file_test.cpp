#include "base/error.h"
#include "services/downloads/partial_file.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using services::ByteSpan;
using services::PartialFile;
using services::pieceBytes;

class PartialFileTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    services::DownloadOrder m_order;
    const QByteArray m_bytes = QByteArray("0123456789abcdef").repeated(int(pieceBytes / 10));

    QString partPath() const { return m_order.path + ".part"; }

    static QByteArray hashOf(PartialFile& file)
    {
        while (!file.hashFurther()) { }
        return file.hash();
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_order.path = m_folder->filePath("new/folder/model.gguf");
        m_order.bytes = m_bytes.size();
        m_order.hash = QCryptographicHash::hash(m_bytes, QCryptographicHash::Sha256);
    }

    void bytesMayComeInAnyOrderAndRunByRun()
    {
        {
            PartialFile file(m_order);
            QCOMPARE(file.missing(), (QList<ByteSpan>{{0, m_bytes.size()}}));
            file.write(pieceBytes, QByteArrayView(m_bytes).sliced(pieceBytes));
            file.write(0, QByteArrayView(m_bytes).first(1000));
            file.setEtag("\"abc\"");
        }
        PartialFile file(m_order);
        QCOMPARE(file.etag(), QByteArray("\"abc\""));
        QCOMPARE(file.missing(), (QList<ByteSpan>{{1000, pieceBytes}}));
        QCOMPARE(file.done(), m_bytes.size() - pieceBytes + 1000);
        hashOf(file);
        file.write(1000, QByteArrayView(m_bytes).sliced(1000, pieceBytes - 1000));

        QCOMPARE(hashOf(file), m_order.hash);
        QVERIFY(!QFileInfo::exists(m_order.path));
        file.commit();

        QFile whole(m_order.path);
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QVERIFY(whole.readAll() == m_bytes);
        QCOMPARE(QDir(m_folder->filePath("new/folder")).entryList(QDir::Files).size(), 1);
    }

    void whatBelongsToAnotherFileIsForgotten()
    {
        PartialFile(m_order).write(0, m_bytes);
        services::DownloadOrder other = m_order;
        other.hash[0] = char(other.hash[0] + 1);
        QCOMPARE(PartialFile(other).done(), 0);
    }

    void aDamagedMapIsNotBelieved()
    {
        PartialFile(m_order).write(0, m_bytes);
        QFile map(m_order.path + ".part.map");
        QVERIFY(map.open(QIODevice::ReadWrite));
        QVERIFY(map.seek(8192) && map.write("\xff\xff\xff\xff") == 4);
        map.close();
        QCOMPARE(PartialFile(m_order).done(), 0);

        PartialFile(m_order).write(0, m_bytes);
        QVERIFY(map.resize(8193));
        QCOMPARE(PartialFile(m_order).done(), 0);
    }

    void bytesThatAreGoneAreFetchedAgain()
    {
        PartialFile(m_order).write(0, m_bytes);
        QVERIFY(QFile::resize(partPath(), 5));
        PartialFile file(m_order);
        hashOf(file);
        QCOMPARE(file.done(), 0);
    }

    void twoCannotFetchTheSameFile()
    {
        const PartialFile first(m_order);
        QVERIFY_EXCEPTION_THROWN(PartialFile second(m_order), base::Error);
    }

    void aLinkIsNotFollowed()
    {
        QDir().mkpath(QFileInfo(m_order.path).path());
        const QString elsewhere = m_folder->filePath("elsewhere");
        QVERIFY(QFile::link(elsewhere, partPath()));
        QVERIFY_EXCEPTION_THROWN(PartialFile file(m_order), base::Error);
        QVERIFY(!QFileInfo::exists(elsewhere));
    }

    void aFullDiskIsSaidAndNothingIsLost()
    {
        {
            PartialFile file(m_order);
            file.write(0, QByteArrayView(m_bytes).first(1'000'000));
            const tests::LargestFile limit(1'500'000);
            try {
                file.write(1'000'000, QByteArrayView(m_bytes).sliced(1'000'000));
                QFAIL("the disk was full");
            } catch (const base::Error& error) {
                QVERIFY2(QString(error.what()).contains("Not enough disk space"), error.what());
            }
        }
        PartialFile file(m_order);
        QCOMPARE(file.done(), 1'000'000);
        file.write(1'000'000, QByteArrayView(m_bytes).sliced(1'000'000));
        QCOMPARE(hashOf(file), m_order.hash);
    }
};

TESTS(PartialFileTest);
#include "partial_file_test.moc"
