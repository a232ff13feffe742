#pragma once

#include "services/generation/answer_request.h"
#include "services/models/model_id.h"
#include "services/pictures/seen_picture.h"

#include <QWidget>

#include <optional>

class QListWidget;
class QPushButton;

namespace services {
class ModelPool;
}

namespace ui {

class TextLabel;

/// What a model makes of a picture: how it is scaled and cut, what each tile and the whole take of
/// its context, and, where an answer is looked at, what its prompt is made of.
class SeenPanel : public QWidget {
    Q_OBJECT

public:
    /// The models must outlive it.
    explicit SeenPanel(services::ModelPool& models, QWidget* parent = nullptr);

    void showPicture(const QImage& picture, const services::ModelId& model);

    /// The prompt of an answer, by its messages; none: nothing is said about it.
    void showPrompt(const std::optional<services::AnswerRequest>& request);

signals:
    void seen(const services::SeenPicture& picture); ///< it is ready to be shown
    void unseen(); ///< the model cannot say; the picture as it is
    void tileChosen(int tile); ///< the overview is the one after the last

private:
    void update();
    void describe(const services::SeenPicture& picture);
    void explain(const QString& sentence, bool canLoad);
    void countPrompt();

    services::ModelPool& m_models;
    services::ModelId m_model;
    QImage m_picture;
    quint64 m_generation = 0; // of what is asked for
    std::optional<services::AnswerRequest> m_request;
    TextLabel* m_modelName;
    TextLabel* m_summary;
    QListWidget* m_tiles;
    QPushButton* m_load;
    TextLabel* m_promptHeading;
    QListWidget* m_prompt;
};

} // namespace ui
