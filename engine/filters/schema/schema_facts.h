#pragma once

#include "engine/filters/schema/schema_json.h"
#include "engine/filters/schema/schema_numbers.h"
#include "engine/filters/schema/schema_text_set.h"

#include <compare>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// One thing that is demanded of a value: that it satisfies a schema, or that it equals a value
/// written in the schema. If `holds` is false, the opposite is demanded.
struct SchemaRequirement {
    enum class Kind : uint8_t { Satisfies, Equals };
    const SchemaJson* node;
    Kind kind = Kind::Satisfies;
    bool holds = true;

    SchemaRequirement opposite() const { return {node, kind, !holds}; }

    /// A requirement that every value meets; never() is one that no value meets.
    static SchemaRequirement always();
    static SchemaRequirement never() { return always().opposite(); }

    /// Orders by the location in the text of the schema.
    std::strong_ordering operator<=>(const SchemaRequirement& other) const;
    bool operator==(const SchemaRequirement& other) const = default;
};

/// Requirements that hold at the same time, sorted, each once. Every value meets an empty set.
class SchemaRequirements {
public:
    SchemaRequirements() = default;
    SchemaRequirements(SchemaRequirement requirement) { add(requirement); }

    void add(SchemaRequirement requirement);
    void add(const SchemaRequirements& requirements);
    /// True if two of the requirements are opposites or one of them is never(). A set for which this is
    /// false may still be impossible to meet.
    bool areImpossible() const;
    bool contain(SchemaRequirement requirement) const;

    const std::vector<SchemaRequirement>& all() const { return m_all; }
    bool isEmpty() const { return m_all.empty(); }
    std::strong_ordering operator<=>(const SchemaRequirements& other) const;
    bool operator==(const SchemaRequirements& other) const = default;

private:
    std::vector<SchemaRequirement> m_all;
};

/// The types of JSON values, in the order of SchemaJson::Kind.
enum class JsonType { Null, Boolean, Number, String, Array, Object };
inline constexpr JsonType jsonTypes[] = {JsonType::Null, JsonType::Boolean, JsonType::Number,
    JsonType::String, JsonType::Array, JsonType::Object};

/// A set of names of members: those in `only` (null: all names) that are neither in `exceptNames`
/// nor in a set of `except`.
struct NameSet {
    std::shared_ptr<const TextSet> only;
    std::vector<std::string> exceptNames; ///< sorted
    std::vector<TextSet> except;

    bool contains(const std::string& name) const;
    TextSet texts() const;
};
using NameSetPtr = std::shared_ptr<const NameSet>;

/// One statement of a schema about the values of one type, in a form that can be negated.
struct SchemaFact {
    enum class Kind {
        Never, ///< no value is valid
        Meets, ///< the value itself meets `requirement`
        BooleanIs, ///< the value is `truth`
        NumberPasses, ///< the number passes `number`
        TextIn, ///< the text is in `texts`
        LengthFrom, ///< the text has at least `count` characters
        LengthTo, ///< the text has at most `count` characters
        ItemMeets, ///< item number `count`, if there is one, meets `requirement`
        ItemsMeet, ///< the items from number `count` on meet `requirement`
        SomeItemMeets, ///< one of the items from number `count` on meets `requirement`
        ItemsFrom, ///< there are at least `count` items
        ItemsTo, ///< there are at most `count` items
        ItemsDiffer, ///< no two items are equal
        MemberMeets, ///< the member `name`, if there is one, meets `requirement`
        HasMember, ///< there is a member `name`
        MembersMeet, ///< the members with a name in `names` meet `requirement`
        SomeMemberMeets, ///< one of those members meets `requirement`
        MembersFrom, ///< there are at least `count` members
        MembersTo, ///< there are at most `count` members
        AnyOf, ///< all facts of at least one of `alternatives` are true
    };
    using All = std::vector<SchemaFact>;

    Kind kind = Kind::Never;
    SchemaRequirement requirement = SchemaRequirement::always();
    uint64_t count = 0;
    bool truth = false;
    std::string name;
    NumberTest number;
    TextSet texts;
    NameSetPtr names;
    std::vector<All> alternatives;
    /// The location in the schema that error messages name; may be null.
    const SchemaJson* location = nullptr;

    static SchemaFact meets(SchemaRequirement requirement);
    static SchemaFact counted(Kind kind, uint64_t count, const SchemaJson* location);
    static SchemaFact anyOf(std::vector<All> alternatives);
};

/// Returns the fact that is true exactly if at least one of `facts` is false. Throws
/// Error{Unsupported} for ItemsDiffer.
SchemaFact negated(const SchemaFact::All& facts);

} // namespace engine
