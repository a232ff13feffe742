#pragma once

#include "engine/cache/page_table.h"
#include "engine/cache/paged_cache.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace engine {

/// A file of what the cache holds of a conversation, so that the conversation can continue on
/// another day without being read again. All numbers are little-endian:
///
///     "VIGCACHE"  version u32  number of caches u32
///     root u64 u64  number of tokens u64
///     per cache: type and shape as strings (length u64, text), bytes per token u64, without states
///     content keys u64 ...
///     per 256 tokens, of which the last may be fewer, per cache: the bytes of PagedCache::readPage
///     fingerprint u64 u64 of the header, the keys and each page and cache, in this order
///
/// Page hashes are not in the file, because they follow from the root and the keys. The fingerprint
/// detects damage, not malice: whoever can write the file decides what the model remembers.

/// Writes the longest beginning of `keys` that the cache holds, and returns how many tokens it has.
/// Returns 0 and writes no file if there is none, or if `isGivenUp`, which is called before each
/// page, returned true.
///
/// `caches` are all caches that share the pages of `table` (the model's and a draft model's). They
/// must be allocated, and be given in the same order as to restoreCacheFile(). `root` says what
/// their content depends on, see PageSequence. Throws Error{BadFile} if the file cannot be written;
/// a file that was there before is then unchanged.
int64_t saveCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    const PageTable& table, PageHash root, std::span<const ContentKey> keys,
    const std::function<bool()>& isGivenUp = {});

/// Puts the content of a file into free pages, where PageTable::open() will find it, and returns
/// how many tokens were restored: only the beginning if too few pages are free. Checks everything
/// before it changes anything. If `keys` is not null, it receives the content keys of the file.
///
/// Throws Error{BadFile} for a damaged file, Error{BadRequest} for a file of another root or other
/// caches, and Error{Unsupported} for a file of another version.
int64_t restoreCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    PageTable& table, PageHash root, std::vector<ContentKey>* keys = nullptr);

} // namespace engine
