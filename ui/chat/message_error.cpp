#include "ui/chat/message_error.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

MessageError::MessageError(QWidget* parent)
    : SentenceBox({}, Tone::Failure, parent)
    , m_retry(new QPushButton(tr("Try again"), this))
    , m_continue(new QPushButton(tr("Continue"), this))
    , m_useProcessor(new QPushButton(tr("Use the processor"), this))
{
    auto* details = new QPushButton(tr("Copy details"), this);
    details->setFlat(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto add = [&](QPushButton* button, MessageWish wish) {
        connect(button, &QPushButton::clicked, this, [this, wish] { emit wished(wish); });
        buttons->addWidget(button);
    };
    add(m_retry, MessageWish::AnswerAgain);
    add(m_continue, MessageWish::Continue);
    add(m_useProcessor, MessageWish::UseProcessor);
    add(details, MessageWish::CopyDetails);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(label());
    layout->addLayout(buttons);
}

void MessageError::setError(const QString& sentence, bool canContinue, bool isOnCard)
{
    setSentence(sentence);
    m_continue->setVisible(canContinue);
    m_useProcessor->setVisible(isOnCard);
    setVisible(!sentence.isEmpty());
}

} // namespace ui
