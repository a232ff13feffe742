#include "services/documents/answers/document_table.h"
#include "services/documents/tables/table_run.h"
#include "services/generation/model_pool.h"
#include "services/models/model_id_text.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/hosted_engine.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace services;
using State = TableRun::State;
using HostedEngine = tests::Hosted<tests::ScriptedEngine>;

namespace {

constexpr int patience = 60'000; // milliseconds

const std::string schema = makeSchema({{"animal", TableColumn::Kind::Text}});

std::string animalIn(const std::string& text)
{
    return text.find("fox") == std::string::npos ? R"({"animal": null})" : R"({"animal": "fox"})";
}

} // namespace

// A table that is made in the background, by a model that says what it is told to.
class TableRunTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_engine = std::make_shared<HostedEngine>(2048, animalIn);
        m_models = std::make_unique<ModelPool>(LoadOptions{});
        m_models->setRemoteFactory(HostedEngine::factoryOf(m_engine));
    }

    void cleanup() { m_models.reset(); }

    void everyFileBecomesARow()
    {
        const QStringList files{
            write("a.txt", "A fox."), write("b.txt", ""), write("c.txt", "No.")};
        TableRun run(*m_models, task(files));
        QVERIFY(run.isRunning());

        QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Done, patience);

        QCOMPARE(run.columns(), QStringList{"animal"});
        QCOMPARE(run.rows().size(), 3);
        QCOMPARE(run.done(), 3);
        QCOMPARE(run.rows()[0].cells[0].text(), std::string("fox"));
        QCOMPARE(run.rows()[0].cells[0].source->text, std::string("A fox."));
        QVERIFY(!run.rows()[1].error.empty());
        QVERIFY(!run.rows()[2].cells[0].source);
    }

    void aStoppedTableKeepsWhatItHas()
    {
        m_engine->answerTogether(1000); // so never
        TableRun run(*m_models, task({write("a.txt", "A fox.")}));
        QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Making, patience);

        run.stop();

        QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Stopped, patience);
        QVERIFY(run.rows().isEmpty());
    }

    void aTableThatNobodyWantsAnyMoreEnds()
    {
        m_engine->answerTogether(1000);
        auto run = std::make_unique<TableRun>(*m_models, task({write("a.txt", "A fox.")}));
        QTRY_COMPARE_WITH_TIMEOUT(run->state(), State::Making, patience);

        run.reset();

        // Only the registry, this test and the factory own the engine.
        m_models.reset();
        QTRY_COMPARE_WITH_TIMEOUT(m_engine.use_count(), 1, patience);
    }

    void aModelThatFailsIsASentence()
    {
        m_engine->failAt("fox");
        TableRun run(*m_models, task({write("a.txt", "A fox.")}));

        QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
        QCOMPARE(run.message(), "It is broken.");
    }

    void whatIsNoSchemaIsASentence()
    {
        TableRun run(*m_models, {model(), "{}", {write("a.txt", "A fox.")}});

        QCOMPARE(run.state(), State::Failed);
        QVERIFY(!run.message().isEmpty());
    }

    void itIsExported()
    {
        TableRun run(*m_models, task({write("a.txt", "A fox."), write("b.txt", "")}));
        QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Done, patience);

        exportTable(run.columns(), run.rows(), m_folder->filePath("table.csv"));

        QFile file(m_folder->filePath("table.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0],
            QByteArray("\xEF\xBB\xBF"
                       "file,animal,animal source\r"));
        QVERIFY2(lines[1].endsWith("a.txt,fox,bytes 0-6\r"), lines[1]);
    }

private:
    static ModelId model() { return ModelId::remote("http://127.0.0.1:9", "scripted"); }

    static TableTask task(const QStringList& files)
    {
        return {model(), schema, files, qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader"};
    }

    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder->filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<HostedEngine> m_engine;
    std::unique_ptr<ModelPool> m_models;
};

TESTS(TableRunTest, QCoreApplication);
#include "table_run_test.moc"
