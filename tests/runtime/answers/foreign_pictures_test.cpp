#include "services/models/model_texts.h"
#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/support/vision_models.h"

using runtime::RequestMessage;
using tests::Asked;
using tests::EngineSpy;
using tests::modelSays;
using tests::patience;
using tests::userSays;

// The built-in model knows drawings; about other images the program does not let it speak.
class ForeignPicturesTest : public QObject {
    Q_OBJECT

    EngineSpy m_spy;
    tests::StarterCopy m_copy;

    static runtime::Pixels drawing()
    {
        return tests::samplePicture(tests::resource("samples/one-1.png").toStdString());
    }
    static runtime::Pixels foreign(const std::string& file)
    {
        return tests::samplePicture(tests::dataFolder() / "foreign" / file);
    }
    static runtime::Pixels photograph() { return foreign("like_a_photograph.jpg"); }
    static runtime::Pixels page() { return foreign("like_a_page.png"); }

    static runtime::Passage textIn(const std::string& picture, const std::string& text)
    {
        return {{"Text in " + picture}, text, runtime::Passage::From::Picture};
    }

    // The answer, if it has ended well.
    std::pair<QString, bool> answer(const std::vector<RequestMessage>& messages)
    {
        const Asked asked = m_spy.ask(messages);
        if (!QTest::qWaitFor([&] { return asked.hasEnded(); }, patience) || !asked.isComplete())
            return {};
        return {asked.text(), asked.statistics()->isSure};
    }

private slots:
    void initTestCase() { m_spy.engine.load(); }

    void aDrawingIsDescribed()
    {
        const auto [text, isSure] = answer({userSays("Describe the image.", {drawing()})});

        QVERIFY2(text.contains("octopus"), qPrintable(text));
        QVERIFY(isSure);
    }

    void anyOtherPictureIsNot_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("like a photograph") << "like_a_photograph.jpg";
        QTest::newRow("like a page of text") << "like_a_page.png";
    }

    void anyOtherPictureIsNot()
    {
        QFETCH(QString, file);
        const auto [text, isSure]
            = answer({userSays("Describe the image.", {foreign(file.toStdString())})});

        QVERIFY2(text.contains("I can only describe drawings"), qPrintable(text));
        QVERIFY(!isSure);
    }

    void laterQuestionsAboutItGetTheSameUntilSomethingElseIsShown()
    {
        std::vector<RequestMessage> messages{userSays("What is this?", {photograph()}),
            modelSays("An airplane."), userSays("What colour is it?")};
        const auto [later, isSure] = answer(messages);
        QVERIFY2(later.contains("I can only describe drawings"), qPrintable(later));
        QVERIFY(!isSure);

        messages.push_back(modelSays(later.toStdString()));
        messages.push_back(userSays("Describe the image.", {drawing()}));
        QVERIFY(!answer(messages).first.contains("I can only describe drawings"));

        messages.back() = {runtime::Role::User,
            {runtime::Passage{{"note.txt"}, "Omar lives in Paris."}, "Where does Omar live?"}};
        QVERIFY2(answer(messages).first.contains("Paris"), qPrintable(answer(messages).first));
    }

    void oneSuchPictureBesideADrawingIsEnough()
    {
        for (const auto& pictures :
            {std::vector{drawing(), page()}, std::vector{page(), drawing()}}) {
            const auto [text, isSure] = answer({userSays("What do you see?", pictures)});
            QVERIFY2(text.contains("I can only describe drawings"), qPrintable(text));
        }
    }

    void theTextThatWasReadInItIsTheAnswer()
    {
        const auto [text, isSure] = answer({userSays("Describe the image.", {page()})});
        const RequestMessage question{runtime::Role::User,
            {page(), textIn("a.png", "Total ```14.60``` EUR\nThank you"), "What is the total?"}};
        const QString wanted = "I can only describe drawings. Text found in the picture:\n\n"
                               "````\nTotal ```14.60``` EUR\nThank you\n````\n";

        const auto [read, isSureOfText] = answer({question});
        QCOMPARE(read, wanted);
        QVERIFY(!isSureOfText);
        const auto [later, isSureLater]
            = answer({question, modelSays(read.toStdString()), userSays("And the tax?")});
        QCOMPARE(later, wanted);
        QVERIFY(text != read);
    }

    void ofSeveralPicturesEachTextIsNamed()
    {
        const auto [text, isSure] = answer({{runtime::Role::User,
            {page(), photograph(), page(), textIn("a.png", "One"), textIn("c.png", "Three"),
                "Hm?"}}});

        QVERIFY2(text.contains("Text found in the pictures:"), qPrintable(text));
        QVERIFY(text.contains("Text in a.png\n```\nOne\n```"));
        QVERIFY(text.contains("Text in c.png\n```\nThree\n```"));
    }

    // It was not trained with such texts: what it says of a drawing stays the same.
    void aTextInADrawingIsNotRead()
    {
        const auto without = answer({userSays("Describe the image.", {drawing()})});
        const RequestMessage question{
            runtime::Role::User, {drawing(), textIn("a.png", "Exit"), "Describe the image."}};

        QCOMPARE(answer({question}), without);
        QCOMPARE(m_spy.engine.count({{question}})->tokens,
            m_spy.engine.count({{userSays("Describe the image.", {drawing()})}})->tokens);
    }

    // A receipt looks like a dialog to it.
    void whatIsWrittenIsNoDrawing()
    {
        const std::string words
            = "Corner Bakery 12 Harbour Street Two coffees Apple cake Total 14.60";
        const auto [text, isSure] = answer({{runtime::Role::User,
            {drawing(), textIn("a.png", words), std::string("Describe the image.")}}});

        QVERIFY2(text.contains(QString::fromStdString(words)), qPrintable(text));
        QVERIFY(!isSure);
    }

    void aModelWithoutAKnownWorldIsAsked_data() { tests::addVisionModelRows(m_copy.write()); }
    void aModelWithoutAKnownWorldIsAsked()
    {
        FETCH_VISION_MODEL(model);
        runtime::LoadOptions options;
        options.path = model.toStdString();
        EngineSpy spy(options);
        spy.engine.load();
        const std::string words
            = "Corner Bakery 12 Harbour Street Two coffees Apple cake Total 14.60";
        std::vector<RequestMessage> messages{{runtime::Role::User,
            {page(), textIn("a.png", words), std::string("What is the total?")}}};
        for (const char* followUp : {"And the tax?", "Thank you."}) {
            const Asked asked = spy.ask(messages, {.maxTokens = 4});
            QTRY_VERIFY_WITH_TIMEOUT(asked.hasEnded(), patience);
            QVERIFY2(asked.isComplete(), qPrintable(asked.failure()));

            QVERIFY2(
                !asked.text().contains("I can only describe drawings"), qPrintable(asked.text()));
            QVERIFY(asked.statistics()->promptTokens > 0);
            QVERIFY(asked.statistics()->tokens > 0);
            QVERIFY(asked.statistics()->isSure);
            messages.push_back(modelSays("Fourteen."));
            messages.push_back(userSays(followUp));
        }
        RequestMessage unread = messages.front();
        runtime::removePictureTexts(unread);
        QVERIFY(spy.engine.count({{messages.front()}})->tokens
            > spy.engine.count({{unread}})->tokens); // it reads the text, too
    }

    // The window knows such answers by these words, and offers other models.
    void whatIsSaidHoldsTheWordsOfAModelThatIsNotSure()
    {
        const auto [text, isSure] = answer({userSays("What is this?", {photograph()})});

        QVERIFY(text.contains(services::starterIsNotSure));
    }
};

TESTS(ForeignPicturesTest, QCoreApplication);
#include "foreign_pictures_test.moc"
