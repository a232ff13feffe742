#include "services/server/protocol/fields.h"

#include "base/thread_priority.h"
#include "engine/files/json_text.h"
#include "services/server/protocol/api_error.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <future>
#include <semaphore>
#include <sstream>

namespace services::server {

namespace {

constexpr size_t maxKeysOfObject = 4096; // fields are searched one by one
constexpr size_t maxKeys = 100'000;

} // namespace

Json parseBody(std::string_view body, const std::function<bool()>& isGone)
{
    Json parsed;
    try {
        parsed = engine::parseJson<Json>(body,
            {.keys = maxKeys,
                .keysOfObject = maxKeysOfObject,
                .bytes = body.size(), // HttpLimits bound them
                .isCancelled = isGone});
    } catch (const engine::JsonError& error) {
        throw ApiError(400, "invalid_request_error",
            error.details.empty() ? std::string("The body ") + error.what() + "."
                                  : "The body is not valid JSON: " + error.details);
    }
    if (!parsed.is_object())
        throw ApiError(400, "invalid_request_error", "The body must be a JSON object.");
    return parsed;
}

std::string text(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

std::string shortText(double number)
{
    std::ostringstream text;
    text << number;
    return text.str();
}

} // namespace

Fields::Fields(const Json& object, std::string path)
    : m_object(object)
    , m_path(std::move(path))
{
    if (!object.is_object())
        throw wrongField(m_path, "must be an object.");
}

const Json* Fields::find(const char* name) const
{
    const auto found = m_object.find(name);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

std::optional<std::string> Fields::text(const char* name) const
{
    const Json* value = find(name);
    if (!value)
        return std::nullopt;
    if (!value->is_string())
        throw wrongField(path(name), "must be a string.");
    return value->get<std::string>();
}

std::optional<int64_t> Fields::integer(const char* name, int64_t least, int64_t most) const
{
    const Json* value = find(name);
    if (!value)
        return std::nullopt;
    // 3.0 is an integer, too.
    const bool isWhole = value->is_number_integer()
        || (value->is_number_float() && std::abs(value->get<double>()) < 1e15
            && value->get<double>() == std::floor(value->get<double>()));
    const bool isHuge = value->is_number_unsigned() && value->get<uint64_t>() > uint64_t(INT64_MAX);
    const int64_t number = isWhole && !isHuge ? value->get<int64_t>() : 0;
    if (!isWhole || isHuge || number < least || number > most)
        throw wrongField(path(name),
            "must be an integer from " + std::to_string(least) + " to " + std::to_string(most)
                + ".");
    return number;
}

std::optional<double> Fields::number(const char* name, double least, double most) const
{
    const Json* value = find(name);
    if (!value)
        return std::nullopt;
    const double number = value->is_number() ? value->get<double>() : NAN;
    if (!(number >= least && number <= most))
        throw wrongField(path(name),
            "must be a number from " + shortText(least) + " to " + shortText(most) + ".");
    return number;
}

std::optional<bool> Fields::flag(const char* name) const
{
    const Json* value = find(name);
    if (!value)
        return std::nullopt;
    if (!value->is_boolean())
        throw wrongField(path(name), "must be true or false.");
    return value->get<bool>();
}

std::optional<Fields> Fields::object(const char* name) const
{
    const Json* value = find(name);
    return value ? std::optional(Fields(*value, path(name))) : std::nullopt;
}

std::span<const Json> Fields::list(const char* name, size_t most) const
{
    const Json* value = find(name);
    if (!value)
        return {};
    if (!value->is_array())
        throw wrongField(path(name), "must be a list.");
    if (value->size() > most)
        throw wrongField(path(name), "can have at most " + std::to_string(most) + " elements.");
    return value->get_ref<const Json::array_t&>();
}

std::vector<std::string> Fields::texts(const char* name, size_t most) const
{
    const Json* value = find(name);
    if (value && value->is_string())
        return {value->get<std::string>()};
    std::vector<std::string> texts;
    for (const Json& each : list(name, most)) {
        if (!each.is_string())
            throw wrongField(path(name), "must be a string or a list of strings.");
        texts.push_back(each.get<std::string>());
    }
    return texts;
}

std::string Fields::requiredText(const char* name) const
{
    std::optional<std::string> value = text(name);
    if (!value)
        throw wrongField(path(name), "is missing.");
    return *std::move(value);
}

std::string Fields::path(const std::string& name) const
{
    return m_path.empty() ? name : m_path + "." + name;
}

namespace {

constexpr std::chrono::milliseconds askEvery(20); // whether the client is still there
constexpr int lowPriority = 10; // niceness

std::counting_semaphore<2> freeTurns(2);

} // namespace

HeavyWork::HeavyWork(const std::function<bool()>& isGone)
{
    while (!freeTurns.try_acquire_for(askEvery))
        if (isGone())
            throw ClientGone();
}

// Uses another thread than the client's, which could not raise its priority again and would pass it
// on to engines that it starts.
std::chrono::nanoseconds HeavyWork::computeAtLowPriority(const std::function<void()>& work) const
{
    const auto computed = [&work] {
        base::lowerThreadPriority(lowPriority);
        work();
        timespec taken{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &taken);
        return std::chrono::seconds(taken.tv_sec) + std::chrono::nanoseconds(taken.tv_nsec);
    };
    return std::async(std::launch::async, computed).get();
}

HeavyWork::~HeavyWork()
{
    freeTurns.release();
}

} // namespace services::server
