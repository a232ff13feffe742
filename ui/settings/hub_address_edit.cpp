#include "ui/settings/hub_address_edit.h"

#include "services/hub/hub_access.h"

namespace ui {

HubAddressEdit::HubAddressEdit(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : AddressEdit(settings, setting, tr("Address"), Qt::ImhUrlCharactersOnly, parent)
{
}

bool HubAddressEdit::isAddress(const QString& text) const
{
    return services::isHubAddress(text);
}

QString HubAddressEdit::problem() const
{
    return tr(
        "This is no address of a hub of models, such as %1. Models are still fetched from %2.");
}

} // namespace ui
