#pragma once

#include <QString>

namespace services {

/// The first words of a message as a title: without the marks of Markdown, cut between two words.
QString firstWords(const QString& text);

/// The same of an answer that describes a picture, without what nearly all of them begin with: "A
/// picture of a cat." gives "A cat".
QString firstWordsOfCaption(const QString& caption);

/// True for a question that could be asked about any picture, such as "What is in this picture?".
bool asksWhatIsSeen(const QString& question);

} // namespace services
