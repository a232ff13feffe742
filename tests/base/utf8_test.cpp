#include "base/utf8.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using State = base::Utf8Character::State;
using namespace std::string_literals;

/// The ranges of Table 3-7 and the maximal subparts of section 3.9 of the Unicode standard.
class Utf8Test : public QObject {
    Q_OBJECT

private slots:
    void everyCharacterIsReadBack()
    {
        for (char32_t character = 0; character <= 0x10FFFF; ++character) {
            if (character >= 0xD800 && character <= 0xDFFF)
                continue;
            std::string text;
            base::appendUtf8(text, character);

            const base::Utf8Character read = base::utf8At(text, 0);

            if (read.value != character || read.length != text.size() || read.state != State::Whole)
                QFAIL(qPrintable(QStringLiteral("U+%1").arg(uint(character), 4, 16)));
        }
    }

    void brokenBytesAreReplaced_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("perSubpart"); // how many U+FFFD
        QTest::addColumn<int>("perByte");

        QTest::newRow("a continuation byte alone") << "\x80"s << 1 << 1;
        QTest::newRow("an overlong slash") << "\xC0\xAF"s << 2 << 2;
        QTest::newRow("a surrogate") << "\xED\xA0\x80"s << 3 << 3;
        QTest::newRow("above U+10FFFF") << "\xF4\x90\x80\x80"s << 4 << 4;
        QTest::newRow("three bytes of four, then a letter") << "\xF0\x9F\x98x"s << 1 << 3;
        QTest::newRow("cut off at the end") << "x\xE2\x82"s << 1 << 2;
    }

    void brokenBytesAreReplaced()
    {
        QFETCH(std::string, text);
        QFETCH(int, perSubpart);
        QFETCH(int, perByte);

        const auto marks = [](const std::string& repaired) {
            return QString::fromStdString(repaired).count(QChar(0xFFFD));
        };
        QVERIFY(!base::isUtf8(text));
        QCOMPARE(marks(base::repairedUtf8(text)), perSubpart);
        QCOMPARE(marks(base::repairedUtf8(text, base::BrokenUtf8::OnePerByte)), perByte);
        QVERIFY(base::isUtf8(base::repairedUtf8(text)));
    }

    void whatIsWholeStays()
    {
        const std::string text = "a ä € 😀";

        QVERIFY(base::isUtf8(text));
        QCOMPARE(base::repairedUtf8(text), text);
        QVERIFY(!base::isInsideCharacter(text, 2));
        QVERIFY(base::isInsideCharacter(text, 3));
        QVERIFY(!base::isInsideCharacter(text, text.size()));
    }

    void startsOfCharactersAreFound()
    {
        const std::string text = "aä😀";

        QCOMPARE(base::characterStart(text, 1), size_t(1));
        QCOMPARE(base::characterStart(text, 2), size_t(1));
        QCOMPARE(base::characterStart(text, 6), size_t(3));
        QCOMPARE(base::characterStart(text, 7), size_t(7));
        QCOMPARE(base::nextCharacterStart(text, 1), size_t(1));
        QCOMPARE(base::nextCharacterStart(text, 2), size_t(3));
        QCOMPARE(base::nextCharacterStart(text, 4), size_t(7));
        QCOMPARE(
            base::characterStart(std::string(10, '\x80'), 9), size_t(6)); // three bytes at most
    }

    void charactersAreCountedAndDecoded()
    {
        QCOMPARE(base::countCharacters("aä€😀"), size_t(4));
        QVERIFY(base::decodeUtf8("aä€😀") == U"aä€😀");
        QVERIFY(base::decodeUtf8("a\xE2\x82z\x80") == U"a\uFFFDz\uFFFD");
        QVERIFY(base::decodeUtf8("").empty());
    }

    void aBeginningEndsWithAWholeCharacter()
    {
        QCOMPARE(base::beginning("häuser", 2), "h…"s);
        QCOMPARE(base::beginning("häuser", 3), "hä…"s);
        QCOMPARE(base::beginning("häuser", 7), "häuser"s);
    }

    void errorMessagesShowPrintableTextOnly()
    {
        QCOMPARE(base::printable("a\x1B[31mb\nü"), "a?[31mb???"s);
        QCOMPARE(base::printable("0123456789", 7), "012...9"s);
    }
};

TESTS(Utf8Test);
#include "utf8_test.moc"
