#pragma once

#include "runtime/models/model_facts.h"
#include "services/models/model_id.h"

#include <QString>

namespace services {

/// The answer, always in English and in these words, that the built-in model was trained to give
/// for something that it has no name for.
inline constexpr QStringView starterIsNotSure = u"I am not sure what this is.";

/// What a model says about itself, to be shown to users. Any thread may hold one.
struct ModelDescription {
    ModelId id;
    QString name; ///< for users: "Llama-3.2-1B-Q4_K"
    QString projector; ///< the path of the vision part of a GGUF model; empty if there is none
    QString problem; ///< a message that says why it cannot be used; empty if it can
    QString details; ///< what was found in the file, in English; may be empty

    qint64 fileBytes = 0; ///< of all its files
    QString family; ///< "llama"
    QString quantization; ///< "Q8_0"
    qint64 parameters = 0;
    qint64 contextLength = 0; ///< how many tokens it was trained for
    QString license; ///< in its author's words: "apache-2.0"; empty if the files do not say
    bool canSee = false;

    runtime::ModelFacts facts; ///< what its files say, for a model on this machine

    bool isUsable() const { return problem.isEmpty(); }
    bool isStarter() const { return id.isBuiltIn(); }
};

/// How users know the built-in model.
QString starterName();

/// Reads no weights, but may take a while on a slow disk, so it must not be called on the window's
/// thread. `projector` is the vision part of a GGUF model; empty: the file next to it. Never
/// throws: what cannot be read becomes `problem`. It returns only the name of a model on a server,
/// and the server is not asked.
ModelDescription describeModel(const ModelId& model, const QString& projector = {});

/// True if a model writes no answers, so that it is not usable, but finds passages of documents by
/// what they mean.
bool isEmbedding(const ModelDescription& model);

} // namespace services
