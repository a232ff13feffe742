#include "services/conversations/conversation.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/compare_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/models/model_header.h"
#include "ui/models/model_menu.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using services::MessageId;

namespace {

/// A window like the program's, with two parts: one with a button, and one with a status text, a
/// button and a field.
class Window : public QWidget {
public:
    Window()
    {
        auto* layout = new QVBoxLayout(this);
        auto* other = new QWidget;
        auto* part = new QWidget;
        for (QWidget* each : {other, part}) {
            layout->addWidget(each);
            new QVBoxLayout(each);
        }
        far = new QPushButton("Far");
        status = new ui::TextLabel(ui::TextRole::Small, "Connected");
        status->makeSelectable();
        before = new QLineEdit;
        look = new QPushButton("Show models");
        after = new QPushButton("Add");
        other->layout()->addWidget(far);
        for (QWidget* each : std::initializer_list<QWidget*>{before, look, status, after})
            part->layout()->addWidget(each);
        show();
        look->setFocus();
    }

    bool focusNextPrevChild(bool next) override { return ui::focusNextStop(*this, next); }

    QPushButton* far;
    ui::TextLabel* status;
    QLineEdit* before;
    QPushButton *look, *after;
};

} // namespace

// The focus goes to a control nearby if the one that has it disappears.
class FocusTest : public QObject {
    Q_OBJECT

private slots:
    void aControlNearbyTakesThePlaceOfOneThatIsGone()
    {
        Window window;
        QVERIFY(QTest::qWaitForWindowActive(&window));

        window.look->hide();

        QCOMPARE(QApplication::focusWidget(), window.after); // the text is passed over
        window.after->hide();
        QCOMPARE(QApplication::focusWidget(), window.before);
        window.before->setEnabled(false);
        QCOMPARE(QApplication::focusWidget(), window.far); // there is nothing nearer
    }

    void aControlThatComesBackHasTheFocusAgain()
    {
        Window window;
        QVERIFY(QTest::qWaitForWindowActive(&window));

        window.look->setEnabled(false);
        QCOMPARE(QApplication::focusWidget(), window.after);
        window.look->setEnabled(true);
        QCOMPARE(QApplication::focusWidget(), window.look);
    }

    void whatTheUserHasDoneMeanwhileHolds()
    {
        Window window;
        QVERIFY(QTest::qWaitForWindowActive(&window));

        window.look->setEnabled(false);
        window.far->setFocus();
        window.look->setEnabled(true);
        QCOMPARE(QApplication::focusWidget(), window.far);
        window.look->setEnabled(false);
        window.look->setEnabled(true);
        QCOMPARE(QApplication::focusWidget(), window.far);
    }

    void whatIsTypedAfterAModelWasChosenIsWritten()
    {
        tests::TestServices services;
        ui::MainWindow window(services, services.theme());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        ui::ModelHeader* header = window.findChild<ui::ModelHeader*>();
        header->openMenu();
        ui::ModelMenu* menu = header->menu();
        QTRY_VERIFY(menu->isVisible());

        QTest::keyClicks(QApplication::focusWidget(), "Built");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);

        QVERIFY(!menu->isVisible());
        QTRY_COMPARE(QApplication::focusWidget(), window.promptBox()->edit());
        QTest::keyClicks(QApplication::focusWidget(), "hello there");
        QCOMPARE(window.promptBox()->text(), QString("hello there"));
        QVERIFY(!menu->isVisible());
    }

    void dictationBeginsInTheMessageBoxOrSaysWhatIsMissing()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        tests::TestServices services;
        ui::MainWindow window(services, services.theme());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showPage(ui::page_id::settings);

        window.commands().find("message.dictate")->trigger();

        QTRY_COMPARE(QApplication::focusWidget(), window.promptBox()->edit());
        QTRY_VERIFY(std::ranges::any_of(window.promptBox()->findChildren<QLabel*>(),
            [](const QLabel* label) { return label->text().contains("Speech Note"); }));
    }

    void theMessageBoxHasItAfterAComparison()
    {
        tests::TestServices services;
        ui::MainWindow window(services, services.theme());
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        services::Conversation* conversation = window.conversation();
        const MessageId question = conversation->appendUserMessage({"Which?"});
        for (services::OpenReply& reply : conversation->appendReplies(question, {{}, {}})) {
            reply.append("This one.");
            reply.finish();
        }
        for (const bool isKept : {true, false}) {
            QAbstractButton* compare = nullptr;
            QTRY_VERIFY(window.chatView()->viewOf(1)
                && (compare = tests::button(window.chatView()->viewOf(1), "Compare versions")));
            QTest::mouseClick(compare, Qt::LeftButton);
            auto* view = window.findChild<ui::CompareView*>();
            QTRY_VERIFY(view->isVisible());
            QPushButton* keep = view->columns().last()->keepButton();
            keep->setFocus();
            QTest::keyClick(keep, isKept ? Qt::Key_Space : Qt::Key_Escape);
            QTRY_VERIFY(!view->isVisible());
            QCOMPARE(QApplication::focusWidget(), window.promptBox()->edit());
        }
    }
};

TESTS(FocusTest, QApplication);
#include "focus_test.moc"
