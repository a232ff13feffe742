#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace services {
class CaptionLibrary;
class Settings;
} // namespace services

namespace ui {

class CommandList;

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

/// Adds a row for everything that the program keeps on the disk: what it is, where it is, how much
/// it takes, and a button that frees it after a question. Sizes are measured in the background
/// whenever the rows are shown. All references must outlive the section.
void addStorage(SettingsSection& section, services::CaptionLibrary& library,
    services::Settings& settings, CommandList& commands);

} // namespace ui
