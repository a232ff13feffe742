#include "base/utf8.h"
#include "engine/filters/character_set.h"
#include "engine/filters/pattern_regex.h"
#include "engine/filters/regex_pool.h"
#include "engine/filters/schema/schema_formats.h"
#include "engine/filters/schema/schema_numbers.h"
#include "engine/filters/schema/schema_terminals.h"
#include "engine/filters/schema/schema_text_set.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>
#include <regex>
#include <sys/resource.h>

using namespace engine;

namespace {

// The most memory that the process ever had.
int64_t peakKibibytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// All texts over `letters` of up to `length` characters.
std::vector<std::u32string> allTexts(std::u32string_view letters, size_t length)
{
    std::vector<std::u32string> texts = {U""};
    for (size_t first = 0, size = 0; size < length; ++size) {
        const size_t end = texts.size();
        for (; first < end; ++first)
            for (const char32_t letter : letters)
                texts.push_back(texts[first] + letter);
    }
    return texts;
}

std::string narrow(const std::u32string& text)
{
    return std::string(text.begin(), text.end());
}

TextSet matching(const std::string& pattern)
{
    return textsMatching(pattern);
}

// The value times a thousand, of a text with at most three digits after the point.
int64_t thousandths(const std::string& number)
{
    return std::llround(std::stod(number) * 1000);
}

bool passes(const NumberTest& test, const std::string& operand, const std::string& number)
{
    const int64_t value = thousandths(number), bound = thousandths(operand);
    switch (test.kind) {
    case NumberTest::Kind::Whole:
        return value % 1000 == 0;
    case NumberTest::Kind::AtLeast:
        return value >= bound;
    case NumberTest::Kind::Above:
        return value > bound;
    case NumberTest::Kind::AtMost:
        return value <= bound;
    case NumberTest::Kind::Below:
        return value < bound;
    case NumberTest::Kind::MultipleOf:
        return value % bound == 0;
    case NumberTest::Kind::Equals:
        return value == bound;
    }
    return false;
}

std::string randomDecimal(std::mt19937& numbers, int locations)
{
    std::string text = std::to_string(numbers() % (numbers() % 2 ? 10 : 1000));
    const int digits = int(numbers() % unsigned(locations + 1));
    if (digits > 0)
        text += ".";
    for (int digit = 0; digit < digits; ++digit)
        text += char('0' + (numbers() % 3 ? numbers() % 10 : 0));
    return text;
}

} // namespace

// The sets of texts behind JSON schemas, against plain ways to find out the same.
class JsonSchemaTextsTest : public QObject {
    Q_OBJECT

private slots:
    void tooManyWordsAreRefusedBeforeTheyTakeRoom()
    {
        std::vector<std::u32string> words(500'000);
        std::mt19937 random(1);
        for (std::u32string& word : words)
            for (int letter = 0; letter < 8; ++letter)
                word += U"abcdefghijklmnop"[random() % 16];
        const int64_t before = peakKibibytes();

        QVERIFY_EXCEPTION_THROWN(TextSet::exactly(words), TextSetTooLarge);

        QVERIFY(peakKibibytes() - before < 64 * 1024);
    }

    void patternsAgreeWithStandardRegex_data();
    void patternsAgreeWithStandardRegex();
    void setsAreCombined();
    void setsKnowTheirLengths();
    void numbersAgreeWithArithmetic();
    void decimalsAreExact();
    void formats_data();
    void formats();
    void spellingsAreThoseOfJson();
};

void JsonSchemaTextsTest::patternsAgreeWithStandardRegex_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char* pattern :
        {"", "a", "^a", "a$", "^$", "^a|b$", "(^[^a]*$)|b", "a.b", "^(a|b)+$", "^a{2}$",
            "^a{1,2}b{2,}$", "[^ab]", "^[a-b1-]+$", "\\d\\w\\W", "\\bab\\b", "\\Ba", "a*?b",
            "^(?=a)[ab]b", "^(?!ab)", "^(?=.*1)(?!.*b)a", "()a()", "(a|)(b|)1", "^(?:ab?)*$", "a^b",
            "a$b", "[^]", "\\x61\\u0062", "^.\\s.$", "^(a*)*b$", "a{,2}", "1{"})
        QTest::newRow(pattern) << pattern;
}

void JsonSchemaTextsTest::patternsAgreeWithStandardRegex()
{
    QFETCH(QString, pattern);
    const TextSet set = matching(pattern.toStdString());
    // What ECMA-262 lets stand for itself must be escaped for the standard library.
    QString standard = pattern;
    standard.replace("a{,2}", "a\\{,2\\}").replace("1{", "1\\{").replace("[^]", "[\\s\\S]");
    const std::regex reference(standard.toStdString());

    for (const std::u32string& text : allTexts(U"ab1 ", 5)) {
        const std::string plain = narrow(text);
        QVERIFY2(set.contains(text) == std::regex_search(plain, reference), plain.c_str());
    }
}

void JsonSchemaTextsTest::setsAreCombined()
{
    const std::vector<TextSet> sets = {TextSet(), TextSet::everything(), matching("^a"),
        matching("b$"), matching("^[ab]{2,3}$"), TextSet::ofLength(0, 2), TextSet::ofLength(3, {}),
        TextSet::exactly(U"ab")};
    const auto texts = allTexts(U"abé", 4);
    for (const TextSet& first : sets)
        for (const TextSet& second : sets) {
            const TextSet both = first & second, either = first | second, only = first - second;
            bool isEmpty = true;
            for (const std::u32string& text : texts) {
                const bool inFirst = first.contains(text), inSecond = second.contains(text);
                QCOMPARE(both.contains(text), inFirst && inSecond);
                QCOMPARE(either.contains(text), inFirst || inSecond);
                QCOMPARE(only.contains(text), inFirst && !inSecond);
                QCOMPARE((~first).contains(text), !inFirst);
                isEmpty &= !(inFirst && inSecond);
            }
            QCOMPARE(both.isEmpty(), isEmpty);
            QVERIFY((first | ~first).isEverything());
        }
}

void JsonSchemaTextsTest::setsKnowTheirLengths()
{
    const auto lengths = [](const TextSet& set) {
        const TextSet::Lengths found = set.lengths();
        return std::pair(found.min, found.max.value_or(99));
    };
    QCOMPARE(lengths(matching("^a{2,5}$")), std::pair(uint64_t(2), uint64_t(5)));
    QCOMPARE(lengths(matching("ab")), std::pair(uint64_t(2), uint64_t(99)));
    QCOMPARE(lengths(TextSet::ofLength(3, 4)), std::pair(uint64_t(3), uint64_t(4)));
    QVERIFY(matching("^[ab]{2}$").list(4)->size() == 4);
    QVERIFY(!matching("^[ab]{2}$").list(3));
    QVERIFY(!matching("a").list(100));
    QVERIFY_EXCEPTION_THROWN(matching("(a|b)*a(a|b){30}"), TextSetTooLarge);
    QVERIFY_EXCEPTION_THROWN(matching("(?<=a)b"), PatternRefusal);
}

void JsonSchemaTextsTest::numbersAgreeWithArithmetic()
{
    std::mt19937 numbers(3);
    int inside = 0, outside = 0;
    for (int round = 0; round < 400; ++round) {
        NumberTest test;
        test.kind = NumberTest::Kind(numbers() % 7);
        test.holds = numbers() % 3 != 0;
        const bool isDivisor = test.kind == NumberTest::Kind::MultipleOf;
        std::string operand = (isDivisor || numbers() % 2 ? "" : "-") + randomDecimal(numbers, 2);
        test.operand = *parseDecimal(operand);
        if (isDivisor && (test.operand.isZero() || !divisorUnits(test.operand)))
            continue;
        const TextSet set = numbersPassing(std::vector{test});
        for (int attempt = 0; attempt < 100; ++attempt) {
            const std::string number
                = attempt == 0 ? operand : (numbers() % 2 ? "" : "-") + randomDecimal(numbers, 3);
            bool expected = passes(test, operand, number) == test.holds;
            if (test.kind == NumberTest::Kind::Whole && test.holds)
                expected &= number.find('.') == std::string::npos;
            QVERIFY2(set.contains(base::decodeUtf8(number)) == expected,
                (number + " " + operand).c_str());
            ++(expected ? inside : outside);
        }
        for (const char* noNumber : {"", "-", "1.", "01", ".5", "1e2", "+1", "--1"})
            QVERIFY(!set.contains(base::decodeUtf8(noNumber)));
    }
    QVERIFY(inside > 5000 && outside > 5000);
}

void JsonSchemaTextsTest::decimalsAreExact()
{
    const auto text = [](const char* number) { return parseDecimal(number)->text(); };
    QCOMPARE(text("1e-09"), std::string("0.000000001"));
    QCOMPARE(text("-12.50E1"), std::string("-125"));
    QCOMPARE(text("-0.0"), std::string("0"));
    QCOMPARE(text("9223372036854776000"), std::string("9223372036854776000"));
    QCOMPARE(text("0.0100"), std::string("0.01"));
    QVERIFY(!parseDecimal("1e5000") && !parseDecimal("1e-5000"));
    QCOMPARE(*divisorUnits(*parseDecimal("0.25")), 25u);
    QVERIFY(!divisorUnits(*parseDecimal("1e9")));
}

void JsonSchemaTextsTest::formats_data()
{
    QTest::addColumn<QStringList>("valid");
    QTest::addColumn<QStringList>("invalid");
    using List = QStringList;
    QTest::newRow("date") << List{"2024-02-29", "2000-02-29", "1999-12-31"}
                          << List{"1900-02-29", "2023-04-31", "0000-01-01", "2024-13-01",
                                 "24-01-01", "2024-01-01 "};
    QTest::newRow("time") << List{"12:00:00Z", "23:59:59.5+01:30"}
                          << List{"12:00:00", "24:00:00Z", "12:60:00Z"};
    QTest::newRow("date-time") << List{"2024-02-29T00:00:00Z", "1985-04-12T23:20:50.52-08:00"}
                               << List{
                                      "2024-02-29", "2023-02-29T00:00:00Z", "2024-02-29 00:00:00Z"};
    QTest::newRow("duration") << List{"P1Y2M3D", "PT1H30M", "P2W", "P1DT5S"}
                              << List{"P", "PT", "1D", "P1S", "P1W2D"};
    QTest::newRow("email") << List{"a@b", "first.last+tag@example.co.uk", "a@[127.0.0.1]"}
                           << List{"a", "a@", "@b", "a..b@c", ".a@b", "a b@c", "a@-b"};
    QTest::newRow("hostname") << List{"a", "xn--a.example", "a-b.c"}
                              << List{"", "-a", "a-", "a..b", "a_b", "é"};
    QTest::newRow("ipv4") << List{"0.0.0.0", "255.1.20.3"}
                          << List{"256.1.1.1", "1.2.3", "01.2.3.4"};
    QTest::newRow("ipv6") << List{"::", "::1", "1:2:3:4:5:6:7:8", "fe80::1:2", "::ffff:1.2.3.4",
        "1:2::8"}
                          << List{"1:2", "1::2::3", "12345::", ":1", "1:2:3:4:5:6:7:8:9",
                                 "1:2:3:4:5:6:7:8::"};
    QTest::newRow("uuid") << List{"123e4567-e89b-12d3-a456-426614174000"}
                          << List{"123e4567e89b12d3a456426614174000", "x"};
    QTest::newRow("uri") << List{"http://a.b/c?d=e#f", "mailto:a@b", "urn:x:y", "http://[::1]:80/",
        "a:"} << List{"/a", "a", "http://a b", "http://a/%zz", "http://é", "1a:b", "http://[::1"};
    QTest::newRow("uri-reference")
        << List{"", "/a/b", "#x", "//h/p", "a:b", "./a:b"} << List{"a b", "%", "\\"};
    QTest::newRow("iri") << List{"http://é/ü"} << List{"é", "http://a>b", "http://a/<"};
    QTest::newRow("uri-template") << List{"/a/{b}{?c,d*}", "{+x:3}"}
                                  << List{"{", "{}", "{a b}", "a b"};
    QTest::newRow("json-pointer") << List{"", "/a~1b/0"} << List{"a", "/~2"};
    QTest::newRow("relative-json-pointer") << List{"0", "1/a", "2#"} << List{"/a", "01", "-1"};
    QTest::newRow("regex") << List{"^[a-zA-Z0-9_]{3,16}$", "(a|b)+?\\d", "", "((x)(?:y))*|z",
        "[^\\]-]"} << List{"*", "\\", "a{3,1}", "[b-a]", "(", "a**", "[", "(?<=a)"};
}

void JsonSchemaTextsTest::formats()
{
    QFETCH(QStringList, valid);
    QFETCH(QStringList, invalid);
    const auto format = formatNamed(QTest::currentDataTag());

    QVERIFY(format);
    for (const QString& text : valid)
        QVERIFY2(format->texts.contains(text.toStdU32String()), qPrintable(text));
    for (const QString& text : invalid)
        QVERIFY2(!format->texts.contains(text.toStdU32String()), qPrintable(text));
    QVERIFY(!formatNamed("no such format"));
}

// Every text of a set is spelled as JSON spells it, and nothing else is.
void JsonSchemaTextsTest::spellingsAreThoseOfJson()
{
    const std::u32string letters
        = U"a\"\\\n\x01\x7F\u00E9\u07FF\u0800\uD7FF\uE000\uFFFF\U00010000\U0010FFFF";
    for (const char* pattern : {"", "^.*$", "^[\\u0000-\\u{10ffff}]$", "[^a-\\u0800]$",
             "^[\"\\\\\\n\\x01]+$", "[\\u00e8-\\u00ea\\u07ff-\\u0800\\ufff0-\\u{10001}]"}) {
        const TextSet set = matching(pattern);
        RegexPool pool;
        const RegexId spelled = pool.automaton(jsonSpellings(set));
        for (const std::u32string& text : allTexts(letters, 2)) {
            const std::string utf8 = QString::fromStdU32String(text).toStdString();
            QCOMPARE(pool.matches(spelled, jsonEscaped(utf8)), set.contains(text));
        }
        for (const char* wrong : {"\"", "\\", "\n", "\\u0061", "\\x", "\xED\xA0\x80", "\xC3",
                 "\xF4\x90\x80\x80", "\xC0\x80"})
            QVERIFY2(!pool.matches(spelled, wrong), wrong);
    }
}

TESTS(JsonSchemaTextsTest);
#include "json_schema_texts_test.moc"
