#include "services/catalog/photo_model.h"
#include "services/downloads/model_downloads.h"
#include "services/hub/token_keeper.h"
#include "services/network/network.h"
#include "services/settings/settings_table.h"
#include "services/text.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/captions/caption_progress.h"
#include "ui/captions/captions_page.h"
#include "ui/catalog/photo_model_view.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"
#include "ui/window/pages.h"

#include <QApplication>
#include <QFile>
#include <QSignalSpy>

using services::Message;
using services::PhotoModel;
using Phase = services::ModelDownload::Phase;
using tests::buttonSaying;
using tests::lastMessage;
using tests::patience;

/// One button leads from the first photograph to a model that sees it, with a hub that has only one.
class PhotoModelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_hub.setFaults({});
        m_hub.offer("some-owner/Tiny-GGUF", files());
        m_hub.requests();
        qputenv("HF_ENDPOINT", m_hub.address().toString().toUtf8());
        m_services = std::make_unique<tests::TestServices>();
    }
    void cleanup()
    {
        m_page.reset();
        m_window.reset();
        m_services.reset();
    }

    void aPhotographIsAnsweredAgainByADownloadedModel()
    {
        askAboutPhotograph();
        QAbstractButton* get = nullptr;
        QTRY_VERIFY(get = offeredIn(*view()));
        QCOMPARE(get->text(), "Download A tiny one (about " + size() + ')');
        QVERIFY(offer()->stateText().startsWith("From 127.0.0.1. "));
        QVERIFY(m_hub.requests().isEmpty());
        QVERIFY(m_services->hosts().hosts().isEmpty());
        tests::keepPicture(*m_window, "photo-model-offered.png");

        m_hub.setFaults({{"bytes_per_second", 4'000'000}, {"cut_after", 1'000'000}});
        QTest::mouseClick(get, Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(buttonSaying(*view(), "Pause"), patience);
        tests::keepPicture(*m_window, "photo-model-downloading.png");
        m_hub.setFaults({});
        QTRY_VERIFY_WITH_TIMEOUT(!answer().model.isBuiltIn(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
        QCOMPARE(m_window->conversation()->rowCount(), 2);
        QCOMPARE(m_window->conversation()->tree().versions(answer().id).size(), 2);
        QCOMPARE(answer().model, m_services->downloads().downloads().first().model);
        QVERIFY(!offer());
        tests::keepPicture(*m_window, "photo-model-answered.png");
    }

    void aDownloadIsPausedAndCanceledWhereItIsShown()
    {
        askAboutPhotograph();
        m_hub.setFaults({{"bytes_per_second", 200'000}});
        QTRY_VERIFY(offer() && offer()->isVisible());
        QTest::mouseClick(offered(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(buttonSaying(*view(), "Pause"), patience);
        const auto& downloads = m_services->downloads().downloads();

        QTest::mouseClick(buttonSaying(*view(), "Pause"), Qt::LeftButton);
        QTRY_COMPARE(downloads.first().phase, Phase::Paused);
        tests::keepPicture(*m_window, "photo-model-paused.png");
        QTest::mouseClick(buttonSaying(*view(), "Resume"), Qt::LeftButton);
        QTRY_VERIFY(downloads.first().phase != Phase::Paused);

        QTest::mouseClick(buttonSaying(*view(), "Cancel"), Qt::LeftButton);
        QTRY_VERIFY(downloads.isEmpty());
        QVERIFY(offered()); // with the true size now
        QVERIFY(answer().model.isBuiltIn());
    }

    void aHubThatDoesNotAnswerCanBeAskedAgain()
    {
        askAboutPhotograph();
        m_hub.setFaults({{"api", "<html>"}});
        QTRY_VERIFY(offer() && offer()->isVisible());

        QTest::mouseClick(offered(), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(buttonSaying(*view(), "Retry"), patience);
        QVERIFY2(offer()->stateText().contains("127.0.0.1"), qPrintable(offer()->stateText()));
        QVERIFY(buttonSaying(*view(), "Other models…"));
        tests::keepPicture(*m_window, "photo-model-failed.png");
        m_hub.setFaults({});
        QTest::mouseClick(buttonSaying(*view(), "Retry"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!answer().model.isBuiltIn(), patience);
    }

    // The canceled question is deleted by the event loop; until then it may be answered.
    void whatIsCanceledWhileTheHubIsAskedIsOfferedAgain()
    {
        writeCatalog(m_bytes);
        m_services->settings().set(services::settings::hubTokenIsKept, true);
        tests::MadeUpKeyring keyring{tests::MadeUpKeyring::Mood::IsSilent};
        services::TokenKeeper tokens(m_services->settings(), keyring.store());
        PhotoModel model(tokens, m_services->settings(), m_services->hosts(),
            m_services->downloads(), m_services->installed(), ui::Services(*m_services).planner,
            m_services->file("catalogue.json"));
        model.prepare();
        QTRY_COMPARE(model.stage(), PhotoModel::Stage::Offered);

        model.get();
        QCOMPARE(model.stage(), PhotoModel::Stage::Asking);
        model.cancel();
        QVERIFY(keyring.late);
        keyring.late(); // now there is a token, and the hub could be asked

        QCOMPARE(model.stage(), PhotoModel::Stage::Offered);
        QVERIFY(m_services->hosts().hosts().isEmpty());
        model.get();
        QTRY_COMPARE_WITH_TIMEOUT(m_services->downloads().downloads().size(), 1, patience);
        QVERIFY(model.isExact());
    }

    void aMuchLargerModelIsOfferedAgainWithItsSize()
    {
        writeCatalog(m_bytes / 2);
        const std::unique_ptr<PhotoModel> model(ui::makePhotoModel(*m_services));
        model->prepare();
        QTRY_COMPARE(model->stage(), PhotoModel::Stage::Offered);
        QVERIFY(!model->isExact());

        model->get();
        QTRY_VERIFY_WITH_TIMEOUT(model->isExact(), patience);
        QCOMPARE(model->stage(), PhotoModel::Stage::Offered);
        QCOMPARE(model->bytes(), m_bytes);
        QVERIFY(m_services->downloads().downloads().isEmpty());

        QSignalSpy ready(model.get(), &PhotoModel::ready);
        model->get();
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);
    }

    void captionsThatFailedAreWrittenAgain()
    {
        writeCatalog(m_bytes);
        QTemporaryDir folder;
        QStringList pictures;
        for (int i = 0; i < 2; ++i) {
            pictures << folder.filePath(QString("%1.png").arg(i));
            QVERIFY(QFile::copy(photograph(), pictures.last()));
        }
        m_page = std::make_unique<ui::CaptionsPage>(m_services->captions(), m_services->models(),
            m_services->installed(), ui::makePhotoModel(*m_services));
        m_page->resize(900, 640);
        m_page->show();
        m_page->addFolders(pictures);
        using State = services::CaptionRow::State;
        const services::CaptionRun* run = m_page->run();
        QTRY_VERIFY(!run->isLooking() && run->size() == 2);
        QTest::mouseClick(buttonSaying(*m_page, "Start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Failed), 2, patience);
        QAbstractButton* get = nullptr;
        QTRY_VERIFY(get = offeredIn(*m_page));
        QCOMPARE(get->text(), "Download A tiny one (about " + size() + ')');
        tests::keepPicture(*m_page, "photo-model-captions.png");
        const auto* said = m_page->findChild<ui::PhotoModelView*>()->findChild<ui::TextLabel*>();
        QVERIFY(said->geometry().left() > get->geometry().right()); // one row, and more captions
        m_page->resize(520, 640);
        QTRY_VERIFY(said->geometry().top() > get->geometry().bottom());
        QVERIFY(get->width() >= get->sizeHint().width());
        tests::keepPicture(*m_page, "photo-model-captions-narrow.png");

        QTest::mouseClick(get, Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(!run->task().model.isBuiltIn(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Done), 2, patience);
    }

private:
    static QString photograph()
    {
        return QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_page.png").string());
    }

    QJsonObject files()
    {
        tests::writeFile(m_files.filePath("text"), m_model.text);
        tests::writeFile(m_files.filePath("vision"), m_model.vision);
        m_bytes = m_model.text.size() + m_model.vision.size();
        return {{"Tiny-Q8_0.gguf", tests::fileFrom(m_files.filePath("text"))},
            {"mmproj-Tiny-F16.gguf", tests::fileFrom(m_files.filePath("vision"))}};
    }

    void writeCatalog(qint64 bytes)
    {
        tests::writeFile(m_services->file("catalogue.json"),
            QString(R"({"models": [{"repository": "some-owner/Tiny-GGUF", "name": "A tiny one",
                "canSee": true, "bytes": %1}]})")
                .arg(bytes)
                .toUtf8());
    }

    void askAboutPhotograph()
    {
        writeCatalog(m_bytes);
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1120, 780);
        m_window->show();
        tests::drop(*m_window, {photograph()});
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_COMPARE(m_window->conversation()->rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(answer().state, Message::State::Complete, patience);
    }

    QString size() const { return ui::sizeText(m_bytes); }
    const Message& answer() const { return lastMessage(*m_window->conversation()); }
    ui::MessageView* view() const { return m_window->chatView()->viewOf(1); }
    ui::PhotoModelView* offer() const
    {
        auto* found = view()->findChild<ui::PhotoModelView*>();
        return found && found->isVisible() ? found : nullptr;
    }
    QAbstractButton* offered() const { return offeredIn(*view()); }
    static QAbstractButton* offeredIn(const QWidget& within)
    {
        for (QAbstractButton* each : within.findChildren<QAbstractButton*>())
            if (each->text().startsWith("Download A tiny one") && each->isVisible())
                return each;
        return nullptr;
    }

    tests::MadeUpHub m_hub;
    tests::StarterCopy m_model;
    QTemporaryDir m_files;
    qint64 m_bytes = 0; // of both files
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<ui::CaptionsPage> m_page;
};

TESTS(PhotoModelTest, QApplication);
#include "photo_model_test.moc"
