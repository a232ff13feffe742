#pragma once

#include "services/conversations/turn.h"

#include <QList>

namespace tests {

/// A gatherer that tells what a test lets it tell, when the test does.
class SlowGatherer : public services::ContextGatherer {
public:
    struct Begun {
        services::Conversation* conversation = nullptr;
        services::MessageId answer = services::noMessage;
        services::GatheringEvents events;
        bool isDropped = false;
    };

    bool hasNothing = false; ///< to gather, whatever the request
    QList<std::shared_ptr<Begun>> begun; ///< in their order

    std::unique_ptr<services::Gathering> gather(services::Conversation& conversation,
        services::MessageId answer, services::GatheringEvents events) override
    {
        if (hasNothing)
            return nullptr;
        events.waits(QStringLiteral("Looking it up"));
        begun << std::make_shared<Begun>(Begun{&conversation, answer, std::move(events)});
        return std::make_unique<Handle>(begun.last());
    }

private:
    class Handle : public services::Gathering {
    public:
        explicit Handle(std::shared_ptr<Begun> begun)
            : m_begun(std::move(begun))
        {
        }
        ~Handle() override { m_begun->isDropped = true; }

    private:
        std::shared_ptr<Begun> m_begun;
    };
};

} // namespace tests
