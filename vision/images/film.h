#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vision {

struct Image;

/// The frames of a moving picture, which are decoded when somebody reads them. Never changes; any
/// thread may use it.
class Film {
public:
    using Sink = std::function<void(Image&& frame)>;

    virtual ~Film() = default;

    int64_t count() const { return int64_t(m_starts.size()); } ///< of frames: at least 2
    /// When each frame is first shown, in seconds from the beginning, ascending.
    const std::vector<double>& starts() const { return m_starts; }
    double seconds() const { return m_seconds; } ///< how long all of it is shown
    /// The file. Films of the same bytes have the same frames.
    std::span<const std::byte> file() const { return m_file; }

    /// Decodes the frames with these numbers, which ascend and may repeat, and hands them over in
    /// their order, each in the size of the picture that has the film. What is behind a broken
    /// frame looks like the last whole one. Throws Error{BadFile} if the film takes too much work.
    virtual void read(std::span<const int64_t> frames, const Sink& sink) const = 0;

protected:
    /// There must be at least two starts.
    Film(std::span<const std::byte> file, std::vector<double> starts, double seconds)
        : m_file(file.begin(), file.end())
        , m_starts(std::move(starts))
        , m_seconds(seconds)
    {
    }

private:
    std::vector<std::byte> m_file;
    std::vector<double> m_starts;
    double m_seconds;
};

using FilmPtr = std::shared_ptr<const Film>;

} // namespace vision
