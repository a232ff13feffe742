#include "services/presets/presets.h"

#include "kernels/error.h"
#include "services/refuse.h"
#include "services/storage/file_name.h"

#include <QCollator>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype mostPresets = 1000;

void sort(QList<Preset>& presets)
{
    QCollator collator;
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::ranges::stable_sort(presets,
        [&](const Preset& a, const Preset& b) { return collator.compare(a.name, b.name) < 0; });
}

constexpr int mostBeforeNumber = 72; // characters, so that the number is not cut off

// "Name", "Name 2", "Name 3" …: the first that `isTaken` is false of. All are names of presets, also
// where half of a character would be cut off.
template <typename IsTaken>
QString firstFree(const QString& name, IsTaken isTaken)
{
    QString free = name;
    for (int number = 2; isTaken(free); ++number)
        free = presetName(name.left(mostBeforeNumber) + u' ' + QString::number(number));
    return free;
}

} // namespace

Presets::Presets(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
{
}

const Presets::Contents& Presets::contents() const
{
    if (!m_contents)
        m_contents = read();
    return *m_contents;
}

// Somebody may have copied a file: then two presets say the same name.
Presets::Contents Presets::read() const
{
    Contents found;
    const QDir folder(m_folder);
    const QStringList files
        = folder.entryList({QLatin1Char('*') + presetEnding}, QDir::Files, QDir::Name);
    for (const QString& file : files.mid(0, mostPresets)) {
        try {
            Preset preset = readPreset(folder.filePath(file));
            preset.name = firstFree(
                preset.name, [&](const QString& name) { return found.paths.contains(name); });
            found.presets << preset;
            found.paths[preset.name] = folder.filePath(file);
        } catch (const kernels::Error& error) {
            found.problems << QString::fromUtf8(error.what());
        }
    }
    if (files.size() > mostPresets)
        found.problems << tr("There are more than %Ln presets; the others are not shown.", nullptr,
            int(mostPresets));
    sort(found.presets);
    return found;
}

const QList<Preset>& Presets::all() const
{
    return contents().presets;
}

const QStringList& Presets::problems() const
{
    return contents().problems;
}

const Preset* Presets::find(const QString& name) const
{
    const QList<Preset>& presets = all();
    const auto found = std::ranges::find(presets, name, &Preset::name);
    return found == presets.end() ? nullptr : &*found;
}

void Presets::save(const Preset& preset)
{
    const Preset kept{presetName(preset.name), preset.settings};
    if (kept.name.isEmpty())
        refuse(tr("A preset needs a name."));
    const QString old = contents().paths.value(kept.name);
    if (old.isEmpty() && all().size() >= mostPresets)
        refuse(tr("There are %Ln presets already, and no more are kept.", nullptr, mostPresets));
    put(kept, old.isEmpty() ? freePath(kept.name) : old);
    emit changed();
}

// The file is written in its old place, so that there is always one; then it is called like the
// preset, which may fail without harm.
void Presets::rename(const QString& from, const QString& to)
{
    const Preset* preset = find(from);
    const QString name = presetName(to);
    if (!preset || name == from)
        return;
    if (name.isEmpty())
        refuse(tr("A preset needs a name."));
    if (find(name))
        refuse(tr("There is a preset “%1” already.").arg(name));
    const QString old = m_contents->paths.value(from);
    put({name, preset->settings}, old);
    forget(from);
    const QString path = freePath(name);
    if (QFile::rename(old, path))
        m_contents->paths[name] = path;
    emit changed();
}

void Presets::remove(const QString& name)
{
    if (!find(name))
        return;
    QFile file(m_contents->paths.value(name));
    if (file.exists() && !file.remove())
        refuse(tr("The preset “%1” could not be deleted: %2.").arg(name, file.errorString()));
    forget(name);
    emit changed();
}

QString Presets::add(Preset preset)
{
    if (namesServer(preset))
        preset.settings.model.reset();
    preset.name = firstFree(preset.name, [&](const QString& name) {
        const Preset* other = find(name);
        return other && other->settings != preset.settings;
    });
    save(preset);
    return preset.name;
}

void Presets::put(const Preset& preset, const QString& path)
{
    QDir().mkpath(m_folder);
    writePreset(preset, path);
    QList<Preset>& presets = m_contents->presets;
    presets.removeIf([&](const Preset& other) { return other.name == preset.name; });
    presets << preset;
    sort(presets);
    m_contents->paths[preset.name] = path;
}

void Presets::forget(const QString& name)
{
    m_contents->paths.remove(name);
    m_contents->presets.removeIf([&](const Preset& other) { return other.name == name; });
}

QString Presets::freePath(const QString& name) const
{
    const QDir folder(m_folder);
    const auto isTaken = [&](const QString& base) {
        const QFileInfo file(folder.filePath(base + presetEnding));
        return file.exists() || file.isSymLink();
    };
    const QString base = fileNameOf(name, QStringLiteral("preset"));
    return folder.filePath(firstFree(base, isTaken) + presetEnding);
}

} // namespace services
