#pragma once

#include "ui/theme/theme.h"

#include <QDBusVariant>
#include <QObject>

namespace ui {

/// Asks the XDG settings portal whether the desktop is light or dark, and reports changes. Does
/// nothing if there is no portal.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);

signals:
    void changed(ui::Scheme scheme);

private slots:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void tell(const QVariant& value);
};

} // namespace ui
