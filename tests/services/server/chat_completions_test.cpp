#include "tests/services/server/quoted.h"
#include "tests/services/server/served.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/support/vision_models.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QSet>
#include <QTest>

using tests::HttpClient;
using tests::quoted;
using tests::Served;

// /v1/chat/completions of the built-in model, over a socket.
class ChatCompletionsTest : public QObject {
    Q_OBJECT

    Served m_served;
    tests::StarterCopy m_copy;

    static QJsonObject choice(const HttpClient::Answer& answer, int index = 0)
    {
        return answer.json()["choices"].toArray().at(index).toObject();
    }
    static QString content(const HttpClient::Answer& answer, int index = 0)
    {
        return choice(answer, index)["message"].toObject()["content"].toString();
    }
    static QString streamed(const HttpClient::Answer& answer)
    {
        QString text;
        for (const QJsonObject& event : answer.events())
            for (const QJsonValue& choice : event["choices"].toArray())
                text += choice.toObject()["delta"].toObject()["content"].toString();
        return text;
    }

private slots:
    void anAnswerIsTold()
    {
        const auto answer = m_served.chat(R"("max_tokens": 8)");

        QCOMPARE(answer.status, 200);
        const QJsonObject json = answer.json();
        QCOMPARE(json["object"].toString(), QString("chat.completion"));
        QCOMPARE(json["model"].toString(), QString("model"));
        QVERIFY(content(answer).size() > 3);
        const QJsonObject usage = json["usage"].toObject();
        QVERIFY(usage["completion_tokens"].toInt() >= 1 && usage["completion_tokens"].toInt() <= 8);
        QCOMPARE(usage["total_tokens"].toInt(),
            usage["prompt_tokens"].toInt() + usage["completion_tokens"].toInt());
    }

    void aStreamSaysTheSame()
    {
        const auto whole = m_served.chat(R"("max_tokens": 12)");

        const auto stream = m_served.chat(
            R"("max_tokens": 12, "stream": true, "stream_options": {"include_usage": true})");

        QCOMPARE(stream.status, 200);
        QVERIFY(stream.head.contains("text/event-stream"));
        QCOMPARE(streamed(stream), content(whole));
        QVERIFY(stream.body.endsWith("data: [DONE]\n\n"));
        const QList<QJsonObject> events = stream.events();
        QVERIFY(events.size() > 3);
        QCOMPARE(events.last()["usage"].toObject()["completion_tokens"],
            whole.json()["usage"].toObject()["completion_tokens"]);
        QVERIFY(events.last()["choices"].toArray().isEmpty());
        const QJsonObject end = events.at(events.size() - 2)["choices"].toArray()[0].toObject();
        QCOMPARE(end["finish_reason"], choice(whole)["finish_reason"]);
    }

    void cachedTokensAreCounted()
    {
        const QByteArray question
            = "Say something about this. " + QByteArray("again ").repeated(400);
        m_served.chat(R"("max_tokens": 2)", question);

        const auto again = m_served.chat(R"("max_tokens": 2)", question);

        const QJsonObject usage = again.json()["usage"].toObject();
        QVERIFY(usage["prompt_tokens_details"].toObject()["cached_tokens"].toInt() >= 256);
    }

    void answersCutOffSayLength()
    {
        QCOMPARE(choice(m_served.chat(R"("max_tokens": 2)"))["finish_reason"].toString(),
            QString("length"));
    }

    void severalAnswersAreDrawnFromOneSeed()
    {
        const QByteArray fields = R"("n": 3, "seed": 5, "temperature": 2, "max_tokens": 12)";

        const auto answer = m_served.chat(fields), again = m_served.chat(fields);

        QCOMPARE(answer.json()["choices"].toArray().size(), 3);
        QSet<QString> texts;
        for (int index = 0; index < 3; ++index) {
            texts << content(answer, index);
            QCOMPARE(content(answer, index), content(again, index));
        }
        QVERIFY(texts.size() > 1);
    }

    void anAnswerEndsBeforeAStopString()
    {
        const QString whole = content(m_served.chat(R"("max_tokens": 12)"));
        const QString word = whole.section(' ', 2, 2);

        const auto answer
            = m_served.chat(quoted("'max_tokens': 12, 'stop': ['" + word.toUtf8() + "']"));

        QCOMPARE(content(answer), whole.left(whole.indexOf(word)));
        QCOMPARE(choice(answer)["finish_reason"].toString(), QString("stop"));
    }

    void aSchemaIsKept()
    {
        const auto answer = m_served.chat(R"("max_tokens": 200, "response_format": {"type":
            "json_schema", "json_schema": {"name": "n", "schema": {"type": "object", "properties":
            {"colour": {"enum": ["red", "blue"]}}, "required": ["colour"],
            "additionalProperties": false}}})");

        const QJsonObject object = QJsonDocument::fromJson(content(answer).toUtf8()).object();
        QVERIFY2(QStringList({"red", "blue"}).contains(object["colour"].toString()), answer.body);
    }

    void aToolIsCalledIfItMust()
    {
        const QByteArray fields = R"("max_tokens": 200, "tools": [{"type": "function", "function":
            {"name": "now", "parameters": {"type": "object", "properties":
            {"zone": {"enum": ["UTC", "CET"]}}, "required": ["zone"],
            "additionalProperties": false}}}],
            "tool_choice": {"type": "function", "function": {"name": "now"}})";

        const auto answer = m_served.chat(fields),
                   stream = m_served.chat(fields + R"(, "stream": true)");

        QCOMPARE(choice(answer)["finish_reason"].toString(), QString("tool_calls"));
        const auto calls = choice(answer)["message"].toObject()["tool_calls"].toArray();
        QCOMPARE(calls.size(), 1);
        const QJsonObject function = calls[0].toObject()["function"].toObject();
        QCOMPARE(function["name"].toString(), QString("now"));
        const auto arguments = QJsonDocument::fromJson(function["arguments"].toString().toUtf8());
        QVERIFY(arguments.object().contains("zone"));
        QVERIFY(!calls[0].toObject()["id"].toString().isEmpty());
        QJsonArray streamed;
        for (const QJsonObject& event : stream.events())
            for (const QJsonValue& delta : event["choices"].toArray())
                for (const QJsonValue& call :
                    delta.toObject()["delta"].toObject()["tool_calls"].toArray())
                    streamed << call;
        QCOMPARE(streamed.size(), 1);
        QCOMPARE(streamed[0].toObject()["function"].toObject(), function);
    }

    void logprobsAreTheModelsOwn()
    {
        const auto answer
            = m_served.chat(R"("max_tokens": 4, "logprobs": true, "top_logprobs": 3)");

        const auto tokens = choice(answer)["logprobs"].toObject()["content"].toArray();
        QVERIFY(!tokens.isEmpty());
        QString text;
        for (const QJsonValue& token : tokens) {
            text += token["token"].toString();
            const QJsonArray top = token["top_logprobs"].toArray();
            QCOMPARE(top.size(), 3);
            QCOMPARE(top[0]["token"], token["token"]); // the likeliest was chosen
            QVERIFY(token["logprob"].toDouble() < 0 && token["logprob"].toDouble() > -20);
            QVERIFY(top[0]["logprob"].toDouble() >= top[1]["logprob"].toDouble());
        }
        QCOMPARE(text.trimmed(), content(answer).trimmed());
    }

    void biasesChangeWhatIsSaid()
    {
        const QString whole = content(m_served.chat(R"("max_tokens": 1)"));
        const auto tokens
            = m_served.post("/tokenize", quoted("{'content': '" + whole.toUtf8() + "'}"))
                  .json()["tokens"]
                  .toArray();
        QByteArray biases;
        for (const QJsonValue& token : tokens)
            biases += (biases.isEmpty() ? "\"" : ", \"") + QByteArray::number(token.toInt())
                + "\": -100";

        const auto other = m_served.chat(R"("max_tokens": 1, "logit_bias": {)" + biases + "}");

        QCOMPARE(other.status, 200);
        QVERIFY(content(other) != whole);
    }

    void aPictureIsDescribed()
    {
        const auto reference = tests::readJson(tests::dataFolder() / "starter" / "captions.json");
        const auto& known = reference.at("pictures").front();
        QFile file(tests::resource("samples/" + QString::fromStdString(known.at("file"))));
        QVERIFY(file.open(QIODevice::ReadOnly));

        const auto answer = m_served.post("/v1/chat/completions",
            quoted("{'model': 'model', 'messages': [{'role': 'user', 'content': [{'type': "
                   "'image_url', 'image_url': {'url': 'data:image/png;base64,"
                + file.readAll().toBase64()
                + "'}}, {'type': 'text', 'text': 'Describe the image.'}]}]}"));

        QCOMPARE(content(answer).trimmed(),
            QString::fromStdString(known.at("caption").get<std::string>()));
    }

    void tilesAreRefusedWhereThereAreNone()
    {
        const auto root = tests::fixtures();
        if (!root)
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        runtime::LoadOptions options;
        options.path = *root / "models" / "qwen2_vl";
        const tests::Served served(options);
        QFile file(tests::resource("samples/one-1.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));

        const auto answer = served.post("/v1/chat/completions",
            quoted("{'model': 'model', 'messages': [{'role': 'user', 'content': [{'type': "
                   "'image_url', 'image_url': {'detail': 'tiles', 'url': 'data:image/png;base64,"
                + file.readAll().toBase64()
                + "'}}, {'type': 'text', 'text': 'Describe the image.'}]}]}"));

        QCOMPARE(answer.status, 400);
        QVERIFY2(answer.body.contains("has no tiles") && answer.body.contains("auto"), answer.body);
    }

    // The request contains a page of text, in the form that our own command line sends it to a
    // running program.
    void aVisionModelIsAskedAboutAPage_data() { tests::addVisionModelRows(m_copy.write()); }
    void aVisionModelIsAskedAboutAPage()
    {
        FETCH_VISION_MODEL(model);
        runtime::LoadOptions options;
        options.path = model.toStdString();
        const tests::Served served(options);
        QFile file(
            QString::fromStdString((tests::dataFolder() / "foreign" / "like_a_page.png").string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray messages = "{'role': 'user', 'content': [{'type': 'image_url', 'image_url': "
                              "{'url': 'data:image/png;base64,"
            + file.readAll().toBase64()
            + "'}}, {'type': 'passage', 'name': 'Text in a.png', 'of': 'picture', 'text': 'Corner "
              "Bakery 12 Harbour Street Two coffees Apple cake Total 14.60'}, "
              "{'type': 'text', 'text': 'What is the total?'}]}";
        for (int turn = 0; turn < 2; ++turn) {
            const auto answer = served.post("/v1/chat/completions",
                quoted("{'model': 'model', 'max_tokens': 4, 'messages': [" + messages + "]}"));

            QVERIFY2(answer.status == 200, answer.body);
            QVERIFY2(!content(answer).contains("I can only describe drawings"), answer.body);
            QVERIFY(!answer.body.contains("\"sure\""));
            QVERIFY(answer.json().value("usage")["prompt_tokens"].toInt() > 1);
            QVERIFY(answer.json().value("usage")["completion_tokens"].toInt() > 0);
            messages += ", {'role': 'assistant', 'content': 'Fourteen.'}, "
                        "{'role': 'user', 'content': 'And the tax?'}";
        }
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("question");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        QTest::newRow("field") << QByteArray(R"("temperature": 6)") << QByteArray("Hi") << 400
                               << QString();
        QTest::newRow("too long") << QByteArray(R"("max_tokens": 5)")
                                  << QByteArray("word ").repeated(20'000) << 400
                                  << "context_length_exceeded";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, question);
        QFETCH(int, status);
        QFETCH(QString, code);

        const auto answer = m_served.chat(fields, question);

        QCOMPARE(answer.status, status);
        QCOMPARE(answer.json()["error"].toObject()["code"].toString(), code);
        QVERIFY(!answer.json()["error"].toObject()["message"].toString().isEmpty());
    }

    void anUnknownModelIsNotFound()
    {
        const auto answer = m_served.post("/v1/chat/completions",
            R"({"model": "no", "messages": [{"role": "user", "content": "Hi"}]})");

        QCOMPARE(answer.status, 404);
        QCOMPARE(answer.json()["error"].toObject()["code"].toString(), QString("model_not_found"));
    }

    void whoHangsUpIsNotAnsweredAnyMore()
    {
        for (const QByteArray stream : {"true", "false"}) {
            const QByteArray body
                = R"({"model": "model", "max_tokens": 4000, "response_format": {"type":
            "json_schema", "json_schema": {"schema": {"type": "string", "minLength": 5000}}},
                "messages": [{"role": "user", "content": "Hi"}], "stream": )"
                + stream + "}";
            HttpClient client(m_served.port());
            client.write(HttpClient::head("/v1/chat/completions", body.size()) + body);
            QTRY_COMPARE_WITH_TIMEOUT(m_served.server().use().running, 1, 60'000);

            client.hangUp();

            QTRY_COMPARE_WITH_TIMEOUT(m_served.server().use().running, 0, 5'000);
        }
    }
};

TESTS(ChatCompletionsTest, QCoreApplication);
#include "chat_completions_test.moc"
