#pragma once

#include "services/conversations/context_gatherer.h"
#include "services/documents/picture_texts.h"

#include <QObject>

namespace services {

class Settings;

/// Reads the text in the pictures that a question is about, those of the newest message that has any,
/// unless that was done before or the settings say no. The text becomes part of the pictures. Lives in
/// the window's thread.
class PictureTextGatherer : public QObject, public ContextGatherer {
    Q_OBJECT

public:
    /// Both must outlive this object.
    PictureTextGatherer(PictureTexts& texts, Settings& settings, QObject* parent = nullptr);

    std::unique_ptr<Gathering> gather(
        Conversation& conversation, MessageId answer, GatheringEvents events) override;

    /// Begins to read a picture that is attached to a message that is still being written.
    void prepare(const Picture& picture);

signals:
    /// Data are missing with which text could be read (better); once for each language.
    void languageMissed(const QString& sentence);

private:
    class Reading;

    bool mayRead() const;
    void tellMissing();

    PictureTexts& m_texts;
    Settings& m_settings;
};

} // namespace services
