#pragma once

#include "runtime/planner/forecast.h"
#include "services/models/load_settings.h"
#include "services/models/model_texts.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QTimer;

namespace services {

using runtime::MachineSpeed;
using runtime::SpeedForecast;

/// What the file keeps of this computer: nothing of another CPU, another GPU or another number of
/// threads. May take a while. `threads` as in LoadOptions.
MachineSpeed readMachineSpeed(const QString& file, int threads = 0);

/// Throws Error{BadFile} with a message.
void writeMachineSpeed(const QString& file, const MachineSpeed& speed);

/// One or two sentences for the user: "It will write about 12 tokens a second here. …"
QString forecastText(const SpeedForecast& forecast);

/// Estimates how fast models are on this computer, once the user has let it be measured. Lives in
/// the window's thread, which it never blocks; measures in the background, never unasked.
class Planner : public QObject {
    Q_OBJECT

public:
    /// Looks into `file` at once, in the background, and writes it when something was measured.
    /// `threads` as in LoadOptions.
    explicit Planner(const QString& file, int threads = 0, QObject* parent = nullptr);
    ~Planner() override; ///< ends the measuring; does not wait for that

    bool isMeasured() const { return !m_speed.devices.empty(); }
    bool isMeasuring() const { return m_measuring != nullptr; }

    /// Measures every device, at most about 20 seconds each. While a model answers, both are slow.
    void measure();
    void cancel(); ///< as if measure() had not been called

    using Measure = std::function<MachineSpeed(
        int threads, const std::function<bool(double share)>& progress)>;
    /// What takes the place of runtime::measureMachine; for tests. Called in the background.
    void setMeasure(Measure measure) { m_measure = std::move(measure); }

    /// Nothing if a device or a type that the model needs has not been measured.
    std::optional<SpeedForecast> forecast(
        const ModelFacts& model, const LoadOptions& options = {}) const;

signals:
    void progress(double share); ///< 0 … 1, while it measures
    void changed(); ///< of what isMeasured(), isMeasuring() or forecast() say
    void failed(const QString& message); ///< nothing could be measured or kept

private:
    struct Measuring; // shared with the background
    void take(const std::shared_ptr<Measuring>& measuring, const MachineSpeed* speed,
        const QString& error);

    const QString m_file;
    const int m_threads;
    Measure m_measure;
    MachineSpeed m_speed;
    QTimer* m_watch; // of the progress; owned by this object
    std::shared_ptr<Measuring> m_measuring; // null: it does not measure
};

} // namespace services
