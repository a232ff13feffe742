#pragma once

namespace services {

/// How sure it is that a passage answers a question, 0 … 1, by its words alone (TermRelevance).
double scoreByWords(double relevance);

/// The same by words and by meaning, PassageEncoder::relative(). It chooses among passages.
double scoreByMeaning(double relevance, double similarity);

/// How sure it is that the best passage of all answers a question, PassageEncoder::sharedMeaning().
double scoreBySharedMeaning(double shared);

/// A score, and how sure a judge is that the passage answers, weighed alike.
double scoreByBoth(double score, double judged);

} // namespace services
