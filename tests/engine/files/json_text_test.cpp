#include "engine/files/json_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <nlohmann/json.hpp>
#include <random>

using base::Error;
using base::ErrorKind;
using engine::JsonError;
using engine::JsonLimits;
using engine::parseJson;
using engine::tryParseJson;
using nlohmann::json;
using nlohmann::ordered_json;
using Reason = JsonError::Reason;

Q_DECLARE_METATYPE(JsonLimits)

namespace {

std::string repeated(std::string_view text, size_t times)
{
    std::string all;
    all.reserve(text.size() * times);
    for (size_t time = 0; time < times; ++time)
        all += text;
    return all;
}

std::string nested(size_t levels, std::string_view open = "[", std::string_view close = "]")
{
    return repeated(open, levels) + repeated(close, levels);
}

// 200,000 of them once took a minute.
std::string emptyObjects(size_t count)
{
    return "[" + repeated("{},", count - 1) + "{}]";
}

std::string messageOf(auto act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class JsonTextTest : public QObject {
    Q_OBJECT

private slots:
    void valuesAreThoseOfTheLibrary_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::pair<const char*, QByteArray> rows[] = {
            {"null", "null"},
            {"true", " true "},
            {"large", "[9223372036854775807, 9223372036854775808, 18446744073709551615]"},
            {"larger", "18446744073709551616"},
            {"small", "-9223372036854775808"},
            {"smaller", "-9223372036854775809"},
            {"fractions", "[-0.0, 1e308, 5e-324, 0.1]"},
            {"texts", R"(["", "a\u0000b", "\ud83d\ude00", "模型"])"},
            {"byte order mark", "\xef\xbb\xbf{}"},
            {"objects", R"({"b": {"y": [], "x": {}}, "a": [[1], {"z": null}]})"},
            {"a key that comes again", R"({"b": [1], "a": 2, "b": {"c": 3}})"},
        };
        for (const auto& [name, text] : rows)
            QTest::newRow(name) << text;
        QByteArray keys = "{";
        for (int key = 0; key < 40; ++key) // of which every other one comes again
            keys += "\"" + QByteArray::number(key % 30) + "\": " + QByteArray::number(key) + ",";
        QTest::newRow("many keys, some of which come again") << keys + "\"29\": {}}";
    }
    void valuesAreThoseOfTheLibrary()
    {
        QFETCH(QByteArray, text);

        QVERIFY(parseJson<json>(text.toStdString()) == json::parse(text.toStdString()));
        QCOMPARE(parseJson<ordered_json>(text.toStdString()).dump(),
            ordered_json::parse(text.toStdString()).dump());
        QVERIFY(engine::isJson(text.toStdString()));
    }

    void mistakesAreThoseOfTheLibrary_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "[", "{\"a\"", "{\"a\" 1}", "[1 2]", "tru", "\"a", "[]]",
                 "\"\xff\"", "\"\\ud800\"", "{1: 2}", "01", "1e999", "/* */ 1", "NaN"})
            QTest::newRow(text) << QByteArray(text);
    }
    void mistakesAreThoseOfTheLibrary()
    {
        QFETCH(QByteArray, text);
        std::string expected;
        try {
            const json value = json::parse(text.toStdString());
        } catch (const json::exception& error) {
            expected = error.what();
        }
        QVERIFY(!expected.empty());

        try {
            parseJson<json>(text.toStdString());
            QFAIL("nothing was thrown");
        } catch (const JsonError& error) {
            QCOMPARE(error.details, expected);
            QCOMPARE(error.reason, text == "1e999" ? Reason::Number : Reason::Syntax);
        }
        QVERIFY(!tryParseJson<ordered_json>(text.toStdString()));
        QVERIFY(!engine::isJson(text.toStdString()));
    }

    void damagedTextsAreReadAsByTheLibrary()
    {
        const std::string whole = R"({"a": [1, -2.5e3, true, null, "\u00e9\n"], "b": {"a": {}}})";
        constexpr std::string_view letters = "{}[]\",:\\ntf0-1.e \xc3";
        std::mt19937 random(1);
        int valid = 0;
        for (int round = 0; round < 5000; ++round) {
            std::string text = whole;
            for (size_t change = 0; change < 1 + random() % 3; ++change)
                text[random() % text.size()] = letters[random() % letters.size()];

            const json expected = json::parse(text, nullptr, false);
            const auto value = tryParseJson<json>(text);

            QVERIFY2(value ? *value == expected : expected.is_discarded(), text.c_str());
            QCOMPARE(engine::isJson(text), value.has_value());
            valid += value.has_value();
        }
        QVERIFY(valid > 100 && valid < 4900);
    }

    void whatExceedsALimitIsRejected_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<JsonLimits>("limits");
        QTest::addColumn<QString>("message"); // empty: it is within the limit
        const auto row = [](const char* name, const std::string& text, const JsonLimits& limits,
                             const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << limits << QString(message);
        };
        row("64 arrays", nested(64), {}, "");
        row("65 arrays", nested(65), {}, "is nested deeper than 64 levels");
        row("64 objects", nested(63, "{\"a\":", "}").insert(63 * 5, "{}"), {}, "");
        row("65 objects", nested(64, "{\"a\":", "}").insert(64 * 5, "{}"), {},
            "is nested deeper than 64 levels");
        row("brackets without an end", repeated("[", 10'000'000), {},
            "is nested deeper than 64 levels");
        row("3 levels", "[[{}]]", {.depth = 3}, "");
        row("4 levels", "[[{\"a\": []}]]", {.depth = 3}, "is nested deeper than 3 levels");
        row("5 values", "[1, {\"a\": \"b\"}, null]", {.values = 5}, "");
        row("a value more", "[1, {\"a\": \"b\"}, null]", {.values = 4}, "has too many values");
        row("a million values", "[" + repeated("0,", 999'998) + "0]", {}, "");
        row("more", "[" + repeated("0,", 999'999) + "0]", {}, "has too many values");
        row("2 keys", R"({"a": {"b": 1}})", {.keys = 2}, "");
        row("3 keys", R"([{"a": {"b": 1}}, {"a": 2}])", {.keys = 2}, "has too many keys");
        row("2 keys each", R"([{"a": {"b": 1}, "c": 2}, {"a": 2}])", {.keysOfObject = 2}, "");
        row("3 keys of one", R"([{"a": {}, "b": 2, "c": 2}])", {.keysOfObject = 2},
            "has too many keys");
        row("5 bytes", "[1,2]", {.bytes = 5}, "");
        row("6 bytes", "[1,2]\n", {.bytes = 5}, "is larger than 5 bytes");
        row("a key twice", R"({"a": 1, "a": 1})", {}, "");
        row("a key twice where none may be", R"([{"a": 1}, {"a": 1, "b": 2, "a": 1}])",
            {.hasUniqueKeys = true}, "has the key \"a\" twice");
    }
    void whatExceedsALimitIsRejected()
    {
        QFETCH(QByteArray, text);
        QFETCH(JsonLimits, limits);
        QFETCH(QString, message);
        const std::string bytes = text.toStdString();

        const auto unordered = messageOf([&] { parseJson<json>(bytes, limits); });
        const auto ordered = messageOf([&] { parseJson<ordered_json>(bytes, limits); });

        QCOMPARE(QString::fromStdString(unordered), message);
        QCOMPARE(QString::fromStdString(ordered), message);
        if (!limits.hasUniqueKeys) // which only those who make values see
            QCOMPARE(engine::isJson(bytes, limits), message.isEmpty());
    }

    // The parse looks at each value once, however many others there are.
    void aParseTakesAsManyStepsAsItHasValues()
    {
        for (const size_t count : {size_t(50'000), size_t(200'000), size_t(800'000)}) {
            size_t asked = 0;
            const JsonLimits limits{.isCancelled = [&asked] { return ++asked == 0; }};

            const auto list = parseJson<ordered_json>(emptyObjects(count), limits);

            QCOMPARE(list.size(), count);
            QCOMPARE(asked, (count + 1) / 4096);
        }
    }

    void anObjectOfManyKeysIsReadInTheirOrder()
    {
        constexpr int count = 200'000; // the library would compare 20,000,000,000 texts
        std::string text = "{";
        for (int key = 0; key < count; ++key)
            text += "\"key " + std::to_string(count - key) + "\": " + std::to_string(key) + ",";
        text += "\"key 7\": \"again\"}";

        const auto object = parseJson<ordered_json>(text);

        QCOMPARE(object.size(), size_t(count));
        int key = 0;
        for (const auto& [name, value] : object.items()) {
            if (name != "key " + std::to_string(count - key)
                || (name == "key 7" ? value != "again" : value != key))
                QFAIL(name.c_str());
            ++key;
        }
        QCOMPARE(messageOf([&] { parseJson<ordered_json>(text, {.hasUniqueKeys = true}); }),
            std::string("has the key \"key 7\" twice"));
    }

    void aParseIsCancelled()
    {
        size_t asked = 0;
        const JsonLimits limits{.isCancelled = [&asked] { return ++asked == 2; }};
        const std::string text = emptyObjects(200'000);

        try {
            tryParseJson<json>(text, limits);
            QFAIL("it was read to its end");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Cancelled);
        }
        QCOMPARE(asked, size_t(2));
        asked = 0;
        QVERIFY_EXCEPTION_THROWN(engine::isJson(text, limits), Error);
        QCOMPARE(asked, size_t(2));
    }

    void textsOfOthersAreNamed()
    {
        const auto messageFor
            = [](const std::string& text) { return messageOf([&] { parseJson(text, "a.json"); }); };

        QCOMPARE(
            messageFor(nested(100'000)), std::string("a.json is nested deeper than 64 levels"));
        QCOMPARE(messageFor(R"({"a": 1, "b": {"c": 1, "c": 2}})"),
            std::string("a.json has the key \"c\" twice"));
        QCOMPARE(messageFor("[1, 2, }"), std::string("a.json isn't valid JSON: error at byte 8"));
        QCOMPARE(messageFor("[1e999]"), std::string("a.json has a number that is too large"));
        QCOMPARE(messageFor("[" + repeated("0,", 8'000'000) + "0]"),
            std::string("a.json has too many values"));
    }
};

TESTS(JsonTextTest);
#include "json_text_test.moc"
