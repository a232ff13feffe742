#pragma once

#include "runtime/answers/local_engine.h"
#include "runtime/models/model_files.h"
#include "runtime/shelf/model_shelf.h"
#include "tests/runtime/answers/asked.h"

#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <mutex>

namespace tests {

/// A shelf of models on this machine, and what it tells its listener.
class ShelfSpy {
public:
    explicit ShelfSpy(const runtime::LoadOptions& options = {})
        : shelf(
            [options](const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
                runtime::LocalEngineOptions local;
                local.load = options;
                local.load.path = model.path();
                return std::make_shared<runtime::LocalEngine>(std::move(local), std::move(host));
            })
    {
        shelf.setListener([this](const runtime::ModelId& model) {
            const runtime::ModelState state = shelf.state(model);
            const std::lock_guard lock(m_mutex);
            m_told[model].push_back(state);
        });
    }

    Asked ask(const runtime::ModelId& model, const std::string& text)
    {
        return Asked([&](std::shared_ptr<runtime::AnswerSink> sink) {
            return shelf.submit(model, {{userSays(text)}}, std::move(sink));
        });
    }
    Asked ask(const std::string& text) { return ask({}, text); }

    runtime::ModelState::Stage stage(const runtime::ModelId& model = {}) const
    {
        return shelf.state(model).stage;
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
    runtime::ModelShelf shelf; // last: it ends before the rest goes
};

/// The built-in model under another name, without its vision part.
inline runtime::ModelId copyOfStarter(const QTemporaryDir& folder, const QString& name)
{
    const QString copy = folder.filePath(name);
    if (!QFile::link(QString::fromStdString(runtime::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    return runtime::ModelId::ofFile(copy.toStdString());
}

} // namespace tests
