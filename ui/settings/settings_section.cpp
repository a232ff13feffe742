#include "ui/settings/settings_section.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
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

} // namespace ui
