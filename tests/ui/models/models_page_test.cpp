#include "services/models/load_settings.h"
#include "services/settings/settings_table.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/models/models_support.h"
#include "ui/models/model_card.h"
#include "ui/models/models_page.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/icon_button.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>

using services::ModelId;
using services::ModelState;
using services::parseModelId;
using tests::keepPicture;
using tests::modelPatience;
using ui::ModelCard;
using ui::ModelsPage;

namespace {

services::DeviceRoom roomOnCard(qint64 free)
{
    return {.free = free, .devices = "Card 9", .card = "cuda:9", .freeOnCard = free};
}

// Drops files as a file manager does.
bool drop(QWidget& widget, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPoint place = widget.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(&widget, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
    return event.isAccepted();
}

// Clicks a button once it is shown, which that of a new card is later.
void clickWhenShown(QAbstractButton* button)
{
    QVERIFY(QTest::qWaitFor([button] { return button->isVisible(); }, modelPatience));
    button->click();
}

} // namespace

class ModelsPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::useGpuOnHost(); } // before anyone asks for devices

    void theBuiltInModelIsThereAndSaysWhatItNeeds()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(720, 560);
        page.show();

        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked() && page.card({}), modelPatience);
        ModelCard& card = *page.card({});
        QVERIFY(card.useButton()->isHidden());
        QVERIFY(card.removeButton()->isHidden());
        const QString all = textOf(card);
        for (const char* fact :
            {"llama", "Q8_0", "vision", "Needs", "free", "Default for new chats"})
            QVERIFY2(all.contains(fact), qPrintable(all));
        keepPicture(page, "models-empty.png");
    }

    void modelsOfOtherProgramsAreFoundWhenAsked()
    {
        tests::ModelsWorld world;
        const QString digest(64, 'a');
        const QString blob = world.modelFile(".ollama/models/blobs/sha256-" + digest);
        const QString manifests = ".ollama/models/manifests/registry.ollama.ai/library/";
        for (const char* model : {"tiny", "gone"})
            QDir(world.folder.path()).mkpath(manifests + model);
        tests::writeFile(world.folder.filePath(manifests + "tiny/latest"),
            QString(R"({"layers": [{"mediaType": "application/vnd.ollama.image.model",)"
                    R"( "digest": "sha256:%1"}]})")
                .arg(digest)
                .toUtf8());
        tests::writeFile(world.folder.filePath(manifests + "gone/latest"), "{}");
        const QByteArray home = qgetenv("HOME");
        const auto back = qScopeGuard([&] { qputenv("HOME", home); });
        qputenv("HOME", QFile::encodeName(world.folder.path()));
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(720, 560);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked() && page.card({}), modelPatience);
        QVERIFY(!page.card(parseModelId(blob))); // nobody has asked yet

        const auto buttons = page.findChildren<QPushButton*>();
        const auto look = std::find_if(buttons.begin(), buttons.end(),
            [](const QPushButton* button) { return button->text().startsWith("Find installed"); });
        QVERIFY(look != buttons.end());
        (*look)->click();

        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(blob)), modelPatience);
        QVERIFY(textOf(*page.card(parseModelId(blob))).contains("Ollama: tiny:latest"));
        QTRY_COMPARE(page.notices().size(), 2);
        QVERIFY(page.notices()[0].startsWith("Added 1 model"));
        QVERIFY(page.notices()[1].contains("gone:latest"));
        QVERIFY((*look)->isEnabled());
        keepPicture(page, "models-found.png");
    }

    void aDroppedFileIsAddedLoadedChosenAndUnloaded()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(720, 560);
        page.show();
        const QString path = world.modelFile("模型 für später/my model.gguf", true);

        QVERIFY(drop(page, {path}));
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);
        ModelCard& card = *page.card(parseModelId(path));
        QVERIFY(textOf(card).contains("my model"));
        QVERIFY(textOf(card).contains("vision"));

        clickWhenShown(card.loadButton());
        QCOMPARE(card.loadButton()->text(), QString("Cancel"));
        QTRY_COMPARE_WITH_TIMEOUT(world.pool.registry().state(parseModelId(path)).stage,
            ModelState::Stage::Ready, modelPatience);
        QTRY_COMPARE(card.loadButton()->text(), QString("Unload")); // once the card was notified
        QVERIFY(card.stateText().contains("CPU"));

        card.useButton()->setFocus();
        QTest::keyClick(card.useButton(), Qt::Key_Space);
        QCOMPARE(world.pool.current(), parseModelId(path));
        QVERIFY(card.useButton()->isHidden());
        QVERIFY(textOf(card).contains("Default for new chats"));

        clickWhenShown(card.loadButton());
        QCOMPARE(
            world.pool.registry().state(parseModelId(path)).stage, ModelState::Stage::Unloaded);
        keepPicture(page, "models-two.png");
    }

    void aLoadIsCancelledInPlace()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.card({}), modelPatience);
        QPushButton* button = page.card({})->loadButton();

        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(world.pool.registry().state({}).stage, ModelState::Stage::Loading);
        QTest::mouseClick(button, Qt::LeftButton);

        QCOMPARE(world.pool.registry().state({}).stage, ModelState::Stage::Unloaded);
        QCOMPARE(button->text(), QString("Load"));
    }

    void aModelAndItsVisionPartFromElsewhereBelongTogether()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString model = world.modelFile("here/text.gguf");
        const QString other = world.modelFile("there/other.gguf", true);
        const QString projector = QFileInfo(other).dir().filePath("mmproj-other.gguf");

        QVERIFY(drop(page, {model, projector}));

        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(model)), modelPatience);
        QVERIFY(textOf(*page.card(parseModelId(model))).contains("vision"));
        QCOMPARE(world.installed.projectors().value(parseModelId(model)), projector);
    }

    void aFolderIsLookedThrough()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString one = world.modelFile("all/a/one.gguf", true);
        const QString two = world.modelFile("all/b/two.gguf");

        QVERIFY(drop(page, {world.folder.filePath("all")}));

        QTRY_VERIFY_WITH_TIMEOUT(
            page.card(parseModelId(one)) && page.card(parseModelId(two)), modelPatience);
        QCOMPARE(world.installed.models().size(), 3); // the vision part is none
    }

    void whatCannotBeUsedSaysWhy()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(640, 480);
        page.show();
        const QString damaged = world.damagedFile("broken.gguf");
        QDir(world.folder.path()).mkdir("nothing");

        QVERIFY(drop(page, {damaged, world.folder.filePath("nothing")}));

        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(damaged)), modelPatience);
        QVERIFY(page.card(parseModelId(damaged))->loadButton()->isHidden());
        QVERIFY2(textOf(*page.card(parseModelId(damaged))).contains("broken.gguf"),
            qPrintable(textOf(*page.card(parseModelId(damaged)))));
        QTRY_COMPARE_WITH_TIMEOUT(page.notices().size(), 1, modelPatience);
        QVERIFY2(page.notices().first().contains("No supported models found in “nothing”"),
            qPrintable(page.notices().first()));
        QCOMPARE(page.findChild<ui::Announcer*>()->text(), page.notices().first());
        keepPicture(page, "models-refused.png");
    }

    // A download that was cut off.
    void anIncompleteFileSaysWhatToDoAndFoldsTheRest()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString usable = world.modelFile("whole.gguf"), cut = world.modelFile("cut.gguf");
        QVERIFY(QFile::resize(cut, QFileInfo(cut).size() / 2));

        QVERIFY(drop(page, {usable, cut}));

        QTRY_VERIFY_WITH_TIMEOUT(
            page.card(parseModelId(cut)) && page.card(parseModelId(usable)), modelPatience);
        ModelCard& card = *page.card(parseModelId(cut));
        QVERIFY2(textOf(card).contains("The file is incomplete. Download it again."),
            qPrintable(textOf(card)));
        QVERIFY(!textOf(card).contains("ends inside"));
        QTRY_VERIFY(card.detailsButton()->isVisible());
        QVERIFY(!card.partsButton()->isVisible());
        QVERIFY(!card.fetchButton()->isVisible()); // nobody knows where it is from
        card.detailsButton()->click();
        QVERIFY2(textOf(card).contains("ends inside"), qPrintable(textOf(card)));
        QCOMPARE(
            world.installed.models().last().id, parseModelId(cut)); // although its name comes first
    }

    void whatWasAddedIsShownAndMarked()
    {
        tests::ModelsWorld world;
        for (int i = 0; i < 8; ++i)
            world.modelFile(QString("many/%1.gguf").arg(i));
        world.installed.add({world.folder.filePath("many")});
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(640, 480);
        page.show();
        QTRY_COMPARE_WITH_TIMEOUT(world.installed.models().size(), 9, modelPatience);
        const QString damaged = world.damagedFile("damaged.gguf"); // it is the last of the list

        QVERIFY(drop(page, {damaged}));

        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(damaged)), modelPatience);
        const ModelCard* card = page.card(parseModelId(damaged));
        QTRY_COMPARE(card->visibleRegion().boundingRect(), card->rect());
        QVERIFY(card->isNew());
        for (const services::ModelFacts& model : world.installed.models())
            QCOMPARE(page.card(model.id)->isNew(), page.card(model.id) == card);
        keepPicture(page, "models-new.png");
        page.hide();
        QVERIFY(!card->isNew());
    }

    void nothingIsCutOffInANarrowWindow()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(400, 560);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.card({}), modelPatience);

        const auto isWithin = [&] {
            for (const QAbstractButton* button : page.findChildren<QAbstractButton*>())
                if (button->isVisible()
                    && button->mapTo(&page, button->rect().bottomRight()).x() >= page.width())
                    return false;
            return true;
        };
        QTRY_VERIFY(isWithin());
        keepPicture(page, "models-narrow.png");
    }

    void aModelOnAServerIsNotLoadedHere()
    {
        tests::ModelsWorld world;
        const auto model = ModelId::remote("http://gpu-box:8000/v1", "parrot");
        world.installed.addRemote(model);
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();

        QTRY_VERIFY_WITH_TIMEOUT(page.card(model), modelPatience);

        QVERIFY2(textOf(*page.card(model)).contains("at gpu-box"),
            qPrintable(textOf(*page.card(model))));
        QVERIFY(page.card(model)->loadButton()->isHidden());
        QVERIFY(!page.card(model)->useButton()->isHidden());
        QVERIFY(!page.card(model)->removeButton()->isHidden());
    }

    void aModelThatIsThereAlreadyIsNotAddedSilently()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString path = world.modelFile("known.gguf");
        QVERIFY(drop(page, {path}));
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);
        QVERIFY(page.notices().isEmpty());

        QVERIFY(drop(page, {path}));

        QTRY_COMPARE_WITH_TIMEOUT(page.notices().size(), 1, modelPatience);
        QCOMPARE(page.notices().first(), QString("“known” has already been added."));
    }

    void theMemoryIsThatOfTheContextWhichIsUsed()
    {
        tests::ModelsWorld world;
        services::LoadOptions options = world.pool.defaults();
        options.contextTokens = 512;
        world.pool.setDefaults(options);
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();

        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked() && page.card({}), modelPatience);

        const QString all = textOf(*page.card({}));
        QVERIFY2(all.contains("with a context of 512 tokens"), qPrintable(all));
        QVERIFY2(all.contains("context length 2,048"), qPrintable(all));
    }

    void aVisionPartAloneIsRefused()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString model = world.modelFile("x.gguf", true);

        QVERIFY(drop(page, {QFileInfo(model).dir().filePath("mmproj-x.gguf")}));

        QTRY_COMPARE_WITH_TIMEOUT(page.notices().size(), 1, modelPatience);
        QVERIFY(page.notices().first().contains("vision encoder"));
        QVERIFY(!page.card(parseModelId(model)));
    }

    void memoryIsComparedWithThatOfTheChosenDevices()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked() && page.card({}), modelPatience);
        ModelCard& card = *page.card({});

        const services::MemoryEstimate estimate{.weights = 2'000'000'000, .contextTokens = 8192};
        card.showMemory(estimate, roomOnCard(5'000'000'000));

        QVERIFY2(textOf(card).contains(
                     "Needs 2.0 GB with a context of 8,192 tokens (5.0 GB free on Card 9)"),
            qPrintable(textOf(card)));
        card.showMemory(estimate, roomOnCard(1'000'000'000));
        QVERIFY2(textOf(card).contains("(1.0 GB free on Card 9). It may not fit"),
            qPrintable(textOf(card)));
    }

    void aCardThatIsChosenIsAsked()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked() && page.card({}), modelPatience);
        services::LoadOptions options;
        options.device = "cuda:0";
        world.pool.setDefaults(options);

        world.settings.set(services::settings::device, QString("cuda:0"));

        QTRY_VERIFY_WITH_TIMEOUT(textOf(*page.card({})).contains(" free on "), modelPatience);
    }

    void picturesAreLeftToOthers()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        QVERIFY(!drop(page, {world.folder.filePath("picture.png")}));
    }

    void removingLeavesTheFileAndIsRemembered()
    {
        tests::ModelsWorld world;
        const QString path = world.modelFile("all/gone.gguf");
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        QVERIFY(drop(page, {world.folder.filePath("all")}));
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);
        clickWhenShown(page.card(parseModelId(path))->useButton());

        clickWhenShown(page.card(parseModelId(path))->removeButton());

        QVERIFY(!page.card(parseModelId(path)));
        QVERIFY(QFile::exists(path));
        QVERIFY(world.pool.current().isBuiltIn());
        QVERIFY(world.pool.registry().resident().empty());
        world.installed.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(world.hasLooked(), modelPatience);
        QVERIFY(!page.card(parseModelId(path)));

        page.addFiles({path}); // until it is added again
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);
    }

    void removingIsUndone()
    {
        tests::ModelsWorld world;
        const QString path = world.modelFile("kept.gguf");
        const ModelId model = parseModelId(path);
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        page.addFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(page.card(model), modelPatience);
        clickWhenShown(page.card(model)->useButton());

        page.card(model)->removeButton()->setFocus();
        QTest::keyClick(page.card(model)->removeButton(), Qt::Key_Space);
        QVERIFY(!page.card(model));
        QVERIFY(page.card({})->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(page.undoBar()->isVisible());
        keepPicture(page, "models-removed.png");
        auto* undo = page.undoBar()->findChild<QPushButton*>();
        undo->setFocus();
        QTest::keyClick(undo, Qt::Key_Space);

        QTRY_VERIFY_WITH_TIMEOUT(page.card(model), modelPatience);
        QCOMPARE(world.pool.current(), model);
        QTRY_VERIFY(page.card(model)->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(world.settings.get(services::settings::addedModels), QStringList{path});
        QVERIFY(world.settings.get(services::settings::removedModels).isEmpty());
    }

    void filesAreDeletedAfterAQuestionThatNamesThem()
    {
        tests::ModelsWorld world;
        const QString path = world.modelFile("mine/lost.gguf", true);
        const QString other = world.modelFile("mine/stays.gguf");
        const ModelId model = parseModelId(path);
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(720, 560);
        page.show();
        page.addFiles({path, other});
        QTRY_VERIFY_WITH_TIMEOUT(page.card(model), modelPatience);
        clickWhenShown(page.card(model)->useButton());

        page.card(model)->deleteButton()->setFocus();
        QTest::keyClick(page.card(model)->deleteButton(), Qt::Key_Space);
        QTRY_VERIFY(questionOf(page));
        const QMessageBox& question = *questionOf(page);
        const QString all = question.text() + question.informativeText();
        const qint64 bytes = QFileInfo(path).size()
            + QFileInfo(QFileInfo(path).dir().filePath("mmproj-lost.gguf")).size();
        for (const QString& fact : {QString("“lost”"), QString("lost.gguf"),
                 QString("mmproj-lost.gguf"), ui::sizeText(bytes), QFileInfo(path).path(),
                 QString("Vignette didn't download this model")})
            QVERIFY2(all.contains(fact), qPrintable(fact + " is not in " + all));
        keepPicture(*questionOf(page), "models-delete-question.png");
        QTest::keyClick(questionOf(page), Qt::Key_Escape);
        QTRY_VERIFY(!questionOf(page));
        QVERIFY(QFile::exists(path) && page.card(model));

        clickWhenShown(page.card(model)->deleteButton());
        QTRY_VERIFY(questionOf(page));
        for (QAbstractButton* button : questionOf(page)->buttons())
            if (button->text().remove('&') == "Delete files")
                button->click();

        QTRY_VERIFY_WITH_TIMEOUT(!page.card(model), modelPatience);
        QVERIFY(!QFile::exists(path));
        QVERIFY(!QFile::exists(QFileInfo(path).dir().filePath("mmproj-lost.gguf")));
        QVERIFY(QFile::exists(other));
        QVERIFY(world.pool.current().isBuiltIn());
        QVERIFY(world.pool.registry().resident().empty());
        QCOMPARE(world.settings.get(services::settings::addedModels), QStringList{other});
        QVERIFY(page.findChild<ui::Announcer*>()->text().startsWith("Deleted “lost”"));
        QVERIFY(page.card(parseModelId(other))->isAncestorOf(page.focusWidget()));
    }

    // The cache of Hugging Face holds links; what they lead to is not ours to delete.
    void aLinkIsNotFollowedWhenFilesAreDeleted()
    {
        tests::ModelsWorld world;
        const QString blob = world.modelFile("blobs/weights.gguf");
        QDir(world.folder.path()).mkdir("snapshot");
        const QString link = world.folder.filePath("snapshot/linked.gguf");
        QVERIFY(QFile::link(blob, link));
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        page.addFiles({link});
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(link)), modelPatience);

        clickWhenShown(page.card(parseModelId(link))->deleteButton());

        QTRY_COMPARE(page.notices().size(), 1);
        QVERIFY(page.notices().first().contains("another program"));
        QVERIFY(!questionOf(page));
        QVERIFY(QFile::exists(blob) && QFile::exists(link));
    }

    void itLooksRightInTheDarkAndWithLongNames()
    {
        tests::ModelsWorld world;
        world.theme.setScheme(ui::Scheme::Dark);
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.resize(480, 640);
        page.show();
        const QString path = world.modelFile(
            "A-very-long-name-of-a-model-that-somebody-gave-it-2026-instruct-Q4_K_M.gguf", true);
        page.addFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);
        clickWhenShown(page.card(parseModelId(path))->loadButton());
        QTRY_VERIFY(
            page.card(parseModelId(path))->width() <= page.width()); // once it has its place
        QTRY_COMPARE_WITH_TIMEOUT(world.pool.registry().state(parseModelId(path)).stage,
            ModelState::Stage::Ready, modelPatience);
        keepPicture(page, "models-dark.png");
    }

    void everyControlHasANameAndCanBeReached()
    {
        tests::ModelsWorld world;
        ModelsPage page(world.pool, world.installed, world.settings, world.downloads);
        page.show();
        const QString path = world.modelFile("one.gguf");
        page.addFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(page.card(parseModelId(path)), modelPatience);

        int checked = 0;
        for (const QAbstractButton* button : page.findChildren<QAbstractButton*>()) {
            if (!button->isVisible())
                continue;
            ++checked;
            QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
            QVERIFY(button->focusPolicy() & Qt::TabFocus);
            QVERIFY2(button->height() >= 24, qPrintable(button->text()));
        }
        QVERIFY(checked > 0);
    }

private:
    static QMessageBox* questionOf(const ModelsPage& page)
    {
        return page.findChild<QMessageBox*>();
    }

    // All that is to be read on a card.
    static QString textOf(const ModelCard& card)
    {
        QStringList texts;
        for (const QLabel* label : card.findChildren<QLabel*>())
            if (!label->isHidden())
                texts << label->text();
        return texts.join('\n');
    }
};

TESTS(ModelsPageTest, QApplication);
#include "models_page_test.moc"
