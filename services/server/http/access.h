#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace services::server {

/// Decides who may use a server. Web pages in the user's own browser are kept out by the names
/// under which they reach it (DNS rebinding) and by their origin.
struct Access {
    /// One of these keys must be given; empty: any or none is accepted.
    std::vector<std::string> keys = {};
    std::vector<std::string> hosts = {}; ///< names other than this computer's, without a port
    std::vector<std::string> origins = {}; ///< of web pages: "https://chat.example"
    /// False: the server is reached from other computers, under any address, but not under any name.
    bool isLoopback = true;

    bool allowsKey(std::string_view key) const;
    bool allowsHost(std::string_view host) const; ///< the value of the header Host
    bool allowsOrigin(std::string_view origin) const; ///< the value of the header Origin
};

/// True if a name or an address leads to this computer from nowhere but itself.
bool isLoopback(std::string_view host);

/// The keys of a file: its lines that are not blank and do not begin with '#'. Throws
/// Error{BadFile} with a message if it cannot be read or has none.
std::vector<std::string> readKeys(const std::string& path);

} // namespace services::server
