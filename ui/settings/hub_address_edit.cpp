#include "ui/settings/hub_address_edit.h"

#include "services/hub/hub_access.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

HubAddressEdit::HubAddressEdit(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_text(new QLineEdit)
    , m_problem(new TextLabel(TextRole::Error))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_text);
    layout->addWidget(m_problem);
    setFocusProxy(m_text);
    m_text->setAccessibleName(tr("Address"));
    m_text->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    connect(m_text, &QLineEdit::editingFinished, this, &HubAddressEdit::take);
    keepShown(this, settings, QLatin1String(setting.key), [this] {
        m_text->setText(m_settings.get(m_setting));
        m_problem->hide();
    });
}

void HubAddressEdit::take()
{
    const QString text = m_text->text().trimmed();
    const bool isTaken = services::isHubAddress(text);
    m_problem->setText(isTaken ? QString()
                               : tr("This is no address of a hub of models, such as %1. Models are "
                                    "still fetched from %2.")
                                     .arg(m_setting.fallback, m_settings.get(m_setting)));
    m_problem->setVisible(!isTaken);
    if (isTaken)
        m_settings.set(m_setting, text);
}

} // namespace ui
