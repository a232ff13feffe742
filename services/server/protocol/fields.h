#pragma once

#include "services/server/protocol/json_body.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace services::server {

/// Reads the fields of an object of a request. What is there and wrong throws ApiError(400), naming
/// the field with its place; null counts as not there. The object must outlive it.
class Fields {
public:
    /// `place` stands before the names of fields: "messages[0]"; empty for the body itself.
    explicit Fields(const Json& object, std::string place = {});

    /// Null: not there.
    const Json* find(const char* name) const;
    bool has(const char* name) const { return find(name) != nullptr; }

    std::optional<std::string> text(const char* name) const;
    std::optional<int64_t> integer(const char* name, int64_t least, int64_t most) const;
    std::optional<double> number(const char* name, double least, double most) const;
    std::optional<bool> flag(const char* name) const;
    std::optional<Fields> object(const char* name) const;
    /// The elements of a list, of which there may be `most`; empty if it is not there.
    std::span<const Json> list(const char* name, size_t most) const;
    /// A text, or a list of at most `most` of them.
    std::vector<std::string> texts(const char* name, size_t most) const;

    std::string requiredText(const char* name) const;

    /// The full name of a field, for errors: "messages[0].role".
    std::string placeOf(const std::string& name) const;

private:
    const Json& m_object;
    std::string m_place;
};

} // namespace services::server
