#include "base/error.h"
#include "runtime/prompt/message_json.h"
#include "tests/support/test_program.h"

using runtime::ContentStyle;
using runtime::messageJson;
using runtime::RequestMessage;
using runtime::Role;

namespace {

std::string failureOf(auto act)
{
    try {
        act();
    } catch (const base::Error& error) {
        return error.kind() == base::ErrorKind::BadRequest ? error.what() : "another kind";
    }
    return {};
}

std::string nested(size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

} // namespace

// The form in which chat templates are given messages and tools.
class MessageJsonTest : public QObject {
    Q_OBJECT

private slots:
    void argumentsAreRefusedThatATemplateCannotWrite_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QString>("failure");
        const QString deep = "The arguments of a tool are rejected: the JSON is nested deeper than "
                             "48 levels.";
        QTest::newRow("48 levels") << QByteArray::fromStdString(nested(48)) << QString();
        QTest::newRow("49 levels") << QByteArray::fromStdString(nested(49)) << deep;
        QTest::newRow("many levels") << QByteArray::fromStdString(nested(1'000'000)) << deep;
        QTest::newRow("values")
            << "[" + QByteArray("{},").repeated(200'000) + "{}]"
            << QString("The arguments of a tool are rejected: the JSON has too many values.");
    }
    void argumentsAreRefusedThatATemplateCannotWrite()
    {
        QFETCH(QByteArray, arguments);
        QFETCH(QString, failure);
        const RequestMessage message{
            Role::Assistant, {runtime::ToolCall{"1", "now", arguments.toStdString()}}};

        const auto told = failureOf([&] { messageJson(message, ContentStyle::Text, ""); });

        QCOMPARE(QString::fromStdString(told), failure);
    }

    void argumentsThatBrokeOffAreShownAsText()
    {
        const RequestMessage message{Role::Assistant, {runtime::ToolCall{"1", "now", "{\"a\": "}}};

        const auto json = messageJson(message, ContentStyle::Text, "");

        QCOMPARE(json["tool_calls"][0]["function"]["arguments"].get<std::string>(),
            std::string("{\"a\": "));
    }

    void parametersAreRefusedThatAreTooDeep()
    {
        const auto told = failureOf([] {
            runtime::toolsJson({{"now", "Says the time.", nested(1'000'000)}});
        });

        QCOMPARE(QString::fromStdString(told),
            QString("The parameters of a tool are rejected: the JSON is nested deeper than 64 "
                    "levels."));
    }
};

TESTS(MessageJsonTest);
#include "message_json_test.moc"
