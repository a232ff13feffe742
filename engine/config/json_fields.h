#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Reads an object of a JSON file field by field. A getter returns nothing if the key is absent or
/// null. It throws Error{BadFile}, naming the file and the key, if the value has another type or,
/// for numbers, is out of range. Copies and inner objects share the memory of requested keys. The
/// JSON must outlive them.
class JsonFields {
public:
    /// `source` names `object` in error messages, such as "config.json". Throws Error{BadFile} if
    /// it isn't an object.
    JsonFields(const nlohmann::json& object, std::string source);

    bool has(std::string_view key) const; ///< the key exists and is not null
    bool isNull(std::string_view key) const; ///< the key exists and is null

    /// The object under that key; an empty one if the key is absent.
    JsonFields object(std::string_view key) const;

    /// The same for an object whose fields another reader judges: what is asked of it is forgotten.
    JsonFields glance(std::string_view key) const;

    std::optional<int64_t> integer(std::string_view key) const;
    std::optional<double> number(std::string_view key) const;
    std::optional<bool> boolean(std::string_view key) const;
    std::optional<std::string> text(std::string_view key) const;
    bool isText(std::string_view key) const; ///< the value is a text

    /// What transformers 5 writes as {"__float__": "Infinity"} is a number, too.
    std::optional<std::vector<double>> numbers(std::string_view key) const;

    /// A list of integers. A single integer counts as a list of one.
    std::optional<std::vector<int64_t>> integers(std::string_view key) const;

    /// A list of strings. A single string counts as a list of one.
    std::optional<std::vector<std::string>> texts(std::string_view key) const;

    /// The keys that nobody has requested and that say something: not null, false, 0 or empty. A
    /// key inside an object that was read is reported as "rope_scaling.factor".
    std::vector<std::string> unread() const;

    const std::string& source() const { return m_source; }

    /// Throws Error{BadFile}: "config.json must have `expected` as `key`".
    [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

private:
    const nlohmann::json* find(std::string_view key) const;
    void addUnread(std::vector<std::string>& unread, const nlohmann::json& object,
        const std::string& path) const;

    const nlohmann::json* m_object; ///< null: an absent object
    std::string m_source;
    std::string m_path; ///< of this object within the file: "text_config."

    /// The paths that were requested; of an object whose keys were, also the path with a dot.
    std::shared_ptr<std::set<std::string>> m_asked = std::make_shared<std::set<std::string>>();
};

} // namespace engine
