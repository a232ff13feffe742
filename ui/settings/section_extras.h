#pragma once

#include "ui/widgets/text_label.h"

namespace services {
class ContactedHosts;
class ModelPool;
class ProgramServer;
class Settings;
class TokenKeeper;
class ToolBox;
} // namespace services

namespace ui {

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

} // namespace ui
