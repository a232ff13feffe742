#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace runtime {

/// Which model: the built-in one, one that lies in a file or a folder, or one that goes by a name
/// at an end point, where somebody else runs it. A value with an order and a text form.
class ModelId {
public:
    ModelId() = default; ///< the built-in model

    /// A GGUF file or a folder in Hugging Face layout; an empty path is the built-in model.
    static ModelId ofFile(const std::filesystem::path& path);
    /// `address` begins with http:// or https:// and holds no '#'.
    static ModelId atEndPoint(const std::string& address, const std::string& name);

    /// The other way of text(), for any text: what is no end point is taken for a path.
    static ModelId fromText(const std::string& text);

    /// What settings and databases hold: nothing for the built-in model, the path as it was given,
    /// or the end point's address, '#' and the name.
    const std::string& text() const { return m_text; }

    bool isBuiltIn() const { return m_text.empty(); }
    bool isFile() const { return !isBuiltIn() && !isAtEndPoint(); }
    bool isAtEndPoint() const;

    std::filesystem::path path() const; ///< empty unless isFile()
    std::string address() const; ///< empty unless isAtEndPoint()
    std::string name() const; ///< the same

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
