#include "services/documents/passages/cut_text.h"

#include "services/documents/utf8.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <optional>

namespace services {

namespace {

// So many are counted as one token at least, for what some models take for one may be of any length.
constexpr size_t bytesOfToken = 16;

enum class Cut { Lines, Sentences, Words, Halves };

class Cutter {
public:
    Cutter(std::string_view text, size_t most, const TokenCounter& count)
        : m_text(text)
        , m_most(most)
        , m_count(count)
    {
    }

    std::vector<MeasuredRange> run(ByteRange bytes)
    {
        cut(bytes, Cut::Lines);
        return std::move(m_done);
    }

private:
    std::string_view textOf(ByteRange bytes) const
    {
        return m_text.substr(bytes.from, bytes.size());
    }

    std::optional<size_t> fittingTokens(ByteRange bytes) const
    {
        if (bytes.size() > m_most * bytesOfToken)
            return {};
        const size_t tokens = std::max(m_count(textOf(bytes)), bytes.size() / bytesOfToken);
        return tokens <= m_most ? std::optional(tokens) : std::nullopt;
    }

    void cut(ByteRange bytes, Cut by)
    {
        if (const auto tokens = fittingTokens(bytes))
            return append(bytes, *tokens);
        const std::vector<ByteRange> parts = partsOf(bytes, by);
        if (parts.empty())
            return append(bytes, m_most);
        for (const ByteRange& part : parts)
            cut(part, by == Cut::Halves ? by : Cut(int(by) + 1));
    }

    // Joins it with the stretch before, where there is room.
    void append(ByteRange bytes, size_t tokens)
    {
        const bool joins = !m_done.empty() && m_done.back().tokens + tokens <= m_most;
        if (!joins)
            return m_done.push_back({bytes, tokens});
        m_done.back().bytes.to = bytes.to;
        m_done.back().tokens += tokens;
    }

    std::vector<ByteRange> partsOf(ByteRange bytes, Cut by) const
    {
        switch (by) {
        case Cut::Lines:
            return linesOf(bytes);
        case Cut::Sentences:
            return boundedBy(bytes, QTextBoundaryFinder::Sentence);
        case Cut::Words:
            return boundedBy(bytes, QTextBoundaryFinder::Word);
        case Cut::Halves:
            break;
        }
        return halvesOf(bytes);
    }

    std::vector<ByteRange> linesOf(ByteRange bytes) const
    {
        std::vector<ByteRange> lines;
        while (bytes.from < bytes.to) {
            const size_t end = std::min(m_text.find('\n', bytes.from), bytes.to - 1) + 1;
            lines.push_back({bytes.from, end});
            bytes.from = end;
        }
        return lines;
    }

    std::vector<ByteRange> boundedBy(
        ByteRange bytes, QTextBoundaryFinder::BoundaryType boundary) const
    {
        const std::string_view part = textOf(bytes);
        const QString text = QString::fromUtf8(part.data(), qsizetype(part.size()));
        QTextBoundaryFinder finder(boundary, text);
        std::vector<ByteRange> parts;
        size_t from = bytes.from;
        for (qsizetype at = 0, next = 0; (next = finder.toNextBoundary()) > 0; at = next) {
            const QStringView stretch = QStringView(text).mid(at, next - at);
            const size_t to = from + size_t(stretch.toUtf8().size());
            parts.push_back({from, to});
            from = to;
        }
        return parts;
    }

    // None of a single character, whatever is counted of it.
    std::vector<ByteRange> halvesOf(ByteRange bytes) const
    {
        size_t middle = bytes.from + bytes.size() / 2;
        while (middle > bytes.from && isInsideCharacter(m_text, middle))
            --middle;
        if (middle == bytes.from)
            while (++middle < bytes.to && isInsideCharacter(m_text, middle)) { }
        if (middle >= bytes.to)
            return {};
        return {{bytes.from, middle}, {middle, bytes.to}};
    }

    std::string_view m_text;
    size_t m_most;
    const TokenCounter& m_count;
    std::vector<MeasuredRange> m_done;
};

} // namespace

std::vector<MeasuredRange> cutText(
    std::string_view text, ByteRange bytes, size_t most, const TokenCounter& count)
{
    return Cutter(text, most, count).run(bytes);
}

} // namespace services
