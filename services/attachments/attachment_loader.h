#pragma once

#include "services/documents/document.h"
#include "services/pictures/picture.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QQueue>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <variant>

namespace services {

class DocumentReading;

/// What is attached to a message and read before it: a long paste or a small text file, whose text the
/// model reads as it is; or a document, of which it reads numbered passages.
struct TextAttachment {
    QString name;
    QString text; ///< empty: it is a document
    std::shared_ptr<const Document> document = {}; ///< what was read of it; null: a text
    QString path = {}; ///< of the document's file, which may be gone

    bool operator==(const TextAttachment&) const = default;
};

/// True if the pages of a document can be drawn: it is a PDF with pages.
bool hasDrawablePages(const TextAttachment& document);

/// True if so little text was read on these pages that their images say more.
bool hasLittleText(const TextAttachment& document);

inline constexpr qint64 maxTextBytes = 16 << 20; ///< the largest text that can be pasted
inline constexpr qint64 longestText = 100'000; ///< bytes; a longer file is a document

std::optional<QString> textIn(const QByteArray& file);

/// True if a file that is attached to a message is read as a document and not as an image or as a
/// text that the model reads as it is: a PDF, an office file, a book, a page of the web, a mail; or
/// a text that is longer than longestText. What cannot be opened is none. Reads only its beginning.
bool isDocumentFile(const QString& path);

/// Patterns of the names of documents and texts, such as "*.pdf", for dialogs.
QStringList documentNamePatterns();

/// The content of a file after it was read.
using LoadedFile = std::variant<Picture, TextAttachment>;

/// A file that belongs to a message and has not been read yet.
struct AwaitedFile {
    QString name; ///< to be shown to users
    QString path; ///< empty if it came as bytes, so that it cannot be read again
    int pictures = 0; ///< how many of the message's images come before it
    int texts = 0; ///< how many of the message's texts come before it
    quint64 ticket = 0; ///< of the AttachmentLoader that reads it; 0: none. Not stored on the disk.
};

/// Reads the images, texts and documents that are attached to a message, in the background, a few
/// at a time. The content of a file decides what it is. Lives in one thread, usually the window's.
/// Every ticket is answered in that thread, after the call that returned it, by exactly one of the
/// signals pictureLoaded, textLoaded and failed, unless it is canceled.
class AttachmentLoader : public QObject {
    Q_OBJECT

public:
    using Ticket = quint64;

    /// How many pixels of an image are kept: all, or at most a million, for when there are many
    /// images.
    enum class Detail { Full, Reduced };

    static constexpr int fullPictures = 12; ///< of a message that keep all their pixels

    /// The detail of a message's file, by its index among all files of the message, from 0.
    static Detail detailAt(int place)
    {
        return place < fullPictures ? Detail::Full : Detail::Reduced;
    }

    explicit AttachmentLoader(QObject* parent = nullptr);

    /// The program that reads documents, if it is not in the folder of this one.
    void setReader(const QString& program) { m_reader = program; }

    /// How many tokens images may take that are loaded from now on, see vision::withImageTokens(); 0,
    /// as at first: as models are made.
    void setPictureTokens(qint64 tokens) { m_pictureTokens = tokens; }

    Ticket loadFile(const QString& path, Detail detail = Detail::Full);

    /// `file` contains the bytes of an image file, as a clipboard offers them.
    Ticket loadBytes(const QByteArray& file, Detail detail = Detail::Full);

    /// Loads pixels that are already decoded. Transparent ones are drawn on white.
    Ticket loadImage(const QImage& image, Detail detail = Detail::Full);

    /// Loads a "data:" URL that contains an image file.
    Ticket loadDataUrl(const QString& url, Detail detail = Detail::Full);

    /// Draws a page (from 1) of a PDF, as readPagePicture() does.
    Ticket loadPage(const QString& path, int page, Detail detail = Detail::Full);
    static QString pageName(const QString& path, int page); ///< "plan.pdf, page 2", for users

    /// No signal will be sent for this ticket.
    void cancel(Ticket ticket);

    bool isReading(Ticket ticket) const; ///< it waits or is read: a signal will answer it

signals:
    /// Sent before a large image is completely decoded, with a small version of it.
    void previewLoaded(services::AttachmentLoader::Ticket ticket, const QImage& preview);
    void pictureLoaded(services::AttachmentLoader::Ticket ticket, const services::Picture& picture);
    void progressed(services::AttachmentLoader::Ticket ticket, int pages); ///< of a document
    /// Sent for a text or a document.
    void textLoaded(
        services::AttachmentLoader::Ticket ticket, const services::TextAttachment& text);
    void failed(services::AttachmentLoader::Ticket ticket, const QString& message);

private:
    /// What there is to decode, and what it looks like.
    struct Opened {
        QByteArray file;
        QImage preview;
        bool isDocument = false; ///< then the file has not been read
    };

    // Two steps in the background, so that the preview is shown between them.
    struct Work {
        Ticket ticket = 0;
        std::function<Opened()> open;
        std::function<LoadedFile(const QByteArray&)> decode;
        QString path = {}; ///< of a file that may be a document
    };

    Ticket add(Work work);
    void startNext();
    void decode(const Work& work, const QByteArray& file);
    void readDocument(Ticket ticket, const QString& path);
    void takeDocument(Ticket ticket, const QString& path);
    bool end(Ticket ticket);

    Ticket m_lastTicket = 0;
    QList<Ticket> m_running; // canceled ones included
    QList<Ticket> m_cancelled; // of those that run
    QQueue<Work> m_waiting;
    QString m_reader; // a program
    QHash<Ticket, DocumentReading*> m_documents; // that are being read; owned by this
    qint64 m_pictureTokens = 0;
};

} // namespace services
