#pragma once

#include "services/models/model_texts.h"

#include <QList>
#include <QPointer>
#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace services {
class Conversation;
}

namespace ui {

class PictureTile;
class TextLabel;

/// Shown in place of an empty conversation: what the user can do, images to try, and questions that
/// the model can answer. Without a model it says so and where to get one. If there is little room,
/// the least important parts are left out.
class WelcomeView : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(QWidget* parent = nullptr);

    /// Sets the image files that are offered; a click on one sends it.
    void setSamples(const QStringList& paths);

    /// The model will be loaded when the user writes something.
    void showUnloaded(const QString& modelName, bool canSee);
    void showLoading(bool canSee);
    enum class ModelLocation { ThisComputer, Elsewhere }; ///< where the model is
    void showModel(
        const services::ModelSummary& model, ModelLocation location = ModelLocation::ThisComputer);
    void showFailure(const QString& message); ///< there is no model; the message says why

    /// Sets whether a model that sees photographs is offered where the one that answers does not; it is
    /// if this is never called.
    void setOffersModel(bool offers);

    /// Requests no height of its own, because the prompt box below is more important.
    bool hasHeightForWidth() const override { return false; }
    QSize minimumSizeHint() const override { return {1, 1}; }

signals:
    void sampleChosen(const QString& path);
    void exampleChosen(const QString& prompt); ///< a question for the prompt box
    void attachRequested();
    void modelFileRequested();
    void modelsRequested();
    void seeingModelRequested(); ///< one that can be fetched and sees photographs

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeCard();
    QPushButton* addButton(QHBoxLayout* line, const QString& name, void (WelcomeView::*signal)());
    void setExamples(const services::ModelSummary& model);
    void fit();

    QLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_subtitle;
    TextLabel* m_hint; // what the model cannot do
    TextLabel* m_failure;
    QWidget* m_samples; // a row of tiles
    QWidget* m_examples; // a row of buttons
    QWidget* m_card; // instead of both where there is no model
    QPushButton* m_getModel;
    QPushButton* m_otherModels;
    QList<PictureTile*> m_tiles;
    bool m_canSee = true;
    bool m_hasFailed = false;
    bool m_offersModel = true;
};

/// Says that nothing of a temporary conversation is stored, and offers to keep it. Hidden for other
/// conversations.
class TemporaryBar : public QWidget {
    Q_OBJECT

public:
    explicit TemporaryBar(QWidget* parent = nullptr);

    void setConversation(services::Conversation* conversation);

private:
    QPointer<services::Conversation> m_conversation;
};

} // namespace ui
