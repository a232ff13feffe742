#pragma once

#include "runtime/answer_request.h"
#include <string>

namespace services::server {

/// The pixels of a picture that came with a request. Few are decoded at once, for they are large.
/// Throws ApiError(400) with `field` if it is no picture that can be read.
runtime::Pixels readPicture(const std::string& bytes, const std::string& field);

/// The text of a document that came with a request, read by vignette-reader. Its name says what kind
/// of text a text is. Throws ApiError(400) with `field` if it cannot be read.
runtime::Passage readDocumentPart(
    const std::string& name, const std::string& bytes, const std::string& field);

} // namespace services::server
