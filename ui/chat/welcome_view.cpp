#include "ui/chat/welcome_view.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int sampleSide = 112; // pixels, as below
constexpr int sampleGap = 12;
constexpr int iconSide = 72;
constexpr int margin = 24;
constexpr int spacing = 18;

QLabel* makeLabel(const QString& text, double scale, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    label->setAlignment(Qt::AlignHCenter);
    label->setWordWrap(true);
    return label;
}

} // namespace

WelcomeView::WelcomeView(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_subtitle(makeLabel(
          tr("Or paste one, or ask anything below. Nothing leaves this computer."), 1.0, this))
    , m_hint(makeLabel({}, 0.92, this))
    , m_samples(new QWidget(this))
{
    m_icon->setPixmap(applicationIcon().pixmap(iconSide, iconSide));
    m_icon->setAlignment(Qt::AlignHCenter);
    QLabel* title = makeLabel(tr("Drop a picture here to have it described"), 1.6, this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    auto* row = new QHBoxLayout(m_samples);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(sampleGap);
    row->setAlignment(Qt::AlignHCenter);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing);
    layout->addStretch(3);
    layout->addWidget(m_icon);
    layout->addWidget(title);
    layout->addWidget(m_subtitle);
    layout->addWidget(m_samples);
    layout->addWidget(m_hint);
    layout->addStretch(4);
    applyColours();
}

void WelcomeView::setSamples(const QStringList& paths)
{
    for (const QString& path : paths) {
        const QImage picture(path);
        if (picture.isNull())
            continue;
        auto* tile = new PictureTile(sampleSide, PictureTile::Fit::Square,
            tr("Describe the sample %1").arg(QFileInfo(path).completeBaseName()), this);
        tile->setPicture(picture);
        tile->setCursor(Qt::PointingHandCursor);
        connect(tile, &PictureTile::clicked, this, [this, path] { emit sampleChosen(path); });
        m_samples->layout()->addWidget(tile);
        m_tiles << tile;
    }
    fit();
}

void WelcomeView::setHint(const QString& sentence)
{
    m_hint->setText(sentence);
    fit();
}

// As many samples as stand side by side; then, until all fits above each other, nothing that only
// adorns.
void WelcomeView::fit()
{
    const int places = (width() - 2 * margin + sampleGap) / (sampleSide + sampleGap);
    for (qsizetype i = 0; i < m_tiles.size(); ++i)
        m_tiles[i]->setVisible(i < places);
    const QList<QWidget*> adornments = {m_icon, m_hint, m_samples};
    m_icon->show();
    m_hint->setVisible(!m_hint->text().isEmpty());
    m_samples->setVisible(!m_tiles.isEmpty());
    for (QWidget* adornment : adornments) {
        if (layout()->totalHeightForWidth(width()) <= height())
            break;
        adornment->hide();
    }
    layout()->activate();
}

void WelcomeView::resizeEvent(QResizeEvent*)
{
    fit();
}

void WelcomeView::applyColours()
{
    const QColor muted = colours(palette()).mutedText;
    for (QLabel* label : {m_subtitle, m_hint}) {
        QPalette palette = label->palette();
        if (palette.color(QPalette::WindowText) == muted)
            continue;
        palette.setColor(QPalette::WindowText, muted);
        label->setPalette(palette);
    }
}

void WelcomeView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

} // namespace ui
