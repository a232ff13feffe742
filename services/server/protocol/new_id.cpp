#include "services/server/protocol/new_id.h"

#include <random>

namespace services::server {

std::string newId(const std::string& prefix, int length)
{
    constexpr char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    thread_local std::mt19937_64 random{std::random_device{}()};
    std::uniform_int_distribution<size_t> place(0, sizeof letters - 2);
    std::string id = prefix;
    for (int each = 0; each < length; ++each)
        id += letters[place(random)];
    return id;
}

} // namespace services::server
