#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services::server {

/// JSON whose keys keep their order, which matters to schemas and to the prompts made of tools.
using Json = nlohmann::ordered_json;

/// Parses the body of a request. Throws ApiError(400) if it isn't a JSON object in valid UTF-8, or
/// is nested deeper, or has more values or keys, than any request has; Error{Cancelled} when the
/// client `isGone`, which is asked every few thousand values.
Json parseBody(std::string_view body, const std::function<bool()>& isGone = {});

/// Returns a value on one line; broken UTF-8 becomes U+FFFD.
std::string text(const Json& value);

/// Reads the fields of an object of a request. What is there and wrong throws ApiError(400), naming
/// the field with its path; null counts as not there. The object must outlive it.
class Fields {
public:
    /// `path` is before the names of fields: "messages[0]"; empty for the body itself.
    explicit Fields(const Json& object, std::string path = {});

    /// Null: not there.
    const Json* find(const char* name) const;
    bool has(const char* name) const { return find(name) != nullptr; }

    std::optional<std::string> text(const char* name) const;
    std::optional<int64_t> integer(const char* name, int64_t least, int64_t most) const;
    std::optional<double> number(const char* name, double least, double most) const;
    std::optional<bool> flag(const char* name) const;
    std::optional<Fields> object(const char* name) const;
    /// The elements of a list, of which there may be `most`; empty if it is not there.
    std::span<const Json> list(const char* name, size_t most) const;
    /// A text, or a list of at most `most` of them.
    std::vector<std::string> texts(const char* name, size_t most) const;

    std::string requiredText(const char* name) const;

    /// The full name of a field, for errors: "messages[0].role".
    std::string path(const std::string& name) const;

private:
    const Json& m_object;
    std::string m_path;
};

/// A turn at work that takes much memory or time: decoding images, reading documents, counting the
/// tokens of long texts, preparing schemas. Two threads have one at a time; a thread must not wait for
/// a second one.
class HeavyWork {
public:
    static constexpr size_t longText = 64 << 10; ///< bytes; shorter texts need no turn

    /// Waits for a turn. Throws ClientGone once `isGone` returns true.
    explicit HeavyWork(const std::function<bool()>& isGone);
    ~HeavyWork();
    /// Runs `work` in a thread of its own with low priority, so that it delays nobody's tokens, and waits
    /// for it. Returns the CPU time that it took. What `work` throws passes through; std::system_error
    /// means that there is no thread for it.
    std::chrono::nanoseconds computeAtLowPriority(const std::function<void()>& work) const;

    HeavyWork(const HeavyWork&) = delete;
    HeavyWork& operator=(const HeavyWork&) = delete;
};

} // namespace services::server
