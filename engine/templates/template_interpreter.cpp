#include "engine/templates/template_interpreter.h"

#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

class LoopMethod : public TemplateObject {
public:
    LoopMethod(std::shared_ptr<TemplateLoop> loop, bool isCycle)
        : m_loop(std::move(loop))
        , m_isCycle(isCycle)
    {
    }
    std::string typeName() const override { return "method"; }
    int depth() const override { return m_loop->depth() + 1; }
    TemplateValue call(const TemplateArguments& arguments, TemplateBudget& budget) override
    {
        return m_isCycle ? m_loop->cycle(arguments)
                         : TemplateValue::boolean(m_loop->changed(arguments, budget));
    }

private:
    std::shared_ptr<TemplateLoop> m_loop;
    bool m_isCycle;
};

} // namespace

std::optional<TemplateValue> TemplateNamespace::attribute(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::nullopt : std::optional(found->second);
}

TemplateLoop::TemplateLoop(TemplateValue items, int nesting)
    : m_items(std::move(items))
    , m_nesting(nesting)
{
}

std::optional<TemplateValue> TemplateLoop::attribute(std::string_view name) const
{
    const TemplateValues& items = m_items.asList()->items();
    const auto index = int64_t(m_index), length = int64_t(items.size());
    const std::pair<std::string_view, int64_t> numbers[]{{"index", index + 1}, {"index0", index},
        {"revindex", length - index}, {"revindex0", length - index - 1}, {"length", length},
        {"depth", m_nesting}, {"depth0", m_nesting - 1}};
    for (const auto& [known, number] : numbers) {
        if (name == known)
            return TemplateValue::integer(number);
    }
    if (name == "first")
        return TemplateValue::boolean(index == 0);
    if (name == "last")
        return TemplateValue::boolean(index + 1 == length);
    if (name == "previtem")
        return index > 0 ? items[m_index - 1]
                         : TemplateValue::undefined("there is no previous item");
    if (name == "nextitem")
        return index + 1 < length ? items[m_index + 1]
                                  : TemplateValue::undefined("there is no next item");
    if (name == "cycle" || name == "changed") {
        auto self = std::const_pointer_cast<TemplateLoop>(shared_from_this());
        return TemplateValue::object(
            std::make_shared<LoopMethod>(std::move(self), name == "cycle"));
    }
    return std::nullopt;
}

bool TemplateLoop::changed(const TemplateArguments& arguments, TemplateBudget& budget)
{
    const auto isSame = [&](const TemplateValue& left, const TemplateValue& right) {
        return templateEquals(left, right, budget);
    };
    for (const TemplateValue& value : arguments.positional) {
        if (value.depth() > 0 && value.asObject())
            failRun("loop.changed cannot compare this");
    }
    const bool isChanged = !m_last || !std::ranges::equal(*m_last, arguments.positional, isSame);
    m_last = arguments.positional;
    return isChanged;
}

TemplateValue TemplateLoop::cycle(const TemplateArguments& arguments) const
{
    if (arguments.positional.empty())
        failRun("no items for cycling given");
    return arguments.positional[m_index % arguments.positional.size()];
}

using namespace template_syntax;

namespace {

constexpr int maxDepth = 1000; // of statements and expressions in one another, through macros
constexpr int maxMacroDepth = 64;
constexpr size_t namespaceCost = 32; // steps, for each stays until the end

} // namespace

/// {% macro %}: belongs to the run that made it.
class TemplateMacro : public TemplateObject {
public:
    TemplateMacro(
        TemplateInterpreter& interpreter, const Macro& macro, std::shared_ptr<TemplateScope> home)
        : m_interpreter(interpreter)
        , m_macro(macro)
        , m_home(std::move(home))
    {
    }
    std::string typeName() const override { return "Macro"; }
    TemplateValue call(const TemplateArguments& arguments, TemplateBudget&) override
    {
        return m_interpreter.callMacro(m_macro, m_home, arguments);
    }
    std::optional<TemplateValue> attribute(std::string_view name) const override
    {
        return name == "name" ? std::optional(TemplateValue::text(m_macro.name)) : std::nullopt;
    }

private:
    TemplateInterpreter& m_interpreter;
    const Macro& m_macro;
    std::shared_ptr<TemplateScope> m_home;
};

TemplateInterpreter::Depth::Depth(TemplateInterpreter& interpreter)
    : m_interpreter(interpreter)
{
    if (interpreter.m_depth >= maxDepth)
        failRun("it is nested too deeply");
    interpreter.m_budget.spend();
    ++interpreter.m_depth;
}

/// Sets names in a new scope inside `parent` while it exists.
class TemplateInterpreter::ScopeOf {
public:
    ScopeOf(TemplateInterpreter& interpreter, std::shared_ptr<TemplateScope> parent)
        : m_interpreter(interpreter)
        , m_outer(std::move(interpreter.m_scope))
    {
        interpreter.m_scope = std::make_shared<TemplateScope>();
        interpreter.m_scope->parent = std::move(parent);
    }
    explicit ScopeOf(TemplateInterpreter& interpreter)
        : ScopeOf(interpreter, interpreter.m_scope)
    {
    }
    ~ScopeOf() { m_interpreter.m_scope = std::move(m_outer); }
    ScopeOf(const ScopeOf&) = delete;

private:
    TemplateInterpreter& m_interpreter;
    std::shared_ptr<TemplateScope> m_outer;
};

/// Redirects output into `text` while it exists.
class TemplateInterpreter::Capture {
public:
    Capture(TemplateInterpreter& interpreter, TemplateText& text)
        : m_interpreter(interpreter)
        , m_outer(std::exchange(interpreter.m_output, &text))
    {
    }
    ~Capture() { m_interpreter.m_output = m_outer; }
    Capture(const Capture&) = delete;

private:
    TemplateInterpreter& m_interpreter;
    TemplateText* m_outer;
};

TemplateInterpreter::TemplateInterpreter(std::map<std::string, TemplateValue, std::less<>> globals)
    : m_globals(std::move(globals))
    , m_scope(std::make_shared<TemplateScope>())
{
}

TemplateInterpreter::~TemplateInterpreter()
{
    for (const auto& scope : m_captures)
        scope->variables.clear();
    for (const auto& object : m_namespaces)
        static_cast<TemplateNamespace&>(*object).clear();
}

TemplateOutput TemplateInterpreter::run(const Body& body)
{
    execute(body);
    return std::move(m_result);
}

void TemplateInterpreter::write(const TemplateText& text)
{
    TemplateBudget::checkLength(m_output->size() + text.size());
    m_budget.spendBytes(text.size());
    m_output->append(text);
}

TemplateInterpreter::Flow TemplateInterpreter::execute(const Body& body)
{
    const Depth depth(*this);
    for (const Statement& statement : body) {
        m_budget.spend();
        m_line = statement.line;
        const Flow flow
            = std::visit([&](const auto& node) { return executeNode(node); }, statement.node);
        if (flow != Flow::Next)
            return flow;
    }
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Text& text)
{
    write(TemplateText(text.text));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Output& output)
{
    write(templateToText(evaluate(*output.value), m_budget));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const If& statement)
{
    for (const auto& [test, body] : statement.branches) {
        if (evaluate(*test).isTrue())
            return execute(body);
    }
    return execute(statement.otherwise);
}

TemplateValues TemplateInterpreter::loopItems(const For& loop)
{
    TemplateValues items = templateItems(evaluate(*loop.items), m_budget);
    if (!loop.filter)
        return items;
    const auto isLeftOut = [&](const TemplateValue& item) {
        const ScopeOf scope(*this);
        assign(loop.target, item);
        return !evaluate(*loop.filter).isTrue();
    };
    std::erase_if(items, isLeftOut);
    return items;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const For& loop)
{
    const TemplateValue list = TemplateValue::list(loopItems(loop));
    const TemplateValues& items = list.asList()->items();
    const TemplateValue* outer = lookUp("loop");
    const auto nesting
        = outer && outer->asObject() ? outer->asObject()->attribute("depth") : std::nullopt;
    const auto state = std::make_shared<TemplateLoop>(
        list, int(nesting ? nesting->asInteger().value_or(0) : 0) + 1);
    for (size_t index = 0; index < items.size(); ++index) {
        state->moveTo(index);
        const ScopeOf scope(*this);
        m_scope->variables["loop"] = TemplateValue::object(state);
        assign(loop.target, items[index]);
        if (execute(loop.body) == Flow::Break)
            break;
    }
    state->clear();
    if (!items.empty())
        return Flow::Next;
    const ScopeOf scope(*this);
    return execute(loop.otherwise);
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Set& set)
{
    assign(set.target, evaluate(*set.value));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const SetBlock& set)
{
    assign(set.target, captureFiltered(set.body, set.filter));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Macro& macro)
{
    m_scope->variables[macro.name] = makeMacro(macro);
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const CallBlock& block)
{
    const TemplateValue caller = makeMacro(block.caller);
    const TemplateValue result = call(std::get<Call>(block.call->node), &caller);
    write(templateToText(result, m_budget));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const FilterBlock& block)
{
    write(templateToText(captureFiltered(block.body, block.filter), m_budget));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Generation& generation)
{
    const size_t begin = m_output->size();
    const Flow flow = execute(generation.body);
    if (m_output == &m_result.text && m_output->size() > begin)
        m_result.generated.push_back({begin, m_output->size()});
    return flow;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const With& with)
{
    TemplateValues values; // all of them before any name is set
    for (const auto& entry : with.values)
        values.push_back(evaluate(*entry.second));
    const ScopeOf scope(*this);
    for (size_t index = 0; index < values.size(); ++index)
        assign(with.values[index].first, values[index]);
    return execute(with.body);
}

TemplateText TemplateInterpreter::capture(const Body& body)
{
    TemplateText text;
    const Capture capture(*this, text);
    execute(body);
    return text;
}

TemplateValue TemplateInterpreter::captureFiltered(const Body& body, const ExpressionPtr& filter)
{
    TemplateValue value;
    {
        const ScopeOf scope(*this);
        value = TemplateValue::text(capture(body));
    }
    if (!filter)
        return value;
    const TemplateValue outer = std::exchange(m_captured, value);
    value = evaluate(*filter);
    m_captured = outer;
    return value;
}

const TemplateValue* TemplateInterpreter::lookUp(std::string_view name) const
{
    for (const TemplateScope* scope = m_scope.get(); scope; scope = scope->parent.get()) {
        const auto found = scope->variables.find(name);
        if (found != scope->variables.end())
            return &found->second;
    }
    const auto found = m_globals.find(name);
    return found == m_globals.end() ? nullptr : &found->second;
}

void TemplateInterpreter::assign(const Target& target, const TemplateValue& value)
{
    if (target.parts.empty() && target.attribute.empty()) {
        m_scope->variables[target.name] = value;
    } else if (target.parts.empty()) {
        const TemplateValue* holder = lookUp(target.name);
        auto* names = holder ? dynamic_cast<TemplateNamespace*>(holder->asObject()) : nullptr;
        if (!names)
            failRun("cannot assign attribute on non-namespace object '" + target.name + "'");
        names->set(target.attribute, value);
    } else {
        const TemplateValues values = templateItems(value, m_budget);
        if (values.size() != target.parts.size())
            failRun("expected " + std::to_string(target.parts.size()) + " values to unpack, not "
                + std::to_string(values.size()));
        for (size_t index = 0; index < values.size(); ++index)
            assign(target.parts[index], values[index]);
    }
}

TemplateValue TemplateInterpreter::makeMacro(const Macro& macro)
{
    if (m_captures.empty() || m_captures.back() != m_scope)
        m_captures.push_back(m_scope);
    return TemplateValue::object(std::make_shared<TemplateMacro>(*this, macro, m_scope));
}

TemplateValue TemplateInterpreter::makeNamespace(const TemplateArguments& arguments)
{
    m_budget.spend(namespaceCost);
    const auto names = std::make_shared<TemplateNamespace>();
    for (const TemplateValue& base : arguments.positional) {
        const TemplateDict* dict = base.asDict();
        if (!dict)
            failRun("namespace() takes mappings and named arguments");
        for (const auto& [key, value] : dict->entries())
            names->set(templateToText(key, m_budget).bytes(), value);
    }
    for (const auto& [name, value] : arguments.named)
        names->set(name, value);
    m_namespaces.push_back(names);
    return TemplateValue::object(names);
}

TemplateValue TemplateInterpreter::callMacro(const Macro& macro,
    const std::shared_ptr<TemplateScope>& home, const TemplateArguments& arguments)
{
    if (m_macroDepth >= maxMacroDepth)
        failRun("its macros call each other too deeply");
    if (arguments.positional.size() > macro.parameters.size())
        failRun("macro '" + macro.name + "' takes not more than "
            + std::to_string(macro.parameters.size()) + " argument(s)");
    const ScopeOf scope(*this, home);
    const int line = m_line;
    ++m_macroDepth;
    for (size_t index = 0; index < macro.parameters.size(); ++index) {
        const auto& [name, fallback] = macro.parameters[index];
        if (const TemplateValue* given = arguments.find(index, name))
            m_scope->variables[name] = *given;
        else if (fallback)
            m_scope->variables[name] = evaluate(*fallback);
        else
            m_scope->variables[name]
                = TemplateValue::undefined("parameter '" + name + "' was not provided");
    }
    if (const TemplateValue* caller = arguments.find(arguments.positional.size(), "caller"))
        m_scope->variables["caller"] = *caller;
    TemplateText text = capture(macro.body);
    --m_macroDepth;
    m_line = line;
    return TemplateValue::text(std::move(text));
}

} // namespace engine
