#include "services/models/load_settings.h"

#include "services/models/model_paths.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <algorithm>

namespace services {

namespace {

constexpr int mostThreads = 1024;

} // namespace

LoadOptions loadOptionsOf(const Settings& settings)
{
    LoadOptions options;
    options.path = pathOf(settings.get(settings::currentModel));
    options.device = settings.get(settings::device).toStdString();
    options.threads = std::clamp(settings.get(settings::threads), 0, mostThreads);
    options.cacheType = engine::cacheTypeFromName(settings.get(settings::cacheType).toStdString())
                            .value_or(engine::CacheType::F16);
    options.contextTokens = std::max(settings.get(settings::contextTokens), 0);
    options.draftPath = pathOf(settings.get(settings::draftModel));
    return options;
}

} // namespace services
