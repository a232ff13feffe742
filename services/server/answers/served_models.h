#pragma once

#include "runtime/answer_engine.h"
#include "runtime/answer_request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace services::server {

/// A model that a server offers.
struct ServedModel {
    std::string id; ///< by which clients name it
    std::shared_ptr<runtime::AnswerEngine> engine;
    runtime::AnswerSettings usual = {}; ///< how it answers where a request names nothing
    int64_t since = 0; ///< seconds since 1970
    /// It comes into memory when somebody asks it, by load(), which may be called again and again.
    bool isLoadedWhenAsked = false;
    std::function<void()> unload = {}; ///< frees its memory; empty: it stays there. Any thread
};

/// The models that a server offers. Any thread may call it.
class ServedModels {
public:
    virtual ~ServedModels() = default;
    virtual std::vector<ServedModel> models() const = 0;

    /// Throws ApiError(404) if there is none of this id.
    ServedModel require(const std::string& id) const;
};

/// The same models for as long as the server runs.
class FixedModels : public ServedModels {
public:
    explicit FixedModels(std::vector<ServedModel> models)
        : m_models(std::move(models))
    {
    }
    std::vector<ServedModel> models() const override { return m_models; }

private:
    const std::vector<ServedModel> m_models;
};

} // namespace services::server
