#pragma once

#include "engine/config/model_config.h"
#include "services/models/model_id.h"
#include "vision/towers/vision_config.h"

#include <QString>

#include <optional>

namespace services {

/// What a model says about itself, read from the head of its files. A value, for any thread.
struct ModelDescription {
    ModelId id;
    QString name; ///< for people: "Llama-3.2-1B-Q4_K"
    QString projector; ///< path of a GGUF's vision part; empty: none, or none needed
    QString problem; ///< a sentence that says why it cannot be used; empty: it can

    qint64 fileBytes = 0; ///< all its files on the disk
    QString family; ///< "llama"
    QString quantisation; ///< "Q8_0"
    qint64 parameters = 0;
    qint64 contextLength = 0; ///< tokens it was made for
    QString licence; ///< as its author wrote it: "apache-2.0"; empty: the files do not say
    bool hasChatTemplate = false; ///< else it is asked in ChatML
    bool canSee = false;

    // What its memory depends on.
    engine::ModelConfig config;
    std::optional<vision::VisionConfig> vision;
    qint64 weightBytes = 0, towerBytes = 0;
    qint64 vocabularyBytes = 0; ///< pieces, merges and their numbers as they lie in the file

    bool isUsable() const { return problem.isEmpty(); }
    bool isStarter() const { return id.isEmpty(); }
};

/// Reads no weights, but may take a while where the disk is slow, so not for the window's thread.
/// `projector` is the vision part of a GGUF; empty: looked for beside it. Never throws: what cannot
/// be read is a problem.
ModelDescription describeModel(const ModelId& model, const QString& projector = {});

} // namespace services
