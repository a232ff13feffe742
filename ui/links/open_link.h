#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>

class QDialogButtonBox;
class QPushButton;
class QUrl;
class QWidget;

namespace services {
class Conversation;
}

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

/// Says that a link, a folder or a file was not opened, why, and what it is, to be copied. Deletes
/// itself when it is closed. Everything is plain text.
class OpenFailure : public QDialog {
    Q_OBJECT

public:
    enum class Reason {
        NoProgram, ///< the desktop has none that takes it
        Missing, ///< the folder is not there
        MayBeProgram, ///< a file of a kind that is not opened
    };

    OpenFailure(const QUrl& url, Reason reason, QWidget* parent);
};

/// Addresses of more characters are asked about, because nobody sees all that they say.
inline constexpr int longLink = 200;

/// Opens a link that the user chose in a conversation, in the program that the desktop has for it, as
/// addressToOpen() leaves it. Asks first if the address is long or repeats what the model read in the
/// conversation (see services::repeatedWords) or in `systemPrompt`; returns that question, which
/// deletes itself, or null. Nothing else in the program opens links. Ignores unsafe links. If the
/// desktop opens nothing, a dialog above `parent` says so and shows the address.
QDialog* openLink(const QString& link, const services::Conversation* conversation,
    const QString& systemPrompt, QWidget* parent);

/// Opens a document of the user's in the program that the desktop has for it. What may be a program is
/// not opened: who names the file may be anyone.
void openFile(const QString& path, QWidget* parent);

/// Shows a folder of the program's own in the desktop's file manager; says so if it cannot.
void openFolder(const QString& path, QWidget* parent);

} // namespace ui
