#include "base/error.h"
#include "services/pictures/picture.h"
#include "services/pictures/picture_detail.h"
#include "services/remote/answer_piece.h"
#include "services/remote/chat_request.h"
#include "tests/support/test_program.h"

#include <QFloat16> // what QCOMPARE tries to make of JSON
#include <QImage>
#include <QTest>

#include <nlohmann/json.hpp>

using nlohmann::json;
using runtime::AnswerRequest;
using runtime::Role;
using services::chatRequest;
using services::serverKind;

// What is sent, and how what comes back is read.
class ChatRequestTest : public QObject {
    Q_OBJECT

    static json sent(const AnswerRequest& request, const char* owner = "", int64_t context = 0)
    {
        return json::parse(chatRequest(
            request, {.model = "m", .kind = serverKind(owner), .contextTokens = context}));
    }

    static AnswerRequest question(const std::string& words = "Hello")
    {
        AnswerRequest request;
        request.messages = {runtime::textMessage(Role::User, words)};
        return request;
    }

    static services::Pixels picture(int width, int height)
    {
        QImage image(width, height, QImage::Format_RGB888);
        image.fill(Qt::red);
        return services::toPixels(image);
    }

private slots:
    void aPlainQuestionIsPlain()
    {
        const json body = sent(question());

        QCOMPARE(body["messages"], json::parse(R"([{"role": "user", "content": "Hello"}])"));
        QCOMPARE(body["stream"], json(true));
        QCOMPARE(body["temperature"], json(0.0));
        QCOMPARE(body["max_tokens"], json(1024));
        for (const char* name : {"top_p", "top_k", "seed", "stop", "logprobs", "response_format",
                 "tools", "continue_final_message"})
            QVERIFY2(!body.contains(name), name);
    }

    // What our own server reads is what an engine of this program would be asked.
    void passagesStayPassagesWhereTheyAreKnown()
    {
        AnswerRequest request = question("What is it?");
        request.messages[0].parts.insert(request.messages[0].parts.begin(),
            runtime::Passage{{"a.png", "page 2"}, "words", runtime::Passage::From::Picture});

        QCOMPARE(sent(request, "vignette")["messages"][0]["content"],
            json::parse(R"([{"type": "passage", "text": "words", "name": "a.png", "place": "page 2",
                "of": "picture"}, {"type": "text", "text": "What is it?"}])"));
        QVERIFY(sent(request, "vllm")["messages"][0]["content"].is_string());
    }

    void aWholePictureLosesNothing()
    {
        AnswerRequest request = question();
        request.messages[0].parts.emplace_back(picture(2000, 1000));
        const json body = json::parse(chatRequest(request,
            {.model = "m",
                .kind = serverKind("vignette"),
                .pictureSide = services::ChatRequestForm::wholePictures}));

        const std::string url = body["messages"][0]["content"][1]["image_url"]["url"];
        QVERIFY(url.starts_with("data:image/png;base64,"));
        const auto bytes = QByteArray::fromStdString(url.substr(url.find(',') + 1));
        const QImage image = QImage::fromData(QByteArray::fromBase64(bytes));
        QCOMPARE(image.size(), QSize(2000, 1000));
        QCOMPARE(image.pixelColor(7, 7), QColor(Qt::red));
    }

    // A server that doesn't know tiles would reject the request.
    void tilesAreForServersThatOfferThem()
    {
        AnswerRequest request = question();
        request.messages[0].parts.emplace_back(
            services::withTokens(picture(20, 10), services::detailTokens("tiles")));
        const auto detail = [&](bool cutsTiles) {
            const json body = json::parse(chatRequest(request,
                {.model = "m", .kind = serverKind("vignette"), .cutsTiles = cutsTiles}));
            return body["messages"][0]["content"][1]["image_url"]["detail"];
        };

        QCOMPARE(detail(true), json("tiles"));
        QCOMPARE(detail(false), json("high"));
    }

    void imagesOfToolsFollowTheResult()
    {
        AnswerRequest request = question();
        request.messages.push_back({Role::Assistant, {runtime::ToolCall{"1", "look", "{}"}}});
        request.messages.push_back(
            {Role::Tool, {runtime::ToolResult{"1", "look", "Done."}, picture(20, 10)}});

        const json messages = sent(request)["messages"];

        QCOMPARE(messages.size(), size_t(4));
        QCOMPARE(messages[2]["content"], json("Done."));
        QCOMPARE(messages[3]["role"], json("user"));
        QCOMPARE(messages[3]["content"][0]["type"], json("image_url"));
        QCOMPARE(messages[3]["content"][1]["type"], json("text"));
    }

    void anAnswerThatIsNotSureSaysSo()
    {
        const std::string choice = R"({"choices": [{"delta": {}, "finish_reason": "stop")";
        QVERIFY(services::answerPiece(choice + "}]}").isSure);
        QVERIFY(!services::answerPiece(choice + R"(, "sure": false}]})").isSure);
    }

    void whatIsSetIsSent()
    {
        AnswerRequest request = question();
        request.settings = {.maxTokens = 5,
            .temperature = 0.5f,
            .topK = 40,
            .repetitionPenalty = 1.5f,
            .seed = 7,
            .stopStrings = std::vector<std::string>{"END"},
            .schema = R"({"type": "object"})"};
        request.likeliestTokens = 3;
        request.tools = {{"clock", "tells the time", R"({"type": "object"})"}};

        const json body = sent(request, "vllm");

        QCOMPARE(body["max_tokens"], json(5));
        QCOMPARE(body["top_k"], json(40));
        QCOMPARE(body["repetition_penalty"], json(1.5));
        QCOMPARE(body["seed"], json(7));
        QCOMPARE(body["stop"], json({"END"}));
        QCOMPARE(body["response_format"]["json_schema"]["schema"], json({{"type", "object"}}));
        QCOMPARE(body["top_logprobs"], json(3));
        QCOMPARE(body["tools"][0]["function"]["name"], json("clock"));
        QCOMPARE(sent(request, "llamacpp")["repeat_penalty"], json(1.5));
    }

    void earlierReasoningIsSentToServersThatReadIt()
    {
        runtime::AnswerRequest request{{runtime::textMessage(runtime::Role::User, "a"),
            runtime::textMessage(runtime::Role::Assistant, "b"),
            runtime::textMessage(runtime::Role::User, "c")}};
        request.messages[1].reasoning = "Hm";
        const auto sent = [&](const char* owner) {
            return services::chatRequest(
                request, {.model = "m", .kind = services::serverKind(owner)});
        };

        for (const char* owner : {"vllm", "sglang", "llamacpp", "vignette"})
            QVERIFY2(sent(owner).find(R"("reasoning_content":"Hm")") != std::string::npos, owner);
        for (const char* owner : {"tabbyAPI", "library", ""})
            QVERIFY2(sent(owner).find("Hm") == std::string::npos, owner);
    }

    void whatAServerCannotBeToldIsNamed()
    {
        QVERIFY(services::settingsThatLack({}, serverKind("library")).isEmpty());
        const runtime::AnswerSettings settings{
            .topK = 40, .dryMultiplier = 0.8f, .regex = "a+", .grammar = "root ::= \"a\""};
        QCOMPARE(services::settingsThatLack(settings, serverKind("vllm")), QStringList{"DRY"});
        QCOMPARE(services::settingsThatLack(settings, serverKind("library")),
            (QStringList{"top-k", "DRY", "regular expression", "grammar"}));
        QCOMPARE(sent(
                     [&] {
                         AnswerRequest request = question();
                         request.settings = {.regex = "a+"};
                         return request;
                     }(),
                     "vllm")["structured_outputs"]["regex"],
            json("a+"));
    }

    void anAnswerIsGoneOnWithAsEachServerLikesIt()
    {
        AnswerRequest request = question();
        request.messages.push_back(runtime::textMessage(Role::Assistant, "It was"));

        const json told = sent(request, "vllm");
        QCOMPARE(told["continue_final_message"], json(true));
        QCOMPARE(told["add_generation_prompt"], json(false));
        QCOMPARE(told["messages"].size(), size_t(2));
        const json byItself = sent(request, "llamacpp");
        QCOMPARE(byItself["messages"].size(), size_t(2));
        QVERIFY(!byItself.contains("continue_final_message"));
        const json asked = sent(request, "somebody");
        QCOMPARE(asked["messages"].size(), size_t(3));
        QCOMPARE(asked["messages"][2]["role"], json("user"));
    }

    void wherePromptAndAnswerMightNotFitNoMostIsNamed()
    {
        QVERIFY(!sent(question(), "vllm", 512).contains("max_tokens"));
        QVERIFY(sent(question(), "vllm", 2048).contains("max_tokens"));
        QVERIFY(!sent(question(std::string(2000, 'x')), "vllm", 2048).contains("max_tokens"));
    }

    void picturesAreScaledAndSentAsData()
    {
        AnswerRequest request;
        request.messages = {{Role::User,
            {picture(4000, 1000), picture(20, 10), runtime::Passage{{"letter.txt"}, "Dear Anna"},
                std::string("What is it?")}}};

        const json body = sent(request);
        const json& parts = body["messages"][0]["content"];

        QCOMPARE(parts.size(), size_t(3));
        QImage large, small;
        const auto read = [](const json& part, QImage& image) {
            const QByteArray uri
                = QByteArray::fromStdString(part["image_url"]["url"].get<std::string>());
            image.loadFromData(QByteArray::fromBase64(uri.mid(uri.indexOf(',') + 1)));
            return uri.left(uri.indexOf(','));
        };
        QCOMPARE(read(parts[0], large), QByteArray("data:image/jpeg;base64"));
        QCOMPARE(large.size(), QSize(1536, 384));
        QCOMPARE(read(parts[1], small), QByteArray("data:image/png;base64"));
        QCOMPARE(small.size(), QSize(20, 10));
        QCOMPARE(small.pixelColor(3, 3), QColor(Qt::red));
        const QString words = QString::fromStdString(parts[2]["text"].get<std::string>());
        QVERIFY(words.contains("Dear Anna") && words.endsWith("What is it?"));
    }

    void callsOfToolsAndTheirResultsAreSent()
    {
        AnswerRequest request = question("What time is it?");
        request.messages.push_back(
            {Role::Assistant, {runtime::ToolCall{"c1", "clock", R"({"zone": "UTC"})"}}});
        request.messages.push_back({Role::Tool, {runtime::ToolResult{"c1", "clock", "noon"}}});

        const json messages = sent(request)["messages"];

        QCOMPARE(messages[1]["tool_calls"][0]["function"]["arguments"],
            json(R"({"zone": "UTC"})")); // a text, as OpenAI has it
        QCOMPARE(messages[2],
            json::parse(R"({"role": "tool", "tool_call_id": "c1", "content": "noon"})"));
    }

    void wordsThatAreNoUnicodeAreSentNevertheless()
    {
        QVERIFY(sent(question("a\xff\xfe b")).is_object());
    }

    void aSchemaThatIsNotJsonIsRejected()
    {
        AnswerRequest request = question();
        request.settings.schema = "{";
        QVERIFY_EXCEPTION_THROWN(sent(request), base::Error);
    }

    void piecesAreRead()
    {
        const services::AnswerPiece piece = services::answerPiece(R"({"choices": [{"delta":
            {"content": "Hi", "reasoning_content": "hm", "tool_calls": [{"index": 1, "id": "c",
            "function": {"name": "clock", "arguments": "{}"}}]}, "finish_reason": "stop", "logprobs":
            {"content": [{"token": "Hi", "logprob": 0, "top_logprobs": [{"token": "Ho", "logprob":
            -1}]}]}}], "usage": {"prompt_tokens": 3, "completion_tokens": 2}})");

        QCOMPARE(piece.text, std::string("Hi"));
        QCOMPARE(piece.thought, std::string("hm"));
        QCOMPARE(piece.calls.size(), size_t(1));
        QCOMPARE(piece.calls[0].place, int64_t(1));
        QCOMPARE(piece.end, std::string("stop"));
        QCOMPARE(piece.tokens[0].chosen.probability, 1.0);
        QCOMPARE(piece.tokens[0].likeliest[0].text, std::string("Ho"));
        QCOMPARE(piece.usage->promptTokens, int64_t(3));
    }

    void nonsenseIsPassedOverOrRefused()
    {
        for (const char* nothing : {"{}", R"({"choices": 7})", R"({"choices": [7]})",
                 R"({"choices": [{"delta": 7, "logprobs": {"content": 7}}]})",
                 R"({"choices": [{"delta": {"content": 7, "tool_calls": 7}}], "usage": "many"})"}) {
            const services::AnswerPiece piece = services::answerPiece(nothing);
            QVERIFY(piece.text.empty() && piece.end.empty() && piece.calls.empty());
        }
        for (const std::string& noJson : {std::string("["), std::string("no"), std::string("7"),
                 std::string("\"\xff\""), std::string(900'000, '[')})
            QVERIFY_EXCEPTION_THROWN(services::answerPiece(noJson), base::Error);
        QVERIFY_EXCEPTION_THROWN(services::answerPiece(R"({"choices": [{"delta": {"tool_calls":
            [{"index": 1e12}]}}]})"),
            base::Error);
    }
};

TESTS(ChatRequestTest, QCoreApplication);
#include "chat_request_test.moc"
