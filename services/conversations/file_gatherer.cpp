#include "services/conversations/file_gatherer.h"

#include "services/conversations/conversation.h"
#include "services/conversations/message_files.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace services {

// What one answer waits for.
class FileGatherer::Files : public Gathering {
public:
    Files(FileGatherer& gatherer, QList<ReadingPointer> readings, GatheringEvents events)
        : m_gatherer(&gatherer)
        , m_readings(std::move(readings))
        , m_events(std::move(events))
    {
        gatherer.m_gatherings << this;
        tellProgress();
    }

    ~Files() override
    {
        if (m_gatherer)
            m_gatherer->m_gatherings.removeOne(this);
    }

    bool waitsFor(const ReadingPointer& reading) const { return m_readings.contains(reading); }

    void tellProgress() const
    {
        qsizetype read = 0, all = 0;
        for (const ReadingPointer& reading : m_readings) {
            read += reading->read.size();
            all += reading->read.size() + reading->open.size();
        }
        if (all > 1)
            return m_events.waits(
                FileGatherer::tr("Reading the files: %1 of %2").arg(read).arg(all));
        const Reading& reading = *m_readings[0];
        m_events.waits(reading.pages == 0
                ? FileGatherer::tr("Reading “%1” …").arg(reading.name)
                : FileGatherer::tr("Reading “%1”: %Ln pages so far", nullptr, reading.pages)
                      .arg(reading.name));
    }

    // Nothing is told after it has failed or is done.
    void end(const ReadingPointer& reading)
    {
        m_readings.removeOne(reading);
        if (!reading->failure.isEmpty()) {
            m_readings.clear();
            m_events.failed(reading->failure);
        } else if (m_readings.isEmpty()) {
            m_events.done({});
        }
    }

private:
    QPointer<FileGatherer> m_gatherer;
    QList<ReadingPointer> m_readings;
    GatheringEvents m_events;
};

FileGatherer::FileGatherer(AttachmentLoader& loader, QObject* parent)
    : QObject(parent)
    , m_loader(loader)
{
    using Ticket = AttachmentLoader::Ticket;
    connect(&loader, &AttachmentLoader::pictureLoaded, this,
        [this](Ticket ticket, const Picture& picture) { take(ticket, picture); });
    connect(&loader, &AttachmentLoader::textLoaded, this,
        [this](Ticket ticket, const TextAttachment& text) { take(ticket, text); });
    connect(&loader, &AttachmentLoader::progressed, this, &FileGatherer::showPages);
    connect(&loader, &AttachmentLoader::failed, this, &FileGatherer::fail);
}

FileGatherer::~FileGatherer() = default;

std::unique_ptr<Gathering> FileGatherer::gather(
    Conversation& conversation, MessageId answer, GatheringEvents events)
{
    QList<ReadingPointer> readings;
    for (const Message& message : conversation.messagesUntil(answer))
        if (!message.awaited.isEmpty())
            readings << readingOf(conversation, message);
    if (readings.isEmpty())
        return nullptr;
    return std::make_unique<Files>(*this, readings, std::move(events));
}

// Several answers may wait for the files of one message.
FileGatherer::ReadingPointer FileGatherer::readingOf(
    Conversation& conversation, const Message& message)
{
    for (const ReadingPointer& each : std::as_const(m_readings))
        if (each->conversation == &conversation && each->message == message.id)
            return each;
    auto reading = std::make_shared<Reading>();
    reading->conversation = &conversation;
    reading->message = message.id;
    m_readings << reading;
    begin(*reading, message);
    if (reading->open.isEmpty())
        QMetaObject::invokeMethod(
            this, [this, reading] { update(reading); }, Qt::QueuedConnection);
    return reading;
}

void FileGatherer::begin(Reading& reading, const Message& message)
{
    for (qsizetype index = 0; index < message.awaited.size(); ++index) {
        const AwaitedFile& file = message.awaited[index];
        const int place = placeOfAwaited(message, index);
        reading.name = file.name;
        if (m_loader.isReading(file.ticket))
            reading.open[file.ticket] = place;
        else if (!file.path.isEmpty())
            reading.open[m_loader.loadFile(file.path, AttachmentLoader::detailAt(place))] = place;
        else
            reading.failure = tr("“%1” was not read before Vignette ended. Edit the message to "
                                 "attach it again.")
                                  .arg(file.name);
    }
}

// More than one where a conversation was copied while its file was read.
QList<FileGatherer::ReadingPointer> FileGatherer::readingsWith(
    AttachmentLoader::Ticket ticket) const
{
    QList<ReadingPointer> readings;
    std::copy_if(m_readings.begin(), m_readings.end(), std::back_inserter(readings),
        [ticket](const ReadingPointer& each) { return each->open.contains(ticket); });
    return readings;
}

void FileGatherer::take(AttachmentLoader::Ticket ticket, const LoadedFile& file)
{
    for (const ReadingPointer& reading : readingsWith(ticket)) {
        reading->read[reading->open.take(ticket)] = file;
        update(reading);
    }
}

void FileGatherer::showPages(AttachmentLoader::Ticket ticket, int pages)
{
    for (const ReadingPointer& reading : readingsWith(ticket)) {
        reading->pages = pages;
        for (const Files* files : std::as_const(m_gatherings))
            if (files->waitsFor(reading))
                files->tellProgress();
    }
}

void FileGatherer::fail(AttachmentLoader::Ticket ticket, const QString& sentence)
{
    for (const ReadingPointer& reading : readingsWith(ticket)) {
        reading->open.remove(ticket);
        if (reading->failure.isEmpty())
            reading->failure = sentence;
        update(reading);
    }
}

void FileGatherer::update(const ReadingPointer& reading)
{
    const bool hasEnded = reading->open.isEmpty();
    if (hasEnded)
        m_readings.removeOne(reading);
    if (hasEnded && reading->conversation)
        reading->conversation->takeFiles(reading->message, reading->read);
    for (Files* files : QList<Files*>(m_gatherings))
        if (files->waitsFor(reading))
            hasEnded ? files->end(reading) : files->tellProgress();
}

} // namespace services
