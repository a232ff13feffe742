#include "engine/filters/schema/schema_references.h"

#include "base/ascii.h"
#include "base/error.h"

#include <array>

namespace engine {

namespace {

using Kind = SchemaJson::Kind;
using base::Error;
using base::ErrorKind;

// One step of a JSON pointer: ~1 is a slash, ~0 a tilde.
std::string unescapedStep(std::string_view step)
{
    std::string plain;
    for (size_t at = 0; at < step.size(); ++at) {
        const bool isEscape = step[at] == '~' && at + 1 < step.size()
            && (step[at + 1] == '0' || step[at + 1] == '1');
        plain += !isEscape ? step[at] : step[at + 1] == '0' ? '~' : '/';
        at += isEscape;
    }
    return plain;
}

const SchemaJson* findItem(const SchemaJson& array, std::string_view step)
{
    size_t index = 0;
    for (const char digit : step) {
        if (digit < '0' || digit > '9' || index > array.items.size())
            return nullptr;
        index = index * 10 + size_t(digit - '0');
    }
    return !step.empty() && index < array.items.size() ? array.items[index] : nullptr;
}

// What "/a/b" leads to from `from`, or null.
const SchemaJson* follow(const SchemaJson& from, std::string_view pointer)
{
    const SchemaJson* at = &from;
    while (!pointer.empty() && at != nullptr) {
        pointer.remove_prefix(1);
        const std::string_view step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        at = at->is(Kind::Array) ? findItem(*at, step) : at->find(unescapedStep(step));
    }
    return at;
}

size_t schemeLength(std::string_view uri)
{
    const size_t colon = uri.find(':');
    const bool isScheme = colon != std::string_view::npos && colon > 0
        && uri.substr(0, colon).find_first_of("/?#") == std::string_view::npos;
    return isScheme ? colon + 1 : 0;
}

// RFC 3986, section 5.2, without the removal of dots; fragments are not part of either.
std::string resolved(const std::string& base, const std::string& reference)
{
    if (reference.empty())
        return base;
    if (schemeLength(reference) > 0)
        return reference;
    const size_t scheme = schemeLength(base);
    if (reference.starts_with("//"))
        return base.substr(0, scheme) + reference;
    size_t path = scheme;
    if (std::string_view(base).substr(scheme).starts_with("//"))
        path = std::min(base.find('/', scheme + 2), base.size());
    if (reference.starts_with("/"))
        return base.substr(0, path) + reference;
    const size_t slash = base.rfind('/');
    const bool hasFolder = slash != std::string::npos && slash >= path;
    return (hasFolder ? base.substr(0, slash + 1) : base.substr(0, path)) + reference;
}

std::string withoutFragment(const std::string& uri)
{
    return uri.substr(0, uri.find('#'));
}

// The URI that a schema gives itself, as it is written; null if it has none.
const std::string* ownUri(const SchemaJson& schema)
{
    for (const std::string_view keyword : {"$id", "id"}) {
        const SchemaJson* id = schema.find(keyword);
        if (id != nullptr && id->is(Kind::String) && !id->text.empty() && id->text[0] != '#')
            return &id->text;
    }
    return nullptr;
}

// True if `value` is data or a list of names, where "id" is no keyword.
bool isNoSchema(const SchemaJson& value)
{
    static constexpr std::array<std::string_view, 10> others
        = {"enum", "const", "default", "examples", "example", "properties", "patternProperties",
            "definitions", "$defs", "dependentSchemas"};
    if (value.parent == nullptr || !value.parent->is(Kind::Object))
        return false;
    for (const std::string_view keyword : others)
        if (value.parent->find(keyword) == &value)
            return true;
    return false;
}

} // namespace

SchemaReferences::SchemaReferences(const SchemaJsonText& text)
    : m_root(text.root())
{
    const SchemaJson* dialect = m_root.find("$schema");
    if (dialect != nullptr && dialect->is(Kind::String))
        for (const std::string_view draft :
            {"draft-03", "draft-04", "draft-05", "draft-06", "draft-07"})
            m_refStandsAlone |= dialect->text.find(draft) != std::string::npos;
    m_byUri.emplace(baseUri(m_root), &m_root);
    for (const SchemaJson& value : text.values())
        if (value.is(Kind::Object))
            registerNames(value);
}

void SchemaReferences::registerNames(const SchemaJson& schema)
{
    const bool hasId = ownUri(schema) != nullptr;
    if (hasId && !isNoSchema(schema))
        m_byUri.emplace(baseUri(schema), &schema);
    for (const std::string_view keyword : {"$anchor", "$dynamicAnchor", "$id", "id"}) {
        const SchemaJson* name = schema.find(keyword);
        if (name == nullptr || !name->is(Kind::String) || name->text.empty())
            continue;
        const bool isId = keyword.ends_with("id");
        const size_t hash = isId ? name->text.find('#') : 0;
        if (isId && (hash == std::string::npos || hash + 1 == name->text.size()))
            continue;
        const std::string fragment = isId ? name->text.substr(hash + 1) : name->text;
        m_anchors.emplace(baseUri(findResource(schema)) + "#" + fragment, &schema);
    }
}

const SchemaJson& SchemaReferences::findResource(const SchemaJson& value) const
{
    const SchemaJson* at = &value;
    while (at->parent != nullptr && (!at->is(Kind::Object) || isNoSchema(*at) || !ownUri(*at)))
        at = at->parent;
    return *at;
}

std::string SchemaReferences::baseUri(const SchemaJson& resource) const
{
    const std::string* uri = ownUri(resource);
    const std::string own = uri != nullptr ? withoutFragment(*uri) : std::string();
    if (resource.parent == nullptr)
        return own;
    return resolved(baseUri(findResource(*resource.parent)), own);
}

const SchemaJson* SchemaReferences::inResource(
    const SchemaJson& resource, const std::string& base, std::string_view fragment) const
{
    if (fragment.empty())
        return &resource;
    if (fragment[0] == '/')
        return follow(resource, fragment);
    const auto found = m_anchors.find(base + "#" + std::string(fragment));
    return found != m_anchors.end() ? found->second : nullptr;
}

const SchemaJson& SchemaReferences::target(const SchemaJson& schema, std::string_view keyword) const
{
    const SchemaJson& reference = *schema.find(keyword);
    if (!reference.is(Kind::String))
        throw Error(
            ErrorKind::BadRequest, "The schema must have a text at " + pointerTo(reference) + ".");
    const size_t hash = std::min(reference.text.find('#'), reference.text.size());
    const std::string fragment = base::percentDecoded(
        std::string_view(reference.text).substr(std::min(hash + 1, reference.text.size())));
    const std::string base
        = resolved(baseUri(findResource(schema)), withoutFragment(reference.text));

    const SchemaJson* found = nullptr;
    if (const auto resource = m_byUri.find(base); resource != m_byUri.end())
        found = inResource(*resource->second, base, fragment);
    // Many schemas give their parts an id and still count pointers from the whole.
    if (found == nullptr && hash == 0)
        found = inResource(m_root, baseUri(m_root), fragment);
    if (found != nullptr)
        return *found;
    if (hash == 0)
        throw Error(ErrorKind::BadRequest,
            "The schema has no definition at \"" + reference.text + "\", which "
                + pointerTo(reference) + " names.");
    throw Error(ErrorKind::Unsupported,
        "The schema refers to another document, \"" + reference.text + "\", at "
            + pointerTo(reference) + "; external references aren't supported.");
}

} // namespace engine
