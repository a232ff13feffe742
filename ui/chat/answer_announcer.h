#pragma once

#include "services/conversations/message.h"

#include <QAccessible>
#include <QObject>

namespace ui {

class Announcer;

/// Reads an answer to the user through a screen reader while it is written, one finished sentence
/// at a time, and says why an answer has to wait. Does nothing if no screen reader is active.
class AnswerAnnouncer : public QObject, private QAccessible::ActivationObserver {
    Q_OBJECT

public:
    explicit AnswerAnnouncer(QWidget* parent);
    ~AnswerAnnouncer() override;

    /// Must be called with the present state of the message. Says nothing about a message that had
    /// ended when it was first passed.
    void follow(const services::Message& message);
    void stop();

private:
    void accessibilityActiveChanged(bool active) override { m_isHeard = active; }
    void announceUntil(const QString& text, qsizetype end);

    Announcer* m_announcer;
    bool m_isHeard; // some reader listens
    services::MessageId m_message = services::noMessage; // that is being followed
    qsizetype m_announced = 0; // characters of its text
    QString m_reason; // for waiting, as said
};

/// The end of the last finished sentence of `text` after `begin`; `begin` if there is none.
qsizetype endOfSentences(const QString& text, qsizetype begin);

} // namespace ui
