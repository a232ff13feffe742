#include "ui/pictures/picture_viewer.h"

#include "services/background.h"
#include "services/documents/picture_texts.h"
#include "services/generation/model_pool.h"
#include "services/pictures/picture.h"
#include "services/pictures/picture_place.h"
#include "services/text.h"
#include "ui/pictures/boxes_panel.h"
#include "ui/pictures/picture_canvas.h"
#include "ui/pictures/picture_comparison.h"
#include "ui/pictures/seen_panel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

TextBar::TextBar(QWidget* parent)
    : QWidget(parent)
    , m_count(new TextLabel(TextRole::Body, {}, this))
{
    auto* hint = new TextLabel(TextRole::Muted,
        tr("Drag over the text, or use the arrow keys; hold Shift to extend the selection."), this);
    const auto button = [this](const QString& name, const QString& help, auto signal) {
        auto* made = new QPushButton(name, this);
        made->setToolTip(services::plainToolTip(help));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, signal);
        return made;
    };
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_count);
    texts->addWidget(hint);

    const Metrics space = metrics(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(space.large, space.small, space.large, space.small);
    layout->setSpacing(space.small);
    layout->addLayout(texts, 1);
    layout->addWidget(button(tr("Cancel"), tr("Cancel selecting (Escape)"), &TextBar::cancelled));
    layout->addWidget(button(
        tr("Select all"), tr("Select all text in the picture (Ctrl+A)"), &TextBar::allWanted));
    layout->addWidget(
        button(tr("Copy text"), tr("Copy the selected text (Ctrl+C)"), &TextBar::copyWanted));
}

void TextBar::setWordCount(qsizetype count)
{
    m_count->setText(tr("%Ln words selected", nullptr, int(count)));
}

namespace {

constexpr double zoomStep = 1.5;
constexpr int besideWidth = 760; // pixels: below, the panel is under the image
constexpr int panelWidth = 300;

QPushButton* makeButton(const QString& name, const QString& help, QWidget* parent)
{
    auto* button = new QPushButton(name, parent);
    button->setToolTip(services::plainToolTip(help));
    button->setAutoDefault(false);
    return button;
}

// Writes the original file if the ending stays the same.
bool writePicture(const services::Picture& picture, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const bool isSame = suffix == QFileInfo(picture.name).suffix().toLower();
    if (!isSame || picture.file.isEmpty())
        return picture.image.save(path);
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(picture.file) == picture.file.size()
        && file.commit();
}

} // namespace

PictureViewer::PictureViewer(services::ModelPool& models, QWidget* window)
    : QWidget(window)
    , m_models(models)
    , m_canvas(new PictureCanvas(this))
    , m_seen(new SeenPanel(models, this))
    , m_boxes(new BoxesPanel(this))
    , m_columns(new QHBoxLayout)
    , m_textBar(new TextBar(this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_announcer(new Announcer(this))
{
    setAccessibleName(tr("Picture viewer"));
    setProperty(coversSiblings, true);
    m_seen->hide();
    m_boxes->hide();
    m_problem->hide();
    m_columns->setSpacing(0);
    m_columns->addWidget(m_canvas, 1);
    m_columns->addWidget(m_seen);
    m_columns->addWidget(m_boxes);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeToolBar());
    layout->addWidget(m_problem);
    layout->addLayout(m_columns, 1);
    layout->addWidget(makeActionBar());
    layout->addWidget(makeRegionBar());
    layout->addWidget(m_textBar);
    m_textBar->hide();

    connect(m_canvas, &PictureCanvas::zoomChanged, this, &PictureViewer::updateButtons);
    connect(m_canvas, &PictureCanvas::regionChanged, this, &PictureViewer::updateButtons);
    connect(m_canvas, &PictureCanvas::regionAccepted, this, &PictureViewer::askAboutRegion);
    connect(m_canvas, &PictureCanvas::walked, this, &PictureViewer::walk);
    connect(m_canvas, &PictureCanvas::selectionChanged, this, &PictureViewer::showSelection);
    connect(m_textBar, &TextBar::allWanted, m_canvas, &PictureCanvas::selectAll);
    connect(m_textBar, &TextBar::copyWanted, this, &PictureViewer::copy);
    connect(m_textBar, &TextBar::cancelled, m_canvas, &PictureCanvas::selectNothing);
    connect(m_seen, &SeenPanel::seen, this, &PictureViewer::showSeen);
    connect(m_seen, &SeenPanel::unseen, this, [this] { m_canvas->setTiles({}); });
    connect(m_boxes, &BoxesPanel::chosen, this,
        [this] { m_canvas->setTiles(m_boxes->rects(), m_boxes->current()); });
    connect(m_boxes, &BoxesPanel::failed, this, [this](const QString& message) {
        m_problem->setText(message);
        m_problem->show();
    });
    window->installEventFilter(this);
    for (QListWidget* list : findChildren<QListWidget*>())
        list->installEventFilter(this);
    hide();
}

PictureViewer::~PictureViewer() = default;

QWidget* PictureViewer::makeToolBar()
{
    const auto icon = [this](const char* iconName, const QString& name, auto act) {
        auto* button = new IconButton(QLatin1String(iconName), name, IconButton::Look::Quiet, this);
        connect(button, &IconButton::clicked, this, act);
        return button;
    };
    m_name = new ElidedLabel(TextRole::Body, {}, this);
    m_place = new TextLabel(TextRole::Muted, {}, this);
    m_place->setWordWrap(false);
    m_place->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_previous = icon("previous", tr("Previous picture (Left)"), [this] { walk(-1); });
    m_next = icon("next", tr("Next picture (Right)"), [this] { walk(1); });
    m_zoom = makeButton({}, tr("Fit to window (0) or actual size (1)"), this);
    connect(m_zoom, &QPushButton::clicked, this, [this] {
        if (m_canvas->isFitted())
            m_canvas->setZoom(1);
        else
            m_canvas->fit();
    });
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    const Metrics space = metrics(this);
    layout->setContentsMargins(space.small, space.small, space.small, space.small);
    layout->setSpacing(space.tight);
    layout->addSpacing(space.small);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_previous);
    layout->addWidget(m_place);
    layout->addWidget(m_next);
    layout->addWidget(
        icon("minus", tr("Zoom out (−)"), [this] { m_canvas->zoomBy(1 / zoomStep); }));
    layout->addWidget(m_zoom);
    layout->addWidget(icon("plus", tr("Zoom in (+)"), [this] { m_canvas->zoomBy(zoomStep); }));
    layout->addWidget(icon("copy", tr("Copy (Ctrl+C)"), [this] { copy(); }));
    layout->addWidget(icon("save", tr("Save as… (Ctrl+S)"), [this] { save(); }));
    layout->addWidget(icon("close", tr("Close (Escape)"), [this] { closeViewer(); }));
    return bar;
}

QWidget* PictureViewer::makeActionBar()
{
    m_mark = makeButton(tr("Select area"), tr("Select an area to ask about (M)"), this);
    m_see = makeButton(
        tr("Model view"), tr("The picture as scaled and split into tiles for the model (I)"), this);
    m_selectText = makeButton(
        tr("Select text"), tr("Select text found in the picture to copy it (T)"), this);
    m_selectText->hide();
    m_showBoxes
        = makeButton(tr("Boxes"), tr("Places that the model names in its answer (B)"), this);
    m_showBoxes->hide();
    connect(
        m_showBoxes, &QPushButton::clicked, this, [this] { setBoxesShown(m_boxes->isHidden()); });
    m_compare = makeButton(tr("Compare"), tr("Show the pictures side by side (C)"), this);
    connect(m_compare, &QPushButton::clicked, this, &PictureViewer::compare);
    connect(m_mark, &QPushButton::clicked, this, [this] { setMarking(true); });
    connect(m_selectText, &QPushButton::clicked, this, &PictureViewer::selectText);
    connect(m_see, &QPushButton::clicked, this, [this] { setSeenShown(m_seen->isHidden()); });

    m_actionBar = new QWidget(this);
    auto* layout = new QHBoxLayout(m_actionBar);
    const Metrics space = metrics(this);
    layout->setContentsMargins(space.large, space.small, space.large, space.medium);
    layout->setSpacing(space.small);
    layout->addStretch(1);
    layout->addWidget(m_mark);
    layout->addWidget(m_selectText);
    layout->addWidget(m_see);
    layout->addWidget(m_showBoxes);
    layout->addWidget(m_compare);
    layout->addStretch(1);
    return m_actionBar;
}

QWidget* PictureViewer::makeRegionBar()
{
    m_regionBar = new QWidget(this);
    m_regionSize = new TextLabel(TextRole::Body, {}, m_regionBar);
    auto* hint = new TextLabel(
        TextRole::Muted, tr("Drag, or use the arrow keys; hold Shift to resize."), m_regionBar);
    auto* ask = makeButton(tr("Ask about this area"),
        tr("Attach the selected area to the message (Enter)"), m_regionBar);
    auto* cancel = makeButton(tr("Cancel"), tr("Cancel selecting (Escape)"), m_regionBar);
    connect(ask, &QPushButton::clicked, this, &PictureViewer::askAboutRegion);
    connect(cancel, &QPushButton::clicked, this, [this] { setMarking(false); });

    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_regionSize);
    texts->addWidget(hint);
    auto* layout = new QHBoxLayout(m_regionBar);
    const Metrics space = metrics(this);
    layout->setContentsMargins(space.large, space.small, space.large, space.small);
    layout->setSpacing(space.small);
    layout->addLayout(texts, 1);
    layout->addWidget(cancel);
    layout->addWidget(ask);
    m_regionBar->hide();
    return m_regionBar;
}

void PictureViewer::open(const QList<services::Picture>& pictures, qsizetype shown,
    const services::ModelId& model, const std::optional<services::AnswerRequest>& request)
{
    if (pictures.isEmpty())
        return;
    m_pictures = pictures;
    m_shown = qBound(qsizetype(0), shown, pictures.size() - 1);
    m_model = model;
    m_seen->hide();
    m_boxes->hide();
    m_boxes->setBoxes({}, {}, {});
    m_seen->showPrompt(request);
    setGeometry(parentWidget()->rect());
    raise();
    show();
    showPicture();
    m_canvas->setFocus(Qt::OtherFocusReason);
}

void PictureViewer::showWhatTheModelSaw(const QList<services::Picture>& pictures, qsizetype shown,
    const services::ModelId& model, const std::optional<services::AnswerRequest>& request)
{
    open(pictures, shown, model, request);
    if (isVisible())
        setSeenShown(true);
}

void PictureViewer::openToMark(
    const QList<services::Picture>& pictures, qsizetype shown, const services::ModelId& model)
{
    open(pictures, shown, model);
    if (isVisible())
        setMarking(true);
}

void PictureViewer::showPlace(const QRectF& place)
{
    m_canvas->showPlace(services::inPixels(place, m_canvas->picture().size()));
}

void PictureViewer::openWithBoxes(const QList<services::Picture>& pictures, qsizetype shown,
    const services::ModelId& model, const QString& modelName, const QString& answer,
    const decltype(services::ModelFacts::vision)& vision)
{
    open(pictures, shown, model);
    if (!isVisible())
        return;
    const services::Picture& picture = m_pictures[m_shown];
    const QSize size = picture.image.size();
    QSize seen; // which decides what a pixel is to some models
    try {
        if (vision)
            seen = services::seenSize(size, *vision, services::tokensOf(picture)).size;
    } catch (const std::exception&) {
        seen = {}; // the model can't read it, so that the boxes are of another one
    }
    m_boxes->setBoxes(services::readModelBoxes(answer, modelName, size, seen), size, picture.name);
    setBoxesShown(!m_boxes->isEmpty());
}

void PictureViewer::setBoxesShown(bool isShown)
{
    if (isShown && m_seen->isVisible())
        setSeenShown(false);
    setMarking(false);
    m_boxes->setVisible(isShown);
    m_canvas->setTiles(isShown ? m_boxes->rects() : QList<QRect>(), m_boxes->current());
    updateButtons();
}

void PictureViewer::walk(qsizetype step)
{
    const qsizetype next = m_shown + step;
    if (next < 0 || next >= m_pictures.size())
        return;
    m_shown = next;
    m_boxes->hide();
    m_boxes->setBoxes({}, {}, {}); // they are of the other image
    showPicture();
    m_announcer->say(m_canvas->accessibleName());
}

void PictureViewer::showPicture()
{
    const services::Picture& picture = m_pictures[m_shown];
    const QString name = picture.name.isEmpty() ? tr("Picture") : picture.name;
    m_problem->hide();
    m_regionBar->hide();
    m_actionBar->show();
    m_name->setText(name);
    m_place->setText(tr("%1 of %2").arg(m_shown + 1).arg(m_pictures.size()));
    m_canvas->setPicture(picture.image, picture.preview, name);
    const bool isOneOfMany = m_pictures.size() > 1;
    for (QWidget* walker : {static_cast<QWidget*>(m_previous), static_cast<QWidget*>(m_next),
             static_cast<QWidget*>(m_place), static_cast<QWidget*>(m_compare)})
        walker->setVisible(isOneOfMany);
    updateButtons();
    if (m_seen->isVisible())
        m_seen->showPicture(picture, m_model);
    else
        readText();
}

// Reads the text of the image that is shown, unless it is known that there is none.
void PictureViewer::readText()
{
    const services::Picture& picture = m_pictures[m_shown];
    if (picture.text)
        return showText(*picture.text);
    showText({});
    if (!m_texts)
        return;
    m_texts->read(picture, this, [this, key = picture.image.cacheKey()](const auto& text) {
        for (services::Picture& each : m_pictures)
            if (each.image.cacheKey() == key)
                each.text = text;
        const bool isShown = !m_pictures.isEmpty() && m_canvas->picture().cacheKey() == key;
        if (isShown)
            showText(text);
    });
}

void PictureViewer::showText(const services::PictureText& text)
{
    m_canvas->setText(text);
    m_selectText->setVisible(!text.isEmpty());
}

void PictureViewer::selectText()
{
    if (m_canvas->isMarking())
        setMarking(false);
    m_canvas->selectFirst();
    m_canvas->setFocus(Qt::OtherFocusReason);
}

void PictureViewer::showSelection()
{
    const WordSelection& words = m_canvas->selection();
    const bool isNew = m_textBar->isHidden();
    if (isNew && (words.isEmpty() || m_canvas->isSelecting()))
        return; // while the mouse selects: or the words would move away from it
    if (words.isEmpty()) {
        m_textBar->hide();
        m_actionBar->setVisible(!m_canvas->isMarking());
        return m_announcer->withdraw();
    }
    m_actionBar->hide();
    m_textBar->show();
    m_textBar->setWordCount(words.last() - words.first() + 1);
    m_announcer->say(words.text().text(words.cursor(), words.cursor()));
}

void PictureViewer::updateButtons()
{
    m_see->setText(m_seen->isHidden() ? tr("Model view") : tr("Original picture"));
    m_showBoxes->setVisible(!m_boxes->isEmpty());
    m_showBoxes->setText(m_boxes->isHidden() ? tr("Boxes") : tr("Hide boxes"));
    m_previous->setEnabled(m_shown > 0);
    m_next->setEnabled(m_shown + 1 < m_pictures.size());
    const QString percent
        = tr("%1 %", "how large a picture is shown").arg(std::lround(m_canvas->zoom() * 100));
    m_zoom->setText(percent);
    m_zoom->setAccessibleName(tr("Zoom: %1").arg(percent));
    const QSize size = m_canvas->region().size();
    m_regionSize->setText(tr("%1 × %2 pixels").arg(size.width()).arg(size.height()));
}

void PictureViewer::setSeenShown(bool isShown)
{
    setMarking(false);
    if (isShown)
        m_boxes->hide();
    m_seen->setVisible(isShown);
    updateButtons();
    const services::Picture& picture = m_pictures[m_shown];
    if (isShown)
        m_seen->showPicture(picture, m_model);
    else
        m_canvas->setPicture(picture.image, picture.preview, m_name->text());
    if (isShown)
        m_selectText->hide();
    else
        readText();
}

void PictureViewer::showSeen(const services::SeenPicture& picture)
{
    if (!m_seen->isVisible())
        return;
    m_canvas->setPicture(picture.scaled, {}, tr("The picture as the model sees it"));
    m_canvas->setTiles(picture.tiles);
    disconnect(m_seen, &SeenPanel::tileChosen, this, nullptr);
    connect(m_seen, &SeenPanel::tileChosen, this,
        [this, tiles = picture.tiles](int tile) { m_canvas->setTiles(tiles, tile); });
}

void PictureViewer::setMarking(bool isMarking)
{
    if (isMarking && m_seen->isVisible())
        setSeenShown(false);
    m_canvas->setMarking(isMarking);
    m_regionBar->setVisible(isMarking);
    m_actionBar->setVisible(!isMarking);
    updateButtons();
    if (isMarking)
        m_canvas->setFocus(Qt::OtherFocusReason);
}

void PictureViewer::compare()
{
    if (m_pictures.size() < 2)
        return;
    if (!m_comparison) {
        m_comparison = new PictureComparison(this);
        connect(m_comparison, &PictureComparison::closed, m_canvas,
            [this] { m_canvas->setFocus(Qt::OtherFocusReason); });
        connect(m_comparison, &PictureComparison::asked, this,
            [this](const QList<services::Picture>& pictures) {
                closeViewer();
                emit picturesChosen(pictures);
            });
    }
    m_comparison->open(m_pictures, m_shown);
}

void PictureViewer::askAboutRegion()
{
    const QRect rect = m_canvas->region();
    const services::Picture& picture = m_pictures[m_shown];
    const QString name
        = picture.name.isEmpty() ? tr("Picture area") : tr("Area of %1").arg(picture.name);
    const services::Picture part = services::makePicture(picture.image.copy(rect), name);
    closeViewer();
    emit regionChosen(part, rect);
}

void PictureViewer::copy() const
{
    const QImage& image = m_pictures[m_shown].image;
    if (const WordSelection& words = m_canvas->selection(); !words.isEmpty())
        return QApplication::clipboard()->setText(words.selectedText());
    QApplication::clipboard()->setImage(
        m_canvas->isMarking() ? image.copy(m_canvas->region()) : image);
}

void PictureViewer::save()
{
    const services::Picture picture = m_pictures[m_shown];
    const QString name = picture.name.isEmpty() ? tr("Picture") + ".png" : picture.name;
    auto* dialog = new QFileDialog(this, tr("Save picture"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(name).suffix());
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, picture](const QString& path) {
        services::runInBackground<bool>(
            this, [picture, path] { return writePicture(picture, path); },
            [this, path](const services::Outcome<bool>& written) {
                const bool isWritten = written.value.value_or(false);
                m_problem->setText(tr("The picture couldn't be saved to “%1”.").arg(path));
                m_problem->setVisible(!isWritten);
            });
    });
    dialog->open();
}

void PictureViewer::leave()
{
    if (m_canvas->isMarking())
        setMarking(false);
    else if (!m_canvas->selection().isEmpty())
        m_canvas->selectNothing();
    else if (m_seen->isVisible())
        setSeenShown(false);
    else
        closeViewer();
}

void PictureViewer::closeViewer()
{
    if (m_comparison)
        m_comparison->close();
    hide();
    m_pictures.clear(); // which may be large
    m_canvas->setPicture({}, {}, {});
    m_seen->showPrompt({});
    emit closed();
}

// Keys are the viewer's while it is open: none of the window's shortcuts acts behind it.
bool PictureViewer::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool PictureViewer::focusNextPrevChild(bool next)
{
    focusNextStop(*this, next); // and never leaves
    return true;
}

// Letters are the viewer's keys also in its lists, which would search their entries for them.
bool PictureViewer::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize)
            setGeometry(parentWidget()->rect());
    } else if (event->type() == QEvent::KeyPress) {
        const QString text = static_cast<QKeyEvent*>(event)->text();
        if (text.size() == 1 && text[0].isLetter()) {
            event->ignore(); // so that it goes on to the viewer
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void PictureViewer::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        leave();
    else if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        m_canvas->selectAll();
    else if (event->matches(QKeySequence::Save))
        save();
    else if (event->key() == Qt::Key_M)
        setMarking(!m_canvas->isMarking());
    else if (event->key() == Qt::Key_T)
        selectText();
    else if (event->key() == Qt::Key_C)
        compare();
    else if (event->key() == Qt::Key_B && !m_boxes->isEmpty())
        setBoxesShown(m_boxes->isHidden());
    else if (event->key() == Qt::Key_I)
        setSeenShown(!m_seen->isVisible());
    else if (event->key() == Qt::Key_PageDown || event->key() == Qt::Key_PageUp)
        walk(event->key() == Qt::Key_PageDown ? 1 : -1);
    event->accept();
}

void PictureViewer::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colors(palette()).window);
}

void PictureViewer::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_comparison)
        m_comparison->setGeometry(rect());
    const bool isBeside = width() >= besideWidth;
    m_columns->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    for (QWidget* panel : {static_cast<QWidget*>(m_seen), static_cast<QWidget*>(m_boxes)}) {
        panel->setMinimumWidth(isBeside ? panelWidth : 0);
        panel->setMaximumWidth(isBeside ? panelWidth : QWIDGETSIZE_MAX);
        panel->setMaximumHeight(isBeside ? QWIDGETSIZE_MAX : height() / 2);
    }
}

} // namespace ui
