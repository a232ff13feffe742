#include "runtime/model_id.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using runtime::ModelId;

// What names a model, in memory and where it is kept.
class ModelIdTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsTheBuiltInModel()
    {
        QVERIFY(ModelId().isBuiltIn());
        QCOMPARE(ModelId().text(), std::string());
        QCOMPARE(ModelId::fromPath({}), ModelId());
        QVERIFY(ModelId().path().empty());
    }

    // Settings and databases have stored ids in this form so far.
    void aPathIsTheTextOfAFile_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::newRow("absolute") << QByteArray("/models/tiny.gguf");
        QTest::newRow("relative") << QByteArray("../größer 模型.gguf");
        QTest::newRow("a folder with a mark") << QByteArray("/models/a#b");
        QTest::newRow("what looks like an address") << QByteArray("https://example.org/x");
    }
    void aPathIsTheTextOfAFile()
    {
        QFETCH(QByteArray, path);
        const ModelId model = ModelId::fromPath(path.toStdString());

        QVERIFY(model.isFile() && !model.isRemote() && !model.isBuiltIn());
        QCOMPARE(model.text(), path.toStdString());
        QCOMPARE(model.path(), std::filesystem::path(path.toStdString()));
        QCOMPARE(ModelId::fromText(model.text()), model);
    }

    void aProviderHasAnAddressAndAName()
    {
        const ModelId model = ModelId::remote("http://127.0.0.1:8080/v1", "qwen#3");

        QVERIFY(model.isRemote() && !model.isFile());
        QCOMPARE(model.text(), std::string("http://127.0.0.1:8080/v1#qwen#3"));
        QCOMPARE(model.address(), std::string("http://127.0.0.1:8080/v1"));
        QCOMPARE(model.name(), std::string("qwen#3"));
        QVERIFY(model.path().empty());
        QCOMPARE(ModelId::fromText(model.text()), model);
    }

    void itHasAnOrder()
    {
        const ModelId file = ModelId::fromPath("/a"), other = ModelId::fromPath("/b");
        const std::set<ModelId> models{other, file, {}, file};
        QCOMPARE(models.size(), 3U);
        QVERIFY(models.begin()->isBuiltIn());
        QVERIFY(std::hash<ModelId>()(file) != std::hash<ModelId>()(other));
    }
};

TESTS(ModelIdTest, QCoreApplication);
#include "model_id_test.moc"
