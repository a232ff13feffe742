#include "ui/catalog/catalog_card.h"

#include "services/catalog/model_catalog.h"
#include "services/downloads/model_downloads.h"
#include "services/hub/model_offer.h"
#include "services/text.h"
#include "ui/catalog/offer_view.h"
#include "ui/models/model_text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text_label.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ui::CatalogText)
};

struct Packing {
    const char* beginning; // of its label
    const char* words;
};

// The first that fits counts.
constexpr Packing packings[] = {
    {"F", QT_TRANSLATE_NOOP("ui::CatalogText", "original precision")},
    {"BF", QT_TRANSLATE_NOOP("ui::CatalogText", "original precision")},
    {"Q8", QT_TRANSLATE_NOOP("ui::CatalogText", "8-bit, virtually lossless")},
    {"Q6", QT_TRANSLATE_NOOP("ui::CatalogText", "6-bit, very slight quality loss")},
    {"Q5", QT_TRANSLATE_NOOP("ui::CatalogText", "5-bit, slight quality loss")},
    {"Q4", QT_TRANSLATE_NOOP("ui::CatalogText", "4-bit, slight quality loss")},
    {"IQ4", QT_TRANSLATE_NOOP("ui::CatalogText", "4-bit, slight quality loss")},
    {"MXFP4", QT_TRANSLATE_NOOP("ui::CatalogText", "4-bit, slight quality loss")},
    {"Q3", QT_TRANSLATE_NOOP("ui::CatalogText", "3-bit, noticeable quality loss")},
    {"IQ3", QT_TRANSLATE_NOOP("ui::CatalogText", "3-bit, noticeable quality loss")},
    {"Q2", QT_TRANSLATE_NOOP("ui::CatalogText", "about 2-bit, noticeably lower quality")},
    {"IQ", QT_TRANSLATE_NOOP("ui::CatalogText", "about 2-bit, noticeably lower quality")},
    {"TQ", QT_TRANSLATE_NOOP("ui::CatalogText", "about 2-bit, noticeably lower quality")},
};

// The name of a language in the language itself.
QString languageName(const QString& code)
{
    if (code == QLatin1String("en"))
        return QStringLiteral("English"); // not only in America
    const QLocale locale(code);
    const bool isKnown = locale.language() != QLocale::C && !locale.nativeLanguageName().isEmpty();
    return isKnown ? locale.nativeLanguageName() : code;
}

} // namespace

// English and the user's own are named, else the first.
QString languagesText(const QStringList& codes)
{
    const QString own = QLocale().name().section(u'_', 0, 0);
    QStringList names;
    for (const QString& code : codes)
        if (code == own || code == QLatin1String("en"))
            names << languageName(code);
    if (names.isEmpty() && !codes.isEmpty())
        names << languageName(codes.first());
    const QString text = names.join(QStringLiteral(", "));
    const auto others = int(codes.size() - names.size());
    return others == 0 ? text : Texts::tr("%1 and %Ln more language(s)", nullptr, others).arg(text);
}

QString factsText(const services::CatalogRow& row)
{
    services::ModelFacts model;
    model.parameters = row.parameters;
    model.config.contextLength = row.contextLength;
    if (row.canSee)
        model.vision.emplace();
    model.license = row.license.toStdString();
    QStringList facts{factsText(model)};
    if (row.activeParameters > 0)
        facts << Texts::tr("%1 billion active")
                     .arg(QLocale().toString(double(row.activeParameters) / 1e9, 'f', 1));
    if (!row.languages.isEmpty())
        facts << languagesText(row.languages);
    return facts.join(QStringLiteral(" · "));
}

QString packingText(const QString& label)
{
    for (const Packing& packing : packings)
        if (label.startsWith(QLatin1String(packing.beginning), Qt::CaseInsensitive))
            return Texts::tr(packing.words);
    return {};
}

QString packingText(const services::OfferedPacking& packing)
{
    const QString words = packingText(packing.label);
    const QString needs
        = Texts::tr("%1: %2, needs %3 of memory")
              .arg(packing.label, sizeText(packing.bytes), sizeText(packing.neededMemory));
    return words.isEmpty() ? needs : Texts::tr("%1; %2").arg(needs, words);
}

QString filesText(const services::ModelOffer& offer)
{
    QStringList lines;
    if (offer.isFolder()) {
        int count = 0;
        qint64 bytes = 0;
        for (const services::OfferedFile& offered : offer.files) {
            if (!offered.name.endsWith(QLatin1String(".safetensors")))
                continue;
            ++count;
            bytes += offered.file.bytes;
        }
        lines << Texts::tr("%Ln file(s) with weights (safetensors) · %1", nullptr, count)
                     .arg(sizeText(bytes))
              << Texts::tr("%Ln file(s) with configuration and tokenizer · %1", nullptr,
                     int(offer.files.size()) - count)
                     .arg(sizeText(offer.bytes() - bytes));
        return lines.join(u'\n');
    }
    for (const services::OfferedFile& offered : offer.files)
        lines << (offered.isVision ? Texts::tr("%1 · %2 · vision encoder") : Texts::tr("%1 · %2"))
                     .arg(offered.name, sizeText(offered.file.bytes));
    if (offer.files.size() > 1)
        lines << Texts::tr("%1 in total").arg(sizeText(offer.bytes()));
    return lines.join(u'\n');
}

QString progressText(const services::ModelDownload& download)
{
    using Phase = services::ModelDownload::Phase;
    const QString all = sizeText(download.bytes);
    const QString share = Texts::tr("%1 of %2").arg(sizeText(download.done), all);
    QStringList parts{share};
    switch (download.phase) {
    case Phase::Waiting:
        return Texts::tr("Queued · %1").arg(download.done > 0 ? share : all);
    case Phase::Running:
        if (download.bytesPerSecond > 0)
            parts << Texts::tr("%1/s").arg(sizeText(qint64(download.bytesPerSecond)));
        if (download.secondsLeft >= 0)
            parts << timeLeftText(double(download.secondsLeft));
        return parts.join(QStringLiteral(" · "));
    case Phase::Paused:
        return Texts::tr("Paused · %1").arg(share);
    case Phase::Done:
        return Texts::tr("Downloaded and verified · %1").arg(all);
    case Phase::Failed:
        return download.sentence;
    }
    return {};
}

namespace {

constexpr int radius = 12; // pixels

} // namespace

CatalogCard::CatalogCard(const services::CatalogRow& row, const QString& variant,
    OfferFactory makeOffer, QWidget* parent)
    : QWidget(parent)
    , m_row(row)
    , m_variant(variant)
    , m_makeOffer(std::move(makeOffer))
    , m_facts(new TextLabel(TextRole::Small, {}, this))
    , m_badge(new Badge(this))
    , m_open(new QPushButton(this))
    , m_rows(new QVBoxLayout(this))
{
    auto* name = new TextLabel(TextRole::Strong, row.name, this);
    name->setToolTip(services::plainToolTip(row.repository.text()));
    const Metrics distance = metrics(this);
    auto* title = new QHBoxLayout;
    title->setSpacing(distance.small);
    title->addWidget(name, 1);
    title->addWidget(m_badge, 0, Qt::AlignVCenter);
    title->addWidget(m_open, 0, Qt::AlignTop);
    m_rows->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    m_rows->setSpacing(distance.tight);
    m_rows->addLayout(title);
    m_rows->addWidget(new TextLabel(TextRole::Body, row.goodFor, this));
    m_rows->addWidget(m_facts);
    connect(m_open, &QPushButton::clicked, this, [this] { setOpen(!isOpen()); });
    setNames();
    showFacts();
}

void CatalogCard::setBadge(const QString& text, const QString& explanation, bool isGood)
{
    m_badge->setBadge(text, explanation, isGood);
}

QString CatalogCard::badge() const
{
    return m_badge->isHidden() ? QString() : m_badge->text();
}

// What the hub says is more exact; it says nothing of languages.
void CatalogCard::showFacts()
{
    const bool isKnown = m_row.parameters > 0;
    m_facts->setText(!isKnown                ? QString()
            : m_offer && m_offer->hasOffer() ? languagesText(m_row.languages)
                                             : factsText(m_row));
    m_facts->setVisible(!m_facts->text().isEmpty());
}

void CatalogCard::setNames()
{
    m_open->setText(isOpen() ? tr("Close") : tr("Details"));
    m_open->setAccessibleName(tr("%1: %2").arg(m_open->text(), m_row.name));
}

void CatalogCard::setOpen(bool isOpen)
{
    if (isOpen == this->isOpen())
        return;
    delete m_offer;
    m_offer = nullptr;
    if (isOpen) {
        m_offer = m_makeOffer({m_row.repository, m_variant}, this);
        m_rows->addWidget(m_offer);
        connect(m_offer, &OfferView::answered, this, &CatalogCard::showFacts);
        connect(m_offer, &OfferView::answered, this, &CatalogCard::answered);
        connect(m_offer, &OfferView::weighed, this, [this](bool fits, const QString& memory) {
            setBadge(fits ? tr("Fits") : tr("Too large"), memory, fits);
        });
        connect(m_offer, &OfferView::getting, this, &CatalogCard::getting);
        connect(m_offer, &OfferView::modelChosen, this, &CatalogCard::modelChosen);
    }
    setNames();
    showFacts();
    if (isOpen)
        emit opened();
}

void CatalogCard::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).sidebar, radius);
}

} // namespace ui
