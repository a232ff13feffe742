#include "services/conversations/file_gatherer.h"

#include "services/attachments/attachment_loader.h"
#include "services/conversations/conversation.h"
#include "services/conversations/message.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QPointer>

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
        showProgress();
    }

    ~Files() override
    {
        if (m_gatherer)
            m_gatherer->m_gatherings.removeOne(this);
    }

    bool waitsFor(const ReadingPointer& reading) const { return m_readings.contains(reading); }

    void showProgress() const
    {
        qsizetype read = 0, all = 0;
        for (const ReadingPointer& reading : m_readings) {
            read += reading->read.size();
            all += reading->read.size() + reading->open.size();
        }
        if (all > 1)
            return m_events.waits(FileGatherer::tr("Reading files: %1 of %2").arg(read).arg(all));
        const Reading& reading = *m_readings[0];
        m_events.waits(reading.pages == 0
                ? FileGatherer::tr("Reading “%1”…").arg(reading.name)
                : FileGatherer::tr("Reading “%1”: %Ln pages so far", nullptr, reading.pages)
                      .arg(reading.name));
    }

    // No events are sent after it has failed or is done.
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
    for (const Message& message : conversation.tree().messagesUntil(answer))
        if (!message.awaited.isEmpty())
            readings << findOrBeginReading(conversation, message);
    if (readings.isEmpty())
        return nullptr;
    return std::make_unique<Files>(*this, readings, std::move(events));
}

// Several answers may wait for the files of one message.
FileGatherer::ReadingPointer FileGatherer::findOrBeginReading(
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
            reading.failure = tr(
                "“%1” wasn't read before Vignette was closed. Edit the message to attach it again.")
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
                files->showProgress();
    }
}

void FileGatherer::fail(AttachmentLoader::Ticket ticket, const QString& message)
{
    for (const ReadingPointer& reading : readingsWith(ticket)) {
        reading->open.remove(ticket);
        if (reading->failure.isEmpty())
            reading->failure = message;
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
            hasEnded ? files->end(reading) : files->showProgress();
}

namespace {

// Those of a message that were not read, by their indices. The others stay so if there are very
// many.
QList<int> unreadPictures(const Message& message)
{
    QList<int> places;
    const auto count = std::min(int(message.pictures.size()), AttachmentLoader::fullPictures);
    for (int place = 0; place < count; ++place)
        if (!message.pictures[place].text)
            places << place;
    return places;
}

QString package(const QString& language)
{
    return QStringLiteral("tesseract-ocr-") + QString(language).replace(u'_', u'-');
}

} // namespace

// The images of one message that one answer waits for.
class PictureTextGatherer::Reading : public QObject, public Gathering {
public:
    Reading(PictureTexts& texts, Conversation& conversation, const Message& message,
        const QList<int>& places, GatheringEvents events)
        : m_conversation(&conversation)
        , m_message(message.id)
        , m_count(places.size())
        , m_events(std::move(events))
    {
        for (const int place : places)
            texts.read(message.pictures[place], this,
                [this, place](const PictureText& text) { take(place, text); });
        showProgress(message.pictures[places.first()].name);
    }

private:
    void showProgress(const QString& name)
    {
        if (m_count > 1)
            m_events.waits(PictureTextGatherer::tr("Reading text in pictures: %1 of %2")
                               .arg(m_read.size())
                               .arg(m_count));
        else
            m_events.waits(name.isEmpty()
                    ? PictureTextGatherer::tr("Reading text in the picture")
                    : PictureTextGatherer::tr("Reading text in “%1”").arg(name));
    }

    void take(int place, const PictureText& text)
    {
        m_read[place] = text;
        if (m_read.size() < m_count)
            return showProgress({});
        if (m_conversation)
            m_conversation->setPictureTexts(m_message, m_read);
        m_events.done({});
    }

    const QPointer<Conversation> m_conversation;
    const MessageId m_message;
    const qsizetype m_count;
    const GatheringEvents m_events;
    QMap<int, PictureText> m_read; // by index
};

PictureTextGatherer::PictureTextGatherer(PictureTexts& texts, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_texts(texts)
    , m_settings(settings)
{
}

std::unique_ptr<Gathering> PictureTextGatherer::gather(
    Conversation& conversation, MessageId answer, GatheringEvents events)
{
    const QList<Message> messages = conversation.tree().messagesUntil(answer);
    const auto meant
        = std::find_if(messages.crbegin(), messages.crend(), [](const Message& message) {
              return message.author == Author::User && !message.pictures.isEmpty();
          });
    if (meant == messages.crend() || !m_settings.get(settings::readPictures))
        return nullptr;
    const QList<int> places = unreadPictures(*meant);
    if (places.isEmpty())
        return nullptr;
    reportMissing();
    if (!mayRead())
        return nullptr;
    return std::make_unique<Reading>(m_texts, conversation, *meant, places, std::move(events));
}

void PictureTextGatherer::prepare(const Picture& picture)
{
    if (mayRead())
        m_texts.prepare(picture);
}

bool PictureTextGatherer::mayRead() const
{
    return m_settings.get(settings::readPictures) && !m_texts.languages().names.isEmpty();
}

void PictureTextGatherer::reportMissing()
{
    const TextLanguages& languages = m_texts.languages();
    const bool hasNone = languages.names.isEmpty();
    const QStringList missing = hasNone ? QStringList{QString()} : languages.missing;
    QStringList reported = m_settings.get(settings::languagesToldMissing);
    QStringList packages;
    for (const QString& each : missing)
        if (!reported.contains(each)) {
            reported << each;
            packages << package(each);
        }
    if (packages.isEmpty())
        return;
    m_settings.set(settings::languagesToldMissing, reported);
    emit languageMissed(hasNone ? tr("Text in pictures can't be read: language data for Tesseract "
                                     "is missing (Debian: tesseract-ocr-eng).")
                                : tr("Install Tesseract data for your language to read text in "
                                     "pictures more accurately (Debian: %1).")
                                      .arg(packages.join(QStringLiteral(", "))));
}

} // namespace services
