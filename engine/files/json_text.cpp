#include "engine/files/json_text.h"

#include "base/mapped_file.h"
#include "base/utf8.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;
using nlohmann::ordered_json;
using Reason = JsonError::Reason;

namespace {

constexpr size_t maxFileValues = 8'000'000; // a tokenizer of 260,000 tokens has 2 million
constexpr size_t eventsPerCheck = 4096; // between two calls of JsonLimits::isCancelled
constexpr size_t maxMembersSearched = 16; // one by one; a larger object has an index

/// Counts what a parse finds and ends it where it exceeds the limits.
class JsonCounter {
public:
    explicit JsonCounter(const JsonLimits& limits)
        : m_limits(limits)
    {
    }

    void countValue()
    {
        if (++m_values > m_limits.values)
            throw JsonError(Reason::Values, "has too many values");
        checkCancelled();
    }

    void countKey(size_t keysOfObject)
    {
        if (keysOfObject > m_limits.keysOfObject || ++m_keys > m_limits.keys)
            throw JsonError(Reason::Keys, "has too many keys");
        checkCancelled();
    }

    void checkDepth(size_t depth) const
    {
        if (depth > size_t(m_limits.depth))
            throw JsonError(Reason::Depth,
                "is nested deeper than " + std::to_string(m_limits.depth) + " levels");
    }

    void takeRepeatedKey(const std::string& key) const
    {
        if (m_limits.hasUniqueKeys)
            throw JsonError(
                Reason::RepeatedKey, "has the key \"" + base::printable(key) + "\" twice");
    }

private:
    void checkCancelled()
    {
        if (++m_events % eventsPerCheck == 0 && m_limits.isCancelled && m_limits.isCancelled())
            throw Error(ErrorKind::Cancelled, "Parsing JSON was canceled.");
    }

    const JsonLimits& m_limits;
    size_t m_values = 0, m_keys = 0, m_events = 0;
};

[[noreturn]] void failParse(size_t byte, const json::exception& error)
{
    if (dynamic_cast<const json::parse_error*>(&error) == nullptr)
        throw JsonError(Reason::Number, "has a number that is too large", error.what());
    throw JsonError(
        Reason::Syntax, "isn't valid JSON: error at byte " + std::to_string(byte), error.what());
}

// An object that is being read, with an index of its members once they are many.
template <typename Json>
struct OpenObject {
    Json* value = nullptr; // or an array
    size_t keys = 0;
    std::unordered_map<std::string, size_t> index = {};
};

/// Returns the value of a key that an object may have already.
std::pair<json*, bool> addMember(OpenObject<json>& open, std::string&& key)
{
    auto& members = open.value->get_ref<json::object_t&>();
    const auto [member, isNew] = members.try_emplace(std::move(key));
    return {&member->second, isNew};
}

// The library searches an ordered object from its beginning for each key, which takes n² steps.
std::pair<ordered_json*, bool> addMember(OpenObject<ordered_json>& open, std::string&& key)
{
    auto& members = open.value->get_ref<ordered_json::object_t&>();
    const size_t count = members.size();
    const auto begin = members.begin();
    size_t position = count;
    if (count < maxMembersSearched) {
        const auto found = std::find_if(
            begin, members.end(), [&key](const auto& member) { return member.first == key; });
        position = size_t(found - begin);
    } else {
        if (open.index.empty())
            for (size_t member = 0; member < count; ++member)
                open.index.emplace(begin[ptrdiff_t(member)].first, member);
        position = open.index.try_emplace(key, count).first->second;
    }
    if (position < count)
        return {&begin[ptrdiff_t(position)].second, false};
    members.emplace_back(std::move(key), ordered_json());
    return {&members.back().second, true};
}

/// Makes a value of what the library's parser finds, which calls nothing recursively.
template <typename Json>
class JsonBuilder final : public nlohmann::json_sax<Json> {
    using Base = nlohmann::json_sax<Json>;

public:
    explicit JsonBuilder(const JsonLimits& limits)
        : m_counter(limits)
    {
    }

    Json take() { return std::move(m_root); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(typename Base::number_integer_t value) override { return add(value); }
    bool number_unsigned(typename Base::number_unsigned_t value) override { return add(value); }
    bool number_float(typename Base::number_float_t value, const typename Base::string_t&) override
    {
        return add(value);
    }
    bool string(typename Base::string_t& value) override { return add(std::move(value)); }
    bool binary(typename Base::binary_t&) override { return false; } // JSON has none

    bool start_object(size_t) override { return open(Json::object()); }
    bool start_array(size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(typename Base::string_t& name) override
    {
        OpenObject<Json>& object = m_open.back();
        m_counter.countKey(++object.keys);
        const auto [member, isNew] = addMember(object, std::string(name));
        if (!isNew)
            m_counter.takeRepeatedKey(name);
        m_member = member;
        return true;
    }

    bool parse_error(size_t byte, const std::string&, const json::exception& error) override
    {
        failParse(byte, error);
    }

private:
    // Returns the location of the next value in the document.
    Json& slot()
    {
        if (m_open.empty())
            return m_root;
        Json& outer = *m_open.back().value;
        return outer.is_array() ? outer.template get_ref<typename Json::array_t&>().emplace_back()
                                : *m_member;
    }

    template <typename Value>
    bool add(Value&& value)
    {
        m_counter.countValue();
        slot() = Json(std::forward<Value>(value));
        return true;
    }

    bool open(Json empty)
    {
        m_counter.countValue();
        m_counter.checkDepth(m_open.size() + 1);
        Json& value = slot();
        value = std::move(empty);
        m_open.push_back({&value});
        return true;
    }

    bool close()
    {
        m_open.pop_back();
        return true;
    }

    JsonCounter m_counter;
    Json m_root;
    std::vector<OpenObject<Json>> m_open; // of each only the last value changes, so none moves
    Json* m_member = nullptr; // of the innermost object, to which the next value belongs
};

/// Counts, and makes no values.
class JsonCheck final : public nlohmann::json_sax<json> {
public:
    explicit JsonCheck(const JsonLimits& limits)
        : m_counter(limits)
    {
    }

    bool null() override { return count(); }
    bool boolean(bool) override { return count(); }
    bool number_integer(number_integer_t) override { return count(); }
    bool number_unsigned(number_unsigned_t) override { return count(); }
    bool number_float(number_float_t, const string_t&) override { return count(); }
    bool string(string_t&) override { return count(); }
    bool binary(binary_t&) override { return false; }
    bool start_object(size_t) override { return open(); }
    bool start_array(size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t&) override
    {
        m_counter.countKey(++m_keys.back());
        return true;
    }
    bool parse_error(size_t byte, const std::string&, const json::exception& error) override
    {
        failParse(byte, error);
    }

private:
    bool count()
    {
        m_counter.countValue();
        return true;
    }
    bool open()
    {
        m_keys.push_back(0);
        m_counter.checkDepth(m_keys.size());
        return count();
    }
    bool close()
    {
        m_keys.pop_back();
        return true;
    }

    JsonCounter m_counter;
    std::vector<size_t> m_keys; // of the arrays and objects that are open
};

void parseEvents(std::string_view text, const JsonLimits& limits, auto& events)
{
    if (text.size() > limits.bytes)
        throw JsonError(Reason::Bytes, "is larger than " + std::to_string(limits.bytes) + " bytes");
    using Events = std::remove_reference_t<decltype(events)>;
    if constexpr (std::is_base_of_v<nlohmann::json_sax<ordered_json>, Events>)
        ordered_json::sax_parse(text.begin(), text.end(), &events);
    else
        json::sax_parse(text.begin(), text.end(), &events);
}

} // namespace

template <typename Json>
Json parseJson(std::string_view text, const JsonLimits& limits)
{
    JsonBuilder<Json> builder(limits);
    parseEvents(text, limits, builder);
    return builder.take();
}

template <typename Json>
std::optional<Json> tryParseJson(std::string_view text, const JsonLimits& limits)
try {
    return parseJson<Json>(text, limits);
} catch (const JsonError&) {
    return std::nullopt;
}

template json parseJson<json>(std::string_view, const JsonLimits&);
template ordered_json parseJson<ordered_json>(std::string_view, const JsonLimits&);
template std::optional<json> tryParseJson<json>(std::string_view, const JsonLimits&);
template std::optional<ordered_json> tryParseJson<ordered_json>(
    std::string_view, const JsonLimits&);

void checkJson(std::string_view text, const JsonLimits& limits)
{
    JsonCheck check(limits);
    parseEvents(text, limits, check);
}

bool isJson(std::string_view text, const JsonLimits& limits)
try {
    checkJson(text, limits);
    return true;
} catch (const JsonError&) {
    return false;
}

json parseJson(std::string_view text, const std::string& name)
try {
    return parseJson<json>(
        text, {.values = maxFileValues, .bytes = text.size(), .hasUniqueKeys = true});
} catch (const JsonError& error) {
    throw Error(ErrorKind::BadFile, name + " " + error.what());
}

namespace {

constexpr size_t maxConfigBytes = 1 << 20; // larger files are of tokenizers, which have no numbers

// Python writes an infinite number as a bare word, which isn't valid JSON; transformers 5 writes it as
// an object. This makes the second of the first.
std::string withInfinitiesAsObjects(std::string_view text)
{
    constexpr std::string_view word = "Infinity", object = "{\"__float__\": \"Infinity\"}";
    std::string changed;
    bool isInString = false;
    for (size_t i = 0; i < text.size();) {
        if (!isInString && text.substr(i).starts_with(word)) {
            changed += object;
            i += word.size();
            continue;
        }
        const bool isEscape = isInString && text[i] == '\\' && i + 1 < text.size();
        isInString = text[i] == '"' ? !isInString : isInString;
        changed += text.substr(i, isEscape ? 2 : 1);
        i += isEscape ? 2 : 1;
    }
    return changed;
}

} // namespace

json readJsonFile(const std::filesystem::path& path, uintmax_t maxBytes)
{
    const base::MappedFile file(path);
    const auto bytes = file.bytes();
    const std::string name = path.filename().string();
    if (bytes.size() > maxBytes)
        throw Error(ErrorKind::BadFile,
            name + " is larger than " + std::to_string(maxBytes >> 20)
                + " MiB, which is too large");
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.size() <= maxConfigBytes && text.find("Infinity") != text.npos)
        return parseJson(withInfinitiesAsObjects(text), name);
    return parseJson(text, name);
}

} // namespace engine
