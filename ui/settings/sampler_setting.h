#pragma once

#include "services/settings/setting.h"
#include "ui/settings/sampler_editor.h"

namespace services {
class Settings;
}

namespace ui {

/// Edits the setting that says how answers are chosen in conversations that have no such setting of
/// their own.
class SamplerSetting : public SamplerEditor {
    Q_OBJECT

public:
    /// Both references must outlive it.
    SamplerSetting(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);
};

} // namespace ui
