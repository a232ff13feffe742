#include "services/server/protocol/content_parts.h"

#include "base/error.h"
#include "services/documents/read_document.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/fields.h"
#include "vision/image_budget.h"
#include "vision/images/decode.h"
#include "vision/images/resize.h"

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <semaphore>
#include <string>

namespace services::server {

namespace {

constexpr std::string_view dataScheme = "data:";
constexpr int maxDownloads = 8; // of all clients at once, because each takes memory and a thread
constexpr std::chrono::milliseconds askForTurnEvery(50); // whether the client is still there

std::counting_semaphore<maxDownloads> freeDownloads(maxDownloads);

/// A turn at downloading and decoding an image.
class DownloadTurn {
public:
    // Waits for a turn. Throws ClientGone once `isGone` returns true.
    explicit DownloadTurn(const std::function<bool()>& isGone)
    {
        while (!freeDownloads.try_acquire_for(askForTurnEvery))
            if (isGone())
                throw ClientGone();
    }
    ~DownloadTurn() { freeDownloads.release(); }
    DownloadTurn(const DownloadTurn&) = delete;
    DownloadTurn& operator=(const DownloadTurn&) = delete;
};

// The bytes in "data:image/png;base64,…", which begins with that scheme.
std::string readDataUri(std::string_view text, const std::string& field)
{
    const size_t comma = text.find(',');
    if (comma == std::string_view::npos || comma > 1000)
        throw wrongField(field, "is a data: URI without a comma.");
    const std::string_view head = text.substr(5, comma - 5);
    if (!head.ends_with(";base64"))
        throw wrongField(field, "must be a data: URI in base64.");
    return fromBase64(text.substr(comma + 1), field);
}

} // namespace

std::string fromBase64(std::string_view text, const std::string& field)
{
    using Result = QByteArray::FromBase64Result;
    const auto bytes = QByteArray::fromRawData(text.data(), qsizetype(text.size()));
    const bool isForUrls = text.find_first_of("-_") != std::string_view::npos;
    const Result result = QByteArray::fromBase64Encoding(bytes,
        QByteArray::AbortOnBase64DecodingErrors
            | (isForUrls ? QByteArray::Base64UrlEncoding : QByteArray::Base64Encoding));
    if (!result)
        throw wrongField(field, "is not valid base64.");
    return result.decoded.toStdString();
}

namespace {

// Removes folders; the name is shown to the model and ends the name of a file of our own.
QString plainName(const std::string& name)
{
    QString plain = QFileInfo(QString::fromStdString(name)).fileName().left(100);
    plain.remove(u'\0');
    return plain.isEmpty() || plain.startsWith(u'.') ? QStringLiteral("document") + plain : plain;
}

} // namespace

void AttachedFiles::countPicture(const std::string& field)
{
    if (++m_pictures > maxPictures)
        throw wrongField(
            field, "exceeds the limit of images per request: " + std::to_string(maxPictures) + ".");
}

runtime::Pixels AttachedFiles::readPicture(const std::string& bytes, const std::string& field)
{
    countPicture(field);
    return decode(bytes, field);
}

runtime::Pixels AttachedFiles::readPictureAt(const std::string& url, const std::string& field)
{
    if (url.starts_with(dataScheme))
        return readPicture(readDataUri(url, field), field);
    if (!m_download)
        throw wrongField(field,
            "must be a data: URI: images are only downloaded from hosts that "
            "vignette-cli serve --allow-image-urls HOST names.");
    countPicture(field);
    return download(url, field);
}

runtime::Pixels AttachedFiles::download(const std::string& url, const std::string& field)
{
    if (!m_downloadsEnd)
        m_downloadsEnd = Clock::now() + m_downloadTime;
    const auto mustStop = [&] { return m_isGone() || Clock::now() > *m_downloadsEnd; };
    const auto stopped = [&]() -> ApiError {
        if (m_isGone())
            throw ClientGone();
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(m_downloadTime);
        return wrongField(field,
            "cannot be downloaded: the images of a request may take "
                + std::to_string(seconds.count()) + " seconds together.");
    };
    try {
        const DownloadTurn turn(mustStop);
        return decode(m_download(url, mustStop), field);
    } catch (const ClientGone&) {
        throw stopped();
    } catch (const base::Error& error) {
        if (error.kind() == base::ErrorKind::Cancelled)
            throw stopped();
        throw wrongField(field, std::string("cannot be downloaded: ") + error.what());
    }
}

runtime::Pixels AttachedFiles::decode(const std::string& bytes, const std::string& field) const
try {
    const HeavyWork turn(m_isGone);
    return std::make_shared<const vision::Image>(
        vision::decodeImage(std::as_bytes(std::span(bytes))));
} catch (const base::Error& error) {
    throw wrongField(field, std::string("cannot be used: ") + error.what());
}

runtime::Passage AttachedFiles::readDocument(
    const std::string& name, const std::string& bytes, const std::string& field) const
{
    const HeavyWork turn(m_isGone);
    const QTemporaryDir folder;
    const QString plain = plainName(name);
    QFile file(folder.filePath(plain));
    const auto length = qint64(bytes.size());
    if (!folder.isValid() || !file.open(QIODevice::WriteOnly)
        || file.write(bytes.data(), length) != length || !file.flush())
        throw ApiError(500, "server_error", "Not enough disk space for a document.", field);
    file.close();
    try {
        ReaderProcess process;
        process.isCancelled = m_isGone;
        return {{plain.toStdString()}, services::readDocument(file.fileName(), {}, process).text};
    } catch (const base::Error& error) {
        if (m_isGone())
            throw ClientGone();
        throw wrongField(field, std::string("cannot be read: ") + error.what());
    }
}

namespace {

constexpr size_t maxParts = 1000;

runtime::Part textPart(const Fields& part, AttachedFiles&)
{
    return part.requiredText("text");
}

constexpr int64_t maxPixels = int64_t(1) << 30;

// "detail" chooses how many tokens an image takes, "max_pixels" scales it down before.
runtime::Pixels withDetail(const runtime::Pixels& pixels, const Fields& fields)
{
    const std::string detail = fields.text("detail").value_or("auto");
    const auto most = fields.integer("max_pixels", 1, maxPixels);
    static const std::map<std::string, int64_t> details{{"auto", 0}, {"low", vision::fastImage},
        {"high", vision::fineImage}, {"tiles", vision::tilesImage}};
    const auto chosen = details.find(detail);
    if (chosen == details.end())
        throw wrongField(
            fields.path("detail"), "must be \"low\", \"high\", \"tiles\" or \"auto\".");
    const bool isLarge = most && !pixels->video && pixels->width * pixels->height > *most;
    if (chosen->second == 0 && !isLarge)
        return pixels;
    auto changed = std::make_shared<vision::Image>(*pixels);
    if (isLarge) {
        const double factor
            = std::sqrt(double(*most) / (double(pixels->width) * double(pixels->height)));
        const auto scaled = [factor](int64_t side) {
            return std::max<int64_t>(1, int64_t(double(side) * factor));
        };
        *changed = vision::resizeImage(*pixels, scaled(pixels->width), scaled(pixels->height),
            vision::Resampling::Bicubic);
    }
    if (chosen->second != 0)
        changed->tokens = chosen->second;
    return changed;
}

// Chat: {"image_url": {"url": …, "detail": …}}; responses: {"image_url": …, "detail": …}.
runtime::Part picturePart(const Fields& part, AttachedFiles& files)
{
    const Json* url = part.find("image_url");
    if (url && url->is_string())
        return withDetail(
            files.readPictureAt(url->get<std::string>(), part.path("image_url")), part);
    const auto object = part.object("image_url");
    if (!object)
        throw wrongField(part.path("image_url"), "is missing.");
    return withDetail(
        files.readPictureAt(object->requiredText("url"), object->path("url")), *object);
}

runtime::Part documentFrom(const Fields& file, const AttachedFiles& files)
{
    if (!file.has("file_data"))
        throw wrongField(file.path("file_data"),
            "is missing: this server stores no files, so send the document with the request.");
    const std::string field = file.path("file_data");
    const std::string data = file.requiredText("file_data");
    const std::string bytes
        = data.starts_with(dataScheme) ? readDataUri(data, field) : fromBase64(data, field);
    return files.readDocument(file.text("filename").value_or("document"), bytes, field);
}

// Chat: {"file": {"filename", "file_data"}}; responses: the fields themselves.
runtime::Part filePart(const Fields& part, AttachedFiles& files)
{
    const auto file = part.object("file");
    return documentFrom(file ? *file : part, files);
}

// An extension for our own command line: {"text", "name", "place", "of": "picture"} separates the
// text of an image or of a document from the user's message.
runtime::Part passagePart(const Fields& part, AttachedFiles&)
{
    using From = runtime::Passage::From;
    return runtime::Passage{{part.requiredText("name"), part.text("place").value_or("")},
        part.requiredText("text"),
        part.text("of").value_or("") == "picture" ? From::Picture : From::Document};
}

runtime::Part refusalPart(const Fields& part, AttachedFiles&)
{
    return part.requiredText("refusal");
}

struct PartKind {
    std::string_view type;
    runtime::Part (*read)(const Fields& part, AttachedFiles& files);
};

constexpr PartKind kinds[] = {
    {"text", textPart},
    {"input_text", textPart},
    {"output_text", textPart},
    {"summary_text", textPart},
    {"image_url", picturePart},
    {"input_image", picturePart},
    {"file", filePart},
    {"input_file", filePart},
    {"passage", passagePart},
    {"refusal", refusalPart},
};

runtime::Part readPart(const Fields& part, AttachedFiles& files)
{
    const std::string type = part.requiredText("type");
    for (const PartKind& kind : kinds)
        if (kind.type == type)
            return kind.read(part, files);
    throw wrongField(part.path("type"), "is '" + type + "', which isn't supported.");
}

} // namespace

std::vector<runtime::Part> readContent(
    const Json* content, const std::string& field, AttachedFiles& files)
{
    if (!content)
        return {};
    if (content->is_string())
        return {content->get<std::string>()};
    if (!content->is_array() || content->size() > maxParts)
        throw wrongField(
            field, "must be a string or a list of at most " + std::to_string(maxParts) + " parts.");
    std::vector<runtime::Part> parts;
    for (const Json& each : *content)
        parts.push_back(
            readPart(Fields(each, field + "[" + std::to_string(parts.size()) + "]"), files));
    return parts;
}

} // namespace services::server
