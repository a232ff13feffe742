#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace services {

/// XML that somebody else wrote. Entities that it defines itself are not expanded, and nothing
/// outside of it is looked up.
class XmlDocument {
public:
    /// Throws Unreadable{Damaged} where it is not well-formed, std::bad_alloc where it is too much.
    explicit XmlDocument(std::string bytes);

    pugi::xml_node root() const { return m_document.document_element(); }

private:
    std::string m_bytes; // which the document is parsed in
    pugi::xml_document m_document;
};

/// The name without its prefix: "p" for "w:p". Files may choose their prefixes.
std::string_view nameOf(const pugi::xml_node& node);

/// The first child, or the attribute, of that name, whatever the prefix. Null where there is none.
pugi::xml_node childOf(const pugi::xml_node& node, std::string_view name);
const char* attributeOf(const pugi::xml_node& node, std::string_view name);
bool hasAttribute(const pugi::xml_node& node, std::string_view name);

/// All text within, whatever the elements. `depth` is how many levels it may be nested; throws
/// Unreadable{TooDeep}.
std::string textWithin(const pugi::xml_node& node, int depth);

} // namespace services
