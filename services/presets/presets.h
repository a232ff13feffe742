#pragma once

#include "services/conversations/conversation_record.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

class InstalledModels;

inline constexpr QLatin1String presetEnding(".preset.json"); ///< of the names of their files
inline constexpr qint64 largestPreset = 4 << 20; ///< bytes of a file

/// Settings of a conversation under a name, to be chosen for other conversations. A value. Its file
/// is the JSON of the settings with one more field, "name".
struct Preset {
    QString name; ///< as presetName() leaves it, not empty
    ChatSettings settings = {};

    bool operator==(const Preset&) const = default;
};

/// A text as the name of a preset: on one line, at most 80 characters, and without characters that
/// cannot be seen. May be empty.
QString presetName(const QString& text);

/// Reads at most `largestPreset` bytes. Throws Error{BadFile} with a message that names the file if
/// it cannot be read, is too large, isn't a preset, or has a field or a value that is not known
/// here. Any thread may call it.
Preset readPreset(const QString& path);

/// Writes the file completely or, if it throws Error{BadFile}, not at all. Any thread may call it.
void writePreset(const Preset& preset, const QString& path);

/// True if its model is on a server.
bool namesServer(const Preset& preset);

/// The preset as others get it: it names its model without the folder, which would tell where the
/// user keeps it, and not at all if the model is on a server.
Preset portable(Preset preset);

/// The model that a preset names, if it is installed and can be used; else, for a file, the file of
/// this name that is; else nothing. A preset may come from somebody else, so no other model is asked
/// because of it, on a server least of all.
std::optional<ModelId> findModel(const Preset& preset, const InstalledModels& installed);

/// What a conversation's settings become when the preset is chosen for it. It keeps its model
/// where findModel() is nothing.
ChatSettings chosenFor(
    const ChatSettings& conversation, const Preset& preset, const InstalledModels& installed);

/// The user's presets, each in a file of its own in one folder. The folder is read when it is
/// needed first. A file that cannot be read is reported, stays as it is and is never written over.
/// Lives in the window's thread.
class Presets : public QObject {
    Q_OBJECT

public:
    explicit Presets(const QString& folder, QObject* parent = nullptr);

    const QList<Preset>& all() const; ///< by name; no two have the same
    const Preset* find(const QString& name) const; ///< null if there is none

    /// A message about each file that cannot be used.
    const QStringList& problems() const;

    /// Keeps a preset in place of the one of its name, if there is one. Throws Error{BadFile} with
    /// a message; then all is as before. So do the following functions.
    void save(const Preset& preset);
    void rename(const QString& from, const QString& to); ///< there must be none of the new name
    void remove(const QString& name);

    /// Adds a preset of somebody else's, without its model if that is on a server: a file from elsewhere
    /// must not send conversations to another machine. Returns the name that it has here: another one
    /// if its own is taken by a different preset.
    QString add(Preset preset);

signals:
    void changed();

private:
    struct Contents {
        QList<Preset> presets;
        QHash<QString, QString> paths; ///< by name
        QStringList problems;
    };

    const Contents& contents() const;
    Contents read() const;
    void put(const Preset& preset, const QString& path);
    void forget(const QString& name);
    QString freePath(const QString& name) const;

    const QString m_folder;
    mutable std::optional<Contents> m_contents; // nothing: not read yet
};

class Conversation;
class InstalledModels;
class Presets;
class Settings;

/// The settings that new chats begin with: a preset, and the documents that the last chat was about.
class NewChatDefaults {
public:
    /// All of them must outlive this object.
    NewChatDefaults(Settings& settings, const Presets& presets, const InstalledModels& installed)
        : m_settings(settings)
        , m_presets(presets)
        , m_installed(installed)
    {
    }

    /// Makes new chats ask these folders of the library (empty: all of it); null: no documents.
    void setDocuments(const std::optional<QStringList>& roots);

    /// Sets up a conversation that has no messages; others stay as they are.
    void apply(Conversation& conversation) const;

    /// Applies the preset alone, unless the conversation has settings of its own. Called again, it
    /// chooses the model that the preset names if that was installed since.
    void applyPreset(Conversation& conversation) const;

private:
    void applyDocuments(Conversation& conversation) const;

    Settings& m_settings;
    const Presets& m_presets;
    const InstalledModels& m_installed;
};

} // namespace services
