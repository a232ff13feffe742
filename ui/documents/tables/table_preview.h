#pragma once

#include <QStandardItemModel>
#include <QStringList>
#include <QWidget>

#include <memory>

class QPushButton;
class QTableView;

namespace services {
class TableRun;
} // namespace services

namespace ui {

class Announcer;
class TextLabel;

/// The first rows of a table before it is made: its columns as they are being named, and their values once
/// the user has asked for them.
class TablePreview : public QWidget {
    Q_OBJECT

public:
    static constexpr int maxRows = 3;

    explicit TablePreview(QWidget* parent = nullptr);
    ~TablePreview() override;

    /// Shows empty rows, one for each file. `canFill`: the user may ask for their values.
    void setShape(const QStringList& files, const QStringList& columns, bool canFill);
    /// Shows the rows of a run, beginning with those that are there. The former one is deleted.
    void setRun(std::unique_ptr<services::TableRun> run);
    bool isRunning() const;

    QPushButton* button() const { return m_fill; } ///< asks for values, or stops
    QTableView* table() const { return m_table; }

signals:
    void requested(); ///< a run over the same files

private:
    void act();
    void showRun();

    QStandardItemModel m_rows;
    std::unique_ptr<services::TableRun> m_run; // null: there are no values
    bool m_wasRunning = false; // when its state was shown last
    QTableView* m_table;
    QPushButton* m_fill;
    TextLabel* m_state;
    Announcer* m_announcer;
};

} // namespace ui
