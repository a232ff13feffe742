#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace services {

/// What happens to a file that is attached to a message.
enum class FormatUse : uint8_t {
    Document, ///< numbered passages of it are read
    Text, ///< the model reads it as it is, unless it is long
    Code, ///< the same, but it isn't offered in dialogs
    Picture, ///< it is attached as an image
};

/// A row of document_formats.def: how files of a format are recognized. Lists are separated by spaces.
struct DocumentFormat {
    FormatUse use = FormatUse::Document;
    std::string_view suffixes = {}; ///< in lower case; safe to open with other programs
    std::string_view otherSuffixes = {}; ///< these are read, but neither offered nor opened
    std::string_view magic = {}; ///< binary formats begin with it; '?' is any byte
    size_t magicWithin = 0; ///< it may begin in so many bytes; 0: at the first one only
    std::string_view mime = {}; ///< how the entry "mimetype" of a package begins
    std::string_view entries = {}; ///< all of them are in a package of this format
    std::string_view content = {}; ///< the content type of an Office package's main part has it
    std::string_view beginnings = {}; ///< texts begin with one, in any case; '_' is a space

    bool isPackage() const { return !entries.empty(); }
    bool isBinary() const { return isPackage() || !magic.empty(); }
};

std::span<const DocumentFormat> documentFormats();

/// Calls `visit` for each item of a list of DocumentFormat.
void forEachItem(std::string_view list, const std::function<void(std::string_view item)>& visit);

/// True if a file begins like a zip archive, which an office file and a book are.
bool beginsLikePackage(std::string_view bytes);

/// True if a file begins like an office file of before 2007 or a password-protected one.
bool beginsLikeCompoundFile(std::string_view bytes);

/// The binary format that the first bytes of a file tell, packages apart; null: none.
const DocumentFormat* findFormatByMagic(std::string_view bytes);

/// The text format that the first characters of a file tell; null: none.
const DocumentFormat* findFormatByBeginning(std::string_view text);

/// The format that the suffix of a file name tells; null: none.
const DocumentFormat* findFormatByName(std::string_view name);

} // namespace services
