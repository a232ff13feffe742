#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace ui {

/// What belongs together on the settings page, under a heading. Its parts can be searched.
class SettingsSection : public QWidget {
    Q_OBJECT

public:
    SettingsSection(const QString& id, const QString& name, QWidget* parent = nullptr);

    const QString& id() const { return m_id; }
    const QString& name() const { return m_name; }

    /// A part, which becomes the section's, found by these words. What is built only when it is
    /// looked at has to name its words all the same.
    void addPart(QWidget* part, const QString& words);

    void showAll();

    /// Shows the parts that have all of these words, in any order; false if there is none.
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

} // namespace ui
