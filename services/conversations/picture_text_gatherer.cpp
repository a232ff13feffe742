#include "services/conversations/picture_text_gatherer.h"

#include "services/attachments/attachment_loader.h"
#include "services/conversations/conversation.h"
#include "services/settings/kept_by_pages.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace services {

namespace {

// Those of a message that were not read, by their places. Of very many the others stay so.
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

// The pictures of one message that one answer waits for.
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
        tellProgress(message.pictures[places.first()].name);
    }

private:
    void tellProgress(const QString& name)
    {
        if (m_count > 1)
            m_events.waits(PictureTextGatherer::tr("Reads the text in the pictures: %1 of %2")
                               .arg(m_read.size())
                               .arg(m_count));
        else
            m_events.waits(name.isEmpty()
                    ? PictureTextGatherer::tr("Reads the text in the picture")
                    : PictureTextGatherer::tr("Reads the text in %1").arg(name));
    }

    void take(int place, const PictureText& text)
    {
        m_read[place] = text;
        if (m_read.size() < m_count)
            return tellProgress({});
        if (m_conversation)
            m_conversation->setPictureTexts(m_message, m_read);
        m_events.done({});
    }

    const QPointer<Conversation> m_conversation;
    const MessageId m_message;
    const qsizetype m_count;
    const GatheringEvents m_events;
    QMap<int, PictureText> m_read; // by place
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
    const QList<Message> messages = conversation.messagesUntil(answer);
    const auto meant = std::find_if(messages.crbegin(), messages.crend(),
        [](const Message& message) { return !message.pictures.isEmpty(); });
    if (meant == messages.crend() || !m_settings.get(settings::readPictures))
        return nullptr;
    const QList<int> places = unreadPictures(*meant);
    if (places.isEmpty())
        return nullptr;
    tellMissing();
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

void PictureTextGatherer::tellMissing()
{
    const TextLanguages& languages = m_texts.languages();
    const bool hasNone = languages.names.isEmpty();
    const QStringList missing = hasNone ? QStringList{QString()} : languages.missing;
    QStringList told = m_settings.get(settings::languagesToldMissing);
    QStringList packages;
    for (const QString& each : missing)
        if (!told.contains(each)) {
            told << each;
            packages << package(each);
        }
    if (packages.isEmpty())
        return;
    m_settings.set(settings::languagesToldMissing, told);
    emit languageMissed(hasNone
            ? tr("Text in pictures is not read, for the language data of Tesseract are missing "
                 "(Debian: tesseract-ocr-eng).")
            : tr("Text in pictures is read better in your language with its data for Tesseract "
                 "(Debian: %1).")
                  .arg(packages.join(QStringLiteral(", "))));
}

} // namespace services
