#pragma once

#include "services/models/model_id.h"

#include <QString>

#include "runtime/models/model_facts.h"

namespace services {

/// What a model says about itself, for people. A value, for any thread.
struct ModelDescription {
    ModelId id;
    QString name; ///< "Llama-3.2-1B-Q4_K"
    QString projector; ///< path of a GGUF's vision part; empty: none, or none needed
    QString problem; ///< a sentence that says why it cannot be used; empty: it can

    qint64 fileBytes = 0; ///< all its files on the disk
    QString family; ///< "llama"
    QString quantisation; ///< "Q8_0"
    qint64 parameters = 0;
    qint64 contextLength = 0; ///< tokens it was made for
    QString licence; ///< as its author wrote it: "apache-2.0"; empty: the files do not say
    bool canSee = false;

    runtime::ModelFacts facts; ///< what was read; of a model on this machine

    bool isUsable() const { return problem.isEmpty(); }
    bool isStarter() const { return id.isEmpty(); }
};

/// Reads no weights, but may take a while where the disk is slow, so not for the window's thread.
/// `projector` is the vision part of a GGUF; empty: looked for beside it. Never throws: what cannot
/// be read is a problem. Of a model at an end point it says no more than its name: nobody is asked.
ModelDescription describeModel(const ModelId& model, const QString& projector = {});

} // namespace services
