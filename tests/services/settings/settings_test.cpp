#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace keys = services::settings;
using services::Setting;
using services::Settings;

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.isValid()); }
    void cleanup() { QFile::remove(path()); }

    void everyKindOutlivesTheProgram()
    {
        const Setting<double> share{"test/share", 0.5};
        const QStringList folders = {"/a, b", "/c;d", "/ü \"quoted\""};
        {
            Settings settings(path());
            settings.set(keys::makeTitles, false);
            settings.set(keys::threads, 3);
            settings.set(share, 0.25);
            settings.set(keys::systemPrompt, QString("one, two\nthree = \"four\""));
            settings.set(keys::modelFolders, folders);
        }

        const Settings again(path());

        QCOMPARE(again.get(keys::makeTitles), false);
        QCOMPARE(again.get(keys::threads), 3);
        QCOMPARE(again.get(share), 0.25);
        QCOMPARE(again.get(keys::systemPrompt), QString("one, two\nthree = \"four\""));
        QCOMPARE(again.get(keys::modelFolders), folders);
    }

    void aListOfOneIsAList()
    {
        Settings(path()).set(keys::modelFolders, QStringList{"/only"});

        QCOMPARE(Settings(path()).get(keys::modelFolders), QStringList{"/only"});
    }

    void whatIsAsByDefaultIsNotWritten()
    {
        Settings settings(path());
        settings.set(keys::threads, 3);
        QVERIFY(!settings.isFallback(keys::threads));

        settings.reset(keys::threads);

        QVERIFY(settings.isFallback(keys::threads));
        QCOMPARE(QSettings(path(), QSettings::IniFormat).contains(keys::threads.key), false);
    }

    void everyChangeIsTold()
    {
        Settings settings(path());
        const QSignalSpy changes(&settings, &Settings::changed);

        settings.set(keys::scheme, QString("dark"));
        settings.reset(keys::scheme);

        QCOMPARE(changes.size(), 2);
        QCOMPARE(changes[0][0].toString(), QString(keys::scheme.key));
    }

    void whatIsNoneOfItsKindFallsBack_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("words for a number") << QByteArray("threads=many");
        QTest::newRow("a fraction for a number") << QByteArray("threads=2.5");
        QTest::newRow("a list for a number") << QByteArray("threads=1, 2");
        QTest::newRow("less than the least") << QByteArray("threads=-1");
        QTest::newRow("more than the most") << QByteArray("threads=99999");
        QTest::newRow("more than fits") << QByteArray("threads=99999999999999999999");
        QTest::newRow("bytes for a number") << QByteArray("threads=@ByteArray(1)");
        QTest::newRow("nothing") << QByteArray("threads=");
        QTest::newRow("an unknown choice") << QByteArray("cacheType=q1");
        QTest::newRow("a list for a choice") << QByteArray("cacheType=q4, q8");
        QTest::newRow("a broken variant") << QByteArray("cacheType=@Variant(\\0\\0\\0\\x7f\\xff)");
        QTest::newRow("no line at all") << QByteArray("\x01\x02]][[==\xff\xfe\0threads");
    }
    void whatIsNoneOfItsKindFallsBack()
    {
        QFETCH(QByteArray, line);
        write("[model]\n" + line + "\n");

        const Settings settings(path());

        QCOMPARE(settings.get(keys::threads), keys::threads.fallback);
        QCOMPARE(settings.get(keys::cacheType), keys::cacheType.fallback);
    }

    void onlyTrueAndFalseAreSwitches()
    {
        for (const char* value : {"1", "yes", "maybe", "2", "", "\"true, false\""}) {
            write(QByteArray("[answers]\nmakeTitles=") + value + "\n");
            QCOMPARE(Settings(path()).get(keys::makeTitles), true);
        }
        write("[answers]\nmakeTitles=false\n");
        QCOMPARE(Settings(path()).get(keys::makeTitles), false);
    }

    void aTextWithoutEndFallsBack()
    {
        write("[answers]\nsystemPrompt=" + QByteArray(3'000'000, 'x') + "\n");

        QCOMPARE(Settings(path()).get(keys::systemPrompt), QString());
    }

    void aFileOfGarbageIsAsNone()
    {
        QByteArray garbage(100'000, 0);
        quint32 state = 1;
        for (char& byte : garbage)
            byte = char((state = state * 1664525 + 1013904223) >> 24);
        write(garbage);

        Settings settings(path());

        QCOMPARE(settings.get(keys::scheme), QString("system"));
        settings.set(keys::scheme, QString("dark"));
        QCOMPARE(settings.get(keys::scheme), QString("dark"));
    }

private:
    QString path() const { return m_folder.filePath("settings.ini"); }

    void write(const QByteArray& bytes)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_folder;
};

TESTS(SettingsTest, QCoreApplication);
#include "settings_test.moc"
