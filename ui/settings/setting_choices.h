#pragma once

#include "services/models/load_settings.h"
#include "services/settings/settings.h"

#include <QComboBox>
#include <QWidget>

class QButtonGroup;
class QComboBox;

namespace runtime {
struct ModelFacts;
} // namespace runtime

namespace services {
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

class TextLabel;

/// The accents as colored dots, of which one is chosen. Arrow keys go from one to the next.
class AccentChoice : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    AccentChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    QButtonGroup* m_dots;
};

/// Chooses the language of the program; each is named in its own language.
class LanguageChoice : public QComboBox {
    Q_OBJECT

public:
    /// Both references must outlive it.
    LanguageChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    void offerRestart();
};

/// Chooses one of the installed models.
class ModelChoice : public QComboBox {
    Q_OBJECT

public:
    enum class Offered { Answering, Embedding, Reranker, AnswerChecker, Seeing };

    /// `emptyText` says what an empty setting means. All references must outlive it.
    ModelChoice(services::Settings& settings, const services::Setting<QString>& setting,
        services::InstalledModels& installed, const QString& emptyText, Offered offered,
        QWidget* parent = nullptr);

private:
    bool isOffered(const runtime::ModelFacts& model) const;
    void showModels();

    services::Settings& m_settings;
    const services::Setting<QString>& m_setting;
    services::InstalledModels& m_installed;
    const QString m_emptyText;
    const Offered m_offered;
};

/// Chooses a device that models are computed on; says below why a device cannot be used.
class DeviceChoice : public QWidget {
    Q_OBJECT

public:
    /// `none` is the first entry, which chooses no device; empty: there is no such entry.
    explicit DeviceChoice(const QString& none = {}, QWidget* parent = nullptr);

    QComboBox* combo() const { return m_combo; }
    void setDevice(const QString& name); ///< says nothing; empty: none

signals:
    void chosen(const QString& name); ///< by the user

private:
    void showDevices(const QList<services::Device>& devices);
    void showChosen();

    const QString m_none;
    QString m_device;
    QComboBox* m_combo;
    TextLabel* m_problems;
};

} // namespace ui
