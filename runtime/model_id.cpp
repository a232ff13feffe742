#include "runtime/model_id.h"

#include "base/error.h"

namespace runtime {

ModelId ModelId::ofFile(const std::filesystem::path& path)
{
    return fromText(path.string());
}

ModelId ModelId::atEndPoint(const std::string& address, const std::string& name)
{
    const ModelId model = fromText(address + '#' + name);
    CHECK(model.isAtEndPoint() && model.address() == address);
    return model;
}

ModelId ModelId::fromText(const std::string& text)
{
    ModelId model;
    model.m_text = text;
    return model;
}

bool ModelId::isAtEndPoint() const
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
    return isAtEndPoint() ? m_text.substr(0, m_text.find('#')) : std::string();
}

std::string ModelId::name() const
{
    return isAtEndPoint() ? m_text.substr(m_text.find('#') + 1) : std::string();
}

} // namespace runtime
