#include "app/program.h"

#include "app/command_line.h"
#include "app/start_clock.h"
#include "base/log.h"
#include "runtime/memory/remembered_files.h"
#include "runtime/models/model_files.h"
#include "services/background.h"
#include "services/documents/answers/chosen_checker.h"
#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"
#include "services/tools/builtin_tools.h"
#include "services/tools/document_tools.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/model_pages.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/theme/theme.h"
#include "ui/window/pages.h"

#include <QApplication>
#include <QDir>
#include <QEvent>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>

namespace app {

namespace paths = services::paths;
namespace settings = services::settings;

namespace {

// Images of the starter model's world, to try it with; none if they are not installed.
QStringList samplePictures()
try {
    const QDir folder(
        QString::fromStdU16String((runtime::resourceFolder() / "samples").u16string()));
    QStringList files;
    for (const char* name : {"one-1.png", "two-2.png", "shapes-2.png", "many-1.png", "sign-3.png"})
        if (folder.exists(QLatin1String(name)))
            files << folder.filePath(QLatin1String(name));
    return files;
} catch (const std::exception&) {
    return {};
}

// The area that a start asks about; nothing if it asks for something else.
std::optional<services::CaptureArea> captureArea(const QString& action)
{
    static const auto prefix = QStringLiteral("capture-");
    return action.startsWith(prefix) ? services::captureAreaFromName(action.mid(prefix.size()))
                                     : std::nullopt;
}

// Allows the window to come to the front, now or when a screenshot has been taken: Qt looks for it there.
void takeToken(const QString& activationToken)
{
    if (!activationToken.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", activationToken.toUtf8());
}

bool isFetching(const services::ModelDownloads& downloads)
{
    using Phase = services::ModelDownload::Phase;
    return std::ranges::any_of(downloads.downloads(), [](const services::ModelDownload& download) {
        return download.phase == Phase::Running || download.phase == Phase::Waiting;
    });
}

} // namespace

Program::Program(const CommandLine& options)
    : m_options(options)
    , m_settings(settingsFile())
    , m_log(paths::logFolder(), services::logLevelFromName(m_settings.get(settings::logLevel)))
    , m_crashMarker(paths::stateFolder())
    , m_translations(m_settings.get(settings::language))
    , m_store(paths::conversationFile())
    , m_providers(m_settings)
    , m_models(loadOptions(m_settings, options))
    , m_installed(m_settings, services::paths::modelFolder())
    , m_captions(m_models, paths::dataFolder() + QStringLiteral("/captions.sqlite"))
    , m_conversations(&m_store)
    , m_documents(m_settings, {paths::ownDocumentsFile(), paths::documentIndexFile()})
    , m_figureCaptions(m_documents, m_models, m_settings)
    , m_scanModel(m_documents, m_models, m_settings)
    , m_fileGatherer(m_attachments)
    , m_documentGatherer(m_models, m_installed, m_documents, m_settings)
    , m_pictureTextGatherer(m_pictureTexts, m_settings)
    , m_tools(m_settings)
    , m_answers(m_models, m_settings)
    , m_presets(paths::presetFolder())
    , m_tokens(m_settings)
    , m_hosts(paths::contactFile())
    , m_downloads(paths::modelFolder(), paths::downloadFile())
    , m_planner(paths::machineSpeedFile(), m_settings.get(settings::threads))
    , m_servedModels(m_models, m_installed, m_settings)
    , m_server(m_servedModels, m_settings)
    , m_joined(m_models, m_servedModels)
    , m_window(
          {m_models, m_installed, m_settings, m_captions, m_conversations, m_answers, m_attachments,
              m_presets, m_tokens, m_hosts, m_downloads, m_planner, m_documents, m_pictureTexts,
              m_providers, &m_store, paths::catalogFile(), &m_tools, &m_server},
          themeAsSet())
    , m_session(m_window, m_conversations, paths::stateFolder())
    , m_notifier(m_conversations, m_settings)
    , m_screenShortcut(QStringLiteral("ask-about-screen"), tr("Ask about the screen"), 'a')
{
    qInfo("Vignette %s started", qPrintable(services::applicationVersion()));
    connect(&m_desktopScheme, &ui::DesktopScheme::changed, &m_theme, &ui::Theme::followDesktop);
    m_answers.setInstalled(m_installed);
    m_answers.addGatherer(m_fileGatherer);
    m_answers.addGatherer(m_documentGatherer);
    m_answers.addGatherer(m_pictureTextGatherer);
    m_models.setRemoteFactory(m_providers.engines());
    connect(
        &m_providers, &services::Providers::contacted, &m_hosts, &services::ContactedHosts::add);
    addTools();
    keepModelsAsSet(m_models, m_installed, m_settings, m_options);
    followSettings();
    if (!m_options.safeMode)
        keepRemembered();
    connect(&m_attachments, &services::AttachmentLoader::pictureLoaded, this,
        [this](services::AttachmentLoader::Ticket, const services::Picture& picture) {
            m_pictureTextGatherer.prepare(picture);
        });
    connect(&m_pictureTextGatherer, &services::PictureTextGatherer::languageMissed, &m_window,
        &ui::MainWindow::showAside);
    connect(&m_tray, &TrayIcon::showRequested, this, [this] { raise({}); });
    connect(&m_tray, &TrayIcon::newChatRequested, this, [this] { act("new-chat"); });
    connect(&m_tray, &TrayIcon::screenRequested, this,
        [this] { askAboutScreen(services::CaptureArea::Region); });
    connect(&m_screenShortcut, &services::GlobalShortcut::activated, this,
        [this](const QString& activationToken) {
            takeToken(activationToken);
            askAboutScreen(services::CaptureArea::Region);
        });
    connect(&m_screenShortcut, &services::GlobalShortcut::failed, &m_window,
        &ui::MainWindow::showNotice);
    connect(&m_tray, &TrayIcon::downloadsRequested, this, [this] {
        m_window.showPart(ui::page_id::models, ui::ModelPages::toGet);
        raise({});
    });
    connect(&m_tray, &TrayIcon::downloadsToggled, this, &Program::toggleDownloads);
    connect(&m_downloads, &services::ModelDownloads::changed, this, &Program::showDownloads);
    connect(&m_tools, &services::ToolBox::contacted, &m_hosts, &services::ContactedHosts::add);
    connect(&m_downloads, &services::ModelDownloads::contacted, &m_hosts,
        &services::ContactedHosts::add);
    connect(&m_downloads, &services::ModelDownloads::finished, &m_installed,
        &services::InstalledModels::refresh);
    connect(&m_downloads, &services::ModelDownloads::finished, &m_installed,
        [this](int, const services::ModelId& model) { m_installed.putBack(model); });
    connect(&m_notifier, &AnswerNotifier::chosen, this,
        [this](services::Conversation* conversation, const QString& token) {
            m_window.showConversation(conversation);
            raise(token);
        });
    connect(qApp, &QCoreApplication::aboutToQuit, this, &Program::save);
}

Program::~Program()
{
    qInfo("Vignette stopped");
}

QString Program::settingsFile() const
{
    return m_options.safeMode ? m_delivered.filePath("vignette.ini") : paths::settingsFile();
}

// Called before there is a window, for each change of the look is work for all that it holds.
ui::Theme& Program::themeAsSet()
{
    ui::keepThemeAsSet(m_theme, m_settings);
    return m_theme;
}

void Program::followSettings()
{
    services::chooseAnswerChecker(m_settings.get(settings::answerChecker));
    connect(&m_settings, &services::Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::answerChecker.key))
            services::chooseAnswerChecker(m_settings.get(settings::answerChecker));
        else if (key == QLatin1String(settings::logLevel.key))
            m_log.setLevel(services::logLevelFromName(m_settings.get(settings::logLevel)));
        else if (key == QLatin1String(settings::useTray.key))
            m_tray.setWanted(m_settings.get(settings::useTray));
        else if (key == QLatin1String(settings::screenShortcut.key))
            m_screenShortcut.setWanted(m_settings.get(settings::screenShortcut));
    });
}

void Program::addTools()
{
    m_tools.add(std::make_unique<services::CalculatorTool>());
    m_tools.add(std::make_unique<services::ClockTool>());
    m_tools.add(std::make_unique<services::DocumentSearchTool>(m_documents));
    m_tools.add(std::make_unique<services::DocumentListTool>(m_documents));
    m_tools.add(std::make_unique<services::DocumentPageTool>(m_documents));
    m_answers.setTools(m_tools);
}

// The cache files are stored next to the conversations, because they contain the same text in
// another form.
void Program::keepRemembered()
{
    const auto files = std::make_shared<runtime::RememberedFiles>(
        std::filesystem::path(paths::contextFolder().toStdU16String()));
    m_models.setRemembered(files);
    m_remembered = std::make_unique<services::RememberedUpkeep>(files, m_conversations, m_settings);
}

void Program::start()
{
    m_window.setSamples(samplePictures());
    m_session.restorePlace();
    m_window.promptBox()->edit()->setFocus();
    m_window.show();
    auto* firstPaint = new FirstPaint(m_window, this);
    if (StartClock* clock = StartClock::make(*m_window.promptBox()->edit(), this))
        connect(firstPaint, &FirstPaint::painted, clock, &StartClock::onPainted);
    connect(firstPaint, &FirstPaint::painted, this, &Program::startRest);
}

void Program::startRest()
{
    restore();
    if (!m_options.safeMode)
        m_session.follow();
    act(m_options.action);
    if (!m_options.files.isEmpty())
        m_window.openFiles(m_options.files);
    m_tray.setWanted(m_settings.get(settings::useTray));
    m_screenShortcut.setWanted(m_settings.get(settings::screenShortcut));
    loadWhenNeeded();
    if (!m_options.safeMode)
        goOnFetching();
    m_documents.start();
    m_tools.start();
    m_server.setDocuments(std::bind_front(&services::DocumentLibrary::findNow, &m_documents));
    m_server.start();
    services::backgroundThreads().start(
        [folders = paths::ownFolders()] { services::makePrivate(folders); });
}

void Program::restore()
{
    const bool asksForSomething = !m_options.files.isEmpty() || !m_options.action.isEmpty();
    if (m_settings.get(settings::restoreSession) && !asksForSomething && !m_options.safeMode)
        m_session.restoreContents();
    if (m_crashMarker.previousEndedBadly()) {
        qWarning("The last session ended unexpectedly");
        m_window.showAside(tr("Vignette closed unexpectedly. Your chats have been restored."));
    }
}

// The built-in model is small. Any other takes gigabytes, and is fetched when the user begins to
// need it: while the question is written there is time.
void Program::loadWhenNeeded()
{
    if (m_models.current().isBuiltIn())
        m_models.registry().load(m_models.current());
    connect(m_window.promptBox(), &ui::PromptBox::contentsChanged, this, [this] {
        const auto& prompt = *m_window.promptBox();
        if (prompt.text().isEmpty() && prompt.pictures().isEmpty())
            return;
        const auto model = m_answers.modelFor(*m_window.conversation());
        if (m_models.registry().state(model).stage == services::ModelState::Stage::Unloaded)
            m_models.registry().load(model);
    });
}

// Resumes the downloads that were running when the program ended. If there are none, the access token
// is not requested.
void Program::goOnFetching()
{
    if (m_downloads.downloads().isEmpty())
        return;
    m_tokens.ask(this, [this](const services::Outcome<services::HubAccess>& access) {
        if (access.value)
            m_downloads.setAccess(*access.value);
    });
    showDownloads();
}

void Program::showDownloads()
{
    QStringList lines;
    for (const services::ModelDownload& download : m_downloads.downloads())
        if (download.phase != services::ModelDownload::Phase::Done)
            lines << tr("%1: %2").arg(download.name, ui::progressText(download));
    m_tray.setDownloads(lines, !isFetching(m_downloads));
}

void Program::toggleDownloads()
{
    const bool shallPause = isFetching(m_downloads);
    const QList<services::ModelDownload> downloads = m_downloads.downloads(); // as they are now
    for (const services::ModelDownload& download : downloads)
        shallPause ? m_downloads.pause(download.id) : m_downloads.goOn(download.id);
}

void Program::handle(const services::StartRequest& request)
{
    takeToken(request.activationToken);
    act(request.action);
    if (!request.files.isEmpty())
        m_window.openFiles(request.files);
    if (!captureArea(request.action)) // the window comes when the image has been taken
        raise({});
}

void Program::answer(const QJsonObject& request, QLocalSocket* client)
{
    m_joined.answer(request, client);
}

void Program::act(const QString& action)
{
    if (action == QLatin1String("new-chat"))
        m_window.newChat();
    else if (action == QLatin1String("captions"))
        m_window.showPage(ui::page_id::captions);
    else if (const auto area = captureArea(action))
        askAboutScreen(*area);
}

void Program::askAboutScreen(services::CaptureArea area)
{
    m_window.askAboutScreen(area, ui::AskIn::NewChat);
}

void Program::raise(const QString& activationToken)
{
    takeToken(activationToken);
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
}

void Program::save()
{
    if (!m_options.safeMode)
        m_session.save();
}

using services::InstalledModels;
using services::ModelPool;
using services::Settings;
namespace settings = services::settings;

services::LoadOptions loadOptions(const Settings& chosen, const CommandLine& line)
{
    services::LoadOptions options = services::readLoadOptions(chosen);
    if (line.model)
        options.path = line.model->toStdString();
    if (line.device)
        options.device = line.device->toStdString();
    if (line.deviceMemory)
        options.deviceMemory = int64_t(*line.deviceMemory) << 20;
    if (line.experts)
        options.experts = *line.experts;
    if (line.threads)
        options.threads = *line.threads;
    if (line.cacheType)
        options.cacheType = *line.cacheType;
    return options;
}

void keepModelsAsSet(
    ModelPool& models, InstalledModels& installed, Settings& chosen, const CommandLine& line)
{
    models.setOwnOptions(
        [&chosen, line](const services::ModelId& model, services::LoadOptions& options) {
            services::ModelDefaults own = services::modelDefaults(chosen, model);
            if (line.device)
                own.device.reset();
            services::applyDefaults(own, options);
        });
    models.registry().setIdleTime(std::chrono::minutes(chosen.get(settings::unloadAfterMinutes)));
    QObject::connect(
        &chosen, &Settings::changed, &models, [&models, &chosen, line](const QString& key) {
            if (key == QLatin1String(settings::currentModel.key)) {
                if (!line.model)
                    models.setCurrent(services::parseModelId(chosen.get(settings::currentModel)));
            } else if (key == QLatin1String(settings::unloadAfterMinutes.key)) {
                models.registry().setIdleTime(
                    std::chrono::minutes(chosen.get(settings::unloadAfterMinutes)));
            } else if (key.startsWith(QLatin1String("model/"))) {
                models.setDefaults(loadOptions(chosen, line));
            }
        });
    models.setProjectors(installed.projectors());
    QObject::connect(&installed, &InstalledModels::changed, &models,
        [&models, &installed] { models.setProjectors(installed.projectors()); });
    QObject::connect(&installed, &InstalledModels::changed, &chosen,
        [&installed, &chosen, known = QSet<services::ModelId>()]() mutable {
            services::readRecommended(installed.models(), known, chosen);
        });
    QObject::connect(&models, &ModelPool::stateChanged, &installed,
        [&models, &installed](const services::ModelId& model) {
            if (models.registry().state(model).stage == services::ModelState::Stage::Loading)
                installed.putBack(model); // it is used again
        });
    QObject::connect(&models, &ModelPool::currentChanged, &installed,
        [&models, &installed] { installed.putBack(models.current()); });
    QObject::connect(&models, &ModelPool::currentChanged, &chosen, [&models, &chosen] {
        const QString current = services::toString(models.current());
        if (chosen.get(settings::currentModel) != current)
            chosen.set(settings::currentModel, current);
    });
}

} // namespace app

using namespace std::chrono_literals;

namespace app {

CaretRest::CaretRest(QObject* parent)
    : QObject(parent)
    , m_flashTime(QApplication::cursorFlashTime())
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(10s);
    connect(&m_patience, &QTimer::timeout, this, [] { QApplication::setCursorFlashTime(0); });
    m_patience.start();
    qApp->installEventFilter(this);
}

bool CaretRest::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress
        || event->type() == QEvent::WindowActivate)
        wake();
    return false;
}

void CaretRest::wake()
{
    if (!m_patience.isActive())
        QApplication::setCursorFlashTime(m_flashTime);
    m_patience.start();
}

} // namespace app
