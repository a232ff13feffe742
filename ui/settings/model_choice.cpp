#include "ui/settings/model_choice.h"

#include "services/models/embedding.h"
#include "services/models/installed_models.h"
#include "services/plain_tool_tip.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"

namespace ui {

ModelChoice::ModelChoice(const Services& services, const services::Setting<QString>& setting,
    const QString& emptyText, Offered offered, QWidget* parent)
    : QComboBox(parent)
    , m_services(services)
    , m_setting(setting)
    , m_emptyText(emptyText)
    , m_offered(offered)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(18);
    connect(this, &QComboBox::activated, this,
        [this] { m_services.settings.set(m_setting, currentData().toString()); });
    connect(
        &m_services.installed, &services::InstalledModels::changed, this, &ModelChoice::showModels);
    keepShown(this, m_services.settings, QLatin1String(setting.key), [this] { showModels(); });
}

bool ModelChoice::isOffered(const services::ModelDescription& model) const
{
    return m_offered == Offered::Embedding ? services::isEmbedding(model)
                                           : !model.isStarter() && model.isUsable();
}

// Also one that is not here (any more), so that nothing else seems to be chosen.
void ModelChoice::showModels()
{
    const QString chosen = m_services.settings.get(m_setting);
    clear();
    addItem(m_emptyText, QString());
    for (const services::ModelDescription& model : m_services.installed.models())
        if (isOffered(model))
            addItem(model.name, model.id);
    if (findData(chosen) < 0)
        addItem(m_services.installed.nameOf(chosen), chosen);
    setCurrentIndex(findData(chosen));
    setToolTip(services::plainToolTip(chosen));
}

} // namespace ui
