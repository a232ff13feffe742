#include "ui/settings/device_choice.h"

#include "services/background.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace ui {

DeviceChoice::DeviceChoice(const QString& none, QWidget* parent)
    : QWidget(parent)
    , m_none(none)
    , m_combo(new QComboBox(this))
    , m_problems(new TextLabel(TextRole::Small, {}, this))
{
    setDevice({});
    setFocusProxy(m_combo);
    m_problems->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_combo);
    layout->addWidget(m_problems);
    connect(m_combo, &QComboBox::activated, this, [this] {
        m_device = m_combo->currentData().toString();
        emit chosen(m_device);
    });
    services::runInBackground<QList<services::Device>>(
        this, [] { return services::devices(); },
        [this](const services::Outcome<QList<services::Device>>& found) {
            if (found.value)
                showDevices(*found.value);
        });
}

void DeviceChoice::setDevice(const QString& name)
{
    m_device = name;
    showChosen();
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
    if (!m_none.isEmpty() && m_combo->findData(QString()) < 0)
        m_combo->insertItem(0, m_none, QString());
    if (!m_device.isEmpty() && m_combo->findData(m_device) < 0)
        m_combo->addItem(m_device, m_device);
    m_combo->setCurrentIndex(m_combo->findData(m_device));
}

} // namespace ui
