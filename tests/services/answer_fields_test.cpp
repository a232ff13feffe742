#include "base/log.h"
#include "services/generation/answer_settings.h"
#include "services/remote/chat_request.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/requests.h"
#include "tests/support/made_up_server.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFloat16> // QCOMPARE instantiates it for JSON
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <nlohmann/json.hpp>

using runtime::AnswerField;
using runtime::AnswerSettings;
using runtime::FieldValue;
using services::server::Json;

namespace {

template <typename Value>
constexpr bool isRange
    = std::is_same_v<Value, float> || std::is_same_v<Value, int> || std::is_same_v<Value, int64_t>;

// A value that is in the range, isn't the standard one and is a float without rounding.
template <typename Value>
Value sample(const FieldValue<Value>& field)
{
    if constexpr (isRange<Value>)
        return Value(std::floor((double(field.min) + 3 * double(field.max)) / 4 * 4) / 4);
    else if constexpr (std::is_same_v<Value, uint64_t>)
        return 1'234'567;
    else if constexpr (std::is_same_v<Value, bool>)
        return true;
    else if constexpr (std::is_same_v<Value, std::string>)
        return field.choices.empty() ? "Some text" : std::string(field.choices.back());
    else
        return {"One", "Two"};
}

AnswerSettings sampleOf(const AnswerField& field)
{
    AnswerSettings settings;
    std::visit([&](const auto& value) { settings.*value.member = sample(value); }, field.value);
    return settings;
}

// Calls `check` with the smallest and largest value and with those that are out of range.
template <typename Check>
void atLimits(const AnswerField& field, Check check)
{
    std::visit(
        [&](const auto& value) {
            using Value = typename std::decay_t<decltype(value)>::Type;
            if constexpr (isRange<Value>) {
                const auto min = double(value.min), max = double(value.max);
                check(min, true);
                check(max, true);
                check(min - 3, false); // -1 means "off" or "absent" to clients of vLLM
                check(max + 1, false);
            }
        },
        field.value);
}

AnswerSettings readByServer(Json body)
{
    body["model"] = "m";
    body["messages"] = {{{"role", "user"}, {"content", "Hello"}}};
    return services::server::readChatRequest(body, [] { return false; }).request.settings;
}

template <typename Value>
Json asJson(const Value& value)
{
    return Json(value);
}

} // namespace

/// Every field of answerFields() has the same values and limits in files, on the command line, in
/// the API and at remote servers. Those of the window are in settings_page_test.
class AnswerFieldsTest : public QObject {
    Q_OBJECT

private slots:
    void everyRowIsDescribedCompletely()
    {
        for (const AnswerField& field : runtime::answerFields()) {
            if (field.flag)
                QVERIFY2(*field.flagHelp && *field.flagValue, field.flag);
            if (field.label)
                QVERIFY2(*field.help && field.step > 0, field.label);
            if (runtime::choosesTokens(field))
                QVERIFY2(field.key && field.flag && field.label && field.apiNames[0]
                        && field.remote.vignette,
                    field.key);
            QVERIFY(runtime::changesAnswer(field, runtime::completed(sampleOf(field))));
            QVERIFY(!runtime::changesAnswer(field, runtime::defaultSettings()));
        }
    }

    void filesHoldEveryField()
    {
        for (const AnswerField& field : runtime::answerFields()) {
            if (!field.key)
                continue;
            const AnswerSettings settings = sampleOf(field);
            const QJsonObject object = services::toJson(settings);

            QCOMPARE(object.keys(), QStringList{field.key});
            QCOMPARE(services::answerSettingsFrom(object), runtime::completed(settings));
            QCOMPARE(services::answerFieldPassedOver(object), QString());
            atLimits(field, [&](double number, bool isAccepted) {
                const QJsonObject limit{{field.key, number}};
                const QString passedOver = services::answerFieldPassedOver(limit);
                QCOMPARE(passedOver, isAccepted ? QString() : QString(field.key));
            });
        }
    }

    void filesWithNumbersOutOfRangeAreLimitedAndReported()
    {
        static std::string log;
        log.clear();
        base::setLogWriter([](base::LogLevel, const std::string& message) { log += message; });

        const AnswerSettings settings = services::answerSettingsFrom(
            {{"temperature", 7}, {"topK", -4}, {"maxTokens", 1e18}, {"minP", 0.5}, {"x", 1}});
        base::setLogWriter({});

        QCOMPARE(settings.temperature, std::optional(5.0f));
        QCOMPARE(settings.topK, std::optional(0));
        QCOMPARE(settings.maxTokens, std::optional<int64_t>(1 << 23));
        QCOMPARE(settings.minP, std::optional(0.5f));
        for (const char* name : {"temperature", "topK", "maxTokens", "x"})
            QVERIFY2(log.find(name) != std::string::npos, log.c_str());
        QVERIFY2(log.find("minP") == std::string::npos, log.c_str());
    }

    void theApiReadsEveryName()
    {
        for (const AnswerField& field : runtime::answerFields())
            for (const char* name : field.apiNames) {
                if (!name)
                    continue;
                std::visit(
                    [&](const auto& value) {
                        QCOMPARE(readByServer({{name, asJson(sample(value))}}), sampleOf(field));
                    },
                    field.value);
                atLimits(field, [&](double number, bool isAccepted) {
                    try {
                        readByServer({{name, number}});
                        QVERIFY2(isAccepted, name);
                    } catch (const services::server::ApiError& error) {
                        QVERIFY2(!isAccepted, error.what());
                        QCOMPARE(error.status, 400);
                        QCOMPARE(error.field, std::string(name));
                    }
                });
            }
    }

    void textsOfAListAreTheSameEverywhere()
    {
        const QJsonObject stored{{"reasoningEffort", "a lot"}};
        QCOMPARE(services::answerFieldPassedOver(stored), QString("reasoningEffort"));
        QCOMPARE(
            services::answerSettingsFrom(stored).reasoningEffort, std::optional<std::string>(""));
        QVERIFY_THROWS_EXCEPTION(
            services::server::ApiError, readByServer({{"reasoning_effort", "a lot"}}));
        const auto result = tests::runCli({"chat", "--reasoning-effort=a lot", "Hello"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("none, minimal, low, medium, high, xhigh or max"),
            result.errors);
    }

    void allSeedsAreTheSameEverywhere()
    {
        const AnswerSettings settings{.seed = UINT64_MAX};

        QCOMPARE(services::answerSettingsFrom(services::toJson(settings)).seed, settings.seed);
        QCOMPARE(readByServer({{"seed", UINT64_MAX}}).seed, settings.seed);
        QCOMPARE(readByServer({{"seed", -2}}).seed, std::optional<uint64_t>(UINT64_MAX - 1));
        QCOMPARE(readByServer({{"seed", -1}}).seed, std::optional<uint64_t>());
        QCOMPARE(received(settings, "vignette").seed, settings.seed);
    }

    void listsHaveTheSameLimitsEverywhere()
    {
        const std::string longest(runtime::maxTextBytes, 'x');
        const QJsonArray accepted{QString::fromStdString(longest)};
        const QJsonArray tooLong{QString::fromStdString(longest + "x")};
        for (const char* key : {"stopStrings", "bannedPhrases"}) {
            QCOMPARE(services::answerFieldPassedOver({{key, accepted}}), QString());
            QCOMPARE(services::answerFieldPassedOver({{key, tooLong}}), QString(key));
        }
        QCOMPARE(readByServer({{"stop", {longest}}}).stopStrings->front(), longest);
        QVERIFY_THROWS_EXCEPTION(
            services::server::ApiError, readByServer({{"stop", {longest + "x"}}}));
        const std::vector<std::string> many(runtime::maxTexts + 1, "x");
        QVERIFY_THROWS_EXCEPTION(services::server::ApiError, readByServer({{"stop", many}}));
        const AnswerSettings read = services::answerSettingsFrom(
            {{"stopStrings", QJsonArray::fromStringList(QStringList(many.size(), "x"))}});
        QCOMPARE(read.stopStrings->size(), runtime::maxTexts);
    }

    void remoteServersGetEveryFieldOrItIsNamed()
    {
        for (const char* owner :
            {"vllm", "sglang", "llamacpp", "tabbyAPI", "library", "vignette", ""})
            for (const AnswerField& field : runtime::answerFields()) {
                const services::ServerKind& kind = services::serverKind(owner);
                const char* const name = field.remote.*kind.names;
                const AnswerSettings settings = sampleOf(field);
                const QStringList missing = services::settingsThatLack(settings, kind);

                QCOMPARE(missing.size(), field.remoteText && !name ? 1 : 0);
                if (name && !field.partOf)
                    std::visit(
                        [&](const auto& value) {
                            QCOMPARE(sent(settings, owner).at(Json::json_pointer(name)),
                                asJson(*(settings.*value.member)));
                        },
                        field.value);
            }
    }

    void theOwnServerReadsWhatIsSentToIt()
    {
        AnswerSettings all;
        for (const AnswerField& field : runtime::answerFields())
            if (field.remote.vignette)
                all = runtime::layered({all, sampleOf(field)});

        AnswerSettings read = received(all, "vignette");
        read.maxTokens.reset();

        QCOMPARE(read, all);
    }

    void theCommandLineSetsEveryField()
    {
        tests::MadeUpServer server;
        server.setModels({QJsonObject{{"id", "parrot"}, {"owned_by", "vignette"}}});
        QStringList arguments{"chat", "--endpoint", server.address(), "Hello"};
        AnswerSettings all;
        for (const AnswerField& field : runtime::answerFields())
            if (field.flag && (field.remote.vignette || field.key == QLatin1String("maxTokens"))) {
                all = runtime::layered({all, sampleOf(field)});
                std::visit([&](const auto& value) { arguments += given(field, sample(value)); },
                    field.value);
            }

        const tests::ProgramResult result = tests::runCli(arguments);

        QVERIFY2(result.exitCode == 0, result.errors);
        const QList<QJsonObject> asked = server.log().questions();
        QCOMPARE(asked.size(), 1);
        const QByteArray body
            = QJsonDocument(asked.first()["body"].toObject()).toJson(QJsonDocument::Compact);
        QCOMPARE(readByServer(Json::parse(body.toStdString())), all);
    }

    void theCommandLineNamesTheLimits()
    {
        for (const AnswerField& field : runtime::answerFields()) {
            if (!field.flag)
                continue;
            std::visit(
                [&](const auto& value) {
                    using Value = typename std::decay_t<decltype(value)>::Type;
                    if constexpr (isRange<Value>) {
                        const auto max = QString::number(double(value.max), 'g', 9);
                        const auto result = tests::runCli({"chat",
                            QStringLiteral("--%1=%2").arg(field.flag).arg(2e9, 0, 'f', 0)});
                        QCOMPARE(result.exitCode, 2);
                        QVERIFY2(
                            result.errors.contains(" to " + max.toUtf8() + ","), result.errors);
                    }
                },
                field.value);
        }
    }

private:
    static Json sent(const AnswerSettings& settings, const char* owner)
    {
        runtime::AnswerRequest request;
        request.messages = {runtime::textMessage(runtime::Role::User, "Hello")};
        request.settings = settings;
        return Json::parse(
            services::chatRequest(request, {.model = "m", .kind = services::serverKind(owner)}));
    }

    static AnswerSettings received(const AnswerSettings& settings, const char* owner)
    {
        return readByServer(sent(settings, owner));
    }

    template <typename Value>
    static QStringList given(const AnswerField& field, const Value& value)
    {
        const QString flag = QStringLiteral("--%1=%2").arg(field.flag);
        if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
            QStringList all;
            for (const std::string& text : value)
                all << flag.arg(QString::fromStdString(text));
            return all;
        } else if constexpr (std::is_same_v<Value, std::string>) {
            return {flag.arg(QString::fromStdString(value))};
        } else if constexpr (std::is_same_v<Value, bool>) {
            return {flag.arg(value ? "on" : "off")};
        } else {
            return {flag.arg(value)};
        }
    }
};

TESTS(AnswerFieldsTest, QCoreApplication);
#include "answer_fields_test.moc"
