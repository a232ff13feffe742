#include "services/models/load_settings.h"

#include "services/models/model_paths.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"

namespace services {

LoadOptions loadOptionsOf(const Settings& settings)
{
    LoadOptions options;
    options.path = pathOf(settings.get(settings::currentModel));
    options.device = settings.get(settings::device).toStdString();
    options.deviceMemory = qint64(settings.get(settings::deviceMemory)) << 20;
    options.threads = settings.get(settings::threads);
    options.cacheType = engine::cacheTypeFromName(settings.get(settings::cacheType).toStdString())
                            .value_or(engine::CacheType::F16);
    options.contextTokens = settings.get(settings::contextTokens);
    options.draftPath = pathOf(settings.get(settings::draftModel));
    options.products = settings.get(settings::exactProducts) ? kernels::Products::Exact
                                                             : kernels::Products::Fast;
    if (settings.get(settings::keepsLayouts))
        options.layouts.path = paths::layoutFolder().toStdString();
    return options;
}

} // namespace services
