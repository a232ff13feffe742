#include "services/conversations/transfer/transfer.h"
#include "tests/support/test_program.h"
#include "ui/sidebar/transfer_dialogs.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QPointer>
#include <QTest>

#include <memory>

using ui::TransferBar;

namespace {

class FakeTransfer : public services::Transfer {
public:
    explicit FakeTransfer(int total)
        : m_total(total)
    {
    }

    int total() const override { return m_total; }
    void stop() override { ++stops; }

    int stops = 0;

private:
    int m_total;
};

} // namespace

/// The line that says how far an import or export has come.
class TransferBarTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_sidebar = std::make_unique<QWidget>(); }

    void itCountsWhatIsDone()
    {
        FakeTransfer import(0);
        const TransferBar importBar(import, m_sidebar.get());
        FakeTransfer all(12);
        const TransferBar exportBar(all, m_sidebar.get());

        emit import.progressed(3);
        emit all.progressed(4);

        QCOMPARE(importBar.findChild<ui::ElidedLabel*>()->text(), "Importing: 3");
        QCOMPARE(exportBar.findChild<ui::ElidedLabel*>()->text(), "Exporting: 4 of 12");
    }

    void theTransferIsStoppedOnce()
    {
        FakeTransfer transfer(0);
        const TransferBar bar(transfer, m_sidebar.get());
        m_sidebar->show();
        QTRY_VERIFY(bar.isVisible());

        QTest::mouseClick(bar.findChild<ui::IconButton*>(), Qt::LeftButton);
        QTest::mouseClick(bar.findChild<ui::IconButton*>(), Qt::LeftButton);

        QCOMPARE(transfer.stops, 1);
    }

    void itGoesWithTheTransfer()
    {
        auto transfer = std::make_unique<FakeTransfer>(0);
        const QPointer<TransferBar> bar = new TransferBar(*transfer, m_sidebar.get());

        transfer.reset();

        QTRY_VERIFY(!bar);
    }

private:
    std::unique_ptr<QWidget> m_sidebar;
};

TESTS(TransferBarTest, QApplication);
#include "transfer_bar_test.moc"
