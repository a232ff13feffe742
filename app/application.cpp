#include "app/application.h"

#include "app/end_signals.h"
#include "app/program.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"

#include <QLocalSocket>

#include <cstdio>

namespace app {

using services::SingleInstance;

namespace {

// What a launcher hands to a new program so that its window may come to the front. It stays where
// it is: should this start be the first, Qt looks for it there.
QString activationToken()
{
    QString token;
    for (const char* name : {"DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"}) {
        if (qEnvironmentVariableIsSet(name))
            token = qEnvironmentVariable(name);
    }
    return token;
}

} // namespace

Application::Application(int& argc, char** argv)
    : m_qt(argc, argv)
    , m_options(parseCommandLine(QCoreApplication::arguments()))
{
    QCoreApplication::setApplicationName(QStringLiteral("vignette"));
    QCoreApplication::setApplicationVersion(services::applicationVersion());
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Vignette"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.vignette.Vignette"));
}

services::StartRequest Application::request() const
{
    return {m_options.files, m_options.action, activationToken()};
}

int Application::run()
{
    SingleInstance instance(services::paths::runtimeFolder());
    if (m_options.separate)
        return runProgram(instance);
    switch (instance.start(request())) {
    case SingleInstance::Role::HandedOver:
        return 0;
    case SingleInstance::Role::NotAnswered:
        std::fputs("Vignette is running already but does not answer; end it first.\n", stderr);
        return 1;
    case SingleInstance::Role::First:
    case SingleInstance::Role::Alone:
        break;
    }
    return runProgram(instance);
}

int Application::runProgram(SingleInstance& instance)
{
    const EndSignals endSignals;
    Program program(m_options);
    QObject::connect(&instance, &SingleInstance::requested, &program, &Program::handle);
    QObject::connect(&instance, &SingleInstance::wanted, &program, &Program::answer);
    QObject::connect(&m_qt, &QGuiApplication::commitDataRequest, &program, &Program::save);
    program.start();
    return m_qt.exec();
}

} // namespace app
