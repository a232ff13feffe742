#include "services/documents/answers/place_check.h"

#include "runtime/answer_engine.h"
#include "services/documents/answers/answer_batch.h"
#include "services/pictures/picture_place.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace services {

namespace {

constexpr int maxReplyTokens = 32;
constexpr qsizetype maxReply = 60; // characters that are shown
constexpr double readableHeight = 32; // pixels of a line of text; fewer are enlarged
constexpr double maxEnlargement = 4;

const char* thingAt(const PictureFact& fact)
{
    using Kind = PictureClaim::Kind;
    switch (fact.kind) {
    case Kind::Date:
        return "date";
    case Kind::Time:
        return "time";
    case Kind::Code:
        return "code";
    case Kind::Name:
        return "name";
    case Kind::Quote:
        return "text";
    case Kind::Number:
    case Kind::Sum:
        break;
    }
    return "number";
}

runtime::AnswerRequest requestFor(const Picture& part, const PictureFact& fact)
{
    const std::string thing = thingAt(fact);
    runtime::AnswerRequest request;
    request.messages.push_back({runtime::Role::User,
        {part.pixels,
            "Which " + thing + " is written in the middle of this image? Answer with the " + thing
                + " alone."}});
    request.settings.maxTokens = maxReplyTokens;
    request.settings.temperature = 0;
    request.settings.thinks = false;
    return request;
}

QString withoutPunctuation(QString word)
{
    while (!word.isEmpty() && word.back().isPunct())
        word.chop(1);
    while (!word.isEmpty() && word.front().isPunct())
        word.remove(0, 1);
    return word;
}

} // namespace

// A line of text around the place is left in sight, for what stands next to a number says what it is.
Picture enlargedPlace(const Picture& picture, const QRectF& place)
{
    const QRectF spot = inPixels(place, picture.image.size());
    const double height = std::max(spot.height(), 8.0);
    const QRect part = spot.marginsAdded({2 * height, height, 2 * height, height})
                           .toAlignedRect()
                           .intersected(picture.image.rect());
    if (part.isEmpty())
        return picture;
    const double factor = std::clamp(readableHeight / height, 1.0, maxEnlargement);
    const QImage cut = picture.image.copy(part);
    return makePicture(factor > 1 ? cut.scaled((QSizeF(part.size()) * factor).toSize(),
                                        Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                                  : cut,
        {});
}

bool agreesWith(const QString& reply, const PictureFact& fact)
{
    using Kind = PictureClaim::Kind;
    const QString text = fact.text.simplified();
    const PictureText words = asPictureText(reply);
    const QList<PictureFact> found = comparePictures(text, {words});
    if (!found.isEmpty())
        return std::ranges::all_of(found, &PictureFact::isSupported);
    if (fact.kind == Kind::Name || fact.kind == Kind::Quote)
        return reply.simplified().contains(text, Qt::CaseInsensitive);
    return std::ranges::any_of(words.words, [&text](const PictureWord& word) { // a small number
        return withoutPunctuation(word.text) == withoutPunctuation(text);
    });
}

PlaceCheck checkPlace(runtime::AnswerEngine& engine, const Picture& picture,
    const PictureFact& fact, const std::stop_token& stop)
{
    const BatchAnswer answer
        = answerBatch(engine, {requestFor(enlargedPlace(picture, fact.place), fact)}, {}, stop)
              .front();
    QString reply = QString::fromStdString(answer.text).simplified();
    if (!answer.isSure || reply.isEmpty())
        return {};
    const bool agrees = agreesWith(reply, fact);
    if (reply.size() > maxReply)
        reply = reply.left(maxReply - 1) + u'…';
    return {reply, agrees};
}

PlaceChecks::PlaceChecks(FindEngine find, QObject* parent)
    : QObject(parent)
    , m_find(std::move(find))
{
}

bool PlaceChecks::canCheck() const
{
    return m_find() != nullptr;
}

namespace {

constexpr qsizetype mostKnown = 1000;

// Checks wait for the model, for which other work in the background must not wait. They end with the application.
struct PlaceThread {
    QThreadPool threads;
    std::stop_source quit;

    PlaceThread()
    {
        threads.setMaxThreadCount(1);
        qAddPostRoutine([] {
            placeThread().quit.request_stop();
            placeThread().threads.waitForDone();
        });
    }
    static PlaceThread& placeThread()
    {
        static PlaceThread thread;
        return thread;
    }
};

// Stops if either asks for it.
PlaceCheck checkUnlessStopped(runtime::AnswerEngine& engine, const Picture& picture,
    const PictureFact& fact, const std::stop_token& stop, const std::stop_token& quit)
{
    std::stop_source either;
    const auto forward = [&either] { either.request_stop(); };
    const std::stop_callback onStop(stop, forward), onQuit(quit, forward);
    return checkPlace(engine, picture, fact, either.get_token());
}

QString keyOf(const Picture& picture, const PictureFact& fact)
{
    const QRectF& place = fact.place;
    return QStringLiteral("%1 %2 %3 %4 %5 %6")
        .arg(picture.image.cacheKey())
        .arg(place.x())
        .arg(place.y())
        .arg(place.width())
        .arg(place.height())
        .arg(fact.text);
}

} // namespace

void PlaceChecks::forgetOtherModels(const std::shared_ptr<runtime::AnswerEngine>& engine)
{
    if (m_asked.lock() == engine)
        return;
    m_asked = engine;
    m_known.clear();
}

std::optional<PlaceCheck> PlaceChecks::find(const Picture& picture, const PictureFact& fact)
{
    forgetOtherModels(m_find());
    const auto known = m_known.constFind(keyOf(picture, fact));
    return known == m_known.constEnd() ? std::nullopt : std::optional(*known);
}

void PlaceChecks::check(const Picture& picture, const PictureFact& fact,
    const std::stop_token& stop, QObject* receiver, Done done)
{
    const std::shared_ptr<runtime::AnswerEngine> engine = m_find();
    forgetOtherModels(engine);
    const auto remember = [this, guard = QPointer<PlaceChecks>(this), asked = std::weak_ptr(engine),
                              key = keyOf(picture, fact),
                              done = std::move(done)](const Outcome<PlaceCheck>& outcome) {
        if (guard && outcome.value && asked.lock() == m_asked.lock()) {
            if (m_known.size() >= mostKnown)
                m_known.clear();
            m_known.insert(key, *outcome.value);
        }
        done(outcome);
    };
    runInBackground<PlaceCheck>(
        PlaceThread::placeThread().threads, receiver,
        [engine, picture, fact, stop, quit = PlaceThread::placeThread().quit.get_token()] {
            return checkUnlessStopped(*engine, picture, fact, stop, quit);
        },
        remember);
}

} // namespace services
