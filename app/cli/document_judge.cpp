#include "app/cli/document_judge.h"

#include "app/cli/command.h"
#include "services/documents/answers/model_judge.h"

#include "runtime/models/model_facts.h"
#include <algorithm>

namespace app {

void addJudgeOption(QCommandLineParser& parser)
{
    parser.addOption(withDefault("judge",
        "Whether the model reads each of the best passages and says if it answers, which takes a "
        "while: always, never or auto, which is with models of at least a billion parameters.",
        "WHEN", "auto"));
}

bool isJudged(const QCommandLineParser& parser)
{
    const QString when = parser.value("judge");
    if (when != "always" && when != "never" && when != "auto")
        throw UsageError("--judge is always, never or auto, not \"" + when.toStdString() + "\"");
    if (when == "always" && !parser.isSet("model"))
        throw UsageError("--judge always needs a --model that reads the passages");
    if (when == "never" || !parser.isSet("model"))
        return false;
    return when == "always"
        || runtime::readModelFacts(parser.value("model").toStdString()).parameters
        >= services::ModelJudge::leastParameters;
}

std::vector<services::DocumentHit> findJudged(services::DocumentSearch& search,
    const QString& question, int count, runtime::AnswerEngine& engine)
{
    services::ModelJudge judge(engine);
    auto hits = search.find(question, std::max(count, services::judgedHits));
    services::judgeHits(hits, question, judge);
    hits.resize(std::min(hits.size(), size_t(count)));
    return hits;
}

} // namespace app
