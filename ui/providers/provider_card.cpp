#include "ui/providers/provider_card.h"

#include "services/models/installed_models.h"
#include "services/remote/providers.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLayoutItem>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

KeyEdit::KeyEdit(services::Providers& providers, const QString& address, QWidget* parent)
    : SecretEdit({tr("API key for %1").arg(services::hostName(address)),
                     tr("Save the API key for %1").arg(services::hostName(address)),
                     tr("Remove the API key for %1").arg(services::hostName(address))},
        parent)
    , m_providers(providers)
    , m_address(address)
{
    connect(&providers, &services::Providers::keyChanged, this, [this](const QString& changed) {
        if (changed == m_address)
            showState();
    });
    showState();
}

void KeyEdit::keepSecret(const QByteArray& secret)
{
    m_providers.setKey(m_address, secret);
}

void KeyEdit::forgetSecret()
{
    m_providers.setKey(m_address, {});
}

bool KeyEdit::canForget() const
{
    return m_providers.key(m_address).place() != services::KeptSecret::Place::Nowhere;
}

QString KeyEdit::message() const
{
    return m_providers.keyMessage(m_address);
}

using services::OfferedModel;
using services::ProviderTrial;

OfferedModelRow::OfferedModelRow(services::Providers& providers,
    services::InstalledModels& installed, const QString& address, const OfferedModel& model,
    QWidget* parent)
    : QWidget(parent)
    , m_providers(providers)
    , m_installed(installed)
    , m_address(address)
    , m_name(model.name)
    , m_model(services::ModelId::remote(address.toStdString(), model.name.toStdString()))
    , m_use(new QPushButton(this))
    , m_test(new QPushButton(tr("Test"), this))
    , m_lines(new QVBoxLayout)
{
    m_test->setAccessibleName(tr("Test %1").arg(m_name));
    layOut(model);
    connect(m_use, &QPushButton::clicked, this, &OfferedModelRow::toggle);
    connect(m_test, &QPushButton::clicked, this, &OfferedModelRow::test);
    connect(&installed, &services::InstalledModels::changed, this, &OfferedModelRow::showState);
    showState();
}

void OfferedModelRow::layOut(const OfferedModel& model)
{
    const Metrics distance = metrics(this);
    auto* line = new QHBoxLayout;
    line->setSpacing(distance.small);
    auto* name = new TextLabel(TextRole::Body, m_name, this);
    line->addWidget(name, 1);
    if (model.contextTokens > 0)
        line->addWidget(new TextLabel(
            TextRole::Small, tr("%1 tokens").arg(QLocale().toString(model.contextTokens)), this));
    line->addWidget(m_use);
    line->addWidget(m_test);
    m_lines->setSpacing(distance.tight);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(distance.tight);
    rows->addLayout(line);
    rows->addLayout(m_lines);
}

void OfferedModelRow::toggle()
{
    if (m_installed.find(m_model))
        m_installed.remove(m_model);
    else
        m_installed.addRemote(m_model);
}

void OfferedModelRow::showState()
{
    const bool isThere = m_installed.find(m_model);
    m_use->setText(isThere ? tr("Remove") : tr("Add"));
    m_use->setAccessibleName(isThere ? tr("Remove %1 from the list of models").arg(m_name)
                                     : tr("Add %1 to the list of models").arg(m_name));
}

void OfferedModelRow::test()
{
    m_test->setEnabled(false);
    m_test->setText(tr("Testing…"));
    while (const QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_providers.tryOut(m_address, m_name, this, [this](ProviderTrial& trial) {
        connect(&trial, &ProviderTrial::tried, this,
            [this](const ProviderTrial::Line& line, int, int) { showLine(line); });
        connect(&trial, &ProviderTrial::finished, this, [this] {
            m_test->setText(tr("Test"));
            m_test->setEnabled(true);
        });
    });
}

void OfferedModelRow::showLine(const ProviderTrial::Line& line)
{
    using Outcome = ProviderTrial::Outcome;
    const QString mark = line.outcome == Outcome::Works ? tr("✓ %1")
        : line.outcome == Outcome::DoesNot              ? tr("✗ %1")
                                                        : tr("? %1");
    m_lines->addWidget(new TextLabel(TextRole::Small, mark.arg(line.message), this));
    emit announced(line.message);
}

using services::Provider;

namespace {

constexpr int radius = 12; // pixels
constexpr qsizetype maxShown = 200; // models of one remote server

QString wayText(const QString& address)
{
    switch (services::onTheWayTo(address)) {
    case services::OnTheWay::WithinThisComputer:
        return ProviderCard::tr("On this computer");
    case services::OnTheWay::Encrypted:
        return ProviderCard::tr("Encrypted connection");
    case services::OnTheWay::Open:
        break;
    }
    return ProviderCard::tr("Unencrypted. Others on the network could read what you send.");
}

bool isAt(const services::ModelId& model, const QString& address)
{
    return model.address() == address.toStdString();
}

} // namespace

ProviderCard::ProviderCard(services::Providers& providers, services::InstalledModels& installed,
    const QString& address, QWidget* parent)
    : QWidget(parent)
    , m_providers(providers)
    , m_installed(installed)
    , m_address(address)
    , m_look(new QPushButton(tr("Show models"), this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_models(new QVBoxLayout)
{
    m_look->setAccessibleName(tr("Show models of %1").arg(services::hostName(address)));
    m_state->makeSelectable();
    m_state->hide();
    layOut();
    connect(m_look, &QPushButton::clicked, this, &ProviderCard::look);
}

void ProviderCard::layOut()
{
    const Metrics distance = metrics(this);
    auto* title = new QHBoxLayout;
    title->setSpacing(distance.small);
    title->addWidget(new TextLabel(TextRole::Strong, m_address, this), 1);
    auto* remove = new IconButton(
        QStringLiteral("close"), tr("Remove %1").arg(m_address), IconButton::Look::Quiet, this);
    connect(remove, &IconButton::clicked, this, &ProviderCard::remove);
    title->addWidget(remove, 0, Qt::AlignTop);

    auto* key = new KeyEdit(m_providers, m_address);
    connect(key, &KeyEdit::kept, this, &ProviderCard::look);

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    rows->setSpacing(distance.small);
    rows->addLayout(title);
    rows->addWidget(new TextLabel(TextRole::Small, wayText(m_address), this));
    rows->addWidget(
        new FormRow(tr("API key"), tr("Optional. Stored in your keyring, never in a file."), key,
            FormRow::ControlPosition::Below));
    rows->addWidget(makeAtOnce());
    rows->addWidget(m_look, 0, Qt::AlignLeading);
    rows->addWidget(m_state);
    m_models->setSpacing(distance.small);
    rows->addLayout(m_models);
}

QWidget* ProviderCard::makeAtOnce()
{
    auto* atOnce = new QSpinBox;
    atOnce->setRange(1, Provider::maxAtOnce);
    atOnce->setValue(m_providers.find(m_address).atOnce);
    atOnce->setAccessibleName(tr("Parallel requests for %1").arg(services::hostName(m_address)));
    connect(atOnce, &QSpinBox::valueChanged, this,
        [this](int number) { m_providers.setAtOnce(m_address, number); });
    return new FormRow(tr("Parallel requests"),
        tr("For captioning folders and searching documents. Automatically reduced when the server "
           "is busy."),
        atOnce);
}

// Removes the server together with its models: nothing more is sent there.
void ProviderCard::remove()
{
    QList<services::ModelId> gone;
    for (const services::ModelFacts& model : m_installed.models())
        if (isAt(model.id, m_address))
            gone << model.id;
    for (const services::ModelId& model : std::as_const(gone))
        m_installed.remove(model);
    m_providers.remove(m_address);
}

void ProviderCard::look()
{
    m_look->setEnabled(false);
    m_state->setRole(TextRole::Small);
    m_state->setText(tr("Contacting %1…").arg(services::hostName(m_address)));
    m_state->show();
    m_providers.look(m_address, this,
        [this](const services::Outcome<QList<OfferedModel>>& found) { showFound(found); });
}

void ProviderCard::showFound(const services::Outcome<QList<OfferedModel>>& found)
{
    m_look->setEnabled(true);
    clearModels();
    if (!found.value) {
        m_state->setRole(TextRole::Error);
        m_state->setText(found.error);
        emit announced(found.error);
        return;
    }
    const auto count = int(found.value->size());
    QString message = count == 0 ? tr("Connected – no models available")
                                 : tr("Connected – %Ln model(s) available", nullptr, count);
    if (count > maxShown)
        message += u' ' + tr("Only the first %1 are shown.").arg(maxShown);
    m_state->setText(message);
    emit announced(message);
    showModels(found.value->first(std::min<qsizetype>(count, maxShown)));
}

// A server of one model is added for that one.
void ProviderCard::showModels(const QList<OfferedModel>& models)
{
    for (const OfferedModel& model : models) {
        auto* row = new OfferedModelRow(m_providers, m_installed, m_address, model, this);
        connect(row, &OfferedModelRow::announced, this, &ProviderCard::announced);
        m_models->addWidget(row);
        if (models.size() == 1 && !m_installed.find(row->model()))
            m_installed.addRemote(row->model());
    }
}

void ProviderCard::clearModels()
{
    while (QLayoutItem* item = m_models->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

void ProviderCard::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).sidebar, radius);
}

} // namespace ui
