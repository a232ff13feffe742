#pragma once

#include "services/conversations/documents/passage_store.h"

#include <QList>
#include <QString>

namespace services {

class PassageJudge;

/// As judgeHits() does: of what was found, the best first, only what the judge has looked at stays. Throws
/// what the judge throws.
void judgeSources(QList<RankedSource>& ranked, const QString& question, PassageJudge& judge);

} // namespace services
