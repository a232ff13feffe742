#include "services/conversations/source.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace services {

namespace {

constexpr int longestPart = 300; // characters; the rest is left out

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Source)
};

QString shortened(const QString& text)
{
    const QString line = text.left(4 * longestPart).simplified();
    return line.size() <= longestPart ? line : line.left(longestPart - 1) + u'…';
}

} // namespace

QString nameOf(const Source& source)
{
    const QString title = shortened(source.title);
    const QString name = title.isEmpty() ? shortened(QFileInfo(source.address).fileName()) : title;
    QStringList parts{name.isEmpty() ? Text::tr("A text without a name") : name};
    if (source.page > 0)
        parts << Text::tr("page %1").arg(source.page);
    return parts.join(QStringLiteral(", "));
}

QString lineOf(const Source& source)
{
    QStringList parts;
    if (!source.title.trimmed().isEmpty())
        parts << shortened(source.title);
    if (source.page > 0)
        parts << Text::tr("page %1").arg(source.page);
    if (!source.address.trimmed().isEmpty())
        parts << shortened(source.address);
    return parts.isEmpty() ? Text::tr("A text without a name") : parts.join(QStringLiteral(", "));
}

} // namespace services
