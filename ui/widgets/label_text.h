#pragma once

#include <QString>

namespace ui {

/// A name as the text of a button or of a menu's entry, where a single "&" would mark a key.
inline QString labelText(QString name)
{
    return name.replace(u'&', QLatin1String("&&"));
}

} // namespace ui
