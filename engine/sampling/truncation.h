#pragma once

namespace engine {

class Candidates;

/// Tail-free sampling (Phénix and Egan, 2019): sorts the probabilities, takes the absolute values
/// of their second differences, normalises them, and cuts where their running sum exceeds `limit`.
void keepTailFree(Candidates& candidates, double limit);

/// Locally typical sampling (Meister et al., 2022, arXiv:2202.00666): keeps the tokens whose
/// surprise is nearest to the entropy, the fewest whose probabilities reach `mass`.
void keepTypical(Candidates& candidates, double mass);

} // namespace engine
