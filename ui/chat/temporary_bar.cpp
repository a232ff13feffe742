#include "ui/chat/temporary_bar.h"

#include "services/conversations/conversation.h"
#include "services/plain_tool_tip.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

TemporaryBar::TemporaryBar(QWidget* parent)
    : QWidget(parent)
{
    auto* sentence = new TextLabel(
        TextRole::Muted, tr("This chat is temporary: nothing of it is kept on the disk."), this);
    sentence->setWordWrap(true);
    auto* keep = new QPushButton(tr("Keep it"), this);
    keep->setToolTip(services::plainToolTip(tr("Makes it a conversation like the others")));
    connect(keep, &QPushButton::clicked, this, [this] {
        if (m_conversation)
            m_conversation->keep();
    });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 4, 24, 4);
    layout->setSpacing(12);
    layout->addStretch(1);
    layout->addWidget(sentence, 1000);
    layout->addWidget(keep);
    layout->addStretch(1);
    hide();
}

void TemporaryBar::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(conversation, &services::Conversation::kept, this, &QWidget::hide);
    setVisible(conversation->isTemporary());
}

} // namespace ui
