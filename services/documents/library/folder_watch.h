#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>

class QSocketNotifier;

namespace services {

/// Notices that something was written, moved or deleted at or below roots, by the kernel's inotify.
/// What it cannot watch, because there are too many folders, and what is not there, it names from
/// time to time. Lives in one thread, which may be busy in between.
class FolderWatch : public QObject {
public:
    struct Limits {
        int folders = 8000; ///< of all roots; a kernel may allow less
        int gatherMilliseconds = 2000; ///< changes that come together are told once
        int againMilliseconds = 300'000; ///< how often the others are named
    };

    /// `changed` is called in this thread with the roots that may have changed.
    explicit FolderWatch(std::function<void(const QStringList& roots)> changed);
    FolderWatch(std::function<void(const QStringList& roots)> changed, Limits limits);
    ~FolderWatch() override;

    /// Watches a root and all folders below it, as they are now.
    void watch(const QString& root);
    void forget(const QString& root);

private:
    bool add(const QString& path, const QString& root);
    void read();
    void tellGathered();
    void tellOthers();

    std::function<void(const QStringList&)> m_changed;
    Limits m_limits;
    int m_queue; // of inotify; −1: there is none
    QSocketNotifier* m_notifier = nullptr;
    QHash<int, QSet<QString>> m_roots; // by watch, which two of them may share
    QSet<QString> m_others; // roots of which not all is watched
    QSet<QString> m_gathered; // roots that have changed
    QTimer m_gathering, m_again;
};

} // namespace services
