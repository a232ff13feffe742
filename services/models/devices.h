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

/// Those for people, the best first; without the reference device, which is for tests.
QList<Device> devices();

} // namespace services
