#pragma once

#include "services/hub/hub_answers.h"

#include <QList>
#include <QString>

namespace services {

/// One of the GGUF models of a repository: a file, or the parts of a split one.
struct GgufVariant {
    QString name; ///< "SmolVLM-256M-Instruct-Q8_0"
    QString label; ///< how it is packed, as its name tells: "Q8_0"; empty: it does not tell
    QString stem; ///< the name without the label: those that differ by the label only share it
    QList<HubFile> files; ///< at least one; parts in their order

    qint64 bytes() const;

    /// True if `wish` is the label, the name, or the name of the file.
    bool isCalled(const QString& wish) const;
};

/// The variants among the files of a repository, small ones first. A split one of which a part is
/// missing is left out.
QList<GgufVariant> variantsOf(const QList<HubFile>& files);

/// How well the beginnings of two names agree, in letters of either case.
qsizetype sameLetters(const QString& a, const QString& b);

} // namespace services
