#include "app/application.h"

#include "app/end_signals.h"
#include "app/program.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"

#include <QByteArray>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocalSocket>
#include <QLocale>

#include <cstdio>
#include <unistd.h>
#include <vector>

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
        std::fputs("Vignette is already running but doesn't respond. Close it first.\n", stderr);
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

void startAgain(char* program, const QStringList& options)
{
    QByteArrayList texts;
    for (const QString& option : options)
        texts << option.toLocal8Bit();
    std::vector<char*> arguments{program};
    for (QByteArray& text : texts)
        arguments.push_back(text.data());
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
    std::perror("vignette can't restart");
}

namespace {

const QString folder = QStringLiteral(":/translations");

} // namespace

// QTranslator takes the first of the user's languages that there is. English is one of them:
// vignette_en contains the plural forms of the texts in the code. Qt's own texts follow ours.
Translations::Translations(const QString& language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    if (!language.isEmpty())
        QLocale::setDefault(locale);
    if (!install(locale, QStringLiteral("vignette"), folder)
        && !install(QLocale(QLocale::English), QStringLiteral("vignette"), folder))
        return;
    const QLocale found(m_translators.back()->language());
    install(found, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (found.textDirection() == Qt::RightToLeft)
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
}

Translations::~Translations()
{
    for (const auto& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
}

bool Translations::install(const QLocale& locale, const QString& name, const QString& location)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), location))
        return false;
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

} // namespace app
