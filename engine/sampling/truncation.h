#pragma once

namespace engine {

class Candidates;

/// Tail-free sampling (Phénix and Egan): cuts where the absolute second differences of the sorted
/// probabilities, normalised, add up to more than `limit`.
void keepTailFree(Candidates& candidates, double limit);

/// Locally typical sampling (Meister et al.): the tokens whose surprise is nearest to the entropy,
/// the fewest whose probabilities reach `mass`.
void keepTypical(Candidates& candidates, double mass);

} // namespace engine
