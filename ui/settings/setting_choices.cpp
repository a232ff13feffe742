#include "ui/settings/setting_choices.h"

#include "services/background.h"
#include "services/models/installed_models.h"
#include "services/models/model_texts.h"
#include "services/settings/settings.h"
#include "services/system/paths.h"
#include "services/system/session.h"
#include "services/text.h"
#include "ui/settings/setting_rows.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int dotSide = 30; // pixels

// One accent, in the color that it has in the scheme that is shown.
class AccentDot : public QRadioButton {
public:
    explicit AccentDot(const Accent& accent)
        : m_accent(accent)
    {
        setAccessibleName(accent.label);
        setToolTip(services::plainToolTip(accent.label));
        setFixedSize(dotSide, dotSide);
    }

protected:
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        const bool isDark = detectScheme(palette()) == Scheme::Dark;
        const QPointF middle = QRectF(rect()).center();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isDark ? m_accent.dark : m_accent.light);
        painter.drawEllipse(middle, 10, 10);
        painter.setBrush(Qt::NoBrush);
        if (isChecked()) {
            painter.setPen(QPen(color.text, 2));
            painter.drawEllipse(middle, 13, 13);
        } else if (hasFocus()) {
            painter.setPen(QPen(color.control, 2));
            painter.drawEllipse(middle, 13, 13);
        }
        if (isChecked() && hasFocus()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color.accentText);
            painter.drawEllipse(middle, 4, 4);
        }
    }

private:
    Accent m_accent;
};

} // namespace

AccentChoice::AccentChoice(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QWidget(parent)
    , m_dots(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    const QList<Accent> all = accents();
    for (qsizetype i = 0; i < all.size(); ++i) {
        auto* dot = new AccentDot(all[i]);
        m_dots->addButton(dot, int(i));
        layout->addWidget(dot);
    }
    layout->addStretch(1);
    connect(m_dots, &QButtonGroup::idClicked, this, [&settings, &setting, all](int index) {
        settings.set(setting, index == 0 ? setting.fallback : all[index].name);
    });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting, all] {
        const QString chosen = settings.get(setting);
        int index = 0;
        for (qsizetype i = 0; i < all.size(); ++i)
            if (all[i].name == chosen)
                index = int(i);
        m_dots->button(index)->setChecked(true);
        setFocusProxy(m_dots->button(index));
    });
}

namespace {

// "Deutsch", "简体中文": people look for the word that they know.
QString nativeLanguageName(const QString& language)
{
    QString name = QLocale(language).nativeLanguageName();
    if (!name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

} // namespace

LanguageChoice::LanguageChoice(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QComboBox(parent)
{
    addItem(tr("System"), QString());
    addItem(QStringLiteral("English"), QStringLiteral("en"));
    for (const QString& language : services::translatedLanguages())
        addItem(nativeLanguageName(language), language);
    const QString running = settings.get(setting);
    connect(this, &QComboBox::activated, this, [this, &settings, &setting, running] {
        const QString chosen = currentData().toString();
        settings.set(setting, chosen);
        if (chosen != running)
            offerRestart();
    });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting] {
        setCurrentIndex(std::max(0, findData(settings.get(setting))));
    });
}

void LanguageChoice::offerRestart()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Language"),
        tr("Restart Vignette to change the language."), QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* restart = box->addButton(tr("Restart now"), QMessageBox::AcceptRole);
    box->addButton(tr("Later"), QMessageBox::RejectRole);
    connect(restart, &QPushButton::clicked, qApp,
        [] { QCoreApplication::exit(services::restartExitCode); });
    box->open();
}

ModelChoice::ModelChoice(services::Settings& settings, const services::Setting<QString>& setting,
    services::InstalledModels& installed, const QString& emptyText, Offered offered,
    QWidget* parent)
    : QComboBox(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_installed(installed)
    , m_emptyText(emptyText)
    , m_offered(offered)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(18);
    connect(this, &QComboBox::activated, this,
        [this] { m_settings.set(m_setting, currentData().toString()); });
    connect(&m_installed, &services::InstalledModels::changed, this, &ModelChoice::showModels);
    keepShown(this, m_settings, QLatin1String(setting.key), [this] { showModels(); });
}

bool ModelChoice::isOffered(const services::ModelFacts& model) const
{
    switch (m_offered) {
    case Offered::Embedding:
        return services::isEmbedding(model);
    case Offered::Reranker:
        return services::isReranker(model);
    case Offered::AnswerChecker:
        return services::isAnswerChecker(model);
    case Offered::Seeing:
        return !model.id.isBuiltIn() && !model.id.isRemote() && model.isUsable() && model.canSee();
    case Offered::Answering:
        break;
    }
    return !model.id.isBuiltIn() && model.isUsable();
}

// Also shows a chosen model that is not here (any more), so that no other one seems to be chosen.
void ModelChoice::showModels()
{
    const QString chosen = m_settings.get(m_setting);
    clear();
    addItem(m_emptyText, QString());
    for (const services::ModelFacts& model : m_installed.models())
        if (isOffered(model))
            addItem(QString::fromStdString(model.name), services::toString(model.id));
    if (findData(chosen) < 0)
        addItem(m_installed.displayName(services::parseModelId(chosen)), chosen);
    setCurrentIndex(findData(chosen));
    setToolTip(services::plainToolTip(chosen));
}

DeviceChoice::DeviceChoice(const QString& none, QWidget* parent)
    : QWidget(parent)
    , m_none(none)
    , m_combo(new QComboBox(this))
    , m_problems(new TextLabel(TextRole::Small, {}, this))
{
    setDevice({});
    setFocusProxy(m_combo);
    m_problems->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_combo);
    layout->addWidget(m_problems);
    connect(m_combo, &QComboBox::activated, this, [this] {
        m_device = m_combo->currentData().toString();
        emit chosen(m_device);
    });
    services::runInBackground<QList<services::Device>>(
        this, [] { return services::devices(); },
        [this](const services::Outcome<QList<services::Device>>& found) {
            if (found.value)
                showDevices(*found.value);
        });
}

void DeviceChoice::setDevice(const QString& name)
{
    m_device = name;
    showChosen();
}

void DeviceChoice::showDevices(const QList<services::Device>& devices)
{
    m_combo->clear();
    QStringList problems;
    for (const services::Device& device : devices) {
        if (device.problem.isEmpty())
            m_combo->addItem(device.description, device.name);
        else
            problems << tr("%1 unavailable: %2").arg(device.description, device.problem);
    }
    showChosen();
    m_problems->setText(problems.join(u'\n'));
    m_problems->setVisible(!problems.isEmpty());
}

// Also shows a chosen device that is not here (any more), so that no other one seems to be chosen.
void DeviceChoice::showChosen()
{
    if (!m_none.isEmpty() && m_combo->findData(QString()) < 0)
        m_combo->insertItem(0, m_none, QString());
    if (!m_device.isEmpty() && m_combo->findData(m_device) < 0)
        m_combo->addItem(m_device, m_device);
    m_combo->setCurrentIndex(m_combo->findData(m_device));
}

} // namespace ui
