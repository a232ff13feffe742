"""What pairs of measurements tell of a ratio."""

import random
import statistics

median = statistics.median


class Ratios:
    """The median of ours/theirs over the pairs, with its interval of 95 % by bootstrap (Efron, 1979)."""

    def __init__(self, ours, theirs, samples=2000):
        ratios = [here / there for here, there in zip(ours, theirs, strict=True)]
        chance = random.Random(1)
        medians = sorted(median(chance.choices(ratios, k=len(ratios))) for _ in range(samples))
        self.median = median(ratios)
        self.least = medians[int(0.025 * samples)]
        self.most = medians[int(0.975 * samples)]
