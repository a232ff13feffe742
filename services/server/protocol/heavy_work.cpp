#include "services/server/protocol/heavy_work.h"

#include "services/server/protocol/api_error.h"

#include <chrono>
#include <semaphore>

namespace services::server {

namespace {

constexpr std::chrono::milliseconds askEvery(20); // whether the client is still there

std::counting_semaphore<2> freeTurns(2);

} // namespace

HeavyWork::HeavyWork(const std::function<bool()>& isGone)
{
    while (!freeTurns.try_acquire_for(askEvery))
        if (isGone())
            throw ClientGone();
}

HeavyWork::~HeavyWork()
{
    freeTurns.release();
}

} // namespace services::server
