#include "services/server/http/access.h"

#include "base/ascii.h"
#include "base/error.h"

#include <algorithm>
#include <arpa/inet.h>
#include <fstream>

namespace services::server {

namespace {

// "[::1]:80" → "::1", "localhost:80" → "localhost".
std::string hostName(std::string_view host)
{
    if (host.starts_with('['))
        return base::toLowerAscii(host.substr(1, host.find(']') - 1));
    return base::toLowerAscii(host.substr(0, host.find(':')));
}

bool isAddress(const std::string& name)
{
    in6_addr address;
    return inet_pton(AF_INET, name.c_str(), &address) == 1
        || inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

// Takes as long wherever they differ.
bool isSame(std::string_view one, std::string_view other)
{
    unsigned difference = one.size() == other.size() ? 0 : 1;
    for (size_t at = 0; at < one.size(); ++at)
        difference |= unsigned(one[at] ^ (at < other.size() ? other[at] : '\0'));
    return difference == 0;
}

} // namespace

bool isLoopback(std::string_view host)
{
    const std::string name = base::toLowerAscii(host);
    in_addr address;
    return name == "localhost" || name == "::1"
        || (inet_pton(AF_INET, name.c_str(), &address) == 1
            && (ntohl(address.s_addr) >> 24) == 127);
}

bool Access::allowsKey(std::string_view key) const
{
    bool isOne = keys.empty();
    for (const std::string& each : keys)
        isOne = isSame(key, each) || isOne;
    return isOne;
}

bool Access::allowsHost(std::string_view host) const
{
    const std::string name = hostName(host);
    const auto isNamed = [&](const std::string& each) { return base::toLowerAscii(each) == name; };
    return server::isLoopback(name) || std::ranges::any_of(hosts, isNamed)
        || (!isLoopback && isAddress(name));
}

bool Access::allowsOrigin(std::string_view origin) const
{
    return std::ranges::find(origins, origin) != origins.end();
}

std::vector<std::string> readKeys(const std::string& path)
{
    using base::Error;
    std::ifstream file(path);
    if (!file)
        throw Error(base::ErrorKind::BadFile, path + " cannot be read.");
    std::vector<std::string> keys;
    for (std::string line; std::getline(file, line);)
        if (const auto key = base::trimmed(line); !key.empty() && !key.starts_with('#'))
            keys.emplace_back(key);
    if (keys.empty())
        throw Error(base::ErrorKind::BadFile, path + " contains no API keys.");
    return keys;
}

} // namespace services::server
