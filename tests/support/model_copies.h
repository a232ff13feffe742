#pragma once

#include "tests/support/fixtures.h"
#include "tests/support/program.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

inline void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// Replaces the first `from` by `to`, which must be as long: nothing else in the file moves.
inline void overwrite(QByteArray& bytes, const QByteArray& from, const QByteArray& to)
{
    const qsizetype at = bytes.indexOf(from);
    if (at < 0 || from.size() != to.size())
        qFatal("cannot put %s in place of %s", to.constData(), from.constData());
    bytes.replace(at, from.size(), to);
}

/// A copy of the built-in model, to be changed.
class StarterCopy {
public:
    StarterCopy()
        : text(readFile(resource("starter/vignette-starter.gguf")))
        , vision(readFile(resource("starter/mmproj-vignette-starter.gguf")))
    {
    }

    /// Puts another chat template, no longer than its own, in place of that.
    void setTemplate(QByteArray source)
    {
        const QByteArray key = "tokenizer.chat_template";
        const qsizetype length = text.indexOf(key) + key.size() + 4; // after the type
        quint64 bytes = 0;
        memcpy(&bytes, text.constData() + length, sizeof bytes);
        const qsizetype padding = qsizetype(bytes) - source.size() - 4;
        if (padding < 0)
            qFatal("the chat template is too long");
        source += "{#" + QByteArray(padding, ' ') + "#}";
        text.replace(length + 8, source.size(), source);
    }

    /// Writes both files and returns the path of the language model.
    QString write()
    {
        writeFile(m_folder.filePath("mmproj-copy.gguf"), vision);
        writeFile(m_folder.filePath("copy.gguf"), text);
        return m_folder.filePath("copy.gguf");
    }

    QByteArray text, vision; ///< the files

private:
    QTemporaryDir m_folder;
};

/// A folder in Hugging Face layout: a random decoder of 64 tokens, of which each is a letter.
class TinyFolder {
public:
    TinyFolder()
    {
        const QString source = resource("../tests/data/models/tiny-llama/");
        for (const QString name : {"config.json", "model.safetensors"})
            writeFile(path(name), readFile(source + name));
        writeFile(path("tokenizer.json"), QByteArray::fromStdString(tokenizer().dump()));
        writeFile(path("tokenizer_config.json"), R"({"bos_token": "<s>", "chat_template":
            "{{ bos_token }}{% for message in messages %}{{ message['content'] }}{% endfor %}"})");
    }

    QString path() const { return m_folder.path(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// Divides the weights among two files, as an index says.
    void divide()
    {
        const QByteArray whole = readFile(path("model.safetensors"));
        quint64 bytes = 0;
        memcpy(&bytes, whole.constData(), sizeof bytes);
        const auto header = nlohmann::json::parse(whole.mid(8, qsizetype(bytes)).toStdString());
        nlohmann::json index, heads[2];
        QByteArray data[2];
        for (const auto& [name, array] : header.items()) {
            if (name == "__metadata__")
                continue;
            const size_t part = index["weight_map"].size() % 2;
            const qint64 begin = array["data_offsets"][0], end = array["data_offsets"][1];
            heads[part][name] = array;
            heads[part][name]["data_offsets"]
                = {data[part].size(), data[part].size() + (end - begin)};
            data[part] += whole.mid(8 + qsizetype(bytes) + begin, end - begin);
            index["weight_map"][name] = shardName(part).toStdString();
        }
        for (size_t part = 0; part < 2; ++part) {
            const QByteArray head = QByteArray::fromStdString(heads[part].dump());
            const auto size = quint64(head.size());
            writeFile(path(shardName(part)),
                QByteArray(reinterpret_cast<const char*>(&size), sizeof size) + head + data[part]);
        }
        writeFile(path("model.safetensors.index.json"), QByteArray::fromStdString(index.dump()));
        QFile::remove(path("model.safetensors"));
    }

    static QString shardName(size_t part)
    {
        return QString("model-0000%1-of-00002.safetensors").arg(part + 1);
    }

private:
    static nlohmann::json tokenizer()
    {
        nlohmann::json vocabulary{{"<unk>", 0}, {"<s>", 1}, {"</s>", 2}};
        for (const char letter :
            std::string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,!?<>/"))
            vocabulary[std::string(1, letter)] = vocabulary.size();
        vocabulary["Ġ"] = vocabulary.size(); // the space
        nlohmann::json added = nlohmann::json::array();
        for (const char* special : {"<unk>", "<s>", "</s>"})
            added.push_back({{"id", vocabulary[special]}, {"content", special}, {"special", true},
                {"single_word", false}, {"lstrip", false}, {"rstrip", false},
                {"normalized", false}});
        return {{"added_tokens", added}, {"normalizer", nullptr},
            {"pre_tokenizer",
                {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
            {"decoder", {{"type", "ByteLevel"}}},
            {"post_processor",
                {{"type", "TemplateProcessing"},
                    {"single",
                        {{{"SpecialToken", {{"id", "<s>"}, {"type_id", 0}}}},
                            {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
                    {"pair", nlohmann::json::array()},
                    {"special_tokens",
                        {{"<s>", {{"id", "<s>"}, {"ids", {1}}, {"tokens", {"<s>"}}}}}}}},
            {"model",
                {{"type", "BPE"}, {"unk_token", "<unk>"}, {"vocab", vocabulary},
                    {"merges", nlohmann::json::array()}}}};
    }

    QTemporaryDir m_folder;
};

} // namespace tests
