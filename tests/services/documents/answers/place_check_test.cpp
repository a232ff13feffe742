#include "base/error.h"
#include "services/documents/answers/place_check.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"

#include <QGuiApplication>
#include <QTest>

using services::PictureClaim;
using services::PictureFact;
using services::PlaceCheck;
using tests::ScriptedEngine;

namespace {

PictureFact factOf(const QString& text, PictureClaim::Kind kind)
{
    return {.text = text, .kind = kind, .isSupported = true, .place = {0.4, 0.7, 0.2, 0.05}};
}

} // namespace

// A fact of an answer is read again in the enlarged place where it stands.
class PlaceCheckTest : public QObject {
    Q_OBJECT

private slots:
    void repliesAgreeInAnyNotation_data()
    {
        using Kind = PictureClaim::Kind;
        QTest::addColumn<QString>("fact");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("reply");
        QTest::addColumn<bool>("agrees");
        QTest::newRow("the same") << "12.80" << int(Kind::Number) << "12.80" << true;
        QTest::newRow("with a unit") << "12.80" << int(Kind::Number) << "It is 12.80 EUR." << true;
        QTest::newRow("comma") << "12.80" << int(Kind::Number) << "12,80" << true;
        QTest::newRow("digit") << "12.80" << int(Kind::Number) << "12.30" << false;
        QTest::newRow("longer") << "12.80" << int(Kind::Number) << "112.80" << false;
        QTest::newRow("small") << "3" << int(Kind::Number) << "3." << true;
        QTest::newRow("other small") << "3" << int(Kind::Number) << "13" << false;
        QTest::newRow("name") << "Corner Bakery" << int(Kind::Name) << "Corner Bakery" << true;
        QTest::newRow("other name") << "Corner Bakery" << int(Kind::Name) << "Corner Brewery" << false;
        QTest::newRow("one word") << "Anna" << int(Kind::Name) << "The name is ANNA." << true;
    }
    void repliesAgreeInAnyNotation()
    {
        QFETCH(QString, fact);
        QFETCH(int, kind);
        QFETCH(QString, reply);
        QFETCH(bool, agrees);
        QCOMPARE(services::agreesWith(reply, factOf(fact, PictureClaim::Kind(kind))), agrees);
    }

    // The place is cut out with what stands next to it, in the pixels of the image.
    void thePlaceIsCutOutAndEnlarged()
    {
        QImage image(1000, 1000, QImage::Format_RGB888);
        image.fill(Qt::white);
        for (int x = 400; x < 600; ++x)
            for (int y = 500; y < 520; ++y)
                image.setPixelColor(x, y, Qt::black);
        const services::Picture picture = services::makePicture(image, "a.png");

        const services::Picture part = services::enlargedPlace(picture, {0.4, 0.5, 0.2, 0.02});

        QVERIFY(part.image.width() > 300 && part.image.width() < 600); // 280 pixels, enlarged
        QVERIFY(part.image.height() > 60 && part.image.height() < 160);
        QCOMPARE(part.image.pixelColor(part.image.rect().center()), QColor(Qt::black));
        QCOMPARE(part.image.pixelColor(2, 2), QColor(Qt::white));
        QCOMPARE(qsizetype(part.pixels->width), part.image.width());
        QVERIFY(!services::enlargedPlace(picture, {0.99, 0.99, 0.5, 0.5}).image.isNull());
        QVERIFY(!services::enlargedPlace(picture, {2, 2, 0, 0}).image.isNull());
    }

    void theModelIsAskedOnceAboutThePlaceAlone()
    {
        ScriptedEngine engine(1000, [](const std::string&) { return "\n14.60 EUR\n"; });
        const services::Picture picture = services::makePicture(tests::receipt(), "receipt.png");

        const PlaceCheck check = services::checkPlace(
            engine, picture, factOf("14.60", PictureClaim::Kind::Number));

        QCOMPARE(check, (PlaceCheck{"14.60 EUR", true}));
        QCOMPARE(engine.asked().size(), size_t(1));
        const auto& parts = engine.asked()[0].messages.back().parts;
        const auto pixels = std::get<runtime::Pixels>(parts[0]);
        QVERIFY(pixels->width < picture.pixels->width || pixels->height < picture.pixels->height);
        QVERIFY(tests::writtenText(engine.asked()[0]).find("number") != std::string::npos);
        QVERIFY(tests::writtenText(engine.asked()[0]).find("14.60") == std::string::npos);
    }

    void whatTheModelIsUnsureOfIsNoDisagreement()
    {
        ScriptedEngine engine(1000, [](const std::string&) { return "I don't know."; });
        engine.beUnsure();
        const services::Picture picture = services::makePicture(tests::receipt(), {});
        QCOMPARE(services::checkPlace(engine, picture, factOf("14.60", PictureClaim::Kind::Number)),
            PlaceCheck());
    }

    void itRunsInTheBackgroundAndCanBeStopped()
    {
        auto engine = std::make_shared<ScriptedEngine>(
            1000, [](const std::string&) { return "14.60"; });
        services::PlaceChecks checks([engine] { return engine; });
        QVERIFY(checks.canCheck());
        QVERIFY(!services::PlaceChecks([] { return nullptr; }).canCheck());
        const services::Picture picture = services::makePicture(tests::receipt(), {});
        const PictureFact fact = factOf("14.60", PictureClaim::Kind::Number);
        std::optional<services::Outcome<PlaceCheck>> ended;
        const auto done = [&ended](const services::Outcome<PlaceCheck>& outcome) { ended = outcome; };

        std::stop_source stop;
        checks.check(picture, fact, stop.get_token(), this, done);
        QVERIFY(!ended);
        QTRY_VERIFY(ended);
        QVERIFY(ended->value && ended->value->agrees);

        ended.reset();
        engine->answerTogether(9); // it never answers
        checks.check(picture, fact, stop.get_token(), this, done);
        stop.request_stop();
        QTRY_VERIFY(ended);
        QVERIFY(!ended->value);
    }

    void whatWasReadIsKnownUntilAnotherModelIsAsked()
    {
        auto engine = std::make_shared<ScriptedEngine>(
            1000, [](const std::string&) { return "12.30"; });
        services::PlaceChecks checks([&engine] { return engine; });
        const services::Picture picture = services::makePicture(tests::receipt(), {});
        const PictureFact fact = factOf("12.80", PictureClaim::Kind::Number);
        QVERIFY(!checks.find(picture, fact));
        bool isDone = false;

        checks.check(picture, fact, {}, this, [&](const auto&) { isDone = true; });
        QTRY_VERIFY(isDone);

        QCOMPARE(checks.find(picture, fact), std::optional(PlaceCheck{"12.30", false}));
        QVERIFY(!checks.find(picture, factOf("12.81", PictureClaim::Kind::Number)));
        engine = std::make_shared<ScriptedEngine>(1000, [](const std::string&) { return "12.80"; });
        QVERIFY(!checks.find(picture, fact));
    }

    void otherWorkDoesNotWaitForChecks()
    {
        const auto engine = std::make_shared<ScriptedEngine>(
            1000, [](const std::string&) { return "12.80"; });
        engine->answerTogether(99); // it never answers
        services::PlaceChecks checks([engine] { return engine; });
        std::stop_source stop;
        int ended = 0;
        constexpr int many = 8;
        for (int check = 0; check < many; ++check)
            checks.check(services::makePicture(tests::receipt(), {}),
                factOf("12.80", PictureClaim::Kind::Number), stop.get_token(), this,
                [&](const auto& outcome) { ended += !outcome.value; });
        bool isDone = false;

        services::runInBackground<int>(
            this, [] { return 1; }, [&](const auto&) { isDone = true; });

        QTRY_VERIFY(isDone);
        QCOMPARE(ended, 0);
        stop.request_stop();
        QTRY_COMPARE(ended, many);
    }
};

TESTS(PlaceCheckTest, QGuiApplication);

#include "place_check_test.moc"
