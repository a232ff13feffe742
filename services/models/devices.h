#pragma once

#include <QList>
#include <QString>

namespace services {

/// Something to compute with that this program knows of. A value.
struct Device {
    QString name; ///< as in LoadOptions::device
    QString description; ///< "CPU, AVX-512"
    QString problem; ///< empty if it can be used, else a sentence that says why not
};

/// Those for people; without the reference device, which is for tests. The last one, where there
/// are cards, is all of them and the processor, which share a model that is too large for one.
QList<Device> devices();

} // namespace services
