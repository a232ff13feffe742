<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>app::AnswerNotifier</name>
    <message>
        <source>An answer is complete</source>
        <translation>一个回答已完成</translation>
    </message>
    <message>
        <source>Click to read it.</source>
        <translation>点击阅读。</translation>
    </message>
</context>
<context>
    <name>app::DesktopNotifications</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>app::Program</name>
    <message>
        <source>Vignette was ended unexpectedly last time. Everything that was sent or answered is still here.</source>
        <translation>Vignette 上次意外结束。所有已发送和已回答的内容都还在。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>app::TrayIcon</name>
    <message>
        <source>Show Vignette</source>
        <translation>显示 Vignette</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Go on with the downloads</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>Pause the downloads</source>
        <translation>暂停下载</translation>
    </message>
</context>
<context>
    <name>services::AnswerStream</name>
    <message>
        <source>The loading of the model was cancelled.</source>
        <translation>模型加载已取消。</translation>
    </message>
    <message>
        <source>The model was unloaded before this answer was complete.</source>
        <translation>此回答完成之前模型已被卸载。</translation>
    </message>
    <message>
        <source>The program was closed before this answer was complete.</source>
        <translation>此回答完成之前程序已关闭。</translation>
    </message>
</context>
<context>
    <name>services::AnswerWait</name>
    <message>
        <source>Waiting for the server&apos;s first word</source>
        <translation>正在等待服务器的第一个词</translation>
    </message>
    <message numerus="yes">
        <source>Loading the model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在加载模型：%1 %，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading the model: %1 %</source>
        <translation>正在加载模型：%1 %</translation>
    </message>
    <message numerus="yes">
        <source>Looking at picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在查看第 %1 / %2 张图片，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking at picture %1 of %2</source>
        <translation>正在查看第 %1 / %2 张图片</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for room in the context: other answers (%1) go first, for at most about %Ln second(s)</source>
        <translation>
            <numerusform>等待上下文空间：其他回答 (%1) 优先，最多约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for room in the context: other answers (%1) go first</source>
        <translation>等待上下文空间：其他回答 (%1) 优先</translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在读取：%1 / %2 个词元，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading: %1 of %2 tokens</source>
        <translation>正在读取：%1 / %2 个词元</translation>
    </message>
    <message>
        <source>Waiting for the memory that another model gives back</source>
        <translation>正在等待另一个模型释放内存</translation>
    </message>
    <message>
        <source>Waiting for the server: other answers (%1) go first</source>
        <translation>正在等待服务器：先处理其他回答（%1）</translation>
    </message>
    <message numerus="yes">
        <source>The server does not answer; it is asked again in %Ln second(s)</source>
        <translation>
            <numerusform>服务器没有应答；%Ln 秒后再次询问</numerusform>
        </translation>
    </message>
    <message>
        <source>The server does not answer; it is asked again</source>
        <translation>服务器没有应答；正在再次询问</translation>
    </message>
</context>
<context>
    <name>services::ArchiveExport</name>
    <message>
        <source>The conversation “%1” could not be read: nothing was exported.</source>
        <translation>无法读取对话“%1”：未导出任何内容。</translation>
    </message>
    <message>
        <source>The export was stopped: nothing was written.</source>
        <translation>导出已停止：未写入任何内容。</translation>
    </message>
</context>
<context>
    <name>services::ArchiveWriter</name>
    <message>
        <source>there is no room beside it</source>
        <translation>其所在位置没有空间</translation>
    </message>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation>无法写入文件 %1：%2。</translation>
    </message>
</context>
<context>
    <name>services::AttachmentLoader</name>
    <message>
        <source>“%1” is a folder; its pictures can be described on the page “Captions”, or chosen one by one.</source>
        <translation>“%1”是文件夹；可以在“图片说明”页面描述其中的图片，或逐个选择。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” is larger than %2 MiB, which is the most that can be attached.</source>
        <translation>“%1”大于 %2 MiB，已超出可附加的上限。</translation>
    </message>
    <message>
        <source>The picture was not attached: its “data:” address is broken, or too long.</source>
        <translation>未附加图片：其“data:”地址已损坏或过长。</translation>
    </message>
    <message>
        <source>“%1” is neither a picture that can be read nor a text.</source>
        <translation>“%1”既不是可读取的图片，也不是文本。</translation>
    </message>
    <message>
        <source>“%1” is not an ordinary file.</source>
        <translation>“%1”不是普通文件。</translation>
    </message>
    <message>
        <source>“%1” cannot be attached: it is of the kind “%2”, which Vignette does not read.</source>
        <translation>无法附加“%1”：其类型为“%2”，Vignette 不支持读取。</translation>
    </message>
</context>
<context>
    <name>services::CaptionLibrary</name>
    <message>
        <source>%1 of %2</source>
        <comment>described of all pictures</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>services::CaptionRun</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 和另外 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::Captions</name>
    <message>
        <source>%1 holds no picture.</source>
        <translation>%1 中没有图片。</translation>
    </message>
</context>
<context>
    <name>services::ChatRequest</name>
    <message>
        <source>typical tokens</source>
        <translation>典型词元</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>banned phrases</source>
        <translation>禁用短语</translation>
    </message>
    <message>
        <source>negative prompt</source>
        <translation>反向提示</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>thinking or not</source>
        <translation>是否思考</translation>
    </message>
</context>
<context>
    <name>services::Conversation</name>
    <message>
        <source>Temporary chat</source>
        <translation>临时聊天</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>A picture</source>
        <translation>一张图片</translation>
    </message>
</context>
<context>
    <name>services::ConversationFolders</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a folder&apos;s name and a number</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>services::ConversationImport</name>
    <message>
        <source>Nothing could be imported: the file of the conversations cannot be used.</source>
        <translation>未能导入任何内容：对话文件无法使用。</translation>
    </message>
    <message>
        <source>The import was not finished: the file of the conversations cannot be written.</source>
        <translation>导入没有完成：无法写入对话文件。</translation>
    </message>
</context>
<context>
    <name>services::ConversationList</name>
    <message>
        <source>%1 (copy)</source>
        <comment>the name of a conversation</comment>
        <translation>%1（副本）</translation>
    </message>
    <message>
        <source>%1, writing</source>
        <translation>%1，正在书写</translation>
    </message>
    <message>
        <source>%1, temporary</source>
        <translation>%1，临时</translation>
    </message>
    <message>
        <source>%1 (imported)</source>
        <comment>the name of a conversation</comment>
        <translation>%1（已导入）</translation>
    </message>
</context>
<context>
    <name>services::ConversationReader</name>
    <message>
        <source>it is larger than any export</source>
        <translation>它比任何导出文件都大</translation>
    </message>
    <message>
        <source>conversations that Vignette or ChatGPT exported were expected in it</source>
        <translation>其中应为 Vignette 或 ChatGPT 导出的会话</translation>
    </message>
    <message>
        <source>The file %1: %2</source>
        <translation>文件 %1：%2</translation>
    </message>
    <message>
        <source>The file %1 cannot be imported: %2.</source>
        <translation>无法导入文件 %1：%2。</translation>
    </message>
    <message>
        <source>an ordinary file was expected</source>
        <translation>应为普通文件</translation>
    </message>
    <message>
        <source>“%1” in it is too long</source>
        <translation>其中的“%1”过长</translation>
    </message>
    <message>
        <source>headings such as “## You” and “## Answer” were expected in it</source>
        <translation>其中应有“## You”和“## Answer”这样的标题</translation>
    </message>
    <message>
        <source>it has more messages than any export</source>
        <translation>其中的消息比任何导出文件都多</translation>
    </message>
    <message>
        <source>it has more lines than any export</source>
        <translation>其中的行数比任何导出文件都多</translation>
    </message>
</context>
<context>
    <name>services::ConversationSearch</name>
    <message>
        <source>%1: %2</source>
        <comment>a conversation, and words from a message in it</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>services::Database</name>
    <message>
        <source>%1 was written by a newer Vignette: its form is %2, this version reads up to %3. It is left as it is.</source>
        <translation>%1 由较新版本的 Vignette 写入：其格式为 %2，此版本最多读取 %3。文件保持原样。</translation>
    </message>
    <message>
        <source>%1 is of an earlier version and is copied before it is changed, but the copy cannot be written: %2. It needs %3 beside it. Nothing was changed.</source>
        <translation>%1 来自较早的版本，更改之前要先复制，但无法写入副本：%2。旁边需要 %3 的空间。没有作任何更改。</translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation>无法使用文件 %1：%2。</translation>
    </message>
    <message>
        <source>Another Vignette is using the file %1: nothing will be kept here.</source>
        <translation>另一个 Vignette 正在使用文件 %1：这里的内容不会被保存。</translation>
    </message>
    <message>
        <source>The file %1 cannot be opened for writing. What it holds stays as it is but is not shown, and nothing new is kept.</source>
        <translation>无法打开文件 %1 进行写入。其中的内容保持不变，但不会显示，新内容也不会保存。</translation>
    </message>
    <message>
        <source>The disk of the file %1 is full. What it holds is safe, but nothing new is kept until there is room.</source>
        <translation>文件 %1 所在的磁盘已满。已有内容是安全的，但在有空间之前不会保存新内容。</translation>
    </message>
    <message>
        <source>This was stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>The file %1 is not opened: it was changed by another program or made by somebody else. Its %2 is not what Vignette makes.</source>
        <translation>未打开文件 %1：它被其他程序修改过，或由他人制作。其中的“%2”不是 Vignette 创建的内容。</translation>
    </message>
    <message>
        <source>The file %1 is not read any further: a query took longer than %2 s. It is damaged, or made to take so long.</source>
        <translation>不再继续读取文件 %1：一次查询超过了 %2 秒。文件已损坏，或被故意做成如此。</translation>
    </message>
    <message>
        <source>The file %1 is not read any further: it has a text of more than %2, which no document has in one piece.</source>
        <translation>不再继续读取文件 %1：其中有一段文本超过 %2，任何文档都不会有这样的单段文本。</translation>
    </message>
</context>
<context>
    <name>services::Devices</name>
    <message>
        <source>%1, and the processor for the rest</source>
        <translation>%1，其余由处理器承担</translation>
    </message>
</context>
<context>
    <name>services::DiskSpace</name>
    <message>
        <source>There is not enough room on the disk of %1: %2 are needed, and %3 are free.</source>
        <translation>%1 所在磁盘空间不足：需要 %2，可用 %3。</translation>
    </message>
</context>
<context>
    <name>services::DocumentGatherer</name>
    <message>
        <source>Looking in your documents …</source>
        <translation>正在查找您的文档…</translation>
    </message>
    <message>
        <source>There are no documents to ask. Add some on the page “Documents”, or switch “Ask my documents” off.</source>
        <translation>没有可查询的文档。请在“文档”页面添加，或关闭“查询我的文档”。</translation>
    </message>
    <message>
        <source>Loading the model: %1 %</source>
        <translation>正在加载模型：%1 %</translation>
    </message>
    <message>
        <source>Choosing what the model reads …</source>
        <translation>正在选择模型要读取的内容…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files of your documents have not been read yet.</source>
        <translation>
            <numerusform>您的文档中还有 %Ln 个文件尚未读取。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message>
        <source>The model&apos;s context has room for the beginning of one passage only.</source>
        <translation>模型的上下文只容得下一段文字的开头。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages were left out: the model&apos;s context has no room for them.</source>
        <translation>
            <numerusform>省略了 %Ln 段文字：模型的上下文容不下。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is longer than what is read of a document: its end is missing.</source>
        <translation>“%1”超过了一份文档所读取的长度：缺少结尾部分。</translation>
    </message>
    <message>
        <source>Reading all of it: %1 of %2 parts</source>
        <translation>正在通读全文：第 %1 / %2 部分</translation>
    </message>
    <message>
        <source>This is longer than the model&apos;s context: it has read all of it part by part, and answered from its notes.</source>
        <translation>内容超出模型的上下文：模型已逐段读完全文，并根据笔记作答。</translation>
    </message>
    <message>
        <source>Comparing meanings: %1 of %2 passages</source>
        <translation>正在比较含义：第 %1 / %2 段</translation>
    </message>
    <message>
        <source>The model&apos;s context has no room for a passage of the documents. Enlarge it in the settings, or begin a new chat.</source>
        <translation>模型的上下文容不下文档中的任何一段。请在设置中扩大上下文，或开始新的聊天。</translation>
    </message>
    <message numerus="yes">
        <source>The documents are longer than the model&apos;s context: it has read %Ln passages that fit the question best.</source>
        <translation>
            <numerusform>文档超出模型的上下文：模型读取了与问题最相符的 %Ln 段文字。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in your documents answers this.</source>
        <translation>您的文档中没有能回答此问题的内容。</translation>
    </message>
    <message>
        <source>The passages that come nearest are below.</source>
        <translation>最接近的段落列在下方。</translation>
    </message>
    <message>
        <source>The built-in model knows drawings only. These passages fit your question best:</source>
        <translation>内置模型只认识图画。以下段落与您的问题最相符：</translation>
    </message>
    <message>
        <source>The built-in model knows drawings only and cannot do this; another one can. So it begins:</source>
        <translation>内置模型只认识图画，无法做到这一点；其他模型可以。开头如下：</translation>
    </message>
    <message>
        <source>Reading the passages that fit best …</source>
        <translation>正在阅读最相符的段落…</translation>
    </message>
</context>
<context>
    <name>services::EndPoint</name>
    <message>
        <source>Names and keys do not belong into an address, which is kept in a file. Enter the key where it is asked for.</source>
        <translation>名称和密钥不应写在地址中，因为地址保存在文件里。请在要求输入密钥的地方输入。</translation>
    </message>
    <message>
        <source>“%1” is no address of a server, such as http://192.168.1.20:8000/v1.</source>
        <translation>“%1”不是服务器地址（例如 http://192.168.1.20:8000/v1）。</translation>
    </message>
</context>
<context>
    <name>services::EndPointInquiry</name>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
</context>
<context>
    <name>services::EndPointTrial</name>
    <message>
        <source>Answers come word by word.</source>
        <translation>回答逐词返回。</translation>
    </message>
    <message>
        <source>It does not answer questions.</source>
        <translation>它不回答问题。</translation>
    </message>
    <message>
        <source>It takes pictures.</source>
        <translation>它接受图片。</translation>
    </message>
    <message>
        <source>It takes no pictures.</source>
        <translation>它不接受图片。</translation>
    </message>
    <message>
        <source>It holds answers to a JSON schema.</source>
        <translation>它能让回答遵循 JSON 模式。</translation>
    </message>
    <message>
        <source>It does not hold answers to a JSON schema.</source>
        <translation>它不能让回答遵循 JSON 模式。</translation>
    </message>
    <message>
        <source>Whether it holds answers to a JSON schema cannot be told: the answer was too long.</source>
        <translation>无法判断它能否让回答遵循 JSON 模式：回答太长。</translation>
    </message>
    <message>
        <source>It calls tools.</source>
        <translation>它会调用工具。</translation>
    </message>
    <message>
        <source>It takes no tools.</source>
        <translation>它不接受工具。</translation>
    </message>
    <message>
        <source>It takes tools, but did not call the one that it was offered.</source>
        <translation>它接受工具，但没有调用提供给它的工具。</translation>
    </message>
    <message>
        <source>It tells how probable its words are.</source>
        <translation>它会给出词语的概率。</translation>
    </message>
    <message>
        <source>It does not tell how probable its words are.</source>
        <translation>它不给出词语的概率。</translation>
    </message>
    <message>
        <source>It makes vectors of texts.</source>
        <translation>它能把文本变成向量。</translation>
    </message>
    <message>
        <source>It makes no vectors of texts.</source>
        <translation>它不能把文本变成向量。</translation>
    </message>
    <message>
        <source>It is there.</source>
        <translation>已连接。</translation>
    </message>
    <message>
        <source>It is there: %1.</source>
        <translation>已连接：%1。</translation>
    </message>
    <message>
        <source>A conversation may have %1 tokens.</source>
        <translation>一个对话最多 %1 个词元。</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>%1 It says: “%2”</source>
        <translation>%1 服务器说：“%2”</translation>
    </message>
</context>
<context>
    <name>services::EndPoints</name>
    <message>
        <source>This is no key: it holds spaces or other strange characters.</source>
        <translation>这不是密钥：其中有空格或其他奇怪的字符。</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this desktop.</source>
        <translation>密钥保存在此桌面的密钥环中。</translation>
    </message>
    <message>
        <source>The key is kept until the program ends.</source>
        <translation>密钥保留到程序结束。</translation>
    </message>
    <message>
        <source>The key is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>密钥保留到程序结束，因为此桌面没有密钥环接受它（%1）。</translation>
    </message>
    <message>
        <source>No key is kept. Many servers need none.</source>
        <translation>没有保存密钥。许多服务器不需要密钥。</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the key in vain (%1). Enter it again, or unlock the keyring and start the program again.</source>
        <translation>向此桌面的密钥环索取密钥未成功（%1）。请重新输入，或解锁密钥环后重新启动程序。</translation>
    </message>
</context>
<context>
    <name>services::FileDownload</name>
    <message>
        <source>the answer ended early</source>
        <translation>应答提前结束</translation>
    </message>
    <message>
        <source>%1 has another size now than in the list of files that the hub has sent. Ask for that list again.</source>
        <translation>%1 现在的大小与模型中心发送的文件列表中的不同。请重新获取该列表。</translation>
    </message>
    <message>
        <source>%1 changes on the hub again and again while it is fetched. Try again later.</source>
        <translation>下载期间 %1 在模型中心上反复变化。请稍后再试。</translation>
    </message>
    <message>
        <source>The connection to %1 is lost again and again, and it sends files from their beginning only. Try again later.</source>
        <translation>与 %1 的连接反复断开，而且它只能从头发送文件。请稍后再试。</translation>
    </message>
    <message>
        <source>What came as %1 is not what the hub names: its SHA-256 differs. It was removed; try again later, the file may be damaged there.</source>
        <translation>收到的 %1 与模型中心所述不符：其 SHA-256 不同。该文件已删除；请稍后再试，那里的文件可能已损坏。</translation>
    </message>
</context>
<context>
    <name>services::FileGatherer</name>
    <message>
        <source>Reading “%1” …</source>
        <translation>正在读取“%1”…</translation>
    </message>
    <message>
        <source>Reading the files: %1 of %2</source>
        <translation>正在读取文件：%1 / %2</translation>
    </message>
    <message>
        <source>“%1” was not read before Vignette ended. Edit the message to attach it again.</source>
        <translation>Vignette 结束前未读取“%1”。请编辑消息以重新附加。</translation>
    </message>
    <message numerus="yes">
        <source>Reading “%1”: %Ln pages so far</source>
        <translation>
            <numerusform>正在读取“%1”：已读 %Ln 页</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ForeignModels</name>
    <message>
        <source>%1 of %2 is passed over: %3</source>
        <translation>已跳过 %2 的 %1：%3</translation>
    </message>
    <message>
        <source>its list of files cannot be read, or is larger than 1 MiB.</source>
        <translation>其文件清单无法读取，或大于 1 MiB。</translation>
    </message>
    <message>
        <source>its file %1 is missing.</source>
        <translation>缺少文件 %1。</translation>
    </message>
    <message>
        <source>its link leads nowhere; the file may still be on its way.</source>
        <translation>其链接没有目标；文件可能仍在下载。</translation>
    </message>
    <message>
        <source>its newest version is not there.</source>
        <translation>最新版本不在这里。</translation>
    </message>
    <message>
        <source>its manifest names no model.</source>
        <translation>其清单没有列出模型。</translation>
    </message>
    <message>
        <source>its model.yml names no model.</source>
        <translation>其 model.yml 没有列出模型。</translation>
    </message>
    <message>
        <source>it is not downloaded to its end.</source>
        <translation>尚未下载完成。</translation>
    </message>
</context>
<context>
    <name>services::HeadFolder</name>
    <message>
        <source>What %1 says about itself cannot be looked at in the folder for temporary files: %2.</source>
        <translation>无法在临时文件夹中查看 %1 的自述信息：%2。</translation>
    </message>
</context>
<context>
    <name>services::HttpFailure</name>
    <message>
        <source>%1 has no such file any more. Ask for the list of its files again.</source>
        <translation>%1 已没有此文件。请重新获取其文件列表。</translation>
    </message>
    <message>
        <source>%1 is not at %2, or it is private. Check how it is spelled.</source>
        <translation>%2 上没有 %1，或者它是私有的。请检查拼写。</translation>
    </message>
    <message>
        <source>%2 does not give %1 to the owner of this token. Accept the conditions on the page of %1 there, and check that the token may read it.</source>
        <translation>%2 不向此令牌的所有者提供 %1。请在那里的 %1 页面上接受条款，并确认令牌有读取权限。</translation>
    </message>
    <message>
        <source>%1 is only for those who have accepted its conditions. Accept them on its page at %2, and give a token of yours (HF_TOKEN).</source>
        <translation>%1 仅供已接受其条款的人使用。请在 %2 上它的页面接受条款，并提供您的令牌（HF_TOKEN）。</translation>
    </message>
    <message>
        <source>%1 gets too many questions at the moment. Try again in a while.</source>
        <translation>%1 目前收到的请求过多。请稍后再试。</translation>
    </message>
    <message>
        <source>%1 asks to wait %2 s. Try again then.</source>
        <translation>%1 要求等待 %2 秒。请届时再试。</translation>
    </message>
    <message>
        <source>The proxy wants to know who asks. Put name and password into its address (http_proxy, https_proxy).</source>
        <translation>代理服务器需要身份验证。请将用户名和密码写入其地址（http_proxy、https_proxy）。</translation>
    </message>
    <message>
        <source>%2 says that %1 is shorter than the list of its files tells. Ask for that list again.</source>
        <translation>%2 表示 %1 比文件列表所示的更短。请重新获取该列表。</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (status %2). Try again later.</source>
        <translation>%1 自身出现问题（状态 %2）。请稍后再试。</translation>
    </message>
    <message>
        <source>%1 does not answer as a hub of models does (status %2). Check its address.</source>
        <translation>%1 的应答不像模型中心（状态 %2）。请检查其地址。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2). What has come is kept; try again.</source>
        <translation>与 %1 的连接已断开（%2）。已下载的部分会保留；请重试。</translation>
    </message>
    <message>
        <source>%1 has not sent anything for too long. What has come is kept; try again.</source>
        <translation>%1 过久没有发送任何内容。已下载的部分会保留；请重试。</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection to the network, and the address.</source>
        <translation>找不到 %1。请检查网络连接和地址。</translation>
    </message>
    <message>
        <source>The connection to %1 is not safe, so nothing was fetched: %2.</source>
        <translation>与 %1 的连接不安全，因此未下载任何内容：%2。</translation>
    </message>
    <message>
        <source>%1 answers in a way that makes no sense: %2. Check its address.</source>
        <translation>%1 的应答没有意义：%2。请检查其地址。</translation>
    </message>
</context>
<context>
    <name>services::HttpGet</name>
    <message>
        <source>it sends another part than was asked for</source>
        <translation>发送的部分不是所请求的部分</translation>
    </message>
    <message>
        <source>the answer ended early</source>
        <translation>应答提前结束</translation>
    </message>
    <message>
        <source>it leads from address to address</source>
        <translation>不断从一个地址转到另一个地址</translation>
    </message>
    <message>
        <source>it leads to what is no address of the web</source>
        <translation>转向的不是网络地址</translation>
    </message>
    <message>
        <source>it leads from https to http</source>
        <translation>从 https 转向 http</translation>
    </message>
</context>
<context>
    <name>services::HubAccess</name>
    <message>
        <source>“%1” is no address of a hub of models, such as https://huggingface.co; it comes from HF_ENDPOINT or from the settings.</source>
        <translation>“%1”不是模型中心的地址（例如 https://huggingface.co）；它来自 HF_ENDPOINT 或设置。</translation>
    </message>
    <message>
        <source>HF_TOKEN is no token: it holds spaces or other strange characters.</source>
        <translation>HF_TOKEN 不是令牌：其中含有空格或其他异常字符。</translation>
    </message>
</context>
<context>
    <name>services::HubAnswers</name>
    <message>
        <source>%1 does not answer as a hub of models does. Check its address (HF_ENDPOINT).</source>
        <translation>%1 的应答不像模型中心。请检查其地址（HF_ENDPOINT）。</translation>
    </message>
</context>
<context>
    <name>services::HubClient</name>
    <message>
        <source>The list of the files of %1 goes on for ever, or at another place than %2, so it was not read.</source>
        <translation>%1 的文件列表没有尽头，或者在 %2 以外的地方继续，因此未读取。</translation>
    </message>
</context>
<context>
    <name>services::HubQuestion</name>
    <message>
        <source>%1 sends more than an answer to this question can be. Check its address.</source>
        <translation>%1 发送的内容超出了此问题应答的可能大小。请检查其地址。</translation>
    </message>
</context>
<context>
    <name>services::InstalledModels</name>
    <message>
        <source>There are no models in %1: neither GGUF files nor folders with config.json and safetensors files.</source>
        <translation>%1 中没有模型：既没有 GGUF 文件，也没有包含 config.json 和 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>%1 is no model: a GGUF file or a folder with config.json and safetensors files is one.</source>
        <translation>%1 不是模型：模型应为 GGUF 文件，或包含 config.json 和 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>%1 is only the vision part of a model. Add it together with the one language model that it belongs to.</source>
        <translation>%1 只是模型的视觉部分。请将它与其所属的那个语言模型一起添加。</translation>
    </message>
    <message>
        <source>%1 is in the list already.</source>
        <translation>%1 已在列表中。</translation>
    </message>
</context>
<context>
    <name>services::JsonObjects</name>
    <message>
        <source>a conversation in JSON was expected</source>
        <translation>应为 JSON 格式的会话</translation>
    </message>
    <message>
        <source>a conversation of at most %1 values was expected</source>
        <translation>应为最多包含 %1 个值的会话</translation>
    </message>
</context>
<context>
    <name>services::KeptSecret</name>
    <message>
        <source>it does not answer</source>
        <translation>它没有应答</translation>
    </message>
</context>
<context>
    <name>services::LibraryIndex</name>
    <message>
        <source>“%1” is not there, so it was not added.</source>
        <translation>“%1”不存在，因此没有添加。</translation>
    </message>
</context>
<context>
    <name>services::McpConnection</name>
    <message>
        <source>“%1” could not be started: there is no program %2 that can be run.</source>
        <translation>无法启动“%1”：没有可以运行的程序 %2。</translation>
    </message>
    <message>
        <source>“%1” speaks a version of the protocol that is not known here: %2.</source>
        <translation>“%1”使用的协议版本在此未知：%2。</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>“%1”不读取其输入。</translation>
    </message>
    <message>
        <source>“%1” does not run any more.</source>
        <translation>“%1”已不再运行。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” did not answer within %Ln second(s).</source>
        <translation>
            <numerusform>“%1”在 %Ln 秒内没有回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” wrote more than it was asked for, without an end.</source>
        <translation>“%1”输出的内容超出所问，没有尽头。</translation>
    </message>
    <message>
        <source>“%1” wrote a line without an end.</source>
        <translation>“%1”输出了一行没有结尾的内容。</translation>
    </message>
    <message>
        <source>“%1” wrote something that is not of the protocol: %2</source>
        <translation>“%1”输出了不属于协议的内容：%2</translation>
    </message>
    <message>
        <source>“%1” refused: %2</source>
        <translation>“%1”拒绝了：%2</translation>
    </message>
    <message>
        <source>“%1” refused “%2”: %3</source>
        <translation>“%1”拒绝了“%2”：%3</translation>
    </message>
    <message>
        <source>“%1” ended unexpectedly.</source>
        <translation>“%1”意外结束。</translation>
    </message>
    <message>
        <source>“%1” ended unexpectedly, with status %2.</source>
        <translation>“%1”意外结束，状态为 %2。</translation>
    </message>
    <message>
        <source>Its last words: %1</source>
        <translation>最后的输出：%1</translation>
    </message>
</context>
<context>
    <name>services::McpServer</name>
    <message>
        <source>“%1” was switched off.</source>
        <translation>“%1”已被关闭。</translation>
    </message>
</context>
<context>
    <name>services::MessageTree</name>
    <message>
        <source>This message could not be kept on the disk.</source>
        <translation>此消息未能保存到磁盘。</translation>
    </message>
</context>
<context>
    <name>services::ModelCatalogue</name>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is no catalogue of models: it has more than %2.</source>
        <translation>%1 不是模型目录：文件超过 %2。</translation>
    </message>
    <message>
        <source>%1 is no catalogue of models: it needs an object with a list “models”.</source>
        <translation>%1 不是模型目录：需要一个含有“models”列表的对象。</translation>
    </message>
    <message>
        <source>finds passages of documents</source>
        <translation>查找文档中的段落</translation>
    </message>
    <message>
        <source>“kind” must be “chat” or “embedding”.</source>
        <translation>“kind”必须是“chat”或“embedding”。</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>%1, model %2: %3</source>
        <translation>%1，模型 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds more than %Ln models; the others are left out.</source>
        <translation>
            <numerusform>%1 含有超过 %Ln 个模型，其余的被略去。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a text of at most %Ln bytes.</source>
        <translation>
            <numerusform>“%1”必须是不超过 %Ln 字节的文本。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” must be a whole number.</source>
        <translation>“%1”必须是整数。</translation>
    </message>
    <message>
        <source>“%1” must be true or false.</source>
        <translation>“%1”必须是 true 或 false。</translation>
    </message>
    <message>
        <source>“%1” must be a list of texts.</source>
        <translation>“%1”必须是文本列表。</translation>
    </message>
    <message>
        <source>“repository” must be OWNER/NAME.</source>
        <translation>“repository”必须是 OWNER/NAME。</translation>
    </message>
    <message>
        <source>It must be an object.</source>
        <translation>必须是一个对象。</translation>
    </message>
</context>
<context>
    <name>services::ModelDescription</name>
    <message>
        <source>Models of the family “%1” are not supported by this version; it runs %2.</source>
        <translation>此版本不支持“%1”系列的模型；它支持 %2。</translation>
    </message>
    <message>
        <source>This is only the vision part of a model. Add the language model that it belongs to; it is found by itself where both lie in one folder.</source>
        <translation>这只是模型的视觉部分。请添加它所属的语言模型；两者位于同一文件夹时会自动找到。</translation>
    </message>
    <message>
        <source>The file holds no vocabulary, so its model cannot read text.</source>
        <translation>该文件没有词表，因此其模型无法读取文本。</translation>
    </message>
    <message>
        <source>The folder holds neither tokenizer.json nor tokenizer.model, so its model cannot read text.</source>
        <translation>该文件夹既没有 tokenizer.json 也没有 tokenizer.model，因此其模型无法读取文本。</translation>
    </message>
    <message>
        <source>There is nothing at this place any more.</source>
        <translation>此位置已没有任何内容。</translation>
    </message>
    <message>
        <source>There is not enough memory to look into this file.</source>
        <translation>内存不足，无法查看此文件。</translation>
    </message>
    <message>
        <source>This model writes no answers: it finds passages of your documents by what they mean.</source>
        <translation>此模型不写回答：它按含义在您的文档中查找段落。</translation>
    </message>
    <message>
        <source>The file is incomplete: download it again.</source>
        <translation>文件不完整：请重新下载。</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
</context>
<context>
    <name>services::ModelInquiry</name>
    <message>
        <source>%1 holds no GGUF files. Look for a repository of the same model whose name ends with GGUF.</source>
        <translation>%1 不含 GGUF 文件。请查找同一模型名称以 GGUF 结尾的仓库。</translation>
    </message>
    <message>
        <source>%1 holds no language model.</source>
        <translation>%1 不含语言模型。</translation>
    </message>
    <message>
        <source>%1 holds models of a family (“%2”) that is not supported by this version; it runs %3.</source>
        <translation>%1 中的模型属于此版本不支持的系列（“%2”）；此版本可运行 %3。</translation>
    </message>
    <message>
        <source>%1 has nothing that is called %2. It has: %3.</source>
        <translation>%1 中没有名为 %2 的内容。其中有：%3。</translation>
    </message>
    <message>
        <source>%1 does not fit: the smallest, %2, needs %3 of memory, and %4 are free. Close other programs, choose a smaller model, or name this one to get it nevertheless: %5:%2</source>
        <translation>%1 放不下：最小的 %2 需要 %3 内存，而可用内存为 %4。请关闭其他程序，选择更小的模型，或指名仍要获取它：%5:%2</translation>
    </message>
    <message>
        <source>It needs more memory than is free here, so it will be slow, or will not run at all.</source>
        <translation>它需要的内存多于此处的可用内存，因此会很慢，或者根本无法运行。</translation>
    </message>
    <message>
        <source>Its vision part is not fetched, because it does not run here.</source>
        <translation>不下载其视觉部分，因为它无法在此运行。</translation>
    </message>
    <message>
        <source>%1 has too many parts.</source>
        <translation>%1 的分卷过多。</translation>
    </message>
</context>
<context>
    <name>services::ModelState</name>
    <message>
        <source>%1 is not used: %2.</source>
        <translation>未使用 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is not used: this machine does not have it.</source>
        <translation>未使用 %1：本机没有此设备。</translation>
    </message>
    <message>
        <source>It has no chat template of its own and is asked in the format of %1.</source>
        <translation>它没有自带的聊天模板，按 %1 的格式提问。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln 个线程</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::OfferedModel</name>
    <message>
        <source>it does not tell its models as OpenAI&apos;s interface does</source>
        <translation>它没有按 OpenAI 接口的方式列出模型</translation>
    </message>
</context>
<context>
    <name>services::PartialFile</name>
    <message>
        <source>%1 is being fetched by another program already.</source>
        <translation>%1 正在由另一个程序下载。</translation>
    </message>
    <message>
        <source>There is no room for %1 on the disk (%2). What has come is kept; make room and go on.</source>
        <translation>磁盘上没有空间存放 %1（%2）。已下载的部分会保留；请腾出空间后继续。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
</context>
<context>
    <name>services::PictureTextGatherer</name>
    <message>
        <source>Reads the text in the pictures: %1 of %2</source>
        <translation>正在读取图片中的文字：%1/%2</translation>
    </message>
    <message>
        <source>Reads the text in the picture</source>
        <translation>正在读取图片中的文字</translation>
    </message>
    <message>
        <source>Reads the text in %1</source>
        <translation>正在读取 %1 中的文字</translation>
    </message>
    <message>
        <source>Text in pictures is not read, for the language data of Tesseract are missing (Debian: tesseract-ocr-eng).</source>
        <translation>图片中的文字不会被读取，因为缺少 Tesseract 的语言数据（Debian：tesseract-ocr-chi-sim）。</translation>
    </message>
    <message>
        <source>Text in pictures is read better in your language with its data for Tesseract (Debian: %1).</source>
        <translation>安装您所用语言的 Tesseract 数据后，图片中的文字会读得更好（Debian：%1）。</translation>
    </message>
</context>
<context>
    <name>services::Planner</name>
    <message>
        <source>It will write about %1 tokens a second here.</source>
        <translation>它在这台电脑上每秒大约能写 %1 个词元。</translation>
    </message>
    <message>
        <source>An answer about a photograph will begin after about %1 seconds.</source>
        <translation>关于照片的回答大约会在 %1 秒后开始。</translation>
    </message>
</context>
<context>
    <name>services::PostgresAddress</name>
    <message>
        <source>This is no address of a PostgreSQL server: postgresql://user@host:port/database was expected.</source>
        <translation>这不是 PostgreSQL 服务器的地址:应为 postgresql://用户@主机:端口/数据库。</translation>
    </message>
</context>
<context>
    <name>services::PostgresDatabase</name>
    <message>
        <source>The address of a PostgreSQL server cannot have semicolons behind its question mark.</source>
        <translation>PostgreSQL 服务器的地址在问号之后不能含有分号。</translation>
    </message>
    <message>
        <source>%1 cannot be asked, because Qt&apos;s driver for PostgreSQL is missing. On Debian it is the package libqt6sql6-psql.</source>
        <translation>无法询问 %1,因为缺少 Qt 的 PostgreSQL 驱动。在 Debian 上,它是软件包 libqt6sql6-psql。</translation>
    </message>
    <message>
        <source>%1 does not answer: %2.</source>
        <translation>%1 没有回应:%2。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. It is made again when it is needed.</source>
        <translation>与 %1 的连接已断开。需要时会重新连接。</translation>
    </message>
    <message>
        <source>%1 was asked for something that takes it too long.</source>
        <translation>%1 处理这个请求所需的时间太长。</translation>
    </message>
    <message>
        <source>%1 is being changed by others, who take long. Try again later.</source>
        <translation>其他人正在更改 %1,需要较长时间。请稍后再试。</translation>
    </message>
    <message>
        <source>%1 is for reading only: what changes it must be asked of the server that it is a copy of.</source>
        <translation>%1 只能读取:更改必须在它所复制的服务器上进行。</translation>
    </message>
    <message>
        <source>You may not do this at %1: %2.</source>
        <translation>您无权在 %1 上这样做:%2。</translation>
    </message>
    <message>
        <source>The disk of %1 is full. What it holds is safe, but nothing new is kept until there is room.</source>
        <translation>%1 的磁盘已满。已有的内容是安全的,但在腾出空间之前不会保存新内容。</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2.</source>
        <translation>无法使用 %1:%2。</translation>
    </message>
</context>
<context>
    <name>services::PostgresIndex</name>
    <message>
        <source>%1 was made by a newer Vignette: its form is %2, this version reads up to %3. It is left as it is.</source>
        <translation>%1 由更新版本的 Vignette 创建:其格式为 %2,此版本最高可读 %3。它将保持原样。</translation>
    </message>
    <message>
        <source>There is no store %1; vignette-cli index makes one of files and folders.</source>
        <translation>没有存储 %1;vignette-cli index 可用文件和文件夹创建一个。</translation>
    </message>
    <message>
        <source>%1 is PostgreSQL %2; version 13 or a newer one is needed.</source>
        <translation>%1 是 PostgreSQL %2;需要 13 或更新的版本。</translation>
    </message>
    <message>
        <source>The database of %1 is written in %2, which cannot hold all texts. One in UTF8 is needed.</source>
        <translation>%1 的数据库使用 %2 编码,无法容纳所有文本。需要 UTF8 编码的数据库。</translation>
    </message>
    <message>
        <source>%1 has no pgvector, which finds what passages mean. Install it on that machine: on Debian and Ubuntu it is the package postgresql-%2-pgvector, for Debian 12 from apt.postgresql.org.</source>
        <translation>%1 没有 pgvector,而查找段落的含义需要它。请在那台机器上安装:在 Debian 和 Ubuntu 上是软件包 postgresql-%2-pgvector,Debian 12 请从 apt.postgresql.org 获取。</translation>
    </message>
    <message>
        <source>%1 has pgvector %2; version %3 or a newer one is needed.</source>
        <translation>%1 的 pgvector 版本为 %2;需要 %3 或更新的版本。</translation>
    </message>
    <message>
        <source>Somebody has taken the document of “%1” out of %2 just now.</source>
        <translation>刚刚有人从 %2 中移除了“%1”的文档。</translation>
    </message>
</context>
<context>
    <name>services::Preset</name>
    <message>
        <source>%1 is larger than %2, which no preset is.</source>
        <translation>%1 大于 %2，没有这么大的预设。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 is damaged or no preset: %2 at character %3.</source>
        <translation>%1 已损坏或不是预设：字符 %3 处 %2。</translation>
    </message>
    <message>
        <source>%1 is no preset: it says no name.</source>
        <translation>%1 不是预设：其中没有名称。</translation>
    </message>
    <message>
        <source>The preset %1 is not used, because “%2” in it is not known here or has a value that it cannot have.</source>
        <translation>未使用预设 %1，因为其中的“%2”未知或取值无效。</translation>
    </message>
</context>
<context>
    <name>services::Presets</name>
    <message numerus="yes">
        <source>There are more than %Ln presets; the others are not shown.</source>
        <translation>
            <numerusform>预设超过 %Ln 个；其余的未显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>A preset needs a name.</source>
        <translation>预设需要名称。</translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln presets already, and no more are kept.</source>
        <translation>
            <numerusform>已有 %Ln 个预设，不再保存更多。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is a preset “%1” already.</source>
        <translation>已有预设“%1”。</translation>
    </message>
    <message>
        <source>The preset “%1” could not be deleted: %2.</source>
        <translation>无法删除预设“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::ProgramServer</name>
    <message>
        <source>The server needs its key, but the keyring of this desktop does not give it (%1). Enter it again below.</source>
        <translation>服务器需要其密钥，但此桌面的密钥环没有提供它（%1）。请在下方重新输入。</translation>
    </message>
    <message>
        <source>Other computers can reach this address, so the server needs a key that its clients must give. Enter one below.</source>
        <translation>其他计算机可以访问此地址，因此服务器需要一个客户端必须提供的密钥。请在下方输入。</translation>
    </message>
    <message>
        <source>This is no key: it holds spaces or other strange characters.</source>
        <translation>这不是密钥：其中含有空格或其他异常字符。</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this desktop.</source>
        <translation>密钥保存在此桌面的密钥环中。</translation>
    </message>
    <message>
        <source>The key is kept until the program ends.</source>
        <translation>密钥保留到程序结束。</translation>
    </message>
    <message>
        <source>The key is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>密钥保留到程序结束，因为此桌面没有密钥环接受它（%1）。</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the key in vain (%1).</source>
        <translation>向此桌面的密钥环请求密钥未成功（%1）。</translation>
    </message>
    <message>
        <source>There is no key: every program on this computer may ask.</source>
        <translation>没有密钥：本机的任何程序都可以提问。</translation>
    </message>
    <message>
        <source>The server needs its key, but the keyring of this desktop no longer has it. Enter it again below.</source>
        <translation>服务器需要它的密钥，但此桌面的密钥环里已经没有了。请在下方重新输入。</translation>
    </message>
</context>
<context>
    <name>services::RemoteAnswer</name>
    <message>
        <source>The model “%1” at %2 cannot see pictures.</source>
        <translation>%2 上的模型“%1”看不到图片。</translation>
    </message>
    <message>
        <source>%1 cannot be told this: %2. Turn it off in the settings of this conversation, or ask another model.</source>
        <translation>%1 不支持：%2。请在此对话的设置中关闭，或询问其他模型。</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>it does not say what it sends</source>
        <translation>它没有说明发送的是什么</translation>
    </message>
    <message>
        <source>it sends %1 instead of an answer</source>
        <translation>它发送的是 %1 而不是回答</translation>
    </message>
    <message>
        <source>it sends more than it was asked for</source>
        <translation>它发送的内容超出要求</translation>
    </message>
    <message>
        <source>it ends the answer with an error</source>
        <translation>它以错误结束了回答</translation>
    </message>
    <message>
        <source>it sends events without words and without end</source>
        <translation>它不停地发送没有词语的事件</translation>
    </message>
    <message>
        <source>it writes more than it was asked for</source>
        <translation>它写的内容超出要求</translation>
    </message>
    <message>
        <source>%1 has ended the answer by a filter of its own.</source>
        <translation>%1 用自己的过滤器结束了回答。</translation>
    </message>
    <message>
        <source>%1 has not held the answer to the JSON schema that was asked for.</source>
        <translation>%1 没有让回答遵循所要求的 JSON 模式。</translation>
    </message>
</context>
<context>
    <name>services::RemoteCall</name>
    <message>
        <source>it sends more than can be an answer</source>
        <translation>它发送的内容不可能是回答</translation>
    </message>
</context>
<context>
    <name>services::RemoteEmbedding</name>
    <message>
        <source>it sends what are no vectors</source>
        <translation>它发送的不是向量</translation>
    </message>
    <message>
        <source>it sends vectors of what are no numbers</source>
        <translation>它发送的向量中不是数字</translation>
    </message>
    <message>
        <source>it sends another number of vectors than it was asked for</source>
        <translation>它发送的向量数量与要求不符</translation>
    </message>
    <message>
        <source>it sends vectors of texts that it was not given</source>
        <translation>它发送了并未给它的文本的向量</translation>
    </message>
    <message>
        <source>it sends vectors of several lengths</source>
        <translation>它发送的向量长度不一</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>The model “%1” at %2 makes no vectors of texts.</source>
        <translation>%2 上的模型“%1”不能把文本变成向量。</translation>
    </message>
</context>
<context>
    <name>services::RemoteEngine</name>
    <message>
        <source>asking %1</source>
        <translation>正在询问 %1</translation>
    </message>
</context>
<context>
    <name>services::RemoteFailure</name>
    <message>
        <source>%1 It says: “%2”</source>
        <translation>%1 服务器说：“%2”</translation>
    </message>
    <message>
        <source>%1 does not take the key that it was shown. Check it on the page Models.</source>
        <translation>%1 不接受所出示的密钥。请在“模型”页面检查。</translation>
    </message>
    <message>
        <source>%1 answers only who shows a key. Enter yours on the page Models.</source>
        <translation>%1 只回答出示密钥的人。请在“模型”页面输入您的密钥。</translation>
    </message>
    <message>
        <source>%1 has too much to do at the moment. Try again in a while.</source>
        <translation>%1 目前太忙。请稍后再试。</translation>
    </message>
    <message>
        <source>%1 has too much to do and asks to wait %2 s. Try again then.</source>
        <translation>%1 太忙，要求等待 %2 秒。请届时再试。</translation>
    </message>
    <message>
        <source>%1 has nothing at this address. Often it ends with /v1.</source>
        <translation>%1 在此地址没有任何内容。地址通常以 /v1 结尾。</translation>
    </message>
    <message>
        <source>%1 does not know %2.</source>
        <translation>%1 不认识%2。</translation>
    </message>
    <message>
        <source>The proxy wants to know who asks. Put name and password into its address (http_proxy, https_proxy).</source>
        <translation>代理服务器需要身份验证。请将用户名和密码写入其地址（http_proxy、https_proxy）。</translation>
    </message>
    <message>
        <source>What was sent is too large for %1.</source>
        <translation>发送的内容对 %1 来说太大。</translation>
    </message>
    <message>
        <source>%1 leads to %2, where nothing was sent. Enter that address if you trust it.</source>
        <translation>%1 转向 %2，没有向那里发送任何内容。如果您信任该地址，请输入它。</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (status %2).</source>
        <translation>%1 自身出现问题（状态 %2）。</translation>
    </message>
    <message>
        <source>%1 refuses what it was asked (status %2).</source>
        <translation>%1 拒绝了请求（状态 %2）。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost in the middle of the answer. What has come is kept; Continue goes on from there.</source>
        <translation>与 %1 的连接在回答中途断开。已收到的内容会保留；“继续”可从那里接着进行。</translation>
    </message>
    <message>
        <source>%1 does not answer. Check that the server runs there.</source>
        <translation>%1 没有应答。请检查服务器是否在那里运行。</translation>
    </message>
    <message>
        <source>%1 does not answer (%2). Check that the server runs there.</source>
        <translation>%1 没有应答（%2）。请检查服务器是否在那里运行。</translation>
    </message>
    <message>
        <source>%1 has stopped in the middle of the answer and sends nothing more. What has come is kept; Continue goes on from there.</source>
        <translation>%1 在回答中途停止，不再发送内容。已收到的内容会保留；“继续”可从那里接着进行。</translation>
    </message>
    <message>
        <source>%1 has not answered for too long.</source>
        <translation>%1 太久没有应答。</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection to the network, and the address.</source>
        <translation>找不到 %1。请检查网络连接和地址。</translation>
    </message>
    <message>
        <source>The connection to %1 is not safe, so nothing was sent: %2.</source>
        <translation>与 %1 的连接不安全，因此没有发送任何内容：%2。</translation>
    </message>
    <message>
        <source>%1 answers in a way that makes no sense: %2.</source>
        <translation>%1 的应答没有意义：%2。</translation>
    </message>
</context>
<context>
    <name>services::Source</name>
    <message>
        <source>page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>A text without a name</source>
        <translation>无名称的文本</translation>
    </message>
</context>
<context>
    <name>services::SqliteIndex</name>
    <message>
        <source>The document of “%1” has just been taken out of the store.</source>
        <translation>“%1”的文档刚刚从存储中移除。</translation>
    </message>
</context>
<context>
    <name>services::TokenKeeper</name>
    <message>
        <source>This is no token: it is empty, or holds spaces or other strange characters.</source>
        <translation>这不是令牌：它是空的，或含有空格或其他异常字符。</translation>
    </message>
    <message>
        <source>HF_TOKEN is used, as long as it is set.</source>
        <translation>只要设置了 HF_TOKEN，就使用它。</translation>
    </message>
    <message>
        <source>A token is kept in the keyring of this desktop.</source>
        <translation>令牌保存在此桌面的密钥环中。</translation>
    </message>
    <message>
        <source>The token is kept until the program ends.</source>
        <translation>令牌保留到程序结束。</translation>
    </message>
    <message>
        <source>The token is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>令牌只保留到程序结束，因为此桌面没有密钥环接受它（%1）。</translation>
    </message>
    <message>
        <source>No token is kept.</source>
        <translation>没有保存令牌。</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the token in vain (%1). Enter it again, or unlock the keyring and start the program again.</source>
        <translation>向此桌面的密钥环索取令牌未果（%1）。请重新输入令牌，或解锁密钥环后重新启动程序。</translation>
    </message>
</context>
<context>
    <name>services::Tool</name>
    <message>
        <source>Calculator</source>
        <translation>计算器</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>日期和时间</translation>
    </message>
    <message>
        <source>Search in your documents</source>
        <translation>在您的文档中搜索</translation>
    </message>
</context>
<context>
    <name>services::ToolTurn</name>
    <message>
        <source>May the model call “%1”?</source>
        <translation>允许模型调用“%1”吗？</translation>
    </message>
    <message>
        <source>Waits for “%1”</source>
        <translation>正在等待“%1”</translation>
    </message>
</context>
<context>
    <name>services::VariantChoice</name>
    <message>
        <source>%1 was chosen: it needs %2 of memory here.</source>
        <translation>已选择 %1：它在此需要 %2 内存。</translation>
    </message>
    <message>
        <source>%1 was chosen: it needs %2 of memory here, and %3 are free.</source>
        <translation>已选择 %1：它在此需要 %2 内存，可用 %3。</translation>
    </message>
</context>
<context>
    <name>services::WrittenPictures</name>
    <message>
        <source>Text in the picture</source>
        <translation>图片中的文字</translation>
    </message>
    <message>
        <source>Text in picture %1</source>
        <translation>图片 %1 中的文字</translation>
    </message>
</context>
<context>
    <name>services::ZipArchive</name>
    <message>
        <source>a zip archive was expected</source>
        <translation>应为 zip 压缩包</translation>
    </message>
    <message>
        <source>it holds more files than expected</source>
        <translation>其中的文件多于预期</translation>
    </message>
    <message>
        <source>“%1” in it cannot be read</source>
        <translation>其中的“%1”无法读取</translation>
    </message>
    <message>
        <source>“%1” in it is damaged</source>
        <translation>其中的“%1”已损坏</translation>
    </message>
    <message>
        <source>“%1” in it is too long</source>
        <translation>其中的“%1”过长</translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation>无法使用文件 %1：%2。</translation>
    </message>
</context>
<context>
    <name>services::contentOf</name>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::conversationFrom</name>
    <message>
        <source>The pictures of the conversation have more than %1 megapixels together.</source>
        <translation>该会话的图片总计超过 %1 百万像素。</translation>
    </message>
    <message>
        <source>Message %1 was expected to have its number as its id, an earlier message as its parent, an author and a text.</source>
        <translation>消息 %1 应以其序号作为 id，以更早的消息作为 parent，并带有作者和文本。</translation>
    </message>
    <message>
        <source>This is no conversation of Vignette: the format “vignette-conversation” was expected.</source>
        <translation>这不是 Vignette 的会话：应为“vignette-conversation”格式。</translation>
    </message>
    <message>
        <source>The conversation was written by a newer Vignette; version 1 was expected.</source>
        <translation>该会话由较新版本的 Vignette 写入；应为版本 1。</translation>
    </message>
    <message>
        <source>The conversation holds no message; at least one was expected.</source>
        <translation>该会话没有消息；至少应有一条。</translation>
    </message>
    <message>
        <source>The pictures of the conversation take more than %1 MiB together.</source>
        <translation>该对话的图片总共超过 %1 MiB。</translation>
    </message>
</context>
<context>
    <name>services::documentFrom</name>
    <message>
        <source>What was kept of a document is damaged.</source>
        <translation>所保存的文档内容已损坏。</translation>
    </message>
</context>
<context>
    <name>services::exportConversation</name>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 的图片</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Sources:</source>
        <translation>来源：</translation>
    </message>
</context>
<context>
    <name>services::exportTable</name>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
</context>
<context>
    <name>services::indexDocuments</name>
    <message>
        <source>“%1” is not there. What was read of it before is kept.</source>
        <translation>“%1”不在那里。以前从中读取的内容会保留。</translation>
    </message>
</context>
<context>
    <name>services::openDocumentIndex</name>
    <message>
        <source>There is no store %1; vignette-cli index makes one of files and folders.</source>
        <translation>没有存储 %1;vignette-cli index 可用文件和文件夹创建一个。</translation>
    </message>
</context>
<context>
    <name>services::pagePictureOf</name>
    <message>
        <source>“%1” is not a PDF, so its pages cannot be shown.</source>
        <translation>“%1”不是 PDF，无法显示其页面。</translation>
    </message>
    <message>
        <source>“%1” has no page %2: its last one is page %3.</source>
        <translation>“%1”没有第 %2 页：最后一页是第 %3 页。</translation>
    </message>
</context>
<context>
    <name>services::readDocument</name>
    <message>
        <source>“%1” is not a document of a kind that can be read.</source>
        <translation>“%1”不是可以读取的文档类型。</translation>
    </message>
    <message>
        <source>“%1” is protected by a password, so it cannot be read.</source>
        <translation>“%1”受密码保护，无法读取。</translation>
    </message>
    <message>
        <source>“%1” unpacks to more than any document does, so it was not read.</source>
        <translation>“%1”解压后比任何文档都大，因此没有读取。</translation>
    </message>
    <message>
        <source>“%1” is nested deeper than any document is, so it was not read.</source>
        <translation>“%1”的嵌套比任何文档都深，因此没有读取。</translation>
    </message>
    <message>
        <source>“%1” takes more memory to read than a document may.</source>
        <translation>读取“%1”所需的内存超过了文档的上限。</translation>
    </message>
    <message>
        <source>“%1” is damaged, so it cannot be read.</source>
        <translation>“%1”已损坏，无法读取。</translation>
    </message>
    <message>
        <source>“%1” takes too long to read.</source>
        <translation>读取“%1”用时过长。</translation>
    </message>
    <message>
        <source>“%1” could not be read: something in it stops the reader.</source>
        <translation>无法读取“%1”：其中有内容使读取程序停止。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a document.</source>
        <translation>“%1”是文件夹，不是文档。</translation>
    </message>
    <message>
        <source>“%1” is not an ordinary file.</source>
        <translation>“%1”不是普通文件。</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>“%1”是空的。</translation>
    </message>
    <message>
        <source>“%1” is larger than %2, which is the most that is read of a document.</source>
        <translation>“%1”大于 %2，这是文档可读取的上限。</translation>
    </message>
    <message>
        <source>Documents cannot be read: the program %1 is missing.</source>
        <translation>无法读取文档：缺少程序 %1。</translation>
    </message>
    <message>
        <source>“%1” was not read: this system cannot shut its reader off from files and the network (seccomp).</source>
        <translation>没有读取“%1”：此系统无法将读取程序与文件和网络隔离（seccomp）。</translation>
    </message>
    <message>
        <source>“%1” holds no text.</source>
        <translation>“%1”中没有文字。</translation>
    </message>
    <message>
        <source>“%1” holds its text in pictures. To read those, install the language data of Tesseract (Debian: tesseract-ocr-eng).</source>
        <translation>“%1”的文字在图片里。要读取它们，请安装 Tesseract 的语言数据（Debian：tesseract-ocr-chi-sim）。</translation>
    </message>
</context>
<context>
    <name>services::schemaProblem</name>
    <message>
        <source>A schema may have a million characters at most.</source>
        <translation>架构最多可有一百万个字符。</translation>
    </message>
</context>
<context>
    <name>services::writeWhole</name>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation>无法写入文件 %1：%2。</translation>
    </message>
</context>
<context>
    <name>ui::AddHereQuestion</name>
    <message>
        <source>Add on this computer?</source>
        <translation>要在此电脑上添加吗？</translation>
    </message>
    <message>
        <source>What is added</source>
        <translation>将添加的内容</translation>
    </message>
    <message>
        <source>Somebody else added this, or you did on another computer. If you add it here, all documents at this place on this computer are read, and everybody who uses %1 can find what they say.</source>
        <translation>这是其他人添加的，或是您在另一台电脑上添加的。如果在此添加，将读取此电脑上该位置的所有文档，所有使用 %1 的人都能找到其中的内容。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Do not add</source>
        <translation>不添加</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentChip</name>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message>
        <source>Attachments of the message</source>
        <translation>消息的附件</translation>
    </message>
    <message numerus="yes">
        <source>A message takes %Ln attachments at most. The page “Captions” describes whole folders.</source>
        <translation>
            <numerusform>一条消息最多可带 %Ln 个附件。“图片说明”页面可描述整个文件夹。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>What the model will see</source>
        <translation>模型将看到的内容</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentTextTile</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a text, its length</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Shows the text.</source>
        <translation>显示文本。</translation>
    </message>
    <message>
        <source>%1 — click to read it</source>
        <translation>%1 — 点击阅读</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>ui::CaptionDelegate</name>
    <message>
        <source>Caption of %1</source>
        <translation>%1 的说明</translation>
    </message>
</context>
<context>
    <name>ui::CaptionExport</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>As a table (CSV)…</source>
        <translation>导出为表格 (CSV)…</translation>
    </message>
    <message>
        <source>Export as a table</source>
        <translation>导出为表格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>As JSON Lines…</source>
        <translation>导出为 JSON Lines…</translation>
    </message>
    <message>
        <source>Export as JSON Lines</source>
        <translation>导出为 JSON Lines</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>As text files beside the pictures</source>
        <translation>作为图片旁的文本文件</translation>
    </message>
    <message>
        <source>The captions are in %1.</source>
        <translation>说明已保存到 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln text file(s) would be replaced.</source>
        <translation>
            <numerusform>将替换 %Ln 个文本文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep those</source>
        <translation>保留它们</translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation>替换</translation>
    </message>
    <message numerus="yes">
        <source>%Ln text file(s) lie beside the pictures.</source>
        <translation>
            <numerusform>%Ln 个文本文件位于图片旁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Tables for spreadsheets (with a byte order mark)</source>
        <translation>适用于电子表格的表格（带字节顺序标记）</translation>
    </message>
</context>
<context>
    <name>ui::CaptionForm</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Title and description (JSON)</source>
        <translation>标题和描述 (JSON)</translation>
    </message>
    <message>
        <source>Keywords (JSON)</source>
        <translation>关键词 (JSON)</translation>
    </message>
</context>
<context>
    <name>ui::CaptionProgress</name>
    <message>
        <source>Described pictures</source>
        <translation>已描述的图片</translation>
    </message>
    <message>
        <source>%1 of %2 described</source>
        <translation>已描述 %1 / %2</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Describes all pictures that wait</source>
        <translation>描述所有等待中的图片</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Describes those under way to their end and then rests</source>
        <translation>完成正在描述的图片后暂停</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Those under way wait again</source>
        <translation>正在描述的图片将重新等待</translation>
    </message>
    <message>
        <source>Looking for pictures…</source>
        <translation>正在查找图片…</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message numerus="yes">
        <source>Finished; %Ln picture(s) failed</source>
        <translation>
            <numerusform>已完成；%Ln 张图片失败</numerusform>
        </translation>
    </message>
    <message>
        <source>Finishing those under way…</source>
        <translation>正在完成进行中的图片…</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在开始…</translation>
    </message>
</context>
<context>
    <name>ui::CaptionSetup</name>
    <message>
        <source>Form of the captions</source>
        <translation>说明的格式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What is asked about each picture</source>
        <translation>对每张图片的提问</translation>
    </message>
    <message>
        <source>{file}, {name} and {folder} are replaced.</source>
        <translation>{file}、{name} 和 {folder} 会被替换。</translation>
    </message>
    <message>
        <source>What is asked about each picture. {file} is replaced by the name of its file, {name} by the same without its ending, {folder} by the name of its folder.</source>
        <translation>对每张图片的提问。{file} 会被替换为文件名，{name} 为不带扩展名的文件名，{folder} 为文件夹名。</translation>
    </message>
    <message>
        <source>JSON schema of the captions</source>
        <translation>说明的 JSON 架构</translation>
    </message>
    <message>
        <source>Own form (JSON schema)</source>
        <translation>自定义格式（JSON 架构）</translation>
    </message>
    <message>
        <source>The JSON schema is not a JSON object yet.</source>
        <translation>该 JSON 架构还不是 JSON 对象。</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTable</name>
    <message>
        <source>Pictures and captions</source>
        <translation>图片和说明</translation>
    </message>
    <message>
        <source>Edit the caption</source>
        <translation>编辑说明</translation>
    </message>
    <message>
        <source>Copy the captions</source>
        <translation>复制说明</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>重新描述</translation>
    </message>
    <message>
        <source>Show the picture</source>
        <translation>显示图片</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTableModel</name>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Describing</source>
        <translation>正在描述</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message>
        <source>Describe a folder of pictures</source>
        <translation>描述一个文件夹中的图片</translation>
    </message>
    <message>
        <source>Search files and captions</source>
        <translation>搜索文件和说明</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>重新描述</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Caption runs</source>
        <translation>说明任务</translation>
    </message>
    <message>
        <source>Caption runs, the newest first</source>
        <translation>说明任务，最新的在前</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>New caption run</source>
        <translation>新建说明任务</translation>
    </message>
    <message>
        <source>Describes a folder or some pictures</source>
        <translation>描述一个文件夹或若干图片</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Some pictures…</source>
        <translation>若干图片…</translation>
    </message>
    <message>
        <source>Caption pictures</source>
        <translation>图片说明</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Look for new pictures</source>
        <translation>查找新图片</translation>
    </message>
    <message>
        <source>Remove this run</source>
        <translation>移除此任务</translation>
    </message>
    <message>
        <source>State of the pictures shown</source>
        <translation>所显示图片的状态</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>所有图片</translation>
    </message>
    <message>
        <source>Describes the selected pictures again</source>
        <translation>重新描述所选图片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new picture(s) found.</source>
        <translation>
            <numerusform>找到 %Ln 张新图片。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pictures to describe</source>
        <translation>要描述的图片</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
    <message>
        <source>“%1” was removed. Its pictures are where they were.</source>
        <translation>已移除“%1”。其图片仍在原处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选择 %Ln 张</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln 张图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>其中 %Ln 张</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to describe</source>
        <translation>松开即可描述</translation>
    </message>
    <message>
        <source>“%1” is neither a folder nor a picture.</source>
        <translation>“%1”既不是文件夹也不是图片。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are neither folders nor pictures.</source>
        <translation>
            <numerusform>%Ln 个文件既不是文件夹也不是图片。</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a folder or some pictures here. Every picture gets a caption, which you can edit and export. Nothing leaves this computer unless you choose a model on another.</source>
        <translation>把文件夹或图片拖到这里。每张图片都会得到一段说明，您可以编辑和导出。除非您选择其他机器上的模型，否则任何内容都不会离开此计算机。</translation>
    </message>
</context>
<context>
    <name>ui::CatalogueCard</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Look closer</source>
        <translation>细看</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::CatalogueText</name>
    <message>
        <source>exactly as it was published</source>
        <translation>与发布时完全一致</translation>
    </message>
    <message>
        <source>8 bits a number, as good as exact</source>
        <translation>每个数 8 位，几乎无损</translation>
    </message>
    <message>
        <source>6 bits a number, hardly less exact</source>
        <translation>每个数 6 位，损失极小</translation>
    </message>
    <message>
        <source>5 bits a number, a little less exact</source>
        <translation>每个数 5 位，略有损失</translation>
    </message>
    <message>
        <source>4 bits a number, a little less exact</source>
        <translation>每个数 4 位，略有损失</translation>
    </message>
    <message>
        <source>3 bits a number, which can be noticed</source>
        <translation>每个数 3 位，可以察觉</translation>
    </message>
    <message>
        <source>about 2 bits a number, plainly worse</source>
        <translation>每个数约 2 位，明显变差</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more language(s)</source>
        <translation>
            <numerusform>%1 及另外 %Ln 种语言</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, needs %3 of memory</source>
        <translation>%1：%2，需要 %3 内存</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1 · %2 · its vision part</source>
        <translation>%1 · %2 · 视觉部分</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Waits for its turn · %1</source>
        <translation>排队等待 · %1</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>已暂停 · %1</translation>
    </message>
    <message>
        <source>On this computer, whole and checked · %1</source>
        <translation>已在本机，完整且经过校验 · %1</translation>
    </message>
</context>
<context>
    <name>ui::ChatPage</name>
    <message>
        <source>Conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>新临时聊天</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>在此会话中查找</translation>
    </message>
    <message>
        <source>Find the next place</source>
        <translation>查找下一处</translation>
    </message>
    <message>
        <source>Find the previous place</source>
        <translation>查找上一处</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>此会话的设置</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>To the prompt</source>
        <translation>转到输入框</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>换一个回答</translation>
    </message>
    <message>
        <source>Four more answers</source>
        <translation>再来四个回答</translation>
    </message>
    <message>
        <source>Compare the answers</source>
        <translation>比较回答</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>复制最后的回答</translation>
    </message>
    <message>
        <source>Copy the last code</source>
        <translation>复制最后的代码</translation>
    </message>
    <message>
        <source>Delete the last message</source>
        <translation>删除最后的消息</translation>
    </message>
    <message>
        <source>Continue the last answer</source>
        <translation>继续上一个回答</translation>
    </message>
    <message>
        <source>Copy the conversation</source>
        <translation>复制对话</translation>
    </message>
    <message>
        <source>Save the settings as a preset…</source>
        <translation>将设置保存为预设…</translation>
    </message>
    <message>
        <source>Import presets…</source>
        <translation>导入预设…</translation>
    </message>
    <message>
        <source>“%1” is chosen for this conversation.</source>
        <translation>已为此会话选择“%1”。</translation>
    </message>
</context>
<context>
    <name>ui::ChatSelection</name>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
</context>
<context>
    <name>ui::ChatSettingsPanel</name>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>What the model is told before the first message.</source>
        <translation>在第一条消息之前告诉模型的内容。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Which one answers in this conversation.</source>
        <translation>由哪个模型在此会话中回答。</translation>
    </message>
    <message>
        <source>Everything as in the settings</source>
        <translation>全部与设置一致</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>此会话的设置</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>此会话</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Settings under a name, for any conversation.</source>
        <translation>带名称的设置，可用于任何会话。</translation>
    </message>
</context>
<context>
    <name>ui::ChatView</name>
    <message>
        <source>Jump to newest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>模型看到的内容</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>ui::CodeHeader</name>
    <message>
        <source>Wrap long lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Save code as a file</source>
        <translation>将代码保存为文件</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Do not wrap lines</source>
        <translation>不换行</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>保存代码</translation>
    </message>
    <message>
        <source>“%1” could not be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
</context>
<context>
    <name>ui::ColumnEditor</name>
    <message>
        <source>Add a column</source>
        <translation>添加一列</translation>
    </message>
    <message>
        <source>Remove the column</source>
        <translation>移除此列</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Yes or no</source>
        <translation>是或否</translation>
    </message>
    <message>
        <source>For example: total amount in euros</source>
        <translation>例如：总金额（欧元）</translation>
    </message>
    <message>
        <source>Name of column %1</source>
        <translation>第 %1 列的名称</translation>
    </message>
    <message>
        <source>Kind of column %1</source>
        <translation>第 %1 列的类型</translation>
    </message>
    <message>
        <source>Remove column %1</source>
        <translation>移除第 %1 列</translation>
    </message>
    <message>
        <source>Two columns are called “%1”.</source>
        <translation>有两列都叫“%1”。</translation>
    </message>
    <message>
        <source>Name a column to begin.</source>
        <translation>请先为一列命名。</translation>
    </message>
</context>
<context>
    <name>ui::CommandList</name>
    <message>
        <source>%1 (%2)</source>
        <comment>what a button does, its keys</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message>
        <source>Search commands, conversations and models</source>
        <translation>搜索命令、会话和模型</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%Ln results</source>
        <translation>
            <numerusform>%Ln 个结果</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
</context>
<context>
    <name>ui::CompareColumn</name>
    <message>
        <source>Keep this one (shown now)</source>
        <translation>保留此项（当前显示）</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>保留此项</translation>
    </message>
</context>
<context>
    <name>ui::CompareView</name>
    <message>
        <source>Compare the versions</source>
        <translation>比较各版本</translation>
    </message>
    <message>
        <source>Back to the conversation (Esc)</source>
        <translation>返回会话 (Esc)</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
</context>
<context>
    <name>ui::ContactedHostList</name>
    <message>
        <source>Machines that were contacted</source>
        <translation>已联系过的机器</translation>
    </message>
    <message>
        <source>%1, last on %2</source>
        <translation>%1，最近一次于 %2</translation>
    </message>
    <message>
        <source>Nobody so far</source>
        <translation>至今没有</translation>
    </message>
</context>
<context>
    <name>ui::ContextCounter</name>
    <message>
        <source>Enlarge the context in the settings</source>
        <translation>在设置中增大上下文</translation>
    </message>
    <message>
        <source>%1 reads text only: it cannot see pictures.</source>
        <translation>%1 只能读取文本，看不到图片。</translation>
    </message>
    <message>
        <source>%1 reads text only: it cannot see the pictures of this conversation.</source>
        <translation>%1 只能读取文本，看不到此会话中的图片。</translation>
    </message>
    <message>
        <source>Ask %1</source>
        <translation>询问 %1</translation>
    </message>
    <message>
        <source>This message is too long for the model: it takes %1 tokens, and %2 fit.</source>
        <translation>此消息对模型来说过长：需要 %1 个词元，只能容纳 %2 个。</translation>
    </message>
    <message>
        <source>Attach less.</source>
        <translation>请减少附件。</translation>
    </message>
    <message>
        <source>Shorten it or attach less: about %1 characters of it would fit.</source>
        <translation>请缩短消息或减少附件：大约可容纳其中的 %1 个字符。</translation>
    </message>
</context>
<context>
    <name>ui::ContextMeter</name>
    <message>
        <source>%1 of the %2 tokens that the model can read at once are used.</source>
        <translation>模型一次可读取 %2 个词元，已使用 %1 个。</translation>
    </message>
    <message>
        <source>Context: %1 of %2 tokens</source>
        <translation>上下文：%1 / %2 个词元</translation>
    </message>
</context>
<context>
    <name>ui::ConversationDelegate</name>
    <message>
        <source>Name of the folder</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Name of the conversation</source>
        <translation>会话名称</translation>
    </message>
</context>
<context>
    <name>ui::ConversationMenu</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Keep this chat</source>
        <translation>保留此聊天</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Remove folder, keep its conversations</source>
        <translation>移除文件夹，保留其会话</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>无文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Pin the conversation, or unpin it</source>
        <translation>固定会话或取消固定</translation>
    </message>
    <message>
        <source>Duplicate the conversation</source>
        <translation>复制会话</translation>
    </message>
    <message>
        <source>Export the conversation…</source>
        <translation>导出会话…</translation>
    </message>
</context>
<context>
    <name>ui::DateSections</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a month and its year</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>ui::DestinationBar</name>
    <message>
        <source>All that is asked and shown here goes to the server at %1 on this computer.</source>
        <translation>这里所问和所展示的一切都会发送到此计算机上的服务器 %1。</translation>
    </message>
    <message>
        <source>All that is asked and shown here is sent to %1, encrypted on the way.</source>
        <translation>这里所问和所展示的一切都会发送到 %1，传输过程加密。</translation>
    </message>
    <message>
        <source>All that is asked and shown here is sent to %1, and not encrypted: whoever is on the way can read it.</source>
        <translation>这里所问和所展示的一切都会发送到 %1，且未加密：途中的任何人都能读取。</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChip</name>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>%1 – why this device</source>
        <translation>%1 – 为什么使用此设备</translation>
    </message>
    <message>
        <source>%1 computes on: %2.</source>
        <translation>%1 的计算设备：%2。</translation>
    </message>
    <message>
        <source>Its context holds %1 tokens.</source>
        <translation>其上下文可容纳 %1 个词元。</translation>
    </message>
    <message>
        <source>It sees pictures.</source>
        <translation>它能看图片。</translation>
    </message>
    <message>
        <source>It reads text only.</source>
        <translation>它只读取文本。</translation>
    </message>
    <message>
        <source>%1 guesses ahead for it.</source>
        <translation>%1 为它提前预测。</translation>
    </message>
    <message>
        <source>%1 is not available. %2</source>
        <translation>%1 不可用。%2</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChoice</name>
    <message>
        <source>%1 is not offered. %2</source>
        <translation>未提供 %1。%2</translation>
    </message>
</context>
<context>
    <name>ui::DocumentLook</name>
    <message>
        <source>This passage is from no file of this computer.</source>
        <translation>这段文字并非来自这台电脑上的文件。</translation>
    </message>
    <message>
        <source>“%1” is not there any more. This is what the model read in it.</source>
        <translation>“%1”已不存在。这是模型从中读到的内容。</translation>
    </message>
    <message>
        <source>“%1” cannot be opened. This is what the model read in it.</source>
        <translation>无法打开“%1”。这是模型从中读到的内容。</translation>
    </message>
</context>
<context>
    <name>ui::DocumentStoreEdit</name>
    <message>
        <source>This is neither a file in a folder that is there nor an address such as %1.</source>
        <translation>这既不是现有文件夹中的文件，也不是 %1 这样的地址。</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>ui::DocumentViewer</name>
    <message>
        <source>One moment…</source>
        <translation>请稍候……</translation>
    </message>
    <message>
        <source>Document viewer</source>
        <translation>文档查看器</translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+F)</source>
        <translation>在此文档中查找 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Open with another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Previous page (Page Up)</source>
        <translation>上一页 (Page Up)</translation>
    </message>
    <message>
        <source>Next page (Page Down)</source>
        <translation>下一页 (Page Down)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+−)</source>
        <translation>缩小 (Ctrl+−)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>放大 (Ctrl++)</translation>
    </message>
    <message>
        <source>As wide as there is room (Ctrl+0)</source>
        <translation>适合宽度 (Ctrl+0)</translation>
    </message>
    <message>
        <source>Reading: page %1</source>
        <comment>of a document</comment>
        <translation>正在读取：第 %1 页</translation>
    </message>
    <message>
        <source>The passage is marked: %1</source>
        <translation>已标出这段文字：%1</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Part %1 of %2</source>
        <comment>of a long text</comment>
        <translation>第 %1 部分，共 %2 部分</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a page is shown</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Zoom, now %1</source>
        <translation>缩放，当前 %1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsButton</name>
    <message>
        <source>Ask my documents: off</source>
        <translation>查询我的文档：关</translation>
    </message>
    <message>
        <source>Ask my documents: all of them</source>
        <translation>查询我的文档：全部</translation>
    </message>
    <message numerus="yes">
        <source>Ask my documents: %Ln collections</source>
        <translation>
            <numerusform>查询我的文档：%Ln 个集合</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask my documents</source>
        <translation>查询我的文档</translation>
    </message>
    <message>
        <source>The page “Documents” adds files and folders</source>
        <translation>可在“文档”页面添加文件和文件夹</translation>
    </message>
    <message>
        <source>Which of them</source>
        <translation>查询范围</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsPage</name>
    <message>
        <source>Ask your documents</source>
        <translation>向您的文档提问</translation>
    </message>
    <message>
        <source>Ask your own documents</source>
        <translation>向您自己的文档提问</translation>
    </message>
    <message>
        <source>Drop folders and files here: PDF, office files, books, pages, mail, scans and more. They are read where they lie and kept up to date, and what they say is found with its page. Nothing leaves this computer.</source>
        <translation>将文件夹和文件拖到这里：PDF、办公文档、电子书、网页、邮件、扫描件等。它们在原处被读取并保持最新，其中的内容连同页码都能找到。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Your documents cannot be opened</source>
        <translation>无法打开您的文档</translation>
    </message>
    <message>
        <source>Add here…</source>
        <translation>在此添加…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Make a table</source>
        <translation>制作表格</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>添加文档</translation>
    </message>
    <message>
        <source>Reads a folder or some files where they lie</source>
        <translation>在原处读取一个文件夹或一些文件</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>一个文件夹…</translation>
    </message>
    <message>
        <source>Some files…</source>
        <translation>一些文件…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Check everything again (F5)</source>
        <translation>重新检查全部 (F5)</translation>
    </message>
    <message>
        <source>Settings of documents</source>
        <translation>文档设置</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>State of the files shown</source>
        <translation>所显示文件的状态</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Adds what was added elsewhere on this computer, too: what is selected, or else everything</source>
        <translation>将在别处添加的内容也添加到此电脑：所选内容，未选择时为全部</translation>
    </message>
    <message>
        <source>Reads what failed again: what is selected, or else everything</source>
        <translation>重新读取失败的文件：所选的，否则全部</translation>
    </message>
    <message>
        <source>A row for each document: of what is selected, or else of all</source>
        <translation>每个文档一行：所选的文档，否则全部文档</translation>
    </message>
    <message>
        <source>A folder of documents</source>
        <translation>包含文档的文件夹</translation>
    </message>
    <message>
        <source>“%1” is not among the documents any more. The files are where they were.</source>
        <translation>“%1”已不在文档之列。文件仍在原处。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln are not among the documents any more. The files are where they were.</source>
        <translation>
            <numerusform>%Ln 项已不在文档之列。文件仍在原处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选择 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to add to the documents</source>
        <translation>松开即可添加到文档</translation>
    </message>
</context>
<context>
    <name>ui::DownloadList</name>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>%1 is on this computer now.</source>
        <translation>%1 已在本机。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::DownloadRow</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Fetch next</source>
        <translation>下一个获取</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Fetch %1 next</source>
        <translation>下一个获取 %1</translation>
    </message>
    <message>
        <source>Take %1 off this list; it stays on this computer</source>
        <translation>从此列表移除 %1；它仍保留在本机</translation>
    </message>
    <message>
        <source>Cancel %1 and remove what has come of it</source>
        <translation>取消 %1 并删除已下载的部分</translation>
    </message>
    <message>
        <source>Fetching %1</source>
        <translation>正在获取 %1</translation>
    </message>
</context>
<context>
    <name>ui::DropContents</name>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>附加 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model(s)</source>
        <translation>
            <numerusform>添加 %Ln 个模型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Caption the pictures of %Ln folder(s)</source>
        <translation>
            <numerusform>描述 %Ln 个文件夹中的图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import the conversations of %Ln file(s)</source>
        <translation>
            <numerusform>导入 %Ln 个文件中的会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln preset(s)</source>
        <translation>
            <numerusform>添加 %Ln 个预设</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DropOverlay</name>
    <message>
        <source>Drop files here</source>
        <translation>将文件拖放到此处</translation>
    </message>
</context>
<context>
    <name>ui::DroppedContents</name>
    <message>
        <source>The picture was not attached: only its address (%1) arrived, and nothing is ever fetched from the web. Copy the picture itself, or save it and attach the file.</source>
        <translation>未附加图片：只收到了它的地址 (%1)，而程序从不从网络获取任何内容。请复制图片本身，或保存后附加文件。</translation>
    </message>
</context>
<context>
    <name>ui::EndPointCard</name>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>Encrypted on the way</source>
        <translation>传输过程加密</translation>
    </message>
    <message>
        <source>Not encrypted: whoever is on the way can read what is sent</source>
        <translation>未加密：途中的任何人都能读取所发送的内容</translation>
    </message>
    <message>
        <source>Show its models</source>
        <translation>显示其模型</translation>
    </message>
    <message>
        <source>Show the models of %1</source>
        <translation>显示 %1 的模型</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>If the server wants one. It is kept in no file.</source>
        <translation>如果服务器要求。它不会保存在任何文件中。</translation>
    </message>
    <message>
        <source>Requests at once for %1</source>
        <translation>同时发往 %1 的请求数</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>同时请求数</translation>
    </message>
    <message>
        <source>For captions of folders and questions to documents. When the server has too much to do, it is sent fewer.</source>
        <translation>用于整个文件夹的图片说明和对文档的提问。服务器太忙时会减少发送。</translation>
    </message>
    <message>
        <source>%1 is being asked…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>It is there and offers no models.</source>
        <translation>已连接，但没有提供模型。</translation>
    </message>
    <message numerus="yes">
        <source>It is there and offers %Ln model(s).</source>
        <translation>
            <numerusform>已连接，提供 %Ln 个模型。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are shown.</source>
        <translation>显示前 %1 个。</translation>
    </message>
</context>
<context>
    <name>ui::EndPointsPage</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Models on other machines</source>
        <translation>其他机器上的模型</translation>
    </message>
    <message>
        <source>Servers that speak OpenAI&apos;s interface: vLLM, SGLang, TabbyAPI, llama-server, Ollama, another Vignette. Only what you ask their models is sent there.</source>
        <translation>使用 OpenAI 接口的服务器：vLLM、SGLang、TabbyAPI、llama-server、Ollama、另一个 Vignette。只有您向其模型提出的内容会发送到那里。</translation>
    </message>
    <message>
        <source>Address of a server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>添加服务器</translation>
    </message>
</context>
<context>
    <name>ui::ExampleCommandView</name>
    <message>
        <source>It stands here once the server runs.</source>
        <translation>服务器运行后会显示在这里。</translation>
    </message>
    <message>
        <source>Command for a terminal</source>
        <translation>终端命令</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>ui::FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>在此会话中查找</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭搜索 (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
</context>
<context>
    <name>ui::FindInDocument</name>
    <message>
        <source>Find in this document</source>
        <translation>在此文档中查找</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>上一处 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>下一处 (F3)</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭查找 (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <comment>a match and the page it is on</comment>
        <translation>%1，第 %2 页</translation>
    </message>
</context>
<context>
    <name>ui::FolderQuestion</name>
    <message>
        <source>Pictures to describe</source>
        <translation>要描述的图片</translation>
    </message>
    <message numerus="yes">
        <source>%Ln subfolder(s) hold pictures, too.</source>
        <translation>
            <numerusform>%Ln 个子文件夹中也有图片。</numerusform>
        </translation>
    </message>
    <message>
        <source>With all subfolders</source>
        <translation>包括所有子文件夹</translation>
    </message>
    <message>
        <source>Without subfolders</source>
        <translation>不包括子文件夹</translation>
    </message>
</context>
<context>
    <name>ui::FormRow</name>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认</translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message>
        <source>Passages found</source>
        <translation>找到的段落</translation>
    </message>
    <message>
        <source>Enter opens one where it stands.</source>
        <translation>按回车键在原处打开。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Nothing in your documents has these words.</source>
        <translation>您的文档中没有这些词。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s), the best first</source>
        <translation>
            <numerusform>%Ln 个段落，最佳的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in your documents answers this. These passages come closest:</source>
        <translation>您的文档中没有答案。最接近的是这些段落：</translation>
    </message>
</context>
<context>
    <name>ui::GetModels</name>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Search, or OWNER/NAME or a link</source>
        <translation>搜索，或输入 所有者/名称 或链接</translation>
    </message>
    <message>
        <source>No model of the catalogue has these words. A name such as OWNER/NAME, or a link to a model, can be looked up.</source>
        <translation>目录中没有包含这些词的模型。可以查询 所有者/名称 形式的名称或模型链接。</translation>
    </message>
    <message>
        <source>Models that others have published, to be kept on this computer. Nobody is asked before you look closer at one; then %1 is.</source>
        <translation>他人发布的模型，可保存到本机。在您细看某个模型之前不会询问任何人；之后会询问 %1。</translation>
    </message>
    <message>
        <source>Not in the catalogue. Those who published it know what it is good for.</source>
        <translation>不在目录中。其用途请参考发布者的说明。</translation>
    </message>
</context>
<context>
    <name>ui::HitModel</name>
    <message>
        <source>Page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>ui::HubAddressEdit</name>
    <message>
        <source>This is no address of a hub of models, such as %1. Models are still fetched from %2.</source>
        <translation>这不是模型中心的地址（例如 %1）。模型仍从 %2 获取。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
</context>
<context>
    <name>ui::KeyCapture</name>
    <message>
        <source>%1 is needed for writing. Hold Ctrl or Alt with it, or take a function key.</source>
        <translation>%1 用于书写。请同时按住 Ctrl 或 Alt，或使用功能键。</translation>
    </message>
    <message>
        <source>%1 types “%2” on this keyboard.</source>
        <translation>在此键盘上，%1 会输入“%2”。</translation>
    </message>
    <message>
        <source>%1 edits text, here as everywhere.</source>
        <translation>%1 用于编辑文本，此处与其他地方一样。</translation>
    </message>
    <message>
        <source>Press the keys for “%1”, or Escape to leave everything as it is.</source>
        <translation>请按下“%1”的按键，或按 Escape 保持不变。</translation>
    </message>
</context>
<context>
    <name>ui::KeyEdit</name>
    <message>
        <source>Key for %1</source>
        <translation>%1 的密钥</translation>
    </message>
    <message>
        <source>Keep the key for %1</source>
        <translation>保存 %1 的密钥</translation>
    </message>
    <message>
        <source>Forget the key for %1</source>
        <translation>忘记 %1 的密钥</translation>
    </message>
</context>
<context>
    <name>ui::LanguageChoice</name>
    <message>
        <source>As on the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Vignette speaks another language after it was started again.</source>
        <translation>重新启动后，Vignette 将使用所选语言。</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>立即重新启动</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
</context>
<context>
    <name>ui::LibraryModel</name>
    <message>
        <source>Added elsewhere: %1</source>
        <translation>在别处添加：%1</translation>
    </message>
    <message>
        <source>Not there now; what was read of it is still found. %1</source>
        <translation>目前不在；已读取的内容仍可找到。%1</translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message>
        <source>Documents read</source>
        <translation>已读取的文档</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Reads what waits, and follows changes again</source>
        <translation>读取等待中的文件，并重新跟踪更改</translation>
    </message>
    <message>
        <source>Nothing is read until you resume, also after the next start</source>
        <translation>在您继续之前不会读取任何内容，下次启动后也是如此</translation>
    </message>
    <message>
        <source>All is read</source>
        <translation>全部已读取</translation>
    </message>
    <message numerus="yes">
        <source>All is read but %Ln file(s)</source>
        <translation>
            <numerusform>除 %Ln 个文件外全部已读取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::LibraryText</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln 个段落</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln 个等待中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln 个失败</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Read; there is no text in it</source>
        <translation>已读取；其中没有文本</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>正在查找文件…</translation>
    </message>
    <message>
        <source>Reading: %1 of %2 files</source>
        <comment>documents</comment>
        <translation>正在读取：%1 / %2 个文件</translation>
    </message>
    <message>
        <source>Preparing to compare by meaning…</source>
        <translation>正在准备按含义比较…</translation>
    </message>
    <message>
        <source>Preparing to compare by meaning: %1 of %2 passages</source>
        <translation>正在准备按含义比较：%1 / %2 个段落</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
</context>
<context>
    <name>ui::LibraryView</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Enter opens a file, Delete takes a collection out.</source>
        <translation>按回车键打开文件，按 Delete 键移出集合。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show its folder</source>
        <translation>显示所在文件夹</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Make a table of them</source>
        <translation>用它们制作表格</translation>
    </message>
    <message>
        <source>Add on this computer…</source>
        <translation>在此电脑上添加…</translation>
    </message>
    <message>
        <source>Take out of the documents</source>
        <translation>移出文档</translation>
    </message>
</context>
<context>
    <name>ui::Link</name>
    <message>
        <source>%1 (%2)</source>
        <comment>a host in ASCII and as it is written</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a host and an address at it</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::LinkQuestion</name>
    <message>
        <source>Open this link?</source>
        <translation>打开此链接？</translation>
    </message>
    <message>
        <source>Open %1?</source>
        <translation>打开 %1？</translation>
    </message>
    <message>
        <source>This address repeats what stands in the conversation: %1. Whoever it belongs to would read that.</source>
        <translation>此地址重复了对话中的内容：%1。地址的所有者会读到它。</translation>
    </message>
    <message>
        <source>This address has %1 characters and may say more than one sees.</source>
        <translation>此地址有 %1 个字符，可能包含看不见的信息。</translation>
    </message>
    <message>
        <source>The whole address</source>
        <translation>完整地址</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Do not open</source>
        <translation>不打开</translation>
    </message>
</context>
<context>
    <name>ui::ListenAddressEdit</name>
    <message>
        <source>Address to listen on</source>
        <translation>监听地址</translation>
    </message>
    <message>
        <source>This is no address of this computer, such as %1, 0.0.0.0 or ::1. The server stays at %2.</source>
        <translation>这不是本机的地址，例如 %1、0.0.0.0 或 ::1。服务器仍使用 %2。</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>下一个会话</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>上一个会话</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>搜索所有会话</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>显示或隐藏会话列表</translation>
    </message>
    <message>
        <source>Stop, or leave what is open</source>
        <translation>停止，或离开当前内容</translation>
    </message>
    <message>
        <source>Find a command, a conversation, a model</source>
        <translation>查找命令、会话或模型</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Usual size of text</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Delete all conversations…</source>
        <translation>删除所有会话…</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
</context>
<context>
    <name>ui::MarkdownView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Copy formula as LaTeX</source>
        <translation>将公式复制为 LaTeX</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Text of the message</source>
        <translation>消息文本</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>横向滚动</translation>
    </message>
    <message>
        <source>Link to %1</source>
        <translation>指向 %1 的链接</translation>
    </message>
    <message>
        <source>The passage does not say this.</source>
        <translation>这段文字没有这样说。</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
</context>
<context>
    <name>ui::McpServerForm</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>By which you know it.</source>
        <translation>您用来识别它的名称。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>The program and its arguments. It runs as you do and can do what you can: use only servers that you trust.</source>
        <translation>程序及其参数。它以您的身份运行，能做您能做的一切：请只使用您信任的服务器。</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>A variable a line, kept in the settings file. The server gets these and the usual ones, such as PATH and HOME.</source>
        <translation>每行一个变量，保存在设置文件中。服务器会得到这些变量以及 PATH、HOME 等常用变量。</translation>
    </message>
</context>
<context>
    <name>ui::McpServerList</name>
    <message>
        <source>Add a server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Starts…</source>
        <translation>正在启动…</translation>
    </message>
    <message numerus="yes">
        <source>Offers %Ln tool(s)</source>
        <translation>
            <numerusform>提供 %Ln 个工具</numerusform>
        </translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ui::MeaningHint</name>
    <message>
        <source>Words alone are compared. A small model also finds passages that say it in other words.</source>
        <translation>目前仅比较字词。一个小模型还能找到用其他说法表达的段落。</translation>
    </message>
    <message>
        <source>Words alone are compared: %1</source>
        <translation>目前仅比较字词：%1</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
</context>
<context>
    <name>ui::MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>编辑并重新提问</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>换一个回答</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Compare the versions</source>
        <translation>比较各版本</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>which version of a message, of how many</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>版本 %1 / %2</translation>
    </message>
</context>
<context>
    <name>ui::MessageCommands</name>
    <message>
        <source>Deleted from that message on.</source>
        <translation>已从该消息起删除。</translation>
    </message>
</context>
<context>
    <name>ui::MessageError</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>改用处理器</translation>
    </message>
</context>
<context>
    <name>ui::MessageMenu</name>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>编辑并重新提问</translation>
    </message>
    <message>
        <source>Edit answer</source>
        <translation>编辑回答</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>换一个回答</translation>
    </message>
    <message>
        <source>Give me 4 answers</source>
        <translation>给我 4 个回答</translation>
    </message>
    <message>
        <source>Compare the versions</source>
        <translation>比较各版本</translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation>从此处新建聊天</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>从此处起删除</translation>
    </message>
    <message>
        <source>Again, the same way</source>
        <translation>以相同方式再来一次</translation>
    </message>
</context>
<context>
    <name>ui::MessageView</name>
    <message>
        <source>Your message</source>
        <translation>您的消息</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>The model no longer reads what is above.</source>
        <translation>模型不再读取上面的内容。</translation>
    </message>
    <message>
        <source>This message is being edited.</source>
        <translation>正在编辑此消息。</translation>
    </message>
    <message>
        <source>Above, the model reads only the pictures and what the question is about.</source>
        <translation>在此之上，模型只读取图片以及与问题相关的内容。</translation>
    </message>
</context>
<context>
    <name>ui::ModelButton</name>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>%1 – choose another model</source>
        <translation>%1 – 选择其他模型</translation>
    </message>
</context>
<context>
    <name>ui::ModelCard</name>
    <message>
        <source>Show what needs memory</source>
        <translation>显示内存占用明细</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Hide what needs memory</source>
        <translation>隐藏内存占用明细</translation>
    </message>
    <message>
        <source>Answers new chats</source>
        <translation>回答新聊天</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Loading: %1 %</source>
        <translation>正在加载：%1 %</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Loaded on %1</source>
        <translation>已加载到 %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Remove %1 from the list; its files stay</source>
        <translation>从列表中移除 %1；其文件保留</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>Takes %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>%1. It may not fit; models that are idle are unloaded first.</source>
        <translation>%1。可能放不下；会先卸载闲置的模型。</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详情</translation>
    </message>
    <message>
        <source>What was changed takes effect when it is loaded again.</source>
        <translation>更改将在重新加载后生效。</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Settings of this model</source>
        <translation>此模型的设置</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 的设置</translation>
    </message>
    <message>
        <source>Answers at %1</source>
        <translation>在 %1 回答</translation>
    </message>
</context>
<context>
    <name>ui::ModelDefaultsEditor</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>How much this model can keep in view; more takes more memory.</source>
        <translation>此模型能兼顾多少内容；越多占用内存越大。</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>与设置相同</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>What computes this model.</source>
        <translation>运行此模型的设备。</translation>
    </message>
    <message>
        <source>Everything as in the settings</source>
        <translation>全部与设置相同</translation>
    </message>
    <message>
        <source>How it answers in conversations that set nothing of their own</source>
        <translation>在没有自己设置的会话中如何回答</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
</context>
<context>
    <name>ui::ModelHeader</name>
    <message>
        <source>Cancel the loading</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Take the model out of memory</source>
        <translation>将模型移出内存</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>此会话的设置</translation>
    </message>
    <message>
        <source>loaded with the next message</source>
        <translation>将随下一条消息加载</translation>
    </message>
    <message>
        <source>loading: %1 %</source>
        <translation>正在加载：%1 %</translation>
    </message>
    <message>
        <source>%1 is loaded.</source>
        <translation>%1 已加载。</translation>
    </message>
    <message>
        <source>%1 is not in memory any more.</source>
        <translation>%1 已不在内存中。</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>显示或隐藏对话</translation>
    </message>
</context>
<context>
    <name>ui::ModelMenu</name>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>No model has these letters in its name.</source>
        <translation>没有名称包含这些字母的模型。</translation>
    </message>
    <message>
        <source>Add and manage models</source>
        <translation>添加和管理模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>loaded · %1</source>
        <translation>已加载 · %1</translation>
    </message>
    <message>
        <source>being loaded · %1</source>
        <translation>正在加载 · %1</translation>
    </message>
    <message>
        <source>could not be loaded · %1</source>
        <translation>无法加载 · %1</translation>
    </message>
    <message>
        <source>Answers in this conversation and in new ones; others keep their models.</source>
        <translation>用于此会话和新会话；其他会话保留各自的模型。</translation>
    </message>
</context>
<context>
    <name>ui::ModelPages</name>
    <message>
        <source>Which models</source>
        <translation>哪些模型</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>Models that can be used at once</source>
        <translation>可立即使用的模型</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Models that can be fetched</source>
        <translation>可获取的模型</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>其他机器上</translation>
    </message>
    <message>
        <source>Models that servers run</source>
        <translation>由服务器运行的模型</translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message>
        <source>%1 billion parameters</source>
        <translation>%1B 参数</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>%1M 参数</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>能看图片</translation>
    </message>
    <message>
        <source>text only</source>
        <translation>仅文本</translation>
    </message>
    <message>
        <source>licence: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>权重：%1</translation>
    </message>
    <message>
        <source>Vision part: %1</source>
        <translation>视觉部分：%1</translation>
    </message>
    <message>
        <source>What it remembers of a full context: %1</source>
        <translation>完整上下文的缓存：%1</translation>
    </message>
    <message>
        <source>Working space: %1</source>
        <translation>工作空间：%1</translation>
    </message>
    <message>
        <source>Vocabulary: %1</source>
        <translation>词表：%1</translation>
    </message>
    <message>
        <source>Draft model: %1</source>
        <translation>草稿模型：%1</translation>
    </message>
    <message>
        <source>trained for %1 tokens</source>
        <translation>训练长度为 %1 个词元</translation>
    </message>
    <message>
        <source>Needs %1 with %2 tokens of context</source>
        <translation>上下文为 %2 个词元时需要 %1</translation>
    </message>
    <message>
        <source>%1; %2 are free</source>
        <translation>%1；可用 %2</translation>
    </message>
    <message>
        <source>%1; %2 are free on %3</source>
        <translation>%1；%3 上可用 %2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message>
        <source>Only the built-in model is here. Drop a GGUF file or a folder with a model onto this page, or add it with the buttons above; it stays where it lies.</source>
        <translation>这里只有内置模型。将 GGUF 文件或模型文件夹拖到此页面，或用上方的按钮添加；文件会留在原处。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The models on this computer. Adding one copies nothing.</source>
        <translation>此电脑上的模型。添加模型不会复制任何内容。</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add models</source>
        <translation>添加模型</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>模型 (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Add a folder of models</source>
        <translation>添加模型文件夹</translation>
    </message>
    <message>
        <source>Add to the models, where they lie</source>
        <translation>就地添加到模型</translation>
    </message>
    <message>
        <source>Look on this computer</source>
        <translation>在本机查找</translation>
    </message>
    <message>
        <source>Finds models of Hugging Face, LM Studio, Ollama, Jan, GPT4All and llama.cpp; they stay where they lie</source>
        <translation>查找 Hugging Face、LM Studio、Ollama、Jan、GPT4All 和 llama.cpp 的模型；文件留在原处</translation>
    </message>
    <message>
        <source>No models of other programs are on this computer.</source>
        <translation>本机没有其他程序的模型。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s) of other programs are on this computer. They are in the list now and stay where they lie.</source>
        <translation>
            <numerusform>本机有 %Ln 个其他程序的模型。它们已加入列表，文件留在原处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are passed over.</source>
        <translation>
            <numerusform>另有 %Ln 个已跳过。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::NavigationBar</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>This page is shown.</source>
        <translation>正在显示此页面。</translation>
    </message>
</context>
<context>
    <name>ui::Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ui::OfferView</name>
    <message>
        <source>Ask again</source>
        <translation>再次询问</translation>
    </message>
    <message>
        <source>Other packings…</source>
        <translation>其他打包方式…</translation>
    </message>
    <message>
        <source>%1 is being asked…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>Other packings of %1</source>
        <translation>%1 的其他打包方式</translation>
    </message>
    <message>
        <source>Packed as %1: %2</source>
        <translation>打包为 %1：%2</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>它在下载列表中。</translation>
    </message>
    <message>
        <source>It is on this computer.</source>
        <translation>它已在本机。</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Get · %1</source>
        <translation>获取 · %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::OfferedModelRow</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Take %1 out of the list of models</source>
        <translation>把 %1 移出模型列表</translation>
    </message>
    <message>
        <source>Put %1 into the list of models</source>
        <translation>把 %1 放入模型列表</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>? %1</source>
        <translation>? %1</translation>
    </message>
</context>
<context>
    <name>ui::OpenFailure</name>
    <message>
        <source>The folder was not opened</source>
        <translation>未能打开文件夹</translation>
    </message>
    <message>
        <source>The link was not opened</source>
        <translation>未能打开链接</translation>
    </message>
    <message>
        <source>The folder is not there: nothing has been written to it yet.</source>
        <translation>该文件夹不存在：尚未向其中写入任何内容。</translation>
    </message>
    <message>
        <source>This desktop names no program that shows folders.</source>
        <translation>此桌面没有指定用于显示文件夹的程序。</translation>
    </message>
    <message>
        <source>This desktop names no program that opens such links.</source>
        <translation>此桌面没有指定用于打开此类链接的程序。</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The file was not opened</source>
        <translation>文件未打开</translation>
    </message>
    <message>
        <source>Only documents are opened from here: this file may be a program.</source>
        <translation>此处只打开文档：这个文件可能是程序。</translation>
    </message>
    <message>
        <source>This desktop names no program that opens such files.</source>
        <translation>此桌面没有指定打开这类文件的程序。</translation>
    </message>
</context>
<context>
    <name>ui::OpenedDocument</name>
    <message>
        <source>“%1” has changed since: it holds this passage no longer. This is what the model read.</source>
        <translation>“%1”此后已更改，不再包含这段文字。这是模型读到的内容。</translation>
    </message>
</context>
<context>
    <name>ui::Page</name>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Caption pictures</source>
        <translation>图片说明</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
</context>
<context>
    <name>ui::PathList</name>
    <message>
        <source>Add a model…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation>移出 %1</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
</context>
<context>
    <name>ui::PictureCanvas</name>
    <message>
        <source>The marked part is %1 by %2 pixels, %3 from the left and %4 from the top.</source>
        <translation>标记的部分为 %1 × %2 像素，距左 %3，距上 %4。</translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
</context>
<context>
    <name>ui::PictureViewer</name>
    <message>
        <source>Picture viewer</source>
        <translation>图片查看器</translation>
    </message>
    <message>
        <source>Previous picture (Left)</source>
        <translation>上一张图片 (←)</translation>
    </message>
    <message>
        <source>Next picture (Right)</source>
        <translation>下一张图片 (→)</translation>
    </message>
    <message>
        <source>As large as there is room (0), or one to one (1)</source>
        <translation>适应窗口 (0) 或原始大小 (1)</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>Copy (Ctrl+C)</source>
        <translation>复制 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Save as… (Ctrl+S)</source>
        <translation>另存为… (Ctrl+S)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>关闭 (Escape)</translation>
    </message>
    <message>
        <source>Mark a part</source>
        <translation>标记一部分</translation>
    </message>
    <message>
        <source>Mark a part to ask about (M)</source>
        <translation>标记要提问的部分 (M)</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>模型看到的内容</translation>
    </message>
    <message>
        <source>The picture as it is scaled and cut for the model (I)</source>
        <translation>为模型缩放和切分后的图片 (I)</translation>
    </message>
    <message>
        <source>Drag, or use the arrows; with Shift they change the size.</source>
        <translation>拖动，或使用方向键；按住 Shift 可改变大小。</translation>
    </message>
    <message>
        <source>Ask about this part</source>
        <translation>询问此部分</translation>
    </message>
    <message>
        <source>Adds the marked part to the message (Enter)</source>
        <translation>将标记的部分添加到消息 (Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leaves the part unmarked (Escape)</source>
        <translation>取消标记 (Escape)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The picture itself</source>
        <translation>图片本身</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom, now %1</source>
        <translation>缩放，当前 %1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>The picture as the model sees it</source>
        <translation>模型看到的图片</translation>
    </message>
    <message>
        <source>Part of a picture</source>
        <translation>图片的一部分</translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation>%1 的一部分</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture could not be saved as %1.</source>
        <translation>无法将图片保存为 %1。</translation>
    </message>
    <message>
        <source>Select text</source>
        <translation>选择文字</translation>
    </message>
    <message>
        <source>Selects words that were read in the picture, to copy them (T)</source>
        <translation>选择从图片中读出的文字以便复制（T）</translation>
    </message>
</context>
<context>
    <name>ui::PresetChoice</name>
    <message>
        <source>Save and manage presets</source>
        <translation>保存和管理预设</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Settings of its own</source>
        <translation>自己的设置</translation>
    </message>
    <message>
        <source>“%1” names the model %2, which is not here; this conversation keeps its own.</source>
        <translation>“%1”指定的模型 %2 不存在；此会话保留原有模型。</translation>
    </message>
    <message>
        <source>Settings replaced</source>
        <translation>设置已替换</translation>
    </message>
    <message>
        <source>Settings removed</source>
        <translation>设置已移除</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Save as a preset…</source>
        <translation>保存为预设…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Begin new chats with it</source>
        <translation>新聊天使用它</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Save as a preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Delete the preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Delete “%1”? Conversations keep what it has set in them.</source>
        <translation>删除“%1”？会话保留它所做的设置。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export the preset</source>
        <translation>导出预设</translation>
    </message>
    <message>
        <source>Presets (*%1)</source>
        <translation>预设 (*%1)</translation>
    </message>
    <message>
        <source>“%1” was written to %2.</source>
        <translation>“%1”已写入 %2。</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>导入预设</translation>
    </message>
    <message>
        <source>Added to the presets: %1.</source>
        <translation>已添加到预设：%1。</translation>
    </message>
    <message>
        <source>“%1” was added without its model, which is on another machine (%2). To use that model, choose it yourself and save the preset.</source>
        <translation>已添加“%1”，但未采用其模型，因为该模型位于另一台计算机上（%2）。如需使用该模型，请自行选择并保存预设。</translation>
    </message>
</context>
<context>
    <name>ui::PresetNameDialog</name>
    <message>
        <source>Name of the preset</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>For example: Translator</source>
        <translation>例如：翻译</translation>
    </message>
    <message>
        <source>With the model %1</source>
        <translation>使用模型 %1</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The preset that has this name is replaced.</source>
        <translation>同名预设将被替换。</translation>
    </message>
    <message>
        <source>Another preset has this name.</source>
        <translation>另一个预设已使用此名称。</translation>
    </message>
</context>
<context>
    <name>ui::PromptBox</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation>发送 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送 (Enter)</translation>
    </message>
    <message>
        <source>%1 of %2 files are read …</source>
        <translation>已读取 %1 / %2 个文件 …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln 个附件</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message numerus="yes">
        <source>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</source>
        <translation>
            <numerusform>未粘贴文本：它有 %Ln 个字符，而一条消息最多可带 %1 百万个字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Editing a question: it is asked again, as another version</source>
        <translation>编辑问题：将作为另一个版本重新提问</translation>
    </message>
    <message>
        <source>Editing an answer: your words take its place, as another version</source>
        <translation>编辑回答：您的文字将作为另一个版本取而代之</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ask again (%1)</source>
        <translation>重新提问（%1）</translation>
    </message>
    <message>
        <source>Keep this answer (%1)</source>
        <translation>保留此回答（%1）</translation>
    </message>
    <message>
        <source>Pictures and documents (%1 %2);;Pictures (%1);;Documents (%2);;All files (*)</source>
        <translation>图片和文档 (%1 %2);;图片 (%1);;文档 (%2);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>ui::PromptEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter begins a new line.</source>
        <translation>Ctrl+Enter 发送，Enter 换行。</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line.</source>
        <translation>Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Ask about a picture, or just ask.</source>
        <translation>询问图片，或直接提问。</translation>
    </message>
    <message>
        <source>Ask anything.</source>
        <translation>请随意提问。</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends</source>
        <translation>Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Enter sends</source>
        <translation>Enter 发送</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
</context>
<context>
    <name>ui::PromptEditBar</name>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation>取消编辑 (Esc)</translation>
    </message>
</context>
<context>
    <name>ui::SamplerEditor</name>
    <message>
        <source>A schema is a JSON object, in braces.</source>
        <translation>架构是用花括号括起的 JSON 对象。</translation>
    </message>
    <message>
        <source>This is not JSON: %1 at character %2.</source>
        <translation>这不是 JSON：%1，位于第 %2 个字符。</translation>
    </message>
    <message>
        <source>For example: {&quot;type&quot;: &quot;object&quot;}</source>
        <translation>例如：{&quot;type&quot;: &quot;object&quot;}</translation>
    </message>
    <message>
        <source>Ready choices</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words are considered.</source>
        <translation>只考虑这么多个最可能的词。</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>An answer is cut off there, and can be continued.</source>
        <translation>回答在此处截断，之后可以继续。</translation>
    </message>
    <message>
        <source>Another each time</source>
        <translation>每次不同</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same number gives the same answer to the same question, however bold.</source>
        <translation>相同的数字对同一问题给出相同的回答，无论多大胆。</translation>
    </message>
    <message>
        <source>One in each line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>停止于</translation>
    </message>
    <message>
        <source>An answer ends before any of these texts.</source>
        <translation>回答在遇到其中任一文本之前结束。</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON 架构</translation>
    </message>
    <message>
        <source>Answers are then JSON of this form and nothing else.</source>
        <translation>回答将只是符合此格式的 JSON。</translation>
    </message>
    <message>
        <source>Numbers of your own.</source>
        <translation>您自己的数值。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always takes the most likely word, so an answer repeats itself exactly; higher values are bolder.</source>
        <translation>0 总是取最可能的词，因此回答可精确重复；值越大越大胆。</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Only the likeliest words that together have this share of the probability; 1 lets all through.</source>
        <translation>只取合计达到此概率份额的最可能的词；1 表示全部通过。</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Drops words less likely than this share of the likeliest one.</source>
        <translation>舍弃概率低于最可能的词此比例的词。</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>典型</translation>
    </message>
    <message>
        <source>Prefers words that surprise about as much as is usual in this place; 1 lets all through.</source>
        <translation>偏好出人意料程度与此处通常情况相近的词；1 表示全部通过。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Above 1, words that were used already become less likely; 1 changes nothing.</source>
        <translation>大于 1 时，已用过的词更不可能出现；1 不做改变。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Above 0, words that occurred at all become less likely, which brings new subjects.</source>
        <translation>大于 0 时，出现过的词更不可能出现，从而带来新话题。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Above 0, words become less likely each time they occur.</source>
        <translation>大于 0 时，词每出现一次就更不可能再次出现。</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Always the most likely word: the same question has the same answer.</source>
        <translation>总是最可能的词：同一问题得到同一回答。</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Varied, but close to what is likely: for everyday talk.</source>
        <translation>有变化，但贴近最可能的内容：适合日常交谈。</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>创意</translation>
    </message>
    <message>
        <source>Bold choices and new subjects: for stories and ideas.</source>
        <translation>大胆的选择和新话题：适合故事和创意。</translation>
    </message>
    <message>
        <source>Never say</source>
        <translation>绝不说</translation>
    </message>
    <message>
        <source>None of these texts becomes part of an answer.</source>
        <translation>回答中不会出现这些文字。</translation>
    </message>
    <message>
        <source>For example: You are wordy and vague.</source>
        <translation>例如：你说话啰唆而含糊。</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>负面提示</translation>
    </message>
    <message>
        <source>An answer keeps away from what the model would say under this instruction. Takes twice the time, and half of the context.</source>
        <translation>回答会远离模型在此指令下会说的内容。需要两倍的时间和一半的上下文。</translation>
    </message>
    <message>
        <source>Continue inside words</source>
        <translation>从词中间继续</translation>
    </message>
    <message>
        <source>An answer that is continued may complete the word with which it broke off.</source>
        <translation>继续回答时，可以补全中断处的词。</translation>
    </message>
    <message>
        <source>Against loops (DRY)</source>
        <translation>防止循环 (DRY)</translation>
    </message>
    <message>
        <source>Above 0, words that would repeat a whole run of earlier words become less likely, the more the longer the run.</source>
        <translation>大于 0 时，会重复前面一整段词语的词变得更不可能；重复越长，越不可能。</translation>
    </message>
    <message>
        <source>Leave out the obvious (XTC)</source>
        <translation>略去显而易见的词 (XTC)</translation>
    </message>
    <message>
        <source>How often the likeliest words are left out while there are other good ones.</source>
        <translation>在还有其他好的词时，多大比例略去最可能的词。</translation>
    </message>
    <message>
        <source>Obvious from</source>
        <translation>显而易见的起点</translation>
    </message>
    <message>
        <source>The probability from which a word counts as obvious.</source>
        <translation>词的概率达到多少即算显而易见。</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>引导强度</translation>
    </message>
    <message>
        <source>How far an answer keeps away from what the negative prompt would give; 1 is not at all.</source>
        <translation>回答与负面提示所得内容保持多远；1 表示完全不。</translation>
    </message>
    <message>
        <source>As the model does</source>
        <translation>由模型决定</translation>
    </message>
    <message>
        <source>Think first</source>
        <translation>先思考</translation>
    </message>
    <message>
        <source>Answer at once</source>
        <translation>直接回答</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>For models that can do both; what a model thought is folded above its answer.</source>
        <translation>适用于两者皆可的模型；模型的思考折叠在回答上方。</translation>
    </message>
</context>
<context>
    <name>ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>ui::SearchFilters</name>
    <message>
        <source>What is looked through</source>
        <translation>搜索范围</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Look through names and all messages</source>
        <translation>搜索名称和所有消息</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的</translation>
    </message>
    <message>
        <source>Look only through what you wrote</source>
        <translation>只搜索您写的内容</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Look only through answers</source>
        <translation>只搜索回答</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Look only through messages with pictures and the answers to them</source>
        <translation>只搜索带图片的消息及其回答</translation>
    </message>
</context>
<context>
    <name>ui::SecretEdit</name>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
</context>
<context>
    <name>ui::SectionModel</name>
    <message>
        <source>Temporary</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, collapsed, %Ln conversations</source>
        <translation>
            <numerusform>文件夹 %1，已折叠，%Ln 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln conversations</source>
        <translation>
            <numerusform>文件夹 %1，%Ln 个会话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message>
        <source>This model sees pictures, but it does not say how.</source>
        <translation>此模型能看图片，但没有说明它是怎样看的。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Marks of the model&apos;s format</source>
        <translation>模型格式的标记</translation>
    </message>
    <message>
        <source>Tiles, in the order in which they are read</source>
        <translation>按读取顺序排列的图块</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>The whole prompt</source>
        <translation>完整提示词</translation>
    </message>
    <message>
        <source>The prompt, part by part</source>
        <translation>提示词，逐部分</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>模型看到的内容</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>正在加载模型。</translation>
    </message>
    <message>
        <source>The model is not in memory. Once it is, it can say how it sees pictures.</source>
        <translation>模型不在内存中。加载后即可说明它如何看图片。</translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation>此模型只读取文本；它看不到图片。</translation>
    </message>
    <message>
        <source>Scaled to %1 × %2 pixels.</source>
        <translation>缩放为 %1 × %2 像素。</translation>
    </message>
    <message>
        <source>Cut into %1 × %2 tiles of %3 × %4 pixels.</source>
        <translation>切分为 %1 × %2 个 %3 × %4 像素的图块。</translation>
    </message>
    <message>
        <source>The whole picture is read as one more tile.</source>
        <translation>整张图片另作为一个图块读取。</translation>
    </message>
    <message numerus="yes">
        <source>It takes %Ln token(s) of the context.</source>
        <translation>
            <numerusform>它占用上下文中的 %Ln 个词元。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Row %2, column %3: %Ln token(s)</source>
        <translation>
            <numerusform>%1. 第 %2 行，第 %3 列：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The picture: %Ln token(s)</source>
        <translation>
            <numerusform>图片：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. The whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. 整张图片：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 of text, %3 of pictures</source>
        <comment>tokens of a message</comment>
        <translation>%1：文本 %2，图片 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tokens of a message</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The whole prompt: %1 of %2 tokens</source>
        <translation>完整提示词：%1 / %2 个词元</translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message>
        <source>More ways to send</source>
        <translation>更多发送方式</translation>
    </message>
    <message>
        <source>Several answers to choose from</source>
        <translation>多个回答供选择</translation>
    </message>
    <message numerus="yes">
        <source>Give me %Ln answers</source>
        <translation>
            <numerusform>给我 %Ln 个回答</numerusform>
        </translation>
    </message>
    <message>
        <source>Several models, side by side</source>
        <translation>多个模型并排</translation>
    </message>
    <message>
        <source>Add a second model to compare answers</source>
        <translation>添加第二个模型以比较回答</translation>
    </message>
    <message>
        <source>Send to the ticked models</source>
        <translation>发送给勾选的模型</translation>
    </message>
</context>
<context>
    <name>ui::ServerKeyEdit</name>
    <message>
        <source>Key of the server</source>
        <translation>服务器密钥</translation>
    </message>
    <message>
        <source>Keep the key of the server</source>
        <translation>保存服务器密钥</translation>
    </message>
    <message>
        <source>Forget the key of the server</source>
        <translation>忘记服务器密钥</translation>
    </message>
</context>
<context>
    <name>ui::ServerState</name>
    <message>
        <source>Starts…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Other programs reach it at %1</source>
        <translation>其他程序可通过 %1 访问</translation>
    </message>
    <message>
        <source>Ends…</source>
        <translation>正在结束…</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) connected</source>
        <translation>
            <numerusform>%Ln 个客户端已连接</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) being written</source>
        <translation>
            <numerusform>正在生成 %Ln 个回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) waiting</source>
        <translation>
            <numerusform>%Ln 个请求在等待</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SettingsPage</name>
    <message>
        <source>There is no telemetry. The program counts nothing and reports nothing.</source>
        <translation>没有遥测。程序不统计、不上报任何内容。</translation>
    </message>
    <message>
        <source>The log holds no questions, no answers and no names of pictures.</source>
        <translation>日志不包含问题、回答或图片名称。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Answers wherever a conversation names no other.</source>
        <translation>在会话未指定其他模型时由它回答。</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Models added by you</source>
        <translation>您添加的模型</translation>
    </message>
    <message>
        <source>Files and folders that are used where they lie; nothing is copied.</source>
        <translation>就地使用的文件和文件夹；不会复制任何内容。</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>Every model in them is offered on the page of models.</source>
        <translation>其中的每个模型都会出现在模型页面。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>What computes. Used by models that are loaded from now on.</source>
        <translation>用于计算的设备。适用于此后加载的模型。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>How many threads compute on the processor. Used by models that are loaded from now on.</source>
        <translation>在处理器上计算的线程数。适用于此后加载的模型。</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>每个核心一个</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>How much a model can keep in view; more takes more memory. Used by models that are loaded from now on.</source>
        <translation>模型能同时顾及多少内容；越多占用内存越多。适用于此后加载的模型。</translation>
    </message>
    <message>
        <source>As the model suggests</source>
        <translation>按模型建议</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>Precision of the context</source>
        <translation>上下文精度</translation>
    </message>
    <message>
        <source>How exactly the context is kept in memory: 8 bits halve its size and cost next to nothing. Used by models that are loaded from now on.</source>
        <translation>上下文在内存中的精度：8 位可使大小减半而几乎无损。适用于此后加载的模型。</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>6 bits</source>
        <translation>6 位</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>8 bits, values 4</source>
        <translation>8 位，值 4 位</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>A small model of the same family that guesses ahead, which makes answers faster and leaves them the same. Used by models that are loaded from now on.</source>
        <translation>同系列的小模型，提前预测，使回答更快而内容不变。适用于此后加载的模型。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Unload an idle model after</source>
        <translation>闲置多久后卸载模型</translation>
    </message>
    <message>
        <source>Gives its memory back; the next question loads it again.</source>
        <translation>释放其内存；下一个问题会重新加载。</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>What every conversation tells the model first, unless it has a prompt of its own.</source>
        <translation>除非会话有自己的提示词，否则首先告诉模型的内容。</translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation>例如：请用短句回答。</translation>
    </message>
    <message>
        <source>How answers are chosen</source>
        <translation>如何选择回答</translation>
    </message>
    <message>
        <source>For conversations that have set nothing of their own. Acts from the next answer on.</source>
        <translation>适用于没有自行设置的会话。从下一个回答起生效。</translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation>为会话命名</translation>
    </message>
    <message>
        <source>The model finds a title for a new conversation after its first answer.</source>
        <translation>模型在第一个回答后为新会话拟定标题。</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>用 Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Enter then begins a new line. Otherwise Enter sends and Shift+Enter begins a new line.</source>
        <translation>此时 Enter 换行。否则 Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Attach a pasted text from</source>
        <translation>粘贴文本作为附件的长度</translation>
    </message>
    <message>
        <source>A longer text becomes an attachment instead of filling the prompt box.</source>
        <translation>更长的文本会成为附件，而不是填满输入框。</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>As on the desktop means that the program changes together with it.</source>
        <translation>“跟随桌面”表示程序随桌面一起变化。</translation>
    </message>
    <message>
        <source>As on the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Accent</source>
        <translation>强调色</translation>
    </message>
    <message>
        <source>The colour of buttons, links and of what has the focus.</source>
        <translation>按钮、链接和焦点的颜色。</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Stronger text, lines and outlines.</source>
        <translation>更清晰的文字、线条和轮廓。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Of everything in the window. Ctrl++, Ctrl+- and Ctrl+0 change it, too.</source>
        <translation>窗口中所有文字的大小。也可用 Ctrl++、Ctrl+- 和 Ctrl+0 调整。</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>Code size</source>
        <translation>代码大小</translation>
    </message>
    <message>
        <source>Of code in messages.</source>
        <translation>消息中代码的大小。</translation>
    </message>
    <message>
        <source>As the text</source>
        <translation>与文字相同</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Compact shows more at once, with less space between.</source>
        <translation>紧凑模式一次显示更多，间距更小。</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>舒适</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Nothing slides or fades.</source>
        <translation>没有滑动或淡入淡出。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Of the program&apos;s texts; models answer in whatever language they are asked. Used from the next start.</source>
        <translation>程序文字的语言；模型以提问所用的语言回答。下次启动时生效。</translation>
    </message>
    <message>
        <source>Continue where you left off</source>
        <translation>从上次离开处继续</translation>
    </message>
    <message>
        <source>Opens the last conversation at the start, with what you had begun to write.</source>
        <translation>启动时打开上次的会话以及您已开始写的内容。</translation>
    </message>
    <message>
        <source>Notify about finished answers</source>
        <translation>回答完成时通知</translation>
    </message>
    <message>
        <source>When a long answer ends while the window is in the background. The message never shows the text.</source>
        <translation>当窗口在后台而较长的回答结束时。通知不会显示文本。</translation>
    </message>
    <message>
        <source>Icon in the system tray</source>
        <translation>系统托盘图标</translation>
    </message>
    <message>
        <source>Closing the window then leaves the program running. Has no effect where the desktop has no tray.</source>
        <translation>关闭窗口后程序继续运行。桌面没有托盘时无效。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>What the log file holds. Never prompts, answers or names of pictures.</source>
        <translation>日志文件的内容。绝不包含提示词、回答或图片名称。</translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation>仅警告</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Everything, for a report</source>
        <translation>全部，用于报告</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>No setting has these words in its name or its help.</source>
        <translation>没有设置的名称或帮助包含这些词。</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>A change acts at once.</source>
        <translation>更改立即生效。</translation>
    </message>
    <message>
        <source>Models and device</source>
        <translation>模型和设备</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>书写</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>System and logs</source>
        <translation>系统和日志</translation>
    </message>
    <message>
        <source>A temporary conversation is never written to disk.</source>
        <translation>临时会话从不写入磁盘。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Cache, which can be deleted at any time</source>
        <translation>缓存，可随时删除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>What a report of a problem needs to say of program and machine. Look through it before you send it anywhere.</source>
        <translation>报告问题时需要说明的程序和电脑信息。发送之前请先查看。</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>日志文件</translation>
    </message>
    <message>
        <source>Vignette %1</source>
        <translation>Vignette %1</translation>
    </message>
    <message>
        <source>Memory of a graphics card</source>
        <translation>显卡内存</translation>
    </message>
    <message>
        <source>How much of it a model may take. Used by models that are loaded from now on.</source>
        <translation>一个模型最多可占用多少。对此后加载的模型生效。</translation>
    </message>
    <message>
        <source>All that is free</source>
        <translation>所有空闲内存</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>What a model has read of a long conversation is kept on the disk, so that it need not be read again after the next start. It is deleted with the conversation. The page Storage shows where it lies and turns it off, which deletes all of it.</source>
        <translation>模型已读取的长对话内容会保留在磁盘上，下次启动后无需重新读取。它随对话一同删除。“存储”页面显示其位置，也可将其关闭；关闭后会全部删除。</translation>
    </message>
    <message>
        <source>What models have read of conversations</source>
        <translation>模型已读取的对话内容</translation>
    </message>
    <message>
        <source>Keep what models have read</source>
        <translation>保留模型已读取的内容</translation>
    </message>
    <message>
        <source>After a start a model would have to read a long conversation again, which takes a while. What it has read is kept on the disk instead, up to this size in all, and deleted with the conversation. With None nothing is kept, and what is there is deleted.</source>
        <translation>启动后，模型需要重新读取长对话，这需要一段时间。因此已读取的内容会保留在磁盘上，总量不超过此大小，并随对话一同删除。选择“无”则不保留，已有的内容也会被删除。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Delete: %1</source>
        <translation>删除：%1</translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation>打开文件夹：%1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>图片描述</translation>
    </message>
    <message>
        <source>Delete all captions? The pictures stay where they are.</source>
        <translation>删除所有图片描述？图片仍保留在原处。</translation>
    </message>
    <message>
        <source>Delete what models have read? They read a conversation again when it goes on.</source>
        <translation>删除模型已读取的内容？会话继续时，模型会重新读取。</translation>
    </message>
    <message>
        <source>Delete what can be made again?</source>
        <translation>删除可以重新生成的内容？</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Token for the hub</source>
        <translation>模型中心令牌</translation>
    </message>
    <message>
        <source>For models whose makers want to know who fetches them. It is shown to the hub and to nobody else; HF_TOKEN of the environment goes first.</source>
        <translation>用于其作者想知道由谁获取的模型。只会出示给模型中心，不会给其他任何人；环境变量 HF_TOKEN 优先。</translation>
    </message>
    <message>
        <source>Hub of models</source>
        <translation>模型中心</translation>
    </message>
    <message>
        <source>Where models are fetched from when you ask for one: Hugging Face, or a mirror of it. HF_ENDPOINT of the environment goes first.</source>
        <translation>在您要求时从这里获取模型：Hugging Face 或其镜像。环境变量 HF_ENDPOINT 优先。</translation>
    </message>
    <message>
        <source>Compute exactly</source>
        <translation>精确计算</translation>
    </message>
    <message>
        <source>On the processor, in full precision: the numbers are those of the model&apos;s file to the last place, and answers take about twice as long. Used by models that are loaded from now on.</source>
        <translation>在处理器上以完整精度计算：结果与模型文件中的数值精确一致，但回答所需时间约为两倍。对此后加载的模型生效。</translation>
    </message>
    <message>
        <source>Read the text in pictures</source>
        <translation>读取图片中的文字</translation>
    </message>
    <message>
        <source>What Tesseract reads in a page, a screenshot or a receipt goes with the picture to the model, and can be selected where the picture is shown.</source>
        <translation>Tesseract 从页面、截图或收据中读出的文字会随图片交给模型，并可在查看图片时选择。</translation>
    </message>
    <message>
        <source>Compare by meaning with</source>
        <translation>按含义比较所用的模型</translation>
    </message>
    <message>
        <source>A model that finds passages which say the same in other words. What has been read is prepared for it in the background. The page Get models offers some.</source>
        <translation>能找到用其他说法表达相同内容的段落的模型。已读取的内容会在后台为它做好准备。“获取模型”页面提供了一些。</translation>
    </message>
    <message>
        <source>Nothing: words alone</source>
        <translation>无：仅比较字词</translation>
    </message>
    <message>
        <source>Follow changes</source>
        <translation>跟踪更改</translation>
    </message>
    <message>
        <source>What is new or changed in your folders is read at once. Otherwise at the next start, or when you let them be checked.</source>
        <translation>文件夹中新增或更改的内容会立即读取。否则在下次启动时或您要求检查时读取。</translation>
    </message>
    <message>
        <source>Where it is kept what documents say</source>
        <translation>文档内容的存放位置</translation>
    </message>
    <message>
        <source>A file, or the address of a PostgreSQL database that several people use: postgresql://user@host/database. A password is better kept in ~/.pgpass. What was read before stays where it is.</source>
        <translation>一个文件，或多人共用的 PostgreSQL 数据库的地址：postgresql://user@host/database。密码最好保存在 ~/.pgpass 中。之前读取的内容保留在原处。</translation>
    </message>
    <message>
        <source>A file of this program</source>
        <translation>本程序自己的文件</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Nothing leaves this machine unless you choose a model on another: questions, pictures and answers are computed here and kept here.</source>
        <translation>除非您选择其他机器上的模型，否则任何内容都不会离开这台机器：问题、图片和回答都在这里计算并保存在这里。</translation>
    </message>
    <message>
        <source>The program contacts other machines only where you ask for it: when you look closer at a model, get one, or let a model on another machine answer. These were contacted:</source>
        <translation>程序只在您要求时联系其他机器：当您仔细查看模型、获取模型或让其他机器上的模型回答时。曾联系过：</translation>
    </message>
    <message>
        <source>Models that can call tools are told of those that you switch on here. Each call is shown in its conversation, and made once you allow it, or at once where you have said “Always”.</source>
        <translation>能够调用工具的模型会得知您在此启用的工具。每次调用都显示在其对话中，经您允许后才执行；选择“总是”的则立即执行。</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Programs on this computer that offer more tools by the Model Context Protocol. None is started before you switch it on.</source>
        <translation>本机上通过模型上下文协议（MCP）提供更多工具的程序。在您启用之前不会启动任何一个。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Key of the server</source>
        <translation>服务器密钥</translation>
    </message>
    <message>
        <source>Clients send it as “Authorization: Bearer …”. Without one, every program on this computer may ask, and no other computer.</source>
        <translation>客户端以“Authorization: Bearer …”发送它。没有密钥时，本机的任何程序都可以提问，其他计算机则不可以。</translation>
    </message>
    <message>
        <source>State of the server</source>
        <translation>服务器状态</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>A command for a terminal that asks the current model.</source>
        <translation>一条在终端中向当前模型提问的命令。</translation>
    </message>
    <message>
        <source>Offer models to other programs</source>
        <translation>向其他程序提供模型</translation>
    </message>
    <message>
        <source>Programs that speak OpenAI&apos;s or Anthropic&apos;s interface can then ask the models of this window. Their answers are written at the same time as yours.</source>
        <translation>使用 OpenAI 或 Anthropic 接口的程序便可以向此窗口的模型提问。它们的回答与您的回答同时生成。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>127.0.0.1 is for programs on this computer. With 0.0.0.0 other computers reach it, too, which need the key; nothing is encrypted on the way.</source>
        <translation>127.0.0.1 供本机程序使用。使用 0.0.0.0 时其他计算机也能访问，但需要密钥；传输过程不加密。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>A change ends the answers under way.</source>
        <translation>更改会结束正在进行的回答。</translation>
    </message>
    <message>
        <source>A free one</source>
        <translation>任意空闲端口</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Let the model read what was found</source>
        <translation>让模型阅读找到的内容</translation>
    </message>
    <message>
        <source>A model of at least a billion parameters reads each of the best passages first and says whether it answers your question. That takes as long as reading them.</source>
        <translation>至少有十亿参数的模型会先逐一阅读最好的段落，并判断它是否回答了您的问题。所需时间与阅读它们相同。</translation>
    </message>
    <message>
        <source>Load models faster</source>
        <translation>更快地加载模型</translation>
    </message>
    <message>
        <source>Keeps a copy of a model&apos;s weights on the disk as this processor needs them, all together at most 16 GB. Used by models that are loaded from now on.</source>
        <translation>在磁盘上保留一份按此处理器所需方式排列的权重副本，总共最多 16 GB。用于此后加载的模型。</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutHelp</name>
    <message>
        <source>Search commands or keys</source>
        <translation>搜索命令或按键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation>更改快捷键…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No command has this name or keys.</source>
        <translation>没有命令具有此名称或按键。</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutRow</name>
    <message>
        <source>Add keys for “%1”</source>
        <translation>为“%1”添加按键</translation>
    </message>
    <message>
        <source>Back to the default keys</source>
        <translation>恢复默认按键</translation>
    </message>
    <message>
        <source>Take %1 from “%2”</source>
        <translation>从“%2”取消 %1</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation>%1 属于“%2”。</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>改为此命令</translation>
    </message>
    <message>
        <source>Other keys</source>
        <translation>其他按键</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutsEditor</name>
    <message>
        <source>Search commands or keys</source>
        <translation>搜索命令或按键</translation>
    </message>
    <message>
        <source>All back to the default</source>
        <translation>全部恢复默认</translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>More for conversations</source>
        <translation>更多会话操作</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>新临时聊天</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Import conversations…</source>
        <translation>导入会话…</translation>
    </message>
    <message>
        <source>Export all conversations…</source>
        <translation>导出所有会话…</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Deleted “%1”</source>
        <translation>已删除“%1”</translation>
    </message>
    <message>
        <source>Removed the folder “%1”</source>
        <translation>已移除文件夹“%1”</translation>
    </message>
    <message>
        <source>Names and messages of all conversations</source>
        <translation>所有对话的名称和消息</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Delete all conversations</source>
        <translation>删除所有会话</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln conversation(s), with their pictures?</source>
        <translation>
            <numerusform>删除 %Ln 个会话及其图片？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部删除</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln conversation(s)</source>
        <translation>
            <numerusform>已删除 %Ln 个会话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SourceCard</name>
    <message>
        <source>page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>Source %1: %2</source>
        <translation>来源 %1：%2</translation>
    </message>
</context>
<context>
    <name>ui::SourceCards</name>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sources</source>
        <comment>that an answer rests on</comment>
        <translation>
            <numerusform>%Ln 个来源</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows or hides the sources of this answer</source>
        <translation>显示或隐藏此回答的来源</translation>
    </message>
</context>
<context>
    <name>ui::SpeedLine</name>
    <message>
        <source>Measuring this computer</source>
        <translation>正在测量本机</translation>
    </message>
    <message>
        <source>Computes for a while at full speed. What is found is kept on this computer.</source>
        <translation>全速计算一会儿。结果仅保存在本机。</translation>
    </message>
    <message>
        <source>This computer is being measured…</source>
        <translation>正在测量本机…</translation>
    </message>
    <message>
        <source>How fast it will be is known once this computer has been measured.</source>
        <translation>测量本机之后即可知道它的速度。</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Measure this computer (20 s)</source>
        <translation>测量本机（20 秒）</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>The answer was cut off</source>
        <translation>回答被截断</translation>
    </message>
    <message>
        <source>Too long: some passages were read</source>
        <translation>过长：只读取了部分段落</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>From page %1: %2</source>
        <translation>来自第 %1 页：%2</translation>
    </message>
    <message>
        <source>From: %1</source>
        <translation>来自：%1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>ui::TablePage</name>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>The table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Enter opens the passage that a value is from.</source>
        <translation>按回车键打开值的出处。</translation>
    </message>
    <message>
        <source>Back to the documents</source>
        <translation>返回文档</translation>
    </message>
    <message>
        <source>A table out of documents</source>
        <translation>由文档制作的表格</translation>
    </message>
    <message>
        <source>Open a JSON schema…</source>
        <translation>打开 JSON 模式…</translation>
    </message>
    <message>
        <source>Its properties are the columns</source>
        <translation>其属性即为各列</translation>
    </message>
    <message>
        <source>Name columns instead</source>
        <translation>改为命名各列</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Rows made</source>
        <translation>已完成的行</translation>
    </message>
    <message numerus="yes">
        <source>A row for each of %Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档，每个一行</numerusform>
        </translation>
    </message>
    <message>
        <source>A JSON schema</source>
        <translation>JSON 模式</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a file and the columns in it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>There are no documents to make a table of.</source>
        <translation>没有可用来制作表格的文档。</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message numerus="yes">
        <source>Finished: %Ln row(s)</source>
        <translation>
            <numerusform>完成：%Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped; %Ln row(s) are there</source>
        <translation>
            <numerusform>已停止；已有 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Make the table</source>
        <translation>制作表格</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Another table</source>
        <translation>另一个表格</translation>
    </message>
    <message>
        <source>No passage has this value.</source>
        <translation>没有段落包含此值。</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The table is in %1.</source>
        <translation>表格位于 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
</context>
<context>
    <name>ui::TemporaryBar</name>
    <message>
        <source>This chat is temporary: nothing of it is kept on the disk.</source>
        <translation>此聊天是临时的：不会在磁盘上保留任何内容。</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Makes it a conversation like the others</source>
        <translation>使其成为普通会话</translation>
    </message>
</context>
<context>
    <name>ui::TextAttachmentView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Show or hide the text</source>
        <translation>显示或隐藏文本</translation>
    </message>
    <message>
        <source>The rest is not shown here; the model reads all of it.</source>
        <translation>其余部分不在此显示；模型会读取全部内容。</translation>
    </message>
    <message>
        <source>%1 · not read yet</source>
        <comment>name of a file</comment>
        <translation>%1 · 尚未读取</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>name of an attached text, its length</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Open the document</source>
        <translation>打开文档</translation>
    </message>
</context>
<context>
    <name>ui::TextBar</name>
    <message>
        <source>Drag over words, or use the arrows; Shift selects more.</source>
        <translation>在文字上拖动，或使用方向键；按住 Shift 可选择更多。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Selects nothing (Escape)</source>
        <translation>取消选择（Escape）</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Selects all text in the picture (Ctrl+A)</source>
        <translation>选择图片中的全部文字（Ctrl+A）</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Copies the selected words (Ctrl+C)</source>
        <translation>复制所选文字（Ctrl+C）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words selected</source>
        <translation>
            <numerusform>已选择 %Ln 个词</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TextPreview</name>
    <message>
        <source>%1. The beginning is shown here; the model reads all of it.</source>
        <translation>%1。此处显示开头；模型会读取全部内容。</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Insert as text</source>
        <translation>作为文本插入</translation>
    </message>
</context>
<context>
    <name>ui::Theme</name>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>玫瑰色</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀色</translation>
    </message>
</context>
<context>
    <name>ui::ThinkingView</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought about it</source>
        <translation>已思考</translation>
    </message>
    <message numerus="yes">
        <source>Thought for %Ln s</source>
        <translation>
            <numerusform>思考了 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Hides what the model thought.</source>
        <translation>隐藏模型的思考。</translation>
    </message>
    <message>
        <source>Shows what the model thought.</source>
        <translation>显示模型的思考。</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>模型的思考</translation>
    </message>
</context>
<context>
    <name>ui::TimeLeftText</name>
    <message>
        <source>Less than a minute left</source>
        <translation>剩余不到一分钟</translation>
    </message>
    <message numerus="yes">
        <source>About %Ln minute(s) left</source>
        <translation>
            <numerusform>剩余约 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln hour(s) left</source>
        <translation>
            <numerusform>剩余约 %Ln 小时</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TokenEdit</name>
    <message>
        <source>Keep the token</source>
        <translation>保存令牌</translation>
    </message>
    <message>
        <source>Forget the token</source>
        <translation>忘记令牌</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
</context>
<context>
    <name>ui::ToolPermissionChoice</name>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Ask each time</source>
        <translation>每次询问</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>总是</translation>
    </message>
</context>
<context>
    <name>ui::ToolUseList</name>
    <message>
        <source>Calls of tools</source>
        <translation>工具调用</translation>
    </message>
</context>
<context>
    <name>ui::ToolUseView</name>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>总是允许</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>等待您的决定</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Not called</source>
        <translation>未调用</translation>
    </message>
    <message>
        <source>Arguments of %1</source>
        <translation>%1 的参数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Result of %1</source>
        <translation>%1 的结果</translation>
    </message>
    <message>
        <source>Shows or hides what the tool returned.</source>
        <translation>显示或隐藏工具返回的内容。</translation>
    </message>
</context>
<context>
    <name>ui::TransferBar</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Exporting: %1 of %2</source>
        <translation>正在导出：%1 / %2</translation>
    </message>
    <message>
        <source>Importing: %1 so far</source>
        <translation>正在导入：已完成 %1 个</translation>
    </message>
</context>
<context>
    <name>ui::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ui::UnsureHint</name>
    <message>
        <source>The built-in model knows drawings: objects, shapes, short signs. For photographs, get another model.</source>
        <translation>内置模型只认识图画：物体、形状和简短的标牌。照片需要使用其他模型。</translation>
    </message>
    <message>
        <source>The built-in model knows drawings: objects, shapes, short signs. %1 was made for photographs, too.</source>
        <translation>内置模型认识图画：物体、形状、简短标牌。%1 也适用于照片。</translation>
    </message>
    <message>
        <source>Answer again with %1</source>
        <translation>用 %1 重新回答</translation>
    </message>
    <message>
        <source>Get a model that sees photographs</source>
        <translation>获取能看照片的模型</translation>
    </message>
</context>
<context>
    <name>ui::WelcomeView</name>
    <message>
        <source>Describe a picture</source>
        <translation>描述图片</translation>
    </message>
    <message>
        <source>Describe this picture.</source>
        <translation>描述这张图片。</translation>
    </message>
    <message>
        <source>Read the text in a picture</source>
        <translation>读取图片中的文字</translation>
    </message>
    <message>
        <source>Write down all text that stands in this picture.</source>
        <translation>写出这张图片中的所有文字。</translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation>解释某事</translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation>请用简单的话解释：</translation>
    </message>
    <message>
        <source>Sum up a text</source>
        <translation>概括文本</translation>
    </message>
    <message>
        <source>Sum up this text in a few sentences: </source>
        <translation>请用几句话概括这段文本：</translation>
    </message>
    <message>
        <source>Drop a picture here to have it described</source>
        <translation>将图片拖到此处即可得到描述</translation>
    </message>
    <message>
        <source>Or paste one, or ask anything below. Nothing leaves this computer.</source>
        <translation>或粘贴图片，或在下方提问。任何内容都不会离开此电脑。</translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation>使用其他模型…</translation>
    </message>
    <message>
        <source>There is no model to answer</source>
        <translation>没有可以回答的模型</translation>
    </message>
    <message>
        <source>Use a file…</source>
        <translation>使用文件…</translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Describe the sample %1</source>
        <translation>描述示例 %1</translation>
    </message>
    <message>
        <source>What shall we talk about?</source>
        <translation>聊点什么？</translation>
    </message>
    <message>
        <source>%1 is loaded when you begin to write.</source>
        <translation>开始书写时会加载 %1。</translation>
    </message>
    <message>
        <source>Ask anything below. Nothing leaves this computer.</source>
        <translation>在下方随意提问。任何内容都不会离开此电脑。</translation>
    </message>
    <message>
        <source>The built-in starter model knows drawings: objects, shapes, short signs. Photographs are outside its world.</source>
        <translation>内置入门模型认识图画：物体、形状、简短的标牌。照片不在它的世界里。</translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation>此模型只读取文本；它看不到图片。</translation>
    </message>
    <message>
        <source>Welcome to Vignette</source>
        <translation>欢迎使用 Vignette</translation>
    </message>
    <message>
        <source>What you write stays here and can be sent once there is a model.</source>
        <translation>您写的内容会保留在此，有了模型即可发送。</translation>
    </message>
    <message>
        <source>Get a model that sees photographs</source>
        <translation>获取能看照片的模型</translation>
    </message>
    <message>
        <source>Asks a hub of models what there is; nothing is fetched before you say so</source>
        <translation>询问模型中心有哪些模型；未经您同意不会获取任何内容</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Or paste one, or ask anything below.</source>
        <translation>或者粘贴一张，或在下面随意提问。</translation>
    </message>
    <message>
        <source>Ask anything below.</source>
        <translation>在下面随意提问。</translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Cut at the length limit</source>
        <translation>在长度上限处截断</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>first after %1 s</source>
        <translation>首个用时 %1 秒</translation>
    </message>
    <message>
        <source>first after %1 ms</source>
        <translation>首个用时 %1 毫秒</translation>
    </message>
    <message>
        <source>reused %1 of %2</source>
        <translation>复用 %1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>temperature %1, seed %2</source>
        <translation>温度 %1，种子 %2</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>温度 %1</translation>
    </message>
</context>
<context>
    <name>ui::transferDialogs</name>
    <message>
        <source>Export conversation</source>
        <translation>导出会话</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Archive, with all versions and pictures (*.zip)</source>
        <translation>归档，含所有版本和图片 (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were written into %1.</source>
        <translation>
            <numerusform>已将 %Ln 个会话写入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Conversations %1</source>
        <comment>a file name with a date</comment>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Export all conversations</source>
        <translation>导出所有会话</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>归档 (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were imported.</source>
        <translation>
            <numerusform>已导入 %Ln 个会话。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>导入会话</translation>
    </message>
    <message>
        <source>JSON, with all versions (*.vignette.json)</source>
        <translation>JSON，含所有版本 (*.vignette.json)</translation>
    </message>
    <message>
        <source>The conversation was written to %1.</source>
        <translation>会话已写入 %1。</translation>
    </message>
    <message>
        <source>The conversation was written to %1, and its pictures into “%2” beside it.</source>
        <translation>会话已写入 %1，图片写入其旁边的“%2”。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were here already; their names end in “(imported)”.</source>
        <translation>
            <numerusform>其中 %Ln 个已存在；其名称以“（已导入）”结尾。</numerusform>
        </translation>
    </message>
    <message>
        <source>Conversations of Vignette or ChatGPT, Markdown (*.zip *.json *.md *.markdown)</source>
        <translation>Vignette 或 ChatGPT 的会话、Markdown (*.zip *.json *.md *.markdown)</translation>
    </message>
</context>
</TS>
