#pragma once

#include "services/generation/answer_request.h"
#include "services/generation/answer_statistics.h"
#include "services/generation/model_summary.h"
#include "services/generation/prompt_format.h"
#include "services/generation/token_count.h"
#include "services/models/load_options.h"
#include "services/models/model_id.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace services {

class CacheShelf;
class GeneratorThread;

/// Where a model of the pool stands. A value.
struct ModelState {
    enum class Stage { Unloaded, Loading, Ready, Failed };

    Stage stage = Stage::Unloaded;
    double share = 0; ///< of the loading that is done, 0 … 1
    ModelSummary summary; ///< of one that is ready
    QString sentence; ///< why it failed, or what its loading waits for
};

/// The models in memory, each with a GeneratorThread of its own. A model that is asked for is
/// loaded first; those that were not used longest make room where memory runs short. Lives in the
/// window's thread; all calls return at once. Every id that submit returned ends with exactly one
/// answerFinished or answerFailed, unless the pool dies first.
class ModelPool : public QObject {
    Q_OBJECT

public:
    /// `defaults` is how models are loaded; its path is the model that is current at first.
    explicit ModelPool(const LoadOptions& defaults, QObject* parent = nullptr);
    ~ModelPool() override; ///< waits for the layer, or the picture, under way

    /// The model that answers where a conversation names none.
    const ModelId& current() const { return m_current; }
    void setCurrent(const ModelId& model); ///< does not load it

    /// Models loaded from now on are loaded so, each from its own path; those in memory stay as
    /// they are.
    void setDefaults(const LoadOptions& defaults);
    const LoadOptions& defaults() const { return m_defaults; }

    /// Vision parts that do not lie beside their models; for models loaded from now on.
    void setProjectors(const QHash<ModelId, QString>& projectors);

    void load(const ModelId& model); ///< does nothing if it is loading or ready
    void cancelLoad(const ModelId& model); ///< does nothing unless it is loading
    void unload(const ModelId& model); ///< its answers fail with a sentence
    ModelState state(const ModelId& model) const;
    QList<ModelId> resident() const; ///< loading or ready
    QList<ModelId> failed() const; ///< could not be loaded when they were last asked for

    /// Says how many bytes of memory are free, in place of the system; for tests. Cards are asked
    /// nevertheless.
    void setFreeMemory(std::function<qint64()> freeMemory);

    /// Where models that are loaded from now on keep what they remember of conversations: when they
    /// are unloaded, before another conversation takes the room in their cache, when the pool dies,
    /// and when nothing was asked for five minutes. Only what is worth a file, and as much as can
    /// be written within two and a half seconds when a model goes. Null, as at first: nowhere.
    void setCacheShelf(std::shared_ptr<CacheShelf> shelf);

    /// Keeps it now, in the background; five minutes later if something is being asked.
    void keepConversations();

    /// Minutes without an answer after which a model is unloaded; 0: never.
    void setIdleMinutes(int minutes);
    void setIdleTime(std::chrono::milliseconds time); ///< the same, finer

    AnswerId submit(const ModelId& model, AnswerRequest request);
    /// What was written is kept. An answer whose model is loading ends at once.
    void stop(AnswerId id);

    /// Counts in the background; the reader is called in the window's thread unless `receiver` has
    /// died by then, and never if the model is not ready or refuses the messages.
    void countTokens(const ModelId& model, AnswerRequest request, QObject* receiver,
        std::function<void(const TokenCount&)> reader);

signals:
    void currentChanged();
    void stateChanged(const services::ModelId& model);

    /// Why an answer has no words yet, and for how long; any number of times before textAdded.
    void answerWaits(services::AnswerId id, const QString& sentence);
    void answerStarted(services::AnswerId id);
    void textAdded(services::AnswerId id, const QString& text);
    void answerFinished(services::AnswerId id, const services::AnswerStatistics& statistics);
    void answerFailed(services::AnswerId id, const QString& sentence);

private:
    struct Resident {
        GeneratorThread* thread = nullptr; // owned by the pool
        qint64 bytes = -1; // that it takes, roughly; −1: not known yet, it must not start
        std::string card; // whose memory it takes; empty: the system's
        bool fits = false; // also while others that were let go of are still ending
        ModelState state;
        PromptFormatPtr promptFormat; // of one that is ready
        QElapsedTimer sinceLoad; // was asked for
        QElapsedTimer sinceTold; // how far it is
        QElapsedTimer sinceUse;
    };

    // A thread that was let go of: what it gives back once it has ended.
    struct Ending {
        std::string card;
        qint64 bytes = 0;
    };

    void connectThread(const ModelId& model, GeneratorThread* thread);
    void connectAnswers(GeneratorThread* thread);
    bool isOf(const ModelId& model, const GeneratorThread* thread) const;
    LoadOptions optionsFor(const ModelId& model) const;
    void estimate(const ModelId& model, const LoadOptions& options);
    void makeRoomFor(const ModelId& model, qint64 free);
    std::optional<ModelId> longestIdle(const std::string& card) const;
    bool isEndingOn(const std::string& card) const;
    void startLoads();
    void onLoading(const ModelId& model, double share);
    void onLoaded(
        const ModelId& model, const ModelSummary& summary, const PromptFormatPtr& promptFormat);
    void onFailed(const ModelId& model, const QString& sentence);
    void tellLoading(const ModelId& model);
    void tellLoading(const ModelId& model, AnswerId id);
    void retire(const ModelId& model, const QString& sentence);
    bool isAnswering(const ModelId& model) const;
    void closeAnswer(AnswerId id);
    void unloadIdle();

    LoadOptions m_defaults;
    ModelId m_current;
    QHash<ModelId, Resident> m_residents;
    QHash<ModelId, QString> m_failures; // of models that could not be loaded
    QHash<AnswerId, ModelId> m_answers; // that are open
    QHash<GeneratorThread*, Ending> m_retired;
    QHash<ModelId, QString> m_projectors;
    std::function<qint64()> m_freeMemory;
    QTimer m_idleTimer;
    std::chrono::milliseconds m_idleTime{0}; // 0: for ever
    std::shared_ptr<CacheShelf> m_shelf; // may be null
    QTimer m_keepTimer; // runs while nothing is asked
};

} // namespace services
