#include "base/ascii.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using namespace std::string_literals;

class AsciiTest : public QObject {
    Q_OBJECT

private slots:
    void whitespaceIsRemovedAtBothEnds_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("trimmed");

        QTest::newRow("nothing to remove") << "a"s
                                           << "a"s;
        QTest::newRow("both ends") << " \t\r\na b\n "s
                                   << "a b"s;
        QTest::newRow("one end") << "a\t"s
                                 << "a"s;
        QTest::newRow("only whitespace") << " \t\r\n"s
                                         << ""s;
        QTest::newRow("empty") << ""s
                               << ""s;
        QTest::newRow("a zero byte is no whitespace") << "\0 "s
                                                      << "\0"s;
        QTest::newRow("a no-break space is none either") << "\xC2\xA0"s
                                                         << "\xC2\xA0"s;
    }

    void whitespaceIsRemovedAtBothEnds()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, trimmed);

        QCOMPARE(std::string(base::trimmed(text)), trimmed);
    }

    void onlyAsciiDigitsAreDigits()
    {
        for (int byte = 0; byte < 256; ++byte)
            QCOMPARE(base::isDigit(char32_t(char(byte))), byte >= '0' && byte <= '9');
        QVERIFY(!base::isDigit(U'٣')); // ARABIC-INDIC DIGIT THREE
    }

    void hexadecimalDigitsHaveValues()
    {
        const std::string lower = "0123456789abcdef", upper = "0123456789ABCDEF";
        for (int byte = 0; byte < 256; ++byte) {
            const size_t inLower = lower.find(char(byte)), inUpper = upper.find(char(byte));
            const size_t expected = std::min(inLower, inUpper);
            QCOMPARE(base::hexValue(char32_t(char(byte))),
                expected == std::string::npos ? -1 : int(expected));
        }
        QCOMPARE(base::hexValue(U'ａ'), -1); // FULLWIDTH LATIN SMALL LETTER A
    }

    void onlyAsciiLettersBecomeLower()
    {
        QCOMPARE(base::toLowerAscii("Aa-Zz[@ÄÉ"), "aa-zz[@ÄÉ"s);
        QCOMPARE(base::toLowerAscii(""), ""s);
    }

    void escapesBecomeTheirBytes()
    {
        QCOMPARE(base::percentDecoded("a%20b%2Fc%2f%C3%A9"), "a b/c/é"s);
        QCOMPARE(base::percentDecoded("%00"), "\0"s);
        QCOMPARE(base::percentDecoded("%2541"), "%41"s); // it is decoded once
        QCOMPARE(base::percentDecoded("100%, %4, %zz, %"), "100%, %4, %zz, %"s);
        QCOMPARE(base::percentDecoded(""), ""s);
    }
};

TESTS(AsciiTest);
#include "ascii_test.moc"
