#pragma once

#include <QList>
#include <QString>

namespace services {

/// A device that models can be computed on.
struct Device {
    QString name; ///< as in LoadOptions::device
    QString description; ///< "CPU, AVX-512"
    QString problem; ///< a sentence that says why it cannot be used; empty if it can
};

/// The devices to be shown to users, without the reference device, which is for tests. If there are
/// cards, the last entry is all cards and the processor together, which share a model that is too
/// large for one.
QList<Device> devices();

} // namespace services
