#include "services/documents/readers/package.h"

#include "services/documents/document.h"

#include <algorithm>
#include <new>
#include <vector>
#include <zip.h>

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

XmlDocument::XmlDocument(std::string bytes, Entities entities)
    : m_bytes(std::move(bytes))
{
    const bool isKept = entities == Entities::Kept;
    const unsigned options
        = (pugi::parse_default | pugi::parse_ws_pcdata) & ~(isKept ? pugi::parse_escapes : 0U);
    const pugi::xml_parse_result result = m_document.load_buffer_inplace(m_bytes.data(),
        m_bytes.size(), options, isKept ? pugi::encoding_utf8 : pugi::encoding_auto);
    if (result.status == pugi::status_out_of_memory)
        throw std::bad_alloc();
    if (!result || !root())
        throw Unreadable(DocumentFault::Damaged);
}

std::string_view localName(const pugi::xml_node& node)
{
    return withoutPrefix(node.name());
}

pugi::xml_node findChild(const pugi::xml_node& node, std::string_view name)
{
    for (const pugi::xml_node child : node.children())
        if (localName(child) == name)
            return child;
    return {};
}

const char* findAttribute(const pugi::xml_node& node, std::string_view name)
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

namespace {

constexpr zip_int64_t maxEntries = 100'000;
constexpr size_t chunk = size_t(256) << 10;

using Entry = std::unique_ptr<zip_file_t, decltype([](zip_file_t* entry) { zip_fclose(entry); })>;

} // namespace

void Package::Closer::operator()(zip* archive) const
{
    zip_discard(archive);
}

Package::Package(std::string_view bytes, const ReadLimits& limits)
    : m_left(limits.expandedBytes)
{
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr);
    if (!source)
        throw std::bad_alloc();
    m_archive.reset(zip_open_from_source(source, ZIP_RDONLY, nullptr));
    if (!m_archive)
        zip_source_free(source);
    if (!m_archive || zip_get_num_entries(m_archive.get(), 0) > maxEntries)
        throw Unreadable(DocumentFault::Damaged);
}

Package::~Package() = default;

bool Package::contains(const std::string& name) const
{
    return zip_name_locate(m_archive.get(), name.c_str(), 0) >= 0;
}

std::optional<std::string> Package::find(const std::string& name)
{
    if (!contains(name))
        return std::nullopt;
    const Entry entry(zip_fopen(m_archive.get(), name.c_str(), 0));
    if (!entry) {
        const int error = zip_error_code_zip(zip_get_error(m_archive.get()));
        throw Unreadable(
            error == ZIP_ER_NOPASSWD ? DocumentFault::Encrypted : DocumentFault::Damaged);
    }
    std::string bytes;
    while (true) {
        const size_t before = bytes.size();
        bytes.resize(before + chunk);
        const zip_int64_t count = zip_fread(entry.get(), bytes.data() + before, chunk);
        if (count < 0)
            throw Unreadable(DocumentFault::Damaged);
        if (size_t(count) > m_left)
            throw Unreadable(DocumentFault::TooLarge);
        bytes.resize(before + size_t(count));
        m_left -= size_t(count);
        if (count == 0)
            return bytes;
    }
}

std::string Package::begin(const std::string& name, size_t most) const
{
    const Entry entry(zip_fopen(m_archive.get(), name.c_str(), 0));
    std::string bytes;
    while (entry && bytes.size() < most) {
        const size_t before = bytes.size();
        bytes.resize(std::min(before + chunk, most));
        const zip_int64_t count
            = zip_fread(entry.get(), bytes.data() + before, bytes.size() - before);
        bytes.resize(before + size_t(std::max<zip_int64_t>(count, 0)));
        if (count <= 0)
            break;
    }
    return bytes;
}

ImageLoader Package::imageAt(const std::string& name) const
{
    return [this, name](size_t most) { return begin(name, most); };
}

std::string Package::read(const std::string& name)
{
    std::optional<std::string> bytes = find(name);
    if (!bytes)
        throw Unreadable(DocumentFault::Damaged);
    return *std::move(bytes);
}

std::string pathWithin(std::string_view from, std::string_view target)
{
    target = target.substr(0, target.find('#'));
    std::vector<std::string_view> steps;
    const auto follow = [&steps](std::string_view path) {
        while (!path.empty()) {
            const size_t length = std::min(path.find('/'), path.size());
            const std::string_view step = path.substr(0, length);
            if (step == "..") {
                if (!steps.empty())
                    steps.pop_back();
            } else if (!step.empty() && step != ".") {
                steps.push_back(step);
            }
            path.remove_prefix(std::min(length + 1, path.size()));
        }
    };
    if (!target.starts_with('/'))
        follow(from.substr(0, from.rfind('/') + 1));
    follow(target);
    std::string path;
    for (const std::string_view step : steps)
        path += (path.empty() ? "" : "/") + std::string(step);
    return path;
}

Relationships::Relationships(Package& package, const std::string& path)
{
    const size_t slash = path.rfind('/') + 1;
    const auto bytes
        = package.find(path.substr(0, slash) + "_rels/" + path.substr(slash) + ".rels");
    if (!bytes)
        return;
    const XmlDocument document(*bytes);
    for (const pugi::xml_node each : document.root().children()) {
        if (std::string_view(findAttribute(each, "TargetMode")) == "External")
            continue;
        const std::string entry = pathWithin(path, findAttribute(each, "Target"));
        const std::string type = findAttribute(each, "Type");
        m_byId.emplace(findAttribute(each, "Id"), Target{type.substr(type.rfind('/') + 1), entry});
    }
}

std::string Relationships::target(const pugi::xml_node& element) const
{
    return targetNamed(element, "id");
}

std::string Relationships::targetNamed(const pugi::xml_node& element, std::string_view name) const
{
    // There may be an "id" of another namespace next to it, which is a number.
    for (const pugi::xml_attribute attribute : element.attributes())
        if (std::string_view(attribute.name()).ends_with(':' + std::string(name)))
            if (const auto found = m_byId.find(attribute.value()); found != m_byId.end())
                return found->second.entry;
    return {};
}

std::string Relationships::targetOfId(const std::string& id) const
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? std::string() : found->second.entry;
}

std::string Relationships::targetOfType(const std::string& type) const
{
    const auto found = std::ranges::find_if(
        m_byId, [&type](const auto& each) { return each.second.type == type; });
    return found == m_byId.end() ? std::string() : found->second.entry;
}

std::vector<std::string> Relationships::targetsOfType(const std::string& type) const
{
    std::vector<std::string> entries;
    for (const auto& [id, target] : m_byId)
        if (target.type == type)
            entries.push_back(target.entry);
    return entries;
}

std::string mainPart(Package& package, const std::string& usual)
{
    const std::string named = Relationships(package, {}).targetOfType("officeDocument");
    return named.empty() ? usual : named;
}

} // namespace services
