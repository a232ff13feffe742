#include "services/models/devices.h"

#include "kernels/devices/backends.h"

#include <QCoreApplication>
#include <QStringList>

namespace services {

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
            QCoreApplication::translate("services::Devices", "%1, and the processor for the rest")
                .arg(cardNames.join(QStringLiteral(" + "))),
            {}});
    return list;
}

} // namespace services
