#pragma once

#include "services/conversations/documents/document_question.h"
#include "services/conversations/message.h"
#include "services/models/model_id_text.h"
#include "services/pictures/picture.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

class Conversation;
class Settings;

/// The queries that are searched for to answer a question: each in turn, until one is found to be
/// answered. A question that continues from the one before ("and the second one?") is searched for
/// together with that; one that is only short, if nothing answers it alone. `before` may be empty.
QStringList searchedFor(const QString& question, const QString& before);

/// The text that was read in an image, as a document with a paragraph for each of the image's.
Document toDocument(const PictureText& text);

/// Messages for the built-in model, which knows drawings only: where the last of them asks about
/// other images that were shown before it, what was read in these is attached to them as documents.
/// Its answer to the images themselves was all of their text.
QList<Message> withWrittenPictures(QList<Message> messages);

/// What is to be asked of documents for an open answer. Nothing if it has neither documents nor a
/// library to ask, or has its sources already and only continues.
std::optional<DocumentQuestion> makeDocumentQuestion(
    const Conversation& conversation, MessageId answer, const Settings& settings);

} // namespace services
