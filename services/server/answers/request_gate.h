#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <utility>

namespace services::server {

/// Lets so many answers be written at the same time; the others wait in the order in which they came,
/// and not too many of them. Any thread may use it.
class RequestGate {
public:
    RequestGate(int places, int mostWaiting);

    /// Places that answers have. Giving it back lets others in.
    class Pass {
    public:
        Pass(RequestGate& gate, int places)
            : m_gate(&gate)
            , m_places(places)
        {
        }
        Pass(Pass&& other) noexcept
            : m_gate(std::exchange(other.m_gate, nullptr))
            , m_places(other.m_places)
        {
        }
        Pass& operator=(Pass&&) = delete;
        ~Pass()
        {
            if (m_gate)
                m_gate->leave(m_places);
        }

    private:
        RequestGate* m_gate;
        int m_places;
    };

    /// Waits for places for so many answers (all places, if there are fewer). Returns nothing if
    /// `isGone` becomes true meanwhile. Throws ApiError(429) if too many wait already.
    std::optional<Pass> enter(int answers, const std::function<bool()>& isGone);

    struct Use {
        int running = 0, waiting = 0;
    };
    Use use() const;

private:
    void leave(int places);

    const int m_places, m_mostWaiting;
    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    std::list<int> m_waiting; // how many places each needs
    int m_taken = 0;
};

} // namespace services::server
