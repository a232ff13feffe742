#pragma once

#include "engine/cache/page_table.h"
#include "engine/cache/paged_cache.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace engine {

/// What the cache holds of a conversation, as a file, so that the conversation goes on some other
/// day without being read again. All numbers are little-endian:
///
///     "VIGCACHE"  version u32  number of caches u32
///     root u64 u64  number of tokens u64
///     per cache: type as a string (length u64, text), layers u64, heads u64, numbers per head u64,
///                bytes per token u64
///     content keys u64 ...
///     per 256 tokens, of which the last may be fewer, per cache: the bytes of PagedCache::readPage
///     fingerprint u64 u64 of the header, the keys and each page and cache, in this order
///
/// Hashes are not in the file: they follow from the root and the keys. The fingerprint is there for
/// damage, not for malice: whoever can write the file decides what the model remembers.

/// `caches` are all that share the pages of `table` (the model's, a draft model's), allocated and
/// always in the same order; `root` says what their content depends on, as in PageSequence. Writes
/// the longest beginning of `keys` that the cache holds and returns its tokens; 0 and no file if
/// there is none, or if `isGivenUp`, asked before each page, said so. Throws Error{BadFile} if the
/// file cannot be written; what stood there before is then unchanged.
int64_t saveCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    const PageTable& table, PageHash root, std::span<const ContentKey> keys,
    const std::function<bool()>& isGivenUp = {});

/// Puts the content of a file into free pages, where open() will find it, and returns its tokens;
/// only the beginning if too few pages are free. Everything is checked before anything is changed.
/// Throws Error{BadFile} for a damaged file, Error{BadRequest} for one of another root or other
/// caches, Error{Unsupported} for another version. `keys`, if not null, receives those of the file.
int64_t restoreCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    PageTable& table, PageHash root, std::vector<ContentKey>* keys = nullptr);

} // namespace engine
