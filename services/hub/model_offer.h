#pragma once

#include "services/hub/hub_access.h"
#include "services/hub/hub_client.h"
#include "services/models/model_texts.h"

#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace services {

/// One of the GGUF models of a repository: a file, or the parts of a split one.
struct GgufVariant {
    QString name; ///< "SmolVLM-256M-Instruct-Q8_0"
    QString label; ///< how it is packed, as its name tells: "Q8_0"; empty: it does not tell
    QString stem; ///< the name without the label: those that differ by the label only share it
    QList<HubFile> files; ///< at least one; parts in their order

    qint64 bytes() const;

    /// True if `request` is the label, the name, or the name of the file.
    bool isCalled(const QString& request) const;
};

/// The variants among the files of a repository, small ones first. A split one of which a part is
/// missing is left out.
QList<GgufVariant> findVariants(const QList<HubFile>& files);

/// How well the beginnings of two names agree, in letters of either case.
qsizetype sameLetters(const QString& a, const QString& b);

/// A file that would be fetched, and its name here.
struct OfferedFile {
    HubFile file;
    QString name; ///< its path in the folder of the model; that of a GGUF file is a plain name
    bool isVision = false; ///< it is the vision part
};

/// One of the ways in which the same model can be had.
struct OfferedPacking {
    QString label; ///< "Q4_K_M", as ModelRequest::variant names it
    qint64 bytes = 0; ///< of the language model
    qint64 neededMemory = 0; ///< as of the offer
};

/// A model that can be fetched, as far as the heads of its files tell. Any thread may hold one.
struct ModelOffer {
    Repository repository;
    QString commit; ///< the version of the repository
    QString license; ///< in its author's words; empty: unknown
    /// The language model first, parts in order; then the vision part. Of a model that is a folder,
    /// config.json is the last, because a folder with it counts as complete.
    QList<OfferedFile> files;
    ModelFacts model; ///< as it will be once it is here; it has no path yet
    qint64 neededMemory = 0; ///< bytes, once it has answered
    QStringList remarks; ///< messages: why this one, and what it lacks
    QList<OfferedPacking> packings; ///< this one among them, small ones first

    qint64 bytes() const;
    bool isFolder() const; ///< it is in the layout of Hugging Face, and no GGUF file
};

/// What is known of a computer and a model when one of its variants is chosen.
struct VariantQuestion {
    QList<GgufVariant> variants; ///< of one model, differing by label, small ones first
    qint64 parameters = 0; ///< of the model
    /// How many bytes of memory a variant takes once it has answered.
    std::function<qint64(const GgufVariant&)> memoryOf;
    qint64 freeMemory = 0; ///< bytes; 0: not known
    /// The tokens a second that a variant is expected to write; empty if that is not known.
    std::function<double(const GgufVariant&)> speedOf;
};

/// Chooses what suits the computer: of a model of at most 3 GB the finest packing up to 8 bits, if
/// ten tokens a second are expected of it; of a larger or slower one Q4_K_M or else the smallest
/// that has more than 4.7 bits for a number, because each further bit costs speed and improves
/// little; something smaller where that does not fit into the free memory. Nothing if none fits.
std::optional<GgufVariant> chooseVariant(const VariantQuestion& question);

} // namespace services
