#include "ui/pictures/seen_panel.h"

#include "services/background.h"
#include "services/generation/model_pool.h"
#include "services/models/model_texts.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using runtime::TokenCount;
using services::ModelState;
using services::SeenPicture;

namespace {

// What a message's sender is called.
QString senderName(std::optional<services::Role> role)
{
    if (role == services::Role::System)
        return SeenPanel::tr("System prompt");
    if (role == services::Role::User)
        return SeenPanel::tr("You");
    if (role == services::Role::Assistant)
        return SeenPanel::tr("Model");
    return SeenPanel::tr("Chat template tokens");
}

QListWidget* makeList(const QString& name, QWidget* parent)
{
    auto* list = new QListWidget(parent);
    list->setAccessibleName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setWordWrap(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    list->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    return list;
}

} // namespace

SeenPanel::SeenPanel(services::ModelPool& models, QWidget* parent)
    : QWidget(parent)
    , m_models(models)
    , m_modelName(new TextLabel(TextRole::Muted, {}, this))
    , m_summary(new TextLabel(TextRole::Body, {}, this))
    , m_tiles(makeList(tr("Tiles in reading order"), this))
    , m_load(new QPushButton(tr("Load model"), this))
    , m_promptHeading(new TextLabel(TextRole::Strong, tr("Whole prompt"), this))
    , m_prompt(makeList(tr("Prompt by message"), this))
{
    connect(m_tiles, &QListWidget::currentRowChanged, this, &SeenPanel::tileChosen);
    connect(m_load, &QPushButton::clicked, this, [this] { m_models.registry().load(m_model); });
    connect(
        &models, &services::ModelPool::stateChanged, this, [this](const services::ModelId& model) {
            if (model == m_model && isVisible())
                update();
        });

    const Metrics space = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space.large, space.medium, space.large, space.medium);
    layout->setSpacing(space.small);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Model view"), this));
    layout->addWidget(m_modelName);
    layout->addWidget(m_summary);
    layout->addWidget(m_load, 0, Qt::AlignLeading);
    layout->addWidget(m_tiles);
    layout->addWidget(m_promptHeading);
    layout->addWidget(m_prompt);
    layout->addStretch(1);
    showPrompt({});
}

void SeenPanel::showPicture(const services::Picture& picture, const services::ModelId& model)
{
    m_picture = picture;
    m_model = model;
    update();
}

void SeenPanel::showPrompt(const std::optional<services::AnswerRequest>& request)
{
    m_request = request;
    m_prompt->clear();
    m_promptHeading->setText(tr("Whole prompt")); // until it is counted
    m_promptHeading->setVisible(request.has_value());
    m_prompt->setVisible(request.has_value());
    if (request && isVisible())
        countPrompt();
}

void SeenPanel::update()
{
    const quint64 generation = ++m_generation;
    const ModelState state = m_models.registry().state(m_model);
    m_modelName->setText(services::shownName(state.summary));
    m_modelName->setVisible(!m_modelName->text().isEmpty());
    if (state.stage == ModelState::Stage::Loading)
        return explain(tr("Loading model…"), false);
    if (state.stage != ModelState::Stage::Ready)
        return explain(tr("Load the model to see how it processes this picture."), true);
    if (state.summary.canSee && !state.summary.vision)
        return explain(
            tr("No details are available for how this model processes pictures."), false);
    if (!state.summary.vision)
        return explain(tr("This is a text-only model. It can't process pictures."), false);
    services::runInBackground<SeenPicture>(
        this,
        [picture = m_picture, config = *state.summary.vision] {
            return services::seenPicture(
                picture.image, config, services::tokensOf(picture));
        },
        [this, generation](const services::Outcome<SeenPicture>& outcome) {
            if (generation != m_generation)
                return;
            if (outcome.value)
                describe(*outcome.value);
            else
                explain(outcome.error, false);
        });
    countPrompt();
}

void SeenPanel::explain(const QString& message, bool canLoad)
{
    m_summary->setText(message);
    m_load->setVisible(canLoad);
    m_tiles->hide();
    emit unseen();
}

void SeenPanel::describe(const SeenPicture& picture)
{
    const QSize tile = picture.tileSize;
    QStringList messages{
        tr("Scaled to %1 × %2 pixels.").arg(picture.size.width()).arg(picture.size.height())};
    if (picture.rows > 0)
        messages << tr("Split into %1 × %2 tiles of %3 × %4 pixels.")
                        .arg(picture.columns)
                        .arg(picture.rows)
                        .arg(tile.width())
                        .arg(tile.height());
    if (picture.hasOverview)
        messages << tr("The whole picture is added as one more tile.");
    messages << tr("The picture uses %Ln token(s) of the context.", nullptr, int(picture.tokens));
    m_summary->setText(messages.join(u'\n'));
    m_load->hide();

    const QSignalBlocker quiet(m_tiles);
    m_tiles->clear();
    const auto tokens = int(picture.tokensPerTile);
    for (qsizetype i = 0; i < picture.tiles.size(); ++i) {
        m_tiles->addItem(picture.rows > 0
                ? tr("%1. Row %2, column %3: %Ln token(s)", nullptr, tokens)
                      .arg(i + 1)
                      .arg(i / picture.columns + 1)
                      .arg(i % picture.columns + 1)
                : tr("Picture: %Ln token(s)", nullptr, tokens));
    }
    if (picture.hasOverview)
        m_tiles->addItem(
            tr("%1. Whole picture: %Ln token(s)", nullptr, tokens).arg(picture.tiles.size() + 1));
    m_tiles->show();
    emit seen(picture);
}

void SeenPanel::countPrompt()
{
    if (!m_request)
        return;
    m_models.countTokens(m_model, *m_request, this, [this](const auto& count) {
        if (!count)
            return;
        m_prompt->clear();
        const auto text = [](auto number) { return QLocale().toString(qint64(number)); };
        for (const TokenCount::Part& part : count->parts) {
            const QString name = senderName(part.role);
            if (part.pictureTokens > 0)
                m_prompt->addItem(tr("%1: %2 text, %3 pictures", "tokens of a message")
                                      .arg(name, text(part.textTokens), text(part.pictureTokens)));
            else if (part.textTokens > 0)
                m_prompt->addItem(
                    tr("%1: %2", "tokens of a message").arg(name, text(part.textTokens)));
        }
        m_promptHeading->setText(tr("Whole prompt: %1 of %2 tokens")
                                     .arg(text(count->tokens), text(count->contextTokens)));
    });
}

} // namespace ui
