#pragma once

#include <QDialog>
#include <QStringList>

namespace ui {

/// Asks whether to add files and folders on this computer that were added to a shared store elsewhere:
/// shows their whole paths, and who can then find what they say. "Do not add" is the default. Deletes
/// itself when it is closed; `accepted` means that they are to be added. Everything is plain text.
class AddHereQuestion : public QDialog {
    Q_OBJECT

public:
    /// `store` is a file or the URL of a database, whose password is not shown.
    AddHereQuestion(const QStringList& paths, const QString& store, QWidget* parent = nullptr);
};

} // namespace ui
