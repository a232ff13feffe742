#include "services/planner/planner.h"

#include "runtime/planner/measure_device.h"
#include "services/background.h"
#include "services/storage/whole_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QTimer>

#include <atomic>
#include <cmath>

namespace services {

namespace {

constexpr qint64 maxBytes = 1 << 20; // of the file
constexpr int watchMilliseconds = 100;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::Planner)
};

// Rounds to two significant digits.
QString roundedText(double number)
{
    if (number < 10)
        return QLocale().toString(number, 'f', 1);
    const double step = std::pow(10.0, std::floor(std::log10(number)) - 1);
    return QLocale().toString(std::round(number / step) * step, 'f', 0);
}

} // namespace

MachineSpeed readMachineSpeed(const QString& path, int threads)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > maxBytes)
        return {};
    MachineSpeed speed = runtime::machineSpeedFrom(file.readAll().toStdString());
    std::erase_if(speed.devices, [threads](const runtime::DeviceSpeed& device) {
        return device.hardware != runtime::describeHardware(device.device, threads);
    });
    return speed;
}

void writeMachineSpeed(const QString& path, const MachineSpeed& speed)
{
    writeWhole(path, QByteArray::fromStdString(runtime::toJson(speed)));
}

QString forecastText(const SpeedForecast& forecast)
{
    QStringList texts{
        Texts::tr("Estimated speed: %1 tok/s").arg(roundedText(forecast.decodeTokensPerSecond))};
    if (forecast.secondsToPicture > 0)
        texts << Texts::tr("Estimated time to first token with a photo: %1 s")
                     .arg(roundedText(forecast.secondsToPicture));
    if (forecast.hostExpertLayers > 0)
        texts << Texts::tr("Experts of %1 of %2 layers on the CPU")
                     .arg(forecast.hostExpertLayers)
                     .arg(forecast.expertLayers);
    return texts.join(QStringLiteral(" · "));
}

struct Planner::Measuring {
    std::atomic<bool> isCancelled{false};
    std::atomic<double> share{0};
};

Planner::Planner(const QString& file, int threads, QObject* parent)
    : QObject(parent)
    , m_file(file)
    , m_threads(threads)
    , m_measure(runtime::measureMachine)
    , m_watch(new QTimer(this))
{
    m_watch->setInterval(watchMilliseconds);
    connect(m_watch, &QTimer::timeout, this, [this] { emit progress(m_measuring->share); });
    runInBackground<MachineSpeed>(
        this, [file, threads] { return readMachineSpeed(file, threads); },
        [this](const Outcome<MachineSpeed>& kept) {
            if (isMeasured() || !kept.value || kept.value->devices.empty())
                return;
            m_speed = *kept.value;
            emit changed();
        });
}

Planner::~Planner()
{
    if (m_measuring)
        m_measuring->isCancelled = true;
}

void Planner::measure()
{
    if (isMeasuring())
        return;
    const auto measuring = std::make_shared<Measuring>();
    m_measuring = measuring;
    m_watch->start();
    runInBackground<MachineSpeed>(
        this,
        [measuring, file = m_file, threads = m_threads, measure = m_measure] {
            const MachineSpeed speed = measure(threads, [measuring](double share) {
                measuring->share = share;
                return !measuring->isCancelled;
            });
            writeMachineSpeed(file, speed);
            return speed;
        },
        [this, measuring](const Outcome<MachineSpeed>& outcome) {
            take(measuring, outcome.value ? &*outcome.value : nullptr, outcome.error);
        });
    emit changed();
}

void Planner::take(
    const std::shared_ptr<Measuring>& measuring, const MachineSpeed* speed, const QString& error)
{
    if (measuring != m_measuring)
        return; // it was canceled
    m_measuring = nullptr;
    m_watch->stop();
    if (speed)
        m_speed = *speed;
    emit changed();
    if (!speed)
        emit failed(error);
}

void Planner::cancel()
{
    if (!isMeasuring())
        return;
    m_measuring->isCancelled = true;
    m_measuring = nullptr;
    m_watch->stop();
    emit changed();
}

std::optional<SpeedForecast> Planner::forecast(
    const ModelFacts& model, const LoadOptions& options) const
{
    if (!model.isUsable())
        return std::nullopt;
    return runtime::estimateSpeed(m_speed, model, options);
}

} // namespace services
