#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

/// A part of a message (MIME, RFC 2045 to 2047).
struct MailPart {
    std::string type; ///< in lower case, without parameters: "text/plain"
    std::string attachment; ///< its file name, if it is one
    std::string text; ///< UTF-8, of texts that are no attachments
    std::vector<MailPart> parts; ///< of a multipart
};

struct MailMessage {
    std::string subject;
    std::vector<std::pair<std::string, std::string>>
        head; ///< From, To, Cc, Date, as far as there are
    MailPart body;
};

/// Parses a message. Throws Unreadable: Damaged where there is no head of a message, TooDeep where
/// messages and parts are nested deeper than `nesting`.
MailMessage parseMail(std::string_view bytes, int nesting);

} // namespace services
