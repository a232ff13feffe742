#include "services/models/resource_paths.h"
#include "tests/services/generation/answer_spy.h"
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>

using services::AnswerId;
using services::RequestMessage;
using tests::AnswerSpy;
using tests::patience;
using tests::userSays;

namespace {

// The built-in model in a folder without its vision part.
services::LoadOptions textOnlyModel(const QTemporaryDir& folder)
{
    const QString copy = folder.filePath("text.gguf");
    if (!QFile::link(QString::fromStdString(services::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    services::LoadOptions options;
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
        AnswerSpy spy;
        spy.generator.load(textOnlyModel(folder));
        spy.generator.start();

        const AnswerId id = spy.ask({userSays("Describe the image.", {picture()})});

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(id), patience);
        QVERIFY2(spy.failure(id).contains("cannot see"), qPrintable(spy.failure(id)));
    }

    void theChatGoesOnAsIfTheQuestionHadNotBeenAsked()
    {
        const QTemporaryDir folder;
        AnswerSpy spy;
        spy.generator.load(textOnlyModel(folder));
        spy.generator.start();
        const RequestMessage refused = userSays("Describe the image.", {picture()});

        const AnswerId alone = spy.ask({userSays("Hello")});
        const AnswerId later = spy.ask({refused, refused, userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(alone) && spy.hasEnded(later), patience);
        QVERIFY2(spy.isComplete(later), qPrintable(spy.failure(later)));
        QCOMPARE(spy.text(later), spy.text(alone));
        QCOMPARE(spy.statistics(later)->promptTokens, spy.statistics(alone)->promptTokens);
    }

    // The model was another one then.
    void aPictureThatWasAnsweredIsLeftOut()
    {
        const QTemporaryDir folder;
        AnswerSpy spy;
        spy.generator.load(textOnlyModel(folder));
        spy.generator.start();
        const RequestMessage answer{"assistant", "A red circle.", {}};

        const AnswerId without
            = spy.ask({userSays("Describe the image."), answer, userSays("Hello")});
        const AnswerId with
            = spy.ask({userSays("Describe the image.", {picture()}), answer, userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(spy.hasEnded(without) && spy.hasEnded(with), patience);
        QVERIFY2(spy.isComplete(with), qPrintable(spy.failure(with)));
        QCOMPARE(spy.text(with), spy.text(without));
    }

private:
    static QImage picture() { return QImage(tests::resource("samples/one-1.png")); }
};

QTEST_GUILESS_MAIN(TextOnlyModelTest)
#include "text_only_model_test.moc"
