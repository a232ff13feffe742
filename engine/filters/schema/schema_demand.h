#pragma once

#include "engine/filters/schema/schema_json.h"

#include <compare>
#include <vector>

namespace engine {

/// What is asked of a value: that it satisfies a schema, or that it equals a value written in the
/// schema; or, where `holds` is false, that it does not.
struct SchemaDemand {
    enum class Kind : uint8_t { Satisfies, Equals };
    const SchemaJson* node;
    Kind kind = Kind::Satisfies;
    bool holds = true;

    SchemaDemand opposite() const { return {node, kind, !holds}; }

    /// A demand that every value meets, or none.
    static SchemaDemand always();
    static SchemaDemand never() { return always().opposite(); }

    /// In the order of the schema's text.
    std::strong_ordering operator<=>(const SchemaDemand& other) const;
    bool operator==(const SchemaDemand& other) const = default;
};

/// Demands that hold at once, in order, each once. None: any value.
class SchemaDemands {
public:
    SchemaDemands() = default;
    SchemaDemands(SchemaDemand demand) { add(demand); }

    void add(SchemaDemand demand);
    void add(const SchemaDemands& demands);
    /// True if two of them contradict each other openly, or one is never().
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
