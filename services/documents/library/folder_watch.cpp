#include "services/documents/library/folder_watch.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSocketNotifier>

#include <array>
#include <cstring>
#include <sys/inotify.h>
#include <unistd.h>
#include <utility>

namespace services {

namespace {

constexpr uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_DONT_FOLLOW;

// Those that documents are looked for in: no links, nothing hidden.
QStringList foldersAt(const QString& root, int most)
{
    QStringList folders{root};
    QDirIterator below(
        root, QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (folders.size() <= most && below.hasNext())
        folders << below.next();
    return folders;
}

} // namespace

FolderWatch::FolderWatch(std::function<void(const QStringList& roots)> changed)
    : FolderWatch(std::move(changed), Limits())
{
}

FolderWatch::FolderWatch(std::function<void(const QStringList& roots)> changed, Limits limits)
    : m_changed(std::move(changed))
    , m_limits(limits)
    , m_queue(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
{
    if (m_queue >= 0) {
        m_notifier = new QSocketNotifier(m_queue, QSocketNotifier::Read, this);
        connect(m_notifier, &QSocketNotifier::activated, this, &FolderWatch::read);
    }
    m_gathering.setSingleShot(true);
    m_gathering.setInterval(limits.gatherMilliseconds);
    connect(&m_gathering, &QTimer::timeout, this, &FolderWatch::tellGathered);
    m_again.setInterval(limits.againMilliseconds);
    connect(&m_again, &QTimer::timeout, this, &FolderWatch::tellOthers);
}

FolderWatch::~FolderWatch()
{
    delete m_notifier; // before what it listens to
    if (m_queue >= 0)
        close(m_queue);
}

void FolderWatch::watch(const QString& root)
{
    forget(root);
    const int most = m_limits.folders - int(m_roots.size());
    const QStringList folders = foldersAt(root, most);
    bool isWhole = folders.size() <= most && QFileInfo::exists(root);
    for (const QString& folder : folders)
        isWhole = isWhole && add(folder, root);
    if (isWhole)
        return;
    m_others.insert(root);
    if (!m_again.isActive())
        m_again.start();
}

bool FolderWatch::add(const QString& path, const QString& root)
{
    const int watch = m_queue < 0
        ? -1
        : inotify_add_watch(m_queue, QFile::encodeName(path).constData(), changes);
    if (watch >= 0)
        m_roots[watch].insert(root);
    return watch >= 0;
}

void FolderWatch::forget(const QString& root)
{
    m_others.remove(root);
    m_gathered.remove(root);
    for (auto watch = m_roots.begin(); watch != m_roots.end();) {
        watch->remove(root);
        if (watch->isEmpty()) {
            inotify_rm_watch(m_queue, watch.key());
            watch = m_roots.erase(watch);
        } else {
            ++watch;
        }
    }
}

void FolderWatch::read()
{
    alignas(inotify_event) std::array<char, 65536> bytes;
    ssize_t size = 0;
    while ((size = ::read(m_queue, bytes.data(), bytes.size())) > 0) {
        for (ssize_t at = 0; at < size;) {
            inotify_event event = {};
            std::memcpy(&event, bytes.data() + at, sizeof event);
            at += ssize_t(sizeof event + event.len);
            if (event.mask & IN_Q_OVERFLOW) // any of them may have changed
                for (const QSet<QString>& roots : std::as_const(m_roots))
                    m_gathered += roots;
            m_gathered += m_roots.value(event.wd);
        }
    }
    if (!m_gathered.isEmpty() && !m_gathering.isActive())
        m_gathering.start();
}

void FolderWatch::tellGathered()
{
    m_changed(std::exchange(m_gathered, {}).values());
}

void FolderWatch::tellOthers()
{
    if (m_others.isEmpty())
        m_again.stop();
    else
        m_changed(m_others.values());
}

} // namespace services
