#include "services/documents/readers/xml.h"

#include "services/documents/document_fault.h"

#include <new>

namespace services {

namespace {

std::string_view withoutPrefix(std::string_view name)
{
    const size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

pugi::xml_attribute find(const pugi::xml_node& node, std::string_view name)
{
    for (const pugi::xml_attribute attribute : node.attributes())
        if (withoutPrefix(attribute.name()) == name)
            return attribute;
    return {};
}

} // namespace

XmlDocument::XmlDocument(std::string bytes)
    : m_bytes(std::move(bytes))
{
    constexpr unsigned options = pugi::parse_default | pugi::parse_ws_pcdata;
    const pugi::xml_parse_result result
        = m_document.load_buffer_inplace(m_bytes.data(), m_bytes.size(), options);
    if (result.status == pugi::status_out_of_memory)
        throw std::bad_alloc();
    if (!result || !root())
        throw Unreadable(DocumentFault::Damaged);
}

std::string_view nameOf(const pugi::xml_node& node)
{
    return withoutPrefix(node.name());
}

pugi::xml_node childOf(const pugi::xml_node& node, std::string_view name)
{
    for (const pugi::xml_node child : node.children())
        if (nameOf(child) == name)
            return child;
    return {};
}

const char* attributeOf(const pugi::xml_node& node, std::string_view name)
{
    return find(node, name).value();
}

bool hasAttribute(const pugi::xml_node& node, std::string_view name)
{
    return bool(find(node, name));
}

std::string textWithin(const pugi::xml_node& node, int depth)
{
    if (depth < 0)
        throw Unreadable(DocumentFault::TooDeep);
    std::string text = node.value();
    for (const pugi::xml_node child : node.children())
        text += textWithin(child, depth - 1);
    return text;
}

} // namespace services
