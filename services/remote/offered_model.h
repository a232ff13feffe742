#pragma once

#include "services/remote/server_kind.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace services {

/// A model that an end point offers, as far as it says something of it.
struct OfferedModel {
    QString name; ///< by which it is asked for
    QString owner; ///< see serverKind()
    qint64 contextTokens = 0; ///< of a prompt and its answer together; 0: not said
    std::optional<bool> sees, embeds, callsTools, writes; ///< nothing: not said

    const ServerKind& kind() const { return serverKind(owner.toStdString()); }
};

/// What /models answers. Throws Error{BadFile} with the end of a sentence if that is no list of
/// models. At most 10,000 are read.
QList<OfferedModel> offeredModels(const QByteArray& json);

/// Adds what the server tells of a model elsewhere: /props of llama.cpp, /v1/model of TabbyAPI,
/// /api/show of Ollama. What makes no sense adds nothing.
void addDetails(OfferedModel& model, const QByteArray& json);

} // namespace services
