#include "tests/services/captions/caption_runs.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/captions/caption_export.h"
#include "ui/captions/caption_progress.h"
#include "ui/captions/caption_table.h"
#include "ui/captions/captions_page.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/pages.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QUrl>

using services::CaptionRow;
using services::CaptionRun;
using State = CaptionRow::State;
using tests::isAtRest;
using tests::patience;

// The page as a user works with it, on the real services and the built-in model.
class CaptionsPageTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_folder = std::make_unique<QTemporaryDir>();
        m_page = std::make_unique<ui::CaptionsPage>(m_services->captions(), m_services->models(),
            m_services->installed(), ui::makePhotoModel(*m_services));
        m_page->resize(900, 640);
        m_page->show();
    }
    void cleanup() { m_page.reset(); }

    void anEmptyPageSaysWhatToDo()
    {
        QVERIFY(!m_page->run());
        QVERIFY(button("Choose a folder…"));
        keep("captions-empty.png");
    }

    void aDroppedFolderIsDescribedAtAPush()
    {
        const auto expected = tests::trueCaptions();
        drop({tests::resource("samples")});
        QTRY_VERIFY(m_page->run());
        CaptionRun* run = m_page->run();
        QTRY_COMPARE(table()->model()->rowCount(), int(expected.size()));
        QVERIFY(isAtRest(*run)); // it waits to be started
        keep("captions-waiting.png");

        QTest::mouseClick(button("Start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Done), expected.size(), patience);

        QTRY_VERIFY(isAtRest(*run));
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            QCOMPARE(text(row, ui::CaptionTableModel::CaptionColumn),
                expected[text(row, ui::CaptionTableModel::FileColumn)]);
        QTRY_VERIFY(!button("Start") || !button("Start")->isEnabled());
        keep("captions-done.png");
        m_services->theme().setScheme(ui::Scheme::Dark);
        m_page->resize(640, 480);
        QCoreApplication::processEvents();
        keep("captions-done-small-dark.png");
        m_services->theme().setScheme(ui::Scheme::Light);
    }

    // What failed was not described, and looks like it.
    void brokenPicturesAreNeitherCountedNorShownAsDescribed()
    {
        tests::copySample("one-1.png", m_folder->filePath("0.png"));
        QFile broken(m_folder->filePath("1.png"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("\x89PNG\r\n\x1a\n and no more");
        broken.close();
        drop({m_folder->path()});
        QTRY_VERIFY(m_page->run());
        CaptionRun* run = m_page->run();
        QTRY_COMPARE(table()->model()->rowCount(), 2);
        QTRY_VERIFY(isAtRest(*run));
        QVERIFY(button("Start")->property(ui::primaryButton).toBool());

        QTest::mouseClick(button("Start"), Qt::LeftButton);
        QVERIFY(!m_page->findChild<ui::CaptionProgress*>()
                     ->findChild<QPushButton*>()
                     ->property(ui::primaryButton)
                     .toBool());
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*run) && run->count(State::Failed) == 1, patience);

        QTRY_VERIFY(shows("1 of 2 described"));
        QVERIFY(shows("Done – 1 picture(s) failed"));
        const QColor mark = ui::colors(m_page->palette()).error;
        const auto fileOf = [this](int row) {
            return table()->viewport()->grab(table()->visualRect(
                table()->model()->index(row, ui::CaptionTableModel::FileColumn)));
        };
        QTRY_VERIFY(holds(fileOf(1), mark));
        QVERIFY(!holds(fileOf(0), mark));
        keep("captions-broken.png");
    }

    // Photographs, to the built-in model.
    void manyFailuresForOneReasonAreSaidOnceWithWhatCanBeDone()
    {
        const auto page = tests::dataFolder() / "foreign" / "like_a_page.png";
        QStringList files;
        for (int i = 0; i < 3; ++i) {
            files << m_folder->filePath(QString("%1.png").arg(i));
            QVERIFY(QFile::copy(QString::fromStdString(page.string()), files.last()));
        }
        files << m_folder->filePath("drawing.png");
        tests::copySample("one-1.png", files.last());
        m_page->addFolders(files);
        CaptionRun* run = m_page->run();
        QTRY_VERIFY(isAtRest(*run) && run->size() == 4);
        QTest::mouseClick(button("Start"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*run) && run->count(State::Failed) == 3, patience);

        const auto* notice = m_page->findChild<ui::Notice*>();
        QVERIFY(notice);
        QVERIFY2(notice->message().startsWith("3 picture(s): "), qPrintable(notice->message()));
        const auto* bar = m_page->findChild<ui::CaptionBar*>();
        QTRY_COMPARE(bar->failed(), 3);
        QCOMPARE(bar->value(), 1);
        const QPixmap painted = const_cast<ui::CaptionBar*>(bar)->grab();
        const ui::Colors& color = ui::colors(m_page->palette());
        QVERIFY(holds(painted, color.error));
        QVERIFY(holds(painted, color.accent));
        for (const QSize size : {QSize(900, 640), QSize(540, 520)}) {
            m_page->resize(size);
            QCoreApplication::processEvents();
            keep(QString("captions-failed-%1.png").arg(size.width()));
            QVERIFY(table()->viewport()->height() >= 3 * table()->rowHeight(0)); // it scrolls
        }

        QSignalSpy wanted(m_page.get(), &ui::CaptionsPage::seeingModelRequested);
        QTRY_VERIFY(button("Other models…"));
        QTest::mouseClick(button("Other models…"), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        QTest::mouseClick(button("Retry"), Qt::LeftButton);
        QVERIFY(run->count(State::Failed) < 3);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*run) && run->count(State::Failed) == 3, patience);
    }

    void foldersBelowAreDescribedIfTheUserWantsThem_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<int>("pictures");
        QTest::newRow("with") << "Include subfolders" << 3;
        QTest::newRow("without") << "Exclude subfolders" << 1;
    }
    void foldersBelowAreDescribedIfTheUserWantsThem()
    {
        QFETCH(QString, choice);
        QFETCH(int, pictures);
        const QDir folder(m_folder->path());
        for (const QString below : {"trip", "trip/below/deeper", "trip/other", "trip/empty"})
            QVERIFY(folder.mkpath(below));
        for (const QString file : {"trip/a.png", "trip/below/deeper/b.png", "trip/other/c.png"})
            QVERIFY(QFile::copy(tests::resource("samples/one-1.png"), folder.filePath(file)));

        drop({folder.filePath("trip")});
        QTRY_VERIFY(m_page->findChild<QMessageBox*>());
        QVERIFY(!m_page->run());
        QVERIFY(m_page->findChild<QMessageBox*>()->text().contains('2'));
        QTest::mouseClick(button(choice), Qt::LeftButton);

        QVERIFY(m_page->run());
        QTRY_COMPARE(m_page->run()->size(), pictures);
    }

    void aRunIsPausedAndResumed()
    {
        CaptionRun* run = addCopies(40);
        QTest::mouseClick(button("Start"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Done) >= 1, patience);

        QTest::mouseClick(button("Pause"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*run), patience);
        QVERIFY(run->count(State::Waiting) > 0);
        QTRY_VERIFY(button("Resume"));
        QTest::mouseClick(button("Resume"), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Done), 40, patience);
    }

    void aCaptionIsEditedInPlaceByKeys()
    {
        CaptionRun* run = addCopies(2);
        select(1);
        QTest::keyClick(table(), Qt::Key_F2);
        auto* field = table()->findChild<QPlainTextEdit*>();
        QVERIFY(field);
        QVERIFY(field->accessibleName().contains("1.png"));

        QTest::keyClicks(field, "My own");
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(field, "words");
        QTest::keyClick(field, Qt::Key_Return);

        QCOMPARE(run->row(1).caption, QString("My own\nwords"));
        QCOMPARE(run->row(1).state, State::Edited);
        select(0);
        QTest::keyClick(table(), Qt::Key_F2);
        field = table()->findChild<QPlainTextEdit*>();
        QTest::keyClicks(field, "never mind");
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(run->row(0).state, State::Waiting);
    }

    // The row is described meanwhile, and leaves those that are shown.
    void whatIsBeingWrittenIsNotLostToTheModel()
    {
        CaptionRun* run = addCopies(2);
        auto* states = combo("Filter pictures by status");
        states->setCurrentIndex(states->findData(int(State::Waiting)));
        select(1);
        QTest::keyClick(table(), Qt::Key_F2);
        auto* field = table()->findChild<QPlainTextEdit*>();
        QVERIFY(field);
        QTest::keyClicks(field, "My own");
        const auto keepText = [run, field](qsizetype row) {
            if (row == 1 && run->row(1).state == State::Running)
                QTest::keyClick(field, Qt::Key_Return);
        };
        connect(run, &CaptionRun::rowChanged, field, keepText, Qt::QueuedConnection);

        run->start();
        QTRY_COMPARE_WITH_TIMEOUT(run->row(0).state, State::Done, patience);
        QTRY_VERIFY_WITH_TIMEOUT(isAtRest(*run), patience);

        QCOMPARE(run->row(1).caption, QString("My own"));
        QCOMPARE(run->row(1).state, State::Edited);
        QCOMPARE(run->count(State::Running), 0);
        QCOMPARE(table()->model()->rowCount(), 0); // it is no longer edited
    }

    void whatIsNeitherFolderNorPictureIsLeftOut()
    {
        QFile model(m_folder->filePath("model.gguf"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write("GGUF");
        model.close();

        drop({model.fileName()});
        QVERIFY(!m_page->run());
        QVERIFY(m_page->findChild<ui::Notice*>()->message().contains("model.gguf"));
        drop({model.fileName(), tests::resource("samples/one-1.png")});

        QTRY_COMPARE(table()->model()->rowCount(), 1);
        QVERIFY(m_page->findChild<ui::Notice*>());
    }

    void rowsAreFilteredByWordsAndState()
    {
        CaptionRun* run = addCopies(5);
        run->setCaption(2, "A red boat");
        run->setCaption(3, "A blue boat");

        auto* search = m_page->findChild<QLineEdit*>();
        QTest::keyClicks(search, "boat RED");
        QCOMPARE(table()->model()->rowCount(), 1);
        QCOMPARE(text(0, ui::CaptionTableModel::FileColumn), QString("2.png"));
        search->clear();
        auto* states = combo("Filter pictures by status");
        states->setCurrentIndex(states->findData(int(State::Edited)));

        QCOMPARE(table()->model()->rowCount(), 2);
        states->setCurrentIndex(0);
        QCOMPARE(table()->model()->rowCount(), 5);
    }

    void selectedRowsAreDescribedAgain()
    {
        CaptionRun* run = addCopies(2);
        run->setCaption(0, "Wrong");
        run->setCaption(1, "Kept");
        QVERIFY(!button("Describe again")->isEnabled());
        select(0);

        QTest::mouseClick(button("Describe again"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(run->row(0).state, State::Done, patience);

        QCOMPARE(run->row(0).caption, tests::trueCaptions()["one-1.png"]);
        QCOMPARE(run->row(1).caption, QString("Kept"));
    }

    void captionsAreExportedToAFileOfTheUsersChoice()
    {
        CaptionRun* run = addCopies(2);
        run->setCaption(0, "=not a formula");
        const QString path = m_folder->filePath("out.csv");

        exportMenu()->actions()[0]->trigger();
        auto* dialog = m_page->findChild<QFileDialog*>();
        QVERIFY(dialog);
        dialog->selectFile(path);
        QSignalSpy exported(exportMenu(), &ui::CaptionExport::exported);
        static_cast<QDialog*>(dialog)->accept();
        QTRY_COMPARE(exported.count(), 1);

        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray table = file.readAll();
        QVERIFY(table.contains(",'=not a formula"));
        QVERIFY(table.startsWith("\xEF\xBB\xBF")); // unless the menu says otherwise
    }

    void aTableIsWrittenWithoutAByteOrderMarkIfTheUserWantsThat()
    {
        addCopies(1);
        const QString path = m_folder->filePath("out.csv");
        for (QAction* action : exportMenu()->actions())
            if (action->isCheckable())
                action->trigger();

        exportMenu()->actions()[0]->trigger();
        auto* dialog = m_page->findChild<QFileDialog*>();
        QVERIFY(dialog);
        dialog->selectFile(path);
        QSignalSpy exported(exportMenu(), &ui::CaptionExport::exported);
        static_cast<QDialog*>(dialog)->accept();
        QTRY_COMPARE(exported.count(), 1);

        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("file,"));
    }

    void textFilesThatAreThereAreAskedAbout()
    {
        CaptionRun* run = addCopies(2);
        run->setCaption(0, "New");
        run->setCaption(1, "Other");
        QFile mine(m_folder->filePath("0.txt"));
        QVERIFY(mine.open(QIODevice::WriteOnly));
        mine.write("mine");
        mine.close();

        for (QAction* action : exportMenu()->actions())
            if (action->text().contains("text files"))
                action->trigger();
        QTRY_VERIFY(m_page->findChild<QMessageBox*>());
        QSignalSpy exported(exportMenu(), &ui::CaptionExport::exported);
        QTest::keyClick(m_page->findChild<QMessageBox*>(), Qt::Key_Return); // keeps them
        QTRY_COMPARE(exported.count(), 1);

        QVERIFY(mine.open(QIODevice::ReadOnly));
        QCOMPARE(mine.readAll(), QByteArray("mine"));
        QVERIFY(QFile::exists(m_folder->filePath("1.txt")));
    }

    void aRemovedRunComesBackByUndo()
    {
        CaptionRun* run = addCopies(1);

        for (QAction* action : m_page->findChildren<QAction*>())
            if (action->text() == "Remove run")
                action->trigger();
        QVERIFY(!m_page->run());
        QTest::mouseClick(button("Undo"), Qt::LeftButton);

        QCOMPARE(m_page->run(), run);
    }

    void anEmptyFolderIsToldOfWhereItWasDropped()
    {
        QVERIFY(QDir(m_folder->path()).mkdir("empty"));

        drop({m_folder->filePath("empty")});

        QTRY_VERIFY(m_page->findChild<ui::Notice*>());
        QVERIFY(m_page->findChild<ui::Notice*>()->message().contains("no picture"));
        QVERIFY(!m_page->run()); // nothing is left of it
        QVERIFY(button("Choose a folder…"));

        addCopies(1);
        CaptionRun* first = m_page->run();
        m_page->addFolders({m_folder->filePath("empty")});
        QTRY_COMPARE(m_page->run(), first);
        QCOMPARE(m_services->captions().rowCount(), 1);
    }

    void filesThatArePastedAreTakenAsIfDropped()
    {
        tests::copySample("one-1.png", m_folder->filePath("a.png"));
        auto* data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_folder->filePath("a.png"))});
        QGuiApplication::clipboard()->setMimeData(data);
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        button("Choose a folder…")->setFocus();

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_V, Qt::ControlModifier);

        QTRY_VERIFY(m_page->run() && m_page->run()->size() == 1);
    }

    void ownSchemasMustBeJson()
    {
        addCopies(1);
        auto* form = combo("Format");

        form->setCurrentIndex(form->count() - 1);

        QVERIFY(!button("Start")->isEnabled());
        for (auto* field : m_page->findChildren<QPlainTextEdit*>())
            if (field->accessibleName().contains("schema"))
                field->setPlainText("{\"type\": \"object\"}");
        QVERIFY(button("Start")->isEnabled());
    }

    void manyRowsCostNoMoreThanThoseInSight()
    {
        QStringList files;
        for (int i = 0; i < 5000; ++i) {
            files << m_folder->filePath(QString("a rather long name of a picture %1.png").arg(i));
            QVERIFY(QFile(files.last()).open(QIODevice::WriteOnly));
        }
        drop(files);
        QTRY_COMPARE(table()->model()->rowCount(), 5000);
        for (int i = 0; i < 5000; i += 3)
            m_page->run()->setCaption(i, QString("A long caption. ").repeated(i % 40));

        table()->scrollToBottom();
        QTRY_VERIFY(table()->indexAt(table()->viewport()->rect().center()).row() > 4900);

        keep("captions-many.png");
        m_page->resize(1920, 1080);
        QCoreApplication::processEvents(); // layouts
        keep("captions-many-hd.png");
    }

    void aPictureOpensInTheViewerAndAPartCanBeAskedAbout()
    {
        addCopies(1);
        select(0);
        QSignalSpy asked(m_page.get(), &ui::CaptionsPage::pictureAskedAbout);

        QTest::keyClick(table(), Qt::Key_Space);
        QTRY_VERIFY(m_page->findChild<ui::PictureViewer*>());
        auto* viewer = m_page->findChild<ui::PictureViewer*>();
        QTRY_VERIFY(viewer->isVisible());
        QTest::keyClick(viewer, Qt::Key_M);
        QTest::keyClick(m_page->focusWidget(), Qt::Key_Return);

        QCOMPARE(asked.count(), 1);
        QVERIFY(!viewer->isVisible());
        const auto part = asked.first().first().value<services::Picture>();
        QCOMPARE(part.image.size(), QSize(192, 192)); // the middle of 384 × 384
    }

    void factsOfCaptionsLeadToTheirPlaces()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        m_page->setTexts(m_services->pictureTexts(), m_services->settings());
        QVERIFY(tests::receipt().save(m_folder->filePath("receipt.png")));
        drop({m_folder->filePath("receipt.png")});
        QTRY_VERIFY(m_page->run() && m_page->run()->size() == 1);
        m_page->run()->setCaption(0, "The total is 14.60, not 19.60.");
        QTRY_VERIFY_WITH_TIMEOUT(m_page->run()->row(0).facts, patience);
        QCOMPARE(m_page->run()->row(0).facts->size(), 2);
        QComboBox* filter = combo("Filter pictures by status");
        filter->setCurrentIndex(filter->findText("Missing facts"));
        QCOMPARE(table()->model()->rowCount(), 1);
        m_page->run()->setCaption(0, "The total is 14.60.");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 0, patience);
        m_page->run()->setCaption(0, "The total is 14.60, not 19.60.");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 1, patience);
        const QModelIndex caption
            = table()->model()->index(0, ui::CaptionTableModel::CaptionColumn);
        const QString told = caption.data(Qt::AccessibleDescriptionRole).toString();
        QVERIFY2(told.contains("14.60, found") && told.contains("19.60 isn't in the picture"),
            qPrintable(told));
        keep("captions-facts.png");

        table()->setCurrentIndex(caption);
        QContextMenuEvent byKeys(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(table(), &byKeys);
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QHash<QString, bool> enabled;
        for (const QAction* action : menu->actions())
            enabled[action->text().section(u' ', 0, 0)] = action->isEnabled();
        QVERIFY(enabled.value("14.60,") && enabled.contains("19.60") && !enabled["19.60"]);
        menu->close();

        const QRect cell = table()->visualRect(caption);
        const auto showsHand = [&](int x) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, cell.center().y()),
                table()->viewport()->mapToGlobal(QPointF(x, cell.center().y())), Qt::NoButton,
                Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(table()->viewport(), &move);
            return table()->viewport()->cursor().shape() == Qt::PointingHandCursor;
        };
        int x = cell.left();
        while (x < cell.right() && !showsHand(x))
            ++x;
        QVERIFY(x < cell.right());
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, {x + 2, cell.center().y()});
        QTRY_VERIFY(m_page->findChild<ui::PictureViewer*>());
        QTRY_VERIFY(m_page->findChild<ui::PictureViewer*>()->isVisible());
        keep("captions-place.png");
    }

    void everythingIsNamedAndFitsASmallWindow()
    {
        addCopies(3);
        m_page->resize(460, 420);
        QCoreApplication::processEvents();
        keep("captions-narrow.png");

        QVERIFY2(m_page->minimumSizeHint().width() <= 460,
            qPrintable(QString::number(m_page->minimumSizeHint().width())));
        for (QWidget* widget : m_page->findChildren<QWidget*>()) {
            if (!widget->isVisibleTo(m_page.get()) || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(
                !accessible->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }

private:
    ui::CaptionTable* table() const { return m_page->findChild<ui::CaptionTable*>(); }
    ui::CaptionExport* exportMenu() const { return m_page->findChild<ui::CaptionExport*>(); }

    QString text(int row, int column) const
    {
        return table()->model()->index(row, column).data().toString();
    }

    bool shows(const QString& message) const
    {
        const auto labels = m_page->findChildren<ui::TextLabel*>();
        return std::ranges::any_of(labels, [&](const auto* label) {
            return label->text() == message && label->isVisibleTo(m_page.get());
        });
    }

    static bool holds(const QPixmap& picture, const QColor& color)
    {
        const QImage image = picture.toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == color)
                    return true;
        return false;
    }

    QAbstractButton* button(const QString& name) const
    {
        for (QAbstractButton* each : m_page->findChildren<QAbstractButton*>())
            if (each->text() == name && each->isVisibleTo(m_page.get()))
                return each;
        return nullptr;
    }

    QComboBox* combo(const QString& name) const
    {
        for (QComboBox* each : m_page->findChildren<QComboBox*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    void select(int row)
    {
        table()->setFocus();
        table()->setCurrentIndex(
            table()->model()->index(row, ui::CaptionTableModel::CaptionColumn));
    }

    void drop(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        const QPoint place = m_page->rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page.get(), &event);
    }

    // A run over copies of a sample: 0.png, 1.png …
    CaptionRun* addCopies(int count)
    {
        QStringList files;
        for (int i = 0; i < count; ++i) {
            files << m_folder->filePath(QString("%1.png").arg(i));
            tests::copySample("one-1.png", files.last());
        }
        m_page->addFolders(files);
        CaptionRun* run = m_page->run();
        [&] { QTRY_VERIFY(isAtRest(*run) && run->size() == count); }();
        return run;
    }

    // Saves an image for people to look at if the environment names a folder.
    void keep(const QString& name)
    {
        const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
        if (!folder.isEmpty())
            m_page->grab().save(folder + u'/' + name);
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::CaptionsPage> m_page;
};

TESTS(CaptionsPageTest, QApplication);
#include "captions_page_test.moc"
