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
    constexpr int iconSide = 72;

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
    , m_subtitle(makeLabel(
          tr("Or paste one, or ask anything below. Nothing leaves this computer."), 1.0, this))
    , m_hint(makeLabel({}, 0.92, this))
    , m_samples(new QHBoxLayout)
{
    auto* picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(iconSide, iconSide));
    picture->setAlignment(Qt::AlignHCenter);
    QLabel* title = makeLabel(tr("Drop a picture here to have it described"), 1.6, this);
    QFont bold = title->font();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    m_samples->setSpacing(12);
    m_samples->setAlignment(Qt::AlignHCenter);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(32, 32, 32, 32);
    layout->addStretch(3);
    layout->addWidget(picture);
    layout->addSpacing(14);
    layout->addWidget(title);
    layout->addSpacing(4);
    layout->addWidget(m_subtitle);
    layout->addSpacing(26);
    layout->addLayout(m_samples);
    layout->addSpacing(14);
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
        m_samples->addWidget(tile);
    }
}

void WelcomeView::setHint(const QString& sentence)
{
    m_hint->setText(sentence);
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
