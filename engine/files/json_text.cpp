#include "engine/files/json_text.h"

#include "engine/files/mapped_file.h"
#include "engine/files/printable.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;
using nlohmann::json;

namespace {

constexpr int maxDepth = 64;

// Watches a parse from its callback and stops it where the library would be too lenient.
class StrictParse {
public:
    explicit StrictParse(const std::string& name)
        : m_name(name)
    {
    }

    bool operator()(int depth, json::parse_event_t event, json& value)
    {
        if (depth > maxDepth)
            throw Error(ErrorKind::BadFile, m_name + " is nested deeper than 64 levels");
        if (event == json::parse_event_t::object_start)
            m_keys.emplace_back();
        else if (event == json::parse_event_t::object_end)
            m_keys.pop_back();
        else if (event == json::parse_event_t::key)
            noteKey(value.get_ref<const std::string&>());
        return true;
    }

private:
    void noteKey(const std::string& key)
    {
        if (!m_keys.back().insert(key).second)
            throw Error(
                ErrorKind::BadFile, m_name + " has the key \"" + printable(key) + "\" twice");
    }

    const std::string& m_name;
    std::vector<std::set<std::string>> m_keys; // of the objects around the cursor
};

} // namespace

json parseJson(std::string_view text, const std::string& name)
{
    try {
        return json::parse(text.begin(), text.end(), StrictParse(name));
    } catch (const json::parse_error& error) {
        throw Error(ErrorKind::BadFile,
            name + " is not valid JSON: the mistake is at byte " + std::to_string(error.byte));
    } catch (const json::exception&) {
        throw Error(ErrorKind::BadFile, name + " has a number that is too large");
    }
}

json readJsonFile(const std::filesystem::path& path, uintmax_t maxBytes)
{
    const MappedFile file(path);
    const auto bytes = file.bytes();
    const std::string name = path.filename().string();
    if (bytes.size() > maxBytes)
        throw Error(ErrorKind::BadFile,
            name + " is larger than " + std::to_string(maxBytes >> 20)
                + " MiB, too large for what it should hold");
    return parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
}

} // namespace engine
