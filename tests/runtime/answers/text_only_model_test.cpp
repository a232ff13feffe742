#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>

#include "runtime/models/resource_paths.h"
#include "tests/support/test_program.h"

using runtime::RequestMessage;
using tests::Asked;
using tests::EngineSpy;
using tests::modelSays;
using tests::patience;
using tests::userSays;

namespace {

// The built-in model in a folder without its vision part.
runtime::LoadOptions textOnlyModel(const QTemporaryDir& folder)
{
    const QString copy = folder.filePath("text.gguf");
    if (!QFile::link(QString::fromStdString(runtime::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    runtime::LoadOptions options;
    options.path = copy.toStdString();
    return options;
}

} // namespace

// A picture is refused where it is asked about, and the chat goes on.
class TextOnlyModelTest : public QObject {
    Q_OBJECT

private slots:
    void aPictureIsRefusedWithASentence()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();

        const Asked id = spy.ask({userSays("Describe the image.", {picture()})});

        QTRY_VERIFY_WITH_TIMEOUT(id.hasEnded(), patience);
        QVERIFY2(id.failure().contains("cannot see"), qPrintable(id.failure()));
    }

    void theChatGoesOnAsIfTheQuestionHadNotBeenAsked()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();
        const RequestMessage refused = userSays("Describe the image.", {picture()});

        const Asked alone = spy.ask({userSays("Hello")});
        const Asked later = spy.ask({refused, refused, userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(alone.hasEnded() && later.hasEnded(), patience);
        QVERIFY2(later.isComplete(), qPrintable(later.failure()));
        QCOMPARE(later.text(), alone.text());
        QCOMPARE(later.statistics()->promptTokens, alone.statistics()->promptTokens);
    }

    // The model was another one then.
    void aPictureThatWasAnsweredIsLeftOut()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();
        const RequestMessage answer = modelSays("A red circle.");

        const Asked without = spy.ask({userSays("Describe the image."), answer, userSays("Hello")});
        const Asked with
            = spy.ask({userSays("Describe the image.", {picture()}), answer, userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(without.hasEnded() && with.hasEnded(), patience);
        QVERIFY2(with.isComplete(), qPrintable(with.failure()));
        QCOMPARE(with.text(), without.text());
    }

private:
    static runtime::Pixels picture()
    {
        return tests::samplePicture(tests::resource("samples/one-1.png").toStdString());
    }
};

TESTS(TextOnlyModelTest, QCoreApplication);
#include "text_only_model_test.moc"
