#include "services/models/model_id_text.h"
#include "services/models/model_texts.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::describeModel;
using services::ModelFacts;
using services::problemMessage;

namespace {

// The built-in model with a change, as a file of its own in a folder that is not ASCII.
class ChangedStarter {
public:
    explicit ChangedStarter(bool withTower = false)
    {
        QDir().mkpath(folder());
        if (withTower)
            tests::writeFile(folder() + "/mmproj-other.gguf", m_copy.vision);
    }

    QByteArray& text() { return m_copy.text; }
    QByteArray& vision() { return m_copy.vision; }

    ModelFacts describe(const QString& projector = {})
    {
        const QString path = folder() + "/größer 模型.gguf";
        tests::writeFile(path, m_copy.text);
        return describeModel(services::parseModelId(path), projector);
    }
    QString folder() const { return m_folder.filePath("Müller 模型"); }

private:
    QTemporaryDir m_folder;
    tests::StarterCopy m_copy;
};

} // namespace

class ModelDescriptionTest : public QObject {
    Q_OBJECT

private slots:
    void theBuiltInModelIsDescribed()
    {
        const ModelFacts model = describeModel({});

        QVERIFY2(model.isUsable(), qPrintable(problemMessage(model)));
        QVERIFY(model.id.isBuiltIn());
        QCOMPARE(model.name, "Built-in model");
        QCOMPARE(model.family, "llama");
        QCOMPARE(model.config.weightType, "Q8_0");
        QVERIFY(model.parameters > 8'500'000 && model.parameters < 10'000'000);
        QVERIFY(model.config.contextLength > 0);
        QVERIFY(model.canSee());
        QVERIFY(model.hasChatTemplate);
        QVERIFY(model.fileBytes > 10'000'000);
        QVERIFY(model.projector.filename() == "mmproj-vignette-starter.gguf");
    }

    void aFolderIsDescribed()
    {
        const tests::TinyFolder folder;
        tests::writeFile(folder.path("README.md"),
            "---\nlanguage: en\nlicense: apache-2.0\n---\n# Tiny\nlicense: of no meaning here\n");

        const ModelFacts model = describeModel(services::parseModelId(folder.path()));

        QVERIFY2(model.isUsable(), qPrintable(problemMessage(model)));
        QCOMPARE(model.family, "llama");
        QCOMPARE(model.license, "apache-2.0");
        QVERIFY(!model.canSee());
        QVERIFY(model.hasChatTemplate);
    }

    void aFolderWithoutTokenizerSaysSo()
    {
        const tests::TinyFolder folder;
        QVERIFY(QFile::remove(folder.path("tokenizer.json")));

        const ModelFacts model = describeModel(services::parseModelId(folder.path()));

        QVERIFY2(
            problemMessage(model).contains("tokenizer.json"), qPrintable(problemMessage(model)));
    }

    void anUnknownFamilyIsNamed()
    {
        ChangedStarter starter;
        tests::overwrite(starter.text(), "llama", "zebra");

        const ModelFacts model = starter.describe();

        QVERIFY2(problemMessage(model).contains("zebra") && problemMessage(model).contains("qwen3"),
            qPrintable(problemMessage(model)));
        QCOMPARE(model.family, "zebra");
        QCOMPARE(model.name, "größer 模型");
    }

    void aCutFileIsIncomplete()
    {
        ChangedStarter starter;
        starter.text().chop(1000);
        const ModelFacts model = starter.describe();
        QVERIFY2(problemMessage(model).contains("incomplete"), qPrintable(problemMessage(model)));
        QVERIFY2(model.sentence.find("ends inside") != std::string::npos, model.sentence.c_str());
    }

    void aFileThatIsGoneSaysSo()
    {
        const ModelFacts model = describeModel(services::ModelId::fromText("/nowhere/model.gguf"));
        QVERIFY(!model.isUsable());
        QCOMPARE(model.name, "model");
    }

    void aVisionPartAloneIsNoModel()
    {
        ChangedStarter starter(/*withTower=*/true);
        const ModelFacts model
            = describeModel(services::parseModelId(starter.folder() + "/mmproj-other.gguf"));
        QVERIFY2(
            problemMessage(model).contains("vision encoder"), qPrintable(problemMessage(model)));
    }

    void theOnlyVisionPartBesideIsTaken()
    {
        ChangedStarter starter(/*withTower=*/true);
        const ModelFacts model = starter.describe();
        QVERIFY2(model.isUsable(), qPrintable(problemMessage(model)));
        QVERIFY(model.canSee());
        QVERIFY(model.towerBytes > 1'000'000);
    }

    void oneThatCannotBeReadMattersOnlyIfItWasNamed()
    {
        ChangedStarter starter;
        const QString damaged = starter.folder() + "/mmproj-damaged.gguf";
        tests::writeFile(damaged, "GGUF");

        const ModelFacts guessed = starter.describe();
        QVERIFY2(guessed.isUsable(), qPrintable(problemMessage(guessed)));
        QVERIFY(!guessed.canSee());

        const ModelFacts named = starter.describe(damaged);
        QVERIFY2(
            problemMessage(named).contains("mmproj-damaged"), qPrintable(problemMessage(named)));
    }
};

TESTS(ModelDescriptionTest, QCoreApplication);
#include "model_description_test.moc"
