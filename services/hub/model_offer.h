#pragma once

#include "services/hub/gguf_variant.h"
#include "services/hub/model_wish.h"
#include "services/models/model_description.h"

namespace services {

/// A file that would be fetched, and its name here.
struct OfferedFile {
    HubFile file;
    QString name; ///< without a folder
    bool isVision = false; ///< it is the vision part
};

/// One of the ways in which the same model can be had.
struct OfferedPacking {
    QString label; ///< "Q4_K_M", as ModelWish::variant names it
    qint64 bytes = 0; ///< of the language model
    qint64 neededMemory = 0; ///< as of the offer
};

/// A model that can be fetched, as far as the heads of its files tell. Any thread may hold one.
struct ModelOffer {
    Repository repository;
    QString commit; ///< the version of the repository
    QString licence; ///< in its author's words; empty: not told
    QList<OfferedFile> files; ///< the language model first, parts in order; then the vision part
    ModelDescription model; ///< as it will be once it is here; it has no place yet
    qint64 neededMemory = 0; ///< bytes, once it has answered
    QStringList remarks; ///< sentences: why this one, and what it lacks
    QList<OfferedPacking> packings; ///< this one among them, small ones first

    qint64 bytes() const;
};

} // namespace services
