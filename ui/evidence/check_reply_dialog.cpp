#include "ui/evidence/check_reply_dialog.h"

#include "services/background.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/message.h"
#include "services/documents/answers/citations.h"
#include "services/documents/answers/statement_support.h"
#include "services/evidence/evidence.h"

#include <QLocale>
#include <QPushButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace ui {

using services::Citation;
using services::Verdict;

namespace {

// Tells after each statement how far the check is.
class CountingChecker : public services::StatementChecker {
public:
    CountingChecker(services::StatementChecker& checker, std::function<void()> checked)
        : m_checker(checker)
        , m_checked(std::move(checked))
    {
    }

    Result check(const std::string& passage, const std::string& statement) override
    {
        const Result result = m_checker.check(passage, statement);
        m_checked();
        return result;
    }

private:
    services::StatementChecker& m_checker;
    std::function<void()> m_checked;
};

QString verdictOf(const Citation& citation)
{
    if (citation.verdict == Verdict::Contradicted)
        return CheckReplyDialog::tr("✗ The passage says otherwise: %1");
    if (citation.verdict == Verdict::NotStated)
        return CheckReplyDialog::tr("✗ The passage doesn't say so: %1");
    if (!citation.missing.empty())
        return CheckReplyDialog::tr("✗ The passage lacks a fact: %1");
    return citation.isSupported ? CheckReplyDialog::tr("✓ %1")
                                : CheckReplyDialog::tr("✗ There is no such passage: %1");
}

} // namespace

CheckReplyDialog::CheckReplyDialog(
    const services::Message& reply, const QString& name, MakeChecker makeChecker, QWidget* parent)
    : WorkDialog(tr("Check reply"), tr("Check"), parent)
    , m_answer(reply.text.toStdString())
    , m_passages(services::citedTexts(reply.sources))
    , m_makeChecker(std::move(makeChecker))
{
    setHeading(tr("Check reply"));
    const services::CheckCost cost = services::estimateCheck(m_answer, m_passages);
    const auto statements = int(cost.statements);
    actionButton()->setVisible(statements > 0);
    if (statements == 0) {
        setMessage(tr("There is nothing to check: this reply cites no passage."));
        return;
    }
    setMessage(
        tr("“%1” will be asked whether %Ln statements are in the passages that they cite. It "
           "reads about %2 tokens and can be wrong, too.",
            nullptr, statements)
            .arg(name, QLocale().toString(qlonglong(cost.tokens))));
}

void CheckReplyDialog::act()
{
    clearResults();
    const Work work = begin(tr("Checking statements…"));
    services::runInBackground<std::vector<Citation>>(
        this,
        [work, answer = m_answer, passages = m_passages, makeChecker = m_makeChecker] {
            const auto model = makeChecker(work.stop);
            const auto total = double(services::estimateCheck(answer, passages).statements);
            double done = 0;
            CountingChecker checker(*model, [&] { work.progress(std::min(1.0, ++done / total)); });
            return services::citationsIn(answer, passages, &checker);
        },
        [this](const services::Outcome<std::vector<Citation>>& outcome) {
            if (!outcome.value)
                return end(outcome.error);
            for (const Citation& citation : *outcome.value)
                addResult(verdictOf(citation).arg(services::shownStatement(m_answer, citation)));
            const auto wrong = std::ranges::count(*outcome.value, false, &Citation::isSupported);
            end(wrong == 0 ? tr("All statements are in the passages that they cite.")
                           : tr("%Ln statements aren't in the passages that they cite.", nullptr,
                               int(wrong)));
            actionButton()->hide();
        });
}

} // namespace ui
