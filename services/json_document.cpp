#include "services/json_document.h"

#include "engine/files/json_text.h"

namespace services {

QJsonDocument parseJsonDocument(
    const QByteArray& json, QJsonParseError* error, const engine::JsonLimits& limits)
{
    const auto fail = [error](qsizetype byte, QJsonParseError::ParseError kind) {
        if (error)
            *error = {.offset = int(byte), .error = kind};
        return QJsonDocument();
    };
    if (size_t(json.size()) > limits.bytes)
        return fail(0, QJsonParseError::DocumentTooLarge);
    engine::JsonScan scan;
    for (qsizetype byte = 0; byte < json.size(); ++byte) {
        scan.follow(json[byte]);
        if (scan.depth() > size_t(limits.depth))
            return fail(byte, QJsonParseError::DeepNesting);
        if (scan.values() > limits.values)
            return fail(byte, QJsonParseError::DocumentTooLarge);
    }
    return QJsonDocument::fromJson(json, error);
}

} // namespace services
