#include "ui/chat/welcome_view.h"

#include "services/conversations/conversation.h"
#include "services/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/text_label.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int sampleSide = 112; // pixels, as below
constexpr int sampleGap = 12;
constexpr int iconSide = 72;
constexpr int margin = 24;
constexpr int spacing = 16;
constexpr int cardRadius = 12;
constexpr int cardWidth = 520;

// What to try, in the order of the buttons, and what the model has to be able to.
struct Example {
    const char* name;
    const char* prompt;
    bool needsPicture;
};

constexpr Example examples[] = {
    {QT_TRANSLATE_NOOP("ui::WelcomeView", "Describe a picture"),
        QT_TRANSLATE_NOOP("ui::WelcomeView", "Describe this picture."), true},
    {QT_TRANSLATE_NOOP("ui::WelcomeView", "Read text in a picture"),
        QT_TRANSLATE_NOOP("ui::WelcomeView", "Transcribe all text in this picture."), true},
    {QT_TRANSLATE_NOOP("ui::WelcomeView", "Explain something"),
        QT_TRANSLATE_NOOP("ui::WelcomeView", "Explain in simple words: "), false},
    {QT_TRANSLATE_NOOP("ui::WelcomeView", "Summarize text"),
        QT_TRANSLATE_NOOP("ui::WelcomeView", "Summarize this text in a few sentences: "), false},
};

struct Sample {
    const char* file;
    const char* name;
};

constexpr Sample samples[] = {
    {"one-1", QT_TRANSLATE_NOOP("ui::WelcomeView", "octopus")},
    {"two-2", QT_TRANSLATE_NOOP("ui::WelcomeView", "sailboat and rhinoceros")},
    {"shapes-2", QT_TRANSLATE_NOOP("ui::WelcomeView", "square and cross")},
    {"many-1", QT_TRANSLATE_NOOP("ui::WelcomeView", "three graduation caps")},
    {"sign-3", QT_TRANSLATE_NOOP("ui::WelcomeView", "exit sign")},
};

QString sampleName(const QString& path)
{
    const QString file = QFileInfo(path).completeBaseName();
    for (const Sample& sample : samples)
        if (file == QLatin1String(sample.file))
            return WelcomeView::tr(sample.name);
    return file;
}

TextLabel* centered(TextRole role, const QString& text, QWidget* parent)
{
    auto* label = new TextLabel(role, text, parent);
    label->setAlignment(Qt::AlignHCenter);
    label->setWordWrap(true);
    return label;
}

QHBoxLayout* rowIn(QWidget* widget, int gap)
{
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->setAlignment(Qt::AlignHCenter);
    return row;
}

} // namespace

WelcomeView::WelcomeView(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_title(centered(TextRole::Title, tr("Drop a picture here to describe it"), this))
    , m_subtitle(centered(TextRole::Muted,
          tr("Or paste a picture, or ask anything below. Nothing leaves this computer."), this))
    , m_hint(centered(TextRole::Muted, {}, this))
    , m_samples(new QWidget(this))
    , m_examples(new QWidget(this))
    , m_card(makeCard())
    , m_getModel(new QPushButton(tr("Get a model for photos"), this))
    , m_otherModels(new QPushButton(tr("Use another model…"), this))
{
    m_icon->setPixmap(applicationIcon().pixmap(iconSide, iconSide));
    m_icon->setAlignment(Qt::AlignHCenter);
    rowIn(m_samples, sampleGap);
    rowIn(m_examples, 8);
    m_getModel->setToolTip(services::plainToolTip(
        tr("Contacts a model hub; nothing is downloaded until you confirm")));
    connect(m_getModel, &QPushButton::clicked, this, &WelcomeView::seeingModelRequested);
    connect(m_otherModels, &QPushButton::clicked, this, &WelcomeView::modelsRequested);
    auto* models = new QHBoxLayout;
    models->setSpacing(8);
    models->addStretch(1);
    models->addWidget(m_getModel);
    models->addWidget(m_otherModels);
    models->addStretch(1);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing);
    layout->addStretch(3);
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addWidget(m_card, 0, Qt::AlignHCenter);
    layout->addWidget(m_samples);
    layout->addWidget(m_examples);
    layout->addWidget(m_hint);
    layout->addLayout(models);
    layout->addStretch(4);
    fit();
}

QWidget* WelcomeView::makeCard()
{
    auto* card = new QWidget(this);
    m_failure = new TextLabel(TextRole::Body, {}, card);
    m_failure->setWordWrap(true);
    m_failure->makeSelectable();
    auto* title = new TextLabel(TextRole::Heading, tr("No model available"), card);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    addButton(buttons, tr("Add file…"), &WelcomeView::modelFileRequested);
    addButton(buttons, tr("Show models"), &WelcomeView::modelsRequested);
    addButton(buttons, tr("Get a model"), &WelcomeView::seeingModelRequested);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(title);
    layout->addWidget(m_failure);
    layout->addLayout(buttons);
    return card;
}

QPushButton* WelcomeView::addButton(
    QHBoxLayout* line, const QString& name, void (WelcomeView::*signal)())
{
    auto* button = new QPushButton(name, this);
    connect(button, &QPushButton::clicked, this, signal);
    line->addWidget(button);
    return button;
}

void WelcomeView::setSamples(const QStringList& paths)
{
    for (const QString& path : paths) {
        const QImage picture(path);
        if (picture.isNull())
            continue;
        auto* tile = new PictureTile(sampleSide, PictureTile::Fit::Square,
            tr("Describe sample picture: %1").arg(sampleName(path)), this);
        tile->setPicture(picture);
        tile->setCursor(Qt::PointingHandCursor);
        connect(tile, &PictureTile::clicked, this, [this, path] { emit sampleChosen(path); });
        m_samples->layout()->addWidget(tile);
        m_tiles << tile;
    }
    fit();
}

// The starter model only describes drawings, so the samples say what it is for.
void WelcomeView::setExamples(const services::ModelSummary& model)
{
    qDeleteAll(m_examples->findChildren<QPushButton*>());
    if (model.isBuiltIn)
        return;
    for (const Example& example : examples) {
        if (example.needsPicture && !model.canSee)
            continue;
        auto* button = new QPushButton(tr(example.name), m_examples);
        connect(button, &QPushButton::clicked, this, [this, example] {
            emit exampleChosen(tr(example.prompt));
            if (example.needsPicture)
                emit attachRequested();
        });
        m_examples->layout()->addWidget(button);
        button->show();
    }
}

void WelcomeView::showUnloaded(const QString& modelName, bool canSee)
{
    m_hasFailed = false;
    m_canSee = canSee;
    m_title->setText(tr("How can I help?"));
    m_subtitle->setText(tr("%1 will load when you start typing.").arg(modelName));
    m_hint->setText({});
    setExamples({.canSee = canSee});
    fit();
}

void WelcomeView::showLoading(bool canSee)
{
    m_hasFailed = false;
    m_canSee = canSee;
    m_hint->setText({});
    fit();
}

void WelcomeView::showModel(const services::ModelSummary& model, ModelLocation location)
{
    m_hasFailed = false;
    m_canSee = model.canSee;
    m_title->setText(
        model.canSee ? tr("Drop a picture here to describe it") : tr("How can I help?"));
    if (location == ModelLocation::Elsewhere)
        m_subtitle->setText(model.canSee ? tr("Or paste a picture, or ask anything below.")
                                         : tr("Ask anything below."));
    else
        m_subtitle->setText(model.canSee
                ? tr("Or paste a picture, or ask anything below. Nothing leaves this computer.")
                : tr("Ask anything below. Nothing leaves this computer."));
    QString hint;
    if (model.isBuiltIn)
        hint = tr("The built-in starter model can describe drawings: objects, shapes, short signs. "
                  "It can't describe photographs.");
    else if (!model.canSee)
        hint = tr("This is a text-only model. It can't process pictures.");
    m_hint->setText(hint);
    setExamples(model);
    fit();
}

void WelcomeView::showFailure(const QString& message)
{
    m_hasFailed = true;
    m_failure->setText(message);
    m_title->setText(tr("Welcome to Vignette"));
    m_subtitle->setText(
        tr("Your message is kept here. You can send it once a model is available."));
    m_hint->setText({});
    fit();
}

void WelcomeView::setOffersModel(bool offers)
{
    m_offersModel = offers;
    fit();
}

// Shows as many samples as fit side by side, and hides decoration until the rest fits above each
// other.
void WelcomeView::fit()
{
    const int room = width() - 2 * margin;
    const int places = (room + sampleGap) / (sampleSide + sampleGap);
    for (qsizetype i = 0; i < m_tiles.size(); ++i)
        m_tiles[i]->setVisible(i < places);
    m_card->setVisible(m_hasFailed);
    m_card->setFixedWidth(std::max(1, std::min(room, cardWidth)));
    m_icon->show();
    m_hint->setVisible(!m_hint->text().isEmpty());
    const bool lacksSight = !m_hasFailed && !m_hint->text().isEmpty();
    m_getModel->setVisible(lacksSight && m_offersModel);
    const int beside = m_getModel->isHidden() ? 0 : m_getModel->sizeHint().width() + 8;
    m_otherModels->setVisible(lacksSight && beside + m_otherModels->sizeHint().width() <= room);
    m_samples->setVisible(!m_hasFailed && m_canSee && !m_tiles.isEmpty());
    int left = room;
    for (QPushButton* button : m_examples->findChildren<QPushButton*>()) {
        left -= button->sizeHint().width() + 8;
        button->setVisible(left > 0);
    }
    m_examples->setVisible(!m_hasFailed && !m_examples->findChildren<QPushButton*>().isEmpty());
    for (QWidget* adornment : std::initializer_list<QWidget*>{
             m_icon, m_otherModels, m_examples, m_hint, m_samples, m_getModel}) {
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

void WelcomeView::paintEvent(QPaintEvent*)
{
    if (!m_hasFailed)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors(palette()).bubble);
    painter.drawRoundedRect(m_card->geometry(), cardRadius, cardRadius);
}

TemporaryBar::TemporaryBar(QWidget* parent)
    : QWidget(parent)
{
    auto* message = new TextLabel(TextRole::Muted, tr("Temporary chat – not saved."), this);
    message->setWordWrap(true);
    auto* keep = new QPushButton(tr("Save chat"), this);
    keep->setToolTip(services::plainToolTip(tr("Saves this chat with your other chats")));
    connect(keep, &QPushButton::clicked, this, [this] {
        if (m_conversation)
            m_conversation->keep();
    });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 4, 24, 4);
    layout->setSpacing(12);
    layout->addStretch(1);
    layout->addWidget(message, 1000);
    layout->addWidget(keep);
    layout->addStretch(1);
    hide();
}

void TemporaryBar::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(conversation, &services::Conversation::kept, this, &QWidget::hide);
    setVisible(conversation->isTemporary());
}

} // namespace ui
