#include "services/conversations/documents/document_gatherer.h"

#include "services/background.h"
#include "services/conversations/conversation.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/documents/question_of_conversation.h"
#include "services/documents/answers/citations.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr int lookedAt = 20; // passages of the library
constexpr int mostAtOnce = 2; // answers that are gathered for

} // namespace

/// Gathers for one answer: it queries the library, waits for the model, whose context determines
/// how much it can read, and then chooses.
class DocumentGatherer::Work : public QObject, public Gathering {
public:
    Work(DocumentGatherer& gatherer, DocumentQuestion question, std::optional<QStringList> roots,
        const ModelId& model, GatheringEvents events)
        : m_gatherer(gatherer)
        , m_question(std::move(question))
        , m_model(model)
        , m_events(std::move(events))
    {
        m_events.waits(DocumentGatherer::tr("Searching your documents…"));
        const ModelFacts* known = gatherer.m_installed.find(model);
        m_question.isModelSmall = known && isTooSmallToAnswer(known->parameters);
        m_question.isJudged = known && known->parameters >= ModelJudge::minParameters
            && gatherer.m_settings.get(settings::passagesJudged);
        if (roots)
            askLibrary(*roots);
        else
            awaitModel();
    }

    ~Work() override { m_stop.request_stop(); }

private:
    void askLibrary(const QStringList& chosen)
    {
        QStringList there;
        for (const LibraryRoot& root : m_gatherer.m_library.roots()) {
            if (chosen.isEmpty())
                there << root.path;
            for (const QString& path : chosen)
                if (isAtOrBelow(path, root.path) && !there.contains(path))
                    there << path;
        }
        if (there.isEmpty() && m_question.documents.isEmpty())
            return failLater(
                DocumentGatherer::tr("Your library is empty. Add documents on the page "
                                     "“Documents”, or turn off “Ask my documents”."));
        m_wanted
            = there.isEmpty() ? QStringList() : searchedFor(m_question.text, m_question.before);
        askNext(there);
    }

    // Each wording, until one is answered.
    void askNext(const QStringList& roots)
    {
        if (m_wanted.isEmpty())
            return awaitModel();
        m_gatherer.m_library.find(
            m_wanted.takeFirst(), lookedAt, this,
            [this, roots](const Found& found) {
                if (!found.error.isEmpty())
                    return m_events.failed(found.error);
                if (m_question.library.empty() || found.isAnswered)
                    m_question.library = found.hits;
                if (found.isAnswered)
                    m_wanted.clear();
                askNext(roots);
            },
            roots);
    }

    // The built-in one is not asked.
    void awaitModel()
    {
        ModelPool& models = m_gatherer.m_models;
        if (m_question.isByBuiltIn)
            return begin();
        connect(&models, &ModelPool::stateChanged, this, &Work::considerModel);
        models.registry().load(m_model);
        considerModel();
    }

    // One that cannot be loaded says so when it is asked.
    void considerModel()
    {
        using Stage = ModelState::Stage;
        const ModelState state = m_gatherer.m_models.registry().state(m_model);
        if (state.stage == Stage::Loading && !m_hasBegun)
            m_events.waits(state.waitsForMemory
                    ? stateMessage(state)
                    : DocumentGatherer::tr("Loading model: %1 %").arg(int(state.share * 100)));
        if (state.stage == Stage::Ready)
            begin();
        else if (state.stage != Stage::Loading && !m_hasBegun)
            endLater([this] { m_events.done({}); });
    }

    void begin()
    {
        if (std::exchange(m_hasBegun, true))
            return;
        m_events.waits(DocumentGatherer::tr("Selecting passages…"));
        DocumentAnswerProgress progress;
        progress.stop = m_stop.get_token();
        progress.waits = [alive = QPointer<Work>(this)](const QString& message) {
            // It is only looked at in the window's thread.
            QMetaObject::invokeMethod(qApp, [alive, message] {
                if (alive)
                    alive->m_events.waits(message);
            });
        };
        runInBackground<DocumentAnswer>(
            m_gatherer.m_threads, this,
            [question = m_question, progress, &store = m_gatherer.m_store,
                engine = m_gatherer.m_models.engine(m_model)] {
                return documentAnswer(question, *engine, store, progress);
            },
            [this](const Outcome<DocumentAnswer>& outcome) { end(outcome); });
    }

    void end(const Outcome<DocumentAnswer>& outcome)
    {
        if (!outcome.value)
            return m_events.failed(outcome.error);
        const QString note = withUnread(outcome.value->note);
        if (!note.isEmpty())
            m_events.notes(note);
        if (!outcome.value->text.isEmpty())
            m_events.answers(outcome.value->text);
        m_events.done(outcome.value->sources);
    }

    // What is not in the library yet.
    QString withUnread(const QString& note) const
    {
        const int waiting = m_gatherer.m_library.counts().waiting;
        if (waiting == 0 || m_question.library.empty())
            return note;
        const QString message = DocumentGatherer::tr(
            "%Ln files in your library haven't been read yet.", nullptr, waiting);
        return note.isEmpty() ? message : note + u' ' + message;
    }

    void failLater(const QString& message)
    {
        endLater([this, message] { m_events.failed(message); });
    }

    // No event may be sent before gather() has returned.
    template <typename End>
    void endLater(End end)
    {
        m_hasBegun = true;
        QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
    }

    DocumentGatherer& m_gatherer;
    DocumentQuestion m_question;
    QStringList m_wanted; // the queries that are still to be searched for in the library
    const ModelId m_model;
    GatheringEvents m_events;
    std::stop_source m_stop;
    bool m_hasBegun = false;
};

DocumentGatherer::DocumentGatherer(ModelPool& models, const InstalledModels& installed,
    DocumentLibrary& library, const Settings& settings, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_installed(installed)
    , m_library(library)
    , m_settings(settings)
{
    m_threads.setMaxThreadCount(mostAtOnce);
}

DocumentGatherer::~DocumentGatherer() = default;

std::unique_ptr<Gathering> DocumentGatherer::gather(
    Conversation& conversation, MessageId answer, GatheringEvents events)
{
    auto question = makeDocumentQuestion(conversation, answer, m_settings);
    if (!question)
        return nullptr;
    return std::make_unique<Work>(*this, std::move(*question), conversation.settings().documents,
        conversation.messageById(answer).model, std::move(events));
}

} // namespace services
