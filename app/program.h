#pragma once

#include "app/application.h"
#include "app/command_line.h"
#include "app/desktop_notifications.h"
#include "app/tray_icon.h"
#include "app/window_session.h"
#include "services/attachments/attachment_loader.h"
#include "services/captions/caption_library.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/documents/document_gatherer.h"
#include "services/conversations/file_gatherer.h"
#include "services/conversations/remembered_upkeep.h"
#include "services/documents/answers/figure_captions.h"
#include "services/documents/answers/scan_model.h"
#include "services/documents/library/document_library.h"
#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/hub/token_keeper.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/network/network.h"
#include "services/planner/planner.h"
#include "services/presets/presets.h"
#include "services/remote/providers.h"
#include "services/serving/joined_programs.h"
#include "services/serving/pool_models.h"
#include "services/serving/program_server.h"
#include "services/settings/settings.h"
#include "services/system/global_shortcut.h"
#include "services/system/log_file.h"
#include "services/system/session.h"
#include "services/system/single_instance.h"
#include "services/tools/box/tool_box.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

namespace services {
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace app {

struct CommandLine;

/// How models are loaded: as the settings say, except for what the command line sets.
services::LoadOptions loadOptions(const services::Settings& settings, const CommandLine& line);

/// Connects settings and pool as long as all arguments exist: passes changes of the settings and
/// news about installed models to the pool, and stores the model that the user chooses in the
/// settings. What the command line sets is not changed.
void keepModelsAsSet(services::ModelPool& models, services::InstalledModels& installed,
    services::Settings& settings, const CommandLine& line);

/// Stops the text cursor from blinking when nobody has typed or clicked for a while, because the
/// blinking would be the only thing that wakes an idle program.
class CaretRest : public QObject {
    Q_OBJECT

public:
    explicit CaretRest(QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void wake();

    QTimer m_patience;
    const int m_flashTime; // the desktop's, milliseconds
};

/// Owns everything that the desktop program is made of, in the order in which one part needs another.
class Program : public QObject {
    Q_OBJECT

public:
    explicit Program(const CommandLine& options);
    ~Program() override;

    /// Shows the window, and afterwards begins whatever the first image does not need.
    void start();

    /// Carries out what another start of the program has handed over.
    void handle(const services::StartRequest& request);

    /// Answers another program of the user that asks for something else than a start; takes over the
    /// client if it is something known.
    void answer(const QJsonObject& request, QLocalSocket* client);

    /// Saves everything. Called before the session or the program ends.
    void save();

private:
    QString settingsFile() const;
    ui::Theme& themeAsSet();
    void followSettings();
    void addTools();
    void keepRemembered();
    void startRest();
    void restore();
    void act(const QString& action);
    void askAboutScreen(services::CaptureArea area);
    void raise(const QString& activationToken);
    void loadWhenNeeded();
    void goOnFetching();
    void showDownloads();
    void toggleDownloads();

    const CommandLine m_options;
    QTemporaryDir m_delivered; // contains the settings of the safe mode
    services::Settings m_settings;
    services::Log m_log;
    services::CrashMarker m_crashMarker;
    Translations m_translations;
    ui::Theme m_theme;
    ui::DesktopScheme m_desktopScheme;
    services::ConversationStore m_store;
    services::Providers m_providers; // before what makes engines of them
    services::ModelPool m_models;
    services::InstalledModels m_installed;
    services::CaptionLibrary m_captions;
    services::ConversationList m_conversations;
    services::AttachmentLoader m_attachments;
    services::DocumentLibrary m_documents;
    services::FigureCaptions m_figureCaptions;
    services::ScanModel m_scanModel;
    services::FileGatherer m_fileGatherer;
    services::DocumentGatherer m_documentGatherer;
    services::PictureTexts m_pictureTexts;
    services::PictureTextGatherer m_pictureTextGatherer;
    services::ToolBox m_tools;
    services::AnswerWriter m_answers;
    services::Presets m_presets;
    services::TokenKeeper m_tokens;
    services::ContactedHosts m_hosts;
    services::ModelDownloads m_downloads;
    services::Planner m_planner;
    services::PoolModels m_servedModels;
    services::ProgramServer m_server;
    services::JoinedPrograms m_joined;
    ui::MainWindow m_window;
    WindowSession m_session;
    std::unique_ptr<services::RememberedUpkeep> m_remembered; // null in the safe mode
    AnswerNotifier m_notifier;
    TrayIcon m_tray;
    services::GlobalShortcut m_screenShortcut;
    CaretRest m_caretRest;
};

} // namespace app
