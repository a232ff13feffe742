#pragma once

#include <QList>
#include <QString>

namespace services {

struct ToolUse;

/// An argument of a call, complete, as visibleText() shows it.
struct ShownArgument {
    QString name; ///< empty: the arguments are no object, and the value is all of them
    QString value;

    bool operator==(const ShownArgument&) const = default;
};

/// The arguments of a call as the user sees them before it is allowed.
QList<ShownArgument> shownArguments(const ToolUse& use);

} // namespace services
