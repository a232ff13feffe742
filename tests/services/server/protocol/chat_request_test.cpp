#include "base/error.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/content_parts.h"
#include "services/server/protocol/requests.h"
#include "services/server/protocol/tool_fields.h"
#include "tests/services/server/quoted.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"

#include <QCoreApplication>
#include <QFile>
#include <QTest>

using namespace services::server;
using runtime::Role;

// The contents of a body of /v1/chat/completions, without a socket.
class ChatRequestTest : public QObject {
    Q_OBJECT

    static bool isGone() { return false; }

    static GenerationRequest read(const std::string& fields)
    {
        return readChatRequest(
            parseBody(
                R"({"model": "m", "messages": [{"role": "user", "content": "Hi"}])" + fields + "}"),
            isGone);
    }

    static GenerationRequest bodyOf(const QByteArray& body)
    {
        return readChatRequest(parseBody(tests::quoted(body).toStdString()), isGone);
    }

    // The pixels of an image with these fields next to its URL.
    static runtime::Pixels pictureWith(const QByteArray& fields)
    {
        const std::string picture = dataUri(tests::resource("samples/one-1.png"), "image/png");
        const GenerationRequest read
            = bodyOf("{'model': 'm', 'messages': [{'role': 'user', "
                     "'content': [{'type': 'image_url', 'image_url': {'url': '"
                + QByteArray::fromStdString(picture) + "'" + fields + "}}]}]}");
        return std::get<runtime::Pixels>(read.request.messages.front().parts[0]);
    }

    static std::string dataUri(const QString& file, const std::string& type)
    {
        QFile picture(file);
        if (!picture.open(QIODevice::ReadOnly))
            qFatal("no such file");
        return "data:" + type + ";base64," + picture.readAll().toBase64().toStdString();
    }

private slots:
    // A slow host can't hold a request for as long as all its images may take one by one.
    void theImagesOfARequestHaveOneTimeLimit()
    {
        int asked = 0;
        AttachedFiles files(
            isGone,
            [&](const std::string&, const std::function<bool()>& mustStop) -> std::string {
                ++asked;
                while (!mustStop())
                    QTest::qWait(1);
                throw base::Error(base::ErrorKind::Cancelled, "The download was cancelled.");
            },
            std::chrono::milliseconds(20));
        for (int image = 0; image < 2; ++image)
            try {
                files.readPictureAt("http://slow.example/a.png", "image_url");
                QFAIL("must not be read");
            } catch (const ApiError& error) {
                QCOMPARE(error.status, 400);
                QVERIFY(std::string(error.what()).find("seconds together") != std::string::npos);
            }
        QCOMPARE(asked, 2);
    }

    void aPassageIsApartFromWhatIsSaid()
    {
        const std::vector<runtime::RequestMessage> messages = services::server::readChatMessages(
            services::server::Json::parse(
                R"({"messages": [{"role": "user", "content": [{"type": "passage", "text": "words",
                    "name": "a.png", "of": "picture"}, {"type": "text", "text": "Hello"}]}]})"),
            isGone);

        const auto* passage = std::get_if<runtime::Passage>(&messages.at(0).parts.at(0));
        QVERIFY(passage);
        QCOMPARE(passage->text, std::string("words"));
        QCOMPARE(passage->source.name, std::string("a.png"));
        QVERIFY(passage->from == runtime::Passage::From::Picture);
        QCOMPARE(runtime::joinText(messages[0]), std::string("Hello"));
    }

    void allFieldsAreRead()
    {
        const GenerationRequest read = ChatRequestTest::read(R"(, "temperature": 0.5, "top_p": 0.9,
            "frequency_penalty": 1, "presence_penalty": -1, "seed": 7, "stop": ["a", "b"],
            "max_completion_tokens": 12, "n": 3, "logprobs": true, "top_logprobs": 2,
            "logit_bias": {"5": -100, "7": 1.5}, "stream": true,
            "stream_options": {"include_usage": true}, "user": "u", "unheard_of": {"a": [1]})");

        const runtime::AnswerSettings& settings = read.request.settings;
        QCOMPARE(*settings.temperature, 0.5F);
        QCOMPARE(*settings.topP, 0.9F);
        QCOMPARE(*settings.frequencyPenalty, 1.F);
        QCOMPARE(*settings.presencePenalty, -1.F);
        QCOMPARE(*settings.seed, uint64_t(7));
        QCOMPARE(*settings.stopStrings, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(*settings.maxTokens, 12);
        QCOMPARE(read.answers, 3);
        QCOMPARE(*read.request.likeliestTokens, 2);
        QCOMPARE(read.request.bias.size(), size_t(2));
        QCOMPARE(read.request.bias[1].bias, 1.5F);
        QVERIFY(read.streams && read.includesUsage);
    }

    void whatIsAbsentSetsNothing()
    {
        const GenerationRequest read = ChatRequestTest::read(R"(, "temperature": null)");

        QVERIFY(read.request.settings == runtime::AnswerSettings());
        QVERIFY(!read.streams && read.answers == 1 && !read.request.likeliestTokens);
    }

    void wrongFieldsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* fields, const char* field) {
            QTest::newRow(fields) << QByteArray(fields) << QByteArray(field);
        };
        row(R"("temperature": "hot")", "temperature");
        row(R"("temperature": -0.1)", "temperature");
        row(R"("temperature": 1e999)", "");
        row(R"("top_p": 1.5)", "top_p");
        row(R"("presence_penalty": 11)", "presence_penalty");
        row(R"("n": 0)", "n");
        row(R"("n": 1.5)", "n");
        row(R"("n": 99999999999999999999)", "n");
        row(R"("max_tokens": -2)", "max_tokens");
        row(R"("max_completion_tokens": true)", "max_completion_tokens");
        row(R"("seed": 18446744073709551616)", "seed");
        row(R"("stream": 1)", "stream");
        row(R"("stream_options": [])", "stream_options");
        row(R"("stop": [1])", "stop");
        row(R"("logit_bias": {"x": 1})", "logit_bias");
        row(R"("logit_bias": {"5": 101})", "logit_bias");
        row(R"("top_logprobs": 2)", "top_logprobs");
        row(R"("logprobs": true, "top_logprobs": 21)", "top_logprobs");
        row(R"("response_format": {"type": "xml"})", "response_format.type");
        row(R"("response_format": {"type": "json_schema"})", "response_format");
        row(R"("response_format": {"type": "json_schema", "json_schema":
            {"schema": {"$ref": "http://elsewhere"}}})",
            "response_format");
        row(R"("tools": [{"type": "function"}])", "tools[0].function");
        row(R"("tools": [{"type": "function", "function": {"name": "a b"}}])",
            "tools[0].function.name");
        row(R"("tool_choice": "required")", "tool_choice");
        row(R"("tool_choice": {"type": "function", "function": {"name": "x"}})", "tool_choice");
        row(R"("messages": [])", "messages");
        row(R"("messages": "Hi")", "messages");
        row(R"("messages": [{"role": "user"}])", "messages[0].content");
        row(R"("messages": [{"role": "robot", "content": "Hi"}])", "messages[0].role");
        row(R"("messages": [{"content": "Hi"}])", "messages[0].role");
        row(R"("messages": [{"role": "user", "content": 5}])", "messages[0].content");
        row(R"("messages": [{"role": "user", "content": [{"type": "text"}]}])",
            "messages[0].content[0].text");
        row(R"("messages": [{"role": "user", "content": [{"type": "input_audio"}]}])",
            "messages[0].content[0].type");
        row(R"("messages": [{"role": "user", "content": [{"type": "image_url",
            "image_url": {"url": "http://elsewhere/a.png"}}]}])",
            "messages[0].content[0].image_url.url");
        row(R"("messages": [{"role": "user", "content": [{"type": "image_url",
            "image_url": {"url": "data:image/png;base64,AAAA"}}]}])",
            "messages[0].content[0].image_url.url");
        const std::string picture = dataUri(tests::resource("samples/one-1.png"), "image/png");
        for (const char* name : {"detail", "max_pixels"})
            QTest::newRow(name) << tests::quoted("'messages': [{'role': 'user', 'content': [{'type': "
                                                 "'image_url', 'image_url': {'url': '"
                + QByteArray::fromStdString(picture) + "', '" + name + "': -1}}]}]")
                                << QByteArray("messages[0].content[0].image_url.") + name;
        row(R"("messages": [{"role": "user", "content": [{"type": "file",
            "file": {"file_id": "file-1"}}]}])",
            "messages[0].content[0].file.file_data");
    }
    void wrongFieldsAreNamed()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, field);
        const bool hasMessages = fields.contains("\"messages\"");
        const QByteArray usual
            = hasMessages ? "" : R"(, "messages": [{"role": "user", "content": "Hi"}])";
        const QByteArray body = R"({"model": "m", )" + fields + usual + "}";

        try {
            readChatRequest(parseBody(body.toStdString()), isGone);
            QFAIL("it was taken");
        } catch (const ApiError& error) {
            QCOMPARE(error.status, 400);
            QCOMPARE(QByteArray::fromStdString(error.field), field);
        }
    }

    void aModelMustBeNamed()
    {
        QVERIFY_EXCEPTION_THROWN(
            readChatRequest(parseBody(R"({"messages": []})"), isGone), ApiError);
    }

    void bodiesThatAreNoneAreRefused_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("list") << QByteArray("[1]");
        QTest::newRow("broken") << QByteArray("{\"model\": ");
        QTest::newRow("invalid UTF-8") << QByteArray("{\"model\": \"\xff\xfe\"}");
        QTest::newRow("deep") << "{\"a\": " + QByteArray(100'000, '[') + QByteArray(100'000, ']')
                + "}";
        QByteArray keys = "{";
        for (int key = 0; key < 10'000; ++key)
            keys += "\"" + QByteArray::number(key) + "\": 0, ";
        QTest::newRow("keys") << keys + "\"a\": 0}";
        QTest::newRow("values") << "{\"a\": [" + QByteArray("0,").repeated(1'100'000) + "0]}";
    }
    void bodiesThatAreNoneAreRefused()
    {
        QFETCH(QByteArray, body);

        QVERIFY_EXCEPTION_THROWN(parseBody(body.toStdString()), ApiError);
    }

    void aBodyIsReadNoFurtherWhenTheClientIsGone()
    {
        std::string body = R"({"a": [{})";
        for (int value = 0; value < 200'000; ++value)
            body += ",{}";
        int asked = 0;
        const auto isGone = [&asked] { return ++asked == 2; };

        try {
            parseBody(body + "]}", isGone);
            QFAIL("it was read to its end");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Cancelled);
        }
        QCOMPARE(asked, 2);
    }

    void tooManyStopsAreRefused()
    {
        std::string stops = R"(, "stop": [)";
        for (int each = 0; each < 10'000; ++each)
            stops += "\"" + std::to_string(each) + "\",";
        stops.back() = ']';

        QVERIFY_EXCEPTION_THROWN(read(stops), ApiError);
    }

    void aConversationWithToolsIsRead()
    {
        const GenerationRequest read = bodyOf(
            "{'model': 'm', 'messages': ["
            "{'role': 'developer', 'content': 'Be brief.'},"
            "{'role': 'user', 'content': 'How late is it?'},"
            "{'role': 'assistant', 'content': null, 'tool_calls': [{'id': 'c1', 'type': 'function',"
            "    'function': {'name': 'now', 'arguments': '{}'}}]},"
            "{'role': 'tool', 'tool_call_id': 'c1', 'content': 'noon'}],"
            "'tools': [{'type': 'function', 'function': {'name': 'now', 'parameters':"
            "    {'type': 'object', 'properties': {'zone': {'type': 'string'}}}}}],"
            "'tool_choice': {'type': 'function', 'function': {'name': 'now'}}}");

        const auto& messages = read.request.messages;
        QCOMPARE(messages.size(), size_t(4));
        QVERIFY(messages[0].role == Role::System);
        const auto& call = std::get<runtime::ToolCall>(messages[2].parts.at(0));
        QCOMPARE(call.name, std::string("now"));
        const auto& result = std::get<runtime::ToolResult>(messages[3].parts.at(0));
        QCOMPARE(result.name, std::string("now"));
        QCOMPARE(result.text, std::string("noon"));
        QCOMPARE(read.toolChoice.name, std::string("now"));
    }

    void picturesAreAttached()
    {
        const std::string picture = dataUri(tests::resource("samples/one-1.png"), "image/png");

        const GenerationRequest read
            = bodyOf("{'model': 'm', 'messages': [{'role': 'user', "
                     "'content': [{'type': 'image_url', 'image_url': {'url': '"
                + QByteArray::fromStdString(picture)
                + "'}}, {'type': 'text', 'text': 'What is this?'}]}]}");

        const auto& parts = read.request.messages.front().parts;
        QCOMPARE(parts.size(), size_t(2));
        QVERIFY(std::get<runtime::Pixels>(parts[0])->width > 0);
        QCOMPARE(std::get<std::string>(parts[1]), std::string("What is this?"));
    }

    void theDetailOfAPictureIsRead_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<qlonglong>("tokens");
        QTest::newRow("none") << QByteArray() << qlonglong(0);
        QTest::newRow("auto") << QByteArray(", 'detail': 'auto'") << qlonglong(0);
        QTest::newRow("low") << QByteArray(", 'detail': 'low'") << qlonglong(vision::fastImage);
        QTest::newRow("tiles") << QByteArray(", 'detail': 'tiles'") << qlonglong(vision::tilesImage);
        QTest::newRow("high") << QByteArray(", 'detail': 'high'") << qlonglong(vision::fineImage);
    }
    void theDetailOfAPictureIsRead()
    {
        QFETCH(QByteArray, fields);
        QFETCH(qlonglong, tokens);
        const runtime::Pixels pixels = pictureWith(fields);
        QCOMPARE(qlonglong(pixels->tokens), tokens);
        QCOMPARE(pixels->width, pictureWith({})->width);
    }

    void largePicturesAreScaledDown()
    {
        const runtime::Pixels whole = pictureWith({}), small = pictureWith(", 'max_pixels': 900");
        QVERIFY(small->width * small->height <= 900);
        QVERIFY(small->width * small->height > 700);
        QCOMPARE(small->rgb.size(), size_t(3 * small->width * small->height));
        QCOMPARE(pictureWith(", 'max_pixels': 1000000000")->width, whole->width);
    }

    void picturesInResultsOfToolsAreRead()
    {
        const std::string picture = dataUri(tests::resource("samples/one-1.png"), "image/png");

        const GenerationRequest read
            = bodyOf("{'model': 'm', 'messages': [{'role': 'tool', 'tool_call_id': '1', 'name': "
                     "'look', 'content': [{'type': 'text', 'text': 'seen'}, {'type': 'image_url', "
                     "'image_url': {'url': '"
                + QByteArray::fromStdString(picture) + "'}}]}]}");

        const auto& parts = read.request.messages.front().parts;
        QCOMPARE(parts.size(), size_t(2));
        QCOMPARE(std::get<runtime::ToolResult>(parts[0]).text, std::string("seen"));
        QVERIFY(std::get<runtime::Pixels>(parts[1])->width > 0);
    }

    void schemasKeepTheirOrder()
    {
        const GenerationRequest read = ChatRequestTest::read(R"(, "response_format": {"type":
            "json_schema", "json_schema": {"name": "n", "schema": {"type": "object", "properties":
            {"z": {"type": "string"}, "a": {"type": "string"}}}}})");

        const std::string& schema = *read.request.settings.schema;
        QVERIFY(schema.find("\"z\"") < schema.find("\"a\""));
    }

    void minusOneCountsAsAbsent()
    {
        const auto settings = [](const char* fields) {
            return read(tests::quoted(fields).toStdString()).request.settings;
        };

        QVERIFY(!settings(", 'max_tokens': -1").maxTokens);
        QVERIFY(!settings(", 'seed': -1").seed);
        QCOMPARE(settings(", 'top_p': 0, 'temperature': 2").temperature, std::optional(0.F));
        QVERIFY(!settings(", 'top_p': 0").topP);
    }

    void aSchemaOfAnObjectIsKept()
    {
        const auto schema = [](const char* more) {
            const QByteArray format = ", 'response_format': {'type': 'json_object'";
            const QByteArray fields = tests::quoted(format + more + "}");
            return *read(fields.toStdString()).request.settings.schema;
        };

        QCOMPARE(schema(""), tests::quoted("{'type': 'object'}").toStdString());
        QCOMPARE(schema(", 'schema': {'type': 'object', 'required': ['a']}"),
            tests::quoted("{'type':'object','required':['a']}").toStdString());
        QVERIFY_EXCEPTION_THROWN(schema(", 'schema': {'$ref': 'http://elsewhere'}"), ApiError);
    }

    void toolsOfTheProviderAreLeftOut()
    {
        const QByteArray tools = ", 'tools': [{'type': 'web_search'}, {'type': 'function', "
                                 "'function': {'name': 'now'}}, {'type': 'code_interpreter'}]";

        const GenerationRequest request = read(tests::quoted(tools).toStdString());

        QCOMPARE(request.request.tools.size(), size_t(1));
        const std::vector<std::string> ignored{"web_search", "code_interpreter"};
        QCOMPARE(request.ignoredTools, ignored);
    }

    void argumentsThatBrokeOffAreText()
    {
        const Json call{{"id", "1"}, {"function", {{"name", "now"}, {"arguments", "{\"a"}}}};
        const Json body{{"model", "m"},
            {"messages",
                {{{"role", "user"}, {"content", "a"}},
                    {{"role", "assistant"}, {"tool_calls", Json::array({call})}}}}};

        const auto messages = readChatRequest(body, isGone).request.messages;

        QCOMPARE(
            std::get<runtime::ToolCall>(messages[1].parts.front()).arguments, std::string("{\"a"));
    }

    void whatCannotBeEnforcedOfAToolIsNamed()
    {
        const auto tool = [](const char* name, const char* parameters) {
            return runtime::Tool{name, "", tests::quoted(parameters).toStdString()};
        };
        std::vector<runtime::Tool> tools{
            tool("ids",
                "{'type': 'object', 'properties': {'uniqueItems': {'type': 'array', 'items': "
                "{'type': 'string'}, 'uniqueItems': true}}, 'required': ['uniqueItems']}"),
            tool("now", "{'type': 'object', 'properties': {}}"),
            tool("far", "{'$ref': 'elsewhere'}")};

        const auto left = keepEnforceable(tools, isGone);

        const std::vector<std::string> named{"ids: uniqueItems", "far: $ref"};
        QCOMPARE(left, named);
        const std::string kept = "{'type':'object','properties':{'uniqueItems':{'type':'array',"
                                 "'items':{'type':'string'}}},'required':['uniqueItems']}";
        QCOMPARE(tools[0].parameters, tests::quoted(kept.c_str()).toStdString());
        const std::string schema = forcedCallSchema(std::span(tools).subspan(1, 1), false);
        const std::string none
            = tests::quoted("'properties':{},'additionalProperties':false").toStdString();
        QVERIFY2(schema.find(none) != std::string::npos, schema.c_str());
    }

    void forcedCallsAreReadBack()
    {
        const runtime::Tool tool{"now", "", R"({"type": "object"})"};

        const auto schema = forcedCallSchema(std::span(&tool, 1), true);
        const auto calls
            = forcedCallsIn(R"([{"name": "now", "arguments": {"zone": "UTC"}}, {"name": "now"}])");

        QVERIFY(schema.find("\"const\":\"now\"") != std::string::npos);
        QCOMPARE(calls.size(), size_t(2));
        QCOMPARE(calls[0].arguments, std::string(R"({"zone":"UTC"})"));
        QCOMPARE(calls[1].arguments, std::string("{}"));
        QVERIFY(calls[0].id != calls[1].id);
        QVERIFY(forcedCallsIn("{\"name\": \"now\", \"argu").empty());
    }
};

TESTS(ChatRequestTest, QCoreApplication);
#include "chat_request_test.moc"
