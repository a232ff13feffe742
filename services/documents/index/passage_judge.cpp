#include "services/documents/index/passage_judge.h"

#include "services/documents/index/hit_score.h"

#include <algorithm>

namespace services {

void judgeHits(std::vector<DocumentHit>& hits, const QString& question, PassageJudge& judge)
{
    std::vector<PassageText> passages;
    for (const auto& [found, score] : hits)
        passages.push_back({0, found.passage.heading, found.passage.text});
    const std::vector<double> judged = judge.judge(question.toStdString(), passages);
    for (size_t hit = 0; hit < hits.size(); ++hit)
        hits[hit].score = scoreByBoth(hits[hit].score, judged[hit]);
    std::ranges::stable_sort(hits, std::ranges::greater(), &DocumentHit::score);
}

} // namespace services
