#include "base/error.h"
#include "engine/filters/schema/schema_json.h"
#include "tests/engine/filters/schema/schema_texts.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

// What a schema takes and what it rejects, keyword by keyword.
class JsonSchemaTest : public QObject {
    Q_OBJECT

private slots:
    void takesWhatIsValid_data();
    void takesWhatIsValid();
    void refusesWhatCannotBeEnforced_data();
    void refusesWhatCannotBeEnforced();
    void valuesAreCounted();
    void endsWithTheValue();
    void masksAgreeWithBytes();
    void boundsWhiteSpace();
    void staysWithinBounds_data();
    void staysWithinBounds();
};

void JsonSchemaTest::valuesAreCounted()
{
    std::string schema = "[0";
    for (size_t value = 0; value < SchemaJsonText::maxValues; ++value)
        schema += ",0";

    try {
        const SchemaJsonText text(schema + "]");
        QFAIL("nothing was thrown");
    } catch (const base::Error& error) {
        QCOMPARE(error.kind(), base::ErrorKind::BadRequest);
        QCOMPARE(QString(error.what()), QString("The schema must have at most 2000000 values."));
    }
}

void JsonSchemaTest::takesWhatIsValid_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QStringList>("valid");
    QTest::addColumn<QStringList>("invalid");
    using List = QStringList;
    const auto row
        = [](const char* name, const char* schema, const List& valid, const List& invalid) {
              QTest::newRow(name) << QString(schema) << valid << invalid;
          };

    row("true is any value", "true",
        {"null", "true", "-1.5e-3", "\"a\\n\\u0001é\"", "[]", "[1, [2]]", "{\"a\": {\"b\": []}}"},
        {"", "nul", "01", "1.", "\"\n\"", "[1,]", "{a: 1}", "{\"a\"}", "1e400", "\"\\x\"",
            "tru e"});
    row("an empty schema is any value", "{}", {"{}", "[null]"}, {"}"});
    row("type", R"({"type": ["integer", "null"]})", {"0", "-12", "null"},
        {"1.5", "\"1\"", "true", "-"});
    row("type number", R"({"type": "number"})", {"0", "1.5", "-2e10"}, {"\"1\"", ".5", "+1"});
    row("boolean and null", R"({"enum": [true, null]})", {"true", "null"}, {"false"});
    row("enum", R"({"enum": ["a", "ab", 1, 1.5, [1, {"x": null}], {"k": "v"}]})",
        {"\"a\"", "\"ab\"", "1", "1.0", "1.5", "[1, {\"x\": null}]", "{\"k\": \"v\"}"},
        {"\"b\"", "\"\"", "2", "[1]", "[1, {}]", "{}", "{\"k\": \"v\", \"l\": 1}", "true"});
    row("enum beside type", R"({"type": "string", "enum": ["a", 1, null]})", {"\"a\""},
        {"1", "null"});
    row("const needs escapes", R"({"const": "a\"\\\n\u0001/é"})", {"\"a\\\"\\\\\\n\\u0001/é\""},
        {"\"a\""});

    row("minLength counts characters", R"({"type": "string", "minLength": 2, "maxLength": 3})",
        {"\"ab\"", "\"é😀\"", "\"\\n\\u0001a\""}, {"\"a\"", "\"abcd\"", "\"😀\"", "\"\\n\""});
    row("pattern", R"({"type": "string", "pattern": "^a+b"})", {"\"ab\"", "\"aabc\""},
        {"\"b\"", "\"cab\""});
    row("pattern is a search", R"({"type": "string", "pattern": "b|c$"})", {"\"abd\"", "\"ac\""},
        {"\"cd\""});
    row("pattern over escapes", R"({"type": "string", "pattern": "^[\\\\\"\\n]+$"})",
        {"\"\\\\\"", "\"\\\"\"", "\"\\n\"", "\"\\u000a\"", "\"\\u000A\""},
        {"\"n\"", "\"\\t\"", "\"\\\""});
    row("pattern and length",
        R"({"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "maxLength": 70000})",
        {"\"ab\""}, {"\"a\"", "\"aB\""});
    row("look-ahead", R"({"type": "string", "pattern": "^(?=.*[0-9])(?!0)[a-z0-9]{2,3}$"})",
        {"\"a1\"", "\"1aa\""}, {"\"ab\"", "\"0a\"", "\"a\""});
    row("date", R"({"type": "string", "format": "date"})", {"\"2024-02-29\""},
        {"\"2023-02-29\"", "\"1\""});
    row("format and length", R"({"type": "string", "format": "hostname", "maxLength": 4})",
        {"\"a.bc\""}, {"\"a.bcd\"", "\"-a\""});
    row("formats the standard does not know", R"({"type": "string", "format": "path"})", {"\"x\""},
        {"1"});

    row("bounds", R"({"type": "number", "minimum": -1.5, "exclusiveMaximum": 20})",
        {"-1.5", "-1.50", "0", "-0", "19.999", "7"}, {"-1.51", "20", "20.0", "100", "-2", "1e0"});
    row("bounds of draft 4",
        R"({"type": "integer", "minimum": 3, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": false})",
        {"4", "5"}, {"3", "6", "4.5"});
    row("multipleOf", R"({"type": "number", "multipleOf": 0.25})", {"0", "1.75", "-0.50", "3"},
        {"0.3", "0.05"});
    row("multiples of a whole number", R"({"type": "integer", "multipleOf": 7, "minimum": 10})",
        {"14", "700"}, {"7", "15", "-14"});
    row("tiny bounds", R"({"type": "number", "minimum": 1e-3, "maximum": 1E2})", {"0.001", "100"},
        {"0.0009", "101"});

    row("items", R"({"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3})",
        {"[1]", "[1, 2, 3]", "[1,2]"}, {"[]", "[1, 2, 3, 4]", "[\"a\"]", "[1,]", "[,1]"});
    row("prefixItems",
        R"({"type": "array", "prefixItems": [{"type": "string"}, true], "items": {"type": "null"}})",
        {"[]", "[\"a\"]", "[\"a\", 1]", "[\"a\", 1, null, null]"}, {"[1]", "[\"a\", 1, 2]"});
    row("items as a list",
        R"({"type": "array", "items": [{"const": 1}], "additionalItems": false})", {"[]", "[1]"},
        {"[2]", "[1, 1]"});
    row("contains", R"({"type": "array", "contains": {"const": 1}, "maxItems": 3})",
        {"[1]", "[2, 1]", "[2, 3, 1]"}, {"[]", "[2]", "[2, 3, 4]", "[2, 3, 4, 1]"});
    row("uniqueItems of few values",
        R"({"type": "array", "items": {"enum": ["a", "b", true]}, "uniqueItems": true})",
        {"[]", "[\"b\", \"a\"]", "[true, \"a\", \"b\"]"},
        {"[\"a\", \"a\"]", "[true, \"a\", true]"});

    row("properties in order",
        R"({"type": "object", "properties": {"b": {"type": "integer"}, "a": {"type": "string"}}, "required": ["a"]})",
        {"{\"a\": \"\"}", "{\"b\": 1, \"a\": \"x\"}", "{\"b\": 1, \"a\": \"x\", \"c\": null}"},
        {"{}", "{\"b\": 1}", "{\"a\": \"x\", \"b\": 1}", "{\"a\": 1}",
            "{\"a\": \"x\", \"a\": \"y\"}"});
    row("additionalProperties false",
        R"({"type": "object", "properties": {"a": true}, "additionalProperties": false})",
        {"{}", "{\"a\": 1}"}, {"{\"b\": 1}", "{\"a\": 1, \"b\": 1}"});
    row("additionalProperties",
        R"({"type": "object", "properties": {"a": true}, "additionalProperties": {"type": "integer"}})",
        {"{\"a\": \"x\", \"b\": 1, \"aa\": 2}"}, {"{\"b\": \"x\"}", "{\"b\": 1, \"a\": 1}"});
    row("patternProperties",
        R"({"type": "object", "properties": {"ab": true}, "patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": false})",
        {"{\"ab\": 1}", "{\"ab\": 1, \"ax\": 2}"},
        {"{\"ab\": \"x\"}", "{\"b\": 1}", "{\"ax\": null}"});
    row("propertyNames", R"({"type": "object", "propertyNames": {"maxLength": 2}})",
        {"{\"ab\": 1}"}, {"{\"abc\": 1}"});
    row("minProperties",
        R"({"type": "object", "properties": {"a": true, "b": true}, "minProperties": 2, "additionalProperties": false})",
        {"{\"a\": 1, \"b\": 2}"}, {"{}", "{\"a\": 1}", "{\"b\": 1}"});
    row("maxProperties",
        R"({"type": "object", "properties": {"a": true, "b": true}, "maxProperties": 1})",
        {"{}", "{\"b\": 1}", "{\"c\": 1}"}, {"{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"c\": 2}"});
    row("one member at least", R"({"type": "object", "minProperties": 1})", {"{\"x\": 1}"}, {"{}"});
    row("dependentRequired",
        R"({"type": "object", "properties": {"a": true, "b": true, "c": true}, "dependentRequired": {"b": ["c"]}})",
        {"{}", "{\"a\": 1}", "{\"b\": 1, \"c\": 1}", "{\"c\": 1}"},
        {"{\"b\": 1}", "{\"a\": 1, \"b\": 1}"});
    row("dependentSchemas",
        R"({"type": "object", "properties": {"a": true, "b": true}, "dependentSchemas": {"a": {"properties": {"b": {"const": 1}}}}})",
        {"{\"b\": 2}", "{\"a\": 0, \"b\": 1}"}, {"{\"a\": 0, \"b\": 2}"});
    row("names need escapes", R"({"type": "object", "properties": {"a\"\n": {"const": 1}}})",
        {"{\"a\\\"\\n\": 1}", "{\"x\": 2}"}, {"{\"a\\\"\\n\": 2}", "{\"a\\\"\\u000a\": 2}"});
    row("unevaluatedProperties",
        R"({"type": "object", "properties": {"a": true}, "allOf": [{"properties": {"b": true}}], "unevaluatedProperties": false})",
        {"{\"a\": 1, \"b\": 1}"}, {"{\"c\": 1}"});

    row("allOf",
        R"({"allOf": [{"type": "object", "properties": {"a": {"minimum": 2}}}, {"properties": {"a": {"type": "integer"}}, "required": ["a"]}]})",
        {"{\"a\": 2}"}, {"{}", "{\"a\": 1}", "{\"a\": 2.5}", "1"});
    row("anyOf",
        R"({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})",
        {"\"a\"", "[\"a\"]"}, {"1", "[1]"});
    row("oneOf leaves out what two take",
        R"({"type": "integer", "oneOf": [{"minimum": 5}, {"maximum": 10}]})", {"4", "11"},
        {"5", "10", "7"});
    row("oneOf by a member",
        R"({"oneOf": [{"type": "object", "properties": {"k": {"const": "a"}, "x": {"type": "integer"}}, "required": ["k", "x"]},
                      {"type": "object", "properties": {"k": {"const": "b"}, "y": {"type": "string"}}, "required": ["k"]}]})",
        {"{\"k\": \"a\", \"x\": 1}", "{\"k\": \"b\", \"y\": \"\"}"},
        {"{\"k\": \"a\"}", "{\"k\": \"c\"}", "{\"k\": \"b\", \"y\": 1}"});
    row("oneOf by what is required",
        R"({"type": "object", "properties": {"a": true, "b": true}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]})",
        {"{\"a\": 1}", "{\"b\": 1}"}, {"{}", "{\"a\": 1, \"b\": 1}"});
    row("not", R"({"type": ["string", "integer"], "not": {"enum": ["a", 1]}})",
        {"\"b\"", "2", "\"\""}, {"\"a\"", "1", "null"});
    row("not of members",
        R"({"type": "object", "not": {"required": ["a"], "properties": {"a": {"type": "string"}}}})",
        {"{}", "{\"a\": 1}", "{\"b\": \"x\"}"}, {"{\"a\": \"x\"}"});
    row("not of items", R"({"type": "array", "not": {"items": {"type": "integer"}}})",
        {"[\"a\"]", "[1, null]"}, {"[]", "[1, 2]"});
    row("some name must be there",
        R"({"type": "object", "not": {"propertyNames": {"not": {"pattern": "^x"}}}})",
        {"{\"x1\": 1}", "{\"a\": 1, \"x\": 2}"}, {"{}", "{\"a\": 1}"});
    row("if, then, else",
        R"({"type": "object", "properties": {"a": true, "b": true, "c": true}, "if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}})",
        {"{\"a\": 1, \"b\": 1}", "{\"a\": 2, \"c\": 1}", "{\"c\": 1}"},
        {"{\"a\": 1}", "{\"a\": 2, \"b\": 1}"});

    row("$ref and recursion",
        R"({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}, "required": ["v"], "additionalProperties": false}}})",
        {"{\"v\": 1}", "{\"v\": 1, \"kids\": [{\"v\": 2, \"kids\": []}]}"},
        {"{}", "{\"v\": 1, \"kids\": [{}]}"});
    row("anchors and ids",
        R"({"$id": "https://example.com/a/b", "prefixItems": [{"$ref": "#x"}, {"$ref": "c"}, {"$ref": "https://example.com/a/c#/$defs/n"}], "items": false, "type": "array",
            "$defs": {"x": {"$anchor": "x", "const": 1}, "c": {"$id": "c", "const": 2, "$defs": {"n": {"const": 3}}}}})",
        {"[1, 2, 3]"}, {"[1, 2, 2]", "[2]", "[1, 1]"});
    row("escapes in pointers",
        R"({"$ref": "#/$defs/a~1b~0c%20d", "$defs": {"a/b~c d": {"const": 1}}})", {"1"}, {"2"});
    row("beside $ref in old drafts",
        R"({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#/definitions/t", "maxLength": 1}}, "type": "object", "definitions": {"t": {"type": "string"}}})",
        {"{\"a\": \"long\"}"}, {"{\"a\": 1}"});
    row("beside $ref in new drafts",
        R"({"type": "object", "properties": {"a": {"$ref": "#/$defs/t", "maxLength": 1}}, "$defs": {"t": {"type": "string"}}})",
        {"{\"a\": \"l\"}"}, {"{\"a\": \"long\"}", "{\"a\": 1}"});
    row("a member that cannot be",
        R"({"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"not": {}}}})",
        {"{}", "{\"a\": {}}"}, {"{\"b\": 1}", "{\"a\": 1}"});
}

void JsonSchemaTest::takesWhatIsValid()
{
    QFETCH(QString, schema);
    QFETCH(QStringList, valid);
    QFETCH(QStringList, invalid);
    const auto constraint = jsonSchemaConstraint(tests::bytesAsTokens(), schema.toStdString());

    for (const QString& text : valid) {
        const tests::Taken taken = tests::taken(*constraint, text.toStdString());
        QVERIFY2(taken.whole, qPrintable(text + " at " + QString::number(taken.bytes)));
    }
    for (const QString& text : invalid)
        QVERIFY2(!tests::taken(*constraint, text.toStdString()).whole, qPrintable(text));
}

void JsonSchemaTest::refusesWhatCannotBeEnforced_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* schema, const char* sentence) {
        QTest::newRow(schema) << QString(schema) << QString(sentence);
    };
    row("", "The schema isn't valid JSON: error at byte 1.");
    row("[]", "The schema must have a schema, which is an object, true or false, at #.");
    row("false", "The schema doesn't allow any value.");
    row(R"({"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]})",
        "The schema doesn't allow any value.");
    row(R"({"type": "text"})",
        "The schema must have a type (null, boolean, number, integer, string, array, object) at "
        "#/type.");
    row(R"({"properties": {"a/b": {"minLength": -1}}})",
        "The schema must have a whole number that is not negative at #/properties/a~1b/minLength.");
    row(R"({"$ref": "https://example.com/other.json"})",
        "The schema refers to another document, \"https://example.com/other.json\", at #/$ref; "
        "external references aren't supported.");
    row(R"({"items": {"$ref": "#/$defs/none"}})",
        "The schema has no definition at \"#/$defs/none\", which #/items/$ref names.");
    row(R"({"$ref": "#"})", "The schema's # cannot be enforced: it refers to itself endlessly.");
    row(R"({"pattern": "(a)\\1"})",
        "The schema's #/pattern cannot be enforced: the pattern \"(a)\\1\" has a back-reference");
    row(R"({"pattern": "[a"})",
        "The schema's #/pattern cannot be enforced: the pattern \"[a\" has an unclosed \"[\".");
    row(R"({"type": "array", "items": {"type": "string"}, "uniqueItems": true})",
        "The schema's #/uniqueItems cannot be enforced: unique items are only supported for at "
        "most 8 values, texts, true, false or null.");
    row(R"({"type": "object", "minProperties": 2})",
        "The schema's #/minProperties cannot be enforced: additional names could occur twice, so "
        "they can't be counted.");
    row(R"({"contains": {}, "minContains": 2})",
        "The schema's #/minContains cannot be enforced: matching items cannot be counted.");
    row(R"({"multipleOf": 0.1234567})",
        "The schema's #/multipleOf cannot be enforced: a divisor may have at most 20000 units of "
        "its "
        "last place.");
    row(R"({"$dynamicRef": "#node"})",
        "The schema's #/$dynamicRef cannot be enforced: its target depends on where it is "
        "referenced.");
    row(R"({"anyOf": [{"properties": {"a": true}}], "unevaluatedProperties": false})",
        "The schema's #/unevaluatedProperties cannot be enforced: what is evaluated depends on the "
        "value.");
}

void JsonSchemaTest::refusesWhatCannotBeEnforced()
{
    QFETCH(QString, schema);
    QFETCH(QString, sentence);

    const QString refusal = QString::fromStdString(tests::refusalOf(schema.toStdString()));

    QVERIFY2(refusal.startsWith(sentence) && refusal.endsWith("."), qPrintable(refusal));
}

void JsonSchemaTest::endsWithTheValue()
{
    const auto object
        = jsonSchemaConstraint(tests::bytesAsTokens(), R"({"type": "object"})")->start();
    QVERIFY(object->take("{"));
    QVERIFY(!object->mayEnd());
    QVERIFY(object->take("}"));
    QVERIFY(object->mayEnd() && object->mustEnd());

    const auto number
        = jsonSchemaConstraint(tests::bytesAsTokens(), R"({"type": "integer"})")->start();
    QVERIFY(number->take("12"));
    QVERIFY(number->mayEnd() && !number->mustEnd());
    number->undo(1);
    QVERIFY(!number->mayEnd());
}

// A walk by the masks never comes to a state that they or the bytes see differently.
void JsonSchemaTest::masksAgreeWithBytes()
{
    std::vector<std::string> tokens
        = {"", "{\"", "\": ", "\"a\": 1", ", ", "}", "]}", " true", "null", "12", "\\n"};
    for (int byte = 9; byte < 256; ++byte)
        tokens.push_back(std::string(1, char(byte)));
    const auto trie = std::make_shared<const TokenTrie>(tokens);
    const auto constraint = jsonSchemaConstraint(trie,
        R"({"type": "object", "properties": {"a": {"type": "integer", "maximum": 20}, "b": {"enum": ["x\n", null]}},
            "additionalProperties": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2}})");
    std::mt19937 numbers(5);
    for (int walk = 0; walk < 20; ++walk) {
        const auto filter = constraint->start();
        for (int step = 0; step < 25 && !filter->mustEnd(); ++step) {
            const TokenMask mask = filter->mask();
            std::vector<TokenId> allowed;
            for (TokenId id = 1; id < trie->vocabulary(); ++id) {
                const bool takes = filter->take(trie->bytes(id));
                if (takes)
                    filter->undo(1);
                QCOMPARE(mask.allows(id), takes);
                if (takes)
                    allowed.push_back(id);
            }
            QVERIFY(!allowed.empty());
            QVERIFY(filter->take(trie->bytes(allowed[numbers() % allowed.size()])));
        }
    }
}

void JsonSchemaTest::boundsWhiteSpace()
{
    const auto constraint = jsonSchemaConstraint(tests::bytesAsTokens(), "true");
    const auto takes
        = [&](const std::string& text) { return tests::taken(*constraint, text).whole; };

    QVERIFY(takes("{\"a\":[1,2]}"));
    QVERIFY(takes("{\n  \"a\": [\r\n\t1,\n\t2\n  ]\n}"));
    QVERIFY(takes("[" + std::string(64, ' ') + "]"));
    QVERIFY(!takes("[" + std::string(130, ' ') + "]"));
    QVERIFY(!takes("[1,\n\n\n2]"));
    QVERIFY(!takes(" 1"));
    QVERIFY(!takes("[] "));
}

void JsonSchemaTest::staysWithinBounds_data()
{
    QTest::addColumn<QByteArray>("schema");
    const auto repeated = [](const QByteArray& text, int times) { return text.repeated(times); };
    QTest::newRow("deep nesting") << repeated("[", 100'000);
    QTest::newRow("deep schemas") << repeated("{\"not\":", 100'000);
    QTest::newRow("many choices at once") << "{\"allOf\": ["
            + repeated("{\"anyOf\": [{\"required\": [\"a\"]}, {\"required\": [\"b\"]}, "
                       "{\"minProperties\": 3}]},",
                50)
            + "true]}";
    QTest::newRow("a pattern with too many states")
        << QByteArray(R"({"pattern": "(a|b)*a(a|b){40}"})");
    QTest::newRow("a pattern that repeats too much")
        << QByteArray(R"({"pattern": "((a{1000}){1000}){1000}"})");
    QTest::newRow("groups in groups") << "{\"pattern\": \"" + repeated("(", 100'000) + "\"}";
    QByteArray chain = "{\"$ref\": \"#/$defs/0\", \"$defs\": {";
    for (int link = 0; link < 20'000; ++link)
        chain += "\"" + QByteArray::number(link) + "\": {\"$ref\": \"#/$defs/"
            + QByteArray::number(link + 1) + "\"},";
    QTest::newRow("a chain of references") << chain + "\"20000\": true}}";
    QByteArray names = "{\"properties\": {";
    for (int name = 0; name < 30'000; ++name)
        names += "\"" + QByteArray::number(name) + "\": true,";
    QTest::newRow("many members") << names + "\"a\": true}}";
}

// Rejected with a message, soon, and without running out of stack.
void JsonSchemaTest::staysWithinBounds()
{
    QFETCH(QByteArray, schema);

    const std::string sentence = tests::refusalOf(schema.toStdString());

    QVERIFY2(sentence.starts_with("The schema") && sentence.ends_with("."), sentence.c_str());
}

TESTS(JsonSchemaTest);
#include "json_schema_test.moc"
