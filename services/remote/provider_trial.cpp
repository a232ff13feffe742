#include "services/remote/provider_trial.h"

#include "engine/files/json_text.h"
#include "services/remote/answer_piece.h"
#include "services/remote/chat_request.h"
#include "services/remote/provider.h"
#include "services/remote/remote_embedding.h"

#include <QCoreApplication>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace services {

namespace {

// Servers that have no list of models answer so when they are asked for it.
bool meansNoList(const RemoteFailure& failure)
{
    const int status = failure.http.status;
    return failure.http.kind == HttpFailure::Kind::Rejected
        && (status == 404 || status == 405 || status == 501);
}

} // namespace

ProviderInquiry::ProviderInquiry(Network& network, const QString& address, const QByteArray& key,
    const QString& model, const RemoteTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_address(address)
    , m_key(key)
    , m_wanted(model)
    , m_times(times)
{
    ask(addressAt(address, QStringLiteral("/models")), std::nullopt, &ProviderInquiry::takeList);
}

void ProviderInquiry::ask(const QUrl& url, const std::optional<QByteArray>& body,
    void (ProviderInquiry::*then)(const QByteArray&))
{
    RemoteQuestion question{url, body, m_key};
    question.patience = m_times.question;
    auto* call = new RemoteCall(m_network, question, this);
    const auto whole = std::make_shared<QByteArray>();
    connect(
        call, &RemoteCall::arrived, this, [whole](const QByteArray& bytes) { *whole += bytes; });
    connect(call, &RemoteCall::ended, this, [this, call, whole, then] {
        call->deleteLater();
        (this->*then)(*whole);
    });
    connect(call, &RemoteCall::failed, this, [this, call](const RemoteFailure& failure) {
        call->deleteLater();
        takeFailure(failure);
    });
}

void ProviderInquiry::takeList(const QByteArray& json)
try {
    m_all = offeredModels(json);
    m_hasList = true;
    const auto wanted = std::ranges::find(m_all, m_wanted, &OfferedModel::name);
    if (m_wanted.isEmpty()) {
        emit found(m_all, {});
    } else if (wanted == m_all.end()) {
        RemoteFailure failure;
        failure.http.kind = HttpFailure::Kind::Rejected;
        failure.http.status = 404;
        failure.http.host = hostName(m_address);
        failure.http.subject = tr("the model “%1”").arg(m_wanted);
        emit failed(failure);
    } else {
        m_model = *wanted;
        askDetails();
    }
} catch (const std::exception& error) {
    failStrangely(QString::fromUtf8(error.what()));
}

void ProviderInquiry::askDetails()
{
    const auto then = &ProviderInquiry::takeDetails;
    switch (m_model.kind().details) {
    case ServerKind::Details::Props:
        return ask(addressBeside(m_address, QStringLiteral("/props")), std::nullopt, then);
    case ServerKind::Details::Model:
        return ask(addressAt(m_address, QStringLiteral("/model")), std::nullopt, then);
    case ServerKind::Details::Show:
        return ask(addressBeside(m_address, QStringLiteral("/api/show")),
            QJsonDocument(QJsonObject{{"model", m_wanted}}).toJson(QJsonDocument::Compact), then);
    case ServerKind::Details::None:
        return emit found(m_all, m_model);
    }
}

void ProviderInquiry::takeDetails(const QByteArray& json)
{
    addDetails(m_model, json);
    emit found(m_all, m_model);
}

// Details are not needed, and a list is not either where a model was named.
void ProviderInquiry::takeFailure(const RemoteFailure& failure)
{
    if (m_hasList)
        return emit found(m_all, m_model);
    if (m_wanted.isEmpty() || !meansNoList(failure))
        return emit failed(failure);
    m_model.name = m_wanted;
    emit found({m_model}, m_model);
}

void ProviderInquiry::failStrangely(const QString& details)
{
    RemoteFailure failure;
    failure.http.kind = HttpFailure::Kind::Strange;
    failure.http.host = hostName(m_address);
    failure.http.details = details;
    emit failed(failure);
}

namespace {

using Json = nlohmann::ordered_json;
using Outcome = ProviderTrial::Outcome;

constexpr int side = 96; // of the image, in pixels: smaller ones are too small for some models

Json question(const char* words, int tokens)
{
    return {{"messages", {{{"role", "user"}, {"content", words}}}}, {"temperature", 0},
        {"max_tokens", tokens}};
}

Json streamed()
{
    Json body = question("Say hello.", 8);
    body["stream"] = true;
    return body;
}

Json withPicture()
{
    QImage picture(side, side, QImage::Format_RGB888);
    picture.fill(Qt::red);
    Json body = question("", 8);
    body["messages"][0]["content"] = {{{"type", "text"}, {"text", "Which colour is this?"}},
        {{"type", "image_url"}, {"image_url", {{"url", pictureUri(toPixels(picture), side)}}}}};
    return body;
}

Json inForm()
{
    Json body = question("Is water wet? Answer in JSON.", 64);
    body["response_format"] = {{"type", "json_schema"},
        {"json_schema",
            {{"name", "answer"}, {"strict", true},
                {"schema",
                    {{"type", "object"}, {"properties", {{"wet", {{"type", "boolean"}}}}},
                        {"required", {"wet"}}, {"additionalProperties", false}}}}}};
    return body;
}

Json withTool()
{
    Json body = question("What time is it? Use the tool.", 128);
    body["tools"] = {{{"type", "function"},
        {"function",
            {{"name", "current_time"}, {"description", "Tells what time it is."},
                {"parameters", {{"type", "object"}, {"properties", Json::object()}}}}}}};
    return body;
}

Json withProbabilities()
{
    Json body = question("Say hello.", 4);
    body["logprobs"] = true;
    body["top_logprobs"] = 2;
    return body;
}

Json sampleVector()
{
    return {{"input", {"hello"}}};
}

AnswerPiece parsePiece(const QByteArray& answer)
{
    return answerPiece(answer.toStdString());
}

bool hasWords(const AnswerPiece& piece)
{
    return !piece.text.empty() || !piece.thought.empty() || !piece.calls.empty();
}

Outcome judgeStream(const QByteArray& answer)
{
    EventReader reader;
    std::vector<std::string> events = reader.read(answer);
    std::erase(events, "[DONE]");
    const bool answers = std::ranges::any_of(events, [](const std::string& event) {
        const AnswerPiece piece = answerPiece(event);
        return hasWords(piece) || !piece.end.empty();
    });
    return answers ? Outcome::Works : Outcome::DoesNot;
}

Outcome judgeAnswer(const QByteArray& answer)
{
    const AnswerPiece piece = parsePiece(answer);
    return hasWords(piece) || !piece.end.empty() ? Outcome::Works : Outcome::DoesNot;
}

// An answer that was cut may still be on its way to the form.
Outcome judgeForm(const QByteArray& answer)
{
    const AnswerPiece piece = parsePiece(answer);
    const auto json = engine::tryParseJson<nlohmann::json>(piece.text).value_or(nullptr);
    if (json.is_object() && json.contains("wet"))
        return Outcome::Works;
    const bool mayBe = piece.end == "length" && (piece.text.empty() || piece.text[0] == '{');
    return mayBe ? Outcome::NotSure : Outcome::DoesNot;
}

Outcome judgeTool(const QByteArray& answer)
{
    return parsePiece(answer).calls.empty() ? Outcome::NotSure : Outcome::Works;
}

Outcome judgeProbabilities(const QByteArray& answer)
{
    return parsePiece(answer).tokens.empty() ? Outcome::DoesNot : Outcome::Works;
}

Outcome judgeVector(const QByteArray& answer)
{
    embeddingVectors(answer, 1);
    return Outcome::Works;
}

/// A question that is tried, and how its answer is judged. Texts are translated where they are shown.
struct Step {
    const char* name;
    const char* path;
    Json (*body)();
    Outcome (*judge)(const QByteArray& answer); ///< may throw: then it does not
    std::optional<bool> OfferedModel::*ability; ///< null: nobody needs to know
    const char *works, *doesNot, *notSure;
};

const Step steps[] = {
    {"stream", "/chat/completions", streamed, judgeStream, nullptr,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Streams answers."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't answer questions."), nullptr},
    {"picture", "/chat/completions", withPicture, judgeAnswer, &OfferedModel::sees,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Accepts pictures."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't accept pictures."), nullptr},
    {"schema", "/chat/completions", inForm, judgeForm, nullptr,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Supports JSON schemas."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't support JSON schemas."),
        QT_TRANSLATE_NOOP(
            "services::ProviderTrial", "JSON schema support is unknown: the answer was too long.")},
    {"tools", "/chat/completions", withTool, judgeTool, &OfferedModel::callsTools,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Calls tools."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't accept tools."),
        QT_TRANSLATE_NOOP(
            "services::ProviderTrial", "Accepts tools, but didn't call the test tool.")},
    {"probabilities", "/chat/completions", withProbabilities, judgeProbabilities, nullptr,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Returns log probabilities."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't return log probabilities."), nullptr},
    {"embeddings", "/embeddings", sampleVector, judgeVector, &OfferedModel::embeds,
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Computes embeddings."),
        QT_TRANSLATE_NOOP("services::ProviderTrial", "Doesn't compute embeddings."), nullptr},
};

} // namespace

ProviderTrial::ProviderTrial(Network& network, const QString& address, const QByteArray& key,
    const QString& model, const RemoteTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_address(address)
    , m_key(key)
    , m_times(times)
{
    auto* inquiry = new ProviderInquiry(network, address, key, model, times, this);
    connect(inquiry, &ProviderInquiry::found, this,
        [this](const QList<OfferedModel>&, const OfferedModel& found) {
            m_model = found;
            QString message = tr("Connected.");
            if (*found.kind().name)
                message = tr("Connected: %1.").arg(QLatin1String(found.kind().name));
            if (found.contextTokens > 0)
                message += u' '
                    + tr("Context length: %1 tokens.").arg(QLocale().toString(found.contextTokens));
            note(Outcome::Works, message, "models");
            askNext();
        });
    connect(inquiry, &ProviderInquiry::failed, this, [this](const RemoteFailure& failure) {
        note(Outcome::DoesNot, toMessage(failure), "models");
        emit finished({});
    });
}

void ProviderTrial::note(Outcome outcome, const QString& message, const char* ability)
{
    emit tried({outcome, message, ability}, m_done, int(std::size(steps)));
}

void ProviderTrial::askNext()
{
    if (m_done == int(std::size(steps)))
        return emit finished(m_model);
    const Step& step = steps[m_done];
    Json body = step.body();
    body["model"] = m_model.name.toStdString();
    RemoteQuestion asked{addressAt(m_address, QLatin1String(step.path)),
        QByteArray::fromStdString(body.dump()), m_key, tr("the model “%1”").arg(m_model.name)};
    asked.patience = m_times.silence;
    auto* call = new RemoteCall(m_network, asked, this);
    const auto answer = std::make_shared<QByteArray>();
    connect(
        call, &RemoteCall::arrived, this, [answer](const QByteArray& bytes) { *answer += bytes; });
    connect(call, &RemoteCall::ended, this, [this, call, answer] {
        call->deleteLater();
        take(*answer);
    });
    connect(call, &RemoteCall::failed, this, [this, call](const RemoteFailure& failure) {
        call->deleteLater();
        onFailed(failure);
    });
}

void ProviderTrial::take(const QByteArray& answer)
{
    const Step& step = steps[m_done++];
    const auto judge = [&] { return step.judge(answer); };
    const services::Outcome<Outcome> judged = callForOutcome<Outcome>(judge);
    const Outcome outcome = judged.value.value_or(Outcome::DoesNot);
    if (step.ability && outcome != Outcome::NotSure)
        m_model.*step.ability = outcome == Outcome::Works;
    const char* message = outcome == Outcome::Works ? step.works
        : outcome == Outcome::DoesNot               ? step.doesNot
                                                    : step.notSure;
    note(outcome, tr(message), step.name);
    askNext();
}

// What it rejects it is not able to; what does not arrive tells nothing.
void ProviderTrial::onFailed(const RemoteFailure& failure)
{
    const Step& step = steps[m_done++];
    const bool isRejection = failure.http.kind == HttpFailure::Kind::Rejected
        && !failure.isTooBusy() && failure.http.status != 401 && failure.http.status != 403;
    if (!isRejection) {
        note(Outcome::DoesNot, toMessage(failure), step.name);
        return emit finished({});
    }
    if (step.ability)
        m_model.*step.ability = false;
    note(Outcome::DoesNot,
        failure.said.isEmpty() ? tr(step.doesNot)
                               : tr("%1 Server message: “%2”").arg(tr(step.doesNot), failure.said),
        step.name);
    askNext();
}

} // namespace services
