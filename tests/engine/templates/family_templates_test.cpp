#include "engine/templates/chat_template.h"
#include "engine/templates/load_chat_template.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

using engine::ChatTemplate;
using engine::FamilyTemplate;
using Json = nlohmann::ordered_json;

namespace {

// Renders with the beginning <s> and the end </s>, on 1 January 1970.
std::string render(
    const FamilyTemplate& format, const Json& messages, const Json& variables = Json::object())
{
    ChatTemplate::Options options;
    options.bos = "<s>";
    options.eos = "</s>";
    options.now = std::chrono::system_clock::time_point(std::chrono::hours(12));
    return ChatTemplate(std::string(format.source)).render(messages, variables, options).text;
}

Json message(const char* role, const Json& content)
{
    return {{"role", role}, {"content", content}};
}

const Json shortTalk = {
    message("system", "S"), message("user", "U"), message("assistant", "A"), message("user", "V")};

const Json tools = {{{"type", "function"},
    {"function",
        {{"name", "look_up"}, {"description", "Finds a word."},
            {"parameters",
                {{"type", "object"}, {"properties", {{"word", {{"type", "string"}}}}},
                    {"required", {"word"}}}}}}}};

Json toolTalk()
{
    Json call = message("assistant", "");
    call["tool_calls"] = {{{"id", "123456789"}, {"type", "function"},
        {"function", {{"name", "look_up"}, {"arguments", {{"word", "heron"}}}}}}};
    Json result = message("tool", "a bird");
    result["name"] = "look_up";
    result["tool_call_id"] = "123456789";
    return {message("system", "Be brief."), message("user", "What is a heron?"), call, result};
}

// Those whose makers published no way to tell of tools.
bool knowsTools(std::string_view name)
{
    for (const char* without : {"chatml", "internvl", "llama2", "gemma", "phi4", "smolvlm", "olmo2",
             "starcoder2", "vicuna", "deepseek"})
        if (name == without)
            return false;
    return true;
}

const FamilyTemplate& formatNamed(std::string_view name)
{
    return *std::ranges::find(engine::familyTemplates(), name, &FamilyTemplate::name);
}

} // namespace

// The formats for models without a template, which we wrote after what their makers published.
class FamilyTemplatesTest : public QObject {
    Q_OBJECT

    static void addRowForEachFormat()
    {
        QTest::addColumn<int>("position");
        for (size_t position = 0; position < engine::familyTemplates().size(); ++position)
            QTest::newRow(engine::familyTemplates()[position].name.data()) << int(position);
    }

private slots:
    void aTalkIsWrittenAsTheFamilyWasTrained_data()
    {
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(name) << QByteArray(expected);
        };
        const char* const chatml
            = "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU<|im_end|>\n"
              "<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\nV"
              "<|im_end|>\n<|im_start|>assistant\n";
        for (const char* name : {"chatml", "internvl", "qwen2", "qwen3"})
            row(name, chatml);
        row("lfm2", (std::string("<s>") + chatml).c_str());
        row("phi4",
            "<|im_start|>system<|im_sep|>S<|im_end|><|im_start|>user<|im_sep|>U<|im_end|>"
            "<|im_start|>assistant<|im_sep|>A<|im_end|><|im_start|>user<|im_sep|>V"
            "<|im_end|><|im_start|>assistant<|im_sep|>");
        row("phi3",
            "<|system|>\nS<|end|>\n<|user|>\nU<|end|>\n<|assistant|>\nA<|end|>\n<|user|>\n"
            "V<|end|>\n<|assistant|>\n");
        row("llama2", "<s>[INST] <<SYS>>\nS\n<</SYS>>\n\nU [/INST] A </s><s>[INST] V [/INST]");
        row("llama3",
            "<s><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user"
            "<|end_header_id|>\n\nU<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nA"
            "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nV<|eot_id|>"
            "<|start_header_id|>assistant<|end_header_id|>\n\n");
        row("mistral", "<s>[INST] U [/INST] A</s>[INST] S\n\nV [/INST]");
        row("mistral_system",
            "<s>[SYSTEM_PROMPT]S[/SYSTEM_PROMPT][INST]U[/INST]A</s>[INST]V[/INST]");
        row("gemma",
            "<s><start_of_turn>user\nS\n\nU<end_of_turn>\n<start_of_turn>model\nA"
            "<end_of_turn>\n<start_of_turn>user\nV<end_of_turn>\n<start_of_turn>model\n");
        row("gemma4",
            "<s><|turn>system\nS<turn|>\n<|turn>user\nU<turn|>\n<|turn>model\nA<turn|>\n"
            "<|turn>user\nV<turn|>\n<|turn>model\n<|channel>thought\n<channel|>");
        row("granite",
            "<|start_of_role|>system<|end_of_role|>S<|end_of_text|>\n<|start_of_role|>user"
            "<|end_of_role|>U<|end_of_text|>\n<|start_of_role|>assistant<|end_of_role|>A"
            "<|end_of_text|>\n<|start_of_role|>user<|end_of_role|>V<|end_of_text|>\n"
            "<|start_of_role|>assistant<|end_of_role|>");
        row("command_r",
            "<s><|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>S<|END_OF_TURN_TOKEN|>"
            "<|START_OF_TURN_TOKEN|><|USER_TOKEN|>U<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|>"
            "<|CHATBOT_TOKEN|>A<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|USER_TOKEN|>V"
            "<|END_OF_TURN_TOKEN|><|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>");
        row("glm4", "[gMASK]<sop><|system|>\nS<|user|>\nU<|assistant|>\nA<|user|>\nV<|assistant|>");
        row("deepseek",
            "<s>S<｜User｜>U<｜Assistant｜>A<｜end▁of▁sentence｜><｜User｜>V<｜Assistant｜>");
        row("olmo2",
            "<s><|system|>\nS\n<|user|>\nU\n<|assistant|>\nA</s>\n<|user|>\nV\n"
            "<|assistant|>\n");
        row("starcoder2",
            "<s>S\n\n### Instruction\nU\n\n### Response\nA</s>\n\n### Instruction\n"
            "V\n\n### Response\n");
        row("smolvlm",
            "<|im_start|>System: S<end_of_utterance>\nUser: U<end_of_utterance>\n"
            "Assistant: A<end_of_utterance>\nUser: V<end_of_utterance>\nAssistant:");
        row("vicuna", "<s>S USER: U ASSISTANT: A</s>USER: V ASSISTANT:");
        row("smollm3",
            "<|im_start|>system\n## Metadata\n\nKnowledge Cutoff Date: June 2025\nToday Date: 01 "
            "January 1970\nReasoning Mode: /think\n\n## Custom Instructions\n\nS\n\n<|im_end|>\n"
            "<|im_start|>user\nU<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\n"
            "V<|im_end|>\n<|im_start|>assistant\n");
        row("gpt_oss",
            "<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\n"
            "Knowledge cutoff: 2024-06\nCurrent date: 1970-01-01\n\nReasoning: medium\n\n# Valid "
            "channels: analysis, commentary, final. Channel must be included for every message."
            "<|end|><|start|>developer<|message|># Instructions\n\nS\n\n<|end|><|start|>user"
            "<|message|>U<|end|><|start|>assistant<|channel|>final<|message|>A<|end|><|start|>user"
            "<|message|>V<|end|><|start|>assistant");
    }
    void aTalkIsWrittenAsTheFamilyWasTrained()
    {
        QFETCH(QByteArray, expected);
        const FamilyTemplate& format = formatNamed(QTest::currentDataTag());

        QCOMPARE(QByteArray::fromStdString(render(format, shortTalk)), expected);
    }

    void noFormatIsWithoutATest() { QCOMPARE(engine::familyTemplates().size(), size_t(23)); }

    void toolsAndTheirResultsAreTold_data() { addRowForEachFormat(); }
    void toolsAndTheirResultsAreTold()
    {
        QFETCH(int, position);
        const FamilyTemplate& format = engine::familyTemplates()[size_t(position)];

        const std::string text = render(format, toolTalk(), {{"tools", tools}});

        QVERIFY2(text.find("What is a heron?") < text.find("a bird"), text.c_str());
        QVERIFY2(text.find("a bird") != std::string::npos, text.c_str());
        const size_t told = text.find("Finds a word."), called = text.rfind("heron");
        QVERIFY2(!knowsTools(format.name) || told < text.find("a bird"), text.c_str());
        QVERIFY2(format.name == "deepseek" || !knowsTools(format.name)
                || called > text.find("What is a heron?") + 20,
            text.c_str());
    }

    void partsAreReadInTheirOrder_data() { addRowForEachFormat(); }
    void partsAreReadInTheirOrder()
    {
        QFETCH(int, position);
        const FamilyTemplate& format = engine::familyTemplates()[size_t(position)];
        const Json parts = {{{"type", "text"}, {"text", "Before"}}, {{"type", "image"}},
            {{"type", "text"}, {"text", "after"}}};

        const std::string text = render(format, Json::array({message("user", parts)}));

        QVERIFY2(text.find("Before") < text.find("after"), text.c_str());
        QVERIFY2(text.find("after") != std::string::npos, text.c_str());
    }

    void thinkingCanBeTurnedOff_data()
    {
        QTest::addColumn<QByteArray>("on");
        QTest::addColumn<QByteArray>("off");
        QTest::newRow("qwen3") << QByteArray("assistant\n")
                               << QByteArray("assistant\n<think>\n\n</think>\n\n");
        QTest::newRow("smollm3") << QByteArray("assistant\n")
                                 << QByteArray("assistant\n<think>\n\n</think>\n");
        QTest::newRow("gemma4") << QByteArray("model\n")
                                << QByteArray("model\n<|channel>thought\n<channel|>");
        QTest::newRow("glm4") << QByteArray("<|assistant|>")
                              << QByteArray("<|assistant|>\n<think></think>\n");
    }
    void thinkingCanBeTurnedOff()
    {
        QFETCH(QByteArray, on);
        QFETCH(QByteArray, off);
        const FamilyTemplate& format = formatNamed(QTest::currentDataTag());

        QVERIFY(render(format, shortTalk, {{"enable_thinking", true}}).ends_with(on.toStdString()));
        QVERIFY(
            render(format, shortTalk, {{"enable_thinking", false}}).ends_with(off.toStdString()));
    }

    void aVocabularyShowsForWhichFormatItWasMade_data()
    {
        QTest::addColumn<QStringList>("pieces");
        QTest::addColumn<QByteArray>("usual");
        QTest::addColumn<QByteArray>("title");
        const auto row = [](const QStringList& pieces, const char* usual, const char* title) {
            QTest::newRow(title) << pieces << QByteArray(usual) << QByteArray(title);
        };
        row({"<|begin_of_text|>", "<|start_header_id|>"}, "llama2", "Llama 3");
        row({"<s>", "hello"}, "llama2", "Llama 2");
        row({"<s>", "[INST]"}, "llama2", "Mistral");
        row({"<|im_start|>", "hello"}, "", "ChatML");
        row({"<|im_start|>", "<|vision_start|>", "<think>"}, "", "Qwen 3");
        row({"<|im_start|>", "<|vision_start|>", "<think>", "<｜User｜>"}, "", "DeepSeek");
        row({"hello"}, "vicuna", "Vicuna");
    }
    void aVocabularyShowsForWhichFormatItWasMade()
    {
        QFETCH(QStringList, pieces);
        QFETCH(QByteArray, usual);
        QFETCH(QByteArray, title);
        std::vector<std::string> vocabulary;
        for (const QString& piece : pieces)
            vocabulary.push_back(piece.toStdString());

        const auto found
            = engine::familyTemplateFor(tests::PieceTokenizer(vocabulary), usual.toStdString());

        QCOMPARE(QByteArray::fromStdString(found.borrowedFrom), title);
    }

    void withoutAnyHintItIsChatMl()
    {
        QCOMPARE(engine::familyTemplateFor(tests::PieceTokenizer({"hello"}), "").borrowedFrom,
            std::string("ChatML"));
    }
};

TESTS(FamilyTemplatesTest);
#include "family_templates_test.moc"
