#pragma once

#include "runtime/answers/local_engine.h"
#include "runtime/registry/model_registry.h"
#include "services/generation/answer_settings.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"
#include "services/models/model_texts.h"

#include <QHash>
#include <QObject>
#include <QThread>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>

namespace runtime {
class AnswerEngine;
class RememberedFiles;
} // namespace runtime

namespace services {

/// The QThread on which the generator of a model on this computer runs. Only this thread touches the
/// model's device. What it writes reaches the window through an AnswerStream.
class GeneratorThread : public QThread, public runtime::LoopThread {
    Q_OBJECT

public:
    ~GeneratorThread() override; ///< waits until the loop has returned
    void run(std::function<void()> loop) override; ///< starts the loop; returns at once

protected:
    void run() override;

private:
    std::function<void()> m_loop;
};

/// Owns the runtime::ModelRegistry of the program, knows how its models are loaded, and reports its
/// changes in the window's thread. Models on this computer run on a GeneratorThread each. All
/// functions return at once.
class ModelPool : public QObject {
    Q_OBJECT

public:
    /// `defaults` is how models on this machine are loaded; its path is the first current model.
    explicit ModelPool(const LoadOptions& defaults, QObject* parent = nullptr);
    ~ModelPool() override; ///< waits for the layer or image that is being computed

    /// Sets what makes the engines of models that are not on this machine. Null, the initial value:
    /// such models fail.
    void setRemoteFactory(runtime::EngineFactory factory);

    /// The model that answers in conversations that name none.
    const ModelId& current() const { return m_current; }
    void setCurrent(const ModelId& model); ///< does not load it

    /// Sets how models are loaded from now on, each from its own path. Models in memory stay as
    /// they are.
    void setDefaults(const LoadOptions& defaults);
    const LoadOptions& defaults() const { return m_defaults; }

    /// Sets what puts the user's settings for single models over the defaults. It is called on any
    /// thread, whenever somebody asks for optionsFor(). Null, the initial value: nothing.
    void setOwnOptions(std::function<void(const ModelId& model, LoadOptions& options)> own);

    /// How a model is loaded from now on. Any thread may ask.
    LoadOptions optionsFor(const ModelId& model) const;

    /// How a model that is ready was loaded; optionsFor() for others.
    LoadOptions optionsInUse(const ModelId& model) const;

    /// True if a model is ready that was loaded with another context or device than optionsFor()
    /// says.
    bool isOutdated(const ModelId& model) const;

    /// Sets the vision parts that are not in the folder of their model, for models that are loaded
    /// from now on.
    void setProjectors(const QHash<ModelId, QString>& projectors);
    /// Sets where models that are loaded from now on store their prompt cache. Null, as at first:
    /// nowhere.
    void setRemembered(std::shared_ptr<runtime::RememberedFiles> files);

    /// The registry, whose changes stateChanged() reports: it loads and unloads models, and answers.
    runtime::ModelRegistry& registry() const { return *m_registry; }

    /// A model for work on another thread that asks it many things. Once the pool is gone, its answers
    /// fail.
    std::shared_ptr<runtime::AnswerEngine> engine(const ModelId& model) const;

    /// Counts in the background. Calls `reader` in the window's thread, once, unless `receiver` has
    /// been destroyed by then; with nothing if the model is not ready, rejects the messages, or its
    /// engine cannot count.
    void countTokens(const ModelId& model, AnswerRequest request, QObject* receiver,
        std::function<void(const std::optional<runtime::TokenCount>&)> reader);

signals:
    void currentChanged();
    void stateChanged(const services::ModelId& model);

private:
    std::shared_ptr<runtime::AnswerEngine> makeEngine(
        const ModelId& model, std::shared_ptr<runtime::EngineHost> host);

    ModelId m_current;
    runtime::EngineFactory m_remoteFactory; // may be null
    mutable std::mutex m_mutex; // guards what follows: other threads load models, too
    LoadOptions m_defaults; // changed in the window's thread only
    std::function<void(const ModelId&, LoadOptions&)> m_own; // may be null
    QHash<ModelId, LoadOptions> m_used; // when a model was loaded last
    QHash<ModelId, QString> m_projectors;
    std::shared_ptr<runtime::RememberedFiles> m_remembered; // may be null
    const std::shared_ptr<runtime::ModelRegistry> m_registry; // shared with counting
};

} // namespace services
