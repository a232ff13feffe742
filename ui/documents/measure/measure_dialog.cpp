#include "ui/documents/measure/measure_dialog.h"

#include "services/background.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/passage_reranker.h"
#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::LibraryMeasure;
using services::MeasuredFile;
using services::Weakness;

namespace {

constexpr int fewQuestions = 10;
constexpr int usualQuestions = 50;
constexpr int maxQuestions = 1000;

QString percent(double share)
{
    return QLocale().toString(qRound(100 * share)) + QStringLiteral("\u00a0%");
}

} // namespace

MeasureDialog::MeasureDialog(services::DocumentLibrary& library, services::ModelPool& models,
    services::Settings& settings, const QString& modelName, QWidget* parent)
    : WorkDialog(tr("Measure search"), tr("Measure"), parent)
    , m_library(library)
    , m_models(models)
    , m_settings(settings)
    , m_questions(new QSpinBox)
    , m_byModel(new QCheckBox(tr("Let %1 write the questions").arg(labelText(modelName))))
    , m_use(addButton(tr("Use this threshold")))
{
    setMessage(tr("Makes questions from random passages of your documents, searches for them, and "
                  "says how often the right passage is found and which files are weak."));
    m_questions->setRange(fewQuestions, maxQuestions);
    m_questions->setSingleStep(fewQuestions);
    m_questions->setValue(usualQuestions);
    auto* label = new TextLabel(TextRole::Body, tr("Number of questions"));
    label->setWordWrap(false);
    label->setBuddy(m_questions);
    m_questions->setAccessibleName(label->text());
    m_byModel->setVisible(!modelName.isEmpty());
    m_byModel->setChecked(!modelName.isEmpty());
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics(this).medium);
    row->addWidget(label);
    row->addWidget(m_questions);
    row->addStretch(1);
    body()->addLayout(row);
    body()->addWidget(m_byModel);
    auto* hint = new TextLabel(TextRole::Small,
        modelName.isEmpty()
            ? tr(
                "Each question is four of the rarest words of its passage. They are easier to find "
                "than what people ask. Other models than the built-in one write real questions.")
            : tr("Otherwise a question is four of the rarest words of its passage. They are easier "
                 "to find than what people ask."));
    body()->addWidget(hint);
    offerThreshold();
    connect(m_use, &QPushButton::clicked, this, &MeasureDialog::useThreshold);
    connect(&m_settings, &services::Settings::changed, this, &MeasureDialog::offerThreshold);
}

void MeasureDialog::act()
{
    m_measure.reset();
    offerThreshold();
    clearResults();
    Work shown = begin(tr("Making questions and searching for them…"));
    services::MeasureWork work{.questions = m_questions->value(),
        .seed = QRandomGenerator::global()->generate(),
        .progress
        = [progress = std::move(shown.progress)](size_t done,
              size_t total) { progress(double(done) / double(std::max<size_t>(1, total))); },
        .stop = shown.stop};
    const bool isByModel = !m_byModel->isHidden() && m_byModel->isChecked();
    services::runInBackground<LibraryMeasure>(
        this,
        [work, store = m_library.store(),
            embedding = m_settings.get(services::settings::embeddingModel),
            rerankerModel = m_settings.get(services::settings::rerankerModel),
            engine = isByModel ? m_models.engine(m_models.current()) : nullptr]() mutable {
            const auto index = services::openDocumentIndex(store, services::MissingStore::Fail);
            std::unique_ptr<services::PassageEncoder> encoder;
            if (!embedding.isEmpty())
                encoder = std::make_unique<services::PassageEncoder>(embedding);
            if (encoder && !services::isSameModel(index->embedding(), encoder->mark()))
                encoder.reset();
            std::unique_ptr<services::PassageReranker> reranker;
            if (!rerankerModel.isEmpty())
                reranker = std::make_unique<services::PassageReranker>(rerankerModel);
            work.reranker = reranker.get();
            return services::measureLibrary(*index, encoder.get(), engine.get(), work);
        },
        [this](const services::Outcome<LibraryMeasure>& outcome) {
            if (!outcome.value)
                return end(outcome.error);
            report(*outcome.value);
        });
}

namespace {

QString weaknessText(const MeasuredFile& file)
{
    switch (file.weakness) {
    case Weakness::Unread:
        return MeasureDialog::tr("It couldn't be read.");
    case Weakness::LittleText:
        return MeasureDialog::tr("Most of its pages have no text. OCR may help.");
    case Weakness::Scan:
        return MeasureDialog::tr("It looks like a scan with misread words.");
    case Weakness::Table:
        return MeasureDialog::tr("Most of it is tables. Ask with the words of a row.");
    case Weakness::NotFound:
        return MeasureDialog::tr("Other passages are found instead of its own.");
    case Weakness::None:
        break;
    }
    return {};
}

} // namespace

void MeasureDialog::report(const LibraryMeasure& measure)
{
    m_measure = measure;
    addResult(tr("The right passage comes first: %1").arg(percent(measure.foundWithin(1))));
    addResult(tr("It is among the first 5: %1").arg(percent(measure.foundWithin(5))));
    addResult(tr("It is among the first 20: %1").arg(percent(measure.foundWithin(20))));
    if (measure.isByModel) {
        const int threshold = m_settings.get(services::settings::answerThreshold);
        addResult(
            tr("Questions that wouldn't be answered at the threshold of %1: %2")
                .arg(percent(threshold / 100.0), percent(measure.refusedAt(threshold / 100.0))));
        addResult(tr("Threshold at which one question in ten wouldn't be answered: %1")
                      .arg(percent(measure.suggestedThreshold())));
    }
    for (const MeasuredFile& file : measure.weak) {
        QString text
            = tr("Weak: “%1”. %2").arg(QFileInfo(file.file).fileName(), weaknessText(file));
        if (file.questions > 0)
            text += u' ' + tr("%1 of %2 found.").arg(file.found).arg(file.questions);
        addResult(text)->setToolTip(services::plainToolTip(file.file));
    }
    offerThreshold();
    const auto questions = int(measure.questions.size());
    end(measure.weak.isEmpty()
            ? tr("Searched for %Ln questions. No file is weak.", nullptr, questions)
            : tr("Searched for %Ln questions. Weak files are listed last.", nullptr, questions));
}

// Rare words of passages are found so surely that their scores suggest none.
void MeasureDialog::offerThreshold()
{
    m_use->setVisible(m_measure && m_measure->isByModel);
    m_use->setEnabled(m_measure
        && qRound(100 * m_measure->suggestedThreshold())
            != m_settings.get(services::settings::answerThreshold));
}

void MeasureDialog::useThreshold()
{
    const int threshold = qRound(100 * m_measure->suggestedThreshold());
    m_settings.set(services::settings::answerThreshold, threshold);
    setMessage(tr("Questions are now answered if a passage scores at least %1.")
                   .arg(percent(m_measure->suggestedThreshold())));
}

} // namespace ui
