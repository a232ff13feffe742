#pragma once

#include "services/settings/settings.h"

#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace services {
class DocumentLibrary;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

class TextLabel;

/// A list of paths that the user has added, each with a button that removes it, and a button that
/// adds another.
class PathList : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Models, Folders }; ///< models may be files or folders

    /// All references must outlive it.
    PathList(services::Settings& settings, const services::Setting<QStringList>& setting,
        services::InstalledModels& installed, Kind kind, QWidget* parent = nullptr);

    void add(const QString& path);
    void remove(const QString& path);

private:
    void showPaths();
    void choose();

    services::Settings& m_settings;
    const services::Setting<QStringList>& m_setting;
    services::InstalledModels& m_installed;
    Kind m_kind;
    QVBoxLayout* m_paths;
};

/// Edits where passages of documents are stored: a file or the URL of a PostgreSQL database. A
/// password is saved and never shown: it stays when other parts of the address of the same server
/// are edited. An invalid location is rejected with a message; so is a store that cannot be opened.
class DocumentStoreEdit : public QWidget {
    Q_OBJECT

public:
    /// `emptyText` says what an empty setting means. All references must outlive it.
    DocumentStoreEdit(services::Settings& settings, const services::Setting<QString>& setting,
        const services::DocumentLibrary& library, const QString& emptyText,
        QWidget* parent = nullptr);

private:
    void take();
    bool isTaken() const; // what is written is what is kept
    void showProblem(const QString& message);

    services::Settings& m_settings;
    const services::Setting<QString>& m_setting;
    const services::DocumentLibrary& m_library;
    QLineEdit* m_text;
    TextLabel* m_problem;
};

} // namespace ui
