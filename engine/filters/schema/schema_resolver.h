#pragma once

#include "engine/filters/schema/schema_facts.h"
#include "engine/filters/schema/schema_keywords.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// A set of values of one type, described by what all of them have in common. An empty set may look
/// as if it were not.
struct SchemaShape {
    struct Member {
        std::string name;
        SchemaRequirements requirements;
        bool required = false;
        bool listed = false; ///< whether `properties` lists it, which decides its location
    };
    struct Rule {
        NameSetPtr names;
        SchemaRequirement requirement; ///< what members with such a name must meet
        const SchemaJson* location;
    };
    struct SomeItem {
        uint64_t from;
        SchemaRequirement requirement; ///< what one of the items from there on must meet
        const SchemaJson* location;
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
    /// The requirements on the item at `index`, counted from 0.
    const SchemaRequirements& item(uint64_t index) const
    {
        return index < prefix.size() ? prefix[index] : rest;
    }
    /// Adds the requirements of the rules to the members that they apply to, and sorts the members:
    /// first those that `properties` lists, then those that are only required. Called once, at the
    /// end. Returns false if it is certain that no value is left.
    bool finish();

    JsonType type;
    bool canBeTrue = true, canBeFalse = true; ///< for Boolean
    std::vector<NumberTest> numberTests; ///< for Number: what it must pass
    std::vector<TextSet> texts; ///< for String: the sets that must all contain it
    uint64_t min = 0; ///< the least number of characters, items or members
    std::optional<uint64_t> max; ///< the greatest number of them; nothing: no limit
    const SchemaJson* minPosition = nullptr;

    std::vector<SchemaRequirements> prefix; ///< for Array: on the first items, one each
    SchemaRequirements rest; ///< for Array: on every item after them
    std::vector<SomeItem> someItems;
    const SchemaJson* itemsDiffer
        = nullptr; ///< the location that requires different items, or null

    std::vector<Member> members; ///< for Object: in the order of the schema
    std::vector<Rule> rules, someMembers;

private:
    static constexpr size_t maxMembers = 10'000;

    Member& member(const std::string& name, const SchemaJson* location);
    void reachPrefix(uint64_t length);
    bool isPossible() const { return !max || min <= *max; }
    bool addToItems(const SchemaFact& fact);
    bool addToMembers(const SchemaFact& fact);
};

/// Turns requirements into shapes, which describe the values that meet all of the requirements: allOf and
/// $ref are put together; anyOf, oneOf, not, if and dependencies become separate shapes.
///
/// The members and items of a shape have requirements of their own. They are resolved when somebody asks
/// for them, so recursive schemas come to an end.
class SchemaResolver : public SchemaQuestions {
public:
    explicit SchemaResolver(const SchemaReferences& references)
        : m_keywords(references, *this)
    {
    }

    /// Every value of the type that meets the requirements has one of the shapes, and no other value has
    /// one. Throws what SchemaKeywords throws, and Error{Unsupported} if there are too many shapes.
    std::vector<SchemaShape> shapes(const SchemaRequirements& requirements, JsonType type);

    /// True if it is certain that no value meets the requirements.
    bool areUnsatisfiable(const SchemaRequirements& requirements);

    /// The schema that was looked at last, to be named in error messages.
    const SchemaJson& location() const
    {
        return m_location != nullptr ? *m_location : *SchemaRequirement::always().node;
    }

    bool areDisjoint(SchemaRequirement first, SchemaRequirement second, JsonType type) override;
    TextSet textsMeeting(SchemaRequirement requirement) override;

private:
    static constexpr size_t maxShapes = 2'000; // of one set of requirements and one type
    static constexpr size_t maxWork = 2'000'000; // facts looked at, in all
    static constexpr int maxDepth = 150; // of questions within questions
    static constexpr int maxReferences = 1'000; // that lead to one another

    using All = SchemaFact::All;
    enum class Truth { Yes, No, Unknown };

    struct Pending {
        SchemaRequirement requirement;
        int origin; ///< index in the trail, −1: none
        int depth = 0; ///< origins before it
    };
    /// A shape in the making.
    struct Draft {
        explicit Draft(JsonType type)
            : shape(type)
        {
        }
        SchemaShape shape;
        SchemaRequirements met; ///< whose facts are in already
        std::vector<Pending> pending; ///< the next one last
        std::vector<Pending> trail;
        std::vector<const SchemaFact*> choices; ///< of the kind AnyOf
    };

    const All& facts(SchemaRequirement requirement, JsonType type);
    void explore(Draft draft, std::vector<SchemaShape>& shapes, int depth);
    bool settle(Draft& draft);
    bool settleChoices(Draft& draft, bool& changed);
    bool addAll(Draft& draft, const All& facts, int origin);
    bool addRequirement(Draft& draft, const Pending& pending);
    Truth evaluate(const SchemaFact& fact, const Draft& draft, int depth);
    Truth evaluate(const All& facts, const Draft& draft, int depth);
    Truth truthOfMember(const SchemaFact& fact, const Draft& draft);
    bool isEmpty(const SchemaShape& shape);
    void countWork();
    // Rejects for the schema that is being taken in.
    [[noreturn]] void refuseHere(const std::string& reason) const;

    using FactsKey = std::pair<SchemaRequirement, JsonType>;
    SchemaKeywords m_keywords;
    std::map<FactsKey, std::unique_ptr<const All>> m_facts;
    std::map<SchemaRequirements, bool> m_unsatisfiable; // also those being found out
    size_t m_work = 0;
    const SchemaJson* m_location = nullptr; // of the last requirement that was taken in
    int m_questions = 0; // being answered
};

} // namespace engine
