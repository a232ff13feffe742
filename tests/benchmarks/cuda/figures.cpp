#include "tests/benchmarks/cuda/figures.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace bench {

void print(const std::string& figure, double value, const char* unit, std::optional<double> target,
    const std::optional<Share>& share)
{
    nlohmann::ordered_json line = {{"figure", figure}, {"value", value}, {"unit", unit}};
    const bool hasShare = share && share->peak > 0, lacksPeak = share && !hasShare;
    line["target"] = target && !lacksPeak ? nlohmann::ordered_json(*target) : nullptr;
    if (hasShare) {
        line["share"] = share->amount / share->peak;
        line["share_of"] = share->of;
    }
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

} // namespace bench
