#include "engine/filters/schema/schema_json.h"

#include "base/error.h"
#include "engine/filters/schema/schema_numbers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

namespace engine {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

constexpr size_t fewMembers = 16; // as many are found faster one by one

} // namespace

// Takes what nlohmann's parser finds, piece by piece.
class SchemaJsonText::Reader : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Reader(std::deque<SchemaJson>& values)
        : m_values(values)
    {
    }

    bool null() override { return add(SchemaJson::Kind::Null, {}); }
    bool boolean(bool value) override
    {
        add(SchemaJson::Kind::Boolean, {});
        m_values.back().boolean = value;
        return true;
    }
    bool number_integer(number_integer_t value) override
    {
        return add(SchemaJson::Kind::Number, std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return add(SchemaJson::Kind::Number, std::to_string(value));
    }
    bool number_float(number_float_t, const string_t& written) override
    {
        return add(SchemaJson::Kind::Number, written);
    }
    bool string(string_t& value) override
    {
        return add(SchemaJson::Kind::String, std::move(value));
    }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(SchemaJson::Kind::Object); }
    bool start_array(std::size_t) override { return open(SchemaJson::Kind::Array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override
    {
        m_open.back().name = std::move(name);
        return true;
    }

    bool parse_error(
        std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        refuse("The schema isn't valid JSON: error at byte " + std::to_string(position) + ".");
    }

private:
    struct Open {
        SchemaJson* value;
        std::string name; // of the member that comes next
        std::unordered_map<std::string, size_t> indices; // of members, once they are many
    };

    bool add(SchemaJson::Kind kind, std::string text)
    {
        if (m_values.size() == maxValues)
            refuse("The schema must have at most " + std::to_string(maxValues) + " values.");
        SchemaJson& value = m_values.emplace_back();
        value.kind = kind;
        value.text = std::move(text);
        value.index = uint32_t(m_values.size() - 1);
        if (m_open.empty())
            return true;
        Open& outer = m_open.back();
        value.parent = outer.value;
        if (outer.value->is(SchemaJson::Kind::Array))
            outer.value->items.push_back(&value);
        else
            addMember(outer, value);
        return true;
    }

    // The later of two members with one name counts, as in other JSON parsers.
    static void addMember(Open& outer, const SchemaJson& value)
    {
        auto& members = outer.value->members;
        if (members.size() == fewMembers)
            for (size_t index = 0; index < members.size(); ++index)
                outer.indices.emplace(members[index].first, index);
        size_t index = members.size();
        if (members.size() < fewMembers) {
            const auto found = std::find_if(members.begin(), members.end(),
                [&](const SchemaJson::Member& member) { return member.first == outer.name; });
            index = size_t(found - members.begin());
        } else {
            index = outer.indices.try_emplace(outer.name, index).first->second;
        }
        if (index < members.size())
            members[index].second = &value;
        else
            members.emplace_back(std::move(outer.name), &value);
    }

    bool open(SchemaJson::Kind kind)
    {
        if (m_open.size() >= size_t(maxDepth))
            refuse("The schema must be nested at most " + std::to_string(maxDepth) + " deep.");
        add(kind, {});
        m_open.push_back({&m_values.back(), {}, {}});
        return true;
    }

    bool close()
    {
        sortMembers(*m_open.back().value);
        m_open.pop_back();
        return true;
    }

    static void sortMembers(SchemaJson& object)
    {
        if (object.members.size() <= fewMembers)
            return;
        object.byName.resize(object.members.size());
        std::iota(object.byName.begin(), object.byName.end(), 0);
        std::sort(object.byName.begin(), object.byName.end(), [&](uint32_t a, uint32_t b) {
            return object.members[a].first < object.members[b].first;
        });
    }

    std::deque<SchemaJson>& m_values;
    std::vector<Open> m_open;
};

SchemaJsonText::SchemaJsonText(std::string_view text)
{
    if (text.size() > maxBytes)
        refuse("The schema must be at most " + std::to_string(maxBytes) + " bytes long, not "
            + std::to_string(text.size()) + ".");
    Reader reader(m_values);
    nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
}

const SchemaJson* SchemaJson::find(std::string_view name) const
{
    if (!byName.empty()) {
        const auto found = std::lower_bound(byName.begin(), byName.end(), name,
            [&](uint32_t index, std::string_view wanted) { return members[index].first < wanted; });
        const bool isThere = found != byName.end() && members[*found].first == name;
        return isThere ? members[*found].second : nullptr;
    }
    for (const Member& member : members)
        if (member.first == name)
            return member.second;
    return nullptr;
}

std::string pointerTo(const SchemaJson& value)
{
    if (value.parent == nullptr)
        return "#";
    std::string step;
    const SchemaJson& parent = *value.parent;
    if (parent.is(SchemaJson::Kind::Array)) {
        const auto found = std::find(parent.items.begin(), parent.items.end(), &value);
        step = std::to_string(found - parent.items.begin());
    } else {
        const auto found = std::find_if(parent.members.begin(), parent.members.end(),
            [&](const SchemaJson::Member& member) { return member.second == &value; });
        for (const char letter : found == parent.members.end() ? "" : found->first)
            step += letter == '~' ? std::string("~0")
                : letter == '/'   ? "~1"
                                  : std::string(1, letter);
    }
    return pointerTo(parent) + "/" + step;
}

void refuseMalformed(const SchemaJson& location, const std::string& expected)
{
    throw base::Error(base::ErrorKind::BadRequest,
        "The schema must have " + expected + " at " + pointerTo(location) + ".");
}

void refuseUnenforceable(const SchemaJson& location, const std::string& reason)
{
    throw base::Error(base::ErrorKind::Unsupported,
        "The schema's " + pointerTo(location) + " cannot be enforced: " + reason + ".");
}

const SchemaJson& expected(const SchemaJson& value, SchemaJson::Kind kind)
{
    static constexpr const char* names[]
        = {"null", "true or false", "a number", "a text", "a list", "an object"};
    if (!value.is(kind))
        refuseMalformed(value, names[int(kind)]);
    return value;
}

uint64_t countIn(const SchemaJson& value)
{
    const auto number = parseDecimal(expected(value, SchemaJson::Kind::Number).text);
    if (!number)
        return largestCount;
    if (number->negative || !number->fraction.empty())
        refuseMalformed(value, "a whole number that is not negative");
    if (number->whole.size() > 9)
        return largestCount;
    return std::stoull(number->whole);
}

} // namespace engine
