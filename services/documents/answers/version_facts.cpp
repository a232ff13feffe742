#include "services/documents/answers/version_facts.h"

#include "services/documents/answers/picture_checks.h"

#include <QMap>

#include <utility>

namespace services {

QList<DisputedFact> findDisputedFacts(const QString& answer, const QStringList& others)
{
    QMap<qsizetype, DisputedFact> facts; // by their beginnings
    for (const QString& other : others)
        for (const PictureFact& fact : comparePictures(answer, {asPictureText(other)})) {
            if (fact.kind == PictureClaim::Kind::Sum)
                continue; // it is right or wrong, whatever others say
            DisputedFact& known = facts[fact.begin];
            if (known.versions == 1)
                known = {fact.begin, fact.end, fact.text, 1, 1};
            ++known.versions;
            known.agreeing += fact.isSupported;
        }
    QList<DisputedFact> disputed;
    for (const DisputedFact& fact : std::as_const(facts)) {
        const bool overlaps = !disputed.isEmpty() && fact.begin < disputed.last().end;
        if (fact.agreeing < fact.versions && !overlaps)
            disputed << fact;
    }
    return disputed;
}

} // namespace services
