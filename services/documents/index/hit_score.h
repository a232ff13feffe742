#pragma once

namespace services {

/// How sure it is that a passage answers a question, 0 … 1, by its words alone (TermRelevance).
double scoreByWords(double relevance);

/// The same by words and by meaning, the cosine of their vectors.
double scoreByMeaning(double relevance, double similarity);

} // namespace services
