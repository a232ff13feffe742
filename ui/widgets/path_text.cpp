#include "ui/widgets/path_text.h"

#include <QDir>

namespace ui {

QString shownPath(const QString& path)
{
    const QString home = QDir::homePath();
    if (path == home || path.startsWith(home + u'/'))
        return u'~' + path.mid(home.size());
    return QDir::toNativeSeparators(path);
}

QString breakableName(const QString& name)
{
    constexpr QChar mark(0x200B); // takes no room
    const qsizetype suffix = name.lastIndexOf(u'.');
    QString breakable;
    for (qsizetype i = 0; i < name.size(); ++i) {
        if (i == suffix && i > 0)
            breakable += mark;
        breakable += name[i];
        if (name[i] == u'_' || name[i] == u'-')
            breakable += mark;
    }
    return breakable;
}

} // namespace ui
