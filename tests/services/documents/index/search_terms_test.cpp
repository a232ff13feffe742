#include "services/documents/index/search_terms.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

QString termsOf(const QString& text, TermsOf of = TermsOf::Question)
{
    QStringList terms;
    for (const std::string& term : toSearchTerms(text.toStdString(), of))
        terms << QString::fromStdString(term);
    return terms.join(u' ');
}

} // namespace

// What of texts and questions is compared.
class SearchTermsTest : public QObject {
    Q_OBJECT

private slots:
    void wordsAreComparedInOneForm_data()
    {
        QTest::addColumn<QString>("one");
        QTest::addColumn<QString>("other");
        QTest::newRow("small letters") << "Battery"
                                       << "BATTERY";
        QTest::newRow("endings") << "connections"
                                 << "connecting";
        QTest::newRow("accents") << "Café Müller"
                                 << "cafe muller";
        QTest::newRow("accents apart") << QString("Cafe") + QChar(0x301) << "café";
        QTest::newRow("ligatures") << "eﬃcient"
                                   << "efficient";
        QTest::newRow("wide letters") << "ＡＢＣ１"
                                      << "abc1";
        QTest::newRow("possessive") << "the user’s"
                                    << "the user";
        QTest::newRow("Russian endings") << "книгами"
                                         << "книга";
        QTest::newRow("Greek capitals") << "ΟΔΟΣ"
                                        << "οδος";
        QTest::newRow("soft hyphens") << QString("bat") + QChar(0xAD) + "tery"
                                      << "battery";
    }
    void wordsAreComparedInOneForm()
    {
        QFETCH(QString, one);
        QFETCH(QString, other);

        QCOMPARE(termsOf(one), termsOf(other));
        QVERIFY(!termsOf(one).isEmpty());
    }

    void exponentsAreNoDigitsOfTheirNumbers()
    {
        QCOMPARE(termsOf("10⁶ m², 2³ 10⁻³"), QString("10 6 m2 2 3 10 3"));
        QCOMPARE(termsOf("10^6"), termsOf("10⁶"));
    }

    void signsSeparateWords()
    {
        QCOMPARE(termsOf("foo_bar(3.5) -- \"x\" OR NEAR*"), QString("foo bar 3 5 x or near"));
    }

    void scriptsWithoutSpacesGivePairs()
    {
        QCOMPARE(termsOf("東京都に"), QString("東京 京都 都に"));
        QCOMPARE(termsOf("猫"), QString("猫"));
        QCOMPARE(termsOf("猫は", TermsOf::Text), QString("猫 猫は は"));
        QCOMPARE(termsOf("USB機器"), QString("usb 機器"));
        QCOMPARE(termsOf("서울에서"), QString("서울 울에 에서"));
    }

    void theLanguageIsThatOfTheFunctionWords_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("language");
        QTest::newRow("English") << "What does the engine of a car need?" << int(Language::English);
        QTest::newRow("German") << "Wie viel Öl braucht der Motor?" << int(Language::German);
        QTest::newRow("French") << "Quelle est la durée du contrat ?" << int(Language::French);
        QTest::newRow("Spanish") << "¿Cuánto dura el contrato de los vecinos?"
                                 << int(Language::Spanish);
        QTest::newRow("Spanish, short words") << "El menú ofrece una manta de lana por 163,98 €."
                                              << int(Language::Spanish);
        QTest::newRow("Italian") << "Quanto dura il contratto della casa?"
                                 << int(Language::Italian);
        QTest::newRow("Portuguese")
            << "Quanto custa uma viagem para o Porto pelo rio?" << int(Language::Portuguese);
        QTest::newRow("Dutch") << "Hoeveel kost het huis van de buren?" << int(Language::Dutch);
        QTest::newRow("Swedish") << "Hur många rum har huset och vad kostar det?"
                                 << int(Language::Swedish);
        QTest::newRow("names and numbers") << "Kelso 1843 GTR" << int(Language::Unknown);
        QTest::newRow("nothing") << "" << int(Language::Unknown);
        QTest::newRow("cut within a character")
            << QString("the x") + QString(3000, u'ö') << int(Language::English);
    }
    void theLanguageIsThatOfTheFunctionWords()
    {
        QFETCH(QString, text);
        QTEST(int(detectLanguage(text.toStdString())), "language");
    }

    void aWordOfAQuestionHasTheFormsThatTextsMayHave()
    {
        const auto words = toSearchWords("Wann enden die Verträge, die Verträge der Mieter?");

        const auto contracts = std::ranges::find_if(words, [](const SearchWord& word) {
            return std::ranges::find(word.forms, std::string("vertrag")) != word.forms.end();
        });
        QVERIFY(contracts != words.end() && !contracts->isFunctionWord);
        QCOMPARE(std::ranges::count_if(words, &SearchWord::isFunctionWord), 3); // wann, die, der
        QCOMPARE(words.size(), size_t(6));
        QCOMPARE(toPassageTerms("", "Der Vertrag ist mit dem Mieter geschlossen.").text,
            std::string("der vertrag ist mit dem miet geschloss"));
    }

    void aTermIsNeverLongerThanAWord()
    {
        const QString term = termsOf(QString(100'000, u'x'));

        QVERIFY(term.size() <= 64 && !term.contains(u' '));
    }

    void bytesOtherThanTextGiveNoTerms()
    {
        QCOMPARE(termsOf(""), QString());
        QCOMPARE(termsOf("?! …"), QString());
        QVERIFY(toSearchTerms("\xff\xfe", TermsOf::Text).empty());
    }
};

TESTS(SearchTermsTest);
#include "search_terms_test.moc"
