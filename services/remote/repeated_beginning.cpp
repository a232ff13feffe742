#include "services/remote/repeated_beginning.h"

#include <algorithm>
#include <utility>

namespace services {

RepeatedBeginning::RepeatedBeginning(std::string given)
    : m_given(std::move(given))
{
    const size_t first = m_given.size() > most ? m_given.size() - most : 0;
    if (first > 0)
        m_begins.push_back(0);
    for (size_t begin = first; begin < m_given.size(); ++begin)
        m_begins.push_back(begin);
    m_isDecided = m_begins.empty();
}

// It goes on to the end of what was given.
bool RepeatedBeginning::isRepetition(size_t begin) const
{
    const size_t size = m_given.size() - begin;
    return size <= m_held.size() && (size >= least || begin == 0);
}

std::string RepeatedBeginning::take(std::string_view text)
{
    for (size_t i = 0; i < text.size(); ++i) {
        if (m_isDecided)
            return std::exchange(m_held, {}) + std::string(text.substr(i));
        const size_t place = m_held.size();
        m_held += text[i];
        std::erase_if(m_begins, [&](size_t begin) {
            return begin + place >= m_given.size() || m_given[begin + place] != text[i];
        });
        if (std::ranges::any_of(m_begins, [&](size_t begin) { return isRepetition(begin); })) {
            m_held.clear();
            m_isDecided = true;
        }
        m_isDecided = m_isDecided || m_begins.empty();
    }
    return m_isDecided ? std::exchange(m_held, {}) : std::string();
}

std::string RepeatedBeginning::end()
{
    m_isDecided = true;
    return std::exchange(m_held, {});
}

} // namespace services
