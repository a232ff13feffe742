#include "services/system/diagnostics.h"

#include "kernels/cpu/cpu_features.h"
#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "services/system/log_file.h"
#include "services/system/paths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QSysInfo>
#include <QThread>

namespace services {

namespace {

constexpr int logLines = 60;

QString instructionSet()
{
    using namespace kernels::cpu;
    for (const InstructionSet set : {InstructionSet::Avx512, InstructionSet::Avx2})
        if (isAvailable(set))
            return QString::fromUtf8(title(set));
    return QString::fromUtf8(title(InstructionSet::Scalar));
}

// The value of "Name: 123 kB" in a file of /proc, as "0.12 GiB".
QString memoryIn(const QString& file, const QByteArray& name)
{
    QFile source(file);
    if (source.open(QIODevice::ReadOnly))
        for (const QByteArray& line : source.readAll().split('\n'))
            if (line.startsWith(name + ':'))
                return QLocale::c().formattedDataSize(
                    line.mid(name.size() + 1).simplified().split(' ').first().toLongLong() * 1024);
    return QStringLiteral("unknown");
}

QString stateText(const ModelState& state)
{
    switch (state.stage) {
    case ModelState::Stage::Unloaded:
        return QStringLiteral("not loaded");
    case ModelState::Stage::Loading:
        return QStringLiteral("loading, %1 %").arg(int(state.share * 100));
    case ModelState::Stage::Ready:
        return QStringLiteral("ready, %1, context length %2, %3")
            .arg(shownDevice(state.summary))
            .arg(state.summary.contextTokens)
            .arg(state.summary.canSee ? u"vision" : u"text");
    case ModelState::Stage::Failed:
        return QStringLiteral("failed: ") + stateMessage(state);
    }
    return {};
}

QStringList modelLines(const ModelPool& models)
{
    QStringList lines;
    std::vector<ModelId> known = models.registry().resident();
    for (const ModelId& model : models.registry().failed())
        known.push_back(model);
    for (const ModelId& model : known) {
        const QString name = model.isBuiltIn() ? QStringLiteral("built-in model")
                                               : QFileInfo(toString(model)).fileName();
        lines << QStringLiteral("  %1: %2").arg(name, stateText(models.registry().state(model)));
    }
    return lines.isEmpty() ? QStringList{"  none"} : lines;
}

// Choices, switches and numbers tell nothing about the user; any other text might.
bool isHarmless(const QString& key, const QString& value)
{
    static const QRegularExpression number(QStringLiteral("^(true|false|-?[0-9.]{1,20})$"));
    static const QStringList choices{"model/device", "model/cacheType", "appearance/scheme",
        "appearance/accent", "appearance/density", "appearance/language", "system/logLevel"};
    return choices.contains(key) || key.startsWith(QLatin1String("shortcuts/"))
        || number.match(value).hasMatch();
}

QStringList settingLines(const Settings& settings)
{
    const QSettings file(settings.path(), QSettings::IniFormat);
    QStringList lines;
    for (const QString& key : file.allKeys()) {
        const QVariant kept = file.value(key);
        const QString value = kept.typeId() == QMetaType::QStringList
            ? kept.toStringList().join(QStringLiteral(", "))
            : kept.toString();
        lines << QStringLiteral("  %1 = %2")
                     .arg(key,
                         isHarmless(key, value)
                             ? value.left(100).simplified()
                             : QStringLiteral("(%1 characters)").arg(value.size()));
    }
    return lines.isEmpty() ? QStringList{"  all default"} : lines;
}

QStringList programLines()
{
    return {
        QStringLiteral("Vignette %1 (%2)").arg(applicationVersion(), VIGNETTE_BUILD),
        QStringLiteral("Qt %1 (built with %2), platform %3")
            .arg(QString::fromLatin1(qVersion()), QT_VERSION_STR, QGuiApplication::platformName()),
        QStringLiteral("%1, kernel %2")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion()),
        QStringLiteral("CPU: %1, %2 threads, %3")
            .arg(QSysInfo::currentCpuArchitecture())
            .arg(QThread::idealThreadCount())
            .arg(instructionSet()),
        QStringLiteral("Memory: %1, %2 available, %3 used by Vignette")
            .arg(memoryIn("/proc/meminfo", "MemTotal"), memoryIn("/proc/meminfo", "MemAvailable"),
                memoryIn("/proc/self/smaps_rollup", "Pss")),
        QStringLiteral("Language: ") + QLocale().bcp47Name(),
    };
}

} // namespace

QString applicationVersion()
{
    return QStringLiteral(VIGNETTE_VERSION);
}

QString diagnosticsText(const Settings& settings, const ModelPool& models)
{
    QStringList lines = programLines();
    lines << ""
          << "Models in memory:" << modelLines(models);
    lines << ""
          << "Settings:" << settingLines(settings);
    lines << ""
          << "Log:" << Log::lastLines(paths::logFolder(), logLines);
    return lines.join(u'\n').replace(QDir::homePath(), QStringLiteral("~")) + u'\n';
}

} // namespace services
