#pragma once

#include "services/documents/legibility.h"
#include "services/models/model_texts.h"
#include "services/pictures/picture_detail.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <utility>

namespace services {
class AnswerWriter;
class Conversation;
class InstalledModels;
class ModelPool;
class PictureTexts;
class Settings;
} // namespace services

namespace ui {

class PromptBox;
struct DetailChoices;

/// How a model reads images: as it is loaded, else as its file says; nothing if neither is known.
decltype(services::ModelFacts::vision) visionOf(const services::ModelId& model,
    services::ModelPool& models, const services::InstalledModels& installed);

/// Says in the prompt box what attached images take of the prompt at each detail, as the model that will
/// answer reads them. If reading pictures is allowed, it also compares the text of each image with what
/// can be read in the pixels that the model will see, and offers a finer detail, or to ask about an area,
/// where small text is lost. All of it is done in the background.
class PictureDetails : public QObject {
    Q_OBJECT

public:
    /// All references must outlive this object.
    PictureDetails(PromptBox& prompt, services::ModelPool& models,
        services::InstalledModels& installed, const services::AnswerWriter& answers,
        services::Settings& settings, services::PictureTexts& texts, QObject* parent = nullptr);

    void setConversation(services::Conversation* conversation);

signals:
    /// The question for the boxes of things in the images of the chat, see services::groundingPrompt();
    /// empty: there are no images, or the model gives no boxes.
    void groundingChanged(const QString& prompt);
    /// The user wants to ask about an area of an attached image.
    void regionRequested(const QList<services::Picture>& pictures, int index);

private:
    using Vision = decltype(services::ModelFacts::vision); // of the model; nothing: not known
    /// What was found out about an attached image.
    struct Known {
        services::DetailCosts costs = {}; // without tokens: the model can't read it, or not known
        qint64 tokens = 0; // that it takes
    };

    void updateSoon();
    void update();
    void updateGrounding();
    void take(const QList<Known>& known);
    void describe(int index, const Known& known);
    void showTilesOfServer();
    void showTotal();
    void check(int index);
    void compare(int index, const services::PictureText& text);
    void takeLegibility(int index, const services::Legibility& legibility);
    void showLoss(int index, const services::Legibility& legibility);
    void act();
    services::ModelId model() const;
    double secondsPerToken();
    QString costText(qint64 tokens);
    std::pair<qint64, QString> keyOf(const services::Picture& picture) const;

    PromptBox& m_prompt;
    services::ModelPool& m_models;
    services::InstalledModels& m_installed;
    const services::AnswerWriter& m_answers;
    services::Settings& m_settings;
    services::PictureTexts& m_texts;
    QPointer<services::Conversation> m_conversation;
    QTimer m_timer;
    quint64 m_round = 0; // of what is computed; results of an older one are ignored
    QList<std::pair<qint64, QString>> m_shown; // what was asked for last: images and their model
    QList<services::Picture> m_pictures; // of this round
    QList<Known> m_known; // of these
    Vision m_vision; // of this round
    QString m_grounding; // as emitted last
    QHash<std::pair<qint64, QString>, services::Legibility> m_legibility; // by image and model
    QHash<services::ModelId, double> m_secondsPerToken; // as measured
    int m_lossy = -1; // the image that the hint is about; −1: none
    std::optional<qint64> m_finer; // the detail that the hint offers; nothing: an area
};

} // namespace ui
