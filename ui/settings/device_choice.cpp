#include "ui/settings/device_choice.h"

#include "services/background.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace ui {

DeviceChoice::DeviceChoice(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_combo(new QComboBox(this))
    , m_problems(new TextLabel(TextRole::Small, {}, this))
{
    setFocusProxy(m_combo);
    m_problems->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_combo);
    layout->addWidget(m_problems);
    connect(m_combo, &QComboBox::activated, this,
        [this] { m_settings.set(m_setting, m_combo->currentData().toString()); });
    keepShown(this, settings, QLatin1String(setting.key), [this] { showChosen(); });
    services::runInBackground<QList<services::Device>>(
        this, [] { return services::devices(); },
        [this](const services::Outcome<QList<services::Device>>& found) {
            if (found.value)
                showDevices(*found.value);
        });
}

void DeviceChoice::showDevices(const QList<services::Device>& devices)
{
    m_combo->clear();
    QStringList problems;
    for (const services::Device& device : devices) {
        if (device.problem.isEmpty())
            m_combo->addItem(device.description, device.name);
        else
            problems << tr("%1 is not offered. %2").arg(device.description, device.problem);
    }
    showChosen();
    m_problems->setText(problems.join(u'\n'));
    m_problems->setVisible(!problems.isEmpty());
}

// Also one that is not here (any more), so that nothing else seems to be chosen.
void DeviceChoice::showChosen()
{
    const QString chosen = m_settings.get(m_setting);
    if (m_combo->findData(chosen) < 0)
        m_combo->addItem(chosen, chosen);
    m_combo->setCurrentIndex(m_combo->findData(chosen));
}

} // namespace ui
