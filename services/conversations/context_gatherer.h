#pragma once

#include "services/conversations/message.h"
#include "services/conversations/source.h"

#include <functional>
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
    std::function<void(const QString& sentence)> waits;
    /// A sentence that is kept below the answer; before `done`, at most once.
    std::function<void(const QString& sentence)> notes;
    /// The answer itself, in Markdown, so that no model is asked; before `done`, at most once.
    std::function<void(const QString& text)> answers;
    /// The sources that the answer is based on.
    std::function<void(const QList<Source>& sources)> done;
    std::function<void(const QString& sentence)> failed; ///< why no model can be asked
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

} // namespace services
