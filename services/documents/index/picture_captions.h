#pragma once

#include "services/documents/index/index_documents.h"
#include "services/pictures/picture.h"

#include <QString>

#include <string>

namespace services {

/// Something that sees, and says in words what a picture shows.
class PictureCaptioner {
public:
    virtual ~PictureCaptioner() = default;

    /// A few sentences; empty: it cannot tell.
    virtual std::string captionOf(const Picture& picture) = 0;
};

/// Whether a file of a store lacks a caption: it is a picture, by its first bytes, and none of its
/// passages is one. Throws what the store throws.
bool lacksCaption(DocumentIndex& index, const IndexedFile& file);

/// Adds what a captioner says of such a file to its passages, so that questions find it by what it
/// shows; a picture without text is read from then on. A caption stands in no text: its bytes are an
/// empty range behind it. Stays as it is if the captioner cannot tell, or the picture is gone or broken.
/// Throws what the store and the captioner throw.
FileOutcome addCaption(DocumentIndex& index, const IndexedFile& file, PictureCaptioner& captioner);

} // namespace services
