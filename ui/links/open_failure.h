#pragma once

#include <QDialog>

class QUrl;

namespace ui {

/// Says that a link, a folder or a file was not opened, why, and what it is, to be copied. Deletes
/// itself when it is closed. Everything is plain text.
class OpenFailure : public QDialog {
    Q_OBJECT

public:
    enum class Reason {
        NoProgram, ///< the desktop has none that takes it
        Missing, ///< the folder is not there
        MayBeProgram, ///< a file of a kind that is not opened
    };

    OpenFailure(const QUrl& url, Reason reason, QWidget* parent);
};

} // namespace ui
