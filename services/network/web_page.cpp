#include "services/network/web_page.h"

#include "base/error.h"
#include "services/network/public_downloads.h"
#include "services/storage/whole_file.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QUrl>

namespace services {

namespace {

using base::Error;
using base::ErrorKind;

constexpr qsizetype maxName = 80; // characters of a file's name, before date and extension

QUrl urlFrom(const QString& address)
{
    const QString text = address.trimmed();
    const QUrl url(text.contains(QLatin1String("://")) ? text : QStringLiteral("https://") + text);
    if (!url.isValid() || url.host().isEmpty())
        throw Error(ErrorKind::BadRequest,
            "\"" + text.left(200).toStdString()
                + "\" isn't the address of a web page. Example: https://example.org/guide.");
    return url;
}

QString extensionFor(const QByteArray& bytes, const QUrl& url)
{
    const QByteArray begin = bytes.left(1000).trimmed();
    if (begin.startsWith("%PDF-"))
        return QStringLiteral("pdf");
    if (begin.startsWith('<') || begin.startsWith("\xEF\xBB\xBF<"))
        return QStringLiteral("html");
    const QString suffix = QFileInfo(url.path()).suffix().toLower();
    static const QRegularExpression usual(QStringLiteral("^[a-z0-9]{1,5}$"));
    return usual.match(suffix).hasMatch() ? suffix : QStringLiteral("txt");
}

QString nameFor(const QUrl& url)
{
    QString name = url.host() + u' ' + QFileInfo(url.path()).completeBaseName();
    static const QRegularExpression unusual(QStringLiteral("[^\\p{L}\\p{N} ._-]+"));
    name = name.replace(unusual, QStringLiteral(" ")).simplified().left(maxName);
    return name + QDateTime::currentDateTime().toString(QStringLiteral(" yyyy-MM-dd HH.mm.ss"));
}

QString freePath(const QString& folder, const QString& name, const QString& extension)
{
    for (int number = 1;; ++number) {
        const QString path
            = QStringLiteral("%1/%2%3.%4")
                  .arg(folder, name, number == 1 ? QString() : QStringLiteral(" (%1)").arg(number),
                      extension);
        if (!QFileInfo::exists(path))
            return path;
    }
}

} // namespace

QString webPageFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
        + QStringLiteral("/Web pages");
}

QString saveWebPage(const QString& address, const WebPageWork& work)
{
    QUrl url = urlFrom(address);
    url.setFragment({});
    const QString shown = url.toDisplayString();
    const PublicDownloads downloads(TypedUrl{url});
    if (work.contacted)
        QObject::connect(&downloads, &PublicDownloads::contacted, &downloads, work.contacted,
            Qt::DirectConnection);
    QByteArray bytes;
    try {
        bytes = QByteArray::fromStdString(
            downloads.get(url.toEncoded().toStdString(), work.isCancelled));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::BadRequest)
            throw;
        throw Error(
            ErrorKind::BadRequest, "Couldn't get " + shown.toStdString() + ": " + error.what());
    }
    if (bytes.trimmed().isEmpty())
        throw Error(ErrorKind::BadRequest, "The page " + shown.toStdString() + " is empty.");
    const QString extension = extensionFor(bytes, url);
    if (extension == QLatin1String("html")) {
        const QByteArray source = url.toEncoded();
        bytes.prepend("<!-- saved from url=("
            + QByteArray::number(source.size()).rightJustified(4, '0') + ")"
            + QByteArray(source).replace("--", "-%2D") + " -->\n");
    }
    if (!QDir().mkpath(work.folder))
        throw Error(
            ErrorKind::BadFile, "The folder " + work.folder.toStdString() + " can't be made.");
    const QString path = freePath(work.folder, nameFor(url), extension);
    writeWhole(path, bytes);
    return path;
}

} // namespace services
