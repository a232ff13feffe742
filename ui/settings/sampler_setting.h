#pragma once

#include "services/settings/setting.h"
#include "ui/settings/sampler_editor.h"

namespace services {
class Settings;
}

namespace ui {

/// How answers are chosen where a conversation has set nothing of its own.
class SamplerSetting : public SamplerEditor {
    Q_OBJECT

public:
    /// Both must outlive it.
    SamplerSetting(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);
};

} // namespace ui
