#pragma once

#include <QAbstractButton>
#include <QList>
#include <QString>

class QMenu;

namespace ui {

class TextLabel;

/// "1,024 tokens".
QString tokensText(qint64 tokens);

/// The name of a detail at which images are sent: "Fine". `tokens` as in services::PictureDetail.
QString detailName(qint64 tokens);

/// The details among which the user chooses for an image.
struct DetailChoices {
    struct Choice {
        qint64 tokens = 0; ///< as in services::PictureDetail
        QString cost = {}; ///< "1,024 tokens"; empty: not known
        QString reason = {}; ///< why this one can't be chosen; empty: it can
    };
    QList<Choice> choices = {};
    QString reason = {}; ///< why none of them can be chosen; empty: they can
};

/// The button on an attached image that shows and changes its detail.
class DetailButton : public QAbstractButton {
    Q_OBJECT

public:
    /// `name` is the name of the image.
    DetailButton(const QString& name, QWidget* parent);

    void setCurrent(qint64 tokens);
    void setChoices(const DetailChoices& choices);
    QMenu* popup(); ///< shows the menu

    QSize sizeHint() const override;

signals:
    void chosen(qint64 tokens);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();

    QString m_name;
    qint64 m_current = 0;
    DetailChoices m_choices;
};

/// Says below the attached images what they take, and whether their small text is lost, with a button
/// for what can be done about that. Hidden if there is nothing to say.
class DetailBar : public QWidget {
    Q_OBJECT

public:
    explicit DetailBar(QWidget* parent);

    void showCost(const QString& cost);
    /// Screen readers announce a new hint. An empty one hides it and its button.
    void showHint(const QString& hint, const QString& action = {});
    QString cost() const;
    QString hint() const;

signals:
    void actionChosen();

private:
    void updateShown();

    TextLabel* m_cost;
    TextLabel* m_hint;
    QAbstractButton* m_action;
};

} // namespace ui
