#pragma once

#include "ui/services.h"
#include "ui/widgets/text_label.h"

namespace services {
class ContactedHosts;
}

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

// Parts of the settings page that are not settings.
void addToken(SettingsSection& section, const Services& services);
void addPrivacy(SettingsSection& section, const Services& services);
void addTools(SettingsSection& section, const Services& services);
void addServer(SettingsSection& section, const Services& services);
void addDiagnostics(SettingsSection& section, const Services& services);

} // namespace ui
