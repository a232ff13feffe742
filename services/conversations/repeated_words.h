#pragma once

#include "services/conversations/message.h"

#include <QStringList>

namespace services {

/// The words and numbers that an address repeats of what models read in a conversation: the system
/// prompt, the user's messages, attached texts, passages of documents, text in images (OCR), names
/// of files and results of tools. Opening such an address tells them to whoever runs its server,
/// and any text that a model reads can talk it into writing such a link. The words are spelled as
/// they were read, in their order, each once. All branches count.
///
/// A word has at least six characters, three where words are not separated by spaces; a number at
/// least six digits, which may be in groups. Case and percent-encoding do not matter, and words
/// are also found in Base64 and hexadecimal. So that an ordinary link has none:
///  - in the query, the fragment and before the "@", one word is enough;
///  - in the host and the path, where the subject of a page is, a word must have a digit or be
///    encoded, or there must be three of them;
///  - an address that the user wrote is the user's own;
///  - the address itself, where it is in the result of a tool, repeats nothing of that result.
///
/// Not searched for: words that are split or spelled in another way, other encodings, what only
/// several links tell together, and what only answers say.
QStringList repeatedWords(
    const QString& address, const QList<Message>& messages, const QString& systemPrompt = {});

} // namespace services
