#pragma once

#include "runtime/answer_request.h"
#include <functional>
#include <string>
#include <utility>

namespace services::server {

/// Reads the files that came with one request. Few are read at once, for they are large. All functions
/// throw ApiError(400) with `field`, and ClientGone.
class AttachedFiles {
public:
    static constexpr int maxPictures = 32; ///< of a request

    /// `isGone` tells whether the client has hung up.
    explicit AttachedFiles(std::function<bool()> isGone)
        : m_isGone(std::move(isGone))
    {
    }

    /// The pixels of a picture. Throws also if it is one too many.
    runtime::Pixels readPicture(const std::string& bytes, const std::string& field);

    /// The text of a document, read by vignette-reader. Its name says what kind of text a text is.
    runtime::Passage readDocument(
        const std::string& name, const std::string& bytes, const std::string& field) const;

private:
    const std::function<bool()> m_isGone;
    int m_pictures = 0;
};

} // namespace services::server
