#pragma once

#include <QDialog>
#include <QStringList>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace ui {

class TextLabel;

/// Asks for the name of a preset. Deletes itself when it is closed.
class PresetNameDialog : public QDialog {
    Q_OBJECT

public:
    enum class Taken { IsReplaced, IsRefused }; ///< what happens to a preset that has the name

    /// `taken` are the names that presets have.
    PresetNameDialog(const QString& title, const QString& name, const QStringList& taken,
        Taken whatHappens, QWidget* parent);

    void offerModel(const QString& modelName, bool isChosen); ///< to be part of the preset
    bool takesModel() const; ///< it was offered and is chosen

    QLineEdit* field() const { return m_field; }
    QPushButton* acceptButton() const { return m_accept; }
    QString name() const; ///< as services::presetName() leaves it

private:
    void showWhatHappens();

    const QStringList m_taken;
    const Taken m_whatHappens;
    QLineEdit* m_field;
    TextLabel* m_note;
    QCheckBox* m_model;
    QPushButton* m_accept = nullptr;
};

} // namespace ui
