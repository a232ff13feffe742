#pragma once

#include <QDialog>

class QUrl;

namespace ui {

/// Says that the desktop did not open a link or a folder, why, and what it is, to be copied. Deletes
/// itself when it is closed. Everything is plain text.
class OpenFailure : public QDialog {
    Q_OBJECT

public:
    enum class Reason {
        NoProgram, ///< the desktop has none that takes it
        Missing, ///< the folder is not there
    };

    OpenFailure(const QUrl& url, Reason reason, QWidget* parent);
};

} // namespace ui
