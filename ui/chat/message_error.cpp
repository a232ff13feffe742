#include "ui/chat/message_error.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

MessageError::MessageError(QWidget* parent)
    : ErrorBox({}, parent)
    , m_retry(new QPushButton(tr("Try again"), this))
    , m_continue(new QPushButton(tr("Continue"), this))
{
    auto* details = new QPushButton(tr("Copy details"), this);
    details->setFlat(true);
    connect(
        m_retry, &QPushButton::clicked, this, [this] { emit wished(MessageWish::AnswerAgain); });
    connect(
        m_continue, &QPushButton::clicked, this, [this] { emit wished(MessageWish::Continue); });
    connect(
        details, &QPushButton::clicked, this, [this] { emit wished(MessageWish::CopyDetails); });

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_retry);
    buttons->addWidget(m_continue);
    buttons->addWidget(details);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(label());
    layout->addLayout(buttons);
}

void MessageError::setError(const QString& sentence, bool canContinue)
{
    setSentence(sentence);
    m_continue->setVisible(canContinue);
    setVisible(!sentence.isEmpty());
}

} // namespace ui
