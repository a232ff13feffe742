#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/turn.h"
#include "services/documents/picture_texts.h"

#include <QHash>
#include <QMap>
#include <QObject>
#include <QPointer>

#include <memory>

namespace services {

class Settings;

/// Reads the files of messages that were sent before their files had been read. All files of a
/// message are put into it together, in the order in which they were attached, even if some of them
/// cannot be read; an answer that needs those fails. If an answer is stopped while a file is being
/// read, the file is still put into its message. Lives in the window's thread.
class FileGatherer : public QObject, public ContextGatherer {
    Q_OBJECT

public:
    /// The loader must outlive this object.
    explicit FileGatherer(AttachmentLoader& loader, QObject* parent = nullptr);
    ~FileGatherer() override;

    std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events) override;

private:
    /// The files of one message.
    struct Reading {
        QPointer<Conversation> conversation;
        MessageId message = noMessage;
        QHash<AttachmentLoader::Ticket, int> open; // the index of each file in its message
        QMap<int, LoadedFile> read; // by index
        QString name; // of one of them
        int pages = 0; // that have been read of it, if it is a document
        QString failure; // of the first that could not be read
    };
    using ReadingPointer = std::shared_ptr<Reading>;
    class Files;

    ReadingPointer findOrBeginReading(Conversation& conversation, const Message& message);
    void begin(Reading& reading, const Message& message);
    void take(AttachmentLoader::Ticket ticket, const LoadedFile& file);
    void showPages(AttachmentLoader::Ticket ticket, int pages);
    void fail(AttachmentLoader::Ticket ticket, const QString& message);
    void update(const ReadingPointer& reading);
    QList<ReadingPointer> readingsWith(AttachmentLoader::Ticket ticket) const;

    AttachmentLoader& m_loader;
    QList<ReadingPointer> m_readings; // that are under way
    QList<Files*> m_gatherings; // that wait for some of them; owned by their turns
};

/// Reads the text in the images that a question is about, those of the newest message that has any,
/// unless that was done before or the settings say no. The text becomes part of the images. Lives
/// in the window's thread.
class PictureTextGatherer : public QObject, public ContextGatherer {
    Q_OBJECT

public:
    /// Both must outlive this object.
    PictureTextGatherer(PictureTexts& texts, Settings& settings, QObject* parent = nullptr);

    std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events) override;

    /// Begins to read an image that is attached to a message that is still being written.
    void prepare(const Picture& picture);

signals:
    /// Data are missing with which text could be read (better); once for each language.
    void languageMissed(const QString& message);

private:
    class Reading;

    bool mayRead() const;
    void reportMissing();

    PictureTexts& m_texts;
    Settings& m_settings;
};

} // namespace services
