#pragma once

#include "engine/filters/schema/schema_keywords.h"
#include "engine/filters/schema/schema_shape.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace engine {

/// Turns demands into shapes, which describe the values that meet all of the demands: allOf and
/// $ref are put together; anyOf, oneOf, not, if and dependencies become separate shapes.
///
/// The members and items of a shape have demands of their own. They are resolved when somebody asks
/// for them, so recursive schemas come to an end.
class SchemaResolver : public SchemaQuestions {
public:
    explicit SchemaResolver(const SchemaReferences& references)
        : m_keywords(references, *this)
    {
    }

    /// Every value of the type that meets the demands has one of the shapes, and no other value has
    /// one. Throws what SchemaKeywords throws, and Error{Unsupported} if there are too many shapes.
    std::vector<SchemaShape> shapes(const SchemaDemands& demands, JsonType type);

    /// True if it is certain that no value meets the demands.
    bool areUnsatisfiable(const SchemaDemands& demands);

    /// The schema that was looked at last, to be named in error sentences.
    const SchemaJson& place() const
    {
        return m_place != nullptr ? *m_place : *SchemaDemand::always().node;
    }

    bool areDisjoint(SchemaDemand first, SchemaDemand second, JsonType type) override;
    TextSet textsMeeting(SchemaDemand demand) override;

private:
    static constexpr size_t maxShapes = 2'000; // of one set of demands and one type
    static constexpr size_t maxWork = 2'000'000; // facts looked at, in all
    static constexpr int maxDepth = 150; // of questions within questions
    static constexpr int maxReferences = 1'000; // that lead to one another

    using All = SchemaFact::All;
    enum class Truth { Yes, No, Unknown };

    struct Pending {
        SchemaDemand demand;
        int origin; ///< place in the trail, −1: none
        int depth = 0; ///< origins before it
    };
    /// A shape in the making.
    struct Draft {
        explicit Draft(JsonType type)
            : shape(type)
        {
        }
        SchemaShape shape;
        SchemaDemands met; ///< whose facts are in already
        std::vector<Pending> pending; ///< the next one last
        std::vector<Pending> trail;
        std::vector<const SchemaFact*> choices; ///< of the kind AnyOf
    };

    const All& facts(SchemaDemand demand, JsonType type);
    void explore(Draft draft, std::vector<SchemaShape>& shapes, int depth);
    bool settle(Draft& draft);
    bool settleChoices(Draft& draft, bool& changed);
    bool addAll(Draft& draft, const All& facts, int origin);
    bool addDemand(Draft& draft, const Pending& pending);
    Truth truthOf(const SchemaFact& fact, const Draft& draft, int depth);
    Truth truthOf(const All& facts, const Draft& draft, int depth);
    Truth truthOfMember(const SchemaFact& fact, const Draft& draft);
    bool isEmpty(const SchemaShape& shape);
    void countWork();
    // Refuses for the schema that is being taken in.
    [[noreturn]] void refuseHere(const std::string& reason) const;

    using FactsKey = std::pair<SchemaDemand, JsonType>;
    SchemaKeywords m_keywords;
    std::map<FactsKey, std::unique_ptr<const All>> m_facts;
    std::map<SchemaDemands, bool> m_unsatisfiable; // also those being found out
    size_t m_work = 0;
    const SchemaJson* m_place = nullptr; // of the last demand that was taken in
    int m_questions = 0; // being answered
};

} // namespace engine
