#pragma once

#include "runtime/registry/model_registry.h"

#include <memory>
#include <thread>

namespace tests {

/// An engine that a pool of models can hold: it tells its host its end, on a thread of its own.
template <typename Engine>
class Hosted : public Engine {
public:
    using Engine::Engine;

    /// Makes this engine of every model that is at a remote server.
    static runtime::EngineFactory factoryOf(const std::shared_ptr<Hosted>& engine)
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
