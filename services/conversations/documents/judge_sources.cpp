#include "services/conversations/documents/judge_sources.h"

#include "services/documents/index/hit_score.h"
#include "services/documents/index/passage_judge.h"

#include <algorithm>

namespace services {

void judgeSources(QList<RankedSource>& ranked, const QString& question, PassageJudge& judge)
{
    ranked.resize(std::min(ranked.size(), qsizetype(judgedHits)));
    std::vector<PassageText> passages;
    for (const auto& [source, score] : ranked)
        passages.push_back({0, source.heading.toStdString(), source.passage.toStdString()});
    const std::vector<double> judged = judge.judge(question.toStdString(), passages);
    for (qsizetype place = 0; place < ranked.size(); ++place)
        ranked[place].score = scoreByBoth(ranked[place].score, judged[size_t(place)]);
    std::ranges::stable_sort(ranked, std::ranges::greater(), &RankedSource::score);
}

} // namespace services
