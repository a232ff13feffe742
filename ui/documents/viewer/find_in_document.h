#pragma once

#include <QWidget>

namespace ui {

class Announcer;
class IconButton;
class SearchField;
class TextLabel;

/// The field for words to find in a document, and the index of the current hit. Enter goes to the
/// next, with Shift to the one before. Hidden until it is opened.
class FindInDocument : public QWidget {
    Q_OBJECT

public:
    explicit FindInDocument(QWidget* parent = nullptr);

    void open();
    bool close(); ///< returns true if it was open
    QString words() const;

    void showWaiting(const QString& message); ///< the text is still being read
    void showPlace(qsizetype index, qsizetype count, int page); ///< page from 1; 0: has none
    QString placeText() const;

signals:
    void wordsChanged(const QString& words);
    void stepped(int step); ///< 1: to the next, −1: to the one before
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SearchField* m_field;
    TextLabel* m_place;
    IconButton* m_previous;
    IconButton* m_next;
    Announcer* m_announcer;
};

} // namespace ui
