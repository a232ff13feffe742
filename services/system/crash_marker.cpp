#include "services/system/crash_marker.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace services {

CrashMarker::CrashMarker(const QString& folder)
    : m_path(QFile::encodeName(folder + QStringLiteral("/running")))
{
    const bool wasThere = ::access(m_path.constData(), F_OK) == 0;
    m_file = ::open(m_path.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (m_file < 0)
        return;
    if (::flock(m_file, LOCK_EX | LOCK_NB) == 0) {
        m_previousEndedBadly = wasThere;
        return;
    }
    ::close(m_file);
    m_file = -1;
}

CrashMarker::~CrashMarker()
{
    if (m_file < 0)
        return;
    ::unlink(m_path.constData());
    ::close(m_file);
}

} // namespace services
