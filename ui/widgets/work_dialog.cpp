#include "ui/widgets/work_dialog.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int updateMilliseconds = 100;
constexpr int barSteps = 1000;
constexpr int dialogWidth = 560; // pixels
constexpr int listHeight = 260;

} // namespace

WorkDialog::WorkDialog(const QString& title, const QString& action, QWidget* parent)
    : QDialog(parent)
    , m_share(std::make_shared<std::atomic<double>>(0))
    , m_heading(new TextLabel(TextRole::Heading, title))
    , m_message(new TextLabel(TextRole::Body))
    , m_body(new QVBoxLayout)
    , m_bar(new QProgressBar)
    , m_list(new QListWidget)
    , m_buttons(new QDialogButtonBox)
    , m_action(new QPushButton(action))
    , m_close(new QPushButton(tr("Close")))
    , m_announcer(new Announcer(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->hide();
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    m_list->setAccessibleName(tr("Results"));
    m_list->setMinimumHeight(listHeight);
    m_list->hide();
    m_action->setAutoDefault(false);
    m_timer.setInterval(updateMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_bar->setValue(int(*m_share * barSteps));
        refresh();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_action, &QPushButton::clicked, this, [this] { act(); });

    const Metrics space = metrics(this);
    m_buttons->addButton(m_action, QDialogButtonBox::ActionRole);
    m_buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space.large, space.large, space.large, space.large);
    layout->setSpacing(space.medium);
    layout->addWidget(m_heading);
    layout->addWidget(m_message);
    layout->addLayout(m_body);
    layout->addWidget(m_bar);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_buttons);
    m_close->setDefault(true);
    setMinimumWidth(dialogWidth);
}

WorkDialog::~WorkDialog()
{
    m_stop.request_stop();
}

QString WorkDialog::message() const
{
    return m_message->text();
}

QStringList WorkDialog::results() const
{
    QStringList lines;
    for (int row = 0; row < m_list->count(); ++row)
        lines << m_list->item(row)->text();
    return lines;
}

QPushButton* WorkDialog::addButton(const QString& name)
{
    QPushButton* button = m_buttons->addButton(name, QDialogButtonBox::ActionRole);
    button->setAutoDefault(false);
    return button;
}

WorkDialog::Work WorkDialog::begin(const QString& message)
{
    m_stop = {};
    m_share = std::make_shared<std::atomic<double>>(0);
    m_message->setText(message);
    m_bar->setRange(0, barSteps);
    m_bar->setValue(0);
    m_bar->show();
    m_action->hide();
    m_close->setText(tr("Cancel"));
    m_isWorking = true;
    m_timer.start();
    return {[share = m_share](double done) { *share = done; }, m_stop.get_token()};
}

void WorkDialog::setMessage(const QString& message)
{
    m_message->setText(message);
}

void WorkDialog::forgetShare()
{
    m_bar->setRange(0, 0);
}

void WorkDialog::end(const QString& message)
{
    m_timer.stop();
    refresh();
    m_isWorking = false;
    m_bar->hide();
    m_message->setText(message);
    m_action->show();
    m_close->setText(tr("Close"));
    m_announcer->say(message);
}

void WorkDialog::setHeading(const QString& text)
{
    m_heading->setText(text);
}

QListWidgetItem* WorkDialog::addResult(const QString& text)
{
    if (m_list->isHidden()) { // its height depends on that of wrapped texts, which no minimum height knows
        m_list->show();
        resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
    }
    return new QListWidgetItem(text, m_list);
}

void WorkDialog::clearResults()
{
    m_list->clear();
}

} // namespace ui
