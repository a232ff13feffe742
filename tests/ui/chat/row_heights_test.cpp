#include "tests/support/test_program.h"
#include "ui/chat/chat_view_rows.h"

#include <QTest>

class RowHeightsTest : public QObject {
    Q_OBJECT

private slots:
    void sumsAndRowsAgreeWithCounting()
    {
        ui::RowHeights heights;
        std::vector<int> plain;
        for (int row = 0; row < 100; ++row) {
            heights.append(1 + row * 7 % 13);
            plain.push_back(1 + row * 7 % 13);
        }
        heights.set(37, 50);
        plain[37] = 50;

        int64_t top = 0;
        for (int row = 0; row < 100; ++row) {
            QCOMPARE(heights.top(row), top);
            QCOMPARE(heights.rowAt(top), row);
            top += plain[size_t(row)];
            QCOMPARE(heights.rowAt(top - 1), row);
        }
        QCOMPARE(heights.total(), top);
        QCOMPARE(heights.rowAt(top + 1000), 99);
    }

    void withoutRowsThereIsNone()
    {
        QCOMPARE(ui::RowHeights().rowAt(0), -1);
        QCOMPARE(ui::RowHeights().total(), 0);
    }
};

TESTS(RowHeightsTest);
#include "row_heights_test.moc"
