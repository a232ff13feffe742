#include "ui/settings/address_edit.h"

#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

AddressEdit::AddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
    const QString& name, Qt::InputMethodHints hints, QWidget* parent)
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
    m_text->setAccessibleName(name);
    m_text->setInputMethodHints(hints);
    connect(m_text, &QLineEdit::editingFinished, this, &AddressEdit::take);
    keepShown(this, settings, QLatin1String(setting.key), [this] {
        m_text->setText(m_settings.get(m_setting));
        m_problem->hide();
    });
}

void AddressEdit::take()
{
    const QString text = m_text->text().trimmed();
    const bool isTaken = isAddress(text);
    m_problem->setText(
        isTaken ? QString() : problem().arg(m_setting.fallback, m_settings.get(m_setting)));
    m_problem->setVisible(!isTaken);
    if (!isTaken)
        return;
    m_text->setText(text);
    if (text != m_settings.get(m_setting)) // the field is left, too, when nothing was changed
        m_settings.set(m_setting, text);
}

} // namespace ui
