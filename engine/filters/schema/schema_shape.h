#pragma once

#include "engine/filters/schema/schema_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// A set of values of one type, described by what all of them have in common. An empty set may look
/// as if it were not.
struct SchemaShape {
    struct Member {
        std::string name;
        SchemaDemands demands;
        bool required = false;
        bool listed = false; ///< whether `properties` lists it, which decides its place
    };
    struct Rule {
        NameSetPtr names;
        SchemaDemand demand; ///< what members with such a name must meet
        const SchemaJson* place;
    };
    struct SomeItem {
        uint64_t from;
        SchemaDemand demand; ///< what one of the items from there on must meet
        const SchemaJson* place;
    };

    explicit SchemaShape(JsonType valueType)
        : type(valueType)
    {
    }

    /// Adds a fact of any kind but Meets and AnyOf. Returns false if it is certain that no value is
    /// left.
    bool add(const SchemaFact& fact);
    /// What is known of the member of that name, or null.
    const Member* find(const std::string& name) const;
    /// The demands on the item at `index`, counted from 0.
    const SchemaDemands& item(uint64_t index) const
    {
        return index < prefix.size() ? prefix[index] : rest;
    }
    /// Adds the demands of the rules to the members that they apply to, and sorts the members:
    /// first those that `properties` lists, then those that are only required. Called once, at the
    /// end. Returns false if it is certain that no value is left.
    bool finish();

    JsonType type;
    bool canBeTrue = true, canBeFalse = true; ///< for Boolean
    std::vector<NumberTest> numberTests; ///< for Number: what it must pass
    std::vector<TextSet> texts; ///< for String: the sets that must all contain it
    uint64_t min = 0; ///< the least number of characters, items or members
    std::optional<uint64_t> max; ///< the greatest number of them; nothing: no limit
    const SchemaJson* minPlace = nullptr;

    std::vector<SchemaDemands> prefix; ///< for Array: on the first items, one each
    SchemaDemands rest; ///< for Array: on every item after them
    std::vector<SomeItem> someItems;
    const SchemaJson* itemsDiffer = nullptr; ///< the place that demands different items, or null

    std::vector<Member> members; ///< for Object: in the order of the schema
    std::vector<Rule> rules, someMembers;

private:
    static constexpr size_t maxMembers = 10'000;

    Member& member(const std::string& name, const SchemaJson* place);
    void reachPrefix(uint64_t length);
    bool isPossible() const { return !max || min <= *max; }
    bool addToItems(const SchemaFact& fact);
    bool addToMembers(const SchemaFact& fact);
};

} // namespace engine
