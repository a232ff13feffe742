#include "services/documents/index/passage_encoder.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace services;

// The text before questions and passages, for models that expect one.
class EmbeddingPromptsTest : public QObject {
    Q_OBJECT

private slots:
    void modelsAreKnownByTheirNames_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("passage");
        QTest::newRow("file") << "/models/multilingual-e5-small-Q8_0.gguf"
                              << "query: "
                              << "passage: ";
        QTest::newRow("folder") << "/models/intfloat/E5-base-v2"
                                << "query: "
                                << "passage: ";
        QTest::newRow("repository") << "/models/some/multilingual-e5-small-gguf-f16/model.gguf"
                                    << "query: "
                                    << "passage: ";
        QTest::newRow("another kind of e5") << "/models/multilingual-e5-large-instruct"
                                            << ""
                                            << "";
        QTest::newRow("bge") << "/models/bge-small-en-v1.5"
                             << "Represent this sentence for searching relevant passages: "
                             << "";
        QTest::newRow("none") << "/models/all-MiniLM-L6-v2"
                              << ""
                              << "";
        QTest::newRow("by chance") << "/models/some5-small"
                                   << ""
                                   << "";
    }
    void modelsAreKnownByTheirNames()
    {
        QFETCH(QString, model);
        const EmbeddingPrompts prompts = findEmbeddingPrompts(model);
        QTEST(QString::fromStdString(prompts.question), "question");
        QTEST(QString::fromStdString(prompts.passage), "passage");
    }

    void aFolderMayNameThem()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("config_sentence_transformers.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"prompts": {"query": "ask: ", "document": "doc: ", "other": 3}})");
        file.close();

        QCOMPARE(findEmbeddingPrompts(folder.path()), (EmbeddingPrompts{"ask: ", "doc: "}));
    }

    void theyStandBeforeTextsAndInTheMark()
    {
        REQUIRE_FIXTURE_FOLDER(fixture, "models/bert");
        QTemporaryDir folder;
        const QString link = folder.filePath("e5-small");
        QVERIFY(QFile::link(QString::fromStdString(fixture.string()), link));
        PassageEncoder bare(QString::fromStdString(fixture.string())), prompted(link);

        QCOMPARE(prompted.ofQuestion("the fox"), bare.ofQuestion("query: the fox"));
        QCOMPARE(prompted.ofPassages({{1, "", "the fox"}}),
            bare.ofPassages({{1, "", "passage: the fox"}}));
        QVERIFY(prompted.mark() != bare.mark());
        QCOMPARE(prompted.splitting().count(""), size_t(0));
        QVERIFY(prompted.splitting().size.most <= bare.splitting().size.most);
    }
};

TESTS(EmbeddingPromptsTest);
#include "embedding_prompts_test.moc"
