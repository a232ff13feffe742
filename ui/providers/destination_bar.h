#pragma once

#include "services/models/model_id_text.h"

#include <QWidget>

namespace ui {

class Announcer;
class TextLabel;

/// What is sent to a model.
enum class SentParts {
    Chat, ///< messages and files
    Pictures, ///< with a prompt for each
};

/// Says where what is written goes, if the model that answers is on another machine: before the first
/// message, and as long as the conversation is shown. Hidden for models on this computer.
class DestinationBar : public QWidget {
    Q_OBJECT

public:
    explicit DestinationBar(SentParts sent = SentParts::Chat, QWidget* parent = nullptr);

    void setModel(const services::ModelId& model);
    QString message() const;

private:
    const SentParts m_sent;
    TextLabel* m_message;
    Announcer* m_announcer;
};

/// The data that is sent to the remote server of a model, and who can read it; empty for a model on
/// this computer.
QString destinationText(const services::ModelId& model, SentParts sent = SentParts::Chat);

} // namespace ui
