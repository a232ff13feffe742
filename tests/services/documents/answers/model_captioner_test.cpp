#include "services/documents/answers/model_judge.h"
#include "services/models/model_texts.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

Picture picture()
{
    QImage image(8, 8, QImage::Format_RGB888);
    image.fill(Qt::white);
    return makePicture(image, "white.png");
}

} // namespace

// What a model says of an image makes it findable.
class ModelCaptionerTest : public QObject {
    Q_OBJECT

private slots:
    void theModelIsShownThePicture()
    {
        tests::ScriptedEngine engine(2048, [](const std::string&) { return " A white square.\n"; });

        QCOMPARE(ModelCaptioner(engine).describe(picture()), std::string("A white square."));

        QCOMPARE(engine.asked().size(), size_t(1));
        const auto& parts = engine.asked().front().messages.front().parts;
        QCOMPARE(std::get<runtime::Pixels>(parts.front())->width, 8);
        QVERIFY(engine.asked().front().settings.maxTokens > 0);
    }

    void aModelThatIsNotSureGivesNoCaption()
    {
        tests::ScriptedEngine engine(2048, [](const std::string&) { return "Hm."; });
        engine.beUnsure();

        QCOMPARE(ModelCaptioner(engine).describe(picture()), std::string());
    }

    // They may be in the image.
    void theWordsOfTheBuiltInModelMeanNothingFromOthers()
    {
        const std::string words = "A sign: " + starterIsNotSure.toString().toStdString();
        tests::ScriptedEngine engine(2048, [words](const std::string&) { return words; });

        QCOMPARE(ModelCaptioner(engine).describe(picture()), words);
    }

    void anEngineThatFailsIsTold()
    {
        tests::ScriptedEngine engine(2048, [](const std::string&) { return "A square."; });
        engine.failAt("image");

        QVERIFY_THROWS_EXCEPTION(base::Error, ModelCaptioner(engine).describe(picture()));
    }
};

TESTS(ModelCaptionerTest);
#include "model_captioner_test.moc"
