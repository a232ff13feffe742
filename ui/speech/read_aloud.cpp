#include "ui/speech/read_aloud.h"

#include "ui/speech/spoken_text.h"

#include <utility>

namespace ui {

using services::noMessage;

ReadAloud::ReadAloud(MakeEngine makeEngine, QObject* parent)
    : QObject(parent)
    , m_makeEngine(std::move(makeEngine))
{
}

void ReadAloud::read(services::MessageId message, const QString& markdown, double rate)
{
    stop();
    if (!m_engine) {
        m_engine = m_makeEngine();
        if (!m_engine) {
            emit failed(missingSpeechText());
            return;
        }
        connect(m_engine.get(), &SpeechEngine::ended, this, [this](int number) {
            if (number == m_number && m_message != noMessage)
                sayNext();
        });
        connect(m_engine.get(), &SpeechEngine::failed, this, [this](const QString& reason) {
            end();
            emit failed(reason);
        });
    }
    m_parts = spokenParts(markdown);
    m_language = spokenLanguage(m_parts.join(u' '));
    m_rate = rate;
    m_message = message;
    emit changed();
    sayNext();
}

void ReadAloud::sayNext()
{
    if (m_parts.isEmpty())
        return end();
    m_engine->say(++m_number, m_parts.takeFirst(), m_language, m_rate);
}

void ReadAloud::stop()
{
    if (m_message == noMessage)
        return;
    m_engine->stop();
    end();
}

void ReadAloud::end()
{
    m_parts.clear();
    ++m_number; // what is still reported is of no interest
    if (std::exchange(m_message, noMessage) != noMessage)
        emit changed();
}

} // namespace ui
