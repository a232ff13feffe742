#pragma once

#include "ui/page.h"
#include "ui/services.h"

#include <QWidget>

class QComboBox;
class QListWidget;
class QVBoxLayout;

namespace ui {

class CommandList;
class EmptyState;
class ScrollColumn;
class SearchField;
class SettingsSection;

/// All settings: the list of sections at the left, or above if the page is narrow, and the contents
/// of the chosen section. A search covers all sections. A change takes effect and is stored at
/// once.
class SettingsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// All services and the commands must outlive the page.
    SettingsPage(const Services& services, CommandList& commands, QWidget* parent = nullptr);

    QWidget* widget() override { return this; }

    /// Shows the section with this id: "models", "answers", "documents", "tools", "server",
    /// "writing", "appearance", "language", "shortcuts", "privacy", "storage" or "system".
    void showPart(const QString& id) override;

    SearchField* searchField() const { return m_search; }
    const QList<SettingsSection*>& sections() const { return m_sections; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeSections(const Services& services, CommandList& commands);
    void arrange();
    void choose(int section);
    void search(const QString& text);
    void applyMetrics();

    SearchField* m_search;
    QVBoxLayout* m_side; // around the list
    QListWidget* m_list;
    QComboBox* m_combo; // stands for the list where the page is narrow
    ScrollColumn* m_column;
    EmptyState* m_nothing;
    QList<SettingsSection*> m_sections;
    int m_current = 0;
};

} // namespace ui
