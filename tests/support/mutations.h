#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QString>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace tests {

/// How many mutated inputs a test tries: VIGNETTE_MUTATIONS from the environment, or `everyday`.
inline int mutationCount(int everyday = 200)
{
    bool isNumber = false;
    const int count = qEnvironmentVariableIntValue("VIGNETTE_MUTATIONS", &isNumber);
    return isNumber && count > 0 ? count : everyday;
}

/// Damages bytes as a fuzzer does. The same seed makes the same damage on every machine.
class Mutator {
public:
    explicit Mutator(uint64_t seed)
        : m_random(seed)
    {
    }

    /// Below `bound`, which must be positive.
    size_t below(size_t bound) { return size_t(m_random() % bound); }

    /// `good` after one to eight mutations; `others` lend it pieces of theirs.
    std::string mutated(std::string_view good, std::span<const std::string> others = {})
    {
        std::string bytes(good);
        for (size_t left = 1 + below(8); left > 0; --left)
            mutate(bytes, others);
        return bytes;
    }

private:
    static constexpr size_t maxCopies = 64;
    static constexpr size_t maxDepth = 200'000;

    void mutate(std::string& bytes, std::span<const std::string> others)
    {
        const size_t begin = below(bytes.size() + 1);
        const size_t length = std::min(bytes.size() - begin, 1 + below(32));
        switch (below(10)) {
        case 0:
            if (length > 0)
                bytes[begin] = char(uint8_t(bytes[begin]) ^ (1U << below(8)));
            return;
        case 1:
            if (length > 0)
                bytes[begin] = char(below(256));
            return;
        case 2:
            bytes.erase(begin, length);
            return;
        case 3:
            bytes.resize(begin);
            return;
        case 4: // a piece appears again somewhere else
            bytes.insert(below(bytes.size() + 1), bytes.substr(begin, length));
            return;
        case 5: // a piece appears many times in a row
            for (size_t left = 1 + below(maxCopies); left > 0; --left)
                bytes.insert(begin, std::string(bytes, begin, length));
            return;
        case 6:
            overwriteNumber(bytes, begin);
            return;
        case 7:
            bytes.insert(begin, word());
            return;
        case 8:
            if (!others.empty()) {
                const std::string& other = others[below(others.size())];
                bytes.insert(begin, other.substr(below(other.size() + 1), 1 + below(256)));
            }
            return;
        case 9:
            if (below(16) == 0) // seldom, because it is slow
                nest(bytes, begin);
            return;
        }
    }

    // Sizes and counts of binary formats, at their limits.
    void overwriteNumber(std::string& bytes, size_t begin)
    {
        static constexpr std::array<uint64_t, 10> numbers{0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF,
            0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF};
        const uint64_t number = numbers[below(numbers.size())];
        const size_t width = size_t(1) << below(4);
        for (size_t byte = 0; byte < width && begin + byte < bytes.size(); ++byte)
            bytes[begin + byte] = char(number >> (8 * byte));
    }

    // What text formats trip over.
    std::string_view word()
    {
        using namespace std::string_view_literals;
        static constexpr std::array words{"\0"sv, "\n"sv, "\r\n\r\n"sv, "\""sv, "\\"sv, "\\u0000"sv,
            "\\ud800"sv, "{"sv, "}"sv, "["sv, "]"sv, ","sv, ":"sv, "null"sv, "true"sv, "-1"sv,
            "1e308"sv, "1e999"sv, "-0.0"sv, "18446744073709551616"sv, "{}"sv, "[]"sv, "\xFF"sv,
            "\xC0\x80"sv, "\xED\xA0\x80"sv, "\xF4\x90\x80\x80"sv, "\xEF\xBB\xBF"sv, "%00"sv,
            "../"sv, "<"sv, "&"sv};
        return words[below(words.size())];
    }

    void nest(std::string& bytes, size_t begin)
    {
        static constexpr std::array<std::array<std::string_view, 2>, 3> brackets{
            {{"[", "]"}, {"{\"a\":", "}"}, {"(", ")"}}};
        const auto& [open, close] = brackets[below(brackets.size())];
        const size_t depth = 1 + below(maxDepth);
        std::string nested;
        for (size_t level = 0; level < depth; ++level)
            nested += open;
        nested += '0';
        for (size_t level = below(2) == 0 ? depth : 0; level > 0; --level)
            nested += close;
        bytes.insert(begin, nested);
    }

    std::mt19937_64 m_random;
};

/// The most memory that this process has used so far, in bytes.
inline int64_t peakMemory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return int64_t(usage.ru_maxrss) * 1024;
}

/// Calls `tryInput(input, mutator)` for mutationCount(everyday) damaged versions of `good`, in turn;
/// `mutator` may choose, for example, where the input is cut into pieces. Empty, or what went wrong: an
/// input took more than 10 s, or the process has grown to more than 1 GiB. The input that is being tried
/// is in /tmp/vignette-mutation-PID and remains there after a crash or such a failure.
/// VIGNETTE_MUTATION=N tries only the N-th.
template <typename TryInput>
QString tryMutations(std::span<const std::string> good, TryInput tryInput, int everyday = 200)
{
    constexpr qint64 maxMilliseconds = 10'000;
    constexpr int64_t maxBytes = int64_t(1) << 30;
    const std::filesystem::path kept = "/tmp/vignette-mutation-" + std::to_string(getpid());
    bool isOne = false;
    const int only = qEnvironmentVariableIntValue("VIGNETTE_MUTATION", &isOne);
    const int from = isOne ? only : 0, to = isOne ? only + 1 : mutationCount(everyday);
    for (int number = from; number < to; ++number) {
        Mutator mutator{uint64_t(number)};
        const std::string input = mutator.mutated(good[size_t(number) % good.size()], good);
        std::ofstream(kept, std::ios::binary | std::ios::trunc) << input;
        QElapsedTimer timer;
        timer.start();
        tryInput(std::string_view(input), mutator);
        if (timer.elapsed() > maxMilliseconds)
            return QStringLiteral("Mutation %1 took %2 ms.").arg(number).arg(timer.elapsed());
        if (peakMemory() > maxBytes)
            return QStringLiteral("Memory grew to %1 MiB by mutation %2.")
                .arg(peakMemory() >> 20)
                .arg(number);
    }
    std::error_code ignored;
    std::filesystem::remove(kept, ignored);
    return {};
}

} // namespace tests
