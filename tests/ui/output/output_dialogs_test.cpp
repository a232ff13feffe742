#include "services/conversations/conversation.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/transfer/transfer.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "tests/ui/output/output_support.h"
#include "ui/output/output_dialogs.h"
#include "ui/output/output_job.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QPointer>
#include <QPrintDialog>
#include <QPrinter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QWidget>

#include <atomic>

using ui::OutputKind;

/// Files and printed pages, from the user's choice to the message about the result.
class OutputDialogsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.isValid());
        m_shown.clear();
        m_conversation = m_list.newTemporary();
        m_first = m_conversation->appendUserMessage({"First question"});
        m_conversation->appendUserMessage({"Second question"});
    }

    void aFileIsWritten_data()
    {
        QTest::addColumn<OutputKind>("kind");
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("PDF") << OutputKind::Pdf << QByteArray("%PDF-");
        QTest::newRow("HTML") << OutputKind::Html << QByteArray("<!DOCTYPE html>");
    }
    void aFileIsWritten()
    {
        QFETCH(OutputKind, kind);
        QFETCH(QByteArray, beginning);
        const QString path = m_folder.filePath("a file");

        ui::outputTo(path, kind, request());

        QTRY_COMPARE(m_shown, QStringList{"Saved as “" + path + "”."});
        QVERIFY(tests::readFile(path).startsWith(beginning));
        QTRY_VERIFY(m_work.isNull());
    }

    void oneMessageCanBeSharedAlone()
    {
        const QString path = m_folder.filePath("one.html");
        ui::OutputRequest one = request();
        one.message = m_first;

        ui::outputTo(path, OutputKind::Html, one);

        QTRY_COMPARE(m_shown.size(), 1);
        const QByteArray page = tests::readFile(path);
        QVERIFY(page.contains("First question</p>"));
        QVERIFY(!page.contains("Second question</p>"));
    }

    void aFailureKeepsTheOldFileAndSaysSo()
    {
        const QString path = m_folder.filePath("kept");
        QVERIFY(QDir().mkpath(path + "/inner")); // a folder can't be replaced by a file

        ui::outputTo(path, OutputKind::Html, request());

        QTRY_COMPARE(m_shown.size(), 1);
        QVERIFY2(m_shown[0].contains(path), qPrintable(m_shown[0]));
        QVERIFY(QDir(path + "/inner").exists());
    }

    void workThatIsStoppedEndsWithoutAFile()
    {
        std::atomic<bool> mayGoOn = false;
        ui::OutputJob job({"", {tests::question("a")}},
            [&](const ui::OutputContents&, const ui::OutputWork& work) {
                while (!mayGoOn)
                    QThread::yieldCurrentThread();
                work.report(1);
            });
        QSignalSpy stopped(&job, &ui::OutputJob::stopped);
        QSignalSpy finished(&job, &ui::OutputJob::finished);

        job.stop();
        mayGoOn = true;

        QTRY_COMPARE(stopped.count(), 1);
        QCOMPARE(finished.count(), 0);
        QCOMPARE(job.total(), 1);
    }

    void theDialogProposesAName()
    {
        ui::outputWithDialog(OutputKind::Pdf, request());

        auto* dialog = m_window.findChild<QFileDialog*>();
        QVERIFY(dialog);
        QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), "First question.pdf");
        dialog->reject();
    }

    void printingAsksForAPrinter()
    {
        ui::outputWithDialog(OutputKind::Print, request());

        QPointer dialog = m_window.findChild<QPrintDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->printer()->docName(), "First question");
        dialog->reject();
        QTRY_VERIFY(dialog.isNull());
        QVERIFY(m_shown.isEmpty());
    }

    void printingDrawsPages()
    {
        const QString path = m_folder.filePath("printed.pdf");
        ui::outputWithDialog(OutputKind::Print, request());
        auto* dialog = m_window.findChild<QPrintDialog*>();
        dialog->printer()->setOutputFileName(path);

        dialog->done(QDialog::Accepted);

        QTRY_COMPARE(m_shown, QStringList{"Sent to the printer."});
        QVERIFY(tests::readFile(path).startsWith("%PDF-"));
    }

private:
    ui::OutputRequest request()
    {
        return {&m_window, m_list, m_conversation, services::noMessage,
            [this](services::Transfer& work) { m_work = &work; },
            [this](const QString& message, ui::Tone) { m_shown << message; }};
    }

    QTemporaryDir m_folder;
    QWidget m_window;
    services::ConversationList m_list;
    services::Conversation* m_conversation = nullptr;
    services::MessageId m_first = services::noMessage;
    QPointer<services::Transfer> m_work;
    QStringList m_shown;
};

TESTS(OutputDialogsTest, QApplication);
#include "output_dialogs_test.moc"
