#pragma once

#include <QString>

namespace services {

/// An answer's text in its two parts. A value.
struct Thinking {
    QString thought; ///< what the model wrote to itself, without its marks; empty if it did not
    QString answer; ///< all the rest
    bool isOpen = false; ///< the thought has not ended yet, so more of it may come
};

/// Takes out what stands between <think> and </think> or the like. Marks count at the beginning of
/// a line and outside code only, and a closing one without an opening one ends a thought that began
/// with the text. Part of a mark at the end, as a stream leaves it, belongs to neither part. Linear
/// in the length of the text. Any thread.
Thinking splitThinking(const QString& text);

} // namespace services
