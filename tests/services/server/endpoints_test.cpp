#include "tests/services/server/quoted.h"
#include "tests/services/server/served.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QTest>

#include <chrono>

using tests::HttpClient;
using tests::Served;

// The endpoints other than chat completions, over a socket.
class EndpointsTest : public QObject {
    Q_OBJECT

    Served m_served;

    static QJsonObject first(const HttpClient::Answer& answer, const char* list)
    {
        return answer.json()[QLatin1String(list)].toArray().at(0).toObject();
    }
    static QStringList typesOf(const HttpClient::Answer& stream)
    {
        QStringList types;
        for (const QJsonObject& event : stream.events())
            if (types.isEmpty() || types.last() != event["type"].toString())
                types << event["type"].toString();
        return types;
    }

private slots:
    void healthIsTold()
    {
        QTRY_COMPARE(m_served.get("/health").status, 200);
        QCOMPARE(m_served.get("/health").json()["status"].toString(), QString("ok"));
    }

    void modelsAreListed()
    {
        QTRY_COMPARE(m_served.get("/health").status, 200);
        const auto list = m_served.get("/v1/models"), one = m_served.get("/v1/models/model");

        QCOMPARE(first(list, "data")["id"].toString(), QString("model"));
        QCOMPARE(one.json(), first(list, "data"));
        QVERIFY(one.json()["max_model_len"].toInt() > 100);
        const QJsonArray capabilities = one.json()["capabilities"].toArray();
        QVERIFY(capabilities.contains("vision"));
        QVERIFY(capabilities.contains("tiles"));
        QCOMPARE(m_served.get("/v1/models/none").status, 404);
    }

    void modelsAreLoadedAndUnloadedWithAKey()
    {
        const QByteArray body = R"({"model": "model"})";
        QCOMPARE(m_served.post("/v1/models/load", body).status, 403);
        services::server::ServerOptions options;
        options.access.keys = {"secret"};
        const Served served({}, options);
        const HttpClient::Headers key{{"Authorization", "Bearer secret"}};

        QCOMPARE(served.post("/v1/models/load", body).status, 401);
        const auto loaded = served.post("/v1/models/load", body, key);
        const auto unloaded = served.post("/v1/models/unload", body, key);

        QCOMPARE(loaded.status, 200);
        QCOMPARE(loaded.json()["status"].toObject()["value"].toString(), QString("loaded"));
        QCOMPARE(unloaded.status, 400); // it is not loaded on request
        QVERIFY(unloaded.body.contains("stays in memory"));
    }

    void aSilentStreamHasComments()
    {
        services::server::ServerOptions options;
        options.keepAlive = std::chrono::milliseconds(1);
        const Served served({}, options);
        const QByteArray fields = tests::quoted( // nothing is sent before the call is complete
            "'max_tokens': 300, 'stream': true, 'tool_choice': 'required', 'tools': [{'type': "
            "'function', 'function': {'name': 'say', 'parameters': {'type': 'object', "
            "'properties': {'text': {'type': 'string', 'minLength': 100}}, 'required': "
            "['text']}}}]");

        const auto answer = served.chat(fields), usual = m_served.chat(fields);

        QVERIFY2(answer.body.contains(": keep-alive\n\n"), answer.body);
        QVERIFY(answer.body.endsWith("data: [DONE]\n\n"));
        QVERIFY(!usual.body.contains(": keep-alive"));
    }

    void metricsAreCounted()
    {
        m_served.chat(R"("max_tokens": 2)");

        const auto metrics = m_served.get("/metrics");

        QVERIFY(metrics.head.contains("text/plain; version=0.0.4"));
        QVERIFY2(metrics.body.contains(
                     R"(vignette_http_requests_total{path="/v1/chat/completions",status="200"} )"),
            metrics.body);
        QVERIFY(metrics.body.contains("vignette_answer_tokens_total "));
        QVERIFY(metrics.body.contains(R"(vignette_first_token_seconds_bucket{le="+Inf"} )"));
    }

    void completionsGoOnFromTheirPrompts()
    {
        const QByteArray body = R"({"model": "model", "prompt": ["A bird", "A fish"],
            "max_tokens": 6, "echo": true, "logprobs": 2)";

        const auto answer = m_served.post("/v1/completions", body + "}");
        const auto stream = m_served.post("/v1/completions", body + R"(, "stream": true})");

        QCOMPARE(answer.status, 200);
        const QJsonArray choices = answer.json()["choices"].toArray();
        QCOMPARE(choices.size(), 2);
        QVERIFY(choices[0]["text"].toString().startsWith("A bird"));
        QVERIFY(choices[1]["text"].toString().startsWith("A fish"));
        const QJsonObject logprobs = choices[0]["logprobs"].toObject();
        QCOMPARE(logprobs["tokens"].toArray().size(), logprobs["token_logprobs"].toArray().size());
        QStringList streamed{"", ""};
        for (const QJsonObject& event : stream.events())
            for (const QJsonValue& choice : event["choices"].toArray())
                streamed[choice["index"].toInt()] += choice["text"].toString();
        for (int index = 0; index < 2; ++index)
            QCOMPARE(streamed[index], choices[index]["text"].toString());
    }

    void anEchoTellsTheProbabilitiesOfItsPrompt()
    {
        const QByteArray prompt = "{'model': 'model', 'prompt': 'A bird on a branch', ";
        const auto post = [&](const QByteArray& fields) {
            return m_served.post("/v1/completions", tests::quoted(prompt + fields + "}"));
        };
        const QByteArray both = "'echo': true, 'logprobs': 1, 'max_tokens': ";

        const QJsonObject one = post(both + "1").json(), none = post(both + "0").json();
        const auto stream = post(both + "1, 'stream': true");

        const QJsonObject choice = one["choices"].toArray().at(0).toObject();
        const QJsonObject logprobs = choice["logprobs"].toObject();
        const QJsonArray tokens = logprobs["tokens"].toArray();
        const QJsonArray values = logprobs["token_logprobs"].toArray();
        const QJsonArray top = logprobs["top_logprobs"].toArray();
        QCOMPARE(tokens.size(), one["usage"].toObject()["prompt_tokens"].toInt() + 1);
        QCOMPARE(values.size(), tokens.size());
        QVERIFY(values[0].isNull() && top[0].isNull());
        for (qsizetype token = 1; token < values.size(); ++token) {
            QVERIFY(values[token].toDouble(1) <= 0);
            QVERIFY(top[token].toObject().begin()->toDouble() >= values[token].toDouble());
        }
        QJsonArray streamed;
        for (const QJsonObject& event : stream.events())
            for (const QJsonValue& part : event["choices"].toArray())
                for (const QJsonValue& value :
                    part["logprobs"].toObject()["token_logprobs"].toArray())
                    streamed << value;
        QCOMPARE(streamed, values);
        const QJsonObject echo = none["choices"].toArray().at(0).toObject();
        QCOMPARE(echo["text"].toString(), QString("A bird on a branch"));
        QCOMPARE(none["usage"].toObject()["completion_tokens"].toInt(-1), 0);
        QCOMPARE(echo["logprobs"].toObject()["token_logprobs"].toArray().size(), values.size() - 1);
        QCOMPARE(post("'max_tokens': 0").status, 400);
    }

    // The probabilities of a prompt are those with which its tokens are chosen one by one.
    void anEchoAgreesWithWhatIsWritten()
    {
        const QByteArray fields = "{'model': 'model', 'logprobs': 1, ";
        const QByteArray question = fields + "'prompt': 'A bird', 'max_tokens': 6}";
        const auto written = m_served.post("/v1/completions", tests::quoted(question)).json();
        const QJsonObject choice = written["choices"].toArray().at(0).toObject();
        const QByteArray whole = "A bird" + choice["text"].toString().toUtf8();

        const QByteArray echo
            = fields + "'max_tokens': 0, 'echo': true, 'prompt': '" + whole + "'}";
        const auto echoed = m_served.post("/v1/completions", tests::quoted(echo)).json();

        const QJsonObject expected = choice["logprobs"].toObject();
        const QJsonObject told = echoed["choices"].toArray().at(0)["logprobs"].toObject();
        const QJsonArray values = told["token_logprobs"].toArray();
        const QJsonArray tokens = expected["tokens"].toArray();
        const qsizetype first = values.size() - tokens.size();
        for (qsizetype token = 0; token < tokens.size(); ++token) {
            QCOMPARE(told["tokens"].toArray()[first + token], tokens[token]);
            QVERIFY(std::abs(values[first + token].toDouble()
                        - expected["token_logprobs"].toArray()[token].toDouble())
                < 1e-3);
        }
    }

    void completionsTakeTokens()
    {
        const auto tokens = m_served.post("/tokenize", R"({"prompt": "A bird"})").json()["tokens"];
        const QByteArray list = QJsonDocument(tokens.toArray()).toJson(QJsonDocument::Compact);
        const QByteArray rest = R"(, "model": "model", "max_tokens": 6})";

        const auto byTokens = m_served.post("/v1/completions", R"({"prompt": )" + list + rest);
        const auto byText = m_served.post("/v1/completions", R"({"prompt": "A bird")" + rest);

        QCOMPARE(first(byTokens, "choices"), first(byText, "choices"));
        QCOMPARE(m_served.post("/v1/completions", R"({"prompt": [999999])" + rest).status, 400);
    }

    void tokensAreMadeAndTakenBack()
    {
        const auto tokens = m_served.post("/tokenize", R"({"content": "A gray heron."})");
        const QByteArray list
            = QJsonDocument(tokens.json()["tokens"].toArray()).toJson(QJsonDocument::Compact);

        const auto text = m_served.post("/detokenize", R"({"tokens": )" + list + "}");

        QCOMPARE(tokens.json()["count"].toInt(), tokens.json()["tokens"].toArray().size());
        QCOMPARE(text.json()["content"].toString().trimmed(), QString("A gray heron."));
        QCOMPARE(m_served.post("/detokenize", R"({"tokens": [-1]})").status, 400);
        QCOMPARE(m_served.post("/tokenize", R"({"model": "no", "content": "a"})").status, 404);
    }

    void aChatModelMakesNoVectors()
    {
        const auto answer = m_served.post("/v1/embeddings", R"({"model": "model", "input": "a"})");

        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.json()["error"].toObject()["param"].toString(), QString("model"));
    }

    void responsesAreItems()
    {
        const QByteArray body = R"({"model": "model", "instructions": "Be brief.", "input": "Hello",
            "max_output_tokens": 8)";

        const auto answer = m_served.post("/v1/responses", body + "}");
        const auto stream = m_served.post("/v1/responses", body + R"(, "stream": true})");

        QCOMPARE(answer.status, 200);
        const QJsonObject message = first(answer, "output");
        QCOMPARE(message["type"].toString(), QString("message"));
        const QString text = message["content"].toArray()[0].toObject()["text"].toString();
        QVERIFY(!text.isEmpty());
        const QStringList types{"response.created", "response.in_progress",
            "response.output_item.added", "response.content_part.added",
            "response.output_text.delta", "response.output_text.done", "response.content_part.done",
            "response.output_item.done"};
        QCOMPARE(typesOf(stream).mid(0, types.size()), types);
        QString streamed;
        for (const QJsonObject& event : stream.events())
            if (event["type"] == "response.output_text.delta")
                streamed += event["delta"].toString();
        QCOMPARE(streamed, text);
        const QJsonObject last = stream.events().last()["response"].toObject();
        QCOMPARE(last["usage"].toObject()["total_tokens"],
            answer.json()["usage"].toObject()["total_tokens"]);
    }

    void responsesCallTools()
    {
        const auto answer = m_served.post("/v1/responses", R"({"model": "model", "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "How late is it?"}]}],
            "tools": [{"type": "function", "name": "now", "parameters": {"type": "object",
            "properties": {}, "additionalProperties": false}}], "tool_choice": "required"})");

        QCOMPARE(first(answer, "output")["type"].toString(), QString("function_call"));
        QCOMPARE(first(answer, "output")["name"].toString(), QString("now"));
    }

    void messagesAreBlocks()
    {
        const QByteArray body = R"({"model": "model", "system": "Be brief.", "max_tokens": 8,
            "messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}])";

        const auto answer = m_served.post("/v1/messages", body + "}");
        const auto stream = m_served.post("/v1/messages", body + R"(, "stream": true})");

        QCOMPARE(answer.status, 200);
        const QString text = first(answer, "content")["text"].toString();
        QVERIFY(!text.isEmpty());
        QVERIFY(QStringList({"end_turn", "max_tokens"})
                    .contains(answer.json()["stop_reason"].toString()));
        QCOMPARE(typesOf(stream),
            QStringList({"message_start", "content_block_start", "content_block_delta",
                "content_block_stop", "message_delta", "message_stop"}));
        QString streamed;
        for (const QJsonObject& event : stream.events())
            streamed += event["delta"].toObject()["text"].toString();
        QCOMPARE(streamed, text);
    }

    void messagesSayWhatIsWrongInTheirWay()
    {
        const auto answer = m_served.post("/v1/messages", R"({"model": "model", "messages": []})");

        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.json()["type"].toString(), QString("error"));
        QCOMPARE(
            answer.json()["error"].toObject()["type"].toString(), QString("invalid_request_error"));
    }
};

TESTS(EndpointsTest, QCoreApplication);
#include "endpoints_test.moc"
