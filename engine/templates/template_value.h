#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

class TemplateBudget;
class TemplateDict;
class TemplateList;
class TemplateText;
class TemplateValue;
struct TemplateArguments;

/// The integers of the template language. Python's have no bounds; what exceeds these fails.
__extension__ typedef __int128 TemplateInteger;

/// The digits of an integer in base 2, 8, 10 or 16, in small letters.
std::string templateDigits(TemplateInteger integer, int base = 10);

/// Reads all of a text as an integer without sign in base 2 to 36. Nothing if it is none, or too
/// large.
std::optional<TemplateInteger> parseTemplateDigits(std::string_view digits, int base);

/// A string of the template language. It remembers which of its bytes came from the caller's data
/// and which from the template itself, through every operation. UTF-8; each byte that is not valid
/// counts as one character.
class TemplateText {
public:
    enum class Origin { Template, Data };

    TemplateText() = default;
    explicit TemplateText(std::string_view bytes, Origin origin = Origin::Template)
    {
        append(bytes, origin);
    }

    const std::string& bytes() const { return m_bytes; }
    /// The bytes that came from data, ascending, disjoint.
    const std::vector<TextRange>& data() const { return m_data; }
    bool empty() const { return m_bytes.empty(); }
    size_t size() const { return m_bytes.size(); } ///< bytes

    void append(std::string_view bytes, Origin origin = Origin::Template);
    void append(const TemplateText& other);

    /// Returns the bytes [begin, end).
    TemplateText slice(size_t begin, size_t end) const;

    Origin originAt(size_t byte) const;

    /// True for HTML, which `safe` and `escape` make of a text. What is added to it is escaped then,
    /// as Python's Markup does. Appending to a text doesn't change this.
    bool isMarkup() const { return m_isMarkup; }
    TemplateText markedAs(bool isMarkup) const
    {
        TemplateText text = *this;
        text.m_isMarkup = isMarkup;
        return text;
    }

    /// Data if any byte came from data.
    Origin anyOrigin() const { return m_data.empty() ? Origin::Template : Origin::Data; }

    friend bool operator==(const TemplateText& left, const TemplateText& right)
    {
        return left.m_bytes == right.m_bytes;
    }

private:
    std::string m_bytes;
    std::vector<TextRange> m_data;
    bool m_isMarkup = false;
};

/// The number of bytes of the character that begins at byte `at`.
size_t characterLength(std::string_view text, size_t at);

/// The byte at which each character begins, followed by the length of the text: one entry more than
/// there are characters.
std::vector<size_t> characterStarts(std::string_view text);

size_t countCharacters(std::string_view text);

/// The code point of a single character; U+FFFD for a byte that is not valid.
char32_t codePoint(std::string_view character);

/// True for the characters that Python's str.isspace() accepts.
bool isTemplateSpace(char32_t codePoint);

/// An object that exists only while a template runs: a loop, a namespace, a macro, a method.
class TemplateObject {
public:
    virtual ~TemplateObject() = default;
    virtual std::string typeName() const = 0;
    virtual std::optional<TemplateValue> attribute(std::string_view name) const;
    virtual TemplateValue call(const TemplateArguments& arguments, TemplateBudget& budget);
    virtual bool isCallable() const { return true; }
    virtual int depth() const { return 0; } ///< how many levels of nested values it owns
    virtual TemplateText toText(TemplateBudget& budget) const; ///< Python's str() of it
};

/// The value of an expression of a template, with the types of Python. Never changes, and is cheap
/// to copy.
class TemplateValue {
public:
    struct Undefined {
        std::shared_ptr<const std::string> cause; ///< the error message for whoever uses the value
    };
    struct None { };

    TemplateValue() = default; ///< makes an undefined value
    static TemplateValue undefined(std::string cause);
    static TemplateValue none() { return TemplateValue(None{}); }
    static TemplateValue boolean(bool value) { return TemplateValue(value); }
    static TemplateValue integer(TemplateInteger value) { return TemplateValue(value); }
    static TemplateValue number(double value) { return TemplateValue(value); }
    static TemplateValue text(TemplateText value);
    static TemplateValue text(std::string_view bytes) { return text(TemplateText(bytes)); }
    static TemplateValue list(std::vector<TemplateValue> items);
    static TemplateValue tuple(std::vector<TemplateValue> items);
    /// A generator, as most filters return: it is true, has no length, and yields its items once.
    static TemplateValue iterator(std::vector<TemplateValue> items);
    static TemplateValue dict(std::vector<std::pair<TemplateValue, TemplateValue>> entries);
    static TemplateValue sequence(std::shared_ptr<const TemplateList> list);
    static TemplateValue object(std::shared_ptr<TemplateObject> object);

    bool isUndefined() const { return holds<Undefined>(); }
    bool isNone() const { return holds<None>(); }
    bool isBoolean() const { return holds<bool>(); }
    bool isInteger() const { return holds<TemplateInteger>(); } ///< false for a boolean
    bool isFloat() const { return holds<double>(); }

    /// These return null, or nothing, if the value has another type.
    const TemplateText* asText() const;
    const TemplateList* asList() const;
    const TemplateDict* asDict() const;
    TemplateObject* asObject() const;
    std::optional<TemplateInteger> asInteger() const; ///< a boolean counts as 0 or 1, as in Python
    /// The integer as a position or count; the nearest one if it has more than 64 bits.
    std::optional<int64_t> asPosition() const;
    std::optional<double> asNumber() const; ///< a boolean counts here, too

    /// Python's bool() of the value.
    bool isTrue() const;
    int depth() const; ///< levels of nested values; 0 if it holds none
    std::string typeName() const; ///< Python's name of the type: "str", "dict"
    const std::string& undefinedCause() const;

private:
    using Storage = std::variant<Undefined, None, bool, TemplateInteger, double,
        std::shared_ptr<const TemplateText>, std::shared_ptr<const TemplateList>,
        std::shared_ptr<const TemplateDict>, std::shared_ptr<TemplateObject>>;

    template <typename T>
    bool holds() const
    {
        return std::holds_alternative<T>(m_storage);
    }
    explicit TemplateValue(Storage storage)
        : m_storage(std::move(storage))
    {
    }

    Storage m_storage;
};

using TemplateValues = std::vector<TemplateValue>;

/// A sequence of values: a list, or one of Python's types that differ from it in what they can.
class TemplateList {
public:
    enum class Kind {
        List,
        Tuple,
        Group, ///< a tuple of groupby, whose items are also called grouper and list
        Range,
        Keys, ///< of a dict, as the next two
        Values,
        Items
    };

    TemplateList(TemplateValues items, Kind kind);

    const TemplateValues& items() const { return m_items; }
    Kind kind() const { return m_kind; }
    bool isTuple() const { return m_kind == Kind::Tuple || m_kind == Kind::Group; }
    bool isView() const { return m_kind >= Kind::Keys; } ///< has no positions
    int depth() const { return m_depth; }

private:
    TemplateValues m_items;
    Kind m_kind;
    int m_depth = 0;
};

/// The value of range(…), which tells its bounds when it is printed.
class TemplateRange : public TemplateList {
public:
    TemplateRange(
        TemplateValues items, TemplateInteger first, TemplateInteger end, TemplateInteger step)
        : TemplateList(std::move(items), Kind::Range)
        , first(first)
        , end(end)
        , step(step)
    {
    }

    const TemplateInteger first, end, step;
};

/// Yields its items one after the other, once.
class TemplateIterator : public TemplateObject {
public:
    explicit TemplateIterator(TemplateValues items);

    std::string typeName() const override { return "generator"; }
    bool isCallable() const override { return false; }
    int depth() const override { return m_depth; }
    std::optional<TemplateValue> next();
    TemplateValues takeRest();

private:
    TemplateValues m_items;
    size_t m_next = 0;
    int m_depth = 0;
};

/// Keys with values, in the order in which they were given.
class TemplateDict {
public:
    using Entries = std::vector<std::pair<TemplateValue, TemplateValue>>;

    /// The last value of a key that occurs twice counts, in the position of the first.
    explicit TemplateDict(Entries entries);

    const Entries& entries() const { return m_entries; }
    const TemplateValue* find(const TemplateValue& key) const; ///< null if there is no such key
    /// The argument at that position or of that name, or null.
    const TemplateValue* find(std::string_view key) const;
    int depth() const { return m_depth; }

private:
    Entries m_entries;
    std::map<std::string, size_t, std::less<>> m_index; // by hashableName
    int m_depth = 0;
};

/// A text that equal keys of dicts share, and no others: in Python 1, 1.0 and True are the same key.
/// Nothing for a value that can't be a key, such as a list.
std::optional<std::string> hashableName(const TemplateValue& key);

/// The arguments that a call was given.
struct TemplateArguments {
    TemplateValues positional;
    std::vector<std::pair<std::string, TemplateValue>> named;

    /// The argument at that position or of that name, or null.
    const TemplateValue* find(size_t position, std::string_view name) const;
    /// Does the same, but throws TemplateFailure if there is none.
    const TemplateValue& require(size_t position, std::string_view name) const;
    bool flag(size_t position, std::string_view name, bool fallback) const;
    int64_t integer(size_t position, std::string_view name, int64_t fallback) const;
};

/// Thrown for whatever a running template does wrong. ChatTemplate makes an Error of it and adds
/// the line.
struct TemplateFailure {
    std::string message;
};
[[noreturn]] void failRun(std::string message);

/// The steps that one run may take. Every operation spends as many as the bytes and items that it
/// touches cost, and throws TemplateFailure when none are left.
class TemplateBudget {
public:
    void spend(size_t steps = 1);
    void spendBytes(size_t bytes) { spend(1 + bytes / 64); }
    void spendSearch(size_t text, size_t pattern) { spend(1 + text * pattern / 1024); }

    /// Throws TemplateFailure if a text has become too long (4 MiB).
    static void checkLength(size_t bytes);

private:
    size_t m_left = 1'000'000;
};

} // namespace engine
