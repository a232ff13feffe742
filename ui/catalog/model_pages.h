#pragma once

#include "services/models/model_id_text.h"
#include "ui/page.h"

#include <QWidget>

class QButtonGroup;
class QStackedWidget;

namespace ui {

class ChoiceBar;
class ProvidersPage;
class GetModels;
class ModelsPage;

/// The page of models: those on this computer, and next to them those that can be fetched and those
/// of other machines. It begins with the first.
class ModelPages : public QWidget, public Page {
    Q_OBJECT

public:
    /// Parts of the page, for showPart().
    static constexpr char here[] = "here";
    static constexpr char toGet[] = "get";
    static constexpr char elsewhere[] = "elsewhere";
    static constexpr char forPhotographs[] = "photographs"; ///< the one of the latter to see with
    static constexpr char forDocuments[] = "documents"; ///< and the one to find passages with
    /// Shows the row of the context length of the model whose id follows as text.
    static constexpr char contextOf[] = "context:";

    /// Owns its three parts.
    ModelPages(ModelsPage* installed, GetModels* getModels, ProvidersPage* providers,
        QWidget* parent = nullptr);

    QWidget* widget() override { return this; }
    void drop(const DropContents& contents, const QMimeData* data) override;
    QList<QWidget*> panes() override;
    void showPart(const QString& id) override;

    ModelsPage* installed() const { return m_installed; }
    GetModels* getModels() const { return m_get; }
    ProvidersPage* providers() const { return m_elsewhere; }

signals:
    void modelChosen(const services::ModelId& model); ///< it shall answer from now on

private:
    void addChoice(const QString& name, const QString& help, QWidget* shown);
    void show(QWidget* shown);

    ChoiceBar* m_bar;
    QButtonGroup* m_choices;
    QStackedWidget* m_views; // one of the three
    ModelsPage* m_installed;
    GetModels* m_get;
    ProvidersPage* m_elsewhere;
};

} // namespace ui
