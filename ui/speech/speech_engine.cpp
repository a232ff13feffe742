#include "ui/speech/speech_engine.h"

#include <QCoreApplication>

#include <algorithm>

#ifdef VIGNETTE_SPEECH
#include <QTextToSpeech>
#include <QThread>
#endif

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::SpeechEngine)
};

} // namespace

QString missingSpeechText()
{
#ifdef VIGNETTE_SPEECH
    return Text::tr(
        "There are no voices on this computer. Install Speech Dispatcher and the package "
        "qt6-speech-speechd-plugin.");
#else
    return Text::tr("This build of Vignette can't read aloud: Qt's TextToSpeech was missing.");
#endif
}

QLocale chooseVoice(
    const QList<QLocale>& available, QLocale::Language language, const QLocale& user)
{
    if (user.language() == language && available.contains(user))
        return user;
    const auto same = std::ranges::find(available, language, &QLocale::language);
    return same == available.end() ? user : *same;
}

#ifdef VIGNETTE_SPEECH

namespace {

// Starting Speech Dispatcher takes a while, so its voices live in a thread of their own.
class DesktopSpeech : public SpeechEngine {
public:
    DesktopSpeech()
        : m_worker(new QObject)
    {
        m_worker->moveToThread(&m_thread);
        connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
        m_thread.start();
    }

    ~DesktopSpeech() override
    {
        m_thread.quit();
        m_thread.wait();
    }

    void say(int number, const QString& text, QLocale::Language language, double rate) override
    {
        QMetaObject::invokeMethod(m_worker, [this, number, text, language, rate] {
            QTextToSpeech& speech = voices();
            const QLocale voice = chooseVoice(speech.availableLocales(), language, QLocale());
            if (speech.locale() != voice)
                speech.setLocale(voice);
            speech.setRate(rate);
            m_number = number;
            speech.say(text);
        });
    }

    void stop() override
    {
        QMetaObject::invokeMethod(m_worker, [this] {
            if (m_voices)
                m_voices->stop();
        });
    }

private:
    // In the worker's thread, as all that it uses.
    QTextToSpeech& voices()
    {
        if (m_voices)
            return *m_voices;
        m_voices = new QTextToSpeech(m_worker);
        connect(
            m_voices, &QTextToSpeech::stateChanged, m_worker, [this](QTextToSpeech::State state) {
                if (state == QTextToSpeech::Ready)
                    emit ended(m_number);
                else if (state == QTextToSpeech::Error)
                    emit failed(
                        Text::tr("The text can't be read aloud: %1").arg(m_voices->errorString()));
            });
        return *m_voices;
    }

    QThread m_thread;
    QObject* m_worker;
    QTextToSpeech* m_voices = nullptr;
    int m_number = 0;
};

} // namespace

bool hasSpeechEngine()
{
    return !QTextToSpeech::availableEngines().isEmpty();
}

std::unique_ptr<SpeechEngine> makeSpeechEngine()
{
    return hasSpeechEngine() ? std::make_unique<DesktopSpeech>() : nullptr;
}

#else

bool hasSpeechEngine()
{
    return false;
}

std::unique_ptr<SpeechEngine> makeSpeechEngine()
{
    return nullptr;
}

#endif

} // namespace ui
