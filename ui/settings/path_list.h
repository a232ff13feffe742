#pragma once

#include "services/settings/setting.h"
#include "ui/services.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

/// A list of paths that the user has added, each with a button that removes it, and a button that
/// adds another.
class PathList : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Models, Folders }; ///< models may be files or folders

    /// All references must outlive it.
    PathList(const Services& services, const services::Setting<QStringList>& setting, Kind kind,
        QWidget* parent = nullptr);

    void add(const QString& path);
    void remove(const QString& path);

private:
    void showPaths();
    void choose();

    Services m_services;
    const services::Setting<QStringList>& m_setting;
    Kind m_kind;
    QVBoxLayout* m_paths;
};

} // namespace ui
