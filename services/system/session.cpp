#include "services/system/session.h"

#include <QFileInfo>
#include <QSettings>

namespace services {

namespace {

constexpr qint64 maxFileBytes = 1 << 16; // ours has a few hundred

QString fileIn(const QString& folder)
{
    return folder + QStringLiteral("/session.ini");
}

} // namespace

Session readSession(const QString& folder)
{
    if (QFileInfo(fileIn(folder)).size() > maxFileBytes)
        return {};
    const QSettings file(fileIn(folder), QSettings::IniFormat);
    return {file.value("window/geometry").toByteArray(), file.value("window/state").toByteArray(),
        file.value("window/page").toString(), file.value("window/conversation").toString()};
}

void writeSession(const QString& folder, const Session& session)
{
    QSettings file(fileIn(folder), QSettings::IniFormat);
    file.setValue("window/geometry", session.geometry);
    file.setValue("window/state", session.state);
    file.setValue("window/page", session.page);
    file.setValue("window/conversation", session.conversation);
}

} // namespace services
