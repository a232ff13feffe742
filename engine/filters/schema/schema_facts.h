#pragma once

#include "engine/filters/schema/schema_demand.h"
#include "engine/filters/schema/schema_numbers.h"
#include "engine/filters/schema/schema_text_set.h"

#include <memory>
#include <string>
#include <vector>

namespace engine {

/// In the order of SchemaJson::Kind.
enum class JsonType { Null, Boolean, Number, String, Array, Object };
inline constexpr JsonType jsonTypes[] = {JsonType::Null, JsonType::Boolean, JsonType::Number,
    JsonType::String, JsonType::Array, JsonType::Object};

/// Names of members: those of `only` (null: all) that are none of `exceptNames` and in none of
/// `except`.
struct NameSet {
    std::shared_ptr<const TextSet> only;
    std::vector<std::string> exceptNames; ///< sorted
    std::vector<TextSet> except;

    bool contains(const std::string& name) const;
    TextSet texts() const;
};
using NameSetPtr = std::shared_ptr<const NameSet>;

/// One thing that a schema says of the values of one type, in a form that can be negated.
struct SchemaFact {
    enum class Kind {
        Never, ///< there is no such value
        Meets, ///< the value itself meets `demand`
        BooleanIs, ///< `truth`
        NumberPasses, ///< `number`
        TextIn, ///< the text is in `texts`
        LengthFrom, ///< at least `count` characters
        LengthTo, ///< at most
        ItemMeets, ///< item number `count`, if there is one, meets `demand`
        ItemsMeet, ///< the items from number `count` on meet `demand`
        SomeItemMeets, ///< one of the items from number `count` on does
        ItemsFrom, ///< at least `count` items
        ItemsTo,
        ItemsDiffer, ///< no two are equal
        MemberMeets, ///< the member `name`, if there is one, meets `demand`
        HasMember, ///< `name`
        MembersMeet, ///< members with a name in `names` meet `demand`
        SomeMemberMeets, ///< one of them does
        MembersFrom, ///< at least `count` members
        MembersTo,
        AnyOf, ///< all facts of at least one alternative
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
    const SchemaJson* place = nullptr; ///< for messages; may be null

    static SchemaFact meets(SchemaDemand demand);
    static SchemaFact counted(Kind kind, uint64_t count, const SchemaJson* place);
    static SchemaFact anyOf(std::vector<All> alternatives);
};

/// Facts that are true together where at least one of `facts` is not.
/// Throws Error{Unsupported} for ItemsDiffer.
SchemaFact negated(const SchemaFact::All& facts);

} // namespace engine
