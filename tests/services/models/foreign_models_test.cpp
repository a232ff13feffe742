#include "services/models/foreign_models.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using services::ForeignModel;
using services::ForeignModels;

// A home in which six other programs keep models.
class ForeignModelsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QDir m_home;
    QProcessEnvironment m_environment;

    QString write(const QString& path, const QByteArray& text = "GGUF")
    {
        const QString whole = m_home.filePath(path);
        m_home.mkpath(QFileInfo(whole).path());
        QFile file(whole);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(whole));
        return whole;
    }

    void link(const QString& path, const QString& target)
    {
        m_home.mkpath(QFileInfo(m_home.filePath(path)).path());
        if (!QFile::link(target, m_home.filePath(path)))
            qFatal("cannot link %s", qPrintable(path));
    }

    ForeignModels find() const { return services::findForeignModels(m_home.path(), m_environment); }

    // "PROGRAM NAME" of each.
    static QStringList names(const ForeignModels& found)
    {
        QStringList names;
        for (const ForeignModel& model : found.models)
            names << model.program + ' ' + model.name;
        return names;
    }

    QString inHome(const ForeignModels& found, qsizetype index) const
    {
        return m_home.relativeFilePath(found.models[index].model);
    }

private slots:
    void init()
    {
        m_home = QDir(m_folder.filePath(QTest::currentTestFunction()));
        m_home.mkpath(QStringLiteral("."));
        m_environment.clear();
    }

    void anEmptyHomeHasNone()
    {
        QVERIFY(find().models.isEmpty());
        QVERIFY(find().problems.isEmpty());
    }

    void theCacheOfHuggingFaceIsReadByItsNewestVersion()
    {
        const QString commit(40, 'a'), old(40, 'b');
        const QString repository = ".cache/huggingface/hub/models--org--small-GGUF/";
        write(repository + "refs/main", commit.toLatin1());
        write(repository + "blobs/one");
        link(repository + "snapshots/" + commit + "/small-Q8_0.gguf", "../../blobs/one");
        link(repository + "snapshots/" + commit + "/late-Q8_0.gguf", "../../blobs/two.incomplete");
        link(repository + "snapshots/" + old + "/old-Q8_0.gguf", "../../blobs/one");
        const QString folder = ".cache/huggingface/hub/models--org--tiny/";
        write(folder + "refs/main", commit.toLatin1() + "\n");
        write(folder + "snapshots/" + commit + "/config.json", "{}");
        write(folder + "snapshots/" + commit + "/model.safetensors", "");
        write(".cache/huggingface/hub/models--org--gone/refs/main", old.toLatin1());
        write(".cache/huggingface/hub/models--org--evil/refs/main", "../../../..");
        m_home.mkpath(".cache/huggingface/hub/models--org--asked-only/blobs");

        const ForeignModels found = find();

        QCOMPARE(names(found),
            QStringList({"Hugging Face org/small-GGUF/small-Q8_0.gguf", "Hugging Face org/tiny"}));
        QCOMPARE(inHome(found, 0), repository + "snapshots/" + commit + "/small-Q8_0.gguf");
        QCOMPARE(inHome(found, 1), folder + "snapshots/" + commit);
        QCOMPARE(found.problems.size(), 3); // in the order of the names: evil, gone, small-GGUF
        QVERIFY(found.problems[0].contains("“org/evil” from Hugging Face was skipped"));
        QVERIFY(found.problems[1].contains("org/gone"));
        QVERIFY(found.problems[2].contains("late-Q8_0.gguf"));
    }

    void variablesOfTheEnvironmentGoFirst()
    {
        write("else/models--a--b/refs/main", QByteArray(40, 'c'));
        write("else/models--a--b/snapshots/" + QString(40, 'c') + "/b.gguf");
        write("llama/org_name_model.gguf");
        m_environment.insert("HF_HUB_CACHE", m_home.filePath("else"));
        m_environment.insert("LLAMA_CACHE", m_home.filePath("llama"));

        QCOMPARE(
            names(find()), QStringList({"Hugging Face a/b/b.gguf", "llama.cpp org_name_model"}));
    }

    void lmStudioMayHaveBeenMoved()
    {
        write(".lmstudio/models/org/one/one-Q4_K_M.gguf");
        write(".lmstudio/models/org/one/mmproj-one.gguf");
        write("moved/models/org/two/two.gguf");
        write(".lmstudio-home-pointer", m_home.filePath("moved").toUtf8() + "\n");

        QCOMPARE(names(find()),
            QStringList({"LM Studio org/two/two.gguf", "LM Studio org/one/one-Q4_K_M.gguf"}));
    }

    void manifestsOfOllamaNameBlobs()
    {
        const QString model(64, '1'), projector(64, '2'), missing(64, '3');
        const auto manifest = [](const QString& digest, const QString& vision = {}) {
            const QString layer = R"({"mediaType": "application/vnd.ollama.image.%1",)"
                                  R"( "digest": "%2", "size": 4})";
            QString layers = layer.arg("model", digest);
            if (!vision.isEmpty())
                layers += "," + layer.arg("projector", vision);
            return QString(R"({"layers": [%1]})").arg(layers).toUtf8();
        };
        write(".ollama/models/blobs/sha256-" + model);
        write(".ollama/models/blobs/sha256-" + projector);
        const QString registry = ".ollama/models/manifests/registry.ollama.ai/";
        write(registry + "library/llava/7b", manifest("sha256:" + model, "sha256:" + projector));
        write(registry + "someone/small/latest", manifest("sha256:" + model));
        write(registry + "library/gone/latest", manifest("sha256:" + missing));
        write(registry + "library/evil/latest", manifest("sha256:../../../../../etc/passwd"));
        write(registry + "library/broken/latest", "{\"layers\": [");
        write(registry + "library/huge/latest", QByteArray(2 << 20, ' '));

        const ForeignModels found = find();

        QCOMPARE(names(found), QStringList({"Ollama llava:7b", "Ollama someone/small:latest"}));
        QCOMPARE(inHome(found, 0), ".ollama/models/blobs/sha256-" + model);
        QCOMPARE(m_home.relativeFilePath(found.models[0].projector),
            ".ollama/models/blobs/sha256-" + projector);
        QVERIFY(found.models[1].projector.isEmpty());
        QCOMPARE(found.problems.size(), 4);
        for (const char* name : {"broken:latest", "evil:latest", "gone:latest", "huge:latest"})
            QCOMPARE(found.problems.filter(name).size(), 1);
    }

    void listsOfJanNameFilesOfItsData()
    {
        const QString data = ".local/share/Jan/data/", models = data + "llamacpp/models/";
        write(models + "org/one/model.gguf");
        write(models + "org/one/mmproj.gguf");
        write(models + "org/one/model.yml",
            "name: One\nmodel_path: llamacpp/models/org/one/model.gguf\n"
            "mmproj_path: \"llamacpp/models/org/one/mmproj.gguf\"\r\nsize_bytes: 4\n");
        write(models + "org/two/model.yml",
            "model_path: '" + m_home.filePath(models + "org/one/model.gguf").toUtf8() + "'\n");
        write(models + "org/three/model.yml", "model_path: llamacpp/models/org/three/model.gguf\n");
        write(models + "org/four/model.yml", "name: Four\n");

        const ForeignModels found = find();

        QCOMPARE(names(found), QStringList({"Jan org/one", "Jan org/two"}));
        QCOMPARE(inHome(found, 0), models + "org/one/model.gguf");
        QCOMPARE(
            m_home.relativeFilePath(found.models[0].projector), models + "org/one/mmproj.gguf");
        QCOMPARE(found.models[1].model, found.models[0].model);
        QCOMPARE(found.problems.filter("org/three").size(), 1);
        QCOMPARE(found.problems.filter("org/four").size(), 1);
    }

    void whatGpt4AllHasNotFinishedIsPassedOver()
    {
        write(".local/share/nomic.ai/GPT4All/Llama-3.gguf");
        write(".local/share/nomic.ai/GPT4All/incomplete-Other.gguf");

        QCOMPARE(names(find()), QStringList({"GPT4All Llama-3"}));
        QCOMPARE(find().problems.size(), 1);
    }

    void visionPartsInTheCacheOfLlamaCppGoWithTheirOwnModel()
    {
        const QString cache = ".cache/llama.cpp/";
        write(cache + "org_blind-GGUF_blind-Q8_0.gguf");
        write(cache + "org_seeing-GGUF_seeing-Q8_0.gguf");
        write(cache + "org_seeing-GGUF_mmproj-seeing-Q8_0.gguf");
        write(cache + "org_big_big-00001-of-00002.gguf");
        write(cache + "org_big_big-00002-of-00002.gguf");
        write(cache + "org_new_new.gguf.downloadInProgress");

        const ForeignModels found = find();

        QCOMPARE(names(found),
            QStringList({"llama.cpp org_big_big-00001-of-00002",
                "llama.cpp org_blind-GGUF_blind-Q8_0", "llama.cpp org_seeing-GGUF_seeing-Q8_0"}));
        QVERIFY(found.models[1].projector.isEmpty());
        QCOMPARE(m_home.relativeFilePath(found.models[2].projector),
            cache + "org_seeing-GGUF_mmproj-seeing-Q8_0.gguf");
    }
};

TESTS(ForeignModelsTest, QCoreApplication);
#include "foreign_models_test.moc"
