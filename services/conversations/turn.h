#pragma once

#include "services/conversations/open_reply.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace services {

class Conversation;

/// The work of finding or reading something for one answer. Destroying it stops the work; no
/// function is called afterwards.
class Gathering {
public:
    virtual ~Gathering() = default;
};

/// What a gathering reports, in the window's thread. It must not be destroyed inside these calls.
struct GatheringEvents {
    /// What it waits for, for the user; at any time.
    std::function<void(const QString& message)> waits;
    /// A message that is kept below the answer; before `done`, at most once.
    std::function<void(const QString& message)> notes;
    /// The answer itself, in Markdown, so that no model is asked; before `done`, at most once.
    std::function<void(const QString& text)> answers;
    /// The sources that the answer is based on.
    std::function<void(const QList<Source>& sources)> done;
    std::function<void(const QString& message)> failed; ///< why no model can be asked
};

/// Gets what an answer needs before a model is asked: files that are still being read, passages of
/// documents.
class ContextGatherer {
public:
    virtual ~ContextGatherer() = default;

    /// Begins to gather for an answer of this conversation; returns null if there is nothing to
    /// gather. Exactly one of `done` and `failed` is called, once and after this function has
    /// returned, unless the gathering is destroyed before. The conversation may be destroyed before
    /// it ends.
    virtual std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events)
        = 0;
};

/// The stage of answers before a model is asked, of any number of conversations. The gatherers of an
/// answer work one after the other, and each sees what those before it have gathered. What they wait
/// for is shown in place of the answer.
class Turns : public QObject {
    Q_OBJECT

public:
    explicit Turns(QObject* parent = nullptr);

    /// Adds a gatherer to every turn from now on, after those that were added before. It must
    /// outlive this object.
    void add(ContextGatherer& gatherer) { m_gatherers << &gatherer; }

    /// Gathers for a reply, then calls `submit` with it; if there is nothing to gather, before this
    /// function returns. If a gatherer gives the answer itself, the reply is complete with it and
    /// `submit` is not called. If gathering fails, the reply fails with the message and `submit` is
    /// not called. It is not called either if the conversation has been destroyed.
    void begin(OpenReply reply, std::function<void(OpenReply)> submit);

    /// Stops the turns for which `isMeant` returns true. Their replies end as stopped.
    void stopWhere(const std::function<bool(const Conversation&, MessageId answer)>& isMeant);

private:
    struct Turn {
        OpenReply reply;
        std::function<void(OpenReply)> submit;
        QList<ContextGatherer*> waiting; // those that have not begun
        QList<Source> sources = {}; // of those that are done
        QString note = {}, text = {}; // likewise
        std::unique_ptr<Gathering> gathering = nullptr; // the one that is under way
    };

    Turn* find(int id);
    bool gatherNext(int id);
    void onGathered(int id);
    GatheringEvents events(int id);
    OpenReply end(int id);
    void forgetDestroyed();

    QList<ContextGatherer*> m_gatherers;
    std::map<int, Turn> m_turns;
    int m_lastId = 0;
};

} // namespace services
