#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace runtime {

/// Names a model: the built-in one, one in a file or a folder, or one that has a name on a server,
/// where somebody else runs it. A value with an order and a text form.
class ModelId {
public:
    ModelId() = default; ///< names the built-in model

    /// A GGUF file or a folder in Hugging Face layout. An empty path names the built-in model.
    static ModelId fromPath(const std::filesystem::path& path);
    /// `address` must begin with http:// or https:// and must not contain '#'.
    static ModelId remote(const std::string& address, const std::string& name);

    /// Reads text(). Any text is allowed: what is no server and name is taken for a path.
    static ModelId fromText(const std::string& text);

    /// The form in settings and databases: empty for the built-in model, the path as it was given,
    /// or the address of the server, '#' and the name.
    const std::string& text() const { return m_text; }

    bool isBuiltIn() const { return m_text.empty(); }
    bool isFile() const { return !isBuiltIn() && !isRemote(); }
    bool isRemote() const;

    std::filesystem::path path() const; ///< empty unless isFile()
    std::string address() const; ///< empty unless isRemote()
    std::string name() const; ///< empty unless isRemote()

    auto operator<=>(const ModelId&) const = default;

private:
    std::string m_text;
};

} // namespace runtime

template <>
struct std::hash<runtime::ModelId> {
    size_t operator()(const runtime::ModelId& model) const noexcept
    {
        return std::hash<std::string>()(model.text());
    }
};
