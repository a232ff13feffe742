#pragma once

#include <QString>
#include <QStringList>

namespace ui {

/// What was sent before, the newest last, and where the user is in it. Kept as long as the program
/// runs.
class PromptHistory {
public:
    /// Long ones and the same one twice in a row are left out.
    void add(const QString& text);

    /// The text before the one that is shown, or after it: the one that was being written comes
    /// back after the newest. `current` is what is in the box. Null if there is none.
    QString previous(const QString& current);
    QString next();

    /// The user wrote something: the next call of previous() begins at the newest again.
    void leave();

private:
    QStringList m_texts;
    qsizetype m_place = 0; // of the one that is shown; m_texts.size(): the one being written
    QString m_written;
};

} // namespace ui
