#include "app/command_line.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

// The command line of the program.
class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void filesBecomeAbsolutePaths_data()
    {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("path");
        const QDir here = QDir::current();
        QTest::newRow("relative") << "cat.png" << here.absoluteFilePath("cat.png");
        QTest::newRow("dots") << "./a/../cat.png" << here.absoluteFilePath("cat.png");
        QTest::newRow("absolute") << "/tmp/cat.png"
                                  << "/tmp/cat.png";
        QTest::newRow("address") << "file:///tmp/two%20cats.png"
                                 << "/tmp/two cats.png";
        QTest::newRow("per cent in a name") << "/tmp/100%25.png"
                                            << "/tmp/100%25.png";
        QTest::newRow("colon in a name") << "/tmp/a:b.png"
                                         << "/tmp/a:b.png";
        QTest::newRow("another script") << "/tmp/猫.png"
                                        << "/tmp/猫.png";
    }
    void filesBecomeAbsolutePaths()
    {
        QFETCH(QString, argument);
        QFETCH(QString, path);

        const app::CommandLine line = app::parseCommandLine({"vignette", argument});

        QCOMPARE(line.files, QStringList{path});
        QVERIFY(line.action.isEmpty());
        QVERIFY(!line.model && !line.threads && !line.device && !line.cacheType);
    }

    void aNameThatLooksLikeAnOptionCanBeGiven()
    {
        const app::CommandLine line = app::parseCommandLine({"vignette", "--", "--new-chat"});

        QCOMPARE(line.files, QStringList{QDir::current().absoluteFilePath("--new-chat")});
        QVERIFY(line.action.isEmpty());
    }

    void theActionsOfTheDesktopFileAreKnown()
    {
        QCOMPARE(app::parseCommandLine({"vignette", "--new-chat"}).action, QString("new-chat"));
        QCOMPARE(app::parseCommandLine({"vignette", "--captions"}).action, QString("captions"));
    }

    void anAreaOfTheScreenMayBeLeftOut_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("action");
        QTest::addColumn<int>("files");
        QTest::newRow("alone") << QStringList{"--capture"} << "capture-region" << 0;
        QTest::newRow("apart") << QStringList{"--capture", "window"} << "capture-window" << 0;
        QTest::newRow("joined") << QStringList{"--capture=screen"} << "capture-screen" << 0;
        QTest::newRow("before a file")
            << QStringList{"--capture", "a.png"} << "capture-region" << 1;
        QTest::newRow("a file of its name") << QStringList{"--", "--capture"} << "" << 1;
        QTest::newRow("before an option")
            << QStringList{"--capture", "--separate"} << "capture-region" << 0;
    }
    void anAreaOfTheScreenMayBeLeftOut()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, action);
        QFETCH(int, files);

        const app::CommandLine line = app::parseCommandLine(QStringList{"vignette"} + arguments);

        QCOMPARE(line.action, action);
        QCOMPARE(line.files.size(), files);
        for (const QString& option : line.options)
            QVERIFY(!option.contains("capture")); // or each restart would take another
    }

    void optionsOfOneRunAreRead()
    {
        const app::CommandLine line = app::parseCommandLine({"vignette", "--model", "some.gguf",
            "--threads", "3", "--device", "cuda:0,cpu", "--device-memory", "2048", "--experts",
            "cpu", "--cache-type", "q8", "--separate", "--safe-mode"});

        QCOMPARE(*line.model, QDir::current().absoluteFilePath("some.gguf"));
        QCOMPARE(*line.device, QString("cuda:0,cpu"));
        QCOMPARE(*line.deviceMemory, 2048);
        QVERIFY(line.experts == engine::ExpertPlacement::Host);
        QCOMPARE(*line.threads, 3);
        QVERIFY(line.cacheType == engine::cacheTypeFromName("q8"));
        QVERIFY(line.separate && line.safeMode);
        QCOMPARE(line.options,
            QStringList(
                {"--model=some.gguf", "--threads=3", "--device=cuda:0,cpu", "--device-memory=2048",
                    "--experts=cpu", "--cache-type=q8", "--separate", "--safe-mode"}));
    }
};

TESTS(CommandLineTest, QCoreApplication);
#include "command_line_test.moc"
