#pragma once

#include "tests/services/documents/answers/scripted_engine.h"

#include "runtime/shelf/model_shelf.h"
#include <memory>
#include <thread>

namespace tests {

/// A scripted engine that a pool of models can hold: it tells its host its end, on a thread of its own.
class HostedEngine : public ScriptedEngine {
public:
    using ScriptedEngine::ScriptedEngine;

    /// Makes this engine of every model that is at an end point.
    static runtime::EngineFactory factoryOf(const std::shared_ptr<HostedEngine>& engine)
    {
        return [engine](const runtime::ModelId&, std::shared_ptr<runtime::EngineHost> host) {
            engine->m_host = std::move(host);
            return engine;
        };
    }

    void unload(runtime::Unloading) override
    {
        m_end = std::jthread([host = std::move(m_host)] { host->ended(); });
    }

private:
    std::shared_ptr<runtime::EngineHost> m_host;
    std::jthread m_end;
};

} // namespace tests
