#include "ui/endpoints/offered_model_row.h"

#include "services/models/installed_models.h"
#include "services/remote/end_points.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLayoutItem>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::EndPointTrial;
using services::OfferedModel;

OfferedModelRow::OfferedModelRow(services::EndPoints& endPoints,
    services::InstalledModels& installed, const QString& address, const OfferedModel& model,
    QWidget* parent)
    : QWidget(parent)
    , m_endPoints(endPoints)
    , m_installed(installed)
    , m_address(address)
    , m_name(model.name)
    , m_model(services::textOf(
          runtime::ModelId::atEndPoint(address.toStdString(), model.name.toStdString())))
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
        m_installed.addAtEndPoint(m_model);
}

void OfferedModelRow::showState()
{
    const bool isThere = m_installed.find(m_model);
    m_use->setText(isThere ? tr("Take out") : tr("Use"));
    m_use->setAccessibleName(isThere ? tr("Take %1 out of the list of models").arg(m_name)
                                     : tr("Put %1 into the list of models").arg(m_name));
}

void OfferedModelRow::test()
{
    m_test->setEnabled(false);
    m_test->setText(tr("Testing…"));
    while (const QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_endPoints.tryOut(m_address, m_name, this, [this](EndPointTrial& trial) {
        connect(&trial, &EndPointTrial::tried, this,
            [this](const EndPointTrial::Line& line, int, int) { showLine(line); });
        connect(&trial, &EndPointTrial::finished, this, [this] {
            m_test->setText(tr("Test"));
            m_test->setEnabled(true);
        });
    });
}

void OfferedModelRow::showLine(const EndPointTrial::Line& line)
{
    using Outcome = EndPointTrial::Outcome;
    const QString mark = line.outcome == Outcome::Works ? tr("✓ %1")
        : line.outcome == Outcome::DoesNot              ? tr("✗ %1")
                                                        : tr("? %1");
    m_lines->addWidget(new TextLabel(TextRole::Small, mark.arg(line.sentence), this));
    emit said(line.sentence);
}

} // namespace ui
