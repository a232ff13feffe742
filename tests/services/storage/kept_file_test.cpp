#include "services/storage/whole_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using services::KeptFile;

class KeptFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }

private slots:
    void theLastStateIsOnTheDiskWhenItIsDestroyed()
    {
        auto file = std::make_unique<KeptFile>(path("a"));
        QVERIFY(file->read().isEmpty());
        for (int number = 0; number <= 100; ++number)
            file->write(QByteArray::number(number));

        file.reset();

        QCOMPARE(KeptFile(path("a")).read(), QByteArray("100"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), QStringList{"a"});
    }

    void whatIsMuchTooLongIsNotRead()
    {
        QFile file(path("long"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize((1 << 20) + 1));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("long can't be read"));
        QVERIFY(KeptFile(path("long")).read().isEmpty());
    }

    void whatCannotBeWrittenIsToldToTheLog()
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("couldn't be written"));
        KeptFile(path("no/folder")).write("text");
    }
};

TESTS(KeptFileTest, QCoreApplication);
#include "kept_file_test.moc"
