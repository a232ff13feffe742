#pragma once

#include "services/conversations/message.h"

#include <QAccessible>
#include <QObject>

namespace ui {

class Announcer;

/// Reads an answer that is being written to a screen reader, a finished sentence at a time, and why
/// one has to wait. Does nothing where no reader listens.
class AnswerAnnouncer : public QObject, private QAccessible::ActivationObserver {
    Q_OBJECT

public:
    explicit AnswerAnnouncer(QWidget* parent);
    ~AnswerAnnouncer() override;

    /// The message as it is now. Of one that had ended before it was first seen nothing is said.
    void follow(const services::Message& message);
    void stop();

private:
    void accessibilityActiveChanged(bool active) override { m_isHeard = active; }
    void sayUntil(const QString& text, qsizetype end);

    Announcer* m_announcer;
    bool m_isHeard; // some reader listens
    services::MessageId m_message = services::noMessage; // that is being followed
    qsizetype m_said = 0; // characters of its text
    QString m_reason; // for waiting, as said
};

/// Where the last finished sentence of a text ends, from `begin`; `begin` if there is none.
qsizetype endOfSentences(const QString& text, qsizetype begin);

} // namespace ui
