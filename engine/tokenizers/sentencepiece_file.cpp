#include "engine/tokenizers/sentencepiece_file.h"

#include "kernels/error.h"

#include <cstdint>
#include <string>

namespace engine {
namespace {

[[noreturn]] void refuse(const char* reason)
{
    throw kernels::Error(
        kernels::ErrorKind::BadFile, std::string("the SentencePiece model is damaged: ") + reason);
}

// The fields of one message, in the order of the file.
class Fields {
public:
    explicit Fields(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    bool next()
    {
        if (m_rest.empty())
            return false;
        const uint64_t tag = varint();
        number = tag >> 3;
        content = {};
        value = 0;
        switch (tag & 7) {
        case 0:
            value = varint();
            break;
        case 1:
            content = take(8);
            break;
        case 2:
            content = take(varint());
            break;
        case 5:
            content = take(4);
            break;
        default:
            refuse("it has a field of an unknown kind");
        }
        return true;
    }

    uint64_t number = 0; ///< of the field
    uint64_t value = 0; ///< if it is a number
    std::string_view content; ///< if it is bytes

private:
    uint64_t varint()
    {
        uint64_t result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1)[0]);
            result |= static_cast<uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80)
                return result;
        }
        refuse("it has a number that is too long");
    }

    std::string_view take(uint64_t size)
    {
        if (size > m_rest.size())
            refuse("it ends inside a field");
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::string_view m_rest;
};

void readPiece(std::string_view message, SentencePieceFile& file)
{
    constexpr uint64_t userDefined = 4;
    file.userDefined.push_back(false);
    for (Fields fields(message); fields.next();) {
        if (fields.number == 1 && fields.content.find('\0') != std::string_view::npos)
            refuse("a piece holds a zero byte");
        if (fields.number == 3)
            file.userDefined.back() = fields.value == userDefined;
    }
}

void readTrainer(std::string_view message, SentencePieceFile& file)
{
    for (Fields fields(message); fields.next();)
        if (fields.number == 3)
            file.isUnigram = fields.value == 1;
}

void readNormalizer(std::string_view message, SentencePieceFile& file)
{
    for (Fields fields(message); fields.next();) {
        if (fields.number == 2)
            file.charsmap = fields.content;
        if (fields.number == 3)
            file.addsDummyPrefix = fields.value != 0;
    }
}

} // namespace

SentencePieceFile readSentencePieceFile(std::string_view bytes)
{
    SentencePieceFile file;
    for (Fields fields(bytes); fields.next();) {
        if (fields.number == 1)
            readPiece(fields.content, file);
        if (fields.number == 2)
            readTrainer(fields.content, file);
        if (fields.number == 3)
            readNormalizer(fields.content, file);
    }
    return file;
}

} // namespace engine
