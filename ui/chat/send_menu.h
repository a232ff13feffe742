#pragma once

#include "services/conversations/recipients.h"
#include "ui/widgets/icon_button.h"

#include <QList>

class QMenu;

namespace ui {

/// The small button beside the one that sends, with other ways to send: to have several answers by
/// one model, or one by each of several models, which can be ticked.
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
