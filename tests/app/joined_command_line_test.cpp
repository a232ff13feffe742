#include "services/serving/joined_programs.h"
#include "services/system/single_instance.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

/// The programs as users start them, from outside: `vignette-cli` answers with the model that the
/// window has in memory. It cannot load one by itself here: it is not told where the built-in model is.
class JoinedCommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert("HOME", m_home.path());
        m_environment.insert("XDG_RUNTIME_DIR", m_home.path());
        for (const char* name :
            {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            m_environment.remove(name);
        m_window.setProcessEnvironment(m_environment);
        m_window.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette");
        QTRY_VERIFY_WITH_TIMEOUT(isJoinable(), patience);
    }
    void cleanupTestCase()
    {
        m_window.terminate();
        QVERIFY(m_window.waitForFinished(patience));
        QCOMPARE(m_window.exitCode(), 0);
    }

    void chatAnswersWithTheModelOfTheWindow()
    {
        const auto joined = run({"chat", "--max-tokens", "16", "Hello"}, Models::Missing);
        const auto apart = run({"chat", "--max-tokens", "16", "--apart", "Hello"}, Models::There);

        QVERIFY2(joined.exitCode == 0, joined.errors);
        QCOMPARE(joined.errors, "");
        QCOMPARE(joined.output, apart.output);
    }

    // Images travel without a loss, and whether the model knows.
    void captionsAreTheSame()
    {
        const QStringList words{"caption", "--json", tests::resource("samples/two-2.png"),
            tests::resource("samples/shapes-2.png")};

        const auto joined = run(words, Models::Missing);
        const auto apart = run(words + QStringList{"--apart"}, Models::There);

        QVERIFY2(joined.exitCode == 0, joined.errors);
        const auto lines = joined.jsonLines(), expected = apart.jsonLines();
        QCOMPARE(lines.size(), 2);
        for (qsizetype line = 0; line < lines.size(); ++line)
            for (const char* field : {"file", "caption", "sure", "tokens"})
                QCOMPARE(lines[line][QLatin1String(field)], expected[line][QLatin1String(field)]);
    }

    void withApartItLoadsItself()
    {
        const auto apart = run({"chat", "--apart", "Hello"}, Models::Missing);

        QCOMPARE(apart.exitCode, 1); // for there is none
    }

    void whatNeedsAModelOfItsOwnIsToldSo_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("exact") << QStringList{"--exact"} << QByteArray("--exact");
        QTest::newRow("device") << QStringList{"--device", "cpu"} << QByteArray("--device");
        QTest::newRow("negative prompt")
            << QStringList{"--negative-prompt", "You are wordy."} << QByteArray("negative prompt");
        QTest::newRow("regex") << QStringList{"--regex", "[a-z]+"}
                               << QByteArray("regular expression");
    }
    void whatNeedsAModelOfItsOwnIsToldSo()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, told);

        const auto apart
            = run(QStringList{"chat", "--max-tokens", "4", "Hello"} + options, Models::There);

        QVERIFY2(apart.exitCode == 0, apart.errors);
        QCOMPARE(apart.errors,
            "Loading the model here: the running program doesn't support: " + told + ".\n");
    }

    void anotherModelIsLoadedApart()
    {
        const QString copy = m_home.filePath("other.gguf");
        QVERIFY(QFile::copy(tests::resource("starter/vignette-starter.gguf"), copy));

        const auto apart
            = run({"chat", "--max-tokens", "4", "--model", copy, "Hello"}, Models::Missing);

        QVERIFY2(apart.exitCode == 0, apart.errors);
        QVERIFY2(apart.errors.startsWith("Loading the model here: the running program hasn't "
                                         "loaded this model.\n"),
            apart.errors);
    }

private:
    enum class Models { There, Missing };

    bool isJoinable() const
    {
        const auto answer = services::joinProgram(m_home.path(), {});
        return answer && answer->joined;
    }

    tests::ProgramResult run(const QStringList& arguments, Models models) const
    {
        QProcess process;
        QProcessEnvironment environment = m_environment;
        if (models == Models::Missing)
            environment.insert("VIGNETTE_RESOURCES", m_home.filePath("nothing"));
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli", arguments);
        tests::ProgramResult result;
        if (process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit)
            result.exitCode = process.exitCode();
        result.output = process.readAllStandardOutput();
        result.errors = process.readAllStandardError();
        return result;
    }

    QTemporaryDir m_home;
    QProcessEnvironment m_environment;
    QProcess m_window;
};

TESTS(JoinedCommandLineTest, QCoreApplication);
#include "joined_command_line_test.moc"
