#pragma once

#include "services/conversations/source.h"
#include "services/documents/document_reading.h"
#include "services/documents/passage_place.h"
#include "ui/documents/viewer/document_look.h"
#include "ui/documents/viewer/document_search.h"

#include <QDateTime>
#include <QImage>
#include <QObject>

#include <optional>

namespace ui {

class PagePictures;

/// Where a passage stands in a document.
struct PassagePlace {
    int page = 0; ///< from 1; 0: not known
    QList<QRectF> rectangles; ///< points on that page; may be empty
    std::optional<services::ByteRange> bytes; ///< of the text, once that has been read
};

/// A file that is shown because a passage of it is a source: what it is, its pages or its text, and
/// where in it the passage stands. Files are looked at in the background. Destroying it ends what is
/// under way.
class OpenedDocument : public QObject {
    Q_OBJECT

public:
    using Kind = DocumentLook::Kind;

    /// `read` is when the model read the passage: if the file is not older, or that is not known, the
    /// passage is looked for in its text.
    OpenedDocument(const services::Source& source, const QDateTime& read, const QString& reader,
        QObject* parent);
    ~OpenedDocument() override;

    const services::Source& source() const { return m_source; }
    const std::optional<Kind>& kind() const { return m_kind; } ///< none: not looked at yet

    /// What is wrong with the file, for the user; empty: nothing is known to be.
    const QString& sentence() const { return m_sentence; }

    PagePictures* pages() const { return m_pages; } ///< of a PDF, else null
    const QImage& picture() const { return m_picture; } ///< once it is here
    const services::SharedDocument& text() const { return m_text; } ///< once it has been read
    const std::vector<services::TextPart>& parts() const { return m_parts; } ///< of it
    const PassagePlace& passage() const { return m_passage; }

    /// Reads the text, if that has not begun. Text is read by itself.
    void readText();

    /// Looks for words in the text, once it has been read; found() tells. No words: nothing.
    void find(const QString& words);
    const std::vector<DocumentHit>& hits() const { return m_hits; }

    /// A length of text that is shown at once, in bytes.
    static constexpr size_t partBytes = 60'000;

signals:
    void lookedAt(); ///< there is a kind
    void pictureRead();
    void progressed(int pages); ///< of the text that is being read
    void textRead();
    void textFailed(
        const QString& sentence); ///< of a PDF or a picture, which is shown nevertheless
    void passageFound(); ///< where it stands is known now, or better
    void found(); ///< hits
    void failed(const QString& sentence); ///< nothing can be shown, or no longer all

private:
    void look(const QDateTime& read);
    void take(const DocumentLook& look, const QDateTime& read);
    void readPicture();
    void takeText();
    void fail(const QString& sentence);
    services::ReaderProcess reader(services::ReaderProcess process) const;

    services::Source m_source;
    QString m_reader; // a program
    std::optional<Kind> m_kind;
    QString m_sentence;
    bool m_isLocated = false; // the source's own word on where the passage stands is enough
    PassagePlace m_passage;
    PagePictures* m_pages = nullptr;
    QImage m_picture;
    services::DocumentReading* m_reading = nullptr;
    services::SharedDocument m_text;
    std::vector<services::TextPart> m_parts;
    QString m_words; // that are looked for
    std::vector<DocumentHit> m_hits;
};

} // namespace ui
