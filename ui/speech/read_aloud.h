#pragma once

#include "services/conversations/message.h"
#include "ui/speech/speech_engine.h"

#include <QLocale>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>

namespace ui {

/// Reads one answer aloud at a time. Lives in the window's thread.
class ReadAloud : public QObject {
    Q_OBJECT

public:
    using MakeEngine = std::function<std::unique_ptr<SpeechEngine>()>;

    /// `makeEngine` is called when the first answer is read.
    explicit ReadAloud(MakeEngine makeEngine, QObject* parent = nullptr);

    /// Reads an answer in Markdown, from its beginning; another one ends. `rate` is that of
    /// SpeechEngine::say().
    void read(services::MessageId message, const QString& markdown, double rate);
    void stop();

    services::MessageId message() const { return m_message; } ///< that is read; noMessage: none

signals:
    void changed(); ///< message()
    void failed(const QString& message);

private:
    void sayNext();
    void end();

    MakeEngine m_makeEngine;
    std::unique_ptr<SpeechEngine> m_engine;
    services::MessageId m_message = services::noMessage;
    QStringList m_parts; // that have not been said
    QLocale::Language m_language = QLocale::English;
    double m_rate = 0;
    int m_number = 0; // of the part that is being said
};

} // namespace ui
