#pragma once

#include "services/models/load_settings.h"
#include "services/models/model_texts.h"

#include <QString>
#include <QStringList>

namespace ui {

/// One line about a model: "llama · Q4_K · 1.2 billion parameters · …".
QString factsText(const services::ModelFacts& model);

/// The most important part of it: "Q4_K · 1.2 billion parameters · sees pictures".
QString shortFactsText(const services::ModelFacts& model);

/// A text such as "Needs 1.2 GB with 8,192 tokens of context; 7.1 GB are free". Names the devices if
/// it is not only the system's memory. Has only the first half if it is not known how much is free.
QString memoryText(const services::MemoryEstimate& estimate, const services::DeviceRoom& room);

/// The parts of the estimate, one per line.
QString memoryParts(const services::MemoryEstimate& estimate);

} // namespace ui
