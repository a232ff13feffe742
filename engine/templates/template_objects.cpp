#include "engine/templates/template_objects.h"

#include "engine/templates/template_operators.h"

#include <algorithm>

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

} // namespace engine
