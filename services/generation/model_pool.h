#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/answer_stream.h"
#include "services/generation/model_state.h"
#include "services/generation/token_count.h"
#include "services/models/load_options.h"
#include "services/models/model_id.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include "runtime/shelf/model_shelf.h"
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>

namespace runtime {
class RememberedFiles;
} // namespace runtime

namespace services {

/// The models at hand, for the window's thread: a runtime::ModelShelf whose engines on this machine
/// run on a GeneratorThread each. All calls return at once.
class ModelPool : public QObject {
    Q_OBJECT

public:
    /// `defaults` is how models on this machine are loaded; its path is the model that is current
    /// at first.
    explicit ModelPool(const LoadOptions& defaults, QObject* parent = nullptr);
    ~ModelPool() override; ///< waits for the layer, or the picture, under way

    /// Engines for models that are not on this machine, from now on. Null, as at first: there are
    /// none, and such models fail.
    void setEndPoints(runtime::EngineFactory factory);

    /// The model that answers where a conversation names none.
    const ModelId& current() const { return m_current; }
    void setCurrent(const ModelId& model); ///< does not load it

    /// Models loaded from now on are loaded so, each from its own path; those in memory stay as
    /// they are.
    void setDefaults(const LoadOptions& defaults);
    const LoadOptions& defaults() const { return m_defaults; }

    /// Vision parts that do not lie beside their models; for models loaded from now on.
    void setProjectors(const QHash<ModelId, QString>& projectors);
    /// Where models that are loaded from now on keep what they remember of conversations. Null, as
    /// at first: nowhere.
    void setRemembered(std::shared_ptr<runtime::RememberedFiles> files);

    // As in runtime::ModelShelf.
    void load(const ModelId& model);
    void cancelLoad(const ModelId& model);
    void unload(const ModelId& model);
    ModelState state(const ModelId& model) const;
    QStringList resident() const;
    QStringList failed() const;
    void keepRemembered();

    /// See runtime::ModelShelf::setFreeMemory; for tests.
    void setFreeMemory(std::function<int64_t()> freeMemory);

    /// Minutes without an answer after which a model is unloaded; 0: never.
    void setIdleMinutes(int minutes);

    /// Asks the model, which is loaded if need be. The stream belongs to the reader.
    AnswerStream* submit(const ModelId& model, AnswerRequest request, QObject* reader);

    /// Counts in the background; the reader is called in the window's thread unless `receiver` has
    /// died by then, and never if the model is not ready or refuses the messages.
    void countTokens(const ModelId& model, AnswerRequest request, QObject* receiver,
        std::function<void(const TokenCount&)> reader);

signals:
    void currentChanged();
    void stateChanged(const services::ModelId& model);

private:
    std::shared_ptr<runtime::AnswerEngine> makeEngine(
        const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) const;
    LoadOptions optionsFor(const runtime::ModelId& model) const;

    LoadOptions m_defaults;
    ModelId m_current;
    QHash<ModelId, QString> m_projectors;
    std::shared_ptr<runtime::RememberedFiles> m_remembered; // may be null
    runtime::EngineFactory m_endPoints; // may be null
    std::shared_ptr<runtime::ModelShelf> m_shelf; // counting in the background holds it, too
};

} // namespace services
