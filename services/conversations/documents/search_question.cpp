#include "services/conversations/documents/search_question.h"

#include "services/documents/index/search_terms.h"

namespace services {

namespace {

constexpr size_t fewWords = 3; // that say what a question is about
constexpr qsizetype longestFollowUp = 60; // characters

// What questions begin with that go on from another one.
bool goesOn(const QString& question)
{
    static const QStringList words{"and", "or", "but", "then", "what about", "how about", "und",
        "oder", "aber", "dann", "was ist mit", "et", "ou", "mais", "y", "o", "pero"};
    static const QStringList signs{"那", "还有", "那么", "然后"};
    const QString text = question.trimmed().toLower();
    const auto begins = [&text](const QString& word) { return text.startsWith(word + u' '); };
    const auto beginsWithSign = [&text](const QString& sign) { return text.startsWith(sign); };
    return text.size() <= longestFollowUp
        && (std::any_of(words.begin(), words.end(), begins)
            || std::any_of(signs.begin(), signs.end(), beginsWithSign));
}

} // namespace

QStringList searchedFor(const QString& question, const QString& before)
{
    if (before.trimmed().isEmpty())
        return {question};
    const QString both = before.trimmed() + u'\n' + question;
    if (goesOn(question))
        return {both};
    const size_t words = decidingTextsOf(question.toStdString()).size();
    return words < fewWords ? QStringList{question, both} : QStringList{question};
}

} // namespace services
