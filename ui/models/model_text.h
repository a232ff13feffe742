#pragma once

#include "services/models/device_room.h"
#include "services/models/memory_estimate.h"
#include "services/models/model_description.h"

#include <QString>
#include <QStringList>

namespace ui {

/// "1.2 GB".
QString sizeText(qint64 bytes);

/// What there is to say about a model on one line: "llama · Q4_K · 1.2 billion parameters · …".
QString factsText(const services::ModelDescription& model);

/// The most important of it: "Q4_K · 1.2 billion parameters · sees pictures".
QString shortFactsText(const services::ModelDescription& model);

/// "Needs 1.2 GB, 7.1 GB free", with the devices that have it where it is not the system's alone;
/// only the first where nobody says what is free.
QString memoryText(qint64 needed, const services::DeviceRoom& room);

/// The parts of the estimate, one a line.
QString memoryParts(const services::MemoryEstimate& estimate);

} // namespace ui
