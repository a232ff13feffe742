#pragma once

#include "ui/page.h"

#include <QHash>
#include <QWidget>

#include <functional>

class QComboBox;
class QListWidget;
class QVBoxLayout;

namespace services {
class DocumentLibrary;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

class EmptyState;
class ScrollColumn;
class SearchField;

/// A group of parts on the settings page, under a heading. The parts can be searched.
class SettingsSection : public QWidget {
    Q_OBJECT

public:
    SettingsSection(const QString& id, const QString& name, QWidget* parent = nullptr);

    const QString& id() const { return m_id; }
    const QString& name() const { return m_name; }

    /// Adds a part, which the section then owns. `words` are what a search finds it by; a part that
    /// is built only when it is shown must give its words, too.
    void addPart(QWidget* part, const QString& words);

    void showAll();

    /// Shows only the parts that have all of these words, in any order. Returns false if there is
    /// none.
    bool showFound(const QStringList& words);

signals:
    void textChosen(const QString& text); ///< to be inserted into a message

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Part {
        QWidget* widget;
        QString words;
    };

    void applyMetrics();

    QString m_id;
    QString m_name;
    QVBoxLayout* m_layout;
    QList<Part> m_parts;
};

/// All settings: the list of sections at the left, or above if the page is narrow, and the contents
/// of the chosen section. A search covers all sections. A change takes effect and is stored at
/// once.
class SettingsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// Adds parts to a section.
    using AddParts = std::function<void(SettingsSection&)>;

    /// `extras` has what a section shows after its settings, by the section's id. All other
    /// references must outlive the page.
    SettingsPage(services::Settings& settings, services::InstalledModels& installed,
        const services::DocumentLibrary& library, const QHash<QString, AddParts>& extras,
        QWidget* parent = nullptr);

    QWidget* widget() override { return this; }

    /// Shows the section with this id: "models", "answers", "documents", "tools", "server",
    /// "writing", "appearance", "language", "shortcuts", "privacy", "storage" or "system".
    void showPart(const QString& id) override;

    SearchField* searchField() const { return m_search; }
    const QList<SettingsSection*>& sections() const { return m_sections; }

signals:
    void textChosen(const QString& text); ///< to be inserted into a message

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
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
