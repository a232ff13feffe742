#include "services/generation/open_answers.h"

#include <QMutexLocker>

namespace services {

std::stop_token OpenAnswers::open(AnswerId id)
{
    const QMutexLocker lock(&m_mutex);
    return m_answers[id].stop.get_token();
}

void OpenAnswers::stop(AnswerId id)
{
    const QMutexLocker lock(&m_mutex);
    const auto answer = m_answers.find(id);
    if (answer != m_answers.end())
        answer->stop.request_stop();
}

void OpenAnswers::stopAll(const QString& sentence)
{
    const QMutexLocker lock(&m_mutex);
    for (Answer& answer : m_answers)
        if (answer.stop.request_stop()) // not those that were stopped before
            answer.failure = sentence;
}

QString OpenAnswers::close(AnswerId id)
{
    const QMutexLocker lock(&m_mutex);
    return m_answers.take(id).failure;
}

} // namespace services
