#include "services/documents/answers/citations.h"
#include "services/server/server.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/services/server/http_client.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using namespace services;
using tests::HttpClient;

namespace {

DocumentHit hit(const char* file, int page, const char* text)
{
    return {QString::fromLatin1("/home/somebody/%1").arg(QLatin1String(file)), file,
        {page, "Pressure", text, {0, 10}, {}}, 0.9};
}

Found foundFor(const QString& question, int count)
{
    if (question.contains("broken"))
        return {{}, false, "The index is broken."};
    Found found{
        {hit("boiler.pdf", 3, "The pressure is 1.8 bar."), hit("pump.pdf", 1, "The pump runs.")},
        question.contains("pressure"), {}};
    found.hits.resize(std::min(found.hits.size(), size_t(count)));
    return found;
}

} // namespace

// Answers from documents for other programs: POST /v1/documents/search, and "documents" of a chat.
class DocumentsTest : public QObject {
    Q_OBJECT

    std::shared_ptr<tests::ScriptedEngine> m_engine;
    std::unique_ptr<server::Server> m_server;

    void serve(server::FindDocuments find, server::CheckAnswer check = {})
    {
        m_engine = std::make_shared<tests::ScriptedEngine>(
            4000, [](const std::string&) { return "It is 1.8 bar. [1] It was 2.5 bar. [1]"; });
        server::ServerOptions options;
        options.findDocuments = std::move(find);
        options.checkAnswer = std::move(check);
        m_server = std::make_unique<server::Server>(options,
            std::make_shared<server::FixedModels>(std::vector{
                server::ServedModel{"model", m_engine, runtime::defaultSettings(), 1}}));
        m_server->start();
    }

    HttpClient::Answer post(const QByteArray& path, const QByteArray& body) const
    {
        const std::string& address = m_server->address();
        return HttpClient::post(
            quint16(std::stoi(address.substr(address.rfind(':') + 1))), path, body);
    }

    HttpClient::Answer chat(const QByteArray& question, const QByteArray& fields) const
    {
        return post("/v1/chat/completions",
            R"({"model": "model", "messages": [{"role": "user", "content": ")" + question
                + R"("}], )" + fields + "}");
    }

private slots:
    void init()
    {
        serve([](const QString& question, int count, const std::function<bool()>&) {
            return foundFor(question, count);
        });
    }

    void passagesAreFound()
    {
        const auto answer
            = post("/v1/documents/search", R"({"query": "Which pressure?", "top_n": 1})");

        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json()["answered"].toBool(), true);
        QCOMPARE(answer.json()["results"].toArray(),
            (QJsonArray{QJsonObject{{"number", 1}, {"file", "boiler.pdf"}, {"page", 3},
                {"heading", "Pressure"}, {"text", "The pressure is 1.8 bar."}, {"score", 0.9}}}));
        QVERIFY(!answer.body.contains("somebody")); // nor any other folder
    }

    void aRequestMaySetTheThreshold()
    {
        const auto isAnswered = [this](const QByteArray& threshold) {
            return post("/v1/documents/search",
                R"({"query": "Which pressure?", "threshold": )" + threshold + "}")
                .json()["answered"]
                .toBool();
        };

        QVERIFY(isAnswered("0.9"));
        QVERIFY(!isAnswered("0.91"));
        QVERIFY(isAnswered("null"));
    }

    void answersNameTheirSources()
    {
        const auto answer = chat("Which pressure?", R"("documents": true)");

        QCOMPARE(answer.status, 200);
        const std::string read = tests::writtenText(m_engine->asked().back());
        QVERIFY(read.find("The pressure is 1.8 bar.") != std::string::npos);
        QVERIFY(read.find("Which pressure?") != std::string::npos);
        QCOMPARE(answer.json()["sources"].toArray().size(), 2);
        const QJsonArray citations
            = answer.json()["choices"].toArray().at(0).toObject()["citations"].toArray();
        QCOMPARE(citations.size(), 2);
        QCOMPARE(citations[0].toObject()["supported"].toBool(), true);
        QCOMPARE(citations[1].toObject()["supported"].toBool(), false);
        QVERIFY(!citations[1].toObject()["missing"].toArray().isEmpty());
        QVERIFY(citations[0].toObject()["reason"].isNull());
        QCOMPARE(citations[1].toObject()["reason"].toString(), "2.5 isn't in the passage");
        QCOMPARE(citations[0].toObject()["score"].toDouble(), 1.0);
        QCOMPARE(citations[1].toObject()["score"].toDouble(), 0.0);
    }

    // Reads a passage with its heading, and finds that it doesn't say what it is cited for.
    void aCheckerDecidesWithReasonAndScore()
    {
        struct Checker : StatementChecker {
            Result check(const std::string& passage, const std::string& statement) override
            {
                read = passage;
                const bool isSaid = statement.find("1.8") != std::string::npos;
                return isSaid ? Result{Verdict::Contradicted, 0.25}
                              : Result{Verdict::Supported, 0.75};
            }
            std::string read;
        } checker;
        serve([](const QString& question, int count,
                  const std::function<bool()>&) { return foundFor(question, count); },
            [&](const std::string& answer, std::span<const std::string> passages) {
                return citationsIn(answer, passages, &checker);
            });
        const char* otherwise = "\"missing\":[],\"reason\":\"the passage says otherwise\","
                                "\"score\":0.25}";
        const char* lacking = "\"reason\":\"2.5 isn't in the passage\",\"score\":0.75}";
        for (const char* fields :
            {"\"documents\": true", "\"documents\": true, \"stream\": true"}) {
            const auto answer = chat("Which pressure?", fields);

            QCOMPARE(answer.status, 200);
            QVERIFY2(answer.body.contains(otherwise), answer.body.constData());
            QVERIFY2(answer.body.contains(lacking), answer.body.constData());
            QVERIFY(!answer.body.contains("\"supported\":true"));
            QCOMPARE(checker.read, "Pressure\nThe pressure is 1.8 bar.");
        }
    }

    void streamsDoSo()
    {
        const auto answer = chat("Which pressure?", R"("documents": {"top_n": 1}, "stream": true)");

        QCOMPARE(answer.body.count(R"("sources":)"), 1);
        QVERIFY(answer.body.indexOf(R"("sources":)") < answer.body.indexOf("It is 1.8"));
        QCOMPARE(answer.body.count(R"("supported":false)"), 1);
    }

    void withoutAnAnswerNoModelIsAsked()
    {
        const auto answer = chat("Who was Cleopatra?", R"("documents": true)");

        QVERIFY(m_engine->asked().empty());
        const QJsonObject choice = answer.json()["choices"].toArray().at(0).toObject();
        QCOMPARE(
            choice["message"].toObject()["content"].toString(), server::AnswerSources::noAnswer);
        const auto stream = chat("Who was Cleopatra?", R"("documents": true, "stream": true)");
        QVERIFY(stream.body.contains("don't contain") && stream.body.endsWith("[DONE]\n\n"));
    }

    void chatsWithoutTheFieldReadNoDocument()
    {
        const auto answer = chat("Which pressure?", R"("documents": false)");

        QVERIFY(!answer.json().contains("sources"));
        QVERIFY(tests::writtenText(m_engine->asked().back()).find("1.8") == std::string::npos);
    }

    void whatIsWrongIsSaid()
    {
        QCOMPARE(chat("Which pressure?", R"("documents": {"top_n": 0})").status, 400);
        QCOMPARE(chat("Which pressure?", R"("documents": "all")").status, 400);
        QCOMPARE(post("/v1/documents/search", "{}").status, 400);
        QCOMPARE(post("/v1/documents/search", R"({"query": "a", "threshold": 2})").status, 400);
        const auto broken = post("/v1/documents/search", R"({"query": "broken"})");
        QCOMPARE(broken.status, 500);
        QVERIFY(broken.body.contains("The index is broken."));

        serve({});
        const auto none = chat("Which pressure?", R"("documents": true)");
        QCOMPARE(none.status, 400);
        QVERIFY(none.body.contains("doesn't offer documents"));
        QCOMPARE(post("/v1/documents/search", R"({"query": "pressure"})").status, 400);
    }
};

TESTS(DocumentsTest, QCoreApplication);
#include "documents_test.moc"
