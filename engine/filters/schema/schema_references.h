#pragma once

#include "engine/filters/schema/schema_json.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace engine {

/// Finds what `$ref` names within one schema: by JSON pointer, by anchor, and by the `$id` of
/// schemas inside it (`id` in older drafts). Nothing is ever fetched. The text must outlive this
/// object.
class SchemaReferences {
public:
    explicit SchemaReferences(const SchemaJsonText& text);

    /// The schema that the keyword `keyword` of `schema` names. Throws Error{Unsupported} with the
    /// reference and its location if that is in another document, and Error{BadRequest} if it does
    /// not exist.
    const SchemaJson& target(const SchemaJson& schema, std::string_view keyword) const;

    /// True for drafts up to 7, in which the other keywords next to a `$ref` are ignored.
    bool refStandsAlone() const { return m_refStandsAlone; }

private:
    // The innermost schema around `value` that has a URI of its own.
    const SchemaJson& findResource(const SchemaJson& value) const;
    std::string baseUri(const SchemaJson& resource) const;
    void registerNames(const SchemaJson& schema);
    const SchemaJson* inResource(
        const SchemaJson& resource, const std::string& base, std::string_view fragment) const;

    const SchemaJson& m_root;
    bool m_refStandsAlone = false;
    std::unordered_map<std::string, const SchemaJson*> m_byUri; // no fragment
    std::unordered_map<std::string, const SchemaJson*> m_anchors; // URI#name
};

} // namespace engine
