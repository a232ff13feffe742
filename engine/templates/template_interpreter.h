#pragma once

#include "engine/templates/template_expression_parser.h"
#include "engine/templates/template_value.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace engine {

/// The value of namespace(…): the only object that a template may change.
class TemplateNamespace : public TemplateObject {
public:
    std::string typeName() const override { return "Namespace"; }
    bool isCallable() const override { return false; }
    std::optional<TemplateValue> attribute(std::string_view name) const override;
    TemplateText toText(TemplateBudget& budget) const override;
    /// Throws TemplateFailure for a name that begins with an underscore, as transformers does.
    void set(const std::string& name, TemplateValue value);
    void clear() { m_values.clear(); }

private:
    std::vector<std::pair<std::string, TemplateValue>> m_values;
    std::map<std::string, size_t, std::less<>> m_index;
};

/// The variable `loop` inside a for statement. Items are tested by the filter of the statement as
/// late as Jinja does it, for the body may change what the filter sees.
class TemplateLoop : public TemplateObject, public std::enable_shared_from_this<TemplateLoop> {
public:
    using IsKept = std::function<bool(const TemplateValue& item)>;
    using Recurse = std::function<TemplateValue(const TemplateValue& items)>;

    /// `isKept` may be empty, as may `recurse` if the loop isn't recursive. `nesting` is the level
    /// of recursion, from 1.
    TemplateLoop(TemplateValues items, IsKept isKept, Recurse recurse, int nesting);

    std::string typeName() const override { return "LoopContext"; }
    int depth() const override { return m_depth; }
    std::optional<TemplateValue> attribute(std::string_view name) const override;
    TemplateText toText(TemplateBudget& budget) const override;
    TemplateValue call(const TemplateArguments& arguments, TemplateBudget& budget) override;

    /// Goes to the next item. False if there is none.
    bool advance();
    const TemplateValue& item() const { return m_kept[m_index]; }
    /// Releases what the loop refers to, which may be itself.
    void clear();

private:
    bool has(size_t index) const; ///< tests items until there are so many
    size_t length() const;
    std::optional<int64_t> number(std::string_view name) const;
    bool changed(const TemplateArguments& arguments, TemplateBudget& budget);

    TemplateValues m_items;
    IsKept m_isKept;
    Recurse m_recurse;
    int m_nesting, m_depth = 1;
    mutable size_t m_tested = 0; // of m_items
    mutable TemplateValues m_kept;
    size_t m_index = 0;
    bool m_hasBegun = false;
    std::optional<TemplateValues> m_last;
};

/// What a template has written so far.
struct TemplateOutput {
    TemplateText text;
    std::vector<TextRange> generated; ///< the bytes that {% generation %} blocks wrote
};

/// The variables of a template, of the body of a loop or of a macro.
struct TemplateScope {
    std::shared_ptr<TemplateScope> parent;
    std::map<std::string, TemplateValue, std::less<>> variables;
};

/// Runs a parsed template once. The tree must outlive the interpreter. Throws TemplateFailure for
/// wrong types, undefined values and exhausted bounds; line() then tells where.
class TemplateInterpreter {
public:
    explicit TemplateInterpreter(std::map<std::string, TemplateValue, std::less<>> globals);
    ~TemplateInterpreter();
    TemplateInterpreter(const TemplateInterpreter&) = delete;

    TemplateOutput run(const template_syntax::Body& body);
    int line() const { return m_line; }

private:
    friend class TemplateMacro;
    friend class TemplateSelf;
    /// Counts one step, and one level of nested statements and expressions as long as it lives.
    class Depth {
    public:
        explicit Depth(TemplateInterpreter& interpreter);
        ~Depth() { --m_interpreter.m_depth; }
        Depth(const Depth&) = delete;

    private:
        TemplateInterpreter& m_interpreter;
    };
    class ScopeOf;
    class Capture;
    class LoopEnd;
    enum class Flow { Next, Break, Continue };

    Flow execute(const template_syntax::Body& body);
    Flow executeNode(const template_syntax::Text& text);
    Flow executeNode(const template_syntax::Output& output);
    Flow executeNode(const template_syntax::If& statement);
    Flow executeNode(const template_syntax::For& loop);
    Flow executeNode(const template_syntax::Set& set);
    Flow executeNode(const template_syntax::SetBlock& set);
    Flow executeNode(const template_syntax::Macro& macro);
    Flow executeNode(const template_syntax::CallBlock& block);
    Flow executeNode(const template_syntax::FilterBlock& block);
    Flow executeNode(const template_syntax::Generation& generation);
    Flow executeNode(const template_syntax::With& with);
    Flow executeNode(const template_syntax::Block& block);
    Flow executeNode(const template_syntax::Scope& scope);
    Flow executeNode(const template_syntax::Break&) { return Flow::Break; }
    Flow executeNode(const template_syntax::Continue&) { return Flow::Continue; }

    TemplateValue evaluate(const template_syntax::Expression& expression);
    TemplateValue evaluateNode(const template_syntax::Constant& constant);
    TemplateValue evaluateNode(const template_syntax::Name& name);
    TemplateValue evaluateNode(const template_syntax::ListDisplay& list);
    TemplateValue evaluateNode(const template_syntax::DictDisplay& dict);
    TemplateValue evaluateNode(const template_syntax::Sign& sign);
    TemplateValue evaluateNode(const template_syntax::Not& negation);
    TemplateValue evaluateNode(const template_syntax::Arithmetic& arithmetic);
    TemplateValue evaluateNode(const template_syntax::Concatenation& concatenation);
    TemplateValue evaluateNode(const template_syntax::Logic& logic);
    TemplateValue evaluateNode(const template_syntax::Comparison& comparison);
    TemplateValue evaluateNode(const template_syntax::Condition& condition);
    TemplateValue evaluateNode(const template_syntax::Attribute& attribute);
    TemplateValue evaluateNode(const template_syntax::Index& index);
    TemplateValue evaluateNode(const template_syntax::Slice& slice);
    TemplateValue evaluateNode(const template_syntax::Call& call);
    TemplateValue evaluateNode(const template_syntax::Filter& filter);
    TemplateValue evaluateNode(const template_syntax::Test& test);

    TemplateValue call(const template_syntax::Call& call, const TemplateValue* caller);
    void bindArguments(const template_syntax::Macro& macro, const TemplateArguments& arguments);
    TemplateValue callMacro(const template_syntax::Macro& macro,
        const std::shared_ptr<TemplateScope>& home, const TemplateArguments& arguments);
    TemplateValue makeMacro(const template_syntax::Macro& macro);
    TemplateValue makeNamespace(const TemplateArguments& arguments);
    TemplateArguments evaluateArguments(const template_syntax::Arguments& arguments);
    Flow capture(const template_syntax::Body& body, TemplateValue& text);
    /// Sets `value` unless the body leaves a loop around it.
    Flow captureFiltered(const template_syntax::Body& body,
        const template_syntax::ExpressionPtr& filter, TemplateValue& value);
    Flow runLoop(const template_syntax::For& loop, const TemplateValue& items, int nesting);
    TemplateValue blockReference(std::string_view name);
    const TemplateValue* lookUp(std::string_view name) const;
    void assign(const template_syntax::Target& target, const TemplateValue& value);
    void write(const TemplateText& text);

    std::map<std::string, TemplateValue, std::less<>> m_globals;
    std::shared_ptr<TemplateScope> m_scope, m_root;
    std::map<std::string, const template_syntax::Block*, std::less<>> m_blocks; // that have run
    TemplateOutput m_result;
    TemplateText* m_output = &m_result.text;
    TemplateValue m_captured; // the input of filters without one
    TemplateBudget m_budget;
    int m_line = 1;
    int m_depth = 0, m_macroDepth = 0;

    // Whatever may come to refer to itself; emptied at the end, so that everything is released.
    std::vector<std::shared_ptr<TemplateScope>> m_captures;
    std::vector<std::shared_ptr<TemplateObject>> m_namespaces;
};

} // namespace engine
