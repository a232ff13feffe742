#pragma once

#include "services/conversations/documents/document_question.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/turn.h"

#include <QObject>
#include <QThreadPool>

namespace services {

class DocumentLibrary;
class InstalledModels;
class ModelPool;
class Settings;

/// Finds what an answer rests on in documents: those that go with the messages of its conversation, and
/// those of the user's library that the conversation is set to ask. Lives in the window's thread; the
/// work is done on threads of its own.
class DocumentGatherer : public QObject, public ContextGatherer {
    Q_OBJECT

public:
    /// All of them must outlive this object, and the gatherings must be gone before it.
    DocumentGatherer(ModelPool& models, const InstalledModels& installed, DocumentLibrary& library,
        const Settings& settings, QObject* parent = nullptr);
    ~DocumentGatherer() override; ///< waits until what is under way has noticed that it is stopped

    std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events) override;

private:
    class Work;

    ModelPool& m_models;
    const InstalledModels& m_installed;
    DocumentLibrary& m_library;
    const Settings& m_settings;
    PassageStore m_store;
    QThreadPool m_threads; // last: what runs on them uses the others
};

} // namespace services
