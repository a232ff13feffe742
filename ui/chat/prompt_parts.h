#pragma once

#include "services/conversations/message.h"
#include "ui/widgets/icon_button.h"

#include <QAbstractButton>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QMenu;

namespace ui {

class ElidedLabel;
class TextLabel;

/// Tells the user something before a message is sent, with buttons for what can be done about it.
/// Hidden if there is nothing to tell. Screen readers announce it when it appears.
class PromptWarning : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString name;
        std::function<void()> act;
    };

    explicit PromptWarning(QWidget* parent = nullptr);

    void show(const QString& message, const QList<Choice>& choices);
    QString message() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_message;
    QHBoxLayout* m_buttons;
};

/// Says above the text of the prompt box that an earlier message is being edited, with a button
/// that cancels this.
class PromptEditBar : public QWidget {
    Q_OBJECT

public:
    explicit PromptEditBar(QWidget* parent = nullptr);

    void setText(const QString& text); ///< what is being edited and what comes of it

signals:
    void cancelled();

private:
    ElidedLabel* m_label;
};

/// A ring that shows how much of the model's context is used. Its tooltip, which a click shows as
/// well, has the numbers. Hidden as long as they are not known.
class ContextMeter : public QAbstractButton {
    Q_OBJECT

public:
    explicit ContextMeter(QWidget* parent = nullptr);

    /// `total` is 0 if the numbers are not known.
    void setUse(qint64 tokens, qint64 total);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    qint64 m_tokens = 0;
    qint64 m_total = 0;
};

/// The texts that were sent before, the newest last, and which of them the user is looking at. Lost
/// when the program ends.
class PromptHistory {
public:
    /// Leaves out very long texts, and a text that equals the one before.
    void add(const QString& text);

    /// Returns the text before or after the one that is shown; null if there is none. After the
    /// newest comes what the user was writing. `current` is the present text of the box.
    QString previous(const QString& current);
    QString next();

    /// Must be called when the user edits the text: previous() then starts at the newest again.
    void leave();

private:
    QStringList m_texts;
    qsizetype m_place = 0; // of the one that is shown; m_texts.size(): the one being written
    QString m_written;
};

/// The small button next to the one that sends, with other ways to send: to have several answers by
/// one model, or one by each of several models, which can be ticked; and one that saves the message as
/// a prompt.
class SendMenu : public IconButton {
    Q_OBJECT

public:
    struct Model {
        services::ModelId id;
        QString name;
    };

    explicit SendMenu(QWidget* parent = nullptr);

    void setModels(const QList<Model>& models); ///< the models that can be chosen
    QMenu* popup(); ///< shows the menu

signals:
    void chosen(const services::Recipients& recipients); ///< two or more answers
    void savePromptRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addAnswers(QMenu& menu);
    void addModels(QMenu& menu);
    void choose(const services::ModelId& model, bool chosen);

    QList<Model> m_models;
    QList<services::ModelId> m_chosen; // kept from one time to the next
};

} // namespace ui
