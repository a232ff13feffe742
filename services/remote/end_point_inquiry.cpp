#include "services/remote/end_point_inquiry.h"

#include "services/remote/end_point.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <exception>
#include <memory>

namespace services {

namespace {

// Servers that have no list of models answer so when they are asked for it.
bool meansNoList(const RemoteFailure& failure)
{
    const int status = failure.http.status;
    return failure.http.kind == HttpFailure::Kind::Refused
        && (status == 404 || status == 405 || status == 501);
}

} // namespace

EndPointInquiry::EndPointInquiry(Network& network, const QString& address, const QByteArray& key,
    const QString& model, const RemoteTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_address(address)
    , m_key(key)
    , m_wanted(model)
    , m_times(times)
{
    ask(addressAt(address, QStringLiteral("/models")), std::nullopt, &EndPointInquiry::takeList);
}

void EndPointInquiry::ask(const QUrl& url, const std::optional<QByteArray>& body,
    void (EndPointInquiry::*then)(const QByteArray&))
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

void EndPointInquiry::takeList(const QByteArray& json)
try {
    m_all = offeredModels(json);
    m_hasList = true;
    const auto wanted = std::ranges::find(m_all, m_wanted, &OfferedModel::name);
    if (m_wanted.isEmpty()) {
        emit found(m_all, {});
    } else if (wanted == m_all.end()) {
        RemoteFailure failure;
        failure.http.kind = HttpFailure::Kind::Refused;
        failure.http.status = 404;
        failure.http.host = hostOf(m_address);
        failure.http.subject = tr("the model “%1”").arg(m_wanted);
        emit failed(failure);
    } else {
        m_model = *wanted;
        askDetails();
    }
} catch (const std::exception& error) {
    failStrangely(QString::fromUtf8(error.what()));
}

void EndPointInquiry::askDetails()
{
    const auto then = &EndPointInquiry::takeDetails;
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

void EndPointInquiry::takeDetails(const QByteArray& json)
{
    addDetails(m_model, json);
    emit found(m_all, m_model);
}

// Details are not needed, and a list is not either where a model was named.
void EndPointInquiry::takeFailure(const RemoteFailure& failure)
{
    if (m_hasList)
        return emit found(m_all, m_model);
    if (m_wanted.isEmpty() || !meansNoList(failure))
        return emit failed(failure);
    m_model.name = m_wanted;
    emit found({m_model}, m_model);
}

void EndPointInquiry::failStrangely(const QString& details)
{
    RemoteFailure failure;
    failure.http.kind = HttpFailure::Kind::Strange;
    failure.http.host = hostOf(m_address);
    failure.http.details = details;
    emit failed(failure);
}

} // namespace services
