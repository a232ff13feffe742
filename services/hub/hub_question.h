#pragma once

#include "services/background.h"
#include "services/network/http_get.h"
#include "services/network/retries.h"

#include <QObject>
#include <QPointer>

namespace services {

/// What came back on a question of a few bytes.
struct HubAnswer {
    QByteArray bytes;
    QByteArray nextPage; ///< see HttpHead
};

/// One question whose answer is kept in memory. Asks again where that may help, tells once what
/// came of it, and then deletes itself.
class HubQuestion : public QObject {
    Q_OBJECT

public:
    /// What to do with an answer of more than `most` bytes.
    enum class Longer { IsRefused, IsCut };

    HubQuestion(Network& network, const HttpQuestion& question, qint64 most, Longer longer,
        const NetworkTimes& times, QObject* parent);

signals:
    void told(const services::Outcome<services::HubAnswer>& outcome);

private:
    void ask();
    void readHead(const HttpHead& head);
    void take(const QByteArray& bytes);
    void askAgain(const HttpFailure& failure);
    void tell(const Outcome<HubAnswer>& outcome);

    Network& m_network;
    const HttpQuestion m_question;
    const qint64 m_most; // bytes
    const Longer m_longer;
    const NetworkTimes m_times;
    Retries m_retries;
    QPointer<HttpGet> m_get;
    HubAnswer m_answer;
    qint64 m_before = 0; // bytes that come before those that were asked for
};

} // namespace services
