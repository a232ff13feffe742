#include "services/captions/caption_checker.h"
#include "services/captions/caption_facts.h"
#include "services/captions/caption_library.h"
#include "services/generation/model_pool.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"

#include <QGuiApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::CaptionLibrary;
using services::CaptionRun;
using services::PictureFact;

namespace {

using Facts = QList<PictureFact>;

services::ReaderProcess receiptReader()
{
    services::ReaderProcess process = services::pictureTextReader();
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    return process;
}

const PictureFact* factOf(const Facts& facts, const QString& text)
{
    const auto found = std::ranges::find(facts, text, &PictureFact::text);
    return found == facts.end() ? nullptr : &*found;
}

} // namespace

// Captions whose numbers, dates and names are searched in their images.
class CaptionCheckerTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(tests::receipt().save(m_folder->filePath("receipt.png")));
    }

    void factsOfCaptionsAreFoundInTheirImagesAndKept()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        services::ModelPool models{services::LoadOptions{}};
        services::PictureTexts texts(receiptReader());
        services::CaptionChecker checker(texts);
        const QString file = m_folder->filePath("captions.sqlite");
        const QString amount = amountOnReceipt();
        const QString caption = QString("The total is %1, not 987.65.").arg(amount);
        {
            CaptionLibrary library(models, file);
            QSignalSpy restored(&library, &CaptionLibrary::restored);
            QTRY_COMPARE(restored.count(), 1);
            library.setChecker(&checker);
            CaptionRun* run = library.add({m_folder->filePath("receipt.png")}, {"Describe it."});
            QTRY_COMPARE(run->size(), 1);

            run->setCaption(0, caption);

            QTRY_VERIFY_WITH_TIMEOUT(run->row(0).facts, 30'000);
        }
        CaptionLibrary library(models, file);
        QSignalSpy restored(&library, &CaptionLibrary::restored);
        QTRY_COMPARE(restored.count(), 1);
        CaptionRun* run = library.run(0);
        library.load(run);
        QTRY_VERIFY(run->isLoaded());
        const auto facts = run->row(0).facts;
        QVERIFY(facts);
        const PictureFact* right = factOf(*facts, amount);
        const PictureFact* wrong = factOf(*facts, "987.65");
        QVERIFY(right && wrong);
        QVERIFY(right->isSupported && !right->place.isNull() && !wrong->isSupported);
        QVERIFY(QRectF(0, 0, 1, 1).contains(right->place));
        run->setCaption(0, "Another one.");
        QVERIFY(!run->row(0).facts);
    }

    // Its image needn't exist: it isn't read.
    void aCaptionWithoutFactsIsCheckedAtOnce()
    {
        services::PictureTexts texts(receiptReader());
        services::CaptionChecker checker(texts);
        std::optional<std::optional<Facts>> facts;

        checker.check("/nobody/is/here.png", "A dog on a beach.", this,
            [&facts](const std::optional<Facts>& found) { facts = found; });

        QTRY_VERIFY(facts);
        QVERIFY(*facts && (*facts)->isEmpty());
    }

    void aCaptionOfABrokenImageIsNotCompared()
    {
        services::PictureTexts texts(receiptReader());
        services::CaptionChecker checker(texts);
        QList<bool> known;

        for (const char* caption : {"It costs 12.80 euros.", "A dog on a beach."})
            checker.check("/nobody/is/here.png", caption, this,
                [&known](const std::optional<Facts>& facts) { known << facts.has_value(); });

        QTRY_COMPARE(known, QList<bool>({false, true}));
    }

    // The reader of texts fails, as it does if it takes too long.
    void aCaptionWhoseImageHasNoTextIsNotCompared()
    {
        services::ReaderProcess process = receiptReader();
        process.program = "/bin/false";
        services::PictureTexts texts(process);
        services::CaptionChecker checker(texts);
        std::optional<std::optional<Facts>> facts;

        checker.check(m_folder->filePath("receipt.png"), "It costs 12.80 euros.", this,
            [&facts](const std::optional<Facts>& found) { facts = found; });

        QTRY_VERIFY(facts);
        QVERIFY(!*facts);
    }

    void ofJsonThePropertiesAreCompared()
    {
        const QString caption
            = QString("{'vendor_2': 'Harbor \\'Old\\' Bakery', 'total': 12.80, 'tags': ['a', 'b:c']}")
                  .replace(u'\'', u'"');

        const QString text = services::textOfFacts(caption);

        QCOMPARE(text.size(), caption.size());
        QVERIFY(!text.contains(u'"' + QString("Harbor")) && !text.contains("vendor_2"));
        QCOMPARE(text.indexOf("12.80"), caption.indexOf("12.80"));
        QCOMPARE(text.indexOf("Harbor"), caption.indexOf("Harbor"));
        QCOMPARE(text.indexOf("b:c"), caption.indexOf("b:c"));
        QVERIFY(!services::textOfFacts("{\"a\": \"caf\\u00e9 5\"}").contains("00e9"));
        QCOMPARE(services::textOfFacts("{It is no JSON: \"12\"}"), QString("{It is no JSON: \"12\"}"));
    }

    void factsAreReadAsTheyWereWritten()
    {
        const QString caption = "12.80 on 4 March";
        const Facts facts{{0, 5, "12.80", services::PictureClaim::Kind::Number, true, 0,
                              QRectF(0.25, 0.5, 0.125, 0.0625), 3},
            {9, 16, "4 March", services::PictureClaim::Kind::Date, false}};

        QCOMPARE(services::parseFacts(services::toJson(facts), caption), std::optional(facts));
        QCOMPARE(services::parseFacts(services::toJson(Facts()), caption), std::optional(Facts()));
    }

    // The file of the runs can be changed by others.
    void factsThatDoNotFitAreNotTaken_data()
    {
        QTest::addColumn<QString>("json");
        const auto fact = [](const char* place, int begin, int end, const char* kind = "number") {
            return QString("[{'begin':%1,'end':%2,'kind':'%3','supported':true,'place':%4}]")
                .replace(u'\'', u'"')
                .arg(begin)
                .arg(end)
                .arg(QLatin1String(kind), QLatin1String(place));
        };
        QTest::newRow("nothing") << "";
        QTest::newRow("an object") << "{}";
        QTest::newRow("beyond the caption") << fact("[]", 0, 6);
        QTest::newRow("before it") << fact("[]", -1, 3);
        QTest::newRow("empty") << fact("[]", 3, 3);
        QTest::newRow("another kind") << fact("[]", 0, 5, "color");
        QTest::newRow("a place elsewhere") << fact("[0,0,9,9]", 0, 5);
        QTest::newRow("too few numbers") << fact("[0,0]", 0, 5);
    }
    void factsThatDoNotFitAreNotTaken()
    {
        QFETCH(QString, json);
        QVERIFY(!services::parseFacts(json, "12.80"));
    }

private:
    static QString amountOnReceipt()
    {
        static const QRegularExpression amount(QStringLiteral("\\d+\\.\\d\\d"));
        return amount.match(tests::receiptLines.join(u'\n')).captured();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(CaptionCheckerTest, QGuiApplication);
#include "caption_checker_test.moc"
