#include "services/documents/answers/form_facts.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::DisputedFact;
using services::PictureClaim;
using services::PictureFact;

namespace {

PictureFact placedFact(const QString& text, qsizetype begin, int picture = 0)
{
    return {.begin = begin,
        .end = begin + text.size(),
        .text = text,
        .kind = PictureClaim::Kind::Number,
        .isSupported = true,
        .picture = picture,
        .place = {0.1, 0.1, 0.1, 0.1}};
}

} // namespace

// Tests which images are receipts and forms, and which facts of an answer are read again.
class FormFactsTest : public QObject {
    Q_OBJECT

private slots:
    void receiptsAndFormsAreRecognized_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isForm");
        QTest::newRow("receipt") << "Corner Bakery\nTwo coffees 7.80\nApple cake 3.90 EUR\n"
                                    "Total 11.70\nThank you" << true;
        QTest::newRow("German receipt") << "Bäckerei Möller\nBrot 4,20 €\nKuchen 3,10 €\n"
                                           "Summe EUR 7,30\nVielen Dank" << true;
        QTest::newRow("thousands") << "Rent 1,250.00\nPower 310.40\nSum 1,560.40 USD" << true;
        QTest::newRow("form") << "Membership form\nName: Anna Berg\nMember number: 4711\n"
                                 "Joined: 2024-05-03\nBranch: Mill Lane" << true;
        QTest::newRow("French form") << "Bulletin\nNom : Luc Morel\nTéléphone : 01 22 33\n"
                                        "Cotisation annuelle : 25 EUR" << true;
        QTest::newRow("none") << "" << false;
        QTest::newRow("sign") << "Open 9:30\nClosed on Sundays" << false;
        QTest::newRow("two amounts") << "Coffee 3.80\nTea 2.90" << false;
        QTest::newRow("prose") << "The committee met on Tuesday and spoke of the budget, which\n"
                                  "has grown to 3.5 million. Nobody asked what it is for.\n"
                                  "Afterwards the chair said: this was a long evening, and it\n"
                                  "ended at 21:30 as planned." << false;
        QTest::newRow("a price in prose") << "We went to the market\nand bought bread for 3.20\n"
                                             "then cheese for 8.90\nand a bottle for 6.50\n"
                                             "and walked home\nalong the river\nwhere the boats\n"
                                             "were tied up\nfor the winter\nunder the old bridge"
                                          << false;
    }
    void receiptsAndFormsAreRecognized()
    {
        QFETCH(QString, text);
        QFETCH(bool, isForm);
        services::PictureText read;
        for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
            for (const QString& word : line.split(u' '))
                read.words << services::PictureWord{word, {0, 0, 0.1, 0.1}};
            read.words.last().after = services::PictureWord::After::Line;
        }
        QCOMPARE(services::looksLikeForm(read), isForm);
    }

    void amountsAndDisputedFactsAreReadAgain()
    {
        QList<PictureFact> facts{placedFact("12", 0), placedFact("7.80", 10),
            placedFact("1,250.00", 20), placedFact("4711", 30), placedFact("3,90", 40)};
        facts[4].place = {}; // it is nowhere
        const DisputedFact disputed{.begin = 30, .end = 34};

        QCOMPARE(services::factsToReadAgain(facts, {0}, {}), (QList<int>{1, 2}));
        QCOMPARE(services::factsToReadAgain(facts, {0}, {disputed}), (QList<int>{3, 1, 2}));
        QVERIFY(services::factsToReadAgain(facts, {}, {disputed}).isEmpty());
        facts[1].picture = 1; // another image, which is none
        QCOMPARE(services::factsToReadAgain(facts, {0}, {}), QList<int>{2});
    }

    void fewAreReadAgain()
    {
        QList<PictureFact> facts;
        for (int fact = 0; fact < 3 * services::maxFactsReadAgain; ++fact)
            facts << placedFact("7.80", 10 * fact);
        QCOMPARE(services::factsToReadAgain(facts, {0}, {}).size(), services::maxFactsReadAgain);
    }
};

TESTS(FormFactsTest, QCoreApplication);

#include "form_facts_test.moc"
