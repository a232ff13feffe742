#include "services/downloads/model_downloads.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/network/network.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_audit.h"
#include "ui/catalog/catalog_card.h"
#include "ui/catalog/download_list.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/offer_view.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/window/pages.h"

#include <QApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

using services::CatalogRow;
using services::ModelDownload;
using ui::CatalogCard;
using ui::DownloadRow;
using ui::GetModels;
using ui::OfferView;
using Phase = services::ModelDownload::Phase;

namespace {

constexpr int patience = 60'000; // milliseconds
const QString repository = "some-owner/Tiny-GGUF";

// All that can be read in it.
QString textOf(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            texts << label->text();
    return texts.join(u'\n');
}

CatalogRow seeing(const QString& name, qint64 parameters)
{
    CatalogRow row;
    row.repository = {"some-owner", name};
    row.canSee = true;
    row.parameters = parameters;
    return row;
}

} // namespace

/// Tests the way from the catalog to a model that answers, with a hub that has only one.
class GetModelsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_hub.setFaults({});
        m_hub.offer(repository, files());
        m_hub.requests();
        qputenv("HF_ENDPOINT", m_hub.address().toString().toUtf8());
        m_services = std::make_unique<tests::TestServices>();
        tests::writeFile(m_services->file("catalogue.json"), usersCatalog());
        m_page.reset(ui::makeGetModels(*m_services));
        m_page->resize(760, 600);
        m_page->show();
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->cards().isEmpty(), patience);
    }

    void cleanup()
    {
        m_page.reset();
        m_services.reset();
    }

    void nobodyIsAskedBeforeARowIsOpened()
    {
        m_page->search()->setText("gguf");
        m_page->search()->setText("some-owner/Else");
        QTest::qWait(50);

        QCOMPARE(m_hub.requests().size(), 0);
        QCOMPARE(m_services->hosts().hosts().size(), 0);
    }

    void theHubIsSearchedByEnterOnly()
    {
        offerFound(3);
        QTest::keyClicks(m_page->search(), "heron");
        QVERIFY(m_page->searchHubButton()->isVisible());
        QVERIFY(m_page->searchHubButton()->text().contains("127.0.0.1"));
        QVERIFY(m_page->searchHubButton()->text().contains("heron"));
        QTest::qWait(50);
        QCOMPARE(m_hub.requests().size(), 0);
        QVERIFY(m_services->hosts().hosts().isEmpty());

        QTest::keyClick(m_page->search(), Qt::Key_Return);

        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 3, patience);
        QCOMPARE(m_services->hosts().hosts().first().name, "127.0.0.1");
        QCOMPARE(m_hub.requests().size(), 2); // for each of the two formats
        const QString said = textOf(*m_page->found().first());
        for (const char* fact : {"owner/Heron-2", "2,000 download", "1.1 GB as Q8_0", "apache-2.0",
                 "1.0 billion", "also Q4_K_M", "Fits"})
            QVERIFY2(said.contains(fact), qPrintable(QString(fact) + " is not in " + said));
        QVERIFY(m_page->hubState().contains(" from 127.0.0.1"));
        QVERIFY(!m_page->moreButton()->isVisible());
        QVERIFY(m_page->search()->hasFocus());
        keep("get-found");
    }

    void moreIsFoundByTheButton()
    {
        offerFound(25);
        m_page->search()->setText("heron");
        m_page->searchHubButton()->setFocus();
        QTest::keyClick(m_page->searchHubButton(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 20, patience);
        QVERIFY(m_page->moreButton()->isVisible());

        m_page->moreButton()->setFocus();
        QTest::keyClick(m_page->moreButton(), Qt::Key_Space);

        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 25, patience);
        QVERIFY(!m_page->moreButton()->isVisible());
        QCOMPARE(QApplication::focusWidget(), m_page->found()[20]->openButton());
    }

    void whatWasFoundBelongsToItsWords()
    {
        offerFound(3);
        m_page->search()->setText("heron");
        QTest::keyClick(m_page->search(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 3, patience);

        m_page->search()->setText("heronry");
        QVERIFY(m_page->found().isEmpty());
        QTest::keyClick(m_page->search(), Qt::Key_Return);

        QTRY_VERIFY_WITH_TIMEOUT(m_page->hubState().contains("no models"), patience);
    }

    void aFoundModelOpensTheSameDetails()
    {
        m_page->search()->setText("tiny-gguf owner");
        QTest::keyClick(m_page->search(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 1, patience);
        CatalogCard* card = m_page->found().first();

        QTest::mouseClick(card->openButton(), Qt::LeftButton);

        QVERIFY(card->offer());
        QTRY_VERIFY_WITH_TIMEOUT(card->offer()->hasOffer(), patience);
        QVERIFY(textOf(*card->offer()).contains("Tiny-Q8_0.gguf"));
    }

    void aSearchThatFailsSaysWhyAndIsRepeated()
    {
        offerFound(3);
        m_hub.setFaults({{"api", "<html>"}});
        m_page->search()->setText("heron");
        QTest::keyClick(m_page->search(), Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(m_page->hubState().contains("isn't a model hub"),
            qPrintable(m_page->hubState()), patience);
        QVERIFY(m_page->searchHubButton()->isVisible());

        m_hub.setFaults({});
        QTest::mouseClick(m_page->searchHubButton(), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 3, patience);
    }

    void aRowSaysWhatItIsGoodForAndIsFound()
    {
        m_page->search()->setText("Tiny");

        QCOMPARE(m_page->cards().size(), 1);
        const QString said = textOf(*card());
        for (const char* fact : {"A tiny one", "Made to be tested", "9 million", "English"})
            QVERIFY2(said.contains(fact), qPrintable(said));
        m_page->search()->setText("no model is called so");
        QCOMPARE(m_page->cards().size(), 0);
        QVERIFY(textOf(*m_page).contains("look up any model"));
    }

    void anOpenRowSaysWhatTheHubHasAndWhatItNeedsHere()
    {
        const OfferView* offer = open("Tiny");

        QVERIFY(offer->hasOffer());
        QVERIFY(!m_services->hosts().hosts().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(textOf(*offer).contains("Needs"), patience); // of the device
        const QString said = textOf(*offer);
        for (const char* fact : {"Tiny-Q8_0.gguf", "vision encoder", "in total", "apache-2.0",
                 "8-bit", "Needs", "free", "Recommended"})
            QVERIFY2(said.contains(fact), qPrintable(said));
        QVERIFY(offer->getButton()->text().startsWith("Download ("));
        keep("get-offer");
    }

    // The line, the badge and the menu of quantizations speak of the same memory.
    void theNeededMemoryIsOneNumber()
    {
        services::LoadOptions options;
        options.contextTokens = 512;
        m_services->models().setDefaults(options);
        OfferView* offer = open("Tiny");
        QTRY_VERIFY_WITH_TIMEOUT(textOf(*offer).contains(" free"), patience);
        const QString said = textOf(*offer);
        QCOMPARE(said.count("Needs "), 1);
        QCOMPARE(said.count(" free"), 1);
        QVERIFY2(said.contains("a context of 512 tokens"), qPrintable(said));
        const QString needed = said.section("Needs ", 1).section(" with", 0, 0);
        const auto badge = card()->findChild<ui::Badge*>();
        QVERIFY2(badge->toolTip().contains(needed), qPrintable(badge->toolTip()));

        std::unique_ptr<QMenu> menu(offer->openPackings());
        QVERIFY(menu);
        for (const QAction* each : menu->actions())
            if (each->text().startsWith("Q8_0"))
                QVERIFY2(each->text().contains(needed), qPrintable(each->text() + " " + needed));
    }

    void aPlaceThatIsTypedWorksLikeARow()
    {
        m_page->search()->setText(m_hub.address().toString() + "/" + repository);
        QCOMPARE(m_page->cards().size(), 1); // it is in the catalog
        m_page->search()->setText(repository + ":Q4_K_M");

        QTest::keyClick(m_page->search(), Qt::Key_Return);

        OfferView* offer = m_page->cards().first()->offer();
        QVERIFY(offer);
        QTRY_VERIFY_WITH_TIMEOUT(offer->hasOffer(), patience);
        QVERIFY(textOf(*offer).contains("Tiny-Q4_K_M.gguf"));
        QCOMPARE(QApplication::focusWidget(), m_page->cards().first()->openButton());
    }

    void anotherPackingCanBeChosen()
    {
        OfferView* offer = open("Tiny");

        QMenu* menu = offer->openPackings();
        const QList<QAction*> entries = menu->actions();
        QCOMPARE(entries.size(), 2);
        QVERIFY2(entries[0]->text().contains("of memory"), qPrintable(entries[0]->text()));
        const auto other = std::find_if(entries.begin(), entries.end(),
            [](const QAction* entry) { return entry->text().startsWith("Q4_K_M"); });
        QVERIFY(other != entries.end());
        QVERIFY(!(*other)->isChecked());
        (*other)->trigger();

        QVERIFY(!offer->hasOffer());
        QTRY_VERIFY_WITH_TIMEOUT(offer->hasOffer(), patience);
        QVERIFY(textOf(*offer).contains("Tiny-Q4_K_M.gguf"));
    }

    void whatIsNotThereSaysSoAndItsNeighborsStayUsable()
    {
        m_page->search()->setText("some-owner/Gone");
        CatalogCard* gone = m_page->cards().first();
        gone->setOpen(true);
        QTRY_VERIFY_WITH_TIMEOUT(!gone->offer()->againButton()->isHidden(), patience);
        QVERIFY2(textOf(*gone).contains("some-owner/Gone"), qPrintable(textOf(*gone)));
        QVERIFY(!gone->offer()->findChild<ui::Announcer*>()->text().isEmpty());
        keep("get-gone");

        QVERIFY(open("Tiny")->hasOffer());
    }

    void detailsSayWhetherTheModelFits()
    {
        QVERIFY(card()->badge().isEmpty());
        QVERIFY(open("Tiny")->hasOffer());
        QTRY_COMPARE_WITH_TIMEOUT(card()->badge(), "Fits", patience);
    }

    // The focus stays with whoever tries again, and goes on to the download.
    void detailsThatFailedCanBeTriedAgain()
    {
        const QJsonObject broken{{"at", "api"}, {"status", 404}};
        m_hub.setFaults({{"refuse", QJsonArray{broken}}});
        OfferView* offer = open("Tiny");
        QVERIFY(!offer->hasOffer());
        m_page->activateWindow();
        offer->againButton()->setFocus();
        QTest::keyClick(offer->againButton(), Qt::Key_Space);
        QVERIFY(!textOf(*offer).contains("Tiny"));
        QVERIFY(offer->againButton()->hasFocus());
        const auto hasFailed = [&] { return textOf(*offer).contains("some-owner/Tiny-GGUF"); };
        QTRY_VERIFY_WITH_TIMEOUT(hasFailed(), patience);
        QVERIFY(offer->againButton()->hasFocus());
        m_hub.setFaults({});

        QTest::keyClick(offer->againButton(), Qt::Key_Space);

        QTRY_VERIFY_WITH_TIMEOUT(offer->hasOffer(), patience);
        QVERIFY(offer->getButton()->hasFocus());
        QVERIFY(offer->againButton()->isHidden());
    }

    void anAddressThatIsNoneIsSaid()
    {
        qputenv("HF_ENDPOINT", "nowhere");

        const OfferView* offer = open("Tiny");

        QVERIFY(!offer->hasOffer());
        QVERIFY2(textOf(*offer).contains("HF_ENDPOINT"), qPrintable(textOf(*offer)));
    }

    void aModelIsFetchedPausedFetchedOnAndUsed()
    {
        m_hub.setFaults({{"bytes_per_second", 2'000'000}});
        OfferView* offer = open("Tiny");
        QTest::keyClick(offer->getButton(), Qt::Key_Space);
        QTRY_COMPARE(m_services->downloads().downloads().size(), 1);
        DownloadRow* row = m_page->downloads()->row(download().id);
        QVERIFY(row);
        QCOMPARE(QApplication::focusWidget(), row->actButton());
        QVERIFY(offer->getButton()->isHidden());
        QTRY_VERIFY_WITH_TIMEOUT(download().done > 0 && row->stateText().contains("/s"), patience);
        keep("get-running");

        QTest::keyClick(row->actButton(), Qt::Key_Space);
        QCOMPARE(download().phase, Phase::Paused);
        QCOMPARE(row->actButton()->text(), QString("Resume"));
        QVERIFY(row->stateText().startsWith("Paused"));
        m_hub.setFaults({});
        QTest::keyClick(row->actButton(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(download().phase, Phase::Done, patience);
        QCOMPARE(row->actButton()->text(), QString("Use"));
        QVERIFY(m_page->downloads()->findChild<ui::Announcer*>()->text().contains(
            "has been downloaded"));
        QTRY_VERIFY_WITH_TIMEOUT(m_services->installed().find(download().model), patience);
        QTRY_COMPARE(offer->getButton()->text(), QString("Use"));
        QVERIFY(m_services->installed().find(download().model)->canSee());
        keep("get-done");

        QSignalSpy chosen(m_page.get(), &GetModels::modelChosen);
        QTest::keyClick(row->actButton(), Qt::Key_Space);
        QTest::keyClick(offer->getButton(), Qt::Key_Space);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen[0], chosen[1]);
        QCOMPARE(chosen[0][0].value<services::ModelId>(), download().model);

        const QString path = services::toString(download().model);
        QTest::keyClick(row->cancelButton(), Qt::Key_Space);
        QCOMPARE(m_services->downloads().downloads().size(), 0);
        QVERIFY(m_page->downloads()->isHidden());
        QVERIFY(QFile::exists(path));
    }

    // No hub is named yet for these models, so that none of them begins.
    void theOrderCanBeChanged()
    {
        services::ModelDownloads& all = m_services->downloads();
        QList<int> ids;
        for (const QString name : {"first", "second", "third"})
            ids << all.fetch(offerOf(name));
        const auto phaseOf = [&](int id) { return all.find(id)->phase; };
        const auto namesInOrder = [&] {
            QStringList names;
            for (const ModelDownload& each : all.downloads())
                names << each.name;
            return names.join(' ');
        };
        QVERIFY(phaseOf(ids[2]) == Phase::Waiting);
        const auto rowOf = [&](int at) { return m_page->downloads()->row(ids[at]); };
        QVERIFY(rowOf(0)->nextButton()->isHidden());
        QVERIFY(!rowOf(1)->nextButton()->isHidden());
        keep("get-three");

        QTest::keyClick(rowOf(2)->nextButton(), Qt::Key_Space);

        QCOMPARE(namesInOrder(), QString("third first second"));
        QTRY_VERIFY(rowOf(2)->y() < rowOf(0)->y());
        QVERIFY(rowOf(2)->nextButton()->isHidden());
        QVERIFY(!rowOf(0)->nextButton()->isHidden());
        for (const int id : ids)
            QTest::keyClick(m_page->downloads()->row(id)->cancelButton(), Qt::Key_Space);
        QCOMPARE(all.downloads().size(), 0);
        QVERIFY(m_page->downloads()->isHidden());
    }

    void whatFailsSaysWhyAndCanBeTriedAgain()
    {
        m_hub.setFaults({{"flip_byte", 100'000}});
        OfferView* offer = open("Tiny");
        QTest::keyClick(offer->getButton(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(download().phase, Phase::Failed, patience);
        DownloadRow* row = m_page->downloads()->row(download().id);
        QCOMPARE(row->stateText(), download().sentence);
        QVERIFY(!download().sentence.isEmpty());
        QVERIFY(
            m_page->downloads()->findChild<ui::Announcer*>()->text().contains(download().sentence));
        keep("get-failed");

        m_hub.setFaults({});
        QTest::keyClick(row->actButton(), Qt::Key_Space);

        QTRY_COMPARE_WITH_TIMEOUT(download().phase, Phase::Done, patience);
    }

    void theRowForPhotographsIsOpened()
    {
        m_page->showSeeing();

        const QList<CatalogCard*> cards = m_page->cards();
        const auto opened = std::find_if(
            cards.begin(), cards.end(), [](const CatalogCard* card) { return card->isOpen(); });
        QVERIFY(opened != cards.end());
        QVERIFY((*opened)->row().canSee);
        QCOMPARE(QApplication::focusWidget(), (*opened)->openButton());
    }

    void theModelForPhotographsSuitsTheComputer_data()
    {
        QTest::addColumn<qint64>("free");
        QTest::addColumn<QString>("name");
        QTest::newRow("little") << qint64(1e9) << "small";
        QTest::newRow("usual") << qint64(3e9) << "middle";
        QTest::newRow("more") << qint64(8e9) << "large";
        QTest::newRow("much") << qint64(200e9) << "large"; // the largest would be slow
        QTest::newRow("not known") << qint64(0) << "small";
    }
    void theModelForPhotographsSuitsTheComputer()
    {
        QFETCH(qint64, free);
        QFETCH(QString, name);
        CatalogRow blind;
        blind.repository = {"some-owner", "blind"};
        blind.parameters = 1;
        QList<CatalogRow> rows{blind, seeing("largest", 70e9), seeing("middle", 1e9),
            seeing("small", 3e8), seeing("large", 2e9)};

        QCOMPARE(ui::rowForPhotographs(rows, free)->repository.name, name);
        QVERIFY(!ui::rowForPhotographs({blind}, free));

        rows[2].languages << QLocale().name().section('_', 0, 0); // the user's, of the middle one
        const bool fits = free >= qint64(3e9);
        QCOMPARE(ui::rowForPhotographs(rows, free)->repository.name,
            fits ? QString("middle") : QString("small"));
    }

    // The search, the download and the list of models agree about what a folder is.
    void aFolderIsFoundFetchedAndListed()
    {
        tests::TinyFolder folder;
        folder.divide();
        const QJsonObject weights{{"parameters", QJsonObject{{"F32", 50'000}}}};
        m_hub.offer("some-owner/Heron", tests::filesFrom(folder.path()),
            {{"card", QJsonObject{{"safetensors", weights}}}});
        m_page->search()->setText("heron");
        QTest::keyClick(m_page->search(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->found().size(), 1, patience);
        CatalogCard* found = m_page->found().first();
        QVERIFY2(textOf(*found).contains("as F32, safetensors"), qPrintable(textOf(*found)));
        QCOMPARE(found->badge(), "Fits");

        found->setOpen(true);
        QTRY_VERIFY_WITH_TIMEOUT(found->offer()->hasOffer(), patience);
        const QString said = textOf(*found->offer());
        for (const char* group : {"2 file(s) with weights", "4 file(s) with configuration"})
            QVERIFY2(said.contains(group), qPrintable(said));
        QVERIFY(!textOf(*m_page).contains("Press Enter to search"));
        QTest::keyClick(found->offer()->getButton(), Qt::Key_Space);

        QTRY_COMPARE_WITH_TIMEOUT(download().phase, Phase::Done, patience);
        const auto model
            = services::parseModelId(m_services->downloads().folder() + "/some-owner/Heron");
        QCOMPARE(download().model, model);
        QTRY_VERIFY_WITH_TIMEOUT(m_services->installed().find(model), patience);
        QVERIFY(m_services->installed().find(model)->isUsable());
        QTRY_COMPARE(found->offer()->getButton()->text(), "Use");
    }

    void packingsAreToldInWords()
    {
        QVERIFY(ui::packingText(QString("Q8_0")).contains("8-bit"));
        QVERIFY(ui::packingText(QString("iq4_xs")).contains("4-bit"));
        QVERIFY(ui::packingText(QString("IQ2_XS")).contains("2-bit"));
        QVERIFY(ui::packingText(QString("BF16")).contains("original precision"));
        QVERIFY(ui::packingText(QString("strange")).isEmpty());
    }

private:
    QJsonObject files()
    {
        tests::writeFile(m_files.filePath("text"), m_model.text);
        tests::writeFile(m_files.filePath("vision"), m_model.vision);
        const QJsonObject text = tests::fileFrom(m_files.filePath("text"));
        return {{"Tiny-Q8_0.gguf", text}, {"Tiny-Q4_K_M.gguf", text},
            {"mmproj-Tiny-F16.gguf", tests::fileFrom(m_files.filePath("vision"))}};
    }

    // Repositories that a search finds, the last of which is downloaded most.
    void offerFound(int count)
    {
        QJsonObject all;
        for (int i = 0; i < count; ++i) {
            const QJsonArray files{QJsonObject{{"rfilename", "Heron-Q4_K_M.gguf"}},
                QJsonObject{{"rfilename", "Heron-Q8_0.gguf"}}};
            const QJsonObject card{{"downloads", i * 1000}, {"siblings", files},
                {"gguf", QJsonObject{{"total", 1'000'000'000}, {"context_length", 4096}}}};
            all[QString("owner/Heron-%1").arg(i)] = QJsonObject{{"card", card}};
        }
        m_hub.tell({{"repositories", all}});
        m_hub.requests();
    }

    static QByteArray usersCatalog()
    {
        return R"({"models": [{"repository": "some-owner/Tiny-GGUF", "name": "A tiny one",
            "goodFor": {"en": "Made to be tested."}, "languages": ["en"], "licence": "apache-2.0",
            "parameters": 9000000, "contextLength": 2048, "canSee": true}]})";
    }

    static services::ModelOffer offerOf(const QString& name)
    {
        services::ModelOffer offer;
        offer.repository = {"some-owner", name};
        offer.model.name = name.toStdString();
        offer.files << services::OfferedFile{
            {name + ".gguf", 1000, QByteArray(32, 'x')}, name + ".gguf"};
        return offer;
    }

    CatalogCard* card() const { return m_page->cards().first(); }
    const ModelDownload& download() const { return m_services->downloads().downloads().first(); }

    // Opens the row that these words lead to, and waits for the answer.
    OfferView* open(const QString& words)
    {
        m_page->search()->setText(words);
        CatalogCard* opened = card();
        QTest::keyClick(opened->openButton(), Qt::Key_Space);
        const auto hasAnswered = [&] {
            return opened->offer()->hasOffer() || !opened->offer()->againButton()->isHidden();
        };
        if (!QTest::qWaitFor(hasAnswered, patience))
            qFatal("the hub never answered");
        return opened->offer();
    }

    void keep(const QString& name)
    {
        const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
        QCoreApplication::processEvents();
        if (!folder.isEmpty())
            m_page->grab().save(folder + u'/' + name + ".png");
    }

    tests::MadeUpHub m_hub;
    tests::StarterCopy m_model;
    QTemporaryDir m_files;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<GetModels> m_page;
};

TESTS(GetModelsTest, QApplication);
#include "get_models_test.moc"
