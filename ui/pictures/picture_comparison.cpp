#include "ui/pictures/picture_comparison.h"

#include "services/background.h"
#include "services/pictures/picture_difference.h"
#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

using services::Picture;

namespace {

constexpr double buttonZoomStep = 1.5;

QString nameOf(const Picture& picture, qsizetype index)
{
    return picture.name.isEmpty() ? PictureComparison::tr("Picture %1").arg(index + 1)
                                  : picture.name;
}

} // namespace

PictureComparison::PictureComparison(QWidget* parent)
    : QWidget(parent)
    , m_columns(new QHBoxLayout)
    , m_announcer(new Announcer(this))
{
    setAccessibleName(tr("Compare pictures"));
    setProperty(coversSiblings, true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    m_columns->setSpacing(2);
    layout->addLayout(m_columns, 1);
    hide();
}

QWidget* PictureComparison::makeBar()
{
    const auto button = [this](const QString& name, const QString& help, auto act) {
        auto* made = new QPushButton(name, this);
        made->setToolTip(services::plainToolTip(help));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, act);
        return made;
    };
    const auto icon = [this](const char* iconName, const QString& name, auto act) {
        auto* made = new IconButton(QLatin1String(iconName), name, IconButton::Look::Quiet, this);
        connect(made, &IconButton::clicked, this, act);
        return made;
    };
    m_difference = button(tr("Differences"), tr("Mark what differs from the first picture (D)"),
        [this] { setDifference(m_difference->isChecked()); });
    m_difference->setCheckable(true);
    m_zoom = button({}, tr("Fit to window (0) or actual size (1)"), [this] {
        PictureCanvas& first = *m_canvases.first();
        first.isFitted() ? first.setZoom(1) : first.fit();
    });
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    const Metrics space = metrics(this);
    layout->setContentsMargins(space.small, space.small, space.small, space.small);
    layout->setSpacing(space.tight);
    layout->addWidget(m_difference);
    layout->addWidget(button(tr("Ask about these"),
        tr("Attach these pictures to the message (Enter)"), [this] { ask(); }));
    layout->addStretch(1);
    layout->addWidget(icon("minus", tr("Zoom out (−)"), [this] { zoomBy(1 / buttonZoomStep); }));
    layout->addWidget(m_zoom);
    layout->addWidget(icon("plus", tr("Zoom in (+)"), [this] { zoomBy(buttonZoomStep); }));
    layout->addWidget(icon("close", tr("Close (Escape)"), [this] { close(); }));
    return bar;
}

void PictureComparison::open(const QList<Picture>& pictures, qsizetype first)
{
    close();
    const qsizetype count = std::min(maxPictures, pictures.size());
    const qsizetype from = std::min(first, pictures.size() - count);
    m_pictures = pictures.mid(from, count);
    while (m_canvases.size() < m_pictures.size())
        addCanvas();
    setGeometry(parentWidget()->rect());
    raise();
    show();
    m_canvases.first()->setFocus(Qt::OtherFocusReason);
}

void PictureComparison::addCanvas()
{
    const qsizetype index = m_canvases.size();
    auto* canvas = new PictureCanvas(this);
    auto* name = new TextLabel(TextRole::Muted, {}, this);
    name->setAlignment(Qt::AlignHCenter);
    name->setContentsMargins(metrics(this).small, 0, metrics(this).small, metrics(this).tight);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(canvas, 1);
    column->addWidget(name);
    m_columns->addLayout(column, 1);
    m_canvases << canvas;
    m_names << name;
    showOriginal(index);
    connect(canvas, &PictureCanvas::viewChanged, this, [this, canvas] { follow(*canvas); });
}

// All others show what this one shows.
void PictureComparison::follow(const PictureCanvas& canvas)
{
    const PictureCanvas::View view = canvas.view();
    for (PictureCanvas* other : m_canvases)
        if (other != &canvas)
            other->setView(view);
    const QString percent
        = tr("%1 %", "how large a picture is shown").arg(std::lround(canvas.zoom() * 100));
    m_zoom->setText(percent);
    m_zoom->setAccessibleName(tr("Zoom: %1").arg(percent));
}

bool PictureComparison::showsDifference() const
{
    return m_difference->isChecked();
}

void PictureComparison::showOriginal(qsizetype index)
{
    const Picture& picture = m_pictures[index];
    const QString name = nameOf(picture, index);
    m_names[index]->setText(name);
    const PictureCanvas::View view = m_canvases.first()->view();
    const QSignalBlocker blocker(m_canvases[index]); // the others keep their view
    m_canvases[index]->setPicture(picture.image, picture.preview, name);
    if (index > 0)
        m_canvases[index]->setView(view);
}

void PictureComparison::setDifference(bool isShown)
{
    m_difference->setChecked(isShown);
    ++m_generation;
    for (qsizetype index = 1; index < m_canvases.size(); ++index)
        isShown ? showDifference(index) : showOriginal(index);
}

void PictureComparison::showDifference(qsizetype index)
{
    services::runInBackground<services::PictureDifference>(
        this,
        [first = m_pictures.first().image, second = m_pictures[index].image] {
            return services::pictureDifference(first, second);
        },
        [this, index, generation = m_generation](
            const services::Outcome<services::PictureDifference>& difference) {
            if (generation != m_generation || !difference.value)
                return;
            const QString share = QLocale().toString(difference.value->share * 100, 'f', 1);
            const QString name = nameOf(m_pictures[index], index);
            const QString text = difference.value->isScaled
                ? tr("%1: %2 % of the pixels differ (scaled to the first picture)").arg(name, share)
                : tr("%1: %2 % of the pixels differ").arg(name, share);
            const PictureCanvas::View view = m_canvases.first()->view();
            const QSignalBlocker blocker(m_canvases[index]);
            m_canvases[index]->setPicture(difference.value->image, {}, text);
            m_canvases[index]->setView(view);
            m_names[index]->setText(text);
            m_announcer->say(text);
        });
}

void PictureComparison::ask()
{
    const QList<Picture> pictures = m_pictures; // the receiver may close the comparison
    emit asked(pictures);
}

void PictureComparison::zoomBy(double factor)
{
    m_canvases.first()->zoomBy(factor);
}

void PictureComparison::close()
{
    ++m_generation;
    const bool wasOpen = !m_pictures.isEmpty();
    m_difference->setChecked(false);
    m_pictures.clear(); // which may be large
    qDeleteAll(m_canvases);
    qDeleteAll(m_names);
    m_canvases.clear();
    m_names.clear();
    while (QLayoutItem* column = m_columns->takeAt(0))
        delete column;
    hide();
    if (wasOpen)
        emit closed();
}

bool PictureComparison::focusNextPrevChild(bool next)
{
    focusNextStop(*this, next);
    return true;
}

void PictureComparison::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_D)
        setDifference(!showsDifference());
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        ask();
    event->accept();
}

void PictureComparison::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colors(palette()).window);
}

} // namespace ui
