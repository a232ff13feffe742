#pragma once

#include "engine/filters/schema/schema_facts.h"
#include "engine/filters/schema/schema_references.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// What the keywords of a schema must know about other schemas before they can say what they mean.
/// SchemaResolver answers.
class SchemaQuestions {
public:
    virtual ~SchemaQuestions() = default;
    /// True if it is certain that no value of this type meets both requirements.
    virtual bool areDisjoint(SchemaRequirement first, SchemaRequirement second, JsonType type) = 0;
    /// The texts that meet the requirement.
    virtual TextSet textsMeeting(SchemaRequirement requirement) = 0;
};

/// Reads schemas of the drafts 4 to 2020-12, keyword by keyword. A keyword has the meaning that it
/// has in the newest draft that knows it. Throws Error{Unsupported} for a keyword that cannot be
/// enforced and Error{BadRequest} for a malformed one, naming the keyword and its location.
class SchemaKeywords {
public:
    /// Both arguments must outlive this object.
    SchemaKeywords(const SchemaReferences& references, SchemaQuestions& questions)
        : m_references(references)
        , m_questions(questions)
    {
    }

    /// Everything that meeting `requirement` means for values of this type. `requirement.holds` must be true.
    SchemaFact::All facts(SchemaRequirement requirement, JsonType type);

private:
    using All = SchemaFact::All;
    struct Context {
        const SchemaJson& schema; ///< that the keyword is in
        JsonType type;
        All& facts; ///< what it says goes here
    };
    using Handler = void (SchemaKeywords::*)(const SchemaJson& value, Context& context);
    struct Keyword {
        int rank; ///< facts come in this order
        uint8_t types; ///< that it says something about, a bit each
        Handler handler;
    };
    struct Entry {
        const Keyword* keyword;
        const SchemaJson* value;
    };
    /// A schema's keywords in the order of their ranks.
    struct Reading {
        uint8_t types = 0x3F; ///< by `type`
        bool onlyWhole = false;
        std::vector<Entry> entries;
    };

    static const std::unordered_map<std::string_view, Keyword>& keywordTable();
    const Reading& reading(const SchemaJson& schema);
    void readType(Reading& reading, const SchemaJson& value) const;

    static void addEqual(const SchemaJson& value, Context& context);
    static void addEqualObject(const SchemaJson& value, Context& context);
    void readEnum(const SchemaJson& value, Context& context);
    void readConst(const SchemaJson& value, Context& context);

    void readMinLength(const SchemaJson& value, Context& context);
    void readMaxLength(const SchemaJson& value, Context& context);
    void readPattern(const SchemaJson& value, Context& context);
    void readFormat(const SchemaJson& value, Context& context);

    void readMinimum(const SchemaJson& value, Context& context);
    void readMaximum(const SchemaJson& value, Context& context);
    void readExclusiveMinimum(const SchemaJson& value, Context& context);
    void readExclusiveMaximum(const SchemaJson& value, Context& context);
    void readMultipleOf(const SchemaJson& value, Context& context);

    void readPrefixItems(const SchemaJson& value, Context& context);
    void readItems(const SchemaJson& value, Context& context);
    void readAdditionalItems(const SchemaJson& value, Context& context);
    void readContains(const SchemaJson& value, Context& context);
    void readMinItems(const SchemaJson& value, Context& context);
    void readMaxItems(const SchemaJson& value, Context& context);
    void readUniqueItems(const SchemaJson& value, Context& context);
    void readUnevaluatedItems(const SchemaJson& value, Context& context);

    void readProperties(const SchemaJson& value, Context& context);
    void readPatternProperties(const SchemaJson& value, Context& context);
    void readAdditionalProperties(const SchemaJson& value, Context& context);
    void readPropertyNames(const SchemaJson& value, Context& context);
    void readRequired(const SchemaJson& value, Context& context);
    void readMinProperties(const SchemaJson& value, Context& context);
    void readMaxProperties(const SchemaJson& value, Context& context);
    void readDependencies(const SchemaJson& value, Context& context);
    void readUnevaluatedProperties(const SchemaJson& value, Context& context);

    void readReference(const SchemaJson& value, Context& context);
    void readDynamicReference(const SchemaJson& value, Context& context);
    void readAllOf(const SchemaJson& value, Context& context);
    void readAnyOf(const SchemaJson& value, Context& context);
    void readOneOf(const SchemaJson& value, Context& context);
    void readNot(const SchemaJson& value, Context& context);
    void readIf(const SchemaJson& value, Context& context);

    TextSet textsOfPattern(const std::string& pattern, const SchemaJson& location);
    // False if what counts as evaluated depends on the value.
    bool collectEvaluated(const SchemaJson& schema, NameSet& names, bool& all, int depth);

    static constexpr size_t maxPatternStates = 60'000; // of all patterns together

    const SchemaReferences& m_references;
    SchemaQuestions& m_questions;
    std::unordered_map<const SchemaJson*, Reading> m_readings;
    std::unordered_map<std::string, TextSet> m_patterns;
    size_t m_patternStates = 0;
};

} // namespace engine
