#pragma once

#include "runtime/answer_request.h"
#include "services/server/protocol/fields.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services::server {

/// Returns the contents of the image at a URL, for a client; takes as long as the network does. Throws
/// Error{BadRequest} with the reason, and Error{Cancelled} once `isGone` returns true. Called on many
/// threads at once.
using DownloadImage
    = std::function<std::string(const std::string& url, const std::function<bool()>& isGone)>;

/// The bytes of base64, in either alphabet. Throws ApiError(400) with `field` if it is none.
std::string fromBase64(std::string_view text, const std::string& field);

/// Reads the files that came with one request. Few are read at once, because they are large. All
/// functions throw ApiError(400) with `field`, and ClientGone.
class AttachedFiles {
public:
    static constexpr int maxPictures = 32; ///< of a request
    /// The time from the first download of a request to the end of the last one, with the time that
    /// they wait for other clients' downloads.
    static constexpr std::chrono::seconds maxDownloadTime{60};

    /// `isGone` tells whether the client has hung up. Without `download`, images come within requests.
    AttachedFiles(std::function<bool()> isGone, DownloadImage download,
        std::chrono::milliseconds downloadTime = maxDownloadTime)
        : m_isGone(std::move(isGone))
        , m_download(std::move(download))
        , m_downloadTime(downloadTime)
    {
    }

    /// The pixels of an image. Throws also if it is one too many.
    runtime::Pixels readPicture(const std::string& bytes, const std::string& field);

    /// The same for the image at a URL: "data:image/png;base64,…", or one to download.
    runtime::Pixels readPictureAt(const std::string& url, const std::string& field);

    /// The text of a document, read by vignette-reader. Its name says what kind of text a text is.
    runtime::Passage readDocument(
        const std::string& name, const std::string& bytes, const std::string& field) const;

private:
    using Clock = std::chrono::steady_clock;

    void countPicture(const std::string& field);
    runtime::Pixels download(const std::string& url, const std::string& field);
    runtime::Pixels decode(const std::string& bytes, const std::string& field) const;

    const std::function<bool()> m_isGone;
    const DownloadImage m_download; // null: nothing is downloaded
    const std::chrono::milliseconds m_downloadTime;
    std::optional<Clock::time_point> m_downloadsEnd; // set by the first download
    int m_pictures = 0;
};

/// Reads the content of a message: a text, nothing, or a list of parts (`text`, `image_url`, `file`,
/// and the names that /v1/responses has for them). `files` are those of the whole request. Throws
/// ApiError(400) naming the part, and ClientGone.
std::vector<runtime::Part> readContent(
    const Json* content, const std::string& field, AttachedFiles& files);

} // namespace services::server
