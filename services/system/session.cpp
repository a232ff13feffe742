#include "services/system/session.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

namespace services {

namespace {

constexpr qint64 maxFileBytes = 1 << 16; // ours has a few hundred

QString fileIn(const QString& folder)
{
    return folder + QStringLiteral("/session.ini");
}

} // namespace

Session readSession(const QString& folder)
{
    if (QFileInfo(fileIn(folder)).size() > maxFileBytes)
        return {};
    const QSettings file(fileIn(folder), QSettings::IniFormat);
    return {file.value("window/geometry").toByteArray(), file.value("window/state").toByteArray(),
        file.value("window/page").toString(), file.value("window/conversation").toString(),
        file.value("window/titleBar").toInt()};
}

void writeSession(const QString& folder, const Session& session)
{
    QSettings file(fileIn(folder), QSettings::IniFormat);
    file.setValue("window/geometry", session.geometry);
    file.setValue("window/state", session.state);
    file.setValue("window/page", session.page);
    file.setValue("window/conversation", session.conversation);
    file.setValue("window/titleBar", session.titleBar);
}

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

namespace {

bool wantsCoreDumps()
{
#ifdef NDEBUG
    const char* request = std::getenv("VIGNETTE_CORE_DUMPS");
    return request && std::string_view(request) == "1";
#else
    return true;
#endif
}

// Linux ignores a limit of 0 if core dumps are piped to a program, but never dumps at a limit of
// one byte; a file must have a page at least (core(5), do_coredump()).
constexpr rlim_t noDump = 1;

} // namespace

void preventCoreDumps()
{
    rlimit limit{};
    if (wantsCoreDumps() || getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = std::min(limit.rlim_max, noDump);
    setrlimit(RLIMIT_CORE, &limit);
}

} // namespace services
