#include "services/server/protocol/data_uri.h"

#include "services/server/protocol/api_error.h"

#include <QByteArray>

namespace services::server {

DataUri readDataUri(std::string_view text, const std::string& field)
{
    if (!text.starts_with("data:"))
        throw wrongField(field, "must be a data: URI, for this server fetches nothing.");
    const size_t comma = text.find(',');
    if (comma == std::string_view::npos || comma > 1000)
        throw wrongField(field, "is a data: URI without its comma.");
    const std::string_view head = text.substr(5, comma - 5);
    if (!head.ends_with(";base64"))
        throw wrongField(field, "must be a data: URI in base64.");
    return {std::string(head.substr(0, head.find(';'))), fromBase64(text.substr(comma + 1), field)};
}

std::string fromBase64(std::string_view text, const std::string& field)
{
    using Result = QByteArray::FromBase64Result;
    const auto bytes = QByteArray::fromRawData(text.data(), qsizetype(text.size()));
    const bool isForUrls = text.find_first_of("-_") != std::string_view::npos;
    const Result result = QByteArray::fromBase64Encoding(bytes,
        QByteArray::AbortOnBase64DecodingErrors
            | (isForUrls ? QByteArray::Base64UrlEncoding : QByteArray::Base64Encoding));
    if (!result)
        throw wrongField(field, "is not valid base64.");
    return result.decoded.toStdString();
}

} // namespace services::server
