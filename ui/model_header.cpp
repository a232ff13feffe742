#include "ui/model_header.h"

#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QEvent>
#include <QHBoxLayout>

namespace ui {

ModelHeader::ModelHeader(QWidget* parent)
    : QWidget(parent)
    , m_name(new ElidedLabel(this))
    , m_device(new ElidedLabel(this))
    , m_theme(new IconButton(
          QStringLiteral("moon"), tr("Dark or light"), IconButton::Look::Quiet, this))
{
    auto* sidebar = new IconButton(QStringLiteral("sidebar"),
        tr("Show or hide the conversations (Ctrl+B)"), IconButton::Look::Quiet, this);
    connect(sidebar, &IconButton::clicked, this, &ModelHeader::sidebarToggled);
    connect(m_theme, &IconButton::clicked, this, &ModelHeader::themeToggled);

    QFont font = m_name->font();
    font.setWeight(QFont::DemiBold);
    m_name->setFont(font);
    QFont small = m_device->font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    m_device->setFont(small);
    for (ElidedLabel* label : {m_name, m_device})
        label->setTextFormat(Qt::PlainText);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(10);
    layout->addWidget(sidebar);
    layout->addWidget(m_name);
    layout->addWidget(m_device, 1);
    layout->addWidget(m_theme);
    showLoading(0);
    applyColours();
}

void ModelHeader::showLoading(double share)
{
    m_name->setText(tr("Loading the model"));
    m_device->setText(tr("%1 %").arg(int(share * 100)));
}

void ModelHeader::showModel(const services::ModelSummary& model)
{
    m_name->setText(model.name);
    m_device->setText(model.canSee ? tr("%1 · sees pictures").arg(model.device)
                                   : tr("%1 · text only").arg(model.device));
}

void ModelHeader::showFailure(const QString& sentence)
{
    m_name->setText(tr("No model"));
    m_device->setText(sentence);
}

void ModelHeader::applyColours()
{
    const bool dark = schemeOf(palette()) == Scheme::Dark;
    m_theme->setMeaning(dark ? QStringLiteral("sun") : QStringLiteral("moon"),
        dark ? tr("Light appearance") : tr("Dark appearance"));
    QPalette palette = m_device->palette();
    const QColor muted = colours(this->palette()).mutedText;
    if (palette.color(QPalette::WindowText) == muted)
        return;
    palette.setColor(QPalette::WindowText, muted);
    m_device->setPalette(palette);
}

void ModelHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

} // namespace ui
