#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace services {

/// A number, date, name or quotation of an answer that not all of its versions have.
struct DisputedFact {
    qsizetype begin = 0, end = 0; ///< in characters of the answer
    QString text = {};
    int agreeing = 1; ///< how many versions say so, this one included
    int versions = 1; ///< of all

    bool operator==(const DisputedFact&) const = default;
};

/// Compares the facts of an answer with those of other answers to the same question, in any notation. In
/// the order of the answer; none overlaps another. What may mean the same is left out, as
/// findPictureClaims() does. Any thread may call it.
QList<DisputedFact> findDisputedFacts(const QString& answer, const QStringList& others);

} // namespace services
