#include "services/captions/caption_checker.h"

#include "services/background.h"
#include "services/captions/caption_facts.h"

#include <utility>

namespace services {

namespace {

// Compared with text that says nothing: what is left are the facts that any image would have to show.
bool hasFacts(const QString& text)
{
    return !comparePictures(text, {asPictureText(QStringLiteral("–"))}).isEmpty();
}

} // namespace

CaptionChecker::CaptionChecker(PictureTexts& texts, QObject* parent)
    : QObject(parent)
    , m_checks(texts)
{
}

void CaptionChecker::check(
    const QString& file, const QString& caption, QObject* receiver, Done done)
{
    m_jobs.enqueue({file, caption, receiver, std::move(done)});
    if (!m_isChecking)
        startNext();
}

void CaptionChecker::startNext()
{
    while (!m_jobs.isEmpty() && !m_jobs.head().receiver)
        m_jobs.dequeue();
    m_isChecking = !m_jobs.isEmpty();
    if (!m_isChecking)
        return;
    using Found = std::optional<Picture>; // nothing: the caption has no facts
    runInBackground<Found>(
        this,
        [file = m_jobs.head().file, caption = m_jobs.head().caption] {
            return hasFacts(textOfFacts(caption)) ? Found(decodePictureFile(file)) : std::nullopt;
        },
        [this](const Outcome<Found>& picture) {
            if (picture.value && *picture.value)
                compare(**picture.value);
            else
                end(picture.value ? std::optional(QList<PictureFact>()) : std::nullopt);
        });
}

void CaptionChecker::compare(const Picture& picture)
{
    m_checks.compare(textOfFacts(m_jobs.head().caption), {picture}, this,
        [this](const PictureComparison& comparison) {
            // The caption has facts: without any here, no text was there to compare them with.
            end(comparison.facts.isEmpty() ? std::nullopt : std::optional(comparison.facts));
        });
}

void CaptionChecker::end(const std::optional<QList<PictureFact>>& facts)
{
    const Job job = m_jobs.dequeue();
    startNext();
    if (job.receiver)
        job.done(facts);
}

} // namespace services
