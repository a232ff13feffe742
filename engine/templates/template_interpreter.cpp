#include "engine/templates/template_interpreter.h"

#include "engine/templates/template_globals.h"
#include "engine/templates/template_json.h"
#include "engine/templates/template_operators.h"

#include <algorithm>
#include <utility>

namespace engine {

std::optional<TemplateValue> TemplateNamespace::attribute(std::string_view name) const
{
    const auto found = m_index.find(name);
    return found == m_index.end() ? std::nullopt : std::optional(m_values[found->second].second);
}

void TemplateNamespace::set(const std::string& name, TemplateValue value)
{
    if (name.starts_with('_'))
        failRun("a name in a namespace must not begin with an underscore, as '" + name + "' does");
    const auto [index, isNew] = m_index.try_emplace(name, m_values.size());
    if (isNew)
        m_values.emplace_back(name, std::move(value));
    else
        m_values[index->second].second = std::move(value);
}

TemplateText TemplateNamespace::toText(TemplateBudget& budget) const
{
    TemplateDict::Entries entries;
    for (const auto& [name, value] : m_values)
        entries.emplace_back(TemplateValue::text(name), value);
    TemplateText text("<Namespace ");
    text.append(templateToRepr(TemplateValue::dict(std::move(entries)), budget));
    text.append(">");
    return text;
}

TemplateLoop::TemplateLoop(TemplateValues items, IsKept isKept, Recurse recurse, int nesting)
    : m_items(std::move(items))
    , m_isKept(std::move(isKept))
    , m_recurse(std::move(recurse))
    , m_nesting(nesting)
{
    for (const TemplateValue& item : m_items)
        m_depth = std::max(m_depth, item.depth() + 2);
}

bool TemplateLoop::has(size_t index) const
{
    while (m_kept.size() <= index && m_tested < m_items.size()) {
        const TemplateValue& item = m_items[m_tested++];
        if (!m_isKept || m_isKept(item))
            m_kept.push_back(item);
    }
    return m_kept.size() > index;
}

size_t TemplateLoop::length() const
{
    has(m_items.size());
    return m_kept.size();
}

bool TemplateLoop::advance()
{
    const size_t next = std::exchange(m_hasBegun, true) ? m_index + 1 : 0;
    if (!has(next))
        return false;
    m_index = next;
    return true;
}

void TemplateLoop::clear()
{
    m_last.reset();
    m_tested = m_items.size();
    m_isKept = nullptr;
    m_recurse = nullptr;
}

std::optional<int64_t> TemplateLoop::number(std::string_view name) const
{
    const auto index = int64_t(m_index);
    if (name == "index")
        return index + 1;
    if (name == "index0")
        return index;
    if (name == "depth")
        return m_nesting;
    if (name == "depth0")
        return m_nesting - 1;
    if (name == "length")
        return int64_t(length());
    if (name == "revindex")
        return int64_t(length()) - index;
    if (name == "revindex0")
        return int64_t(length()) - index - 1;
    return std::nullopt;
}

std::optional<TemplateValue> TemplateLoop::attribute(std::string_view name) const
{
    if (const auto found = number(name))
        return TemplateValue::integer(*found);
    if (name == "first")
        return TemplateValue::boolean(m_index == 0);
    if (name == "last")
        return TemplateValue::boolean(!has(m_index + 1));
    if (name == "previtem")
        return m_index > 0 ? m_kept[m_index - 1]
                           : TemplateValue::undefined("there is no previous item");
    if (name == "nextitem")
        return has(m_index + 1) ? m_kept[m_index + 1]
                                : TemplateValue::undefined("there is no next item");
    const auto self = std::const_pointer_cast<TemplateLoop>(shared_from_this());
    if (name == "changed")
        return templateFunction(
            [self](const TemplateArguments& arguments, TemplateBudget& budget) {
                return TemplateValue::boolean(self->changed(arguments, budget));
            },
            m_depth + 1);
    if (name == "cycle")
        return templateFunction(
            [self](const TemplateArguments& arguments, TemplateBudget&) {
                if (arguments.positional.empty())
                    failRun("no items for cycling given");
                return arguments.positional[self->m_index % arguments.positional.size()];
            },
            m_depth + 1);
    return std::nullopt;
}

TemplateText TemplateLoop::toText(TemplateBudget&) const
{
    return TemplateText(
        "<LoopContext " + std::to_string(m_index + 1) + "/" + std::to_string(length()) + ">");
}

TemplateValue TemplateLoop::call(const TemplateArguments& arguments, TemplateBudget&)
{
    if (!m_recurse)
        failRun("a loop must be marked as recursive to be called, and be called inside its body");
    return m_recurse(arguments.require(0, "iterable"));
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
        if (name == "name")
            return m_macro.name.empty() ? TemplateValue::none() : TemplateValue::text(m_macro.name);
        if (name == "catch_kwargs")
            return TemplateValue::boolean(m_macro.implicit.kwargs);
        if (name == "catch_varargs")
            return TemplateValue::boolean(m_macro.implicit.varargs);
        if (name == "caller")
            return TemplateValue::boolean(m_macro.implicit.caller);
        if (name != "arguments")
            return std::nullopt;
        TemplateValues names;
        for (const Parameter& parameter : m_macro.parameters)
            names.push_back(TemplateValue::text(parameter.name));
        return TemplateValue::tuple(std::move(names));
    }
    TemplateText toText(TemplateBudget&) const override
    {
        return TemplateText(
            m_macro.name.empty() ? "<Macro anonymous>" : "<Macro '" + m_macro.name + "'>");
    }

private:
    TemplateInterpreter& m_interpreter;
    const Macro& m_macro;
    std::shared_ptr<TemplateScope> m_home;
};

/// The variable `self`, whose attributes write the blocks that have run once more.
class TemplateSelf : public TemplateObject {
public:
    explicit TemplateSelf(TemplateInterpreter& interpreter)
        : m_interpreter(interpreter)
    {
    }
    std::string typeName() const override { return "TemplateReference"; }
    bool isCallable() const override { return false; }
    std::optional<TemplateValue> attribute(std::string_view name) const override
    {
        return m_interpreter.blockReference(name);
    }

private:
    TemplateInterpreter& m_interpreter;
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

/// Releases what a loop refers to when the loop ends.
class TemplateInterpreter::LoopEnd {
public:
    explicit LoopEnd(TemplateLoop& loop)
        : m_loop(loop)
    {
    }
    ~LoopEnd() { m_loop.clear(); }
    LoopEnd(const LoopEnd&) = delete;

private:
    TemplateLoop& m_loop;
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
    , m_root(m_scope)
{
    m_globals.try_emplace("self", TemplateValue::object(std::make_shared<TemplateSelf>(*this)));
    m_globals.try_emplace(
        "namespace", templateFunction([this](const TemplateArguments& arguments, TemplateBudget&) {
            return makeNamespace(arguments);
        }));
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
    for (const std::string& name : body.unset)
        m_scope->variables.try_emplace(
            name, TemplateValue::undefined("'" + name + "' is undefined"));
    for (const Statement& statement : body.statements) {
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

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const For& loop)
{
    return runLoop(loop, evaluate(*loop.items), 1);
}

TemplateInterpreter::Flow TemplateInterpreter::runLoop(
    const For& loop, const TemplateValue& items, int nesting)
{
    if (nesting > maxMacroDepth)
        failRun("its loops recurse too deeply");
    const auto home = m_scope;
    TemplateValues all = templateItems(items, m_budget);
    if (loop.filter && !loop.target.parts.empty()) {
        for (TemplateValue& item : all) // which Jinja takes apart for the filter
            item = TemplateValue::tuple(templateItems(item, m_budget));
    }
    TemplateLoop::IsKept isKept;
    TemplateLoop::Recurse recurse;
    if (loop.filter)
        isKept = [&](const TemplateValue& item) {
            const ScopeOf scope(*this, home);
            assign(loop.target, item);
            return evaluate(*loop.filter).isTrue();
        };
    if (loop.isRecursive)
        recurse = [&](const TemplateValue& inner) {
            const ScopeOf scope(*this, home);
            TemplateText text;
            const Capture capture(*this, text);
            runLoop(loop, inner, nesting + 1);
            return TemplateValue::text(std::move(text));
        };
    const auto state = std::make_shared<TemplateLoop>(
        std::move(all), std::move(isKept), std::move(recurse), nesting);
    const LoopEnd end(*state);
    bool wasRunToItsEnd = false; // as Jinja sees it, continue and break leave an iteration early
    while (state->advance()) {
        const ScopeOf scope(*this, home);
        m_scope->variables["loop"] = TemplateValue::object(state);
        assign(loop.target, state->item());
        const Flow flow = execute(loop.body);
        wasRunToItsEnd = wasRunToItsEnd || flow == Flow::Next;
        if (flow == Flow::Break)
            break;
    }
    if (wasRunToItsEnd)
        return Flow::Next;
    const ScopeOf scope(*this, home);
    return execute(loop.otherwise);
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Set& set)
{
    assign(set.target, evaluate(*set.value));
    return Flow::Next;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const SetBlock& set)
{
    TemplateValue value;
    const Flow flow = captureFiltered(set.body, set.filter, value);
    if (flow == Flow::Next)
        assign(set.target, value);
    return flow;
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
    TemplateValue value;
    const Flow flow = captureFiltered(block.body, block.filter, value);
    if (flow == Flow::Next && !value.asText())
        failRun(
            "a filter block needs a filter that returns a string, not '" + value.typeName() + "'");
    if (flow == Flow::Next)
        write(*value.asText());
    return flow;
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Generation& generation)
{
    const ScopeOf scope(*this);
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

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const Block& block)
{
    m_blocks[block.name] = &block;
    const ScopeOf scope(*this, block.isScoped ? m_scope : m_root);
    return execute(block.body);
}

TemplateInterpreter::Flow TemplateInterpreter::executeNode(const template_syntax::Scope& inner)
{
    const ScopeOf scope(*this);
    return execute(inner.body);
}

TemplateValue TemplateInterpreter::blockReference(std::string_view name)
{
    const auto found = m_blocks.find(name);
    if (found == m_blocks.end())
        return TemplateValue::undefined("there is no block '" + std::string(name) + "' above");
    const auto run = [this, block = found->second](const TemplateArguments&, TemplateBudget&) {
        if (m_macroDepth >= maxMacroDepth)
            failRun("its blocks call each other too deeply");
        ++m_macroDepth;
        const ScopeOf scope(*this, m_root);
        TemplateValue text;
        capture(block->body, text);
        --m_macroDepth;
        return text;
    };
    return templateFunction(run);
}

TemplateInterpreter::Flow TemplateInterpreter::capture(const Body& body, TemplateValue& value)
{
    TemplateText text;
    Flow flow = Flow::Next;
    {
        const Capture capture(*this, text);
        flow = execute(body);
    }
    value = TemplateValue::text(std::move(text));
    return flow;
}

TemplateInterpreter::Flow TemplateInterpreter::captureFiltered(
    const Body& body, const ExpressionPtr& filter, TemplateValue& value)
{
    {
        const ScopeOf scope(*this);
        if (const Flow flow = capture(body, value); flow != Flow::Next)
            return flow;
    }
    if (!filter)
        return Flow::Next;
    const TemplateValue outer = std::exchange(m_captured, value);
    value = evaluate(*filter);
    m_captured = outer;
    return Flow::Next;
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
        for (const auto& [key, value] : templatePairs(base, m_budget))
            names->set(templateToText(key, m_budget).bytes(), value);
    }
    for (const auto& [name, value] : arguments.named)
        names->set(name, value);
    m_namespaces.push_back(names);
    return TemplateValue::object(names);
}

// The parameters' names, then what is left over, as Macro.__call__ of Jinja does it.
void TemplateInterpreter::bindArguments(const Macro& macro, const TemplateArguments& arguments)
{
    auto& variables = m_scope->variables;
    auto named = arguments.named;
    const auto takeNamed = [&named](std::string_view name) -> std::optional<TemplateValue> {
        const auto found = std::ranges::find(
            named, name, [](const auto& each) -> std::string_view { return each.first; });
        if (found == named.end())
            return std::nullopt;
        TemplateValue value = std::move(found->second);
        named.erase(found);
        return value;
    };
    bool declaresCaller = false;
    std::vector<std::optional<TemplateValue>> given;
    for (size_t index = 0; index < macro.parameters.size(); ++index) {
        const std::string& name = macro.parameters[index].name;
        declaresCaller = declaresCaller || name == "caller";
        given.push_back(
            index < arguments.positional.size() ? arguments.positional[index] : takeNamed(name));
    }
    if (macro.implicit.caller && !declaresCaller)
        variables["caller"]
            = takeNamed("caller").value_or(TemplateValue::undefined("No caller defined"));
    if (!named.empty() && !macro.implicit.kwargs) {
        failRun(named.front().first == "caller"
                ? "macro '" + macro.name + "' doesn't use caller, but was called with one"
                : "macro '" + macro.name + "' takes no keyword argument '" + named.front().first
                    + "'");
    }
    const size_t count = std::min(macro.parameters.size(), arguments.positional.size());
    if (arguments.positional.size() > count && !macro.implicit.varargs)
        failRun("macro '" + macro.name + "' takes not more than "
            + std::to_string(macro.parameters.size()) + " argument(s)");
    if (macro.implicit.kwargs) {
        TemplateDict::Entries entries;
        for (auto& [name, value] : named)
            entries.emplace_back(TemplateValue::text(name), std::move(value));
        variables["kwargs"] = TemplateValue::dict(std::move(entries));
    }
    if (macro.implicit.varargs)
        variables["varargs"] = TemplateValue::tuple(
            {arguments.positional.begin() + std::ptrdiff_t(count), arguments.positional.end()});
    for (size_t index = 0; index < given.size(); ++index) {
        const auto& [name, fallback] = macro.parameters[index];
        if (given[index])
            variables[name] = *std::move(given[index]);
        else
            variables[name] = fallback
                ? evaluate(*fallback)
                : TemplateValue::undefined("parameter '" + name + "' was not provided");
    }
}

TemplateValue TemplateInterpreter::callMacro(const Macro& macro,
    const std::shared_ptr<TemplateScope>& home, const TemplateArguments& arguments)
{
    if (m_macroDepth >= maxMacroDepth)
        failRun("its macros call each other too deeply");
    const ScopeOf scope(*this, home);
    const int line = m_line;
    ++m_macroDepth;
    bindArguments(macro, arguments);
    TemplateValue text;
    capture(macro.body, text);
    --m_macroDepth;
    m_line = line;
    return text;
}

} // namespace engine
