#include "ui/settings/settings_page.h"

#include "ui/settings/setting_rows.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QEvent>
#include <QListWidget>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

SettingsSection::SettingsSection(const QString& id, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_id(id)
    , m_name(name)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->addWidget(new TextLabel(TextRole::Heading, name, this));
    applyMetrics();
}

void SettingsSection::addPart(QWidget* part, const QString& words)
{
    m_layout->addWidget(part);
    m_parts << Part{part, words};
}

void SettingsSection::showAll()
{
    for (const Part& part : m_parts)
        part.widget->show();
    show();
}

bool SettingsSection::showFound(const QStringList& words)
{
    bool isAnyFound = false;
    for (const Part& part : m_parts) {
        const bool isFound = std::ranges::all_of(words, [&](const QString& word) {
            return part.words.contains(word, Qt::CaseInsensitive)
                || m_name.contains(word, Qt::CaseInsensitive);
        });
        part.widget->setVisible(isFound);
        isAnyFound = isAnyFound || isFound;
    }
    setVisible(isAnyFound);
    return isAnyFound;
}

void SettingsSection::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        applyMetrics();
}

void SettingsSection::applyMetrics()
{
    m_layout->setSpacing(metrics(this).small);
}

namespace {

constexpr int listCharacters = 26; // width of the list of sections
constexpr int narrow = 90; // characters of a page that has no room for the list

struct SectionName {
    QString id;
    QString name; // shown to users
};

QList<SectionName> sectionNames()
{
    return {
        {"models", SettingsPage::tr("Models and device")},
        {"answers", SettingsPage::tr("Answers")},
        {"documents", SettingsPage::tr("Documents")},
        {"tools", SettingsPage::tr("Tools")},
        {"server", SettingsPage::tr("Server")},
        {"writing", SettingsPage::tr("Typing")},
        {"appearance", SettingsPage::tr("Appearance")},
        {"language", SettingsPage::tr("Language")},
        {"shortcuts", SettingsPage::tr("Shortcuts")},
        {"privacy", SettingsPage::tr("Privacy")},
        {"storage", SettingsPage::tr("Storage")},
        {"system", SettingsPage::tr("System and logs")},
    };
}

} // namespace

SettingsPage::SettingsPage(services::Settings& settings, services::InstalledModels& installed,
    const services::DocumentLibrary& library, const QHash<QString, AddParts>& extras,
    QWidget* parent)
    : QWidget(parent)
    , m_search(new SearchField(tr("Search settings")))
    , m_side(new QVBoxLayout)
    , m_list(new QListWidget)
    , m_combo(new QComboBox)
    , m_column(new ScrollColumn)
    , m_nothing(
          new EmptyState(QStringLiteral("search"), tr("No results"), tr("No matching settings")))
{
    const QList<SettingRow> rows = settingRows();
    for (const auto& [id, name] : sectionNames()) {
        auto* section = new SettingsSection(id, name);
        for (const SettingRow& row : rows)
            if (row.section == id)
                section->addPart(makeSettingRow(row, settings, installed, library),
                    row.name + u'\n' + row.help + u'\n' + row.words.join(u'\n'));
        if (const AddParts add = extras.value(id))
            add(*section);
        connect(section, &SettingsSection::textChosen, this, &SettingsPage::textChosen);
        m_sections << section;
        m_list->addItem(name);
        m_combo->addItem(name, id);
    }
    m_list->setAccessibleName(tr("Sections"));
    m_combo->setAccessibleName(tr("Section"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    connect(m_list, &QListWidget::currentRowChanged, this, &SettingsPage::choose);
    connect(m_list, &QListWidget::itemClicked, this, [this] { choose(m_list->currentRow()); });
    connect(m_combo, &QComboBox::activated, this, &SettingsPage::choose);
    connect(m_search, &SearchField::textChanged, this, &SettingsPage::search);

    auto* heading = new PageHeading(tr("Settings"), tr("Changes are saved automatically."));
    heading->addAction(m_search);
    m_column->column()->addWidget(heading);
    m_column->column()->addWidget(m_combo);
    for (SettingsSection* section : m_sections)
        m_column->column()->addWidget(section);
    m_column->column()->addWidget(m_nothing);
    m_column->column()->addStretch(1);
    m_nothing->hide();

    auto* layout = new QHBoxLayout(this);
    layout->setSpacing(0);
    layout->addLayout(m_side);
    layout->addWidget(m_column, 1);
    m_side->addWidget(m_list);
    setTabOrder(m_search, m_list);
    applyMetrics();
    choose(0);
}

void SettingsPage::showPart(const QString& id)
{
    m_search->clear();
    for (qsizetype i = 0; i < m_sections.size(); ++i)
        if (m_sections[i]->id() == id)
            choose(int(i));
}

void SettingsPage::choose(int section)
{
    if (section < 0)
        return;
    m_current = section;
    const QSignalBlocker list(m_list);
    m_list->setCurrentRow(section, QItemSelectionModel::ClearAndSelect);
    m_combo->setCurrentIndex(section);
    if (!m_search->text().isEmpty())
        m_search->clear(); // comes back here via search()
    search({});
    m_column->verticalScrollBar()->setValue(0);
}

void SettingsPage::search(const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    bool isAnyFound = words.isEmpty();
    for (qsizetype i = 0; i < m_sections.size(); ++i) {
        if (!words.isEmpty())
            isAnyFound = m_sections[i]->showFound(words) || isAnyFound;
        else if (i == m_current)
            m_sections[i]->showAll();
        else
            m_sections[i]->hide();
    }
    m_nothing->setVisible(!isAnyFound);
    if (!words.isEmpty())
        m_list->clearSelection(); // what is shown is of all sections
}

void SettingsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        applyMetrics();
}

void SettingsPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void SettingsPage::applyMetrics()
{
    const Metrics distance = metrics(this);
    layout()->setContentsMargins(0, 0, 0, 0);
    m_side->setContentsMargins(distance.medium, distance.wide, distance.medium, distance.large);
    m_list->setFixedWidth(fontMetrics().averageCharWidth() * listCharacters);
    m_search->setMinimumWidth(
        fontMetrics().horizontalAdvance(m_search->placeholderText()) + distance.control + 16);
    arrange();
}

void SettingsPage::arrange()
{
    const bool isNarrow = width() < fontMetrics().averageCharWidth() * narrow;
    m_list->setVisible(!isNarrow);
    m_combo->setVisible(isNarrow);
}

} // namespace ui
