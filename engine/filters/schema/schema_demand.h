#pragma once

#include "engine/filters/schema/schema_json.h"

#include <compare>
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

    /// Orders by the place in the text of the schema.
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

} // namespace engine
