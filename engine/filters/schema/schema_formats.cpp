#include "engine/filters/schema/schema_formats.h"

#include "engine/filters/schema/schema_text_set.h"

#include <map>
#include <mutex>
#include <string>

namespace engine {

namespace {

using std::string;

string anchored(const string& pattern)
{
    return "^(?:" + pattern + ")$";
}

string any(const string& pattern)
{
    return "(?:" + pattern + ")";
}

// --- RFC 3339 ------------------------------------------------------------------------------------

string date()
{
    const string year = "[0-9]{4}";
    const string leapYear = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])"
                            "|(?:[02468][48]|[2468]0|[13579][26])00)";
    const string longMonth = "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])";
    const string shortMonth = "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)";
    const string february = "02-(?:0[1-9]|1[0-9]|2[0-8])";
    return any(year + "-" + any(longMonth + "|" + shortMonth + "|" + february) + "|" + leapYear
        + "-02-29");
}

string clockTime()
{
    return "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?"
           "(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])";
}

const char* const notYearZero = "^(?!0000)";

// Appendix A: units in order, at least one, T only before hours, minutes or seconds.
string duration()
{
    const string time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)";
    const string days = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)";
    return "P(?:[0-9]+W|" + time + "|" + days + any(time) + "?)";
}

// --- RFC 1123, 5321, 4291 ------------------------------------------------------------------------

string hostname()
{
    const string label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    return label + any("\\." + label) + "*";
}

string internationalHostname()
{
    const string letter = "[A-Za-z0-9\\u00b7-\\u{10ffff}]";
    const string label = letter + any("[A-Za-z0-9\\u00b7-\\u{10ffff}-]*" + letter) + "?";
    return label + any("\\." + label) + "*";
}

string ipv4()
{
    const string byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    return byte + any("\\." + byte) + "{3}";
}

string ipv6()
{
    const string group = "[0-9A-Fa-f]{1,4}";
    const string last = any(group + ":" + group + "|" + ipv4());
    const auto before = [&](int count) { // up to `count` groups before "::"
        return any(any(group + ":") + "{0," + std::to_string(count - 1) + "}" + group) + "?";
    };
    string all = any(group + ":") + "{6}" + last + "|::" + any(group + ":") + "{5}" + last;
    for (int groups = 4; groups >= 0; --groups)
        all += "|" + before(5 - groups) + "::" + any(group + ":") + "{" + std::to_string(groups)
            + "}" + last;
    return any(all + "|" + before(6) + "::" + group + "|" + before(7) + "::");
}

string email(const string& atom, const string& domain)
{
    return atom + any("\\." + atom) + "*@" + any(domain + "|\\[" + ipv4() + "\\]");
}

// --- RFC 3986, 3987, 6570, 6901 ------------------------------------------------------------------

// `more` are the characters beyond ASCII that an IRI may have, for a class.
struct UriPatterns {
    explicit UriPatterns(const string& more)
        : plain("[A-Za-z0-9._~!$&'()*+,;=" + more + "-]")
        , character("(?:[A-Za-z0-9._~!$&'()*+,;=:@" + more + "-]|%[0-9A-Fa-f]{2})")
        , tail("(?:\\?(?:" + character + "|[/?])*)?(?:#(?:" + character + "|[/?])*)?")
    {
        const string escaped = "%[0-9A-Fa-f]{2}";
        const string host
            = any("\\[" + any(ipv6() + "|v[0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+") + "\\]|"
                + any(plain + "|" + escaped) + "*");
        authority = any(any(plain + "|:|" + escaped) + "*@") + "?" + host + "(?::[0-9]*)?";
        segments = any("/" + character + "*") + "*";
    }

    string absolute() const
    {
        const string path = any("//" + authority + segments + "|/" + any(character + "+" + segments)
            + "?|" + character + "+" + segments + "|");
        return "[A-Za-z][A-Za-z0-9+.-]*:" + path + tail;
    }

    string reference() const
    {
        const string noColon = "(?:[A-Za-z0-9._~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})";
        const string path = any("//" + authority + segments + "|/" + any(character + "+" + segments)
            + "?|" + noColon + "+" + segments + "|");
        return any(absolute() + "|" + path + tail);
    }

    string plain, character, tail, authority, segments;
};

const char* const beyondAscii = "\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\u{10000}-\\u{1fffd}"
                                "\\u{20000}-\\u{2fffd}\\u{30000}-\\u{3fffd}";

string uriTemplate()
{
    const string literal = "[!#$&()*+,./0-9:;=?@A-Z\\[\\]_a-z~\\u00a0-\\ud7ff-]|%[0-9A-Fa-f]{2}";
    const string letter = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})";
    const string variable = letter + any("\\.?" + letter) + "*(?::[1-9][0-9]{0,3}|\\*)?";
    return any(literal + "|\\{[+#./;?&]?" + variable + any("," + variable) + "*\\}") + "*";
}

const char* const jsonPointer = "(?:/(?:[^~/\\n\\r\\u2028\\u2029]|~[01])*)*";

// --- Regular expressions, as ECMA-262 and others read them alike
// -----------------------------------

// x-y with y not before x, within letters of one case or digits.
string orderedRanges()
{
    string ranges;
    for (const string block : {"09", "AZ", "az"})
        for (char first = block[0]; first <= block[1]; ++first)
            ranges
                += string(ranges.empty() ? "" : "|") + first + "-[" + first + "-" + block[1] + "]";
    return ranges;
}

string counts()
{
    string ordered;
    for (char first = '0'; first <= '9'; ++first)
        ordered += string("|") + first + ",[" + first + "-9]";
    return "\\{(?:[0-9]{1,3}|[0-9]{1,3},|[0-9],[1-9][0-9]{1,2}|[1-9][0-9],[1-9][0-9]{2}" + ordered
        + ")\\}";
}

string regex()
{
    const string escape = "\\\\[dDwWsStnrfv^$\\\\.*+?()\\[\\]{}|/-]";
    const string inClass = any(orderedRanges() + "|[^\\\\\\[\\]\\n\\r^&~|-]|" + escape);
    const string oneOf = "\\[\\^?" + inClass + "+-?\\]";
    const string quantifier = any(any("[*+?]|" + counts()) + "\\??") + "?";
    const string simple
        = any("[^\\\\^$.*+?()\\[\\]{}|\\n\\r]|\\.|" + escape + "|" + oneOf) + quantifier;
    // A bar is a term like the others, because there may be nothing between two bars.
    const string flat = simple + "|[|^$]";
    string terms = any(flat) + "*";
    for (int depth = 0; depth < 3; ++depth)
        terms = any(flat + "|\\((?:\\?:)?" + terms + "\\)" + quantifier) + "*";
    return terms;
}

// The pattern of a format; empty for one that is not known.
string formatPattern(std::string_view format)
{
    const string atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
    const string wideAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u00a1-\\u{10ffff}-]+";
    if (format == "date")
        return notYearZero + any(date()) + "$";
    if (format == "time")
        return anchored(clockTime());
    if (format == "date-time")
        return notYearZero + date() + "T" + clockTime() + "$";
    if (format == "duration")
        return anchored(duration());
    if (format == "email")
        return anchored(email(atom, hostname()));
    if (format == "idn-email")
        return anchored(email(wideAtom, internationalHostname()));
    if (format == "hostname")
        return anchored(hostname());
    if (format == "idn-hostname")
        return anchored(internationalHostname());
    if (format == "ipv4")
        return anchored(ipv4());
    if (format == "ipv6")
        return anchored(ipv6());
    if (format == "uuid")
        return anchored("[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}");
    if (format == "uri")
        return anchored(UriPatterns("").absolute());
    if (format == "uri-reference")
        return anchored(UriPatterns("").reference());
    if (format == "iri")
        return anchored(UriPatterns(beyondAscii).absolute());
    if (format == "iri-reference")
        return anchored(UriPatterns(beyondAscii).reference());
    if (format == "uri-template")
        return anchored(uriTemplate());
    if (format == "json-pointer")
        return anchored(jsonPointer);
    if (format == "relative-json-pointer")
        return anchored(string("(?:0|[1-9][0-9]*)(?:#|") + jsonPointer + ")");
    if (format == "regex")
        return anchored(regex());
    return {};
}

} // namespace

std::optional<Format> formatNamed(std::string_view name)
{
    static std::mutex mutex;
    static std::map<string, Format, std::less<>> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(name);
    if (found != known.end())
        return found->second;
    const string pattern = formatPattern(name);
    if (pattern.empty())
        return std::nullopt;
    Format format{textsMatching(pattern), std::nullopt};
    if (name == "hostname")
        format.maxLength = 253;
    if (name == "idn-hostname")
        format.maxLength = 63;
    return known.emplace(string(name), std::move(format)).first->second;
}

} // namespace engine
