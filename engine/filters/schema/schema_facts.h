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
struct SchemaDemand {
    enum class Kind : uint8_t { Satisfies, Equals };
    const SchemaJson* node;
    Kind kind = Kind::Satisfies;
    bool holds = true;

    SchemaDemand opposite() const { return {node, kind, !holds}; }

    /// A demand that every value meets; never() is one that no value meets.
    static SchemaDemand always();
    static SchemaDemand never() { return always().opposite(); }

    /// Orders by the location in the text of the schema.
    std::strong_ordering operator<=>(const SchemaDemand& other) const;
    bool operator==(const SchemaDemand& other) const = default;
};

/// Demands that hold at the same time, sorted, each once. Every value meets an empty set.
class SchemaDemands {
public:
    SchemaDemands() = default;
    SchemaDemands(SchemaDemand demand) { add(demand); }

    void add(SchemaDemand demand);
    void add(const SchemaDemands& demands);
    /// True if two of the demands are opposites or one of them is never(). A set for which this is
    /// false may still be impossible to meet.
    bool areImpossible() const;
    bool contain(SchemaDemand demand) const;

    const std::vector<SchemaDemand>& all() const { return m_all; }
    bool isEmpty() const { return m_all.empty(); }
    std::strong_ordering operator<=>(const SchemaDemands& other) const;
    bool operator==(const SchemaDemands& other) const = default;

private:
    std::vector<SchemaDemand> m_all;
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
        Meets, ///< the value itself meets `demand`
        BooleanIs, ///< the value is `truth`
        NumberPasses, ///< the number passes `number`
        TextIn, ///< the text is in `texts`
        LengthFrom, ///< the text has at least `count` characters
        LengthTo, ///< the text has at most `count` characters
        ItemMeets, ///< item number `count`, if there is one, meets `demand`
        ItemsMeet, ///< the items from number `count` on meet `demand`
        SomeItemMeets, ///< one of the items from number `count` on meets `demand`
        ItemsFrom, ///< there are at least `count` items
        ItemsTo, ///< there are at most `count` items
        ItemsDiffer, ///< no two items are equal
        MemberMeets, ///< the member `name`, if there is one, meets `demand`
        HasMember, ///< there is a member `name`
        MembersMeet, ///< the members with a name in `names` meet `demand`
        SomeMemberMeets, ///< one of those members meets `demand`
        MembersFrom, ///< there are at least `count` members
        MembersTo, ///< there are at most `count` members
        AnyOf, ///< all facts of at least one of `alternatives` are true
    };
    using All = std::vector<SchemaFact>;

    Kind kind = Kind::Never;
    SchemaDemand demand = SchemaDemand::always();
    uint64_t count = 0;
    bool truth = false;
    std::string name;
    NumberTest number;
    TextSet texts;
    NameSetPtr names;
    std::vector<All> alternatives;
    /// The location in the schema that error messages name; may be null.
    const SchemaJson* place = nullptr;

    static SchemaFact meets(SchemaDemand demand);
    static SchemaFact counted(Kind kind, uint64_t count, const SchemaJson* place);
    static SchemaFact anyOf(std::vector<All> alternatives);
};

/// Returns the fact that is true exactly if at least one of `facts` is false. Throws
/// Error{Unsupported} for ItemsDiffer.
SchemaFact negated(const SchemaFact::All& facts);

} // namespace engine
