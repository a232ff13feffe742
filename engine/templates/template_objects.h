#pragma once

#include "engine/templates/template_value.h"

#include <map>
#include <string>

namespace engine {

/// The value of namespace(…): the only object that a template may change.
class TemplateNamespace : public TemplateObject {
public:
    std::string typeName() const override { return "Namespace"; }
    std::optional<TemplateValue> attribute(std::string_view name) const override;
    void set(const std::string& name, TemplateValue value) { m_values[name] = std::move(value); }
    void clear() { m_values.clear(); }

private:
    std::map<std::string, TemplateValue, std::less<>> m_values;
};

/// The variable `loop` inside a for statement.
class TemplateLoop : public TemplateObject, public std::enable_shared_from_this<TemplateLoop> {
public:
    TemplateLoop(TemplateValue items, int nesting);

    std::string typeName() const override { return "loop"; }
    int depth() const override { return m_items.depth() + 1; }
    std::optional<TemplateValue> attribute(std::string_view name) const override;
    void moveTo(size_t index) { m_index = index; }

    /// True if the arguments differ from those of the previous call, or if this is the first call.
    bool changed(const TemplateArguments& arguments, TemplateBudget& budget);
    TemplateValue cycle(const TemplateArguments& arguments) const;
    void clear() { m_last.reset(); }

private:
    TemplateValue m_items;
    int m_nesting;
    size_t m_index = 0;
    std::optional<TemplateValues> m_last;
};

} // namespace engine
