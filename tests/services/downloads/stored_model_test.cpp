#include "base/error.h"
#include "services/downloads/stored_model.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using services::findStoredModel;
using services::findStoredModels;
using services::ModelFacts;
using services::StoredModel;

/// Tests which files belong to a model on the disk, and that nothing else is deleted with them.
class StoredModelTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void downloadedModelsAreListedWithAllTheirFiles()
    {
        write("models/some/pair/One-Q8_0.gguf", 100);
        write("models/some/pair/mmproj-One-Q8_0.gguf", 50);
        write("models/some/pair/one-Q4_0.gguf.part", 30);
        write("models/some/pair/one-Q4_0.gguf.part.map", 5);
        write("models/some/pair/README.md", 7);
        write("models/other/split/Big-00001-of-00002.gguf", 10);
        write("models/other/split/Big-00002-of-00002.gguf", 20);
        write("models/other/split/mmproj-Big-00001-of-00002.gguf", 3);

        const QList<StoredModel> models = findStoredModels(modelFolder());

        QCOMPARE(models.size(), 3);
        QCOMPARE(models[0].name, "Big");
        QCOMPARE(models[0].bytes, 33);
        QCOMPARE(models[0].model,
            services::parseModelId(modelFolder() + "/other/split/Big-00001-of-00002.gguf"));
        QCOMPARE(models[1].name, "one-Q4_0");
        QCOMPARE(models[1].bytes, 35);
        QCOMPARE(
            models[1].model, services::parseModelId(modelFolder() + "/some/pair/one-Q4_0.gguf"));
        QCOMPARE(models[2].name, "One-Q8_0");
        QCOMPARE(models[2].bytes, 150);
        for (const StoredModel& model : models)
            QVERIFY(model.isFetched);
    }

    void aDownloadedFolderIsOneModel()
    {
        write("models/some/folder/model.safetensors", 100);
        write("models/some/folder/config.json", 10);
        write("models/some/folder/tokenizer.json.part", 5);
        write("models/some/folder/1_Pooling/config.json", 3);
        const QString other = write("models/some/folder/notes.txt", 7);

        const QList<StoredModel> models = findStoredModels(modelFolder());

        QCOMPARE(models.size(), 1);
        QCOMPARE(models[0].name, "folder");
        QCOMPARE(models[0].bytes, 118);
        QCOMPARE(models[0].model, services::parseModelId(modelFolder() + "/some/folder"));
        QCOMPARE(findStoredModel(facts(modelFolder() + "/some/folder"), modelFolder()), models[0]);

        services::deleteFiles(models[0], modelFolder());
        QCOMPARE(
            QDir(modelFolder() + "/some/folder").entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
            QStringList{"notes.txt"});
        QVERIFY(QFile::remove(other));
    }

    void deletingLeavesEverythingElse()
    {
        const QString one = write("models/some/pair/One-Q8_0.gguf", 100);
        const QString vision = write("models/some/pair/mmproj-One-Q8_0.gguf", 50);
        const QString two = write("models/some/pair/Two-Q8_0.gguf", 100);
        const StoredModel stored = findStoredModel(facts(one), modelFolder());
        QVERIFY(stored.isFetched);

        services::deleteFiles(stored, modelFolder());
        QVERIFY(!QFile::exists(one) && !QFile::exists(vision));
        QVERIFY(QFile::exists(two));

        services::deleteFiles(findStoredModel(facts(two), modelFolder()), modelFolder());
        QVERIFY(!QFile::exists(modelFolder() + "/some"));
        QVERIFY(QFileInfo(modelFolder()).isDir());
    }

    void linksAmongDownloadedModelsAreNotFollowed()
    {
        const QString outside = write("outside/pair/Mine.gguf", 100);
        write("models/some/pair/One.gguf", 1);
        link("outside", "models/linked-owner");
        link("outside/pair", "models/some/linked");
        link("outside/pair/Mine.gguf", "models/some/pair/Linked.gguf");

        const QList<StoredModel> models = findStoredModels(modelFolder());

        QCOMPARE(models.size(), 1);
        QCOMPARE(models[0].name, "One");
        for (const char* path : {"linked-owner/pair/Mine.gguf", "some/linked/Mine.gguf"}) {
            // Whatever is offered of such a path is never inside the folder of downloaded models.
            const StoredModel stored
                = findStoredModel(facts(modelFolder() + '/' + path), modelFolder());
            QVERIFY(!stored.isFetched);
        }
        QVERIFY(findStoredModel(facts(modelFolder() + "/some/pair/Linked.gguf"), modelFolder())
                    .files.isEmpty());
        QVERIFY(QFile::exists(outside));
    }

    void aFileThatHasBecomeALinkStays()
    {
        const QString victim = write("precious.gguf", 100);
        const QString path = write("models/some/pair/One.gguf", 1);
        const StoredModel stored = findStoredModel(facts(path), modelFolder());
        QVERIFY(QFile::remove(path));
        link("precious.gguf", "models/some/pair/One.gguf");

        QVERIFY_THROWS_EXCEPTION(base::Error, services::deleteFiles(stored, modelFolder()));

        QVERIFY(QFile::exists(victim));
        QVERIFY(QFileInfo(path).isSymLink());
    }

    void aFolderThatHasBecomeALinkIsNotEntered()
    {
        const QString victim = write("precious/One.gguf", 100);
        const QString path = write("models/some/pair/One.gguf", 1);
        const StoredModel stored = findStoredModel(facts(path), modelFolder());
        QVERIFY(QDir(modelFolder() + "/some/pair").removeRecursively());
        link("precious", "models/some/pair");

        QVERIFY_THROWS_EXCEPTION(base::Error, services::deleteFiles(stored, modelFolder()));

        QVERIFY(QFile::exists(victim));
    }

    void aFolderOfSomebodyLosesOnlyTheModel()
    {
        const QString folder = m_folder->filePath("llama");
        write("llama/config.json", 10);
        write("llama/model-00001-of-00002.safetensors", 100);
        write("llama/model-00002-of-00002.safetensors", 100);
        write("llama/tokenizer.model", 5);
        const QString diary = write("llama/diary.txt", 5);
        const QString deeper = write("llama/mine/model.safetensors", 5);
        const StoredModel stored = findStoredModel(facts(folder), modelFolder());
        QVERIFY(!stored.isFetched);
        QCOMPARE(stored.files.size(), 4);
        QCOMPARE(stored.bytes, 215);

        services::deleteFiles(stored, modelFolder());

        QVERIFY(QFile::exists(diary) && QFile::exists(deeper));
        QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList{"diary.txt"});
    }

    void whatOtherProgramsManageIsLeftToThem()
    {
        write("cache/blobs/weights", 100);
        QDir().mkpath(m_folder->filePath("cache/snapshot"));
        write("cache/snapshot/config.json", 10);
        link("cache/blobs/weights", "cache/snapshot/model.safetensors");
        const QString ollama = write("ollama/sha256-" + QString(64, 'a'), 100);

        QVERIFY(findStoredModel(facts(m_folder->filePath("cache/snapshot")), modelFolder())
                    .files.isEmpty());
        QVERIFY(findStoredModel(facts(ollama), modelFolder()).files.isEmpty());
        QVERIFY(findStoredModel({}, modelFolder()).files.isEmpty());
        ModelFacts remote;
        remote.id = services::ModelId::remote("http://127.0.0.1:1/v1", "away");
        QVERIFY(findStoredModel(remote, modelFolder()).files.isEmpty());
    }

    void aSharedVisionPartStays()
    {
        const QString one = write("mine/one-Q4_0.gguf", 100);
        const QString vision = write("mine/mmproj-F16.gguf", 50);
        ModelFacts model = facts(one);
        model.projector = vision.toStdString();
        QCOMPARE(findStoredModel(model, modelFolder()).files, (QStringList{one, vision}));

        write("mine/one-Q8_0.gguf", 100);

        QCOMPARE(findStoredModel(model, modelFolder()).files, QStringList{one});
    }

private:
    QString modelFolder() const { return m_folder->filePath("models"); }

    static ModelFacts facts(const QString& path)
    {
        ModelFacts facts;
        facts.id = services::parseModelId(path);
        facts.name = QFileInfo(path).fileName().toStdString();
        return facts;
    }

    QString write(const QString& name, qint64 bytes) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || !file.resize(bytes))
            qFatal("cannot write a file");
        return path;
    }

    void link(const QString& target, const QString& name) const
    {
        if (!QFile::link(m_folder->filePath(target), m_folder->filePath(name)))
            qFatal("cannot make a link");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(StoredModelTest, QCoreApplication);
#include "stored_model_test.moc"
