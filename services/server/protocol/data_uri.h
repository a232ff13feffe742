#pragma once

#include <string>
#include <string_view>

namespace services::server {

/// What stands in a request in place of a file.
struct DataUri {
    std::string type; ///< "image/png"; empty: it does not say
    std::string bytes;
};

/// Reads "data:image/png;base64,…". Throws ApiError(400) with `field` if it is none: nothing is ever
/// fetched for a request.
DataUri readDataUri(std::string_view text, const std::string& field);

/// The bytes of base64, in either alphabet. Throws ApiError(400) with `field` if it is none.
std::string fromBase64(std::string_view text, const std::string& field);

} // namespace services::server
