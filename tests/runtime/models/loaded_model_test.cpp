#include "base/error.h"
#include "runtime/models/loaded_model.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"

#include <QTest>

#include <algorithm>

using runtime::LoadedModel;
using runtime::LoadOptions;

namespace {

std::unique_ptr<LoadedModel> load(const QString& path, const QString& projector = {})
{
    LoadOptions options;
    options.path = path.toStdString();
    options.projectorPath = projector.toStdString();
    options.threads = 2;
    return LoadedModel::load(options);
}

// The message with which a model is rejected; empty if it is not.
QString rejection(const QString& path, const QString& projector = {})
{
    try {
        load(path, projector);
        return {};
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
}

vision::Image samplePicture()
{
    return vision::decodeImageFile(tests::resource("samples/one-1.png").toStdString());
}

} // namespace

class LoadedModelTest : public QObject {
    Q_OBJECT

private slots:
    void withoutAPathTheBuiltInModelLoads()
    {
        const auto model = load({});

        QCOMPARE(model->name(), std::string("vignette-starter"));
        QVERIFY(model->canSee());
        QVERIFY(model->imageToken() >= 0);
        QVERIFY(model->config().layers > 0);
        const auto rows = model->embed(samplePicture());
        QVERIFY(rows->count() > 0);
        QCOMPARE(rows->rows.view().columns, model->config().hidden);
    }

    void answersEndWithTheTokenOfTheModelAndOfItsChatFormat()
    {
        const auto model = load({});

        const auto& ends = model->endTokens();

        QVERIFY(std::ranges::count(ends, model->tokenizer().find("<|im_end|>")) == 1);
        QVERIFY(std::ranges::count(ends, model->tokenizer().eos()) == 1);
    }

    void aPartOfAnAnswerIsNoEndWhereAnswersHaveParts_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"models/gpt_oss", "gguf/gpt_oss-F16.gguf"})
            QTest::newRow(file) << file;
    }
    void aPartOfAnAnswerIsNoEndWhereAnswersHaveParts()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, file);

        const auto model = load(QString::fromStdString((root / file.toStdString()).string()));

        const auto endsWith = [&](const char* spelling) {
            const engine::TokenId token = model->tokenizer().find(spelling);
            return token >= 0 && std::ranges::count(model->endTokens(), token) == 1;
        };
        QVERIFY(endsWith("<|return|>"));
        QVERIFY(endsWith("<|call|>"));
        QVERIFY(!endsWith("<|end|>"));
    }

    void aVisionPartBesideTheModelIsFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("found");
        QTest::newRow("named after the model") << "mmproj-model.gguf" << true;
        QTest::newRow("the only one") << "mmproj-other-F16.gguf" << true;
        QTest::newRow("not called so") << "vision.gguf" << false;
    }
    void aVisionPartBesideTheModelIsFound()
    {
        QFETCH(QString, name);
        QFETCH(bool, found);
        const tests::StarterCopy starter;
        QTemporaryDir folder;
        tests::writeFile(folder.filePath("model.gguf"), starter.text);
        tests::writeFile(folder.filePath(name), starter.vision);

        const auto model = load(folder.filePath("model.gguf"));

        QCOMPARE(model->canSee(), found);
        QVERIFY(load(folder.filePath("model.gguf"), folder.filePath(name))->canSee());
    }

    void ofSeveralOtherVisionPartsNoneIsTaken()
    {
        const tests::StarterCopy starter;
        QTemporaryDir folder;
        tests::writeFile(folder.filePath("model.gguf"), starter.text);
        for (const char* name : {"mmproj-a.gguf", "mmproj-b.gguf"})
            tests::writeFile(folder.filePath(name), starter.vision);

        QVERIFY(!load(folder.filePath("model.gguf"))->canSee());
    }

    void aTextModelRefusesPicturesWithASentence()
    {
        const tests::TinyFolder folder;
        const auto model = load(folder.path());

        QVERIFY(!model->canSee());
        try {
            model->embed(samplePicture());
            QFAIL("a picture was read by a model without a vision part");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Unsupported);
            QVERIFY(QString(error.what()).contains("pictures"));
        }
    }

    void aMissingFileIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
            QTest::newRow(name) << name;
    }
    void aMissingFileIsNamed()
    {
        QFETCH(QString, name);
        const tests::TinyFolder folder;
        QVERIFY(QFile::remove(folder.path(name)));

        const QString message = rejection(folder.path());

        QVERIFY2(message.contains(name), qPrintable(message));
        QVERIFY(!message.contains('\n'));
    }

    void aDamagedFileIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("config") << "config.json" << QByteArray("{\"model_type\": ");
        QTest::newRow("weights") << "model.safetensors" << QByteArray("\x80\0\0\0\0\0\0\0{", 9);
        QTest::newRow("tokenizer") << "tokenizer.json" << QByteArray("[1, 2");
        QTest::newRow("template file") << "tokenizer_config.json" << QByteArray("{]");
    }
    void aDamagedFileIsNamed()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        const tests::TinyFolder folder;
        tests::writeFile(folder.path(name), content);

        const QString message = rejection(folder.path());

        QVERIFY2(message.contains(name), qPrintable(message));
        QVERIFY(!message.contains('\n'));
    }

    void aModelWhoseTemplateCannotBeReadLoadsAndSaysWhy()
    {
        tests::StarterCopy starter;
        starter.setTemplate("{% for message in %}");

        const auto model = load(starter.write());

        const auto problem = QString::fromStdString(model->templateProblem());
        QVERIFY2(problem.contains("template") && problem.contains("line 1"), qPrintable(problem));
    }

    void aModelWithoutATemplateIsAskedInChatMl()
    {
        const tests::TinyFolder folder;
        QVERIFY(QFile::remove(folder.path("tokenizer_config.json")));

        QCOMPARE(rejection(folder.path()), QString());
    }

    void theVisionPartOfAModelIsNotTakenForAModel()
    {
        const QString path = tests::resource("starter/mmproj-vignette-starter.gguf");

        QVERIFY(rejection(path).contains("vision encoder"));
    }

    void aLanguageModelIsNotTakenForAVisionPart()
    {
        const QString path = tests::resource("starter/vignette-starter.gguf");

        QVERIFY(rejection(path, path).contains("vision encoder"));
    }

    void whatIsNotThereIsNamed()
    {
        QVERIFY(rejection("/no/such/model.gguf").contains("/no/such/model.gguf"));
        QVERIFY(!rejection("/" + QString(5000, 'x')).isEmpty()); // longer than a path may be
    }
};

TESTS(LoadedModelTest, QCoreApplication);
#include "loaded_model_test.moc"
