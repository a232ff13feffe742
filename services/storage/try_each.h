#pragma once

#include <exception>

namespace services {

/// Calls `work` with each of the list: one for which it throws holds up no other. At the end, throws
/// the last error, if there was one. `work` may change the list that this is a copy of.
template <typename List, typename Work>
void tryEach(const List list, const Work& work)
{
    std::exception_ptr error;
    for (const auto& each : list) {
        try {
            work(each);
        } catch (...) {
            error = std::current_exception();
        }
    }
    if (error)
        std::rethrow_exception(error);
}

} // namespace services
