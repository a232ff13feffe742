#include "ui/settings/listen_address_edit.h"

#include "services/serving/reachable_address.h"

namespace ui {

ListenAddressEdit::ListenAddressEdit(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : AddressEdit(settings, setting, tr("Address to listen on"),
        Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase, parent)
{
}

bool ListenAddressEdit::isAddress(const QString& text) const
{
    return services::isListenAddress(text);
}

QString ListenAddressEdit::problem() const
{
    return tr(
        "This is no address of this computer, such as %1, 0.0.0.0 or ::1. The server stays at %2.");
}

} // namespace ui
