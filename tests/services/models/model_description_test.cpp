#include "services/models/model_description.h"
#include "services/models/model_id.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::describeModel;
using services::ModelDescription;

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

    ModelDescription describe(const QString& projector = {})
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
        const ModelDescription model = describeModel({});

        QVERIFY2(model.isUsable(), qPrintable(model.problem));
        QVERIFY(model.isStarter());
        QCOMPARE(model.name, QString("Built-in model"));
        QCOMPARE(model.family, QString("llama"));
        QCOMPARE(model.quantization, QString("Q8_0"));
        QVERIFY(model.parameters > 8'500'000 && model.parameters < 10'000'000);
        QVERIFY(model.contextLength > 0);
        QVERIFY(model.canSee);
        QVERIFY(model.facts.hasChatTemplate);
        QVERIFY(model.fileBytes > 10'000'000);
        QVERIFY(model.projector.endsWith("mmproj-vignette-starter.gguf"));
    }

    void aFolderIsDescribed()
    {
        const tests::TinyFolder folder;
        tests::writeFile(folder.path("README.md"),
            "---\nlanguage: en\nlicense: apache-2.0\n---\n# Tiny\nlicense: of no meaning here\n");

        const ModelDescription model = describeModel(services::parseModelId(folder.path()));

        QVERIFY2(model.isUsable(), qPrintable(model.problem));
        QCOMPARE(model.family, QString("llama"));
        QCOMPARE(model.license, QString("apache-2.0"));
        QVERIFY(!model.canSee);
        QVERIFY(model.facts.hasChatTemplate);
    }

    void aFolderWithoutTokenizerSaysSo()
    {
        const tests::TinyFolder folder;
        QVERIFY(QFile::remove(folder.path("tokenizer.json")));

        const ModelDescription model = describeModel(services::parseModelId(folder.path()));

        QVERIFY2(model.problem.contains("tokenizer.json"), qPrintable(model.problem));
    }

    void anUnknownFamilyIsNamed()
    {
        ChangedStarter starter;
        tests::overwrite(starter.text(), "llama", "zebra");

        const ModelDescription model = starter.describe();

        QVERIFY2(model.problem.contains("zebra") && model.problem.contains("qwen3"),
            qPrintable(model.problem));
        QCOMPARE(model.family, QString("zebra"));
        QCOMPARE(model.name, QString("größer 模型"));
    }

    void aCutFileIsIncomplete()
    {
        ChangedStarter starter;
        starter.text().chop(1000);
        const ModelDescription model = starter.describe();
        QVERIFY2(model.problem.contains("incomplete"), qPrintable(model.problem));
        QVERIFY2(model.details.contains("ends inside"), qPrintable(model.details));
    }

    void aFileThatIsGoneSaysSo()
    {
        const ModelDescription model
            = describeModel(services::ModelId::fromText("/nowhere/model.gguf"));
        QVERIFY(!model.isUsable());
        QCOMPARE(model.name, QString("model"));
    }

    void aVisionPartAloneIsNoModel()
    {
        ChangedStarter starter(/*withTower=*/true);
        const ModelDescription model
            = describeModel(services::parseModelId(starter.folder() + "/mmproj-other.gguf"));
        QVERIFY2(model.problem.contains("vision encoder"), qPrintable(model.problem));
    }

    void theOnlyVisionPartBesideIsTaken()
    {
        ChangedStarter starter(/*withTower=*/true);
        const ModelDescription model = starter.describe();
        QVERIFY2(model.isUsable(), qPrintable(model.problem));
        QVERIFY(model.canSee);
        QVERIFY(model.facts.towerBytes > 1'000'000);
    }

    void oneThatCannotBeReadMattersOnlyIfItWasNamed()
    {
        ChangedStarter starter;
        const QString damaged = starter.folder() + "/mmproj-damaged.gguf";
        tests::writeFile(damaged, "GGUF");

        const ModelDescription guessed = starter.describe();
        QVERIFY2(guessed.isUsable(), qPrintable(guessed.problem));
        QVERIFY(!guessed.canSee);

        const ModelDescription named = starter.describe(damaged);
        QVERIFY2(named.problem.contains("mmproj-damaged"), qPrintable(named.problem));
    }
};

TESTS(ModelDescriptionTest, QCoreApplication);
#include "model_description_test.moc"
