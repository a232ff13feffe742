#include "app/model_settings.h"

#include "app/command_line.h"
#include "services/generation/model_defaults.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/models/model_paths.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

namespace app {

using services::InstalledModels;
using services::ModelPool;
using services::Settings;
namespace settings = services::settings;

services::LoadOptions loadOptions(const Settings& chosen, const CommandLine& line)
{
    services::LoadOptions options = services::loadOptionsOf(chosen);
    if (line.model)
        options.path = services::pathOf(*line.model);
    if (line.device)
        options.device = line.device->toStdString();
    if (line.deviceMemory)
        options.deviceMemory = int64_t(*line.deviceMemory) << 20;
    if (line.threads)
        options.threads = *line.threads;
    if (line.cacheType)
        options.cacheType = *line.cacheType;
    return options;
}

void keepModelsAsSet(
    ModelPool& models, InstalledModels& installed, Settings& chosen, const CommandLine& line)
{
    models.setOwnOptions(
        [&chosen, line](const services::ModelId& model, services::LoadOptions& options) {
            services::ModelDefaults own = services::modelDefaults(chosen, model);
            if (line.device)
                own.device.reset();
            services::applyDefaults(own, options);
        });
    models.setIdleMinutes(chosen.get(settings::unloadAfterMinutes));
    QObject::connect(
        &chosen, &Settings::changed, &models, [&models, &chosen, line](const QString& key) {
            if (key == QLatin1String(settings::currentModel.key)) {
                if (!line.model)
                    models.setCurrent(chosen.get(settings::currentModel));
            } else if (key == QLatin1String(settings::unloadAfterMinutes.key)) {
                models.setIdleMinutes(chosen.get(settings::unloadAfterMinutes));
            } else if (key.startsWith(QLatin1String("model/"))) {
                models.setDefaults(loadOptions(chosen, line));
            }
        });
    models.setProjectors(installed.projectors());
    QObject::connect(&installed, &InstalledModels::changed, &models,
        [&models, &installed] { models.setProjectors(installed.projectors()); });
    QObject::connect(&models, &ModelPool::currentChanged, &chosen, [&models, &chosen] {
        if (chosen.get(settings::currentModel) != models.current())
            chosen.set(settings::currentModel, models.current());
    });
}

} // namespace app
