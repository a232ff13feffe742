#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/diagnostics.h"
#include "services/system/log_file.h"
#include "services/system/paths.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

// A report of a problem helps others and gives nothing of the user's away.
class DiagnosticsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_home.isValid());
        qputenv("HOME", QFile::encodeName(m_home.path()));
        qunsetenv("XDG_STATE_HOME");
    }

    void saysWhatProgramAndMachineAre()
    {
        const QString text = report();

        QVERIFY(text.contains("Vignette " + services::applicationVersion()));
        QVERIFY(text.contains(QString("Qt ") + qVersion()));
        QVERIFY(text.contains("CPU: x86_64"));
        QVERIFY(!text.contains("unknown"));
    }

    void tellsChoicesButNoTexts()
    {
        m_settings.set(services::settings::cacheType, QString("q8"));
        m_settings.set(services::settings::threads, 3);
        m_settings.set(services::settings::systemPrompt, QString("My secret name is Rumpelstilz"));

        const QString text = report();

        QVERIFY(text.contains("model/cacheType = q8"));
        QVERIFY(text.contains("model/threads = 3"));
        QVERIFY(text.contains("answers/systemPrompt = (29 characters)"));
        QVERIFY(!text.contains("Rumpelstilz"));
    }

    void namesAModelThatDoesNotLoad()
    {
        const services::ModelId model
            = services::parseModelId(m_home.filePath("no-such-model.gguf"));
        m_models.registry().load(model);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_models.registry().state(model).stage, services::ModelState::Stage::Failed, 60'000);

        const QString text = report();

        QVERIFY2(text.contains("no-such-model.gguf: failed: "), qPrintable(text));
    }

    void endsWithTheLogAndHidesTheHomeFolder()
    {
        {
            const services::Log log(services::paths::logFolder(), services::LogLevel::Info);
            qInfo("cannot read %s/pictures", qPrintable(QDir::homePath()));
        }

        const QString text = report();

        QVERIFY2(text.endsWith("cannot read ~/pictures\n"), qPrintable(text));
        QVERIFY(!text.contains(QDir::homePath()));
    }

private:
    QString report() { return services::diagnosticsText(m_settings, m_models); }

    QTemporaryDir m_home;
    services::Settings m_settings{m_home.filePath("settings.ini")};
    services::ModelPool m_models{services::LoadOptions{}};
};

TESTS(DiagnosticsTest, QCoreApplication);
#include "diagnostics_test.moc"
