#include "runtime/model_id.h"

#include "base/error.h"

namespace runtime {

ModelId ModelId::fromPath(const std::filesystem::path& path)
{
    return fromText(path.string());
}

ModelId ModelId::remote(const std::string& address, const std::string& name)
{
    const ModelId model = fromText(address + '#' + name);
    CHECK(model.isRemote() && model.address() == address);
    return model;
}

ModelId ModelId::fromText(const std::string& text)
{
    ModelId model;
    model.m_text = text;
    return model;
}

bool ModelId::isRemote() const
{
    return (m_text.starts_with("http://") || m_text.starts_with("https://"))
        && m_text.find('#') != std::string::npos;
}

std::filesystem::path ModelId::path() const
{
    return isFile() ? m_text : std::string();
}

std::string ModelId::address() const
{
    return isRemote() ? m_text.substr(0, m_text.find('#')) : std::string();
}

std::string ModelId::name() const
{
    return isRemote() ? m_text.substr(m_text.find('#') + 1) : std::string();
}

} // namespace runtime
