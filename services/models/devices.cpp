#include "services/models/devices.h"

#include "kernels/devices/backends.h"

namespace services {

QList<Device> devices()
{
    QList<Device> list;
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name != "reference")
            list.append({QString::fromStdString(offer.name),
                QString::fromStdString(offer.description), QString::fromStdString(offer.problem)});
    return list;
}

} // namespace services
