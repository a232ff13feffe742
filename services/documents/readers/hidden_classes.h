#pragma once

#include <set>
#include <string>
#include <string_view>

namespace services {

/// True if declarations of CSS ("color: red; display: none") hide an element.
bool hidesElement(std::string_view declarations);

/// The classes that hide elements by a page's style sheets: by rules for a class alone (".note { display:
/// none }") that hold on every screen. The last rule for a class decides.
class HiddenClasses {
public:
    void add(std::string css); ///< a style sheet; takes time linear in it

    /// True if one of these classes, with spaces between them, hides an element.
    bool hide(std::string_view classes) const;

private:
    void addRule(std::string_view selectors, std::string_view declarations);

    std::set<std::string, std::less<>> m_names;
};

} // namespace services
