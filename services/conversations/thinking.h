#pragma once

#include <QString>

namespace services {

/// The two parts of an answer's text.
struct Thinking {
    QString thought; ///< what the model wrote to itself, without the marks; may be empty
    QString answer; ///< the rest
    bool isOpen = false; ///< the thought has not ended, so it may become longer
};

/// Separates the text between <think> and </think>, or similar marks, from the answer. Marks count
/// only at the beginning of a line and outside code. A closing mark without an opening one ends a
/// thought that began with the text. An unfinished mark at the end, as a stream leaves it, belongs
/// to neither part. Takes time linear in the length of the text. Any thread may call it.
Thinking splitThinking(const QString& text);

} // namespace services
