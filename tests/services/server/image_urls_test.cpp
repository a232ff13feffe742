#include "services/network/public_downloads.h"
#include "tests/services/network/fake_host.h"
#include "tests/services/server/quoted.h"
#include "tests/services/server/served.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <future>
#include <memory>
#include <vector>

using services::PublicDownloads;
using tests::FakeHost;
using tests::HttpClient;
using tests::quoted;
using tests::Served;

// Images that a server downloads for its clients, over a socket.
class ImageUrlsTest : public QObject {
    Q_OBJECT

    QByteArray m_picture;
    std::unique_ptr<FakeHost> m_host, m_otherHost;
    std::unique_ptr<PublicDownloads> m_downloads;
    std::unique_ptr<Served> m_served; // uses m_downloads
    std::unique_ptr<Served> m_closed; // downloads nothing

    static services::server::ServerOptions optionsFor(services::server::DownloadImage download)
    {
        services::server::ServerOptions options;
        options.downloadImage = std::move(download);
        return options;
    }

    // Each way to send an image; its row has the body, where URL is that of the image.
    static void addBodies()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("field");
        const auto row
            = [](const char* name, const char* path, const QByteArray& body, const char* field) {
                  QTest::newRow(name) << QByteArray(path) << "{'model': 'model', " + body + "}"
                                      << QByteArray(field);
              };
        const QByteArray chatPart = "{'type': 'image_url', 'image_url': {'url': 'URL'}}";
        row("chat", "/v1/chat/completions",
            "'max_tokens': 1, 'messages': [{'role': 'user', 'content': [" + chatPart + "]}]",
            "messages[0].content[0].image_url.url");
        row("result in a chat", "/v1/chat/completions",
            "'max_tokens': 1, 'messages': [{'role': 'user', 'content': 'Look.'}, {'role': "
            "'assistant', 'tool_calls': [{'id': 'a', 'type': 'function', 'function': {'name': "
            "'look', 'arguments': '{}'}}]}, {'role': 'tool', 'tool_call_id': 'a', 'content': ["
                + chatPart + "]}]",
            "messages[2].content[0].image_url.url");
        const QByteArray inputPart = "{'type': 'input_image', 'image_url': 'URL'}";
        row("response", "/v1/responses",
            "'max_output_tokens': 1, 'input': [{'role': 'user', 'content': [" + inputPart + "]}]",
            "input[0].content[0].image_url");
        row("result in a response", "/v1/responses",
            "'max_output_tokens': 1, 'input': [{'role': 'user', 'content': 'Look.'}, {'type': "
            "'function_call', 'call_id': 'a', 'name': 'look', 'arguments': '{}'}, {'type': "
            "'function_call_output', 'call_id': 'a', 'output': ["
                + inputPart + "]}]",
            "input[2].output[0].image_url");
        const QByteArray block = "{'type': 'image', 'source': {'type': 'url', 'url': 'URL'}}";
        row("message", "/v1/messages",
            "'max_tokens': 1, 'messages': [{'role': 'user', 'content': [" + block + "]}]",
            "messages[0].content[0].source.url");
        row("result in a message", "/v1/messages",
            "'max_tokens': 1, 'messages': [{'role': 'user', 'content': 'Look.'}, {'role': "
            "'assistant', 'content': [{'type': 'tool_use', 'id': 'a', 'name': 'look', 'input': "
            "{}}]}, {'role': 'user', 'content': [{'type': 'tool_result', 'tool_use_id': 'a', "
            "'content': ["
                + block + "]}]}]",
            "messages[2].content[0].content[0].source.url");
        row("counted", "/v1/messages/count_tokens",
            "'messages': [{'role': 'user', 'content': [" + block + "]}]",
            "messages[0].content[0].source.url");
        row("tokenized", "/tokenize",
            "'messages': [{'role': 'user', 'content': [" + chatPart + "]}]",
            "messages[0].content[0].image_url.url");
    }

    static HttpClient::Answer post(const Served& served, const QByteArray& url)
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, body);
        return served.post(path, quoted(body).replace("URL", url));
    }
    static HttpClient::Answer post(const Served& served, const std::string& url)
    {
        return post(served, QByteArray::fromStdString(url));
    }

    static int tokensOf(const HttpClient::Answer& answer)
    {
        const QJsonObject json = answer.json(), usage = json["usage"].toObject();
        for (const QJsonValue& told :
            {usage["prompt_tokens"], usage["input_tokens"], json["input_tokens"], json["count"]})
            if (told.isDouble())
                return told.toInt();
        return 0;
    }

    static std::string message(const HttpClient::Answer& answer)
    {
        return answer.json().value("error")["message"].toString().toStdString();
    }

private slots:
    void initTestCase()
    {
        QFile file(tests::resource("samples/two-1.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_picture = file.readAll();
        m_served = std::make_unique<Served>(runtime::LoadOptions(),
            optionsFor([this](const std::string& url, const std::function<bool()>& isGone) {
                return m_downloads->get(url, isGone);
            }));
        m_closed = std::make_unique<Served>();
    }

    void init()
    {
        m_otherHost = std::make_unique<FakeHost>(
            FakeHost::Answers{{"/picture.png", FakeHost::file(m_picture)}});
        m_host = std::make_unique<FakeHost>(FakeHost::Answers{
            {"/picture.png", FakeHost::file(m_picture)}, {"/text", FakeHost::file("no image")},
            {"/elsewhere", FakeHost::redirect(m_otherHost->url("/picture.png"))},
            {"/large", FakeHost::file(QByteArray(PublicDownloads::maxBytes + 1, 'a'))}});
        m_downloads = std::make_unique<PublicDownloads>(std::vector{m_host->host()},
            [](const QHostAddress& address) { return address.isLoopback(); });
    }

    void anImageIsDownloaded_data() { addBodies(); }
    void anImageIsDownloaded()
    {
        const auto answer = post(*m_served, m_host->url("/picture.png"));

        const auto sent = post(*m_served, "data:image/png;base64," + m_picture.toBase64());
        QVERIFY2(answer.status == 200, answer.body);
        QCOMPARE(sent.status, 200);
        QVERIFY(tokensOf(answer) > 0);
        QCOMPARE(tokensOf(answer), tokensOf(sent));
        QCOMPARE(m_host->requests().size(), 1);
    }

    void otherUrlsAreRejected_data() { addBodies(); }
    void otherUrlsAreRejected()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, field);
        const std::pair<std::string, std::string> rejected[] = {
            {m_otherHost->url("/picture.png"), "isn't among the allowed hosts."},
            {m_host->url("/picture.png", "localhost"), "isn't among the allowed hosts."},
            {m_host->url("/elsewhere"), "isn't among the allowed hosts."},
            {m_host->url("/large"), "the file is larger than 20 MiB."},
            {m_host->url("/missing"), "the host answered with status 404."},
            {m_host->url("/text"), "cannot be used: "}, {"ftp://" + m_host->host() + "/", "http"}};
        for (const auto& [url, reason] : rejected) {
            const auto answer = post(*m_served, url);

            QCOMPARE(answer.status, 400);
            QVERIFY2(message(answer).starts_with("'" + field.toStdString() + "' ")
                    && message(answer).find(reason) != std::string::npos,
                answer.body);
            if (!path.startsWith("/v1/messages"))
                QCOMPARE(answer.json().value("error")["param"].toString().toUtf8(), field);
        }
        QVERIFY(m_otherHost->requests().isEmpty());
    }

    void privateAddressesAreRejected_data() { addBodies(); }
    void privateAddressesAreRejected()
    {
        m_downloads = std::make_unique<PublicDownloads>(
            std::vector{m_host->host(), m_host->host("localhost")});
        for (const char* name : {"127.0.0.1", "localhost"}) {
            const auto answer = post(*m_served, m_host->url("/picture.png", name));

            QCOMPARE(answer.status, 400);
            QVERIFY2(message(answer).ends_with("has an address that isn't public."), answer.body);
        }
        QVERIFY(m_host->requests().isEmpty());
    }

    void withoutTheOptionNothingIsDownloaded_data() { addBodies(); }
    void withoutTheOptionNothingIsDownloaded()
    {
        const auto answer = post(*m_closed, m_host->url("/picture.png"));

        QFETCH(QByteArray, field);
        QCOMPARE(answer.status, 400);
        QVERIFY2(message(answer).starts_with("'" + field.toStdString() + "' must be a data: URI")
                && message(answer).find("--allow-image-urls HOST") != std::string::npos,
            answer.body);
        QVERIFY(m_host->requests().isEmpty());
    }

    void imagesAreCountedBeforeTheyAreDownloaded()
    {
        const QByteArray part = "{'type': 'image_url', 'image_url': {'url': '"
            + QByteArray::fromStdString(m_host->url("/picture.png")) + "'}},";

        const auto answer = m_served->post("/v1/chat/completions",
            quoted("{'model': 'model', 'messages': [{'role': 'user', 'content': ["
                + part.repeated(33).chopped(1) + "]}]}"));

        QCOMPARE(answer.status, 400);
        QVERIFY2(
            message(answer).ends_with("exceeds the limit of images per request: 32."), answer.body);
        QCOMPARE(m_host->requests().size(), 32);
    }

    // More than are downloaded at the same time.
    void manyClientsGetTheirTurns()
    {
        const QByteArray body = quoted("{'messages': [{'role': 'user', 'content': [{'type': "
                                       "'image_url', 'image_url': {'url': '"
            + QByteArray::fromStdString(m_host->url("/picture.png")) + "'}}]}], 'model': 'model'}");
        std::vector<std::future<int>> statuses;
        for (int client = 0; client < 20; ++client)
            statuses.push_back(std::async(
                std::launch::async, [&] { return m_served->post("/tokenize", body).status; }));
        for (std::future<int>& status : statuses)
            QCOMPARE(status.get(), 200);
        QCOMPARE(m_host->requests().size(), 20);
    }

    void aClientThatHangsUpEndsTheDownload()
    {
        QElapsedTimer timer;
        HttpClient client(m_served->port());
        const QByteArray body
            = quoted("{'model': 'model', 'messages': [{'role': 'user', 'content': [{'type': "
                     "'image_url', 'image_url': {'url': '"
                + QByteArray::fromStdString(m_host->url("/silent")) + "'}}]}]}");
        QVERIFY(client.write(HttpClient::head("/v1/chat/completions", body.size()) + body));
        QTRY_COMPARE(m_host->requests().size(), 1);
        QCOMPARE(m_served->server().connections(), 1);
        timer.start();

        client.hangUp();

        QTRY_COMPARE_WITH_TIMEOUT(m_served->server().connections(), 0, 15'000);
        QVERIFY(std::chrono::milliseconds(timer.elapsed()) < PublicDownloads::maxTime);
    }
};

TESTS(ImageUrlsTest, QCoreApplication);
#include "image_urls_test.moc"
