#include "ui/drops/attachments.h"

#include "services/network/web_address.h"
#include "services/pictures/picture.h"
#include "services/presets/presets.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype searchedHtml = 64 * 1024; // characters, for the beginning of an address
constexpr qsizetype maxAddressLength = 100'000'000; // characters; a data: address may be as long

bool isDataUrl(const QString& url)
{
    return url.startsWith(QLatin1String("data:image/"), Qt::CaseInsensitive);
}

// The source of the image that a browser's piece of HTML shows first.
QString pictureSource(const QMimeData* data)
{
    if (!data->hasHtml())
        return {};
    const QString html = data->html();
    const QStringView head = QStringView(html).left(searchedHtml);
    const qsizetype picture = head.indexOf(QLatin1String("<img"), 0, Qt::CaseInsensitive);
    if (picture < 0)
        return {};
    static const QRegularExpression source(QStringLiteral("<img\\b[^>]*?\\bsrc\\s*=\\s*[\"']"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = source.match(head, picture, QRegularExpression::NormalMatch,
        QRegularExpression::AnchorAtOffsetMatchOption);
    if (!match.hasMatch())
        return {};
    const QString address = html.mid(match.capturedEnd(), maxAddressLength);
    static const QRegularExpression end(QStringLiteral("[\"']"));
    return address.left(address.indexOf(end)).replace(QLatin1String("&amp;"), QLatin1String("&"));
}

bool endsLikePicture(const QUrl& url)
{
    const QString path = url.path();
    const QStringList patterns = services::pictureNamePatterns();
    return std::any_of(patterns.begin(), patterns.end(), [&path](const QString& pattern) {
        return path.endsWith(QStringView(pattern).mid(1), Qt::CaseInsensitive);
    });
}

QByteArray pictureFileIn(const QMimeData* data)
{
    for (const char* type : {"image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp",
             "image/tiff", "image/svg+xml"}) {
        const QByteArray bytes = data->data(QLatin1String(type));
        if (!bytes.isEmpty())
            return bytes;
    }
    return {};
}

QString dataUrlIn(const QMimeData* data)
{
    for (const QUrl& url : data->urls())
        if (url.scheme() == QLatin1String("data"))
            return url.toString(QUrl::FullyEncoded);
    const QString source = pictureSource(data);
    return isDataUrl(source) ? source : QString();
}

// The address in the web of an image whose pixels are not there; null if there is none.
QUrl webPictureIn(const QMimeData* data)
{
    const QUrl source(pictureSource(data));
    if (services::isWebAddress(source))
        return source;
    for (const QUrl& url : data->urls())
        if (services::isWebAddress(url) && endsLikePicture(url))
            return url;
    return {};
}

} // namespace

DroppedContents DroppedContents::of(const QMimeData* data)
{
    DroppedContents contents;
    contents.files = localFiles(data);
    if (!contents.files.isEmpty())
        return contents;
    if (holdsTextAlone(data)) {
        contents.text = data->text();
        return contents;
    }
    contents.pictureFile = pictureFileIn(data);
    if (contents.pictureFile.isEmpty() && data->hasImage())
        contents.picture = data->imageData().value<QImage>();
    if (!contents.pictureFile.isEmpty() || !contents.picture.isNull())
        return contents;
    contents.dataUrl = dataUrlIn(data);
    if (!contents.dataUrl.isEmpty())
        return contents;
    const QUrl web = webPictureIn(data);
    contents.rejection = web.isEmpty()
        ? QCoreApplication::translate("ui::DroppedContents",
            "Nothing was attached: no picture, file or text arrived. Try again, or save it as a "
            "file and attach that.")
        : QCoreApplication::translate("ui::DroppedContents",
            "The picture wasn't attached: only its address (%1) was dropped, and Vignette doesn't "
            "download from the web. Copy the picture itself, or save it and attach the file.")
              .arg(web.host());
    return contents;
}

QStringList localFiles(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

bool holdsAttachments(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return data->hasImage() || data->hasText() || data->hasHtml()
        || std::any_of(urls.begin(), urls.end(), [](const QUrl& url) {
               return url.isLocalFile() || url.scheme() == QLatin1String("data");
           });
}

bool holdsTextAlone(const QMimeData* data)
{
    if (!localFiles(data).isEmpty() || !data->hasText() || data->text().isEmpty())
        return false;
    if (!dataUrlIn(data).isEmpty())
        return false;
    const bool isAddress = data->hasUrls();
    return isAddress ? !data->hasImage() && webPictureIn(data).isEmpty() : true;
}

namespace {

// Recognizes the names of files that this program and ChatGPT export; other JSON is a text.
bool holdsConversations(const QString& path)
{
    const QString name = QFileInfo(path).fileName().toLower();
    return name.endsWith(QLatin1String(".zip")) || name.endsWith(QLatin1String(".vignette.json"))
        || name == QLatin1String("conversations.json");
}

} // namespace

DropContents DropContents::of(const QMimeData* data)
{
    DropContents contents;
    for (const QUrl& url : data->urls()) {
        if (!url.isLocalFile())
            continue;
        const QString path = url.toLocalFile();
        if (path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive))
            contents.models << path;
        else if (QFileInfo(path).isDir())
            contents.folders << path;
        else if (holdsConversations(path))
            contents.archives << path;
        else if (path.endsWith(services::presetEnding, Qt::CaseInsensitive))
            contents.presets << path;
        else
            contents.files << path;
    }
    contents.hasOther = contents.isEmpty() && holdsAttachments(data);
    return contents;
}

bool DropContents::isEmpty() const
{
    return models.isEmpty() && folders.isEmpty() && archives.isEmpty() && presets.isEmpty()
        && !hasAttachments();
}

QString DropContents::message() const
{
    const auto translated = [](const char* text, int count) {
        return QCoreApplication::translate("ui::DropContents", text, nullptr, count);
    };
    QStringList messages;
    if (hasAttachments())
        messages << translated(QT_TRANSLATE_N_NOOP("ui::DropContents", "Attach %Ln file(s)"),
            std::max(1, int(files.size())));
    if (!models.isEmpty())
        messages << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Add %Ln model(s)"), int(models.size()));
    if (!folders.isEmpty())
        messages << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Caption the pictures of %Ln folder(s)"),
            int(folders.size()));
    if (!archives.isEmpty())
        messages << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Import chats from %Ln file(s)"),
            int(archives.size()));
    if (!presets.isEmpty())
        messages << translated(
            QT_TRANSLATE_N_NOOP("ui::DropContents", "Add %Ln preset(s)"), int(presets.size()));
    return messages.join(u'\n');
}

} // namespace ui
