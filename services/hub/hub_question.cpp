#include "services/hub/hub_question.h"

#include <QTimer>

namespace services {

HubQuestion::HubQuestion(Network& network, const HttpQuestion& question, qint64 most, Longer longer,
    const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_network(network)
    , m_question(question)
    , m_most(most)
    , m_longer(longer)
    , m_times(times)
    , m_retries(times)
{
    ask();
}

void HubQuestion::ask()
{
    m_answer = {};
    m_get = new HttpGet(m_network, m_question, m_times, this);
    connect(m_get, &HttpGet::begun, this, &HubQuestion::readHead);
    connect(m_get, &HttpGet::arrived, this, &HubQuestion::take);
    connect(m_get, &HttpGet::ended, this, [this] { tell({m_answer, {}}); });
    connect(m_get, &HttpGet::failed, this, &HubQuestion::askAgain);
}

// Who knows no ranges sends the whole file.
void HubQuestion::readHead(const HttpHead& head)
{
    m_answer.nextPage = head.nextPage;
    m_before = m_question.first - head.first;
    if (m_before >= 0)
        return;
    m_get->stop();
    HttpFailure failure;
    failure.kind = HttpFailure::Kind::Strange;
    failure.subject = m_question.subject;
    failure.host = m_question.url.host();
    askAgain(failure);
}

void HubQuestion::take(const QByteArray& all)
{
    const QByteArray bytes = all.sliced(std::min<qint64>(m_before, all.size()));
    m_before -= all.size() - bytes.size();
    m_answer.bytes += bytes.left(m_most + 1 - m_answer.bytes.size());
    if (m_answer.bytes.size() <= m_most)
        return;
    m_answer.bytes.truncate(m_most);
    if (m_longer == Longer::IsCut)
        return tell({m_answer, {}});
    tell({{},
        tr("%1 sends more than an answer to this question can be. Check its address.")
            .arg(m_question.url.host())});
}

void HubQuestion::askAgain(const HttpFailure& failure)
{
    m_get->deleteLater();
    const auto wait = m_retries.waitAfter(failure);
    if (!wait)
        return tell({{}, sentenceOf(failure)});
    QTimer::singleShot(*wait, Qt::PreciseTimer, this, &HubQuestion::ask);
}

void HubQuestion::tell(const Outcome<HubAnswer>& outcome)
{
    m_get->stop();
    emit told(outcome);
    deleteLater();
}

} // namespace services
