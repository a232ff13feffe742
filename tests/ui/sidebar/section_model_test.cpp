#include "services/conversations/conversation_list.h"
#include "tests/support/test_program.h"
#include "ui/sidebar/section_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLocale>
#include <QMimeData>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using services::Conversation;
using services::ConversationList;
using services::ConversationRecord;
using ui::SectionModel;

/// Conversations under the names of their sections.
class SectionModelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_list = std::make_unique<ConversationList>();
        m_model = std::make_unique<SectionModel>(*m_list);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_list.reset();
    }

    void theyStandByWhenTheyChanged()
    {
        const QDate today = QDate::currentDate();
        add("now", today);
        add("before", today.addDays(-1));
        add("week", today.addDays(-5));
        add("old", QDate(2021, 3, 9));
        add("older", QDate(2021, 3, 2));

        QCOMPARE(rows(),
            (QStringList{"# Today", "now", "# Yesterday", "before", "# Last 7 days", "week",
                "# March 2021", "old", "older"}));
    }

    void sectionsFollowEachOther()
    {
        const QDateTime now(QDate(2026, 11, 21), QTime(10, 0));
        ui::DateSections dates(now);
        const auto at = [](const QDateTime& time) { return time.toMSecsSinceEpoch(); };

        QVERIFY(dates.moveTo(at(now.addSecs(60)))); // a clock may have been wrong
        QCOMPARE(dates.name(), "Today");
        QVERIFY(!dates.moveTo(at(QDate(2026, 11, 21).startOfDay())));
        QVERIFY(dates.moveTo(at(QDate(2026, 11, 21).startOfDay()) - 1));
        QCOMPARE(dates.name(), "Yesterday");
        QVERIFY(dates.moveTo(at(QDate(2026, 11, 14).startOfDay())));
        QCOMPARE(dates.name(), "Last 7 days");
        QVERIFY(dates.moveTo(at(QDate(2026, 11, 14).startOfDay()) - 1));
        QCOMPARE(dates.name(), QLocale().standaloneMonthName(11));
        QVERIFY(dates.moveTo(at(QDate(2025, 11, 14).startOfDay())));
        QCOMPARE(dates.name(), QLocale().standaloneMonthName(11) + " 2025");
    }

    void pinnedOnesAndFoldersStandAbove()
    {
        Conversation* pinned = add("pinned");
        Conversation* filed = add("filed");
        add("other");
        pinned->setPinned(true);
        filed->setFolder(m_list->folders().add("Work"));
        m_list->folders().add("Empty");
        m_list->newTemporary()->appendUserMessage({"secret"});

        QCOMPARE(rows(),
            (QStringList{"# Temporary", "secret", "# Pinned", "pinned", "# Work", "filed",
                "# Empty", "# Today", "other"}));
        m_list->folders().setCollapsed("Work", true);
        QVERIFY(!rows().contains("filed"));
        QCOMPARE(folderData("Work", SectionModel::CountRole).toInt(), 1);
        pinned->setPinned(false);
        filed->setFolder({});
        m_list->folders().remove("Empty");
        QCOMPARE(rows().mid(2, 2), (QStringList{"# Work", "# Today"}));
        QCOMPARE(rows().size(), 7);
    }

    void aConversationIsDroppedIntoAFolderAndOutOfIt()
    {
        Conversation* conversation = add("filed");
        m_list->folders().add("Work");
        rows();
        const auto drop = [&](int row) {
            const std::unique_ptr<QMimeData> data(
                m_model->mimeData({m_model->index(m_model->rowOf(conversation))}));
            return m_model->dropMimeData(data.get(), Qt::CopyAction, -1, -1, m_model->index(row));
        };

        QVERIFY(drop(m_model->rowOfFolder("Work")));
        QCOMPARE(conversation->storedRecord().folder, "Work");
        rows();
        QVERIFY(!drop(m_model->rowOfFolder("Work"))); // it is there
        add("other");
        QVERIFY(drop(int(rows().indexOf("other"))));
        QVERIFY(conversation->storedRecord().folder.isEmpty());
        QMimeData foreign;
        foreign.setText("x");
        QVERIFY(!m_model->canDropMimeData(&foreign, Qt::CopyAction, -1, -1, m_model->index(0)));
    }

    void neighborsLeaveOutTheNames()
    {
        Conversation* first = add("first", QDate::currentDate());
        Conversation* second = add("second", QDate(2021, 3, 9));

        rows();

        QCOMPARE(m_model->neighbor(first, 1), second);
        QCOMPARE(m_model->neighbor(second, -1), first);
        QCOMPARE(m_model->neighbor(second, 1), nullptr);
        QCOMPARE(m_model->neighbor(nullptr, 1), first);
        QCOMPARE(m_model->neighbor(nullptr, -1), second);
    }

    void manyChangesAtOnceAreShownInTwoSteps()
    {
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
        for (int i = 0; i < 300; ++i)
            add(QString::number(i));
        QCOMPARE(inserted.count(), 1); // the first is there at once

        QTRY_COMPARE(m_model->rowCount(), 301);
        QCOMPARE(inserted.count(), 2);
    }

    void manyThatComeOneByOneAreShownTogether()
    {
        m_tester.reset(); // takes longer than the rest
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);

        for (int i = 0; i < 100; ++i) {
            add(QString::number(i));
            QCoreApplication::processEvents();
        }

        QVERIFY(m_model->rowCount() > 0); // the first is there at once
        QCOMPARE(rows().size(), 101);
        QVERIFY2(inserted.count() < 50, qPrintable(QString::number(inserted.count())));
    }

    // Whatever happens, rows are announced one by one as they are; the tester checks the calls.
    void randomChangesAreToldOf()
    {
        QRandomGenerator random(7);
        for (int step = 0; step < 400; ++step) {
            const int count = m_list->rowCount();
            Conversation* any = count > 0 ? m_list->conversation(random.bounded(count)) : nullptr;
            switch (any ? random.bounded(7) : 0) {
            case 0:
                add("new", QDate::currentDate().addDays(-random.bounded(40)));
                break;
            case 1:
                any->setPinned(!any->storedRecord().isPinned);
                break;
            case 2:
                any->setFolder(random.bounded(2) ? m_list->folders().names().value(0) : QString());
                break;
            case 3:
                any->appendUserMessage({"more"});
                break;
            case 4:
                m_list->remove(any);
                break;
            case 5:
                m_list->folders().add("Folder");
                break;
            default:
                m_list->folders().setCollapsed(
                    m_list->folders().names().value(0), random.bounded(2) == 0);
            }
        }
        const QStringList actual = rows();
        m_tester.reset();
        m_model = std::make_unique<SectionModel>(*m_list);
        QCOMPARE(actual, rows()); // as if they had come at once
    }

private:
    Conversation* add(const QString& title, const QDate& changed = QDate::currentDate())
    {
        services::Message message;
        message.id = 0;
        message.text = title;
        ConversationRecord record;
        record.changed = changed == QDate::currentDate()
            ? QDateTime::currentMSecsSinceEpoch()
            : changed.startOfDay().addSecs(3600).toMSecsSinceEpoch();
        return m_list->add(record, {message});
    }

    // What came together is shown when the events of now are handled.
    bool isShown(const Conversation* conversation) const
    {
        const bool isInFolder = !conversation->storedRecord().folder.isEmpty()
            && !conversation->storedRecord().isPinned && !conversation->isTemporary();
        return m_model->rowOf(conversation) >= 0
            || (isInFolder
                && folderData(conversation->storedRecord().folder, SectionModel::CollapsedRole)
                       .toBool());
    }
    bool areAllShown() const
    {
        for (int row = 0; row < m_list->rowCount(); ++row)
            if (!isShown(m_list->conversation(row)))
                return false;
        return true;
    }

    // The rows once all changes are shown.
    QStringList rows() const
    {
        if (!QTest::qWaitFor([this] { return areAllShown(); }))
            return {};
        QCoreApplication::processEvents();
        QStringList names;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex index = m_model->index(row);
            const bool isSection = index.data(SectionModel::IsSectionRole).toBool();
            names << (isSection ? "# " : "") + index.data().toString();
        }
        return names;
    }

    QVariant folderData(const QString& name, int role) const
    {
        QCoreApplication::processEvents();
        return m_model->index(m_model->rowOfFolder(name)).data(role);
    }

    std::unique_ptr<ConversationList> m_list;
    std::unique_ptr<SectionModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

TESTS(SectionModelTest, QApplication);
#include "section_model_test.moc"
