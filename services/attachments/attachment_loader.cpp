#include "services/attachments/attachment_loader.h"

#include "base/error.h"
#include "services/background.h"
#include "services/documents/document_formats.h"
#include "services/documents/page_picture.h"
#include "services/documents/read_document.h"
#include "services/pictures/picture.h"
#include "services/text.h"
#include "vision/images/decode.h"

#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>
#include <QStringDecoder>

#include <algorithm>
#include <string_view>

namespace services {

namespace {

constexpr qsizetype maxAtOnce = 2; // large images take a gigabyte while they are decoded
constexpr int pageWidth = 1600; // pixels: small print can be read
constexpr size_t littleText = 200; // bytes of a page
constexpr qint64 reducedPixels = 1'000'000;

QByteArray readFile(const QString& path, const QString& name)
{
    QFile file(path);
    const QFileInfo info(path);
    if (info.isDir())
        reject(AttachmentLoader::tr("“%1” is a folder. To describe its pictures, open the page "
                                    "“Caption pictures”, or attach them one by one.")
                   .arg(name));
    if (info.exists() && !info.isFile()) // a pipe would be waited for
        reject(AttachmentLoader::tr("“%1” isn't a regular file.").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        reject(AttachmentLoader::tr("“%1” can't be read: %2.").arg(name, file.errorString()));
    if (file.size() > vision::maxImageFileBytes)
        reject(AttachmentLoader::tr("“%1” is too large. Attachments can have up to %2 MiB.")
                   .arg(name)
                   .arg(vision::maxImageFileBytes >> 20));
    return file.read(vision::maxImageFileBytes);
}

Picture finished(Picture picture, AttachmentLoader::Detail detail)
{
    return detail == AttachmentLoader::Detail::Full
        ? picture
        : reducedPicture(std::move(picture), reducedPixels);
}

QByteArray fileInDataUrl(const QString& url)
{
    const qsizetype comma = url.indexOf(u',');
    if (comma < 0 || url.size() - comma > 2 * vision::maxImageFileBytes)
        reject(AttachmentLoader::tr(
            "The picture wasn't attached: its “data:” URL is invalid or too long."));
    const QByteArray data
        = QByteArray::fromPercentEncoding(QStringView(url).mid(comma + 1).toLatin1());
    return QStringView(url).left(comma).endsWith(QLatin1String(";base64"), Qt::CaseInsensitive)
        ? QByteArray::fromBase64(data)
        : data;
}

TextAttachment toTextAttachment(const QByteArray& file, const QString& name)
{
    const QMimeType type = QMimeDatabase().mimeTypeForData(file);
    const std::optional<QString> text = textIn(file);
    const bool isUnknownDocument
        = type.inherits("application/postscript") || type.inherits("application/rtf");
    if (isUnknownDocument || (!text && !type.isDefault() && !type.name().startsWith("text/")))
        reject(AttachmentLoader::tr("“%1” can't be attached: files of type “%2” aren't supported.")
                   .arg(name, type.comment()));
    if (!text)
        reject(AttachmentLoader::tr("“%1” isn't a supported picture or text file.").arg(name));
    return {name, *text};
}

} // namespace

AttachmentLoader::AttachmentLoader(QObject* parent)
    : QObject(parent)
    , m_reader(ReaderProcess::standardProgram())
{
}

AttachmentLoader::Ticket AttachmentLoader::loadFile(const QString& path, Detail detail)
{
    const QString name = QFileInfo(path).fileName();
    return add({0,
        [path, name] {
            if (isDocumentFile(path))
                return Opened{.file = {}, .preview = {}, .isDocument = true};
            const QByteArray file = readFile(path, name);
            return Opened{file, quickPreview(file)};
        },
        [name, detail](const QByteArray& file) -> LoadedFile {
            if (!isPicture(file))
                return toTextAttachment(file, name);
            try {
                return finished(decodePicture(file, name), detail);
            } catch (const base::Error& error) {
                reject(name + QStringLiteral(": ") + QString::fromUtf8(error.what()));
            }
        },
        path});
}

AttachmentLoader::Ticket AttachmentLoader::loadBytes(const QByteArray& file, Detail detail)
{
    return add({0,
        [file] {
            return Opened{file, quickPreview(file)};
        },
        [detail](const QByteArray& bytes) -> LoadedFile {
            return finished(decodePicture(bytes, {}), detail);
        }});
}

AttachmentLoader::Ticket AttachmentLoader::loadImage(const QImage& image, Detail detail)
{
    return add({0, [] { return Opened{}; },
        [image, detail](
            const QByteArray&) -> LoadedFile { return finished(makePicture(image, {}), detail); }});
}

AttachmentLoader::Ticket AttachmentLoader::loadDataUrl(const QString& url, Detail detail)
{
    return add({0,
        [url] {
            const QByteArray file = fileInDataUrl(url);
            return Opened{file, quickPreview(file)};
        },
        [detail](const QByteArray& bytes) -> LoadedFile {
            return finished(decodePicture(bytes, {}), detail);
        }});
}

AttachmentLoader::Ticket AttachmentLoader::loadPage(const QString& path, int page, Detail detail)
{
    ReaderProcess drawer = pageDrawer();
    drawer.program = m_reader;
    return add({0, [] { return Opened{}; },
        [path, page, detail, drawer](const QByteArray&) -> LoadedFile {
            const QImage image = readPagePicture(path, page, pageWidth, drawer).image;
            return finished(makePicture(image, pageName(path, page)), detail);
        }});
}

QString AttachmentLoader::pageName(const QString& path, int page)
{
    return tr("%1, page %2").arg(QFileInfo(path).fileName()).arg(page);
}

void AttachmentLoader::cancel(Ticket ticket)
{
    if (m_running.contains(ticket))
        m_cancelled << ticket;
    delete m_documents.take(ticket);
    m_waiting.removeIf([ticket](const Work& each) { return each.ticket == ticket; });
}

bool AttachmentLoader::isReading(Ticket ticket) const
{
    const auto isIt = [ticket](const Work& work) { return work.ticket == ticket; };
    return (m_running.contains(ticket) && !m_cancelled.contains(ticket))
        || m_documents.contains(ticket) || std::any_of(m_waiting.begin(), m_waiting.end(), isIt);
}

AttachmentLoader::Ticket AttachmentLoader::add(Work work)
{
    work.ticket = ++m_lastTicket;
    m_waiting.enqueue(std::move(work));
    startNext();
    return m_lastTicket;
}

void AttachmentLoader::startNext()
{
    if (m_running.size() >= maxAtOnce || m_waiting.isEmpty())
        return;
    const Work work = m_waiting.dequeue();
    m_running << work.ticket;
    runInBackground<Opened>(this, work.open, [this, work](const Outcome<Opened>& outcome) {
        if (m_cancelled.contains(work.ticket) || !outcome.value) {
            if (end(work.ticket))
                emit failed(work.ticket, outcome.error);
            return;
        }
        if (outcome.value->isDocument) {
            readDocument(work.ticket, work.path);
            end(work.ticket);
            return;
        }
        if (!outcome.value->preview.isNull())
            emit previewLoaded(work.ticket, outcome.value->preview);
        decode(work, outcome.value->file);
    });
}

void AttachmentLoader::decode(const Work& work, const QByteArray& file)
{
    const auto done = [this, ticket = work.ticket](const Outcome<LoadedFile>& outcome) {
        if (!end(ticket))
            return;
        if (!outcome.value)
            emit failed(ticket, outcome.error);
        else if (const auto* picture = std::get_if<Picture>(&*outcome.value))
            emit pictureLoaded(ticket, *picture);
        else
            emit textLoaded(ticket, std::get<TextAttachment>(*outcome.value));
    };
    runInBackground<LoadedFile>(
        this,
        [decode = work.decode, file, tokens = m_pictureTokens] {
            LoadedFile loaded = decode(file);
            if (auto* picture = std::get_if<Picture>(&loaded))
                *picture = withTokens(std::move(*picture), tokens);
            return loaded;
        },
        done);
}

// It takes none of the slots for images: a scan may take minutes.
void AttachmentLoader::readDocument(Ticket ticket, const QString& path)
{
    auto* reading = new DocumentReading(path, {.program = m_reader}, this);
    m_documents.insert(ticket, reading);
    connect(reading, &DocumentReading::progressed, this,
        [this, ticket](int pages) { emit progressed(ticket, pages); });
    connect(reading, &DocumentReading::ended, this,
        [this, ticket, path] { takeDocument(ticket, path); });
}

void AttachmentLoader::takeDocument(Ticket ticket, const QString& path)
{
    DocumentReading* reading = m_documents.take(ticket);
    reading->deleteLater();
    if (!reading->document())
        emit failed(ticket, reading->error());
    else
        emit textLoaded(ticket,
            {QFileInfo(path).fileName(), {}, reading->document(),
                QFileInfo(path).absoluteFilePath()});
}

// False if nobody waits for it any more.
bool AttachmentLoader::end(Ticket ticket)
{
    m_running.removeOne(ticket);
    startNext();
    return !m_cancelled.removeOne(ticket);
}

namespace {

constexpr qint64 beginning = 4096; // bytes

// The end may be within a character.
bool isText(const QByteArray& head)
{
    for (qsizetype cut = 0; cut < 4 && cut < head.size(); ++cut)
        if (textIn(head.chopped(cut)))
            return true;
    return false;
}

} // namespace

bool hasDrawablePages(const TextAttachment& document)
{
    return document.document && document.document->isPaged && !document.document->pages.empty()
        && document.path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
}

bool hasLittleText(const TextAttachment& document)
{
    return hasDrawablePages(document)
        && document.document->text.size() < littleText * document.document->pages.size();
}

bool isDocumentFile(const QString& path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(beginning);
    const std::string_view bytes(head.constData(), size_t(head.size()));
    if (beginsLikePackage(bytes) || beginsLikeCompoundFile(bytes))
        return true; // the reader says which office file or book it is, or why it can't be read
    if (const DocumentFormat* binary = findFormatByMagic(bytes))
        return binary->use == FormatUse::Document;
    if (isPicture(head) || !isText(head))
        return false;
    const DocumentFormat* named = findFormatByName(info.fileName().toStdString());
    const bool isNamed = named && named->use == FormatUse::Document && !named->isBinary()
        && named->beginnings.empty();
    return isNamed || findFormatByBeginning(bytes) || file.size() > longestText;
}

QStringList documentNamePatterns()
{
    QStringList patterns;
    for (const DocumentFormat& format : documentFormats())
        if (format.use == FormatUse::Document || format.use == FormatUse::Text)
            forEachItem(format.suffixes, [&patterns](std::string_view suffix) {
                patterns.append(
                    "*." + QString::fromLatin1(suffix.data(), qsizetype(suffix.size())));
            });
    return patterns;
}

namespace {

// Control characters that texts do have: tab, line feed, vertical tab, form feed, carriage return,
// escape.
bool isTextCharacter(char16_t character)
{
    return character >= 0x20 || (character >= 0x09 && character <= 0x0D) || character == 0x1B;
}

std::optional<QString> decoded(const QByteArray& file, QStringConverter::Encoding encoding)
{
    QStringDecoder decoder(encoding, QStringDecoder::Flag::Stateless);
    QString text = decoder.decode(file);
    if (decoder.hasError())
        return std::nullopt;
    return text;
}

QString withPlainLineEnds(QString text)
{
    if (text.contains(u'\r')) {
        text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
        text.replace(u'\r', u'\n');
    }
    return text;
}

} // namespace

std::optional<QString> textIn(const QByteArray& file)
{
    const auto marked = QStringConverter::encodingForData(file);
    std::optional<QString> text = decoded(file, marked.value_or(QStringConverter::Utf8));
    if (!text && !marked)
        text = decoded(file, QStringConverter::Latin1);
    const auto isText = [](QChar each) { return isTextCharacter(each.unicode()); };
    if (!text || !std::all_of(text->cbegin(), text->cend(), isText))
        return std::nullopt;
    return withPlainLineEnds(*std::move(text));
}

} // namespace services
