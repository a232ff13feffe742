#include "ui/chat/message_notes.h"

#include "services/catalog/photo_model.h"
#include "ui/catalog/photo_model_view.h"
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
    showButtons();
}

void UnsureHint::setPhotoModel(services::PhotoModel* model)
{
    if (model == m_photoModel)
        return;
    delete m_download;
    m_download = nullptr;
    m_photoModel = model;
    if (!model)
        return showButtons();
    m_download = new QWidget(this);
    auto* view = new PhotoModelView(*model, tr("The question is answered again afterwards."),
        PhotoModelView::Buttons::Below, m_download);
    auto* layout = new QVBoxLayout(m_download);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(view);
    connect(view, &PhotoModelView::requested, this,
        [this] { emit requested(MessageCommand::AwaitPhotoModel); });
    connect(view, &PhotoModelView::othersRequested, this,
        [this] { emit requested(MessageCommand::FindModel); });
    connect(view, &PhotoModelView::heightChanged, this, [this] {
        showButtons();
        emit heightChanged();
    });
    this->layout()->addWidget(m_download);
    showButtons();
}

void UnsureHint::showButtons()
{
    const bool downloads = m_photoModel && !m_hasBetter
        && m_photoModel->stage() != services::PhotoModel::Stage::Unknown;
    if (m_download)
        m_download->setVisible(downloads);
    m_button->setVisible(!downloads);
}

QString UnsureHint::message() const
{
    return m_label->text();
}

} // namespace ui
