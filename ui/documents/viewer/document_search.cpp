#include "ui/documents/viewer/document_search.h"

#include <QStringView>

namespace ui {

namespace {

// How many bytes a text takes in UTF-8.
size_t bytesOf(QStringView text)
{
    size_t bytes = 0;
    for (const QChar unit : text) {
        const char16_t code = unit.unicode();
        bytes += code < 0x80 ? 1 : code < 0x800 || unit.isSurrogate() ? 2 : 3;
    }
    return bytes;
}

} // namespace

std::vector<DocumentHit> findIn(const services::Document& document, const QString& words)
{
    std::vector<DocumentHit> hits;
    if (words.trimmed().isEmpty())
        return hits;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const services::ByteRange range = document.pages[page].bytes;
        const QString text
            = QString::fromUtf8(document.text.data() + range.from, qsizetype(range.size()));
        qsizetype passed = 0; // units of the text, and its bytes up to there
        size_t byte = range.from;
        for (qsizetype at = 0; (at = text.indexOf(words, at, Qt::CaseInsensitive)) >= 0;
             at += words.size()) {
            byte += bytesOf(QStringView(text).sliced(passed, at - passed));
            passed = at;
            const size_t length = bytesOf(QStringView(text).sliced(at, words.size()));
            hits.push_back({page, {byte, byte + length}});
            if (hits.size() == mostDocumentHits)
                return hits;
        }
    }
    return hits;
}

} // namespace ui
