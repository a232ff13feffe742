#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/model_id_text.h"
#include "services/models/model_texts.h"
#include "services/pictures/picture.h"

#include <QList>
#include <QRect>
#include <QWidget>

#include <optional>

class QBoxLayout;
class QPushButton;

namespace services {
class ModelPool;
class PictureTexts;
struct SeenPicture;
} // namespace services

namespace ui {

class Announcer;
class BoxesPanel;
class ElidedLabel;
class IconButton;
class PictureCanvas;
class PictureComparison;
class SeenPanel;
class TextLabel;

/// Shown below an image while words of it are selected: how many, and what can be done with them.
class TextBar : public QWidget {
    Q_OBJECT

public:
    explicit TextBar(QWidget* parent);

    void setWordCount(qsizetype count);

signals:
    void allWanted();
    void copyWanted();
    void cancelled();

private:
    TextLabel* m_count;
};

/// Covers the whole window and shows images, one at a time. Escape closes it, arrow keys go to
/// other images, the wheel zooms. The user can mark a rectangle to ask about it, can select and
/// copy the text in it, and can see the image as the model sees it.
class PictureViewer : public QWidget {
    Q_OBJECT

public:
    /// A child of `window`, which it covers; hidden at first. The models must outlive it.
    PictureViewer(services::ModelPool& models, QWidget* window);
    ~PictureViewer() override;

    /// What reads the text in images whose text is not known yet, from now on; null, as at first:
    /// it is not read. Must outlive the viewer.
    void setTexts(services::PictureTexts* texts) { m_texts = texts; }

    /// Shows pictures[shown]. `model` is the model whose view of the images can be shown; `request`,
    /// if given, is the request that contains them.
    void open(const QList<services::Picture>& pictures, qsizetype shown,
        const services::ModelId& model,
        const std::optional<services::AnswerRequest>& request = std::nullopt);

    /// Does the same and unfolds "What the model saw".
    void showWhatTheModelSaw(const QList<services::Picture>& pictures, qsizetype shown,
        const services::ModelId& model,
        const std::optional<services::AnswerRequest>& request = std::nullopt);

    /// Does the same and lets the user mark the region to ask about.
    void openToMark(const QList<services::Picture>& pictures, qsizetype shown,
        const services::ModelId& model);

    /// Outlines a part of the image that is shown, in parts of its width and height, and scrolls to it.
    /// Null: none.
    void showPlace(const QRectF& place);

    /// Does the same with the boxes that an answer gives for things in the shown image. `answer` is
    /// its text, `modelName` the name of the model that wrote it, `vision` how that reads images, if known.
    void openWithBoxes(const QList<services::Picture>& pictures, qsizetype shown,
        const services::ModelId& model, const QString& modelName, const QString& answer,
        const decltype(services::ModelFacts::vision)& vision);

    /// Leaves what is open: the marking of a region or of words, else "What the model saw", else the viewer.
    void leave();

signals:
    /// The user wants to ask about this region; `place` is its rectangle in the image. The viewer
    /// has closed itself.
    void regionChosen(const services::Picture& region, const QRect& rect);
    /// The user wants to ask about these images. The viewer has closed itself.
    void picturesChosen(const QList<services::Picture>& pictures);
    void closed();

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override; ///< keeps the focus inside
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeToolBar();
    QWidget* makeActionBar();
    QWidget* makeRegionBar();
    void walk(qsizetype step);
    void showPicture();
    void showSeen(const services::SeenPicture& picture);
    void setSeenShown(bool isShown);
    void setBoxesShown(bool isShown);
    void setMarking(bool isMarking);
    void askAboutRegion();
    void copy() const;
    void save();
    void closeViewer();
    void updateButtons();
    void readText();
    void showText(const services::PictureText& text);
    void selectText();
    void showSelection();
    void compare();

    services::ModelPool& m_models;
    QList<services::Picture> m_pictures;
    qsizetype m_shown = 0;
    services::ModelId m_model;
    PictureCanvas* m_canvas;
    SeenPanel* m_seen;
    BoxesPanel* m_boxes; // hidden unless the boxes are shown
    services::PictureTexts* m_texts = nullptr;
    QBoxLayout* m_columns; // canvas and panel
    ElidedLabel* m_name;
    TextLabel* m_place; // "2 of 5"
    QPushButton* m_zoom; // also says how large
    IconButton* m_previous;
    IconButton* m_next;
    QPushButton* m_mark;
    QPushButton* m_see;
    QPushButton* m_selectText; // hidden where there is none
    QPushButton* m_showBoxes; // hidden where there are none
    QPushButton* m_compare; // hidden for a single image
    PictureComparison* m_comparison = nullptr; // made when it is opened first
    QWidget* m_actionBar; // what can be done with the image
    QWidget* m_regionBar; // instead of it while a part is marked
    TextBar* m_textBar; // instead of it while words are selected
    TextLabel* m_regionSize;
    TextLabel* m_problem;
    Announcer* m_announcer;
};

} // namespace ui
