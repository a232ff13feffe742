#pragma once

#include "ui/chat/message_wish.h"
#include "ui/widgets/sentence_box.h"

class QPushButton;

namespace ui {

/// Shows in place of an answer why it failed, with buttons that try again, continue, or use the
/// processor in place of the graphics card, and one that copies what a report about it needs.
class MessageError : public SentenceBox {
    Q_OBJECT

public:
    explicit MessageError(QWidget* parent = nullptr);

    /// `canContinue`: there is a text that can be continued. `isOnCard`: the processor can be
    /// offered. An empty sentence hides everything.
    void setError(const QString& sentence, bool canContinue, bool isOnCard);

signals:
    void wished(ui::MessageWish wish);

private:
    QPushButton* m_retry;
    QPushButton* m_continue;
    QPushButton* m_useProcessor;
};

} // namespace ui
