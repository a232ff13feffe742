#pragma once

#include "ui/chat/message_wish.h"
#include "ui/widgets/error_box.h"

class QPushButton;

namespace ui {

/// What went wrong with an answer, where it went wrong: the cause, a button that tries again or
/// goes on, and one that copies what a report of it needs.
class MessageError : public ErrorBox {
    Q_OBJECT

public:
    explicit MessageError(QWidget* parent = nullptr);

    /// `canContinue`: there is a text to go on from. Nothing is shown for an empty sentence.
    void setError(const QString& sentence, bool canContinue);

signals:
    void wished(ui::MessageWish wish);

private:
    QPushButton* m_retry;
    QPushButton* m_continue;
};

} // namespace ui
