#pragma once

#include <QString>
#include <QStringList>

namespace ui {

/// The texts that were sent before, the newest last, and which of them the user is looking at. Lost
/// when the program ends.
class PromptHistory {
public:
    /// Leaves out very long texts, and a text that equals the one before.
    void add(const QString& text);

    /// Returns the text before or after the one that is shown; null if there is none. After the
    /// newest comes what the user was writing. `current` is the present text of the box.
    QString previous(const QString& current);
    QString next();

    /// Must be called when the user edits the text: previous() then starts at the newest again.
    void leave();

private:
    QStringList m_texts;
    qsizetype m_place = 0; // of the one that is shown; m_texts.size(): the one being written
    QString m_written;
};

} // namespace ui
