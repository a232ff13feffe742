#pragma once

#include "runtime/models/load_options.h"
#include "runtime/models/memory_estimate.h"
#include "services/models/model_id_text.h"

#include <QList>
#include <QString>

namespace services {

class Settings;

using runtime::AdapterChoice;
using runtime::LoadOptions;

using runtime::deviceRoom;
using runtime::DeviceRoom;
using runtime::freeMemory;

using runtime::estimateMemory;
using runtime::MemoryEstimate;

/// How models are loaded according to the settings. `path` of the result is the model that was
/// chosen last.
LoadOptions readLoadOptions(const Settings& settings);

/// A device that models can be computed on.
struct Device {
    QString name; ///< as in LoadOptions::device
    QString description; ///< "CPU, AVX-512"
    QString problem; ///< a message that says why it cannot be used; empty if it can
};

/// The devices to be shown to users, without the reference device, which is for tests. If there are
/// GPUs, the last entry is all GPUs and the CPU together, which share a model that is too large for
/// one.
QList<Device> devices();

} // namespace services
