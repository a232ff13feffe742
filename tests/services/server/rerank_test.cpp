#include "kernels/devices/backends.h"
#include "runtime/answers/encoder_engine.h"
#include "services/server/server.h"
#include "tests/engine/encoders/synthetic_encoder.h"
#include "tests/services/server/http_client.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

using tests::HttpClient;
using tests::SyntheticEncoder;

namespace {

const nlohmann::json reranker{{"model_type", "bert"},
    {"architectures", {"BertForSequenceClassification"}}, {"id2label", {{"0", "LABEL_0"}}}};

services::server::ServedModel served(const char* name, const SyntheticEncoder& model)
{
    return {name, std::make_shared<runtime::EncoderEngine>(model.folder()),
        runtime::defaultSettings(), 1};
}

} // namespace

/// POST /v1/rerank, and embeddings of kinds of texts, with random weights.
class RerankTest : public QObject {
    Q_OBJECT

    SyntheticEncoder m_reranker{reranker, 1}, m_embedder{nlohmann::json{{"model_type", "bert"}}};
    std::unique_ptr<services::server::Server> m_server;

    HttpClient::Answer post(const QByteArray& path, const QByteArray& body) const
    {
        const std::string& address = m_server->address();
        return HttpClient::post(
            quint16(std::stoi(address.substr(address.rfind(':') + 1))), path, body);
    }

    QList<double> embedding(const QByteArray& fields) const
    {
        QList<double> numbers;
        const auto answer = post("/v1/embeddings", R"({"model": "embedder", )" + fields + "}");
        for (const QJsonValue& number :
            answer.json()["data"].toArray().at(0).toObject()["embedding"].toArray())
            numbers.append(number.toDouble());
        return numbers;
    }

private slots:
    void initTestCase()
    {
        std::ofstream(m_embedder.folder() / "config_sentence_transformers.json")
            << R"({"prompts": {"query": "q ", "passage": "p "}})";
        m_server = std::make_unique<services::server::Server>(services::server::ServerOptions(),
            std::make_shared<services::server::FixedModels>(
                std::vector{served("reranker", m_reranker), served("embedder", m_embedder)}));
        m_server->start();
    }

    void documentsComeInTheOrderOfTheirScores()
    {
        const auto answer = post("/v1/rerank",
            R"({"model": "reranker", "query": "a b", "documents": ["c d", {"text": "e"}, "f g h"],
                "return_documents": true})");

        QCOMPARE(answer.status, 200);
        const QJsonArray results = answer.json()["results"].toArray();
        QCOMPARE(results.size(), 3);
        const auto backend = kernels::openBackend("cpu");
        const auto encoder = engine::Encoder::load(m_reranker.folder(), *backend);
        const std::vector<std::string> documents{"c d", "e", "f g h"};
        double last = 1;
        for (const QJsonValue& each : results) {
            const auto index = size_t(each.toObject()["index"].toInt());
            const engine::TextPair pair{"a b", documents[index]};
            const double score = each.toObject()["relevance_score"].toDouble();
            QVERIFY(std::abs(score - double(encoder->score({&pair, 1}).front().scores[0])) < 1e-5);
            QVERIFY(score <= last);
            last = score;
            QCOMPARE(each.toObject()["document"].toObject()["text"].toString().toStdString(),
                documents[index]);
        }
        QCOMPARE(answer.json()["usage"].toObject()["total_tokens"].toInt(), 3 * 5 + 6);
    }

    void theBestAreReturned()
    {
        const QByteArray request
            = R"({"model": "reranker", "query": "a", "documents": ["b", "c", "d"])";

        const auto all = post("/v1/rerank", request + "}");
        const auto two = post("/v1/rerank", request + R"(, "top_n": 2})");

        QCOMPARE(two.json()["results"].toArray().size(), 2);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(two.json()["results"].toArray()[i], all.json()["results"].toArray()[i]);
        QVERIFY(!all.json()["results"].toArray()[0].toObject().contains("document"));
    }

    void wrongRequestsAreNamed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("param");
        const auto row = [](const char* body, const char* param) {
            QTest::newRow(body) << QByteArray(body) << QString(param);
        };
        row(R"({"model": "embedder", "query": "a", "documents": ["b"]})", "model");
        row(R"({"model": "reranker", "documents": ["b"]})", "query");
        row(R"({"model": "reranker", "query": "a"})", "documents");
        row(R"({"model": "reranker", "query": "a", "documents": []})", "documents");
        row(R"({"model": "reranker", "query": "a", "documents": ["b", 3]})", "documents[1]");
        row(R"({"model": "reranker", "query": "a", "documents": [{"title": "b"}]})",
            "documents[0].text");
        row(R"({"model": "reranker", "query": "a", "documents": ["b"], "top_n": 0})", "top_n");
    }
    void wrongRequestsAreNamed()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, param);

        const auto answer = post("/v1/rerank", body);

        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.json()["error"].toObject()["param"].toString(), param);
    }

    void aRerankerMakesNoVectors()
    {
        QCOMPARE(post("/v1/embeddings", R"({"model": "reranker", "input": "a"})").status, 400);
    }

    void kindsOfTextsHaveTheirPrompts()
    {
        QCOMPARE(
            embedding(R"("input": "a", "input_type": "query")"), embedding(R"("input": "q a")"));
        QCOMPARE(
            embedding(R"("input": "a", "input_type": "document")"), embedding(R"("input": "p a")"));
        QVERIFY(embedding(R"("input": "a")") != embedding(R"("input": "q a")"));
        QVERIFY(embedding(R"("input": "a", "input_type": "classification")").isEmpty());
    }
};

TESTS(RerankTest, QCoreApplication);
#include "rerank_test.moc"
