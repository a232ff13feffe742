#include "base/ascii.h"
#include "base/utf8.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

namespace {

// What the words of RTF for single characters mean.
constexpr std::pair<std::string_view, const char*> characters[]
    = {{"tab", "\t"}, {"line", "\n"}, {"lbr", "\n"}, {"emdash", "—"}, {"endash", "–"},
        {"lquote", "‘"}, {"rquote", "’"}, {"ldblquote", "“"}, {"rdblquote", "”"}, {"bullet", "•"},
        {"emspace", " "}, {"enspace", " "}, {"qmspace", " "}, {"~", " "}, {"_", "-"}, {"-", ""}};

// Groups that have no text of the document, in addition to those marked by "\*".
constexpr std::string_view unseen[] = {"fonttbl", "colortbl", "stylesheet", "info", "pict",
    "object", "fldinst", "xmlnstbl", "listtable", "listoverridetable", "revtbl", "rsidtbl",
    "themedata", "colorschememapping", "datastore", "latentstyles", "generator", "bkmkstart",
    "bkmkend", "nonshppict", "filetbl", "template", "atnid", "atnauthor", "annotation", "xe", "tc",
    "sp", "mmathPr", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc"};
// Those that are marked by "\*" for old programs, but have text.
constexpr std::string_view seen[] = {"shpinst", "shptxt", "shppict", "fldrslt"};

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

std::string encodingOfCharset(int charset)
{
    constexpr std::pair<int, const char*> encodings[] = {{128, "Shift_JIS"}, {129, "windows-949"},
        {134, "gb18030"}, {136, "Big5"}, {161, "windows-1253"}, {162, "windows-1254"},
        {163, "windows-1258"}, {177, "windows-1255"}, {178, "windows-1256"}, {186, "windows-1257"},
        {204, "windows-1251"}, {222, "windows-874"}, {238, "windows-1250"}};
    for (const auto& [number, name] : encodings)
        if (number == charset)
            return name;
    return {};
}

class RtfText {
public:
    RtfText(std::string_view text, DocumentWriter& writer)
        : m_left(text)
        , m_writer(writer)
    {
    }

    void run()
    {
        while (!m_left.empty() && !m_hasEnded) {
            const char c = m_left[0];
            m_left.remove_prefix(1);
            if (c == '{')
                openGroup();
            else if (c == '}')
                closeGroup();
            else if (c == '\\')
                readControl();
            else if (c != '\r' && c != '\n')
                putByte(c);
        }
        endParagraph();
        if (!m_cells.empty())
            m_writer.tableRow(m_cells);
    }

private:
    enum class Raise : int8_t { None, Up, Down };

    // What a group inherits from the one around it.
    struct Group {
        bool isUnseen = false, isTitle = false, isNote = false, isFontTable = false;
        bool isHidden = false, isInTable = false;
        bool isApart = false; // header, footer or text box
        Raise raise = Raise::None;
        int font = 0, level = 0; // of a heading
        int skipped = 1; // characters behind "\u" for programs without Unicode
    };

    Group& group() { return m_groups.back(); }

    void openGroup()
    {
        if (m_groups.size() > size_t(m_writer.limits().nesting))
            throw Unreadable(DocumentFault::TooDeep);
        flush();
        m_skipped = 0;
        m_isFirst = true;
        m_groups.push_back(m_groups.back());
    }

    void closeGroup()
    {
        flush();
        m_skipped = 0;
        if (m_groups.size() == 1)
            return;
        const bool wasNote = group().isNote, wasApart = group().isApart;
        if (wasApart && !m_groups[m_groups.size() - 2].isApart)
            endParagraph();
        m_groups.pop_back();
        m_hasEnded = m_groups.size() == 1;
        if (wasNote && !group().isNote && !m_note.empty())
            m_notes.push_back('[' + std::to_string(m_noteCount) + "] " + std::exchange(m_note, {}));
    }

    void readControl()
    {
        if (m_left.empty())
            return;
        size_t length = 0;
        while (length < m_left.size() && std::isalpha(uint8_t(m_left[length])))
            ++length;
        if (length == 0)
            return readSymbol();
        const std::string word(m_left.substr(0, std::min<size_t>(length, 40)));
        m_left.remove_prefix(length);
        const size_t digits = m_left.starts_with('-') ? 1 : 0;
        size_t end = digits;
        while (end < m_left.size() && end < 12 && base::isDigit(uint8_t(m_left[end])))
            ++end;
        const bool hasNumber = end > digits;
        const int number = hasNumber
            ? int(std::clamp<long long>(std::atoll(std::string(m_left.substr(0, end)).c_str()),
                -1'000'000'000, 1'000'000'000))
            : 0;
        m_left.remove_prefix(hasNumber ? end : 0);
        if (m_left.starts_with(' '))
            m_left.remove_prefix(1);
        carryOut(word, number, hasNumber);
    }

    void readSymbol()
    {
        const char symbol = m_left[0];
        m_left.remove_prefix(1);
        if (symbol == '\'') {
            const int high = m_left.size() > 1 ? base::hexValue(uint8_t(m_left[0])) : -1;
            const int low = m_left.size() > 1 ? base::hexValue(uint8_t(m_left[1])) : -1;
            m_left.remove_prefix(std::min<size_t>(2, m_left.size()));
            if (high >= 0 && low >= 0)
                putByte(char(high * 16 + low));
        } else if (symbol == '*') {
            m_isOptional = m_isFirst;
        } else if (symbol == '\r' || symbol == '\n') {
            endParagraph();
        } else if (symbol == '\\' || symbol == '{' || symbol == '}') {
            putByte(symbol);
        } else {
            putCharacter(std::string_view(&symbol, 1));
        }
    }

    void putCharacter(std::string_view word)
    {
        for (const auto& [name, character] : characters)
            if (name == word)
                return putText(character);
    }

    void carryOut(const std::string& word, int number, bool hasNumber)
    {
        const bool isOptional = std::exchange(m_isOptional, false);
        m_isFirst = false;
        if (isOneOf(word, unseen) || (isOptional && !isOneOf(word, seen)))
            group().isUnseen = true;
        const bool isOn = !hasNumber || number != 0;
        if (word == "result") { // what an object looks like
            group().isUnseen = false;
        } else if (word == "u") {
            putUnicode(number);
        } else if (word == "bin") {
            m_left.remove_prefix(std::min(size_t(std::max(number, 0)), m_left.size()));
        } else if (word == "par" || word == "sect" || word == "page") {
            endParagraph();
        } else if (word == "cell" || word == "nestcell") {
            endCell();
        } else if (word == "row" || word == "nestrow") {
            flush();
            m_writer.tableRow(std::exchange(m_cells, {}));
        } else if (word == "pard") {
            flush();
            group().isInTable = false;
            group().level = 0;
        } else if (word == "plain") {
            format([](Group& each) {
                each.isHidden = false;
                each.raise = Raise::None;
            });
        } else if (word == "intbl") {
            group().isInTable = true;
        } else if (word == "outlinelevel") {
            group().level = number >= 0 && number < 9 ? number + 1 : 0;
        } else if (word == "v" || word == "deleted") {
            format([isOn](Group& each) { each.isHidden = isOn; });
        } else if (word == "super" || word == "sub" || word == "nosupersub") {
            const Raise raise = !isOn || word == "nosupersub" ? Raise::None
                : word == "super"                             ? Raise::Up
                                                              : Raise::Down;
            format([raise](Group& each) { each.raise = raise; });
        } else if (word == "f") {
            format([number](Group& each) { each.font = number; });
        } else if (word == "fcharset") {
            m_charsets[group().font] = encodingOfCharset(number);
        } else if (word == "uc") {
            group().skipped = std::clamp(number, 0, 100);
        } else if (word == "ansicpg") {
            m_encoding = "windows-" + std::to_string(number);
        } else if (word == "mac") {
            m_encoding = "macintosh";
        } else if (word == "title") {
            group().isUnseen = true;
            group().isTitle = true;
        } else if (word == "footnote") {
            putText('[' + std::to_string(++m_noteCount) + ']');
            flush();
            group().isNote = true;
        } else if (word.starts_with("header") || word.starts_with("footer") || word == "shptxt") {
            setApart(word);
        } else {
            putCharacter(word); // "chftn", the number that a footnote has anyway, is none
        }
    }

    void setApart(const std::string& word)
    {
        // Distances have similar names: "\headery720".
        if (word == "headery" || word == "footery")
            return;
        flush();
        if (!group().isInTable && !group().isApart)
            endParagraph();
        group().isApart = true;
        group().isInTable = false;
    }

    template <typename Change>
    void format(Change change)
    {
        flush();
        change(group());
    }

    // Bytes gather until their encoding may change, for characters may be several bytes.
    void putByte(char byte)
    {
        m_isFirst = false;
        if (m_skipped > 0)
            --m_skipped;
        else
            m_bytes += byte;
    }

    // Characters beyond 16 bits come as two halves.
    void putUnicode(int number)
    {
        flushBytes();
        const auto unit = char32_t(number & 0xFFFF);
        m_skipped = group().skipped;
        if (unit >= 0xD800 && unit < 0xDC00) {
            m_half = unit;
            return;
        }
        const bool isPair = m_half != 0 && unit >= 0xDC00 && unit < 0xE000;
        const char32_t character
            = isPair ? 0x10000 + ((m_half - 0xD800) << 10) + (unit - 0xDC00) : unit;
        m_half = 0;
        std::string text;
        base::appendUtf8(text, unit >= 0xD800 && unit < 0xE000 && !isPair ? 0xFFFD : character);
        putText(text);
    }

    void putText(std::string_view text)
    {
        m_skipped = std::min(m_skipped, group().skipped);
        flushBytes();
        m_run += text;
    }

    void flushBytes()
    {
        if (m_bytes.empty())
            return;
        const auto charset = m_charsets.find(group().font);
        const bool isOfFont = charset != m_charsets.end() && !charset->second.empty();
        // Letters of 7 bits are the same in all of these encodings.
        m_run += decodeText(std::exchange(m_bytes, {}), isOfFont ? charset->second : m_encoding);
    }

    void flush()
    {
        flushBytes();
        const std::string text = std::exchange(m_run, {});
        if (group().isTitle && m_writer.title().empty())
            m_writer.setTitle(text);
        if (text.empty() || group().isUnseen || group().isHidden)
            return;
        std::string& into = group().isNote ? m_note : m_words;
        if (group().raise == Raise::Up)
            appendRaised(into, text);
        else if (group().raise == Raise::Down)
            appendLowered(into, text);
        else
            into += text;
    }

    void endParagraph()
    {
        flush();
        if (group().isNote || group().isUnseen) {
            m_note += group().isNote ? " " : "";
            return;
        }
        if (group().isInTable) {
            m_words += '\n';
            return;
        }
        const std::string_view words = base::trimmed(m_words);
        if (group().level > 0)
            m_writer.heading(group().level, words);
        else if (words.starts_with("•") || words.starts_with("·"))
            m_writer.listItem(words.substr(words.find_first_of(" \t") + 1));
        else
            m_writer.paragraph(words);
        m_words.clear();
        putNotes();
    }

    void endCell()
    {
        flush();
        constexpr size_t mostCells = 10'000;
        if (m_cells.size() < mostCells)
            m_cells.push_back(std::exchange(m_words, {}));
    }

    void putNotes()
    {
        for (const std::string& note : std::exchange(m_notes, {}))
            m_writer.paragraph(note);
    }

    std::string_view m_left;
    DocumentWriter& m_writer;
    std::vector<Group> m_groups = std::vector<Group>(1);
    std::map<int, std::string> m_charsets; // encodings of fonts
    std::string m_encoding = "windows-1252";
    std::string m_bytes; // that are not decoded yet
    std::string m_run; // decoded text of the same format
    std::string m_words, m_note; // of the paragraph, and of a footnote in it
    std::vector<std::string> m_cells, m_notes;
    int m_noteCount = 0, m_skipped = 0;
    char32_t m_half = 0;
    bool m_hasEnded = false; // with the outermost group; what follows is no text
    bool m_isFirst = false; // in a group
    bool m_isOptional = false; // "\\*" stands before the word
};

} // namespace

void readRtf(const SourceFile& file, DocumentWriter& writer)
{
    RtfText(file.bytes, writer).run();
}

} // namespace services
