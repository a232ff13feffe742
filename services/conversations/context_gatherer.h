#pragma once

#include "services/conversations/message.h"
#include "services/conversations/source.h"

#include <functional>
#include <memory>

namespace services {

class Conversation;

/// Something that is being found or read for one answer. Dropping it stops it: nothing is called
/// any more.
class Gathering {
public:
    virtual ~Gathering() = default;
};

/// What a gathering tells, in the window's thread. The gathering is not dropped within these calls.
struct GatheringEvents {
    std::function<void(const QString& sentence)> waits; ///< for what, for the user; at any time
    std::function<void(const QList<Source>& sources)> done; ///< what the answer is to rest on
    std::function<void(const QString& sentence)> failed; ///< why no model can be asked
};

/// Brings what an answer needs before a model is asked for it: files that are still being read,
/// passages of documents.
class ContextGatherer {
public:
    virtual ~ContextGatherer() = default;

    /// Begins to gather for an answer of this conversation; null if there is nothing to gather. One
    /// of `done` and `failed` is called, once and later than this call, unless the gathering is
    /// dropped. The conversation may be gone before it ends.
    virtual std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events)
        = 0;
};

} // namespace services
