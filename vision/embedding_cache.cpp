#include "vision/embedding_cache.h"

#include <algorithm>
#include <bit>

namespace vision {

namespace {

// The first 32 fractional bits of the cube roots of the first 64 primes.
constexpr uint32_t roundConstants[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
    0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74,
    0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3,
    0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354,
    0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3,
    0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,
    0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Schedule = std::array<uint32_t, 64>;

Schedule readSchedule(const uint8_t* block)
{
    Schedule words;
    for (int i = 0; i < 16; ++i)
        words[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16
            | uint32_t(block[4 * i + 2]) << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
        const uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + words[i - 7]
            + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    return words;
}

} // namespace

void ContentHasher::mixBlock(const uint8_t* block)
{
    const Schedule words = readSchedule(block);
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (int i = 0; i < 64; ++i) {
        const uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25))
            + ((e & f) ^ (~e & g)) + roundConstants[i] + words[i];
        const uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22))
            + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < mixed.size(); ++i)
        m_state[i] += mixed[i];
}

void ContentHasher::add(std::span<const uint8_t> bytes)
{
    m_length += bytes.size();
    while (!bytes.empty()) {
        if (m_held == 0 && bytes.size() >= m_block.size()) {
            mixBlock(bytes.data());
            bytes = bytes.subspan(m_block.size());
            continue;
        }
        const size_t taken = std::min(m_block.size() - m_held, bytes.size());
        std::copy_n(bytes.begin(), taken, m_block.begin() + m_held);
        bytes = bytes.subspan(taken);
        m_held = (m_held + taken) % m_block.size();
        if (m_held == 0)
            mixBlock(m_block.data());
    }
}

ContentHash ContentHasher::finish()
{
    const uint64_t bits = 8 * m_length;
    const uint8_t end = 0x80, zero = 0;
    add({&end, 1});
    while (m_held != 56)
        add({&zero, 1});
    for (int shift = 56; shift >= 0; shift -= 8) {
        const auto byte = uint8_t(bits >> shift);
        add({&byte, 1});
    }
    ContentHash hash;
    for (size_t i = 0; i < hash.size(); ++i)
        hash[i] = uint8_t(m_state[i / 4] >> (24 - 8 * (i % 4)));
    return hash;
}

engine::ImageEmbeddingPtr EmbeddingCache::find(const ContentHash& hash)
{
    const auto position = m_known.find(hash);
    if (position == m_known.end())
        return nullptr;
    auto embedding = position->second.lock();
    if (embedding)
        keep(embedding);
    return embedding;
}

void EmbeddingCache::add(const engine::ImageEmbeddingPtr& embedding)
{
    std::erase_if(m_known, [](const auto& entry) { return entry.second.expired(); });
    m_known[embedding->contentHash] = embedding;
    keep(embedding);
}

void EmbeddingCache::keep(const engine::ImageEmbeddingPtr& embedding)
{
    std::erase(m_newest, embedding);
    m_newest.push_front(embedding);
    int64_t bytes = 0;
    const auto tooMuch = std::ranges::find_if(m_newest, [&](const auto& each) {
        bytes += each->rowBytes();
        return bytes > m_keptBytes;
    });
    m_newest.erase(tooMuch, m_newest.end());
    if (m_newest.size() > kept)
        m_newest.pop_back();
}

} // namespace vision
