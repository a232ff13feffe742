#pragma once

#include <QString>
#include <QWidget>

namespace tests {

// Saves an image for people to look at if the environment names a folder.
inline void keepPicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
    if (!folder.isEmpty())
        widget.grab().save(folder + u'/' + name);
}

} // namespace tests
