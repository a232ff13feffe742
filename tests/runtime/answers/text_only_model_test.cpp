#include "runtime/models/model_files.h"
#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

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

// An image is rejected where it is asked about, and the chat continues.
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
        QVERIFY2(id.failure().contains("can't process pictures"), qPrintable(id.failure()));
    }

    void theChatGoesOnAsIfTheQuestionHadNotBeenAsked()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();
        const RequestMessage rejected = userSays("Describe the image.", {picture()});

        const Asked alone = spy.ask({userSays("Hello")});
        const Asked later = spy.ask({rejected, rejected, userSays("Hello")});

        QTRY_VERIFY_WITH_TIMEOUT(alone.hasEnded() && later.hasEnded(), patience);
        QVERIFY2(later.isComplete(), qPrintable(later.failure()));
        QCOMPARE(later.text(), alone.text());
        QCOMPARE(later.statistics()->promptTokens, alone.statistics()->promptTokens);
    }

    void aPictureWhoseTextIsKnownIsAskedAboutByItsText()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();
        const runtime::Passage text{
            {"Text in a.png"}, "Omar lives in Paris.", runtime::Passage::From::Picture};

        const Asked alone
            = spy.ask({{runtime::Role::User, {text, std::string("Where does Omar live?")}}});
        const Asked read = spy.ask(
            {{runtime::Role::User, {picture(), text, std::string("Where does Omar live?")}}});
        const Asked half = spy.ask({{runtime::Role::User,
            {picture(), picture(), text, std::string("Where does Omar live?")}}});

        QTRY_VERIFY_WITH_TIMEOUT(alone.hasEnded() && read.hasEnded() && half.hasEnded(), patience);
        QVERIFY2(read.isComplete(), qPrintable(read.failure()));
        QCOMPARE(read.text(), alone.text());
        QVERIFY2(half.failure().contains("can't process pictures"), qPrintable(half.failure()));
    }

    // The text of images is an addition: it does not keep a question from being answered.
    void aLongTextInAPictureIsShortened()
    {
        const QTemporaryDir folder;
        EngineSpy spy(textOnlyModel(folder));
        spy.engine.load();
        std::string words;
        while (words.size() < 60'000)
            words += "Omar lives in Paris. ";
        const RequestMessage question{runtime::Role::User,
            {picture(), runtime::Passage{{"Text in a.png"}, words, runtime::Passage::From::Picture},
                std::string("Where does Omar live?")}};

        const Asked answer = spy.ask(runtime::AnswerRequest{{question}, {.maxTokens = 8}});

        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.isComplete(), qPrintable(answer.failure()));
        const int64_t context = spy.engine.describe().summary.contextTokens;
        QVERIFY(answer.statistics()->promptTokens > context / 2);
        QVERIFY(answer.statistics()->promptTokens < context * 4 / 5);
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
