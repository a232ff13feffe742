#pragma once

#include "ui/widgets/text_label.h"

namespace services {
class ContactedHosts;
}

namespace ui {

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

} // namespace ui
