#pragma once

#include "ui/chat/message_wish.h"
#include "ui/widgets/sentence_box.h"

class QPushButton;

namespace ui {

/// What went wrong with an answer, where it went wrong: the cause, buttons that try again, go
/// on or do without the graphics card, and one that copies what a report of it needs.
class MessageError : public SentenceBox {
    Q_OBJECT

public:
    explicit MessageError(QWidget* parent = nullptr);

    /// `canContinue`: there is a text to go on from; `isOnCard`: the processor could take over.
    /// Nothing is shown for an empty sentence.
    void setError(const QString& sentence, bool canContinue, bool isOnCard);

signals:
    void wished(ui::MessageWish wish);

private:
    QPushButton* m_retry;
    QPushButton* m_continue;
    QPushButton* m_useProcessor;
};

} // namespace ui
