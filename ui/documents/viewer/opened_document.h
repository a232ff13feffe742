#pragma once

#include "services/conversations/message.h"
#include "services/documents/document.h"
#include "services/documents/page_picture.h"
#include "services/documents/read_document.h"

#include <QDateTime>
#include <QImage>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// The properties of a document that are known before it is read: how it is shown.
struct DocumentLook {
    enum class Kind {
        Pages, ///< a PDF: images of its pages
        Picture,
        Text, ///< whatever else: what the reader sees in it
    };

    Kind kind = Kind::Text;
    QDateTime changed; ///< when the file was written last
};

/// Throws Error{BadFile} with a message for users if there is no such file. Any thread but the
/// window's may call it, for the file may be far away.
DocumentLook lookAt(const QString& path);

/// A location at which words were found in a document.
struct DocumentHit {
    size_t page = 0; ///< an index into the document's pages
    services::ByteRange bytes;

    bool operator==(const DocumentHit&) const = default;
};

/// More are not searched for.
inline constexpr size_t maxDocumentHits = 10'000;

/// Finds words, regardless of case, in the order of the text. A hit never spans two pages. Any
/// thread may call it.
std::vector<DocumentHit> findIn(const services::Document& document, const QString& words);

/// The images of a document's pages: made in the background, one at a time, the page that was
/// requested last first; a few are kept.
class PagePictures : public QObject {
    Q_OBJECT

public:
    PagePictures(const QString& path, const services::ReaderProcess& drawer, QObject* parent);

    /// The image of a page (from 1) in this width, or else in another one; null if there is none
    /// yet.
    const services::PagePicture* find(int page, int width) const;

    /// Makes it, unless it is there. What was wanted before and is not being made is not wanted any
    /// more.
    void want(int page, int width);

signals:
    void arrived(int page);
    void failed(int page, const QString& message);

private:
    struct Kept {
        int page, width; // as requested; the image may be smaller
        services::PagePicture picture;
    };
    struct Request {
        int page, width;
        bool operator==(const Request&) const = default;
    };

    void make(Request request);
    void keep(Request request, services::PagePicture picture);

    QString m_path;
    services::ReaderProcess m_drawer;
    QList<Kept> m_kept; // the one that was made last at the end
    bool m_isMaking = false;
    std::optional<Request> m_next;
};

/// The location of a passage in a document.
struct PassageLocation {
    int page = 0; ///< from 1; 0: not known
    QList<QRectF> rectangles; ///< points on that page; may be empty
    std::optional<services::ByteRange> bytes; ///< of the text, once that has been read
    /// Its sentences that support best what it is cited for, once they are known.
    std::vector<services::ByteRange> sentences = {}; ///< of the text
    QList<QRectF> sentenceRectangles = {}; ///< on that page; may be empty
};

/// A file that is shown because a passage of it is a source: what it is, its pages or its text, and
/// where in it the passage is. Files are looked at in the background. Destroying it ends its tasks.
class OpenedDocument : public QObject {
    Q_OBJECT

public:
    using Kind = DocumentLook::Kind;

    /// `read` is when the model read the passage: if the file is not older, or that is not known,
    /// the passage is searched for in its text. `statements` cite it.
    OpenedDocument(const services::Source& source, const QDateTime& read,
        const QStringList& statements, const QString& reader, QObject* parent);
    ~OpenedDocument() override;

    const services::Source& source() const { return m_source; }
    const std::optional<Kind>& kind() const { return m_kind; } ///< none: not looked at yet

    /// What is wrong with the file, for the user; empty: nothing is known to be.
    const QString& message() const { return m_message; }

    PagePictures* pages() const { return m_pages; } ///< of a PDF, else null
    const QImage& picture() const { return m_picture; } ///< once it is here
    const services::SharedDocument& text() const { return m_text; } ///< once it has been read
    const std::vector<services::TextPart>& parts() const { return m_parts; } ///< of it
    const PassageLocation& passage() const { return m_passage; }

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
    void textFailed(const QString& message); ///< of a PDF or an image, which is shown nevertheless
    void passageFound(); ///< its location is known now, or better
    void sentencesFound(); ///< those of the passage are known now
    void found(); ///< hits
    void failed(const QString& message); ///< nothing can be shown, or no longer all

private:
    void look(const QDateTime& read);
    void take(const DocumentLook& look, const QDateTime& read);
    void readPicture();
    void takeText();
    void findSentences();
    void locateSentences();
    void fail(const QString& message);
    services::ReaderProcess reader(services::ReaderProcess process) const;

    services::Source m_source;
    QString m_reader; // a program
    std::optional<Kind> m_kind;
    QString m_message;
    bool m_isLocated = false; // the location that the source itself names is enough
    PassageLocation m_passage;
    std::vector<std::string> m_statements; // that cite it
    std::vector<services::ByteRange> m_sentences; // of the passage, that support them best
    std::optional<services::ByteRange> m_found; // the passage in the text
    PagePictures* m_pages = nullptr;
    QImage m_picture;
    services::DocumentReading* m_reading = nullptr;
    services::SharedDocument m_text;
    std::vector<services::TextPart> m_parts;
    QString m_words; // that are searched for
    std::vector<DocumentHit> m_hits;
};

} // namespace ui
