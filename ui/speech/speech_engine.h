#pragma once

#include <QList>
#include <QLocale>
#include <QObject>
#include <QString>

#include <memory>

namespace ui {

/// A voice that says texts. Lives in the window's thread and never makes it wait.
class SpeechEngine : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Says a text and reports its end with this number. The engine uses a voice of the language if it
    /// has one. `rate` is −1 (slowest) … 1; 0 is usual.
    virtual void say(int number, const QString& text, QLocale::Language language, double rate) = 0;
    virtual void stop() = 0; ///< what is being said

signals:
    void ended(int number); ///< it was said or stopped
    void failed(const QString& message);
};

/// True if this build and this computer have what makeSpeechEngine() needs. Loads no voice.
bool hasSpeechEngine();

/// Why there is no voice, and what to install.
QString missingSpeechText();

/// The desktop's voices: Speech Dispatcher by Qt. Null if hasSpeechEngine() is false. The voices are
/// loaded in the background when the first text is said.
std::unique_ptr<SpeechEngine> makeSpeechEngine();

/// The best of the available voices' locales for a text: that of the user if it is of the same
/// language, else the first of the language, else that of the user.
QLocale chooseVoice(
    const QList<QLocale>& available, QLocale::Language language, const QLocale& user);

} // namespace ui
