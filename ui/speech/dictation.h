#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace ui {

/// What came of startDictation().
struct DictationStart {
    bool listens = false;
    QString message; ///< for the user
};

/// Asks the program Speech Note over the session bus to write what is said into the focused text box. It
/// does so as a keyboard would; what listens and what recognizes speech is its own. `done` is called
/// from the event loop, unless `receiver` is destroyed before. Belongs to the window's thread.
void startDictation(
    QObject* receiver, const std::function<void(const DictationStart& start)>& done);

} // namespace ui
