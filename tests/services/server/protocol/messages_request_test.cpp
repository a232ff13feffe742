#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::server::ApiError;
using services::server::parseBody;
using services::server::readMessagesRequest;

// The contents of a body of /v1/messages, without a socket.
class MessagesRequestTest : public QObject {
    Q_OBJECT

    static std::vector<std::string> stopsOf(const QByteArray& stops)
    {
        const QByteArray body = R"({"model": "m", "max_tokens": 1, "stop_sequences": )" + stops
            + R"(, "messages": [{"role": "user", "content": "Hi"}]})";
        const auto request
            = readMessagesRequest(parseBody(body.toStdString()), [] { return false; }).request;
        return request.settings.stopStrings.value_or(std::vector<std::string>());
    }

private slots:
    void stopSequencesAreRead()
    {
        QCOMPARE(stopsOf(R"(["\n\n", "", "END"])"), std::vector<std::string>({"\n\n", "END"}));
    }

    void tooManyOrTooLongOnesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("stops");
        QTest::newRow("many") << "[" + QByteArray("\"a\", ").repeated(1000) + "\"a\"]";
        QTest::newRow("long") << "[\"" + QByteArray(1001, 'a') + "\"]";
        QTest::newRow("numbers") << QByteArray("[1]");
    }
    void tooManyOrTooLongOnesAreRefused()
    {
        QFETCH(QByteArray, stops);

        try {
            stopsOf(stops);
            QFAIL("they were taken");
        } catch (const ApiError& error) {
            QCOMPARE(error.status, 400);
            QCOMPARE(error.field, std::string("stop_sequences"));
        }
    }
};

TESTS(MessagesRequestTest);
#include "messages_request_test.moc"
