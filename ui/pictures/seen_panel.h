#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/model_id_text.h"
#include "services/pictures/picture.h"

#include <QWidget>

#include <optional>

class QListWidget;
class QPushButton;

namespace services {
class ModelPool;
}

namespace ui {

class TextLabel;

/// Shows what a model makes of an image: how it is scaled and cut, and how many tokens each tile
/// and the whole take; for an answer also what its prompt consists of.
class SeenPanel : public QWidget {
    Q_OBJECT

public:
    /// The models must outlive it.
    explicit SeenPanel(services::ModelPool& models, QWidget* parent = nullptr);

    void showPicture(const services::Picture& picture, const services::ModelId& model);

    /// Shows the prompt of an answer by its messages; nothing: no prompt is shown.
    void showPrompt(const std::optional<services::AnswerRequest>& request);

signals:
    void seen(const services::SeenPicture& picture); ///< the result is ready
    void unseen(); ///< the model cannot tell; the image is to be shown as it is
    void tileChosen(int tile); ///< its index; the overview comes after the last tile

private:
    void update();
    void describe(const services::SeenPicture& picture);
    void explain(const QString& message, bool canLoad);
    void countPrompt();

    services::ModelPool& m_models;
    services::ModelId m_model;
    services::Picture m_picture;
    quint64 m_generation = 0; // of the request
    std::optional<services::AnswerRequest> m_request;
    TextLabel* m_modelName;
    TextLabel* m_summary;
    QListWidget* m_tiles;
    QPushButton* m_load;
    TextLabel* m_promptHeading;
    QListWidget* m_prompt;
};

} // namespace ui
