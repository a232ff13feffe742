#pragma once

#include <QString>

namespace services {

/// The embedding model that `model` names: a folder or a GGUF file as it is; OWNER/NAME of a fetched
/// one, or its name in the catalogue ("all-MiniLM-L6-v2"), as what was fetched of it into `folder`,
/// that of all models. Empty if there is no such thing; `usersCatalogue` is as for readCatalogue().
QString embeddingModelAt(
    const QString& model, const QString& folder, const QString& usersCatalogue = {});

} // namespace services
