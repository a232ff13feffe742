#include "vision/images/video_file.h"

#include "base/limited_program.h"
#include "vision/images/image.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace vision {

namespace {

constexpr size_t maxPackets = 1'000'000;
constexpr std::chrono::seconds timeToList{30}, timeToDecode{300};

using End = base::LimitedProgram::End;

[[noreturn]] void refuse(End end)
{
    if (end == End::TookTooLong)
        refusePicture("is a video that takes too long to decode");
    if (end == End::WroteTooMuch)
        refusePicture("is a video that is too large");
    refusePicture("is a video that ffmpeg can't decode");
}

// ffmpeg on the first video track of a file, with what comes behind the name of the file.
base::LimitedProgram ffmpeg(std::vector<std::string> rest, std::chrono::seconds time)
{
    const auto path = base::LimitedProgram::find("ffmpeg");
    if (!path)
        throw base::Error(
            base::ErrorKind::Unsupported, "the picture is a video, but ffmpeg isn't installed");
    base::LimitedProgram program;
    program.path = *path;
    program.arguments = {"-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i",
        base::LimitedProgram::inputPath, "-map", "0:v:0"};
    program.arguments.insert(program.arguments.end(), rest.begin(), rest.end());
    program.time = time;
    return program;
}

// The next number of a line of numbers between commas.
std::optional<int64_t> takeNumber(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(", "), line.size()));
    int64_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc())
        return std::nullopt;
    line.remove_prefix(size_t(end - line.data()));
    return number;
}

// Reads from ffmpeg's list of packets when the frames of a video are shown:
//
//     #tb 0: 1/10240                  the unit of times
//     0, -2048, 0, 2048, 1234, …      track, decoding time, presentation time, duration, bytes
class PacketTimes {
public:
    void addLine(std::string_view line)
    {
        constexpr std::string_view unit = "#tb 0: ";
        if (line.starts_with(unit))
            return readUnit(line.substr(unit.size()));
        if (line.starts_with('#'))
            return;
        const auto track = takeNumber(line), decoded = takeNumber(line), shown = takeNumber(line),
                   length = takeNumber(line);
        if (!track || !decoded || !shown || !length)
            return;
        m_shown.push_back(*shown);
        m_end = std::max(m_end, double(*shown) + double(*length));
        if (m_shown.size() > maxPackets)
            refuse(End::WroteTooMuch);
    }

    // Returns the times in seconds from the first one, ascending.
    std::vector<double> starts()
    {
        std::ranges::sort(m_shown);
        std::vector<double> starts;
        for (const int64_t shown : m_shown)
            starts.push_back((double(shown) - double(m_shown.front())) * m_unit);
        return starts;
    }

    double seconds() const { return (m_end - double(m_shown.front())) * m_unit; }

private:
    void readUnit(std::string_view text)
    {
        const auto above = takeNumber(text);
        text.remove_prefix(std::min<size_t>(text.size(), 1));
        const auto below = takeNumber(text);
        if (!above || !below || *above <= 0 || *below <= 0)
            refuse(End::Badly);
        m_unit = double(*above) / double(*below);
    }

    std::vector<int64_t> m_shown;
    double m_end = 0, m_unit = 0;
};

PacketTimes packetTimes(FileBytes file)
{
    PacketTimes times;
    std::string waiting;
    base::LimitedProgram program = ffmpeg({"-c", "copy", "-f", "framecrc", "pipe:1"}, timeToList);
    program.maxOutput = int64_t(128) << 20;
    const End end = program.run(file, [&](std::span<const std::byte> bytes) {
        waiting.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        size_t from = 0;
        for (size_t stop; (stop = waiting.find('\n', from)) != waiting.npos; from = stop + 1)
            times.addLine(std::string_view(waiting).substr(from, stop - from));
        waiting.erase(0, from);
    });
    if (end != End::Well)
        refuse(end);
    return times;
}

// Frames as ffmpeg writes them: "P6\n120 44\n255\n" and the pixels, one behind the other.
class FrameReader {
public:
    explicit FrameReader(const Video::Sink& sink)
        : m_sink(sink)
    {
    }

    int64_t count() const { return m_count; }

    void add(std::span<const std::byte> bytes)
    {
        const auto* first = reinterpret_cast<const uint8_t*>(bytes.data());
        m_waiting.insert(m_waiting.end(), first, first + bytes.size());
        while (readHead() && m_waiting.size() >= m_head + frameBytes())
            takeFrame();
    }

private:
    size_t frameBytes() const { return size_t(3 * m_width * m_height); }

    // False if it is not there yet.
    bool readHead()
    {
        if (m_head > 0)
            return true;
        constexpr size_t longest = 40;
        const std::string_view text(
            reinterpret_cast<const char*>(m_waiting.data()), std::min(m_waiting.size(), longest));
        size_t end = 0;
        for (int line = 0; line < 3; ++line) {
            end = text.find('\n', end);
            if (end == text.npos && text.size() < longest)
                return false;
            if (end == text.npos)
                refuse(End::Badly);
            ++end;
        }
        readSize(text.substr(0, end));
        m_head = end;
        return true;
    }

    void readSize(std::string_view head)
    {
        if (!head.starts_with("P6\n") || !head.ends_with("\n255\n"))
            refuse(End::Badly);
        head.remove_prefix(3);
        const auto width = takeNumber(head), height = takeNumber(head);
        if (!width || !height)
            refuse(End::Badly);
        checkImageSize(*width, *height);
        if (m_count > 0 && (*width != m_width || *height != m_height))
            refusePicture("is a video with frames of different sizes");
        m_width = *width;
        m_height = *height;
    }

    void takeFrame()
    {
        const auto first = m_waiting.begin() + ptrdiff_t(m_head);
        Image frame{m_width, m_height, {first, first + ptrdiff_t(frameBytes())}};
        m_waiting.erase(m_waiting.begin(), first + ptrdiff_t(frameBytes()));
        m_head = 0;
        ++m_count;
        m_sink(std::move(frame));
    }

    const Video::Sink& m_sink;
    std::vector<uint8_t> m_waiting;
    size_t m_head = 0; // bytes; 0: not read
    int64_t m_width = 0, m_height = 0, m_count = 0;
};

// Hands over the frames with these numbers, each once.
void readFrames(FileBytes file, std::span<const int64_t> numbers, const Video::Sink& sink)
{
    std::string wanted;
    for (const int64_t number : numbers)
        wanted += (wanted.empty() ? "eq(n," : "+eq(n,") + std::to_string(number) + ")";
    base::LimitedProgram program
        = ffmpeg({"-vf", "select='" + wanted + "'", "-fps_mode", "passthrough", "-frames:v",
                     std::to_string(numbers.size()), "-c:v", "ppm", "-f", "image2pipe", "pipe:1"},
            timeToDecode);
    program.maxOutput = int64_t(32) << 30;
    FrameReader frames(sink);
    const End end = program.run(file, [&](std::span<const std::byte> bytes) { frames.add(bytes); });
    if (end != End::Well && frames.count() == 0)
        refuse(end);
    if (end == End::TookTooLong || end == End::WroteTooMuch)
        refuse(end);
    if (frames.count() == 0)
        refuse(End::Badly);
}

class FileVideo final : public Video {
public:
    FileVideo(FileBytes file, std::vector<double> starts, double seconds)
        : Video(file, std::move(starts), seconds)
    {
    }

    void read(std::span<const int64_t> frames, const Sink& sink) const override
    {
        std::vector<int64_t> each(frames.begin(), frames.end());
        each.erase(std::unique(each.begin(), each.end()), each.end());
        size_t next = 0; // of `frames`
        Image last;
        readFrames(file(), each, [&](Image&& frame) {
            last = std::move(frame);
            if (next == frames.size())
                return;
            for (const int64_t number = frames[next];
                 next < frames.size() && frames[next] == number; ++next)
                sink(Image(last));
        });
        for (; next < frames.size(); ++next) // a video that ends before its list does
            sink(Image(last));
    }
};

} // namespace

bool isVideo(FileBytes file)
{
    const auto holds = [&](size_t position, const char* text) {
        return file.size() >= position + 4 && startsWith(file.subspan(position), text, 4);
    };
    return holds(4, "ftyp") || holds(4, "moov") || holds(0, "\x1A\x45\xDF\xA3")
        || (holds(0, "RIFF") && holds(8, "AVI "));
}

Raster decodeVideo(FileBytes file)
{
    CHECK(isVideo(file));
    Raster raster;
    const int64_t first = 0;
    readFrames(file, {&first, 1}, [&](Image&& frame) {
        raster = {frame.width, frame.height, 3, std::move(frame.rgb), 1};
    });
    return raster;
}

VideoPtr fileVideo(FileBytes file)
{
    PacketTimes times = packetTimes(file);
    std::vector<double> starts = times.starts();
    if (starts.size() < 2)
        return nullptr;
    return std::make_shared<FileVideo>(file, std::move(starts), times.seconds());
}

} // namespace vision
