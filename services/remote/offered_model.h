#pragma once

#include "runtime/answer_fields.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <string_view>

namespace services {

/// The differences of one kind of server from what OpenAI documents.
struct ServerKind {
    /// How it continues with an answer that has begun.
    enum class Continues {
        ByItself, ///< if the last message is the model's
        IfTold, ///< by continue_final_message
        AsAsked, ///< it cannot; the model is asked in words
    };
    /// The route that reports what /models does not.
    enum class Details { None, Props, Show, Model };

    const char* owner; ///< what /models says as owned_by
    const char* name; ///< for users
    Continues continues = Continues::AsAsked;
    bool mayRepeat = false; ///< some of its versions say what the answer began with once more
    Details details = Details::None;
    bool readsReasoning = false; ///< it takes the reasoning of earlier answers
    bool isOurs = false; ///< it takes passages as what they are, and images as large as they are
    const char* runtime::RemoteNames::*names = &runtime::RemoteNames::other; ///< of its fields
};

/// The kind by what /models says as owned_by; a cautious one for others.
const ServerKind& serverKind(std::string_view owner);

/// A model that a remote server offers, as far as it says something of it.
struct OfferedModel {
    QString name; ///< by which it is requested
    QString owner; ///< see serverKind()
    qint64 contextTokens = 0; ///< of a prompt and its answer together; 0: not said
    std::optional<bool> sees, embeds, callsTools, writes; ///< nothing: not said
    bool cutsTiles = false; ///< it takes images with the detail "tiles"

    const ServerKind& kind() const { return serverKind(owner.toStdString()); }
};

/// What /models answers. Throws Error{BadFile} with the end of a sentence if that is no list of
/// models. At most 10,000 are read.
QList<OfferedModel> offeredModels(const QByteArray& json);

/// Adds what the server tells of a model elsewhere: /props of llama.cpp, /v1/model of TabbyAPI,
/// /api/show of Ollama. What makes no sense adds nothing.
void addDetails(OfferedModel& model, const QByteArray& json);

} // namespace services
