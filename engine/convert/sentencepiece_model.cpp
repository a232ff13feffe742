#include "engine/convert/sentencepiece_model.h"

#include "engine/files/byte_reader.h"
#include "engine/files/mapped_file.h"

#include <cmath>

namespace engine {

namespace {

constexpr uint64_t maxPieces = 1 << 24;

// A field of a message: its number, and its value as a number or as bytes.
struct Field {
    uint64_t number = 0;
    uint64_t value = 0; // of the wire types 0 (varint), 1 and 5 (fixed)
    std::span<const std::byte> bytes; // of wire type 2
};

uint64_t readVarint(ByteReader& reader)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = reader.number<uint8_t>("a number");
        value |= uint64_t(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    reader.fail("has a number longer than 64 bits");
}

Field readField(ByteReader& reader)
{
    const uint64_t tag = readVarint(reader);
    Field field;
    field.number = tag >> 3;
    switch (tag & 7) {
    case 0:
        field.value = readVarint(reader);
        return field;
    case 1:
        field.value = reader.number<uint64_t>("a field");
        return field;
    case 2:
        field.bytes = reader.take(readVarint(reader), "a field");
        return field;
    case 5:
        field.value = reader.number<uint32_t>("a field");
        return field;
    default:
        reader.fail("is not a SentencePiece model");
    }
}

SentencePieceModel::Piece readPiece(ByteReader reader)
{
    SentencePieceModel::Piece piece;
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        if (field.number == 1)
            piece.text.assign(
                reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
        else if (field.number == 2)
            piece.score = std::bit_cast<float>(uint32_t(field.value));
        else if (field.number == 3)
            piece.type = int32_t(field.value);
    }
    if (piece.type < 1 || piece.type > 6 || !std::isfinite(piece.score))
        reader.fail("has a piece of an unknown type or score");
    return piece;
}

// The value of a numeric field of a message.
uint64_t valueIn(ByteReader reader, uint64_t number, uint64_t otherwise)
{
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        if (field.number == number)
            otherwise = field.value;
    }
    return otherwise;
}

} // namespace

SentencePieceModel readSentencePieceModel(const std::filesystem::path& path)
{
    const MappedFile file(path);
    const std::string name = path.filename().string();
    ByteReader reader(file.bytes(), name);
    SentencePieceModel model;
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        const ByteReader message(field.bytes, name);
        if (field.number == 1)
            model.pieces.push_back(readPiece(message));
        else if (field.number == 2)
            model.isUnigram = valueIn(message, 3, 1) == 1;
        else if (field.number == 3)
            model.addsDummyPrefix = valueIn(message, 3, 1) != 0;
        if (model.pieces.size() > maxPieces)
            reader.fail("has more pieces than any vocabulary");
    }
    if (model.pieces.empty())
        reader.fail("holds no pieces");
    return model;
}

} // namespace engine
