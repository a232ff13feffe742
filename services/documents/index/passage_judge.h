#pragma once

#include "services/documents/index/document_search.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

namespace services {

/// Something that reads: a language model, or one that was made to rank passages.
class PassageJudge {
public:
    virtual ~PassageJudge() = default;

    /// How sure it is that each of the passages answers the question, 0 … 1; one half: it cannot tell.
    virtual std::vector<double> judge(
        const std::string& question, std::span<const PassageText> passages)
        = 0;
};

/// How many hits a judge should be given: so many that the right one is among them, and so few that
/// the user waits for them.
constexpr int judgedHits = 10;

/// Scores hits by what they had and by what a judge thinks of them, and puts the best first. Throws
/// what the judge throws.
void judgeHits(std::vector<DocumentHit>& hits, const QString& question, PassageJudge& judge);

} // namespace services
