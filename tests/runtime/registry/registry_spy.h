#pragma once

#include "runtime/answers/local_engine.h"
#include "runtime/models/model_files.h"
#include "runtime/registry/model_registry.h"
#include "tests/runtime/answers/asked.h"

#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <mutex>

namespace tests {

/// A registry of models on this machine, and what it tells its listener.
class RegistrySpy {
public:
    explicit RegistrySpy(const runtime::LoadOptions& options = {})
        : registry(
            [options](const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
                runtime::LocalEngineOptions local;
                local.load = options;
                local.load.path = model.path();
                return std::make_shared<runtime::LocalEngine>(std::move(local), std::move(host));
            })
    {
        registry.setListener([this](const runtime::ModelId& model) {
            const runtime::ModelState state = registry.state(model);
            const std::lock_guard lock(m_mutex);
            m_told[model].push_back(state);
        });
    }

    Asked ask(const runtime::ModelId& model, const std::string& text)
    {
        return Asked([&](std::shared_ptr<runtime::AnswerSink> sink) {
            return registry.submit(model, {{userSays(text)}}, std::move(sink));
        });
    }
    Asked ask(const std::string& text) { return ask({}, text); }

    runtime::ModelState::Stage stage(const runtime::ModelId& model = {}) const
    {
        return registry.state(model).stage;
    }

    /// The states that the listener found when it was notified about this model.
    std::vector<runtime::ModelState> told(const runtime::ModelId& model = {}) const
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_told.find(model);
        return found == m_told.end() ? std::vector<runtime::ModelState>() : found->second;
    }
    bool saidThatItWaits(const runtime::ModelId& model) const
    {
        for (const runtime::ModelState& state : told(model))
            if (state.waitsForMemory)
                return true;
        return false;
    }

private:
    mutable std::mutex m_mutex;
    std::map<runtime::ModelId, std::vector<runtime::ModelState>> m_told;

public:
    runtime::ModelRegistry registry; // last: it ends before the rest goes
};

/// The built-in model under another name, without its vision part.
inline runtime::ModelId copyOfStarter(const QTemporaryDir& folder, const QString& name)
{
    const QString copy = folder.filePath(name);
    if (!QFile::link(QString::fromStdString(runtime::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    return runtime::ModelId::fromPath(copy.toStdString());
}

} // namespace tests
