#include "services/documents/index/picture_captions.h"

#include "kernels/error.h"
#include "services/documents/index/document_files.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace services {

namespace {

constexpr qint64 headSize = 1024; // bytes, by which a picture is known

bool isCaption(const IndexedPassage& passage)
{
    return passage.bytes.size() == 0 && !passage.text.empty();
}

bool isPictureFile(const QString& path)
{
    QFile file(path);
    return QFileInfo(file).isFile() && file.open(QIODevice::ReadOnly)
        && isPicture(file.read(headSize));
}

std::vector<IndexedPassage> passagesOf(DocumentIndex& index, const QByteArray& content)
{
    std::vector<IndexedPassage> passages;
    for (FoundPassage& found : index.passages(index.passagesIn(content)))
        passages.push_back(std::move(found.passage));
    return passages;
}

// Nothing if it cannot be decoded.
std::optional<Picture> pictureAt(const QString& path)
{
    try {
        return decodePictureFile(path);
    } catch (const kernels::Error&) {
        return std::nullopt;
    }
}

FileOutcome outcomeOf(const QString& path, const DocumentRecord& document)
{
    return {path, document.pages, document.passages, document.error};
}

} // namespace

bool lacksCaption(DocumentIndex& index, const IndexedFile& file)
{
    return isPictureFile(file.stamp.path)
        && std::ranges::none_of(passagesOf(index, file.document.content), isCaption);
}

FileOutcome addCaption(DocumentIndex& index, const IndexedFile& file, PictureCaptioner& captioner)
{
    const QString& path = file.stamp.path;
    DocumentRecord document = file.document;
    const std::optional<Picture> picture = pictureAt(path);
    const std::string caption = picture ? captioner.captionOf(*picture) : std::string();
    if (caption.empty() || FileStamps().of(path) != file.stamp)
        return outcomeOf(path, document);
    auto passages = passagesOf(index, document.content);
    const size_t end = passages.empty() ? 0 : passages.back().bytes.to;
    passages.push_back({1, {}, caption, {end, end}, {}});
    if (!document.error.isEmpty()) { // by which it was known
        document.content = contentOf(path);
        document.title = QFileInfo(path).completeBaseName();
        document.error.clear();
    }
    document.pages = std::max(document.pages, 1);
    document.passages = int(passages.size());
    index.addDocument(file.stamp, document, passages);
    return outcomeOf(path, document);
}

} // namespace services
