#pragma once

#include <functional>
#include <memory>
#include <optional>

namespace services::server {

/// Lets so many answers be written at the same time; the others wait in the order in which they came,
/// and not too many of them. Any thread may use it.
class RequestGate {
    struct State;

public:
    RequestGate(int places, int mostWaiting);

    /// Places that answers have. Giving it back lets others in. It may outlive the gate.
    class Pass {
    public:
        Pass(std::shared_ptr<State> state, int places)
            : m_state(std::move(state))
            , m_places(places)
        {
        }
        Pass(Pass&& other) noexcept = default;
        Pass& operator=(Pass&&) = delete;
        ~Pass();

    private:
        std::shared_ptr<State> m_state; // null: it was moved
        int m_places;
    };

    /// Waits for slots for so many answers (all slots, if there are fewer). Returns nothing if
    /// `isGone` becomes true meanwhile. Throws ApiError(429) if too many wait already.
    std::optional<Pass> enter(int answers, const std::function<bool()>& isGone);

    struct Use {
        int running = 0, waiting = 0;
    };
    Use use() const;

private:
    const int m_places, m_mostWaiting;
    const std::shared_ptr<State> m_state;
};

} // namespace services::server
