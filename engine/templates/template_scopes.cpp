#include "engine/templates/template_scopes.h"

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace engine {

using namespace template_syntax;

namespace {

/// The names of one scope, as jinja2.idtracking.Symbols keeps them.
struct Symbols {
    enum class Load { Resolved, Unset, FromOutside, Parameter };

    const Symbols* parent = nullptr;
    std::map<std::string, Load> names;
    std::set<std::string> stores;

    bool isKnown(const std::string& name) const
    {
        return names.contains(name) || (parent && parent->isKnown(name));
    }
    bool isKnownOutside(const std::string& name) const { return parent && parent->isKnown(name); }

    void load(const std::string& name)
    {
        if (!isKnown(name))
            names[name] = Load::Resolved;
    }
    void store(const std::string& name)
    {
        stores.insert(name);
        names.try_emplace(name, isKnownOutside(name) ? Load::FromOutside : Load::Unset);
    }
    void declare(const std::string& name)
    {
        stores.insert(name);
        names[name] = Load::Parameter;
    }

    // What is stored in some branches only has its outer value in the others.
    void merge(const std::vector<Symbols>& branches)
    {
        std::map<std::string, size_t> counts;
        for (const Symbols& branch : branches) {
            for (const std::string& name : branch.stores)
                counts[name] += !stores.contains(name);
        }
        for (const Symbols& branch : branches) {
            for (const auto& [name, load] : branch.names)
                names[name] = load;
        }
        for (const Symbols& branch : branches)
            stores.insert(branch.stores.begin(), branch.stores.end());
        for (const auto& [name, count] : counts) {
            if (count > 0 && count < branches.size())
                names[name] = isKnownOutside(name) ? Load::FromOutside : Load::Resolved;
        }
    }
};

/// Collects what the statements of one scope read and assign, without those of scopes inside.
class Collector {
public:
    explicit Collector(Symbols& symbols)
        : m_symbols(&symbols)
    {
    }

    void visit(const Body& body)
    {
        for (const Statement& statement : body.statements)
            std::visit([this](const auto& node) { visitNode(node); }, statement.node);
    }
    void visit(const ExpressionPtr& expression)
    {
        if (expression)
            std::visit([this](const auto& node) { visitNode(node); }, expression->node);
    }
    void declare(const Target& target)
    {
        for (const Target& part : target.parts)
            declare(part);
        if (target.parts.empty())
            m_symbols->declare(target.name);
    }

private:
    void store(const Target& target)
    {
        for (const Target& part : target.parts)
            store(part);
        if (!target.attribute.empty())
            m_symbols->load(target.name);
        else if (target.parts.empty())
            m_symbols->store(target.name);
    }
    void visit(const std::vector<ExpressionPtr>& expressions)
    {
        for (const ExpressionPtr& expression : expressions)
            visit(expression);
    }
    void visit(const Arguments& arguments)
    {
        visit(arguments.positional);
        for (const auto& [name, value] : arguments.named)
            visit(value);
        visit(arguments.list);
        visit(arguments.dict);
    }

    void visitNode(const Text&) { }
    void visitNode(const Output& output) { visit(output.value); }
    void visitNode(const For& loop) { visit(loop.items); }
    void visitNode(const Set& set)
    {
        visit(set.value);
        store(set.target);
    }
    void visitNode(const SetBlock& set) { store(set.target); }
    void visitNode(const Macro& macro) { m_symbols->store(macro.name); }
    void visitNode(const CallBlock& block) { visit(block.call); }
    void visitNode(const FilterBlock& block) { visit(block.filter); }
    void visitNode(const Generation&) { }
    void visitNode(const With& with)
    {
        for (const auto& [target, value] : with.values)
            visit(value);
    }
    void visitNode(const Block&) { }
    void visitNode(const Scope&) { }
    void visitNode(const Break&) { }
    void visitNode(const Continue&) { }
    void visitNode(const If& statement) { visitBranches(statement, 0); }

    // Each elif is an if of its own to Jinja, without an else.
    void visitBranches(const If& statement, size_t first)
    {
        visit(statement.branches[first].first);
        Symbols* const outer = m_symbols;
        std::vector<Symbols> branches(3, *outer);
        m_symbols = &branches[0];
        visit(statement.branches[first].second);
        m_symbols = &branches[1];
        for (size_t next = 1; first == 0 && next < statement.branches.size(); ++next)
            visitBranches(statement, next);
        m_symbols = &branches[2];
        if (first == 0)
            visit(statement.otherwise);
        m_symbols = outer;
        outer->merge(branches);
    }

    void visitNode(const Constant&) { }
    void visitNode(const Name& name) { m_symbols->load(name.name); }
    void visitNode(const ListDisplay& list) { visit(list.items); }
    void visitNode(const DictDisplay& dict)
    {
        for (const auto& [key, value] : dict.entries) {
            visit(key);
            visit(value);
        }
    }
    void visitNode(const Sign& sign) { visit(sign.operand); }
    void visitNode(const Not& negation) { visit(negation.operand); }
    void visitNode(const Arithmetic& arithmetic)
    {
        visit(arithmetic.left);
        visit(arithmetic.right);
    }
    void visitNode(const Concatenation& concatenation) { visit(concatenation.parts); }
    void visitNode(const Logic& logic) { visit(logic.operands); }
    void visitNode(const Comparison& comparison)
    {
        visit(comparison.first);
        for (const auto& [sign, operand] : comparison.rest)
            visit(operand);
    }
    void visitNode(const Condition& condition)
    {
        visit(condition.test);
        visit(condition.yes);
        visit(condition.no);
    }
    void visitNode(const Attribute& attribute) { visit(attribute.object); }
    void visitNode(const Index& index)
    {
        visit(index.object);
        visit(index.index);
    }
    void visitNode(const Slice& slice)
    {
        visit(slice.object);
        visit(slice.from);
        visit(slice.to);
        visit(slice.step);
    }
    void visitNode(const Call& call)
    {
        visit(call.callee);
        visit(call.arguments);
    }
    void visitNode(const Filter& filter)
    {
        visit(filter.input);
        visit(filter.arguments);
    }
    void visitNode(const Test& test)
    {
        visit(test.input);
        visit(test.arguments);
    }

    Symbols* m_symbols;
};

/// Goes through the scopes, the outer ones first.
class ScopeFinder {
public:
    // `declare` gets the collector of the new scope, to declare its parameters.
    template <typename Declare>
    void findIn(Body& body, const Symbols* parent, Declare declare)
    {
        Symbols symbols{.parent = parent, .names = {}, .stores = {}};
        Collector collector(symbols);
        declare(symbols, collector);
        collector.visit(body);
        for (const auto& [name, load] : symbols.names) {
            if (load == Symbols::Load::Unset)
                body.unset.push_back(name);
        }
        findInside(body, symbols);
    }

    void findIn(Body& body, const Symbols* parent)
    {
        findIn(body, parent, [](Symbols&, Collector&) {});
    }

private:
    void findInside(Body& body, const Symbols& symbols)
    {
        for (Statement& statement : body.statements)
            std::visit([&](auto& node) { visitNode(node, symbols); }, statement.node);
    }

    void visitNode(If& statement, const Symbols& symbols)
    {
        for (auto& [test, body] : statement.branches)
            findInside(body, symbols);
        findInside(statement.otherwise, symbols);
    }
    void visitNode(For& loop, const Symbols& symbols)
    {
        findIn(loop.body, &symbols, [&](Symbols& inner, Collector& collector) {
            inner.declare("loop");
            collector.declare(loop.target);
        });
        findIn(loop.otherwise, &symbols);
    }
    void visitNode(SetBlock& set, const Symbols& symbols) { findIn(set.body, &symbols); }
    void visitNode(Macro& macro, const Symbols& symbols)
    {
        findIn(macro.body, &symbols, [&](Symbols& inner, Collector& collector) {
            for (const Parameter& parameter : macro.parameters)
                inner.declare(parameter.name);
            for (const Parameter& parameter : macro.parameters)
                collector.visit(parameter.fallback);
            for (const char* name : {"varargs", "kwargs", "caller"})
                inner.names.try_emplace(name, Symbols::Load::Resolved);
        });
    }
    void visitNode(CallBlock& block, const Symbols& symbols) { visitNode(block.caller, symbols); }
    void visitNode(FilterBlock& block, const Symbols& symbols) { findIn(block.body, &symbols); }
    void visitNode(Generation& generation, const Symbols& symbols)
    {
        findIn(generation.body, &symbols);
    }
    void visitNode(With& with, const Symbols& symbols)
    {
        findIn(with.body, &symbols, [&](Symbols&, Collector& collector) {
            for (const auto& [target, value] : with.values)
                collector.declare(target);
        });
    }
    void visitNode(Block& block, const Symbols&) { findIn(block.body, nullptr); }
    void visitNode(Scope& scope, const Symbols& symbols) { findIn(scope.body, &symbols); }
    void visitNode(auto&, const Symbols&) { }
};

} // namespace

void findUnsetNames(Body& wholeTemplate)
{
    ScopeFinder().findIn(wholeTemplate, nullptr);
}

} // namespace engine
