#pragma once

#include "ui/widgets/text_label.h"

namespace services {
class CaptionLibrary;
class ContactedHosts;
class DocumentLibrary;
class InstalledModels;
class ModelDownloads;
class ModelPool;
class ProgramServer;
class Settings;
class TokenKeeper;
class ToolBox;
} // namespace services

namespace ui {

class CommandList;
class SettingsSection;

/// The machines that the program has contacted, a line each with the time when it did so last. Its
/// text can be selected.
class ContactedHostList : public TextLabel {
    Q_OBJECT

public:
    /// The hosts must outlive the list.
    explicit ContactedHostList(services::ContactedHosts& hosts, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void showHosts();

    services::ContactedHosts& m_hosts;
};

// Parts of the settings page that are not settings. All references must outlive the section.
void addToken(SettingsSection& section, services::TokenKeeper& tokens);
void addPrivacy(SettingsSection& section, services::ContactedHosts& hosts);
void addTools(SettingsSection& section, services::ToolBox& tools);
void addServer(SettingsSection& section, services::ProgramServer& server);
void addDiagnostics(
    SettingsSection& section, services::Settings& settings, services::ModelPool& models);

/// What owns the things that the program keeps on the disk.
struct StorageOwners {
    services::CaptionLibrary& captions;
    services::Settings& settings;
    services::DocumentLibrary& documents;
    services::ModelPool& models;
    services::InstalledModels& installed;
    services::ModelDownloads& downloads;
    CommandList& commands;
};

/// Adds a row for everything that the program keeps on the disk: what it is, where it is, how much
/// it takes, and a button that frees it after a question. Sizes are measured in the background
/// whenever the rows are shown. All owners must outlive the section.
void addStorage(SettingsSection& section, const StorageOwners& owners);

} // namespace ui
