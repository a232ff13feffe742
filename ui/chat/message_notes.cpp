#include "ui/chat/message_notes.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

MessageError::MessageError(QWidget* parent)
    : Banner({}, Tone::Failure, parent)
    , m_retry(new QPushButton(tr("Retry"), this))
    , m_continue(new QPushButton(tr("Continue"), this))
    , m_useProcessor(new QPushButton(tr("Use CPU"), this))
{
    auto* details = new QPushButton(tr("Copy details"), this);
    details->setFlat(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto add = [&](QPushButton* button, MessageCommand command) {
        connect(button, &QPushButton::clicked, this, [this, command] { emit requested(command); });
        buttons->addWidget(button);
    };
    add(m_retry, MessageCommand::Regenerate);
    add(m_continue, MessageCommand::Continue);
    add(m_useProcessor, MessageCommand::UseCpu);
    add(details, MessageCommand::CopyDetails);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(label());
    layout->addLayout(buttons);
}

void MessageError::setError(const QString& message, bool canContinue, bool isOnCard)
{
    setMessage(message);
    m_continue->setVisible(canContinue);
    m_useProcessor->setVisible(isOnCard);
    setVisible(!message.isEmpty());
}

UnsureHint::UnsureHint(QWidget* parent)
    : QWidget(parent)
    , m_label(new TextLabel(TextRole::Muted, {}, this))
    , m_button(new QPushButton(this))
{
    connect(m_button, &QPushButton::clicked, this, [this] {
        emit requested(m_hasBetter ? MessageCommand::UseBetterModel : MessageCommand::FindModel);
    });
    setBetterModel({});

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.small);
    layout->setSpacing(distance.small);
    layout->addWidget(m_label);
    layout->addWidget(m_button, 0, Qt::AlignLeading);
}

void UnsureHint::setBetterModel(const QString& name)
{
    m_hasBetter = !name.isEmpty();
    m_label->setText(m_hasBetter ? tr("The built-in model can only describe drawings: objects, "
                                      "shapes, short signs. %1 can describe photos.")
                                       .arg(name)
                                 : tr("The built-in model can only describe drawings: objects, "
                                      "shapes, short signs. For photos, download another model."));
    m_button->setText(
        m_hasBetter ? tr("Regenerate with %1").arg(labelText(name)) : tr("Get a model for photos"));
}

QString UnsureHint::message() const
{
    return m_label->text();
}

} // namespace ui
