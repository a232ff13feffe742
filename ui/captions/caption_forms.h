#pragma once

#include <QList>
#include <QString>

namespace ui {

/// A form of answer that captions can have.
struct CaptionForm {
    QString name; ///< to be shown to users
    QString schema; ///< a JSON schema; empty: plain text
};

/// All forms; the first one is plain text.
QList<CaptionForm> captionForms();

} // namespace ui
