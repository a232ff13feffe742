#include "services/system/screen_capture.h"

#include "base/error.h"
#include "services/background.h"
#include "services/system/portal_request.h"
#include "services/system/x11.h"

#include <QCoreApplication>
#include <QCursor>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr std::pair<CaptureArea, const char*> areaNames[] = {{CaptureArea::Region, "region"},
    {CaptureArea::Window, "window"}, {CaptureArea::Screen, "screen"}};

// What a portal hands over, and the folder in which the desktop keeps it, too.
struct PortalFile {
    Picture picture;
    QString savedIn;
};

QString pictureName(const QString& suffix)
{
    return ScreenCapture::tr("Screenshot") + u'.' + suffix;
}

bool isBelow(const QString& path, const QString& folder)
{
    const QString whole = QFileInfo(folder).canonicalFilePath();
    return !whole.isEmpty() && path.startsWith(whole + u'/');
}

// True for a file that the portal has made for this request alone. Whatever it leaves among the
// user's own files stays: whether the desktop keeps screenshots is the user's choice.
bool isTemporary(const QFileInfo& file, const QDateTime& begun)
{
    const QString path = file.canonicalFilePath();
    return file.isFile() && !file.isSymLink() && file.lastModified() >= begun.addSecs(-2)
        && (isBelow(path, QDir::tempPath())
            || isBelow(
                path, QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)));
}

PortalFile readPortalFile(const QString& path, const QDateTime& begun)
{
    const QFileInfo file(path);
    const bool isOurs = isTemporary(file, begun);
    PortalFile read;
    try {
        read.picture = decodePictureFile(path);
    } catch (const base::Error&) {
        if (isOurs)
            QFile::remove(path);
        throw;
    }
    read.picture.name = pictureName(file.suffix());
    if (!isOurs || !QFile::remove(path))
        read.savedIn = file.absolutePath();
    return read;
}

// Those of the X server: no other platform shows its screens to a program.
QList<ScreenImage> grabScreens()
{
    if (QGuiApplication::platformName() != u"xcb")
        return {};
    QList<ScreenImage> screens;
    const QList<QRect> windows = x11::windows();
    for (QScreen* screen : QGuiApplication::screens()) {
        ScreenImage grabbed{screen->grabWindow().toImage(), screen, {}};
        if (grabbed.image.isNull())
            continue;
        grabbed.image.setDevicePixelRatio(1); // all is counted in its pixels
        for (const QRect& window : windows) {
            const QRect seen = window.translated(-screen->geometry().topLeft())
                                   .intersected(grabbed.image.rect());
            if (!seen.isEmpty())
                grabbed.windows << seen;
        }
        screens << grabbed;
    }
    return screens;
}

} // namespace

QString toString(CaptureArea area)
{
    return QLatin1String(areaNames[int(area)].second);
}

std::optional<CaptureArea> captureAreaFromName(const QString& name)
{
    for (const auto& [area, known] : areaNames)
        if (name == QLatin1String(known))
            return area;
    return std::nullopt;
}

ScreenCapture::ScreenCapture(QObject* parent)
    : QObject(parent)
{
}

ScreenCapture::~ScreenCapture()
{
    delete m_request;
}

void ScreenCapture::take(CaptureArea area)
{
    delete m_request; // its dialog may be lost; the new one counts
    m_begun = QDateTime::currentDateTime();
    takeByPortal(area);
}

void ScreenCapture::takeByPortal(CaptureArea area)
{
    using Result = PortalRequest::Result;
    const QVariantMap options{{"interactive", area != CaptureArea::Screen}, {"modal", true}};
    m_request = new PortalRequest(
        QStringLiteral("org.freedesktop.portal.Screenshot"), QStringLiteral("Screenshot"),
        {QString()}, options,
        [this, area](Result result, const QVariantMap& results) {
            m_request = nullptr;
            switch (result) {
            case Result::Granted:
                return takeFile(results.value(QStringLiteral("uri")).toString());
            case Result::Cancelled:
                return emit cancelled();
            case Result::Missing:
                return grab(area);
            case Result::Refused:
            case Result::Lost:
                return emit failed(
                    tr("The desktop rejected the screenshot. Allow screenshots in its privacy "
                       "settings, or paste one into the message."));
            }
        },
        this);
}

void ScreenCapture::takeFile(const QString& address)
{
    const QUrl url(address);
    if (!url.isLocalFile())
        return emit failed(tr("The desktop returned no screenshot. Try again."));
    runInBackground<PortalFile>(
        this, [path = url.toLocalFile(), begun = m_begun] { return readPortalFile(path, begun); },
        [this](const Outcome<PortalFile>& read) {
            if (read.value)
                emit captured(read.value->picture, read.value->savedIn);
            else
                emit failed(read.error);
        });
}

void ScreenCapture::grab(CaptureArea area)
{
    const QList<ScreenImage> screens = grabScreens();
    if (screens.isEmpty())
        return emit failed(
            tr("This desktop doesn't let programs take screenshots. Install a desktop portal, or "
               "paste a screenshot into the message."));
    if (area != CaptureArea::Screen)
        return emit choiceNeeded(screens, area);
    const QScreen* current = QGuiApplication::screenAt(QCursor::pos());
    const auto found = std::ranges::find_if(
        screens, [current](const ScreenImage& each) { return each.screen == current; });
    takeFrom(found == screens.end() ? screens.first().image : found->image);
}

void ScreenCapture::takeFrom(const QImage& image)
{
    runInBackground<Picture>(
        this, [image] { return makePicture(image, pictureName(QStringLiteral("png"))); },
        [this](const Outcome<Picture>& picture) {
            if (picture.value)
                emit captured(*picture.value, {});
            else
                emit failed(picture.error);
        });
}

} // namespace services
