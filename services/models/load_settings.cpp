#include "services/models/load_settings.h"

#include "kernels/devices/backends.h"
#include "services/models/model_id_text.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"

#include <QCoreApplication>
#include <QStringList>

namespace services {

LoadOptions readLoadOptions(const Settings& settings)
{
    LoadOptions options;
    options.path = settings.get(settings::currentModel).toStdString();
    options.device = settings.get(settings::device).toStdString();
    options.deviceMemory = qint64(settings.get(settings::deviceMemory)) << 20;
    options.experts = engine::expertPlacementFromName(settings.get(settings::experts).toStdString())
                          .value_or(engine::ExpertPlacement::Auto);
    options.threads = settings.get(settings::threads);
    options.cacheType = engine::cacheTypeFromName(settings.get(settings::cacheType).toStdString())
                            .value_or(engine::CacheType::F16);
    options.contextTokens = settings.get(settings::contextTokens);
    options.draftPath = settings.get(settings::draftModel).toStdString();
    options.products = settings.get(settings::exactProducts) ? kernels::Products::Exact
                                                             : kernels::Products::Fast;
    if (settings.get(settings::keepsLayouts))
        options.layouts.path = paths::layoutFolder().toStdString();
    return options;
}

QList<Device> devices()
{
    QList<Device> list;
    QStringList cards, cardNames;
    for (const kernels::DeviceOffer& offer : kernels::listDevices()) {
        if (offer.name == "reference")
            continue;
        const Device& device = list.emplaceBack(Device{QString::fromStdString(offer.name),
            QString::fromStdString(offer.description), QString::fromStdString(offer.problem)});
        if (offer.totalBytes > 0 && offer.problem.empty()) {
            cards << device.name;
            cardNames << device.description;
        }
    }
    if (!cards.isEmpty())
        list.append({(cards << QStringLiteral("cpu")).join(u','),
            QCoreApplication::translate("services::Devices", "%1, CPU for the rest")
                .arg(cardNames.join(QStringLiteral(" + "))),
            {}});
    return list;
}

} // namespace services
