#pragma once

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

/// "Needs 1.2 GB, 7.1 GB free", or only the first where the system does not say what is free.
QString memoryText(qint64 needed, qint64 free);

/// The parts of the estimate, one a line.
QString memoryParts(const services::MemoryEstimate& estimate);

} // namespace ui
