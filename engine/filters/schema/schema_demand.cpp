#include "engine/filters/schema/schema_demand.h"

#include <algorithm>

namespace engine {

SchemaDemand SchemaDemand::always()
{
    static const SchemaJson yes = [] {
        SchemaJson value;
        value.kind = SchemaJson::Kind::Boolean;
        value.boolean = true;
        value.index = ~uint32_t(0);
        return value;
    }();
    return {&yes};
}

std::strong_ordering SchemaDemand::operator<=>(const SchemaDemand& other) const
{
    if (const auto order = node->index <=> other.node->index; order != 0)
        return order;
    if (const auto order = kind <=> other.kind; order != 0)
        return order;
    return holds <=> other.holds;
}

void SchemaDemands::add(SchemaDemand demand)
{
    if (demand == SchemaDemand::always())
        return;
    const auto place = std::lower_bound(m_all.begin(), m_all.end(), demand);
    if (place == m_all.end() || *place != demand)
        m_all.insert(place, demand);
}

void SchemaDemands::add(const SchemaDemands& demands)
{
    for (const SchemaDemand& demand : demands.m_all)
        add(demand);
}

bool SchemaDemands::contain(SchemaDemand demand) const
{
    return std::binary_search(m_all.begin(), m_all.end(), demand);
}

bool SchemaDemands::areImpossible() const
{
    return std::any_of(m_all.begin(), m_all.end(), [&](const SchemaDemand& demand) {
        const bool isFalse = demand.kind == SchemaDemand::Kind::Satisfies
            && demand.node->is(SchemaJson::Kind::Boolean) && demand.node->boolean != demand.holds;
        return isFalse || (!demand.holds && contain(demand.opposite()));
    });
}

std::strong_ordering SchemaDemands::operator<=>(const SchemaDemands& other) const
{
    return std::lexicographical_compare_three_way(
        m_all.begin(), m_all.end(), other.m_all.begin(), other.m_all.end());
}

} // namespace engine
