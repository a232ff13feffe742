#include "ui/settings/listen_address_edit.h"

#include "services/serving/reachable_address.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

ListenAddressEdit::ListenAddressEdit(
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
    m_text->setAccessibleName(tr("Address to listen on"));
    m_text->setInputMethodHints(Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    connect(m_text, &QLineEdit::editingFinished, this, &ListenAddressEdit::take);
    keepShown(this, settings, QLatin1String(setting.key), [this] {
        m_text->setText(m_settings.get(m_setting));
        m_problem->hide();
    });
}

void ListenAddressEdit::take()
{
    const QString text = m_text->text().trimmed();
    const bool isTaken = services::isListenAddress(text);
    m_problem->setText(isTaken ? QString()
                               : tr("This is no address of this computer, such as %1, 0.0.0.0 or "
                                    "::1. The server stays at %2.")
                                     .arg(m_setting.fallback, m_settings.get(m_setting)));
    m_problem->setVisible(!isTaken);
    if (isTaken && text != m_settings.get(m_setting))
        m_settings.set(m_setting, text);
}

} // namespace ui
