#pragma once

#include <QList>
#include <QString>

namespace ui {

/// A form that captions can be asked for in.
struct CaptionForm {
    QString name; ///< for people
    QString schema; ///< a JSON schema; empty: text
};

/// Those the program knows; the first one is text.
QList<CaptionForm> captionForms();

} // namespace ui
