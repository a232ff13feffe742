#pragma once

#include "services/generation/model_summary.h"

#include <QList>
#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class PictureTile;
class TextLabel;

/// What an empty conversation shows: what to do, pictures to try, and things to ask that the model
/// is able to. Without a model it says so and where to get one. Where there is little room, what
/// matters least is left out.
class WelcomeView : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeView(QWidget* parent = nullptr);

    /// Picture files to offer; a click on one sends it.
    void setSamples(const QStringList& paths);

    void showUnloaded(const QString& modelName); ///< loaded as soon as something is written
    void showLoading();
    void showModel(const services::ModelSummary& model);
    void showFailure(const QString& sentence); ///< there is no model, and why

    /// Claims no height: the prompt box below goes before.
    bool hasHeightForWidth() const override { return false; }
    QSize minimumSizeHint() const override { return {1, 1}; }

signals:
    void sampleChosen(const QString& path);
    void exampleChosen(const QString& prompt); ///< to be written into the prompt box
    void attachRequested();
    void modelFileRequested();
    void modelsRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeCard();
    QPushButton* addButton(QHBoxLayout* line, const QString& name, void (WelcomeView::*wish)());
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
    QPushButton* m_otherModels;
    QList<PictureTile*> m_tiles;
    bool m_canSee = true;
    bool m_hasFailed = false;
};

} // namespace ui
