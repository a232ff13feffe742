#include "ui/settings/address_edit.h"

#include "services/hub/hub_access.h"
#include "services/hub/token_keeper.h"
#include "services/serving/program_server.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_rows.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

AddressEdit::AddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
    const QString& name, Qt::InputMethodHints hints, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_text(new QLineEdit)
    , m_problem(new TextLabel(TextRole::Error))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_text);
    layout->addWidget(m_problem);
    setFocusProxy(m_text);
    m_text->setAccessibleName(name);
    m_text->setInputMethodHints(hints);
    connect(m_text, &QLineEdit::editingFinished, this, &AddressEdit::take);
    keepShown(this, settings, QLatin1String(setting.key), [this] {
        m_text->setText(m_settings.get(m_setting));
        m_problem->hide();
    });
}

void AddressEdit::take()
{
    const QString text = m_text->text().trimmed();
    const bool isTaken = isAddress(text);
    m_problem->setText(
        isTaken ? QString() : problem().arg(m_setting.fallback, m_settings.get(m_setting)));
    m_problem->setVisible(!isTaken);
    if (!isTaken)
        return;
    m_text->setText(text);
    if (text != m_settings.get(m_setting)) // the field is left, too, when nothing was changed
        m_settings.set(m_setting, text);
}

HubAddressEdit::HubAddressEdit(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : AddressEdit(settings, setting, tr("URL"), Qt::ImhUrlCharactersOnly, parent)
{
}

bool HubAddressEdit::isAddress(const QString& text) const
{
    return services::isHubAddress(text);
}

QString HubAddressEdit::problem() const
{
    return tr(
        "This isn't a valid model hub URL. Example: %1. Models are still downloaded from %2.");
}

ListenAddressEdit::ListenAddressEdit(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : AddressEdit(settings, setting, tr("Listen address"),
        Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase, parent)
{
}

bool ListenAddressEdit::isAddress(const QString& text) const
{
    return services::isListenAddress(text);
}

QString ListenAddressEdit::problem() const
{
    return tr("This isn't a valid address of this computer. Examples: %1, 0.0.0.0, ::1. The server "
              "still uses %2.");
}

TokenEdit::TokenEdit(services::TokenKeeper& tokens, QWidget* parent)
    : SecretEdit(
        {tr("Access token"), tr("Save the access token"), tr("Remove the access token")}, parent)
    , m_tokens(tokens)
{
    text()->setPlaceholderText(QStringLiteral("hf_…"));
    connect(&m_tokens, &services::TokenKeeper::changed, this, &TokenEdit::showState);
    showState();
}

void TokenEdit::keepSecret(const QByteArray& secret)
{
    m_tokens.set(secret);
}

void TokenEdit::forgetSecret()
{
    m_tokens.forget();
}

bool TokenEdit::canForget() const
{
    using Place = services::TokenKeeper::Place;
    return m_tokens.place() == Place::Keyring || m_tokens.place() == Place::ThisRun;
}

QString TokenEdit::message() const
{
    return m_tokens.message();
}

} // namespace ui
