#pragma once

#include "engine/filters/schema/schema_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Values of one type, by what holds for all of them at once. Empty ones may not show it.
struct SchemaShape {
    struct Member {
        std::string name;
        SchemaDemands demands;
        bool required = false;
        bool listed = false; ///< among properties, which gives it its place
    };
    struct Rule {
        NameSetPtr names;
        SchemaDemand demand; ///< of members with such a name
        const SchemaJson* place;
    };
    struct SomeItem {
        uint64_t from;
        SchemaDemand demand; ///< of one of the items from there on
        const SchemaJson* place;
    };

    explicit SchemaShape(JsonType valueType)
        : type(valueType)
    {
    }

    /// Adds a fact other than Meets and AnyOf. False if no value is left, as far as can be seen.
    bool add(const SchemaFact& fact);
    /// What is known of the member, or null.
    const Member* find(const std::string& name) const;
    /// The demands on item number `index`.
    const SchemaDemands& item(uint64_t index) const
    {
        return index < prefix.size() ? prefix[index] : rest;
    }
    /// Adds the demands of rules to the members they concern, and puts members in order: those
    /// listed, then those only required. False as above. Once, at the end.
    bool finish();

    JsonType type;
    bool canBeTrue = true, canBeFalse = true; ///< Boolean
    std::vector<NumberTest> numberTests; ///< Number; none: any
    std::vector<TextSet> texts; ///< String: in all of them
    uint64_t min = 0; ///< characters, items or members
    std::optional<uint64_t> max;
    const SchemaJson* minPlace = nullptr;

    std::vector<SchemaDemands> prefix; ///< Array: of the first items
    SchemaDemands rest; ///< of those after them
    std::vector<SomeItem> someItems;
    const SchemaJson* itemsDiffer = nullptr; ///< where that is asked

    std::vector<Member> members; ///< Object: in the order of the schema
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
