#pragma once

#include <QDialog>
#include <QStringList>

class QDialogButtonBox;
class QPushButton;

namespace ui {

/// Asks whether to open a link that may tell others more than the user would: shows where it leads,
/// why it asks, and the whole address. "Do not open" is the default. Deletes itself when it is
/// closed; `accepted` means that the link is to be opened. Everything is plain text.
class LinkQuestion : public QDialog {
    Q_OBJECT

public:
    /// `words` of the conversation are repeated by the address; there may be none.
    LinkQuestion(const QString& address, const QStringList& words, QWidget* parent = nullptr);

private:
    static QString reasonFor(const QString& address, const QStringList& words);
    QWidget* makeAddress(const QString& address);
    QDialogButtonBox* makeButtons(const QString& address);

    QPushButton* m_leave = nullptr; // the link as it is
};

} // namespace ui
