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
        <source>Click to read.</source>
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
        <source>Vignette closed unexpectedly. Your chats have been restored.</source>
        <translation>Vignette 意外关闭。您的聊天已恢复。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Ask about the screen</source>
        <translation>就屏幕内容提问</translation>
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
        <source>Resume downloads</source>
        <translation>继续下载</translation>
    </message>
    <message>
        <source>Pause downloads</source>
        <translation>暂停下载</translation>
    </message>
    <message>
        <source>Ask about the screen</source>
        <translation>就屏幕内容提问</translation>
    </message>
</context>
<context>
    <name>services::AnswerStream</name>
    <message>
        <source>Loading the model was canceled.</source>
        <translation>已取消加载模型。</translation>
    </message>
    <message>
        <source>The model was unloaded before this answer was complete.</source>
        <translation>模型在此回答完成之前被卸载。</translation>
    </message>
    <message>
        <source>Vignette was closed before this answer was complete.</source>
        <translation>Vignette 在此回答完成之前被关闭。</translation>
    </message>
</context>
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在加载模型：%1 %，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading model: %1 %</source>
        <translation>正在加载模型：%1 %</translation>
    </message>
    <message numerus="yes">
        <source>Processing picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在处理第 %1 / %2 张图片，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Processing picture %1 of %2</source>
        <translation>正在处理第 %1 / %2 张图片</translation>
    </message>
    <message numerus="yes">
        <source>Queued: other answers first (%1), up to %Ln second(s)</source>
        <translation>
            <numerusform>排队中：先完成其他回答（%1 个），最多 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued: other answers first (%1)</source>
        <translation>排队中：先完成其他回答（%1 个）</translation>
    </message>
    <message numerus="yes">
        <source>Reading prompt: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>正在读取提示词：%1 / %2 个词元，剩余约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading prompt: %1 of %2 tokens</source>
        <translation>正在读取提示词：%1 / %2 个词元</translation>
    </message>
    <message>
        <source>Waiting for another model to free memory</source>
        <translation>正在等待另一个模型释放内存</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>正在等待 %1</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for %1 for %Ln second(s)</source>
        <translation>
            <numerusform>已等待 %1 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for %1: other requests first (%2)</source>
        <translation>正在等待 %1：先处理其他请求（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 is busy. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>%1 正忙。%Ln 秒后重试（第 %2 次，共 %3 次）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No answer from %1. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>%1 没有应答。%Ln 秒后重试（第 %2 次，共 %3 次）。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 服务器消息：“%2”</translation>
    </message>
</context>
<context>
    <name>services::ArchiveExport</name>
    <message>
        <source>The chat “%1” couldn&apos;t be read. Nothing was exported.</source>
        <translation>无法读取聊天“%1”。未导出任何内容。</translation>
    </message>
    <message>
        <source>Export stopped. Nothing was written.</source>
        <translation>导出已停止。未写入任何内容。</translation>
    </message>
</context>
<context>
    <name>services::ArchiveWriter</name>
    <message>
        <source>there isn&apos;t enough space in the same folder</source>
        <translation>同一文件夹中空间不足</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be written: %2.</source>
        <translation>无法写入“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::AttachmentLoader</name>
    <message>
        <source>%1, page %2</source>
        <translation>%1，第 %2 页</translation>
    </message>
    <message>
        <source>“%1” is a folder. To describe its pictures, open the page “Caption pictures”, or attach them one by one.</source>
        <translation>“%1”是文件夹。要描述其中的图片，请打开“图片说明”页面，或逐张附加图片。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” is too large. Attachments can have up to %2 MiB.</source>
        <translation>“%1”过大。附件最大为 %2 MiB。</translation>
    </message>
    <message>
        <source>The picture wasn&apos;t attached: its “data:” URL is invalid or too long.</source>
        <translation>未附加图片：其“data:”网址无效或过长。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a supported picture or text file.</source>
        <translation>“%1”不是受支持的图片或文本文件。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a regular file.</source>
        <translation>“%1”不是普通文件。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be attached: files of type “%2” aren&apos;t supported.</source>
        <translation>无法附加“%1”：不支持类型为“%2”的文件。</translation>
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
        <source>“%1” contains no pictures.</source>
        <translation>“%1”中没有图片。</translation>
    </message>
</context>
<context>
    <name>services::ChatRequest</name>
    <message>
        <source>typical sampling</source>
        <translation>典型采样（typical）</translation>
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
        <translation>负面提示词</translation>
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
        <source>reasoning</source>
        <translation>思考</translation>
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
        <source>Picture</source>
        <translation>图片</translation>
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
        <source>Nothing was imported: the chat database can&apos;t be used.</source>
        <translation>未导入任何内容：聊天数据库无法使用。</translation>
    </message>
    <message>
        <source>The import is incomplete: the chat database can&apos;t be written.</source>
        <translation>导入不完整：无法写入聊天数据库。</translation>
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
        <source>%1, generating</source>
        <translation>%1，正在生成</translation>
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
        <source>the file is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>it isn&apos;t a chat export from Vignette or ChatGPT</source>
        <translation>它不是 Vignette 或 ChatGPT 导出的聊天</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be imported: %2.</source>
        <translation>无法导入“%1”：%2。</translation>
    </message>
    <message>
        <source>it isn&apos;t a regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>its entry “%1” is too long</source>
        <translation>其中的条目“%1”过长</translation>
    </message>
    <message>
        <source>headings such as “## You” and “## Answer” are missing</source>
        <translation>缺少“## You”和“## Answer”这样的标题</translation>
    </message>
    <message>
        <source>the file contains too many messages</source>
        <translation>文件包含的消息过多</translation>
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
        <source>“%1” was created by a newer version of Vignette: its format is %2, and this version supports up to %3. The file wasn&apos;t changed.</source>
        <translation>“%1”由更新版本的 Vignette 创建：其格式为 %2，此版本最高支持 %3。文件未被更改。</translation>
    </message>
    <message>
        <source>“%1” must be backed up before it is upgraded, but the backup couldn&apos;t be written: %2. Free %3 of disk space in its folder. Nothing was changed.</source>
        <translation>升级之前必须备份“%1”，但无法写入备份：%2。请在其所在文件夹腾出 %3 空间。未作任何更改。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be used: %2.</source>
        <translation>无法使用“%1”：%2。</translation>
    </message>
    <message>
        <source>Another Vignette window is using “%1”. Changes won&apos;t be saved.</source>
        <translation>另一个 Vignette 窗口正在使用“%1”。更改不会保存。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be opened for writing. Its contents are unchanged but not shown, and new data won&apos;t be saved.</source>
        <translation>无法以写入方式打开“%1”。其内容未变，但不会显示，新数据也不会保存。</translation>
    </message>
    <message>
        <source>The disk with “%1” is full. Existing data is safe, but new data won&apos;t be saved until you free disk space.</source>
        <translation>“%1”所在的磁盘已满。现有数据是安全的，但在您腾出空间之前不会保存新数据。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t opened: its “%2” isn&apos;t the one Vignette creates. Another program may have changed the file.</source>
        <translation>未打开“%1”：其中的“%2”不是由 Vignette 创建的。文件可能被其他程序修改过。</translation>
    </message>
    <message>
        <source>Reading “%1” was stopped: a query took longer than %2 s. The file may be damaged.</source>
        <translation>已停止读取“%1”：一次查询超过了 %2 秒。文件可能已损坏。</translation>
    </message>
    <message>
        <source>Reading “%1” was stopped: it contains a text of more than %2. The file may be damaged.</source>
        <translation>已停止读取“%1”：其中有一段超过 %2 的文本。文件可能已损坏。</translation>
    </message>
</context>
<context>
    <name>services::Devices</name>
    <message>
        <source>%1, CPU for the rest</source>
        <translation>%1，其余由 CPU 承担</translation>
    </message>
</context>
<context>
    <name>services::DiskSpace</name>
    <message>
        <source>Not enough space on the disk with “%1”: %2 needed, %3 free.</source>
        <translation>“%1”所在的磁盘空间不足：需要 %2，可用 %3。</translation>
    </message>
</context>
<context>
    <name>services::DocumentGatherer</name>
    <message>
        <source>Searching your documents…</source>
        <translation>正在搜索您的文档…</translation>
    </message>
    <message>
        <source>Your library is empty. Add documents on the page “Documents”, or turn off “Ask my documents”.</source>
        <translation>您的文档库是空的。请在“文档”页面添加文档，或关闭“询问我的文档”。</translation>
    </message>
    <message>
        <source>Loading model: %1 %</source>
        <translation>正在加载模型：%1 %</translation>
    </message>
    <message>
        <source>Selecting passages…</source>
        <translation>正在选择段落…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files in your library haven&apos;t been read yet.</source>
        <translation>
            <numerusform>文档库中还有 %Ln 个文件尚未读取。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentLibrary</name>
    <message>
        <source>The reranker “%1” can&apos;t be used.</source>
        <translation>无法使用重排序模型“%1”。</translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message>
        <source>Only the beginning of one passage fits into the model&apos;s context.</source>
        <translation>模型的上下文只容得下一段文字的开头。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages didn&apos;t fit into the model&apos;s context and were left out.</source>
        <translation>
            <numerusform>%Ln 段文字超出模型的上下文，已省略。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is too long: its end wasn&apos;t read.</source>
        <translation>“%1”过长：未读取结尾部分。</translation>
    </message>
    <message>
        <source>Reading everything: part %1 of %2</source>
        <translation>正在通读全文：第 %1 / %2 部分</translation>
    </message>
    <message>
        <source>Longer than the model&apos;s context. Answer based on notes taken while reading everything part by part.</source>
        <translation>内容超出模型的上下文。回答依据的是逐段通读全文时所做的笔记。</translation>
    </message>
    <message>
        <source>Searching by meaning: %1 of %2 passages</source>
        <translation>正在按含义搜索：%1 / %2 段</translation>
    </message>
    <message>
        <source>No passage fits into the model&apos;s context. Increase the context length in the settings, or start a new chat.</source>
        <translation>模型的上下文容不下任何一段文字。请在设置中增大上下文长度，或新建聊天。</translation>
    </message>
    <message numerus="yes">
        <source>Answer based on the %Ln most relevant passages.</source>
        <translation>
            <numerusform>回答依据最相关的 %Ln 段文字。</numerusform>
        </translation>
    </message>
    <message>
        <source>Your documents don&apos;t contain an answer to this question.</source>
        <translation>您的文档中没有这个问题的答案。</translation>
    </message>
    <message>
        <source>The closest passages are listed below.</source>
        <translation>下方列出了最接近的段落。</translation>
    </message>
    <message>
        <source>The built-in model can&apos;t answer questions about documents. The most relevant passages are:</source>
        <translation>内置模型无法回答有关文档的问题。最相关的段落如下：</translation>
    </message>
    <message>
        <source>The built-in model can&apos;t summarize. The document begins:</source>
        <translation>内置模型无法总结。文档开头如下：</translation>
    </message>
    <message>
        <source>Reading the most relevant passages…</source>
        <translation>正在阅读最相关的段落…</translation>
    </message>
</context>
<context>
    <name>services::FileDownload</name>
    <message>
        <source>the response ended early</source>
        <translation>响应提前结束</translation>
    </message>
    <message>
        <source>The size of “%1” has changed on the hub. Reload the list of files.</source>
        <translation>“%1”在模型中心上的大小已更改。请重新加载文件列表。</translation>
    </message>
    <message>
        <source>“%1” keeps changing on the hub during the download. Try again later.</source>
        <translation>下载期间“%1”在模型中心上不断变化。请稍后重试。</translation>
    </message>
    <message>
        <source>The connection to %1 keeps failing, and the server can&apos;t resume downloads. Try again later.</source>
        <translation>与 %1 的连接反复中断，而该服务器不支持续传。请稍后重试。</translation>
    </message>
    <message>
        <source>“%1” was deleted because its checksum doesn&apos;t match. Try again later; the file on the hub may be damaged.</source>
        <translation>“%1”已删除，因为其校验和不匹配。请稍后重试；中心上的文件可能已损坏。</translation>
    </message>
</context>
<context>
    <name>services::FileGatherer</name>
    <message>
        <source>Reading “%1”…</source>
        <translation>正在读取“%1”…</translation>
    </message>
    <message>
        <source>Reading files: %1 of %2</source>
        <translation>正在读取文件：%1 / %2</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t read before Vignette was closed. Edit the message to attach it again.</source>
        <translation>Vignette 关闭之前未读取“%1”。请编辑消息以重新附加。</translation>
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
        <source>“%1” from %2 was skipped: %3</source>
        <translation>已跳过 %2 的“%1”：%3</translation>
    </message>
    <message>
        <source>its manifest can&apos;t be read or is larger than 1 MiB.</source>
        <translation>其清单无法读取，或大于 1 MiB。</translation>
    </message>
    <message>
        <source>its file “%1” is missing.</source>
        <translation>缺少文件“%1”。</translation>
    </message>
    <message>
        <source>its link is broken. The file may still be downloading.</source>
        <translation>其链接已失效。文件可能仍在下载。</translation>
    </message>
    <message>
        <source>its latest version is missing.</source>
        <translation>缺少最新版本。</translation>
    </message>
    <message>
        <source>its manifest lists no model.</source>
        <translation>其清单未列出模型。</translation>
    </message>
    <message>
        <source>its model.yml lists no model.</source>
        <translation>其 model.yml 未列出模型。</translation>
    </message>
    <message>
        <source>the download is incomplete.</source>
        <translation>下载不完整。</translation>
    </message>
</context>
<context>
    <name>services::GlobalShortcut</name>
    <message>
        <source>The desktop rejected the global shortcut. Allow it in the desktop&apos;s settings for shortcuts.</source>
        <translation>桌面拒绝了全局快捷键。请在桌面的快捷键设置中允许它。</translation>
    </message>
    <message>
        <source>Ctrl+Alt+%1 can&apos;t be used here. In the desktop&apos;s settings, let a shortcut run “vignette --capture” instead.</source>
        <translation>此处无法使用 Ctrl+Alt+%1。请在桌面设置中为“vignette --capture”指定一个快捷键。</translation>
    </message>
</context>
<context>
    <name>services::HeadFolder</name>
    <message>
        <source>Couldn&apos;t read the description of %1 in the folder for temporary files: %2.</source>
        <translation>无法在临时文件夹中读取 %1 的描述：%2。</translation>
    </message>
</context>
<context>
    <name>services::HttpFailure</name>
    <message>
        <source>%1 no longer has this file. Reload the list of files.</source>
        <translation>%1 已没有此文件。请重新加载文件列表。</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t found at %2, or it is private. Check the spelling.</source>
        <translation>在 %2 上找不到“%1”，或者它是私有的。请检查拼写。</translation>
    </message>
    <message>
        <source>%2 denied access to “%1”. Accept the terms on its page, and check that your access token has read permission.</source>
        <translation>%2 拒绝访问“%1”。请在其页面上接受条款，并确认您的访问令牌有读取权限。</translation>
    </message>
    <message>
        <source>“%1” is a gated model. Accept its terms at %2, and set an access token (HF_TOKEN).</source>
        <translation>“%1”是受限模型。请在 %2 上接受其条款，并设置访问令牌（HF_TOKEN）。</translation>
    </message>
    <message>
        <source>%1 is receiving too many requests. Try again later.</source>
        <translation>%1 收到的请求过多。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 is receiving too many requests. Try again in %2 s.</source>
        <translation>%1 收到的请求过多。请在 %2 秒后重试。</translation>
    </message>
    <message>
        <source>The proxy requires authentication. Add the user name and password to its address (http_proxy, https_proxy).</source>
        <translation>代理服务器需要身份验证。请将用户名和密码写入其地址（http_proxy、https_proxy）。</translation>
    </message>
    <message>
        <source>“%1” is shorter at %2 than its list of files says. Reload the list of files.</source>
        <translation>%2 上的“%1”比文件列表所示的更短。请重新加载文件列表。</translation>
    </message>
    <message>
        <source>%1 reported an internal error (status %2). Try again later.</source>
        <translation>%1 报告了内部错误（状态 %2）。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 isn&apos;t a model hub (status %2). Check its address in Settings → Models and device.</source>
        <translation>%1 不是模型中心（状态 %2）。请在“设置 → 模型和设备”中检查其地址。</translation>
    </message>
    <message>
        <source>Connection to %1 lost (%2). Try again; a partial download is kept and resumed.</source>
        <translation>与 %1 的连接已断开（%2）。请重试；已下载的部分会保留并续传。</translation>
    </message>
    <message>
        <source>%1 stopped responding. Try again; a partial download is kept and resumed.</source>
        <translation>%1 停止响应。请重试；已下载的部分会保留并续传。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be found. Check the address and your network connection.</source>
        <translation>找不到 %1。请检查地址和网络连接。</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t secure, so nothing was downloaded: %2.</source>
        <translation>与 %1 的连接不安全，因此未下载任何内容：%2。</translation>
    </message>
    <message>
        <source>%1 sent an invalid response: %2. Check its address.</source>
        <translation>%1 发送了无效的响应：%2。请检查其地址。</translation>
    </message>
</context>
<context>
    <name>services::HttpGet</name>
    <message>
        <source>a different range was sent than requested</source>
        <translation>发送的范围与请求的不符</translation>
    </message>
    <message>
        <source>the response ended early</source>
        <translation>响应提前结束</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>重定向次数过多</translation>
    </message>
    <message>
        <source>it redirects to an invalid URL</source>
        <translation>重定向到无效的网址</translation>
    </message>
    <message>
        <source>it redirects from https to http</source>
        <translation>从 https 重定向到 http</translation>
    </message>
</context>
<context>
    <name>services::HubAccess</name>
    <message>
        <source>“%1” isn&apos;t a valid model hub URL. Example: https://huggingface.co. Check HF_ENDPOINT and Settings → Models and device.</source>
        <translation>“%1”不是有效的模型中心网址。示例：https://huggingface.co。请检查 HF_ENDPOINT 和“设置 → 模型和设备”。</translation>
    </message>
    <message>
        <source>HF_TOKEN isn&apos;t a valid token: it contains spaces or unsupported characters.</source>
        <translation>HF_TOKEN 不是有效的令牌：其中包含空格或不支持的字符。</translation>
    </message>
</context>
<context>
    <name>services::HubAnswers</name>
    <message>
        <source>%1 isn&apos;t a model hub. Check its address (HF_ENDPOINT).</source>
        <translation>%1 不是模型中心。请检查其地址（HF_ENDPOINT）。</translation>
    </message>
</context>
<context>
    <name>services::HubClient</name>
    <message>
        <source>The list of files of “%1” wasn&apos;t read: it is endless or continues outside %2.</source>
        <translation>未读取“%1”的文件列表：列表没有尽头，或指向 %2 之外。</translation>
    </message>
    <message>
        <source>More results weren&apos;t read: they are outside %1.</source>
        <translation>未读取更多结果：它们不在 %1 上。</translation>
    </message>
</context>
<context>
    <name>services::HubQuestion</name>
    <message>
        <source>The response from %1 is too large. Check its address.</source>
        <translation>%1 的响应过大。请检查其地址。</translation>
    </message>
    <message>
        <source>Connection to %1 lost. Try again.</source>
        <translation>与 %1 的连接已断开。请重试。</translation>
    </message>
</context>
<context>
    <name>services::InstalledModels</name>
    <message>
        <source>No supported models found in “%1”. Choose GGUF files or a folder with config.json and safetensors files.</source>
        <translation>在“%1”中找不到受支持的模型。请选择 GGUF 文件，或包含 config.json 和 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a supported model. Choose a GGUF file or a folder with config.json and safetensors files.</source>
        <translation>“%1”不是受支持的模型。请选择 GGUF 文件，或包含 config.json 和 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>“%1” is only the vision encoder of a model. Add it together with its language model.</source>
        <translation>“%1”只是模型的视觉编码器。请将它与所属的语言模型一起添加。</translation>
    </message>
    <message>
        <source>“%1” has already been added.</source>
        <translation>“%1”已添加。</translation>
    </message>
</context>
<context>
    <name>services::JsonObjects</name>
    <message>
        <source>it isn&apos;t a chat in JSON</source>
        <translation>它不是 JSON 格式的聊天</translation>
    </message>
    <message>
        <source>it contains more than %1 values</source>
        <translation>其中包含超过 %1 个值</translation>
    </message>
</context>
<context>
    <name>services::KeptSecret</name>
    <message>
        <source>no response</source>
        <translation>没有响应</translation>
    </message>
</context>
<context>
    <name>services::LibraryIndex</name>
    <message>
        <source>“%1” doesn&apos;t exist and wasn&apos;t added.</source>
        <translation>“%1”不存在，未添加。</translation>
    </message>
    <message>
        <source>Scanned pages of “%1” were read with Tesseract: %2</source>
        <translation>“%1”的扫描页面已用 Tesseract 读取：%2</translation>
    </message>
</context>
<context>
    <name>services::McpConnection</name>
    <message>
        <source>“%1” uses an unsupported protocol version: %2.</source>
        <translation>“%1”使用了不支持的协议版本：%2。</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>“%1”不读取其输入。</translation>
    </message>
    <message>
        <source>“%1” is no longer running.</source>
        <translation>“%1”已不再运行。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” didn&apos;t respond within %Ln second(s).</source>
        <translation>
            <numerusform>“%1”在 %Ln 秒内没有响应。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” sent an invalid message: %2</source>
        <translation>“%1”发送了无效的消息：%2</translation>
    </message>
    <message>
        <source>“%1” reported an error: %2</source>
        <translation>“%1”报告错误：%2</translation>
    </message>
    <message>
        <source>“%1” rejected “%2”: %3</source>
        <translation>“%1”拒绝了“%2”：%3</translation>
    </message>
    <message>
        <source>“%1” ended the session.</source>
        <translation>“%1”结束了会话。</translation>
    </message>
</context>
<context>
    <name>services::McpHttp</name>
    <message>
        <source>“%1” ended the connection without an answer.</source>
        <translation>“%1”未作应答就断开了连接。</translation>
    </message>
    <message>
        <source>%1 denied access (status %2). Check the headers of “%3”.</source>
        <translation>%1 拒绝访问（状态 %2）。请检查“%3”的标头。</translation>
    </message>
</context>
<context>
    <name>services::McpImport</name>
    <message>
        <source>it has neither a command nor a URL</source>
        <translation>它既没有命令也没有 URL</translation>
    </message>
    <message>
        <source>it uses the older SSE transport; only streamable HTTP is supported</source>
        <translation>它使用较旧的 SSE 传输方式；仅支持可流式 HTTP</translation>
    </message>
    <message>
        <source>“%1” contains placeholders such as ${…}. Edit the server and enter their values.</source>
        <translation>“%1”包含 ${…} 之类的占位符。请编辑服务器并填入其值。</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t added: %2.</source>
        <translation>未添加“%1”：%2。</translation>
    </message>
    <message>
        <source>The environment variable “%1” of “%2” can&apos;t be used.</source>
        <translation>无法使用“%2”的环境变量“%1”。</translation>
    </message>
    <message>
        <source>The header “%1” of “%2” can&apos;t be used.</source>
        <translation>无法使用“%2”的标头“%1”。</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t added: %2</source>
        <translation>未添加“%1”：%2</translation>
    </message>
    <message>
        <source>No MCP servers found. Paste JSON with “mcpServers” or “servers”, as other programs use it.</source>
        <translation>未找到 MCP 服务器。请粘贴其他程序所用的、含有“mcpServers”或“servers”的 JSON。</translation>
    </message>
</context>
<context>
    <name>services::McpMessages</name>
    <message>
        <source>“%1” isn&apos;t a valid URL. Example: https://example.org/mcp.</source>
        <translation>“%1”不是有效的 URL。示例：https://example.org/mcp。</translation>
    </message>
    <message>
        <source>The URL contains a user name or password. Enter a header instead.</source>
        <translation>URL 中包含用户名或密码。请改为填写标头。</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t encrypted, so no headers are sent there. Use https.</source>
        <translation>与 %1 的连接未加密，因此不会向其发送标头。请使用 https。</translation>
    </message>
    <message>
        <source>The text is too long: it has %L1 characters, and %L2 can be inserted.</source>
        <translation>文本过长：共有 %L1 个字符，最多可插入 %L2 个。</translation>
    </message>
</context>
<context>
    <name>services::McpProcess</name>
    <message>
        <source>“%1” couldn&apos;t be started: “%2” isn&apos;t an executable program.</source>
        <translation>无法启动“%1”：“%2”不是可执行程序。</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>“%1”不读取其输入。</translation>
    </message>
    <message>
        <source>“%1” closed unexpectedly.</source>
        <translation>“%1”意外关闭。</translation>
    </message>
    <message>
        <source>“%1” closed unexpectedly with status %2.</source>
        <translation>“%1”意外关闭，状态为 %2。</translation>
    </message>
    <message>
        <source>Last output: %1</source>
        <translation>最后输出：%1</translation>
    </message>
</context>
<context>
    <name>services::McpServer</name>
    <message>
        <source>“%1” was turned off.</source>
        <translation>“%1”已关闭。</translation>
    </message>
    <message>
        <source>The value of the header “%1” isn&apos;t stored on this computer. Edit the server and enter it again.</source>
        <translation>标头“%1”的值未存储在此计算机上。请编辑服务器并重新输入。</translation>
    </message>
</context>
<context>
    <name>services::McpTransport</name>
    <message>
        <source>“%1” sent more output than allowed.</source>
        <translation>“%1”的输出超出允许的大小。</translation>
    </message>
    <message>
        <source>“%1” sent a line that is too long.</source>
        <translation>“%1”输出的一行过长。</translation>
    </message>
</context>
<context>
    <name>services::MessageTree</name>
    <message>
        <source>This message couldn&apos;t be saved.</source>
        <translation>无法保存此消息。</translation>
    </message>
</context>
<context>
    <name>services::ModelCatalog</name>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid model catalog: it is larger than %2.</source>
        <translation>“%1”不是有效的模型目录：文件大于 %2。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid model catalog: it must be an object with a list “models”.</source>
        <translation>“%1”不是有效的模型目录：必须是含有列表“models”的对象。</translation>
    </message>
    <message>
        <source>document search</source>
        <translation>文档搜索</translation>
    </message>
    <message>
        <source>“kind” must be “chat”, “ocr”, “embedding” or “reranker”.</source>
        <translation>“kind”必须是“chat”、“ocr”、“embedding”或“reranker”。</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <source>“%1”, model %2: %3</source>
        <translation>“%1”，模型 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>“%1” contains more than %Ln models; only the first are shown.</source>
        <translation>
            <numerusform>“%1”包含超过 %Ln 个模型；仅显示前面的模型。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a string of at most %Ln bytes.</source>
        <translation>
            <numerusform>“%1”必须是不超过 %Ln 字节的字符串。</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” must be an integer.</source>
        <translation>“%1”必须是整数。</translation>
    </message>
    <message>
        <source>“%1” must be true or false.</source>
        <translation>“%1”必须是 true 或 false。</translation>
    </message>
    <message>
        <source>“%1” must be a list of strings.</source>
        <translation>“%1”必须是字符串列表。</translation>
    </message>
    <message>
        <source>“repository” must be OWNER/NAME.</source>
        <translation>“repository”必须是 OWNER/NAME。</translation>
    </message>
    <message>
        <source>The entry must be an object.</source>
        <translation>该条目必须是对象。</translation>
    </message>
</context>
<context>
    <name>services::ModelDescription</name>
    <message>
        <source>Models of the “%1” architecture aren&apos;t supported by this version. Supported: %2.</source>
        <translation>此版本不支持“%1”架构的模型。支持：%2。</translation>
    </message>
    <message>
        <source>This is only the vision encoder of a model. Add its language model; the encoder is found automatically in the same folder.</source>
        <translation>这只是模型的视觉编码器。请添加其语言模型；同一文件夹中的编码器会自动找到。</translation>
    </message>
    <message>
        <source>The file contains no vocabulary, so the model can&apos;t read text.</source>
        <translation>文件不含词表，因此模型无法读取文本。</translation>
    </message>
    <message>
        <source>The folder contains neither tokenizer.json nor tokenizer.model, so the model can&apos;t read text.</source>
        <translation>文件夹中既没有 tokenizer.json 也没有 tokenizer.model，因此模型无法读取文本。</translation>
    </message>
    <message>
        <source>The model&apos;s files are missing.</source>
        <translation>模型文件缺失。</translation>
    </message>
    <message>
        <source>Not enough memory to read this file.</source>
        <translation>内存不足，无法读取此文件。</translation>
    </message>
    <message>
        <source>This model scores texts, as rerankers and classifiers do. It doesn&apos;t write answers.</source>
        <translation>该模型为文本打分，如重排序器和分类器。它不写回答。</translation>
    </message>
    <message>
        <source>This is an embedding model. It doesn&apos;t write answers; it searches your documents by meaning.</source>
        <translation>这是嵌入模型。它不写回答，而是按含义搜索您的文档。</translation>
    </message>
    <message>
        <source>The file is incomplete. Download it again.</source>
        <translation>文件不完整。请重新下载。</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
</context>
<context>
    <name>services::ModelFolder</name>
    <message>
        <source>“%1” can&apos;t be downloaded: its model.safetensors.index.json isn&apos;t a valid list of files.</source>
        <translation>无法下载“%1”：其 model.safetensors.index.json 不是有效的文件列表。</translation>
    </message>
</context>
<context>
    <name>services::ModelInquiry</name>
    <message>
        <source>“%1” contains no language model.</source>
        <translation>“%1”不含语言模型。</translation>
    </message>
    <message>
        <source>The models in “%1” have an architecture (“%2”) that isn&apos;t supported by this version. Supported: %3.</source>
        <translation>“%1”中模型的架构（“%2”）不受此版本支持。支持：%3。</translation>
    </message>
    <message>
        <source>“%1” has no version “%2”. Available: %3.</source>
        <translation>“%1”没有版本“%2”。可用：%3。</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t fit into memory: the smallest version, %2, needs %3 (%4 free). Close other programs, choose a smaller model, or download it anyway with %5:%2</source>
        <translation>“%1”超出可用内存：最小的版本 %2 需要 %3（可用 %4）。请关闭其他程序、选择更小的模型，或仍要下载：%5:%2</translation>
    </message>
    <message>
        <source>This model needs more memory than is free. It will be slow or may not load.</source>
        <translation>此模型需要的内存超过可用内存。运行会很慢，或者无法加载。</translation>
    </message>
    <message>
        <source>The vision encoder isn&apos;t supported and won&apos;t be downloaded.</source>
        <translation>不支持该视觉编码器，不会下载。</translation>
    </message>
    <message>
        <source>“%1” has too many parts.</source>
        <translation>“%1”的分卷过多。</translation>
    </message>
    <message>
        <source>Recommended: %1</source>
        <translation>推荐：%1</translation>
    </message>
    <message>
        <source>“%1” contains no supported model: it has no GGUF files, and no config.json with a tokenizer and safetensors files. Look for a repository of the same model whose name ends in GGUF.</source>
        <translation>“%1”不包含受支持的模型：既没有 GGUF 文件，也没有带分词器和 safetensors 文件的 config.json。请查找同一模型名称以 GGUF 结尾的仓库。</translation>
    </message>
    <message>
        <source>“%1” is incomplete: it lacks files with weights that it lists.</source>
        <translation>“%1”不完整：缺少其列出的权重文件。</translation>
    </message>
</context>
<context>
    <name>services::ModelScanReader</name>
    <message>
        <source>“%1” can&apos;t see images. Choose a vision model.</source>
        <translation>“%1”无法查看图像。请您选择视觉模型。</translation>
    </message>
</context>
<context>
    <name>services::ModelState</name>
    <message>
        <source>%1 isn&apos;t used: %2.</source>
        <translation>未使用 %1：%2。</translation>
    </message>
    <message>
        <source>%1 isn&apos;t used: this computer doesn&apos;t have it.</source>
        <translation>未使用 %1：这台电脑没有该设备。</translation>
    </message>
    <message>
        <source>The model can&apos;t chat: %1.</source>
        <translation>该模型无法聊天：%1。</translation>
    </message>
    <message>
        <source>The model has no chat template of its own; the %1 format is used.</source>
        <translation>模型没有自带聊天模板；使用 %1 格式。</translation>
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
        <source>its list of models doesn&apos;t follow the OpenAI API</source>
        <translation>其模型列表不符合 OpenAI API</translation>
    </message>
</context>
<context>
    <name>services::PartialFile</name>
    <message>
        <source>“%1” is already being downloaded by another program.</source>
        <translation>另一个程序正在下载“%1”。</translation>
    </message>
    <message>
        <source>Not enough disk space for “%1” (%2). Free disk space, then resume; a partial download is kept.</source>
        <translation>磁盘空间不足，无法存放“%1”（%2）。请腾出空间后继续；已下载的部分会保留。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be written: %2.</source>
        <translation>无法写入“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::PictureTextGatherer</name>
    <message>
        <source>Reading text in pictures: %1 of %2</source>
        <translation>正在识别图片中的文字：%1 / %2</translation>
    </message>
    <message>
        <source>Reading text in the picture</source>
        <translation>正在识别图片中的文字</translation>
    </message>
    <message>
        <source>Reading text in “%1”</source>
        <translation>正在识别“%1”中的文字</translation>
    </message>
    <message>
        <source>Text in pictures can&apos;t be read: language data for Tesseract is missing (Debian: tesseract-ocr-eng).</source>
        <translation>无法识别图片中的文字：缺少 Tesseract 语言数据（Debian：tesseract-ocr-chi-sim）。</translation>
    </message>
    <message>
        <source>Install Tesseract data for your language to read text in pictures more accurately (Debian: %1).</source>
        <translation>安装您所用语言的 Tesseract 数据，可更准确地识别图片中的文字（Debian：%1）。</translation>
    </message>
</context>
<context>
    <name>services::Planner</name>
    <message>
        <source>Estimated speed: %1 tok/s</source>
        <translation>预计速度：%1 词元/秒</translation>
    </message>
    <message>
        <source>Experts of %1 of %2 layers on the CPU</source>
        <translation>%2 层中 %1 层的专家在 CPU 上</translation>
    </message>
    <message>
        <source>Estimated time to first token with a photo: %1 s</source>
        <translation>带照片时首个词元的预计用时：%1 秒</translation>
    </message>
</context>
<context>
    <name>services::PostgresAddress</name>
    <message>
        <source>This isn&apos;t a valid PostgreSQL URL. Example: postgresql://user@host:port/database</source>
        <translation>这不是有效的 PostgreSQL 网址。示例：postgresql://用户@主机:端口/数据库</translation>
    </message>
</context>
<context>
    <name>services::PostgresDatabase</name>
    <message>
        <source>The query part of a PostgreSQL URL can&apos;t contain semicolons.</source>
        <translation>PostgreSQL 网址的查询部分不能包含分号。</translation>
    </message>
    <message>
        <source>Can&apos;t connect to %1: Qt&apos;s PostgreSQL driver isn&apos;t installed (Debian: libqt6sql6-psql).</source>
        <translation>无法连接 %1：未安装 Qt 的 PostgreSQL 驱动（Debian：libqt6sql6-psql）。</translation>
    </message>
    <message>
        <source>No response from %1: %2.</source>
        <translation>%1 没有响应：%2。</translation>
    </message>
    <message>
        <source>Connection to %1 lost. It will be reestablished when needed.</source>
        <translation>与 %1 的连接已断开。需要时会重新建立。</translation>
    </message>
    <message>
        <source>A query on %1 took too long.</source>
        <translation>在 %1 上的查询用时过长。</translation>
    </message>
    <message>
        <source>%1 is being changed by someone else. Try again later.</source>
        <translation>其他人正在更改 %1。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 is a read-only replica. Connect to the primary server to make changes.</source>
        <translation>%1 是只读副本。要进行更改，请连接主服务器。</translation>
    </message>
    <message>
        <source>You don&apos;t have permission to do this on %1: %2.</source>
        <translation>您没有在 %1 上执行此操作的权限：%2。</translation>
    </message>
    <message>
        <source>The disk of %1 is full. Existing data is safe, but new data won&apos;t be saved until disk space is freed.</source>
        <translation>%1 的磁盘已满。现有数据是安全的，但在腾出空间之前不会保存新数据。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be used: %2.</source>
        <translation>无法使用 %1：%2。</translation>
    </message>
</context>
<context>
    <name>services::PostgresIndex</name>
    <message>
        <source>%1 was created by a newer version of Vignette: its format is %2, and this version supports up to %3. It wasn&apos;t changed.</source>
        <translation>%1 由更新版本的 Vignette 创建：其格式为 %2，此版本最高支持 %3。未作任何更改。</translation>
    </message>
    <message>
        <source>The index “%1” doesn&apos;t exist. Create it with vignette-cli index.</source>
        <translation>索引“%1”不存在。请用 vignette-cli index 创建。</translation>
    </message>
    <message>
        <source>%1 runs PostgreSQL %2, but version 13 or newer is required.</source>
        <translation>%1 运行 PostgreSQL %2，但需要 13 或更新的版本。</translation>
    </message>
    <message>
        <source>The database %1 uses the encoding %2, but UTF8 is required.</source>
        <translation>数据库 %1 使用 %2 编码，但需要 UTF8。</translation>
    </message>
    <message>
        <source>pgvector isn&apos;t installed on %1, but searching by meaning needs it. Install it on that server (Debian and Ubuntu: postgresql-%2-pgvector; for Debian 12 from apt.postgresql.org).</source>
        <translation>%1 上未安装 pgvector，而按含义搜索需要它。请在该服务器上安装（Debian 和 Ubuntu：postgresql-%2-pgvector；Debian 12 请从 apt.postgresql.org 获取）。</translation>
    </message>
    <message>
        <source>%1 has pgvector %2, but version %3 or newer is required.</source>
        <translation>%1 的 pgvector 版本为 %2，但需要 %3 或更新的版本。</translation>
    </message>
    <message>
        <source>Someone else has just removed the document “%1” from %2.</source>
        <translation>其他人刚刚从 %2 中移除了文档“%1”。</translation>
    </message>
</context>
<context>
    <name>services::Preset</name>
    <message>
        <source>“%1” isn&apos;t a valid preset: it is larger than %2.</source>
        <translation>“%1”不是有效的预设：文件大于 %2。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid preset: %2 at character %3.</source>
        <translation>“%1”不是有效的预设：第 %3 个字符处 %2。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid preset: the name is missing.</source>
        <translation>“%1”不是有效的预设：缺少名称。</translation>
    </message>
    <message>
        <source>The preset “%1” isn&apos;t used: its setting “%2” is unknown or has an invalid value.</source>
        <translation>未使用预设“%1”：其设置“%2”未知或取值无效。</translation>
    </message>
</context>
<context>
    <name>services::Presets</name>
    <message numerus="yes">
        <source>Only the first %Ln presets are shown.</source>
        <translation>
            <numerusform>仅显示前 %Ln 个预设。</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a name for the preset.</source>
        <translation>请输入预设名称。</translation>
    </message>
    <message numerus="yes">
        <source>You can&apos;t save more than %Ln presets.</source>
        <translation>
            <numerusform>最多只能保存 %Ln 个预设。</numerusform>
        </translation>
    </message>
    <message>
        <source>A preset named “%1” already exists.</source>
        <translation>已存在名为“%1”的预设。</translation>
    </message>
    <message>
        <source>The preset “%1” couldn&apos;t be deleted: %2.</source>
        <translation>无法删除预设“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::ProgramServer</name>
    <message>
        <source>Couldn&apos;t read the server&apos;s API key from your keyring (%1). Enter it again below.</source>
        <translation>无法从您的密钥环读取服务器的 API 密钥（%1）。请在下方重新输入。</translation>
    </message>
    <message>
        <source>Other computers can reach this address, so an API key is required. Enter one below.</source>
        <translation>其他电脑可以访问此地址，因此需要 API 密钥。请在下方输入。</translation>
    </message>
    <message>
        <source>This key isn&apos;t valid: it contains spaces or unsupported characters.</source>
        <translation>此密钥无效：其中包含空格或不支持的字符。</translation>
    </message>
    <message>
        <source>The API key is stored in your keyring.</source>
        <translation>API 密钥已存储在您的密钥环中。</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit.</source>
        <translation>API 密钥仅保留到您退出程序为止。</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>API 密钥仅保留到您退出程序为止：您的密钥环无法存储它（%1）。</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the API key from your keyring (%1).</source>
        <translation>无法从您的密钥环读取 API 密钥（%1）。</translation>
    </message>
    <message>
        <source>No API key: any program on this computer can connect.</source>
        <translation>没有 API 密钥：这台电脑上的任何程序都可以连接。</translation>
    </message>
    <message>
        <source>The server&apos;s API key is no longer in your keyring. Enter it again below.</source>
        <translation>服务器的 API 密钥已不在您的密钥环中。请在下方重新输入。</translation>
    </message>
</context>
<context>
    <name>services::Provider</name>
    <message>
        <source>Don&apos;t put user names or keys in the URL; enter the API key in its own field.</source>
        <translation>请勿在网址中写入用户名或密钥；请在专门的字段中输入 API 密钥。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid server address. Example: http://192.168.1.20:8000/v1</source>
        <translation>“%1”不是有效的服务器地址。示例：http://192.168.1.20:8000/v1</translation>
    </message>
</context>
<context>
    <name>services::ProviderInquiry</name>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
</context>
<context>
    <name>services::ProviderTrial</name>
    <message>
        <source>Streams answers.</source>
        <translation>支持流式回答。</translation>
    </message>
    <message>
        <source>Doesn&apos;t answer questions.</source>
        <translation>不回答问题。</translation>
    </message>
    <message>
        <source>Accepts pictures.</source>
        <translation>接受图片。</translation>
    </message>
    <message>
        <source>Doesn&apos;t accept pictures.</source>
        <translation>不接受图片。</translation>
    </message>
    <message>
        <source>Supports JSON schemas.</source>
        <translation>支持 JSON 架构。</translation>
    </message>
    <message>
        <source>Doesn&apos;t support JSON schemas.</source>
        <translation>不支持 JSON 架构。</translation>
    </message>
    <message>
        <source>JSON schema support is unknown: the answer was too long.</source>
        <translation>无法确定是否支持 JSON 架构：回答过长。</translation>
    </message>
    <message>
        <source>Calls tools.</source>
        <translation>支持调用工具。</translation>
    </message>
    <message>
        <source>Doesn&apos;t accept tools.</source>
        <translation>不接受工具。</translation>
    </message>
    <message>
        <source>Accepts tools, but didn&apos;t call the test tool.</source>
        <translation>接受工具，但没有调用测试工具。</translation>
    </message>
    <message>
        <source>Returns log probabilities.</source>
        <translation>返回对数概率。</translation>
    </message>
    <message>
        <source>Doesn&apos;t return log probabilities.</source>
        <translation>不返回对数概率。</translation>
    </message>
    <message>
        <source>Computes embeddings.</source>
        <translation>支持计算嵌入向量。</translation>
    </message>
    <message>
        <source>Doesn&apos;t compute embeddings.</source>
        <translation>不支持计算嵌入向量。</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>已连接。</translation>
    </message>
    <message>
        <source>Connected: %1.</source>
        <translation>已连接：%1。</translation>
    </message>
    <message>
        <source>Context length: %1 tokens.</source>
        <translation>上下文长度：%1 个词元。</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 服务器消息：“%2”</translation>
    </message>
</context>
<context>
    <name>services::Providers</name>
    <message>
        <source>This key isn&apos;t valid: it contains spaces or unsupported characters.</source>
        <translation>此密钥无效：其中包含空格或不支持的字符。</translation>
    </message>
    <message>
        <source>The API key is stored in your keyring.</source>
        <translation>API 密钥已存储在您的密钥环中。</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit.</source>
        <translation>API 密钥仅保留到您退出程序为止。</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>API 密钥仅保留到您退出程序为止：您的密钥环无法存储它（%1）。</translation>
    </message>
    <message>
        <source>No API key saved. Many servers don&apos;t need one.</source>
        <translation>未保存 API 密钥。许多服务器不需要密钥。</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the API key from your keyring (%1). Enter it again, or unlock the keyring and restart Vignette.</source>
        <translation>无法从您的密钥环读取 API 密钥（%1）。请重新输入，或解锁密钥环后重启 Vignette。</translation>
    </message>
</context>
<context>
    <name>services::RemoteAnswer</name>
    <message>
        <source>The model “%1” at %2 can&apos;t process pictures.</source>
        <translation>%2 上的模型“%1”无法处理图片。</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t support: %2. Turn it off in this chat&apos;s settings, or choose another model.</source>
        <translation>%1 不支持：%2。请在此聊天的设置中关闭，或选择其他模型。</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>the content type is missing</source>
        <translation>缺少内容类型</translation>
    </message>
    <message>
        <source>the content type is %1</source>
        <translation>内容类型为 %1</translation>
    </message>
    <message>
        <source>the response is too large</source>
        <translation>响应过大</translation>
    </message>
    <message>
        <source>the answer ended with an error</source>
        <translation>回答以错误结束</translation>
    </message>
    <message>
        <source>too many empty events</source>
        <translation>空事件过多</translation>
    </message>
    <message>
        <source>the answer is too long</source>
        <translation>回答过长</translation>
    </message>
    <message>
        <source>The answer was stopped by the content filter of %1.</source>
        <translation>回答被 %1 的内容过滤器中止。</translation>
    </message>
    <message>
        <source>The answer from %1 doesn&apos;t match the JSON schema.</source>
        <translation>%1 的回答不符合 JSON 架构。</translation>
    </message>
</context>
<context>
    <name>services::RemoteCall</name>
    <message>
        <source>the response is too large</source>
        <translation>响应过大</translation>
    </message>
</context>
<context>
    <name>services::RemoteEmbedding</name>
    <message>
        <source>the response contains no embeddings</source>
        <translation>响应不含嵌入向量</translation>
    </message>
    <message>
        <source>an embedding contains invalid numbers</source>
        <translation>嵌入向量含有无效数字</translation>
    </message>
    <message>
        <source>the number of embeddings is wrong</source>
        <translation>嵌入向量的数量不符</translation>
    </message>
    <message>
        <source>an embedding has an invalid index</source>
        <translation>嵌入向量的索引无效</translation>
    </message>
    <message>
        <source>the embeddings have different lengths</source>
        <translation>嵌入向量长度不一</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>模型“%1”</translation>
    </message>
    <message>
        <source>The model “%1” at %2 doesn&apos;t compute embeddings.</source>
        <translation>%2 上的模型“%1”不支持计算嵌入向量。</translation>
    </message>
</context>
<context>
    <name>services::RemoteEngine</name>
    <message>
        <source>contacting %1</source>
        <translation>正在联系 %1</translation>
    </message>
</context>
<context>
    <name>services::RemoteFailure</name>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 服务器消息：“%2”</translation>
    </message>
    <message>
        <source>%1 rejected the API key. Check it under Models → Remote servers.</source>
        <translation>%1 拒绝了 API 密钥。请在“模型 → 远程服务器”中检查。</translation>
    </message>
    <message>
        <source>%1 requires an API key. Add it under Models → Remote servers.</source>
        <translation>%1 需要 API 密钥。请在“模型 → 远程服务器”中添加。</translation>
    </message>
    <message>
        <source>%1 is busy. Try again later.</source>
        <translation>%1 繁忙。请稍后重试。</translation>
    </message>
    <message>
        <source>%1 is busy. Try again in %2 s.</source>
        <translation>%1 繁忙。请在 %2 秒后重试。</translation>
    </message>
    <message>
        <source>Nothing found at this address of %1. Most servers use a URL ending in /v1.</source>
        <translation>在 %1 的此地址找不到任何内容。大多数服务器使用以 /v1 结尾的网址。</translation>
    </message>
    <message>
        <source>%1 can&apos;t find %2.</source>
        <translation>%1 找不到%2。</translation>
    </message>
    <message>
        <source>The proxy requires authentication. Add the user name and password to its address (http_proxy, https_proxy).</source>
        <translation>代理服务器需要身份验证。请将用户名和密码写入其地址（http_proxy、https_proxy）。</translation>
    </message>
    <message>
        <source>The request is too large for %1.</source>
        <translation>请求对 %1 来说过大。</translation>
    </message>
    <message>
        <source>%1 redirects to %2; nothing was sent there. Enter that address if you trust it.</source>
        <translation>%1 重定向到 %2；没有向那里发送任何内容。如果您信任该地址，请输入它。</translation>
    </message>
    <message>
        <source>%1 reported an internal error (status %2).</source>
        <translation>%1 报告了内部错误（状态 %2）。</translation>
    </message>
    <message>
        <source>%1 rejected the request (status %2).</source>
        <translation>%1 拒绝了请求（状态 %2）。</translation>
    </message>
    <message>
        <source>Connection to %1 lost during the answer. The text so far is saved; “Continue” resumes it.</source>
        <translation>回答期间与 %1 的连接断开。已有文本已保存；选择“继续”可接着生成。</translation>
    </message>
    <message>
        <source>No response from %1. Check that the server is running.</source>
        <translation>%1 没有响应。请检查服务器是否正在运行。</translation>
    </message>
    <message>
        <source>No response from %1 (%2). Check that the server is running.</source>
        <translation>%1 没有响应（%2）。请检查服务器是否正在运行。</translation>
    </message>
    <message>
        <source>%1 stopped responding during the answer. The text so far is saved; “Continue” resumes it.</source>
        <translation>%1 在回答期间停止响应。已有文本已保存；选择“继续”可接着生成。</translation>
    </message>
    <message>
        <source>%1 took too long to respond.</source>
        <translation>%1 响应超时。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be found. Check the address and your network connection.</source>
        <translation>找不到 %1。请检查地址和网络连接。</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t secure, so nothing was sent: %2.</source>
        <translation>与 %1 的连接不安全，因此没有发送任何内容：%2。</translation>
    </message>
    <message>
        <source>%1 sent an invalid response: %2.</source>
        <translation>%1 发送了无效的响应：%2。</translation>
    </message>
</context>
<context>
    <name>services::SavedPrompt</name>
    <message numerus="yes">
        <source>The prompt is too long. Prompts can have up to %Ln characters.</source>
        <translation>
            <numerusform>提示词太长。提示词最多可有 %Ln 个字符。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can save up to %Ln prompts. Delete one first.</source>
        <translation>
            <numerusform>最多可以保存 %Ln 个提示词。请先删除一个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ScreenCapture</name>
    <message>
        <source>Screenshot</source>
        <translation>屏幕截图</translation>
    </message>
    <message>
        <source>The desktop rejected the screenshot. Allow screenshots in its privacy settings, or paste one into the message.</source>
        <translation>桌面拒绝了截图。请在其隐私设置中允许截图，或将截图粘贴到消息中。</translation>
    </message>
    <message>
        <source>The desktop returned no screenshot. Try again.</source>
        <translation>桌面没有返回截图。请重试。</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t let programs take screenshots. Install a desktop portal, or paste a screenshot into the message.</source>
        <translation>此桌面不允许程序截图。请安装桌面门户，或将截图粘贴到消息中。</translation>
    </message>
</context>
<context>
    <name>services::Source</name>
    <message>
        <source>page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>Untitled text</source>
        <translation>未命名文本</translation>
    </message>
</context>
<context>
    <name>services::SqliteIndex</name>
    <message>
        <source>The document “%1” has just been removed from the index.</source>
        <translation>文档“%1”刚刚从索引中移除。</translation>
    </message>
</context>
<context>
    <name>services::StoredModel</name>
    <message>
        <source>“%1” wasn&apos;t deleted: it has been replaced by a link.</source>
        <translation>未删除“%1”：它已被替换为链接。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be deleted: %2.</source>
        <translation>无法删除“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::TokenKeeper</name>
    <message>
        <source>This token isn&apos;t valid: it is empty or contains spaces or unsupported characters.</source>
        <translation>此令牌无效：它是空的，或包含空格或不支持的字符。</translation>
    </message>
    <message>
        <source>The HF_TOKEN environment variable is used.</source>
        <translation>使用环境变量 HF_TOKEN。</translation>
    </message>
    <message>
        <source>The access token is stored in your keyring.</source>
        <translation>访问令牌已存储在您的密钥环中。</translation>
    </message>
    <message>
        <source>The access token is kept in memory until you quit.</source>
        <translation>访问令牌仅保留到您退出程序为止。</translation>
    </message>
    <message>
        <source>The access token is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>访问令牌仅保留到您退出程序为止：您的密钥环无法存储它（%1）。</translation>
    </message>
    <message>
        <source>No access token saved.</source>
        <translation>未保存访问令牌。</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the access token from your keyring (%1). Enter it again, or unlock the keyring and restart Vignette.</source>
        <translation>无法从您的密钥环读取访问令牌（%1）。请重新输入，或解锁密钥环后重启 Vignette。</translation>
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
        <source>Document search</source>
        <translation>文档搜索</translation>
    </message>
    <message>
        <source>List of documents</source>
        <translation>文档列表</translation>
    </message>
    <message>
        <source>Document pages</source>
        <translation>文档页面</translation>
    </message>
</context>
<context>
    <name>services::ToolTurn</name>
    <message>
        <source>Allow the model to use “%1”?</source>
        <translation>允许模型使用“%1”吗？</translation>
    </message>
    <message>
        <source>Running “%1”</source>
        <translation>正在运行“%1”</translation>
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
        <source>it isn&apos;t a ZIP archive</source>
        <translation>它不是 ZIP 压缩包</translation>
    </message>
    <message>
        <source>it contains too many files</source>
        <translation>其中包含的文件过多</translation>
    </message>
    <message>
        <source>its entry “%1” can&apos;t be read</source>
        <translation>其中的条目“%1”无法读取</translation>
    </message>
    <message>
        <source>its entry “%1” is damaged</source>
        <translation>其中的条目“%1”已损坏</translation>
    </message>
    <message>
        <source>its entry “%1” is too long</source>
        <translation>其中的条目“%1”过长</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be used: %2.</source>
        <translation>无法使用“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::checkEvidence</name>
    <message>
        <source>“%1” isn&apos;t there any more.</source>
        <translation>“%1”已不存在。</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be read when the reply was exported.</source>
        <translation>导出回答时无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” has changed since the reply was exported.</source>
        <translation>“%1”在回答导出后已被更改。</translation>
    </message>
    <message>
        <source>“%1” is unchanged.</source>
        <translation>“%1”未更改。</translation>
    </message>
    <message>
        <source>Passage [%1] isn&apos;t in “%2” any more.</source>
        <translation>段落 [%1] 已不在“%2”中。</translation>
    </message>
    <message>
        <source>Passage [%1] is in “%2”, page %3, word for word.</source>
        <translation>段落 [%1] 逐字位于“%2”第 %3 页。</translation>
    </message>
    <message>
        <source>Passage [%1] is in “%2” word for word.</source>
        <translation>段落 [%1] 逐字位于“%2”中。</translation>
    </message>
    <message>
        <source>Passage [%1] can&apos;t be compared: %2</source>
        <translation>无法比较段落 [%1]：%2</translation>
    </message>
    <message>
        <source>Citation [%1] names no passage.</source>
        <translation>引用 [%1] 没有对应的段落。</translation>
    </message>
    <message>
        <source>Citation [%1] has all facts of: %2</source>
        <translation>引用 [%1] 包含以下内容的全部事实：%2</translation>
    </message>
    <message>
        <source>Citation [%1] lacks %2 of: %3</source>
        <translation>引用 [%1] 缺少 %2，原文：%3</translation>
    </message>
    <message>
        <source>Passage [%1] isn&apos;t from a file.</source>
        <translation>段落 [%1] 并非来自文件。</translation>
    </message>
    <message>
        <source>The model “%1” runs on a server, so the answer isn&apos;t written again.</source>
        <translation>模型“%1”在服务器上运行，因此不会重新生成回答。</translation>
    </message>
    <message>
        <source>The model “%1” isn&apos;t on this computer, so the answer isn&apos;t written again.</source>
        <translation>模型“%1”不在此计算机上，因此不会重新生成回答。</translation>
    </message>
    <message>
        <source>The model “%1” has changed.</source>
        <translation>模型“%1”已更改。</translation>
    </message>
    <message>
        <source>The model “%1” is unchanged.</source>
        <translation>模型“%1”未更改。</translation>
    </message>
    <message>
        <source>The answer isn&apos;t written again: it was written in several steps, or from more than texts.</source>
        <translation>不会重新生成回答：它是分多步或不仅根据文本生成的。</translation>
    </message>
    <message>
        <source>The model writes the same answer again.</source>
        <translation>模型再次生成了相同的回答。</translation>
    </message>
    <message>
        <source>The model now writes another answer, from “%1” on.</source>
        <translation>模型现在从“%1”起生成了不同的回答。</translation>
    </message>
    <message>
        <source>The answer can&apos;t be written again: %1</source>
        <translation>无法重新生成回答：%1</translation>
    </message>
</context>
<context>
    <name>services::contentOf</name>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::conversationFrom</name>
    <message>
        <source>The pictures in the chat have more than %1 megapixels in total.</source>
        <translation>聊天中的图片总计超过 %1 百万像素。</translation>
    </message>
    <message>
        <source>Message %1 is invalid: it needs its number as its id, an earlier message as its parent, an author and a text.</source>
        <translation>消息 %1 无效：需要以其序号作为 id，以更早的消息作为 parent，并带有作者和文本。</translation>
    </message>
    <message>
        <source>This isn&apos;t a Vignette chat: the format must be “vignette-conversation”.</source>
        <translation>这不是 Vignette 聊天：格式必须为“vignette-conversation”。</translation>
    </message>
    <message>
        <source>The chat was created by a newer version of Vignette. This version supports format version 1.</source>
        <translation>该聊天由更新版本的 Vignette 创建。此版本支持格式版本 1。</translation>
    </message>
    <message>
        <source>The chat contains no messages.</source>
        <translation>该聊天不含消息。</translation>
    </message>
    <message>
        <source>The pictures in the chat take more than %1 MiB in total.</source>
        <translation>聊天中的图片总共超过 %1 MiB。</translation>
    </message>
</context>
<context>
    <name>services::documentFrom</name>
    <message>
        <source>The stored document is damaged.</source>
        <translation>存储的文档已损坏。</translation>
    </message>
</context>
<context>
    <name>services::drawDiagram</name>
    <message>
        <source>No program that draws “%1” is installed.</source>
        <translation>没有安装可绘制“%1”的程序。</translation>
    </message>
    <message>
        <source>The diagram is longer than %1 KiB.</source>
        <translation>此图表超过 %1 KiB。</translation>
    </message>
    <message>
        <source>The diagram names files, which are not opened.</source>
        <translation>此图表引用了文件，这些文件不会被打开。</translation>
    </message>
    <message>
        <source>Drawing the diagram takes too long.</source>
        <translation>绘制图表耗时过长。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t draw the diagram. Check its text.</source>
        <translation>“%1”无法绘制此图表。请检查其文本。</translation>
    </message>
</context>
<context>
    <name>services::drawEvidence</name>
    <message>
        <source>Exported by Vignette %1 on %2</source>
        <translation>由 Vignette %1 于 %2 导出</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Cited passages</source>
        <translation>引用的段落</translation>
    </message>
    <message>
        <source>How to check it</source>
        <translation>如何检查</translation>
    </message>
    <message>
        <source>“Check again” in Vignette reads the attached record and says whether the files, the passages, the citations and the answer are still the same.</source>
        <translation>Vignette 中的“重新检查”会读取附带的记录，并说明文件、段落、引用和回答是否仍然一致。</translation>
    </message>
    <message>
        <source>Doesn&apos;t support: %1</source>
        <translation>不支持：%1</translation>
    </message>
    <message>
        <source>It couldn&apos;t be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Computed by</source>
        <translation>计算设备</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Always the most likely token</source>
        <translation>始终选择最可能的词元</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
</context>
<context>
    <name>services::exportConversation</name>
    <message>
        <source>The folder “%1” couldn&apos;t be created.</source>
        <translation>无法创建文件夹“%1”。</translation>
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
        <source>“%1” can&apos;t be written: %2.</source>
        <translation>无法写入“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>services::indexDocuments</name>
    <message>
        <source>“%1” is missing. Its indexed text is kept.</source>
        <translation>“%1”缺失。其已编入索引的文本会保留。</translation>
    </message>
</context>
<context>
    <name>services::openDocumentIndex</name>
    <message>
        <source>The index “%1” doesn&apos;t exist. Create it with vignette-cli index.</source>
        <translation>索引“%1”不存在。请用 vignette-cli index 创建。</translation>
    </message>
</context>
<context>
    <name>services::parseRecord</name>
    <message>
        <source>The record of this reply is damaged.</source>
        <translation>此回答的记录已损坏。</translation>
    </message>
</context>
<context>
    <name>services::readDocument</name>
    <message>
        <source>“%1” isn&apos;t a supported document.</source>
        <translation>“%1”不是受支持的文档。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: it is password-protected.</source>
        <translation>无法读取“%1”：文件受密码保护。</translation>
    </message>
    <message>
        <source>“%1” is too large when unpacked.</source>
        <translation>“%1”解压后过大。</translation>
    </message>
    <message>
        <source>“%1” is nested too deeply.</source>
        <translation>“%1”嵌套过深。</translation>
    </message>
    <message>
        <source>“%1” needs too much memory to read.</source>
        <translation>读取“%1”所需的内存过多。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: the file is damaged.</source>
        <translation>无法读取“%1”：文件已损坏。</translation>
    </message>
    <message>
        <source>“%1” takes too long to read.</source>
        <translation>读取“%1”用时过长。</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be read: the reader crashed.</source>
        <translation>无法读取“%1”：读取程序崩溃。</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a document.</source>
        <translation>“%1”是文件夹，不是文档。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a regular file.</source>
        <translation>“%1”不是普通文件。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>“%1”是空的。</translation>
    </message>
    <message>
        <source>“%1” is too large. Documents can have up to %2.</source>
        <translation>“%1”过大。文档最大为 %2。</translation>
    </message>
    <message>
        <source>Documents can&apos;t be read: the program “%1” is missing. Reinstall Vignette.</source>
        <translation>无法读取文档：缺少程序“%1”。请重新安装 Vignette。</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t read: this system can&apos;t sandbox the document reader (seccomp).</source>
        <translation>未读取“%1”：此系统无法对文档读取程序进行沙箱隔离（seccomp）。</translation>
    </message>
    <message>
        <source>“%1” contains no text.</source>
        <translation>“%1”中没有文字。</translation>
    </message>
    <message>
        <source>“%1” contains scanned pages only. To read them, install language data for Tesseract (Debian: tesseract-ocr-eng).</source>
        <translation>“%1”仅包含扫描页面。要读取它们，请安装 Tesseract 语言数据（Debian：tesseract-ocr-chi-sim）。</translation>
    </message>
</context>
<context>
    <name>services::readEvidence</name>
    <message>
        <source>“%1” can&apos;t be read.</source>
        <translation>无法读取“%1”。</translation>
    </message>
    <message>
        <source>“%1” is too large to be an exported reply.</source>
        <translation>“%1”太大，不可能是导出的回答。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a reply that Vignette exported as evidence.</source>
        <translation>“%1”不是 Vignette 导出的回答凭证。</translation>
    </message>
</context>
<context>
    <name>services::readPagePicture</name>
    <message>
        <source>“%1” isn&apos;t a PDF, so its pages can&apos;t be shown.</source>
        <translation>“%1”不是 PDF，无法显示其页面。</translation>
    </message>
    <message>
        <source>“%1” has no page %2; the last page is %3.</source>
        <translation>“%1”没有第 %2 页；最后一页是第 %3 页。</translation>
    </message>
    <message>
        <source>“%1” no longer contains this image.</source>
        <translation>“%1”中已不再包含此图片。</translation>
    </message>
</context>
<context>
    <name>services::readScans</name>
    <message>
        <source>Page %1 of “%2” was read with Tesseract: %3</source>
        <translation>“%2”的第 %1 页已用 Tesseract 读取：%3</translation>
    </message>
</context>
<context>
    <name>services::schemaProblem</name>
    <message>
        <source>The schema is too long. Schemas can have up to a million characters.</source>
        <translation>架构过长。架构最多可有一百万个字符。</translation>
    </message>
</context>
<context>
    <name>services::writeWhole</name>
    <message>
        <source>“%1” couldn&apos;t be written: %2.</source>
        <translation>无法写入“%1”：%2。</translation>
    </message>
</context>
<context>
    <name>ui::AddHereQuestion</name>
    <message>
        <source>Add on this computer?</source>
        <translation>要在这台电脑上添加吗？</translation>
    </message>
    <message>
        <source>Folders and files to add</source>
        <translation>要添加的文件夹和文件</translation>
    </message>
    <message>
        <source>These were added by someone else, or by you on another computer. If you add them here, all documents in these locations on this computer are read, and everyone who uses %1 can search them.</source>
        <translation>这些内容由其他人添加，或由您在另一台电脑上添加。如果在此添加，将读取这台电脑上这些位置的所有文档，所有使用 %1 的人都可以搜索它们。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ui::AreaOverlay</name>
    <message>
        <source>Choose an area of the screen</source>
        <translation>选择屏幕区域</translation>
    </message>
    <message>
        <source>Selected area: %1 by %2 pixels, %3 from the left, %4 from the top</source>
        <translation>所选区域：%1 × %2 像素，距左 %3，距上 %4</translation>
    </message>
    <message>
        <source>%1 × %2 pixels
Enter takes this area, the arrow keys move it, with Shift they resize it, Esc cancels.</source>
        <translation>%1 × %2 像素
按 Enter 采用此区域，方向键移动，按住 Shift 调整大小，Esc 取消。</translation>
    </message>
    <message>
        <source>Drag over an area, or click a window.
Enter takes the whole screen, the arrow keys mark an area, Esc cancels.</source>
        <translation>拖动选择区域，或点击窗口。
按 Enter 采用整个屏幕，方向键标记区域，Esc 取消。</translation>
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
        <source>Send pages as images</source>
        <translation>将页面作为图片发送</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %Ln pages of “%1” are sent.</source>
        <translation>
            <numerusform>只发送“%1”的前 %Ln 页。</numerusform>
        </translation>
    </message>
    <message>
        <source>Message attachments</source>
        <translation>消息附件</translation>
    </message>
    <message numerus="yes">
        <source>You can attach up to %Ln files to a message. To describe whole folders, use the page “Caption pictures”.</source>
        <translation>
            <numerusform>一条消息最多可附加 %Ln 个文件。要描述整个文件夹，请使用“图片说明”页面。</numerusform>
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
        <source>Model view</source>
        <translation>模型视图</translation>
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
        <source>Shows the text</source>
        <translation>显示文本</translation>
    </message>
    <message>
        <source>%1 – click to read</source>
        <translation>%1 – 点击阅读</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
</context>
<context>
    <name>ui::BoxesPanel</name>
    <message>
        <source>Boxes in the picture</source>
        <translation>图片中的框</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>框</translation>
    </message>
    <message>
        <source>Places that the model names in its answer.</source>
        <translation>模型在回答中给出的位置。</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>Export as COCO…</source>
        <translation>导出为 COCO…</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>框</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1: %2 by %3 pixels, %4 from the left, %5 from the top</source>
        <translation>%1：%2 × %3 像素，距左 %4，距上 %5</translation>
    </message>
    <message>
        <source>Export boxes</source>
        <translation>导出框</translation>
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
        <source>As text files next to the pictures</source>
        <translation>作为图片旁的文本文件</translation>
    </message>
    <message>
        <source>Captions exported to “%1”.</source>
        <translation>说明已导出到“%1”。</translation>
    </message>
    <message>
        <source>Keep existing</source>
        <translation>保留现有文件</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Tables for spreadsheets (with a byte order mark)</source>
        <translation>适用于电子表格的表格（带字节顺序标记）</translation>
    </message>
    <message>
        <source>As a spreadsheet (XLSX)…</source>
        <translation>导出为电子表格 (XLSX)…</translation>
    </message>
    <message>
        <source>Export as a spreadsheet</source>
        <translation>导出为电子表格</translation>
    </message>
    <message>
        <source>Spreadsheets (*.xlsx)</source>
        <translation>电子表格 (*.xlsx)</translation>
    </message>
    <message>
        <source>As metadata (XMP) next to the pictures</source>
        <translation>导出为图片旁的元数据 (XMP)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) already exist.</source>
        <translation>
            <numerusform>已有 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %Ln file(s) next to the pictures.</source>
        <translation>
            <numerusform>已在图片旁写入 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Metadata of other programs is copied to “.xmp.bak” before it is replaced.</source>
        <translation>其他程序的元数据在替换前会复制到“.xmp.bak”。</translation>
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
        <source>Describes all waiting pictures</source>
        <translation>描述所有等待中的图片</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Finishes current pictures, then pauses</source>
        <translation>完成当前图片后暂停</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Stops now; current pictures wait again</source>
        <translation>立即停止；当前图片将重新等待</translation>
    </message>
    <message>
        <source>Looking for pictures…</source>
        <translation>正在查找图片…</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message numerus="yes">
        <source>Done – %Ln picture(s) failed</source>
        <translation>
            <numerusform>完成 – %Ln 张图片失败</numerusform>
        </translation>
    </message>
    <message>
        <source>Finishing current pictures…</source>
        <translation>正在完成当前图片…</translation>
    </message>
    <message>
        <source>Loading model…</source>
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
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Prompt for each picture</source>
        <translation>每张图片的提示词</translation>
    </message>
    <message>
        <source>Placeholders: {file}, {name}, {folder}</source>
        <translation>占位符：{file}、{name}、{folder}</translation>
    </message>
    <message>
        <source>Prompt for each picture. {file} is replaced by the file name, {name} by the file name without extension, {folder} by the folder name.</source>
        <translation>每张图片的提示词。{file} 会替换为文件名，{name} 为不带扩展名的文件名，{folder} 为文件夹名。</translation>
    </message>
    <message>
        <source>JSON schema of the captions</source>
        <translation>说明的 JSON 架构</translation>
    </message>
    <message>
        <source>Custom (JSON schema)</source>
        <translation>自定义（JSON 架构）</translation>
    </message>
    <message>
        <source>The JSON schema isn&apos;t a JSON object.</source>
        <translation>该 JSON 架构不是 JSON 对象。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTable</name>
    <message>
        <source>Pictures and captions</source>
        <translation>图片和说明</translation>
    </message>
    <message>
        <source>Edit caption</source>
        <translation>编辑说明</translation>
    </message>
    <message>
        <source>Copy captions</source>
        <translation>复制说明</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>重新描述</translation>
    </message>
    <message>
        <source>Show picture</source>
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
        <source>Status</source>
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
        <source>Caption a folder of pictures</source>
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
        <source>Caption runs, newest first</source>
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
        <source>Describe a folder or selected pictures</source>
        <translation>描述一个文件夹或所选图片</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Pictures…</source>
        <translation>图片…</translation>
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
        <source>Check for new pictures</source>
        <translation>检查新图片</translation>
    </message>
    <message>
        <source>Remove run</source>
        <translation>移除任务</translation>
    </message>
    <message>
        <source>Filter pictures by status</source>
        <translation>按状态筛选图片</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>所有图片</translation>
    </message>
    <message>
        <source>Describe the selected pictures again</source>
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
        <source>Removed “%1”. Pictures weren&apos;t deleted.</source>
        <translation>已移除“%1”。图片未被删除。</translation>
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
        <source>%Ln shown</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>显示 %Ln 张</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to describe</source>
        <translation>松开即可描述</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a folder or a supported picture.</source>
        <translation>“%1”不是文件夹或受支持的图片。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files aren&apos;t folders or supported pictures.</source>
        <translation>
            <numerusform>%Ln 个文件不是文件夹或受支持的图片。</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a folder or pictures here. Every picture gets a caption that you can edit and export. Nothing leaves this computer unless you choose a model on a remote server.</source>
        <translation>将文件夹或图片拖到这里。每张图片都会得到一段可编辑和导出的说明。除非您选择远程服务器上的模型，否则任何内容都不会离开这台电脑。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s): %1</source>
        <comment>of which each has failed for this reason</comment>
        <translation>
            <numerusform>%Ln 张图片：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>The failed pictures are captioned again afterwards.</source>
        <translation>之后会重新描述失败的图片。</translation>
    </message>
    <message>
        <source>the built-in model can only describe drawings.</source>
        <translation>内置模型只能描述图画。</translation>
    </message>
    <message>
        <source>Missing facts</source>
        <comment>that captions have and their pictures do not</comment>
        <translation>缺少的信息</translation>
    </message>
</context>
<context>
    <name>ui::CatalogCard</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可运行</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>过大</translation>
    </message>
</context>
<context>
    <name>ui::CatalogText</name>
    <message>
        <source>original precision</source>
        <translation>原始精度</translation>
    </message>
    <message>
        <source>8-bit, virtually lossless</source>
        <translation>8 位，几乎无损</translation>
    </message>
    <message>
        <source>6-bit, very slight quality loss</source>
        <translation>6 位，质量损失极小</translation>
    </message>
    <message>
        <source>5-bit, slight quality loss</source>
        <translation>5 位，质量略有损失</translation>
    </message>
    <message>
        <source>4-bit, slight quality loss</source>
        <translation>4 位，质量略有损失</translation>
    </message>
    <message>
        <source>3-bit, noticeable quality loss</source>
        <translation>3 位，质量损失可察觉</translation>
    </message>
    <message>
        <source>about 2-bit, noticeably lower quality</source>
        <translation>约 2 位，质量明显下降</translation>
    </message>
    <message>
        <source>%1 billion active</source>
        <translation>激活 %1B</translation>
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
        <source>%1 · %2 · vision encoder</source>
        <translation>%1 · %2 · 视觉编码器</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Queued · %1</source>
        <translation>排队中 · %1</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>已暂停 · %1</translation>
    </message>
    <message>
        <source>Downloaded and verified · %1</source>
        <translation>已下载并校验 · %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with weights (safetensors) · %1</source>
        <translation>
            <numerusform>%Ln 个权重文件（safetensors）· %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with configuration and tokenizer · %1</source>
        <translation>
            <numerusform>%Ln 个配置和分词器文件 · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ChatPage</name>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>新临时聊天</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>在聊天中查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一处</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一处</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>Choose model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Focus message box</source>
        <translation>转到消息框</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Generate 3 alternatives</source>
        <translation>生成 3 个备选回答</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>比较各版本</translation>
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
        <source>Copy last answer</source>
        <translation>复制最后的回答</translation>
    </message>
    <message>
        <source>Copy last code block</source>
        <translation>复制最后的代码块</translation>
    </message>
    <message>
        <source>Delete last message</source>
        <translation>删除最后一条消息</translation>
    </message>
    <message>
        <source>Continue last answer</source>
        <translation>继续最后的回答</translation>
    </message>
    <message>
        <source>Copy chat</source>
        <translation>复制聊天</translation>
    </message>
    <message>
        <source>Save settings as preset…</source>
        <translation>将设置保存为预设…</translation>
    </message>
    <message>
        <source>Import presets…</source>
        <translation>导入预设…</translation>
    </message>
    <message>
        <source>“%1” is now used for this chat.</source>
        <translation>此聊天现在使用“%1”。</translation>
    </message>
    <message>
        <source>Send queued message now</source>
        <translation>立即发送排队的消息</translation>
    </message>
    <message>
        <source>Save message as prompt…</source>
        <translation>将消息保存为提示词…</translation>
    </message>
    <message>
        <source>Questions in this chat are now about “%1”.</source>
        <translation>此聊天中的问题现在针对“%1”。</translation>
    </message>
    <message>
        <source>This chat now uses %1.</source>
        <translation>此聊天现在使用 %1。</translation>
    </message>
    <message>
        <source>Write the prompt in the message box first.</source>
        <translation>请先在消息框中写好提示词。</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>保存为提示词</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>提示词名称</translation>
    </message>
    <message>
        <source>For example: Proofread</source>
        <translation>例如：校对</translation>
    </message>
    <message>
        <source>This replaces the existing prompt with this name.</source>
        <translation>这将替换同名的现有提示词。</translation>
    </message>
    <message>
        <source>Saved. Type / to insert it.</source>
        <translation>已保存。输入 / 即可插入。</translation>
    </message>
    <message>
        <source>Deleted prompt “%1”</source>
        <translation>已删除提示词“%1”</translation>
    </message>
    <message>
        <source>Read last answer aloud, or stop</source>
        <translation>朗读上一个回答或停止</translation>
    </message>
    <message>
        <source>There is no picture in this chat to show the boxes in.</source>
        <translation>此聊天中没有可显示框的图片。</translation>
    </message>
    <message>
        <source>Dictate message</source>
        <translation>听写消息</translation>
    </message>
    <message>
        <source>Where is …?</source>
        <translation>……在哪里？</translation>
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
        <source>Instructions the model reads before the first message.</source>
        <translation>模型在第一条消息之前读取的指示。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model used in this chat.</source>
        <translation>此聊天使用的模型。</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢复默认设置</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此聊天</translation>
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
        <source>Reusable settings</source>
        <translation>可重复使用的设置</translation>
    </message>
    <message>
        <source>Use as model defaults</source>
        <translation>用作模型默认值</translation>
    </message>
    <message>
        <source>New chats with this model start with these answer settings.</source>
        <translation>使用此模型的新聊天将以这些回答设置开始。</translation>
    </message>
</context>
<context>
    <name>ui::ChatView</name>
    <message>
        <source>Scroll to latest message</source>
        <translation>滚动到最新消息</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
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
    <name>ui::CheckReplyDialog</name>
    <message>
        <source>Check reply</source>
        <translation>检查回答</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>✗ The passage says otherwise: %1</source>
        <translation>✗ 段落的说法不同：%1</translation>
    </message>
    <message>
        <source>✗ The passage doesn&apos;t say so: %1</source>
        <translation>✗ 段落没有这样说：%1</translation>
    </message>
    <message>
        <source>✗ The passage lacks a fact: %1</source>
        <translation>✗ 段落缺少一项事实：%1</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ There is no such passage: %1</source>
        <translation>✗ 没有这个段落：%1</translation>
    </message>
    <message>
        <source>Checking statements…</source>
        <translation>正在检查陈述…</translation>
    </message>
    <message>
        <source>All statements are in the passages that they cite.</source>
        <translation>所有陈述都在其引用的段落中。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements aren&apos;t in the passages that they cite.</source>
        <translation>
            <numerusform>%Ln 条陈述不在其引用的段落中。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to check: this reply cites no passage.</source>
        <translation>没有可检查的内容：此回答未引用任何段落。</translation>
    </message>
    <message numerus="yes">
        <source>“%1” will be asked whether %Ln statements are in the passages that they cite. It reads about %2 tokens and can be wrong, too.</source>
        <translation>
            <numerusform>将询问“%1”：%Ln 条陈述是否出现在其引用的段落中。它大约读取 %2 个词元，也可能出错。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CodeHeader</name>
    <message>
        <source>Wrap long lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>将代码保存到文件</translation>
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
        <source>Don&apos;t wrap lines</source>
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
        <source>“%1” couldn&apos;t be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
    <message>
        <source>Show diagram</source>
        <translation>显示图表</translation>
    </message>
    <message>
        <source>Show code</source>
        <translation>显示代码</translation>
    </message>
</context>
<context>
    <name>ui::ColumnEditor</name>
    <message>
        <source>Add column</source>
        <translation>添加列</translation>
    </message>
    <message>
        <source>Remove column</source>
        <translation>移除列</translation>
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
        <source>Yes/no</source>
        <translation>是/否</translation>
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
        <source>Type of column %1</source>
        <translation>第 %1 列的类型</translation>
    </message>
    <message>
        <source>Remove column %1</source>
        <translation>移除第 %1 列</translation>
    </message>
    <message>
        <source>Two columns are named “%1”.</source>
        <translation>有两列都名为“%1”。</translation>
    </message>
    <message>
        <source>Add at least one column.</source>
        <translation>请至少添加一列。</translation>
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
        <source>Search commands, chats and models</source>
        <translation>搜索命令、聊天和模型</translation>
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
        <source>No results</source>
        <translation>无结果</translation>
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
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
</context>
<context>
    <name>ui::CompareColumn</name>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1（当前）</translation>
    </message>
</context>
<context>
    <name>ui::CompareView</name>
    <message>
        <source>Compare versions</source>
        <translation>比较各版本</translation>
    </message>
    <message>
        <source>Back to chat (Esc)</source>
        <translation>返回聊天 (Esc)</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
</context>
<context>
    <name>ui::CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestions. %1</source>
        <translation>
            <numerusform>%Ln 条建议。%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <comment>a suggestion, its number</comment>
        <translation>%1，第 %2 条，共 %3 条</translation>
    </message>
</context>
<context>
    <name>ui::ContactedHostList</name>
    <message>
        <source>Contacted servers</source>
        <translation>已联系的服务器</translation>
    </message>
    <message>
        <source>%1, last on %2</source>
        <translation>%1，最近一次于 %2</translation>
    </message>
    <message>
        <source>None so far</source>
        <translation>暂无</translation>
    </message>
</context>
<context>
    <name>ui::ContextCounter</name>
    <message>
        <source>Send pages as images</source>
        <translation>将页面作为图片发送</translation>
    </message>
    <message>
        <source>Increase context length…</source>
        <translation>增大上下文长度…</translation>
    </message>
    <message>
        <source>%1 is a text-only model. It can&apos;t process pictures.</source>
        <translation>%1 是纯文本模型，无法处理图片。</translation>
    </message>
    <message>
        <source>%1 is a text-only model. It can&apos;t process the pictures in this chat.</source>
        <translation>%1 是纯文本模型，无法处理此聊天中的图片。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>This message is too long (%1 tokens; limit %2).</source>
        <translation>此消息过长（%1 个词元；上限 %2）。</translation>
    </message>
    <message>
        <source>Remove an attachment.</source>
        <translation>请移除一个附件。</translation>
    </message>
    <message>
        <source>Shorten it to about %1 characters, or remove an attachment.</source>
        <translation>请缩短到约 %1 个字符，或移除一个附件。</translation>
    </message>
    <message>
        <source>“%1” has little text. The model can also look at its pages.</source>
        <translation>“%1”文字很少。模型也可以查看其页面。</translation>
    </message>
</context>
<context>
    <name>ui::ContextMeter</name>
    <message>
        <source>Context used: %1 of %2 tokens</source>
        <translation>已用上下文：%1 / %2 个词元</translation>
    </message>
    <message>
        <source>Context: %1 of %2 tokens</source>
        <translation>上下文：%1 / %2 个词元</translation>
    </message>
</context>
<context>
    <name>ui::ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Chat name</source>
        <translation>聊天名称</translation>
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
        <source>Save chat</source>
        <translation>保存聊天</translation>
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
        <source>Remove folder, keep chats</source>
        <translation>移除文件夹，保留聊天</translation>
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
        <source>Pin or unpin chat</source>
        <translation>置顶或取消置顶聊天</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>复制一份聊天</translation>
    </message>
    <message>
        <source>Export chat…</source>
        <translation>导出聊天…</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>打印对话…</translation>
    </message>
    <message>
        <source>Save chat as PDF…</source>
        <translation>将对话另存为 PDF…</translation>
    </message>
    <message>
        <source>Share chat as HTML file…</source>
        <translation>以 HTML 文件分享对话…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>另存为 PDF…</translation>
    </message>
    <message>
        <source>Share as HTML file…</source>
        <translation>以 HTML 文件分享…</translation>
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
    <name>ui::DeleteQuestion</name>
    <message numerus="yes">
        <source>%Ln more file(s)</source>
        <translation>
            <numerusform>另有 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete model files</source>
        <translation>删除模型文件</translation>
    </message>
    <message>
        <source>Delete the files of “%1” and free %2? This can&apos;t be undone.</source>
        <translation>要删除“%1”的文件并释放 %2 吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Folder: %1</source>
        <translation>文件夹：%1</translation>
    </message>
    <message>
        <source>Vignette didn&apos;t download this model. Other programs can&apos;t use these files afterwards.</source>
        <translation>此模型不是由 Vignette 下载的。删除后其他程序也无法使用这些文件。</translation>
    </message>
    <message>
        <source>Delete files</source>
        <translation>删除文件</translation>
    </message>
</context>
<context>
    <name>ui::DestinationBar</name>
    <message>
        <source>Messages and files in this chat are sent to %1 (this computer).</source>
        <translation>此聊天中的消息和文件会发送到 %1（这台电脑）。</translation>
    </message>
    <message>
        <source>Messages and files in this chat are sent to %1 over an encrypted connection.</source>
        <translation>此聊天中的消息和文件会加密发送到 %1。</translation>
    </message>
    <message>
        <source>Messages and files in this chat are sent to %1 unencrypted. Others on the network could read them.</source>
        <translation>此聊天中的消息和文件会以未加密方式发送到 %1。网络中的其他人可能会读到。</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 (this computer).</source>
        <translation>提示词和图片会发送到 %1（这台电脑）。</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 over an encrypted connection.</source>
        <translation>提示词和图片会加密发送到 %1。</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 unencrypted. Others on the network could read them.</source>
        <translation>提示词和图片会以未加密方式发送到 %1。网络中的其他人可能会读到。</translation>
    </message>
</context>
<context>
    <name>ui::DetailButton</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>精细</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Detail of %1: %2</source>
        <translation>%1 的细节：%2</translation>
    </message>
    <message>
        <source>Detail of %1: %2, %3</source>
        <translation>%1 的细节：%2，%3</translation>
    </message>
    <message>
        <source>Detail: %1</source>
        <translation>细节：%1</translation>
    </message>
    <message>
        <source>Detail: %1, %2</source>
        <translation>细节：%1，%2</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>detail, as short as possible</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>分块</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChip</name>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>%1 – device details</source>
        <translation>%1 – 设备详情</translation>
    </message>
    <message>
        <source>%1 runs on: %2</source>
        <translation>%1 运行于：%2</translation>
    </message>
    <message>
        <source>Context length: %1 tokens</source>
        <translation>上下文长度：%1 个词元</translation>
    </message>
    <message>
        <source>Can process pictures</source>
        <translation>可以处理图片</translation>
    </message>
    <message>
        <source>Text only</source>
        <translation>仅文本</translation>
    </message>
    <message>
        <source>Draft model: %1</source>
        <translation>草稿模型：%1</translation>
    </message>
    <message>
        <source>%1 unavailable: %2</source>
        <translation>%1 不可用：%2</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChoice</name>
    <message>
        <source>%1 unavailable: %2</source>
        <translation>%1 不可用：%2</translation>
    </message>
</context>
<context>
    <name>ui::DocumentLook</name>
    <message>
        <source>This passage doesn&apos;t come from a file on this computer.</source>
        <translation>这段文字并非来自这台电脑上的文件。</translation>
    </message>
    <message>
        <source>“%1” is missing. This is the text the model read.</source>
        <translation>“%1”缺失。这是模型读取的文本。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be opened. This is the text the model read.</source>
        <translation>无法打开“%1”。这是模型读取的文本。</translation>
    </message>
</context>
<context>
    <name>ui::DocumentStoreEdit</name>
    <message>
        <source>Enter a file in an existing folder, or a URL such as %1.</source>
        <translation>请输入现有文件夹中的文件，或类似 %1 的网址。</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>ui::DocumentViewer</name>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Document viewer</source>
        <translation>文档查看器</translation>
    </message>
    <message>
        <source>Find in document (Ctrl+F)</source>
        <translation>在文档中查找 (Ctrl+F)</translation>
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
        <source>Zoom out (Ctrl+−)</source>
        <translation>缩小 (Ctrl+−)</translation>
    </message>
    <message>
        <source>Zoom in (Ctrl++)</source>
        <translation>放大 (Ctrl++)</translation>
    </message>
    <message>
        <source>Fit width (Ctrl+0)</source>
        <translation>适合宽度 (Ctrl+0)</translation>
    </message>
    <message>
        <source>Reading page %1…</source>
        <comment>of a document</comment>
        <translation>正在读取第 %1 页…</translation>
    </message>
    <message>
        <source>Highlighted passage: %1</source>
        <translation>已突出显示的段落：%1</translation>
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
        <source>Zoom: %1</source>
        <translation>缩放：%1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsButton</name>
    <message>
        <source>Ask my documents: off</source>
        <translation>询问我的文档：关闭</translation>
    </message>
    <message>
        <source>Ask my documents: all</source>
        <translation>询问我的文档：全部</translation>
    </message>
    <message numerus="yes">
        <source>Ask my documents: %Ln collections</source>
        <translation>
            <numerusform>询问我的文档：%Ln 个集合</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask my documents</source>
        <translation>询问我的文档</translation>
    </message>
    <message>
        <source>Add files and folders on the page “Documents”</source>
        <translation>在“文档”页面添加文件和文件夹</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>全部文档</translation>
    </message>
    <message>
        <source>Ask my documents: %1</source>
        <translation>询问我的文档：%1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsPage</name>
    <message>
        <source>Search your documents</source>
        <translation>搜索您的文档</translation>
    </message>
    <message>
        <source>Ask questions about your documents</source>
        <translation>就您的文档提问</translation>
    </message>
    <message>
        <source>Drop folders and files here: PDF, office files, books, web pages, email, scans and more. Files stay where they are and are re-indexed when they change. Results show the page. Nothing leaves this computer.</source>
        <translation>将文件夹和文件拖到这里：PDF、办公文档、电子书、网页、邮件、扫描件等。文件留在原处，更改后会重新编入索引。结果会显示页码。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Your library can&apos;t be opened</source>
        <translation>无法打开您的文档库</translation>
    </message>
    <message>
        <source>Add here…</source>
        <translation>在此添加…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>提取数据到表格</translation>
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
        <source>Add a folder, files or a web page; files stay where they are</source>
        <translation>添加文件夹、文件或网页；文件留在原处</translation>
    </message>
    <message>
        <source>Web page…</source>
        <translation>网页…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Document settings</source>
        <translation>文档设置</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Filter files by status</source>
        <translation>按状态筛选文件</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
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
        <source>Read collections added elsewhere on this computer as well: the selection, or all</source>
        <translation>在这台电脑上也读取在其他地方添加的集合：所选内容或全部</translation>
    </message>
    <message>
        <source>Read selected failed files again, or all failed files if none is selected</source>
        <translation>重新读取所选的失败文件；未选择时重新读取全部</translation>
    </message>
    <message>
        <source>One row for each selected document, or for all documents if none is selected</source>
        <translation>每个所选文档一行；未选择时每个文档一行</translation>
    </message>
    <message>
        <source>Choose a folder of documents</source>
        <translation>选择文档文件夹</translation>
    </message>
    <message>
        <source>Removed “%1” from the library. Files weren&apos;t deleted.</source>
        <translation>已从文档库移除“%1”。文件未被删除。</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln collections from the library. Files weren&apos;t deleted.</source>
        <translation>
            <numerusform>已从文档库移除 %Ln 个集合。文件未被删除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>已选择 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to add to the library</source>
        <translation>松开即可添加到文档库</translation>
    </message>
    <message>
        <source>Measure search…</source>
        <translation>测量搜索质量…</translation>
    </message>
    <message>
        <source>Check an exported reply…</source>
        <translation>检查导出的回答…</translation>
    </message>
    <message>
        <source>Check all files for changes</source>
        <translation>检查所有文件是否有更改</translation>
    </message>
</context>
<context>
    <name>ui::DownloadList</name>
    <message>
        <source>Downloads</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>“%1” has been downloaded.</source>
        <translation>“%1”已下载。</translation>
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
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Download next</source>
        <translation>优先下载</translation>
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
        <source>Download %1 next</source>
        <translation>优先下载 %1</translation>
    </message>
    <message>
        <source>Clear %1 from this list (keeps the file)</source>
        <translation>从此列表清除 %1（保留文件）</translation>
    </message>
    <message>
        <source>Cancel and delete partial download of %1</source>
        <translation>取消并删除 %1 的未完成下载</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>正在下载 %1</translation>
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
        <source>Import chats from %Ln file(s)</source>
        <translation>
            <numerusform>从 %Ln 个文件导入聊天</numerusform>
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
        <source>The picture wasn&apos;t attached: only its address (%1) was dropped, and Vignette doesn&apos;t download from the web. Copy the picture itself, or save it and attach the file.</source>
        <translation>未附加图片：只收到其地址（%1），而 Vignette 不会从网络下载。请复制图片本身，或保存后附加文件。</translation>
    </message>
    <message>
        <source>Nothing was attached: no picture, file or text arrived. Try again, or save it as a file and attach that.</source>
        <translation>未附加任何内容：没有收到图片、文件或文字。请重试，或将其保存为文件后再附加。</translation>
    </message>
</context>
<context>
    <name>ui::EvidenceDialog</name>
    <message>
        <source>Check a reply</source>
        <translation>检查回答</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>Export evidence</source>
        <translation>导出凭证</translation>
    </message>
    <message>
        <source>Hashing files and drawing the cited passages…</source>
        <translation>正在计算文件哈希并绘制引用的段落…</translation>
    </message>
    <message>
        <source>Exported to “%1”. It shows the cited passages, and can be checked again later.</source>
        <translation>已导出到“%1”。其中显示引用的段落，以后可以重新检查。</translation>
    </message>
    <message>
        <source>Comparing files and passages…</source>
        <translation>正在比较文件和段落…</translation>
    </message>
    <message>
        <source>Comparing the model with that of the reply…</source>
        <translation>正在将模型与回答所用的模型比较…</translation>
    </message>
    <message>
        <source>The model writes the answer again…</source>
        <translation>模型正在重新生成回答…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln points fail.</source>
        <translation>
            <numerusform>%Ln 项不一致。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing fails. %Ln points can&apos;t be checked here.</source>
        <translation>
            <numerusform>没有不一致。有 %Ln 项无法在此检查。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything holds.</source>
        <translation>全部一致。</translation>
    </message>
</context>
<context>
    <name>ui::ExampleCommandView</name>
    <message>
        <source>Start the server to see an example.</source>
        <translation>启动服务器即可查看示例。</translation>
    </message>
    <message>
        <source>Terminal command</source>
        <translation>终端命令</translation>
    </message>
    <message>
        <source>Copy command</source>
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
    <name>ui::FactText</name>
    <message>
        <source>at the upper left</source>
        <translation>左上方</translation>
    </message>
    <message>
        <source>at the top</source>
        <translation>上方</translation>
    </message>
    <message>
        <source>at the upper right</source>
        <translation>右上方</translation>
    </message>
    <message>
        <source>at the left</source>
        <translation>左侧</translation>
    </message>
    <message>
        <source>in the middle</source>
        <translation>中间</translation>
    </message>
    <message>
        <source>at the right</source>
        <translation>右侧</translation>
    </message>
    <message>
        <source>at the lower left</source>
        <translation>左下方</translation>
    </message>
    <message>
        <source>at the bottom</source>
        <translation>下方</translation>
    </message>
    <message>
        <source>at the lower right</source>
        <translation>右下方</translation>
    </message>
    <message>
        <source>%1 isn&apos;t the result of this calculation</source>
        <translation>%1 不是此计算的结果</translation>
    </message>
    <message>
        <source>%1 isn&apos;t in the pictures</source>
        <translation>图片中没有 %1</translation>
    </message>
    <message>
        <source>%1 isn&apos;t in the picture</source>
        <translation>图片中没有 %1</translation>
    </message>
    <message>
        <source>%1, calculated from numbers in the picture</source>
        <translation>%1，由图片中的数字计算得出</translation>
    </message>
    <message>
        <source>%1, found %2 of picture %3, line %4</source>
        <comment>12.80, found at the lower right of picture 2, line 14</comment>
        <translation>%1，位于第 %3 张图片%2，第 %4 行</translation>
    </message>
    <message>
        <source>%1, found %2, line %3</source>
        <comment>12.80, found at the lower right, line 14</comment>
        <translation>%1，位于%2，第 %3 行</translation>
    </message>
    <message>
        <source>This answer wasn&apos;t compared with the text in the picture: Tesseract data for its language is missing (Debian: %1).</source>
        <translation>此回答未与图片中的文字对照：缺少其语言的 Tesseract 数据（Debian：%1）。</translation>
    </message>
    <message>
        <source>Answer: %1 — enlarged: %2</source>
        <translation>回答：%1 — 放大后：%2</translation>
    </message>
    <message>
        <source>Answer: %1 — enlarged: the model isn&apos;t sure</source>
        <translation>回答：%1 — 放大后：模型不确定</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln versions say %2</source>
        <comment>3 of 4 versions say 12.80</comment>
        <translation>
            <numerusform>%Ln 个版本中有 %1 个为 %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FindBar</name>
    <message>
        <source>Find in chat</source>
        <translation>在聊天中查找</translation>
    </message>
    <message>
        <source>Close search (Esc)</source>
        <translation>关闭查找 (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>无结果</translation>
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
        <source>Find in document</source>
        <translation>在文档中查找</translation>
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
        <source>Close search (Esc)</source>
        <translation>关闭查找 (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>无结果</translation>
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
        <source>%Ln subfolder(s) also contain pictures.</source>
        <translation>
            <numerusform>%Ln 个子文件夹中也有图片。</numerusform>
        </translation>
    </message>
    <message>
        <source>Include subfolders</source>
        <translation>包括子文件夹</translation>
    </message>
    <message>
        <source>Exclude subfolders</source>
        <translation>不包括子文件夹</translation>
    </message>
</context>
<context>
    <name>ui::FormRow</name>
    <message>
        <source>Reset to default</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Press Enter to open a passage in its document.</source>
        <translation>按 Enter 在文档中打开段落。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>无结果</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s), best match first</source>
        <translation>
            <numerusform>%Ln 段文字，最相符的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>No good match. These passages are closest:</source>
        <translation>没有理想的匹配。最接近的段落如下：</translation>
    </message>
</context>
<context>
    <name>ui::GetModels</name>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Search, or enter owner/name or a link</source>
        <translation>搜索，或输入 owner/name 或链接</translation>
    </message>
    <message>
        <source>Not in the built-in catalog. See the publisher&apos;s page for what it can do.</source>
        <translation>不在内置目录中。其功能请参见发布者的页面。</translation>
    </message>
    <message>
        <source>No results in the catalog. Press Enter to search the model hub, or enter owner/name or a link to look up any model.</source>
        <translation>目录中没有结果。按 Enter 键搜索模型库，或输入 所有者/名称 或链接以查找任意模型。</translation>
    </message>
    <message>
        <source>Show more results</source>
        <translation>显示更多结果</translation>
    </message>
    <message>
        <source>Searching %1…</source>
        <translation>正在搜索 %1…</translation>
    </message>
    <message>
        <source>Download models published by others. %1 is only contacted when you search it or open a model&apos;s details.</source>
        <translation>下载他人发布的模型。只有在您搜索或打开模型详情时才会联系 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln download(s) last month</source>
        <translation>
            <numerusform>上月下载 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 as %2</source>
        <translation>%2 约 %1</translation>
    </message>
    <message>
        <source>also %1</source>
        <translation>另有 %1</translation>
    </message>
    <message>
        <source>quantizations: %1</source>
        <translation>量化：%1</translation>
    </message>
    <message>
        <source>gated: needs an access token</source>
        <translation>受限：需要访问令牌</translation>
    </message>
    <message>
        <source>Search %1 for “%2”</source>
        <translation>在 %1 上搜索“%2”</translation>
    </message>
    <message>
        <source>Needs about %1 of memory</source>
        <translation>约需 %1 内存</translation>
    </message>
    <message numerus="yes">
        <source>%Ln result(s) from %1</source>
        <translation>
            <numerusform>来自 %1 的 %Ln 个结果</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 as %2, safetensors</source>
        <translation>约 %1（%2，safetensors）</translation>
    </message>
    <message>
        <source>%1 has no models with these words.</source>
        <translation>%1 上没有包含这些词的模型。</translation>
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
        <source>This isn&apos;t a valid model hub URL. Example: %1. Models are still downloaded from %2.</source>
        <translation>这不是有效的模型中心网址。示例：%1。模型仍从 %2 下载。</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>网址</translation>
    </message>
</context>
<context>
    <name>ui::KeyCapture</name>
    <message>
        <source>%1 can&apos;t be used alone. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 不能单独使用。请与 Ctrl 或 Alt 组合，或使用功能键。</translation>
    </message>
    <message>
        <source>%1 types “%2” on this keyboard. Choose another shortcut.</source>
        <translation>%1 在此键盘上输入“%2”。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>%1 is reserved for editing text. Choose another shortcut.</source>
        <translation>%1 保留用于编辑文本。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>Press the new shortcut for “%1”, or Escape to cancel.</source>
        <translation>请按下“%1”的新快捷键，或按 Escape 取消。</translation>
    </message>
</context>
<context>
    <name>ui::KeyEdit</name>
    <message>
        <source>API key for %1</source>
        <translation>%1 的 API 密钥</translation>
    </message>
    <message>
        <source>Save the API key for %1</source>
        <translation>保存 %1 的 API 密钥</translation>
    </message>
    <message>
        <source>Remove the API key for %1</source>
        <translation>移除 %1 的 API 密钥</translation>
    </message>
</context>
<context>
    <name>ui::LanguageChoice</name>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Restart Vignette to change the language.</source>
        <translation>重启 Vignette 以更改语言。</translation>
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
        <translation>在其他地方添加：%1</translation>
    </message>
    <message>
        <source>Missing; its indexed text can still be searched. %1</source>
        <translation>缺失；其已编入索引的文本仍可搜索。%1</translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message>
        <source>Indexed documents</source>
        <translation>已编入索引的文档</translation>
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
        <source>Reads waiting files and watches folders for changes again</source>
        <translation>读取等待中的文件，并重新监视文件夹的更改</translation>
    </message>
    <message>
        <source>Pauses reading until you resume, even after a restart</source>
        <translation>暂停读取，直到您继续，重启后也是如此</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>已是最新</translation>
    </message>
    <message numerus="yes">
        <source>Up to date – %Ln file(s) couldn&apos;t be read</source>
        <translation>
            <numerusform>已是最新 – %Ln 个文件无法读取</numerusform>
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
        <source>Done – contains no text</source>
        <translation>完成 – 不含文本</translation>
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
        <source>Preparing search by meaning…</source>
        <translation>正在准备按含义搜索…</translation>
    </message>
    <message>
        <source>Preparing search by meaning: %1 of %2 passages</source>
        <translation>正在准备按含义搜索：%1 / %2 段</translation>
    </message>
    <message>
        <source>Describing figures…</source>
        <translation>正在描述插图…</translation>
    </message>
    <message>
        <source>Describing figures: %1 of %2 files</source>
        <comment>documents</comment>
        <translation>正在描述插图：第 %1 个文件，共 %2 个</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Reading scanned pages…</source>
        <translation>正在读取扫描页面…</translation>
    </message>
    <message>
        <source>Reading scanned pages: %1 of %2</source>
        <comment>pages</comment>
        <translation>正在读取扫描页面：%1 / %2</translation>
    </message>
</context>
<context>
    <name>ui::LibraryView</name>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Press Enter to open a file, Delete to remove a collection.</source>
        <translation>按 Enter 打开文件，按 Delete 移除集合。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>提取数据到表格</translation>
    </message>
    <message>
        <source>Add on this computer…</source>
        <translation>在此电脑上添加…</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>从文档库移除</translation>
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
        <source>This link contains text from your chat (%1). Opening it would share that text with the site.</source>
        <translation>此链接包含您聊天中的文字（%1）。打开它会将这些文字分享给该网站。</translation>
    </message>
    <message>
        <source>This link has %1 characters and may contain hidden data.</source>
        <translation>此链接有 %1 个字符，可能包含隐藏数据。</translation>
    </message>
    <message>
        <source>Full URL</source>
        <translation>完整网址</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ui::ListenAddressEdit</name>
    <message>
        <source>Listen address</source>
        <translation>监听地址</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid address of this computer. Examples: %1, 0.0.0.0, ::1. The server still uses %2.</source>
        <translation>这不是这台电脑的有效地址。示例：%1、0.0.0.0、::1。服务器仍使用 %2。</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个聊天</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个聊天</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有聊天</translation>
    </message>
    <message>
        <source>Show or hide chats</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
    <message>
        <source>Stop / close</source>
        <translation>停止 / 关闭</translation>
    </message>
    <message>
        <source>Find a command, chat or model</source>
        <translation>查找命令、聊天或模型</translation>
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
        <source>Switch between light and dark</source>
        <translation>切换浅色和深色</translation>
    </message>
    <message>
        <source>Increase text size</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Decrease text size</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>重置文字大小</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Delete all chats…</source>
        <translation>删除所有聊天…</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Ask about an area of the screen</source>
        <translation>就屏幕区域提问</translation>
    </message>
    <message>
        <source>Ask about a window</source>
        <translation>就窗口提问</translation>
    </message>
    <message>
        <source>Ask about the whole screen</source>
        <translation>就整个屏幕提问</translation>
    </message>
    <message>
        <source>The desktop has also saved the screenshot in “%1”.</source>
        <translation>桌面还将截图保存到了“%1”。</translation>
    </message>
    <message>
        <source>Take a photo…</source>
        <translation>拍照…</translation>
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
        <source>Copy link</source>
        <translation>复制链接</translation>
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
        <source>Message text</source>
        <translation>消息文本</translation>
    </message>
    <message>
        <source>Scroll horizontally</source>
        <translation>水平滚动</translation>
    </message>
    <message>
        <source>Link to %1</source>
        <translation>指向 %1 的链接</translation>
    </message>
    <message>
        <source>The cited passage doesn&apos;t support this statement.</source>
        <translation>所引段落不支持这一说法。</translation>
    </message>
    <message>
        <source>It says otherwise.</source>
        <translation>该段落的说法不同。</translation>
    </message>
    <message>
        <source>It doesn&apos;t say so.</source>
        <translation>该段落没有这样说。</translation>
    </message>
    <message>
        <source>It doesn&apos;t contain: %1</source>
        <translation>其中没有：%1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详细信息</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详细信息</translation>
    </message>
</context>
<context>
    <name>ui::McpJsonForm</name>
    <message>
        <source>Add servers</source>
        <translation>添加服务器</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Paste JSON</source>
        <translation>粘贴 JSON</translation>
    </message>
    <message>
        <source>The “mcpServers” of Claude or Cursor, or the “servers” of VS Code. Servers are off until you turn them on. Headers are stored in your keyring, environment variables in the settings file.</source>
        <translation>Claude 或 Cursor 的“mcpServers”，或 VS Code 的“servers”。服务器在您开启之前保持关闭。标头存储在您的密钥环中，环境变量存储在设置文件中。</translation>
    </message>
</context>
<context>
    <name>ui::McpPromptDialog</name>
    <message>
        <source>Insert into message</source>
        <translation>插入到消息</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1（可选）</translation>
    </message>
    <message>
        <source>The server is no longer running.</source>
        <translation>服务器已不再运行。</translation>
    </message>
    <message>
        <source>There is no text in it.</source>
        <translation>其中没有文本。</translation>
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
        <source>A name of your choice.</source>
        <translation>您自选的名称。</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>One NAME=value per line. Stored unencrypted in the settings file. Standard variables such as PATH and HOME are also passed.</source>
        <translation>每行一个 NAME=value。以未加密方式存储在设置文件中。PATH 和 HOME 等常用变量也会传入。</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>标头</translation>
    </message>
    <message>
        <source>Command or URL</source>
        <translation>命令或 URL</translation>
    </message>
    <message>
        <source>A program and its arguments, or the URL of a streamable HTTP server. A program runs with your permissions, so only use servers you trust.</source>
        <translation>程序及其参数，或可流式 HTTP 服务器的 URL。程序以您的权限运行，因此请只使用您信任的服务器。</translation>
    </message>
    <message>
        <source>The header “%1” can&apos;t be used.</source>
        <translation>无法使用标头“%1”。</translation>
    </message>
    <message>
        <source>Enter the value of the header “%1”.</source>
        <translation>请输入标头“%1”的值。</translation>
    </message>
    <message>
        <source>One “Name: value” per line. Values are stored in your keyring; “%1” is a stored one.</source>
        <translation>每行一个“名称: 值”。值存储在您的密钥环中；“%1”表示已存储的值。</translation>
    </message>
    <message>
        <source>Another server is named “%1”.</source>
        <translation>另一台服务器已命名为“%1”。</translation>
    </message>
</context>
<context>
    <name>ui::McpServerList</name>
    <message>
        <source>Add server…</source>
        <translation>添加服务器…</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tool(s) available</source>
        <translation>
            <numerusform>有 %Ln 个可用工具</numerusform>
        </translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Paste JSON…</source>
        <translation>粘贴 JSON…</translation>
    </message>
    <message>
        <source>Insert…</source>
        <translation>插入…</translation>
    </message>
    <message>
        <source>Insert: %1</source>
        <translation>插入：%1</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>提示词：%1</translation>
    </message>
    <message>
        <source>Resource: %1</source>
        <translation>资源：%1</translation>
    </message>
</context>
<context>
    <name>ui::MeaningHint</name>
    <message>
        <source>Keyword search only. Add an embedding model to search by meaning.</source>
        <translation>仅关键词搜索。添加嵌入模型即可按含义搜索。</translation>
    </message>
    <message>
        <source>Keyword search only: %1</source>
        <translation>仅关键词搜索：%1</translation>
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
    <name>ui::MeasureDialog</name>
    <message>
        <source>Measure search</source>
        <translation>测量搜索质量</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Let %1 write the questions</source>
        <translation>让 %1 编写问题</translation>
    </message>
    <message>
        <source>Use this threshold</source>
        <translation>使用此阈值</translation>
    </message>
    <message>
        <source>Makes questions from random passages of your documents, searches for them, and says how often the right passage is found and which files are weak.</source>
        <translation>根据文档中的随机段落生成问题并搜索，说明找到正确段落的比例以及哪些文件效果较差。</translation>
    </message>
    <message>
        <source>Number of questions</source>
        <translation>问题数量</translation>
    </message>
    <message>
        <source>Each question is four of the rarest words of its passage. They are easier to find than what people ask. Other models than the built-in one write real questions.</source>
        <translation>每个问题由段落中最罕见的四个词组成，比人们提出的问题更容易找到。使用内置模型以外的模型时，由模型编写真正的问题。</translation>
    </message>
    <message>
        <source>Otherwise a question is four of the rarest words of its passage. They are easier to find than what people ask.</source>
        <translation>否则，问题由段落中最罕见的四个词组成，比人们提出的问题更容易找到。</translation>
    </message>
    <message>
        <source>Making questions and searching for them…</source>
        <translation>正在生成问题并搜索…</translation>
    </message>
    <message>
        <source>It couldn&apos;t be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>Most of its pages have no text. OCR may help.</source>
        <translation>大部分页面没有文本，OCR 可能有帮助。</translation>
    </message>
    <message>
        <source>It looks like a scan with misread words.</source>
        <translation>看起来是含有识别错误的扫描件。</translation>
    </message>
    <message>
        <source>Most of it is tables. Ask with the words of a row.</source>
        <translation>大部分是表格。请用某一行中的词提问。</translation>
    </message>
    <message>
        <source>Other passages are found instead of its own.</source>
        <translation>找到的是其他段落，而不是它自己的段落。</translation>
    </message>
    <message>
        <source>The right passage comes first: %1</source>
        <translation>正确的段落排在第一位：%1</translation>
    </message>
    <message>
        <source>It is among the first 5: %1</source>
        <translation>位于前 5 位：%1</translation>
    </message>
    <message>
        <source>It is among the first 20: %1</source>
        <translation>位于前 20 位：%1</translation>
    </message>
    <message>
        <source>Questions that wouldn&apos;t be answered at the threshold of %1: %2</source>
        <translation>阈值为 %1 时不会得到回答的问题：%2</translation>
    </message>
    <message>
        <source>Threshold at which one question in ten wouldn&apos;t be answered: %1</source>
        <translation>使十分之一的问题得不到回答的阈值：%1</translation>
    </message>
    <message>
        <source>Weak: “%1”. %2</source>
        <translation>较差：“%1”。%2</translation>
    </message>
    <message>
        <source>%1 of %2 found.</source>
        <translation>%2 个中找到 %1 个。</translation>
    </message>
    <message numerus="yes">
        <source>Searched for %Ln questions. No file is weak.</source>
        <translation>
            <numerusform>已搜索 %Ln 个问题。没有较差的文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched for %Ln questions. Weak files are listed last.</source>
        <translation>
            <numerusform>已搜索 %Ln 个问题。较差的文件列在最后。</numerusform>
        </translation>
    </message>
    <message>
        <source>Questions are now answered if a passage scores at least %1.</source>
        <translation>现在，只有段落得分不低于 %1 的问题才会得到回答。</translation>
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
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
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
        <source>Compare versions</source>
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
    <message>
        <source>Stop reading</source>
        <translation>停止朗读</translation>
    </message>
</context>
<context>
    <name>ui::MessageCommands</name>
    <message>
        <source>Messages deleted</source>
        <translation>消息已删除</translation>
    </message>
</context>
<context>
    <name>ui::MessageError</name>
    <message>
        <source>Retry</source>
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
        <source>Use CPU</source>
        <translation>使用 CPU</translation>
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
        <source>Edit</source>
        <translation>编辑</translation>
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
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Generate 3 alternatives</source>
        <translation>生成 3 个备选回答</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>比较各版本</translation>
    </message>
    <message>
        <source>Branch in new chat</source>
        <translation>在新聊天中分支</translation>
    </message>
    <message>
        <source>Delete this and following messages</source>
        <translation>删除此消息及其后的消息</translation>
    </message>
    <message>
        <source>Regenerate with same seed</source>
        <translation>用相同种子重新生成</translation>
    </message>
    <message>
        <source>Check reply…</source>
        <translation>检查回答…</translation>
    </message>
    <message>
        <source>Export evidence…</source>
        <translation>导出凭证…</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>朗读</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>另存为 PDF…</translation>
    </message>
    <message>
        <source>Share as HTML file…</source>
        <translation>以 HTML 文件分享…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Show boxes in the picture</source>
        <translation>在图片中显示框</translation>
    </message>
    <message>
        <source>Check again in enlarged picture</source>
        <translation>在放大的图片中再次检查</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>停止核对</translation>
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
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Earlier messages are outside the context window.</source>
        <translation>更早的消息已超出上下文窗口。</translation>
    </message>
    <message>
        <source>This message is being edited</source>
        <translation>正在编辑此消息</translation>
    </message>
    <message>
        <source>Of the earlier messages, the model only reads pictures and what is relevant to the question.</source>
        <translation>在更早的消息中，模型只读取图片以及与问题相关的内容。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>模型视图</translation>
    </message>
    <message>
        <source>Reading the enlarged place…</source>
        <translation>正在读取放大的位置…</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln place(s) again in the enlarged picture…</source>
        <translation>
            <numerusform>正在放大的图片中重新读取 %Ln 处…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The enlarged picture says something else in %Ln place(s).</source>
        <translation>
            <numerusform>放大的图片中有 %Ln 处内容不同。</numerusform>
        </translation>
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
        <source>Show memory details</source>
        <translation>显示内存详情</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>从列表移除</translation>
    </message>
    <message>
        <source>Hide memory details</source>
        <translation>隐藏内存详情</translation>
    </message>
    <message>
        <source>Default for new chats ✓</source>
        <translation>新聊天的默认模型 ✓</translation>
    </message>
    <message>
        <source>Set as default</source>
        <translation>设为默认</translation>
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
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Remove %1 from list (keep files)</source>
        <translation>从列表移除 %1（保留文件）</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>Memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>%1. It may not fit; idle models are unloaded first.</source>
        <translation>%1。可能放不下；会先卸载闲置的模型。</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>隐藏详情</translation>
    </message>
    <message>
        <source>Reload the model to apply your changes.</source>
        <translation>重新加载模型以应用更改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Model settings</source>
        <translation>模型设置</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 的设置</translation>
    </message>
    <message>
        <source>Runs on %1</source>
        <translation>运行于 %1</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>删除文件…</translation>
    </message>
    <message>
        <source>Delete files of %1…</source>
        <translation>删除 %1 的文件…</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>重新下载</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
</context>
<context>
    <name>ui::ModelDefaultsEditor</name>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Longer contexts use more memory.</source>
        <translation>上下文越长，占用内存越多。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Hardware used to run this model.</source>
        <translation>运行此模型的硬件。</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>恢复默认设置</translation>
    </message>
    <message>
        <source>Default settings of this model for new chats</source>
        <translation>此模型用于新聊天的默认设置</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
</context>
<context>
    <name>ui::ModelHeader</name>
    <message>
        <source>Cancel loading</source>
        <translation>取消加载</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>聊天设置</translation>
    </message>
    <message>
        <source>Loads with your next message</source>
        <translation>发送下一条消息时加载</translation>
    </message>
    <message>
        <source>Loading: %1 %</source>
        <translation>正在加载：%1 %</translation>
    </message>
    <message>
        <source>%1 is loaded.</source>
        <translation>%1 已加载。</translation>
    </message>
    <message>
        <source>%1 was unloaded.</source>
        <translation>%1 已卸载。</translation>
    </message>
    <message>
        <source>Show or hide chats</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
</context>
<context>
    <name>ui::ModelMenu</name>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>No matching models</source>
        <translation>没有匹配的模型</translation>
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
        <source>Loaded · %1</source>
        <translation>已加载 · %1</translation>
    </message>
    <message>
        <source>Loading · %1</source>
        <translation>正在加载 · %1</translation>
    </message>
    <message>
        <source>Couldn&apos;t be loaded · %1</source>
        <translation>无法加载 · %1</translation>
    </message>
    <message>
        <source>Used for this chat and new chats. Other chats keep their model.</source>
        <translation>用于此聊天和新聊天。其他聊天保留各自的模型。</translation>
    </message>
</context>
<context>
    <name>ui::ModelPages</name>
    <message>
        <source>Model pages</source>
        <translation>模型页面</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>Models you can use now</source>
        <translation>可立即使用的模型</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Models you can download</source>
        <translation>可下载的模型</translation>
    </message>
    <message>
        <source>Remote servers</source>
        <translation>远程服务器</translation>
    </message>
    <message>
        <source>Models on remote servers</source>
        <translation>远程服务器上的模型</translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message>
        <source>%1 billion parameters</source>
        <translation>%1B 参数</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>license: %1</source>
        <translation>许可证：%1</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>权重：%1</translation>
    </message>
    <message>
        <source>Vision encoder: %1</source>
        <translation>视觉编码器：%1</translation>
    </message>
    <message>
        <source>KV cache (full context): %1</source>
        <translation>KV 缓存（完整上下文）：%1</translation>
    </message>
    <message>
        <source>Compute buffers: %1</source>
        <translation>计算缓冲区：%1</translation>
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
        <source>context length %1</source>
        <translation>上下文长度 %1</translation>
    </message>
    <message>
        <source>Needs %1 with a context of %2 tokens</source>
        <translation>上下文为 %2 个词元时需要 %1</translation>
    </message>
    <message>
        <source>%1 (%2 free)</source>
        <translation>%1（可用 %2）</translation>
    </message>
    <message>
        <source>%1 (%2 free on %3)</source>
        <translation>%1（%3 上可用 %2）</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln million parameters</source>
        <translation>
            <numerusform>%LnM 参数</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message>
        <source>Only the built-in model is available. Drop a GGUF file or a model folder here, or use the buttons above. Files stay where they are.</source>
        <translation>目前只有内置模型。请将 GGUF 文件或模型文件夹拖到这里，或使用上方的按钮。文件留在原处。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models on this computer. Files stay where they are.</source>
        <translation>这台电脑上的模型。文件留在原处。</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Add folder</source>
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
        <source>Choose a folder of models</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>Drop to add models</source>
        <translation>松开即可添加模型</translation>
    </message>
    <message>
        <source>Find installed models…</source>
        <translation>查找已安装的模型…</translation>
    </message>
    <message>
        <source>Finds models from Hugging Face, LM Studio, Ollama, Jan, GPT4All and llama.cpp; files stay where they are</source>
        <translation>查找 Hugging Face、LM Studio、Ollama、Jan、GPT4All 和 llama.cpp 的模型；文件留在原处</translation>
    </message>
    <message>
        <source>No models from other programs were found on this computer.</source>
        <translation>这台电脑上没有找到其他程序的模型。</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) from other programs. Files stay where they are.</source>
        <translation>
            <numerusform>已添加其他程序的 %Ln 个模型。文件留在原处。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more were skipped.</source>
        <translation>
            <numerusform>另有 %Ln 个已跳过。</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed “%1” from the list.</source>
        <translation>已从列表中移除“%1”。</translation>
    </message>
    <message>
        <source>Removed “%1” from the list. Its files weren&apos;t deleted.</source>
        <translation>已从列表中移除“%1”。其文件未被删除。</translation>
    </message>
    <message>
        <source>The files of “%1” can&apos;t be deleted here because another program manages them. You can remove the model from the list.</source>
        <translation>无法在此删除“%1”的文件，因为它们由其他程序管理。您可以从列表中移除该模型。</translation>
    </message>
    <message>
        <source>Deleted “%1” and freed %2.</source>
        <translation>已删除“%1”，释放了 %2。</translation>
    </message>
</context>
<context>
    <name>ui::NavigationBar</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Current page</source>
        <translation>当前页面</translation>
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
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Other quantizations…</source>
        <translation>其他量化版本…</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>正在联系 %1…</translation>
    </message>
    <message>
        <source>Other quantizations of %1</source>
        <translation>%1 的其他量化版本</translation>
    </message>
    <message>
        <source>Downloading – see above</source>
        <translation>正在下载 – 见上方</translation>
    </message>
    <message>
        <source>Already on this computer</source>
        <translation>已在这台电脑上</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Download (%1)</source>
        <translation>下载（%1）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>License</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
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
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove %1 from the list of models</source>
        <translation>从模型列表移除 %1</translation>
    </message>
    <message>
        <source>Add %1 to the list of models</source>
        <translation>将 %1 添加到模型列表</translation>
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
        <source>The folder couldn&apos;t be opened</source>
        <translation>无法打开文件夹</translation>
    </message>
    <message>
        <source>The link couldn&apos;t be opened</source>
        <translation>无法打开链接</translation>
    </message>
    <message>
        <source>The folder doesn&apos;t exist yet: nothing has been written to it.</source>
        <translation>该文件夹尚不存在：还未写入任何内容。</translation>
    </message>
    <message>
        <source>No file manager is installed.</source>
        <translation>未安装文件管理器。</translation>
    </message>
    <message>
        <source>No program for opening such links is installed.</source>
        <translation>未安装可打开此类链接的程序。</translation>
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
        <source>The file couldn&apos;t be opened</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>For your safety, only documents can be opened from here. This file may be a program.</source>
        <translation>为了您的安全，此处只能打开文档。这个文件可能是程序。</translation>
    </message>
    <message>
        <source>No program for opening such files is installed.</source>
        <translation>未安装可打开此类文件的程序。</translation>
    </message>
</context>
<context>
    <name>ui::OpenedDocument</name>
    <message>
        <source>“%1” has changed and no longer contains this passage. This is the text the model read.</source>
        <translation>“%1”已更改，不再包含这段文字。这是模型读取的文本。</translation>
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
        <source>Add model…</source>
        <translation>添加模型…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
</context>
<context>
    <name>ui::PhotoDialog</name>
    <message>
        <source>Take a photo</source>
        <translation>拍照</translation>
    </message>
    <message>
        <source>The camera can&apos;t be used. Close other programs that use it and retry.</source>
        <translation>无法使用摄像头。请关闭正在使用它的其他程序，然后重试。</translation>
    </message>
    <message>
        <source>The camera can&apos;t be used: %1. Close other programs that use it and retry.</source>
        <translation>无法使用摄像头：%1。请关闭正在使用它的其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Hold still, then take the photo.</source>
        <translation>请保持稳定，然后拍照。</translation>
    </message>
    <message>
        <source>Picture of the camera</source>
        <translation>摄像头画面</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>Take photo</source>
        <translation>拍摄</translation>
    </message>
    <message>
        <source>Use photo</source>
        <translation>使用照片</translation>
    </message>
    <message>
        <source>No camera was found. Connect one and retry.</source>
        <translation>未找到摄像头。请连接一个，然后重试。</translation>
    </message>
    <message>
        <source>Starting the camera…</source>
        <translation>正在启动摄像头…</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <comment>width, height</comment>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>Retake</source>
        <translation>重新拍摄</translation>
    </message>
    <message>
        <source>Photo taken</source>
        <translation>已拍摄照片</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>ui::PhotoModelView</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>其他模型…</translation>
    </message>
    <message>
        <source>Download %1 (%2)</source>
        <translation>下载 %1（%2）</translation>
    </message>
    <message>
        <source>Download %1 (about %2)</source>
        <translation>下载 %1（约 %2）</translation>
    </message>
    <message>
        <source>From %1. %2</source>
        <translation>来自 %1。%2</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>%1 from %2 · %3</source>
        <translation>%1，来自 %2 · %3</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>正在下载 %1</translation>
    </message>
</context>
<context>
    <name>ui::PictureCanvas</name>
    <message>
        <source>Selected area: %1 by %2 pixels, %3 from the left, %4 from the top</source>
        <translation>所选区域：%1 × %2 像素，距左 %3，距上 %4</translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
</context>
<context>
    <name>ui::PictureComparison</name>
    <message>
        <source>Picture %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>Compare pictures</source>
        <translation>比较图片</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Mark what differs from the first picture (D)</source>
        <translation>标出与第一张图片的差异 (D)</translation>
    </message>
    <message>
        <source>Fit to window (0) or actual size (1)</source>
        <translation>适应窗口 (0) 或实际大小 (1)</translation>
    </message>
    <message>
        <source>Ask about these</source>
        <translation>就这些图片提问</translation>
    </message>
    <message>
        <source>Attach these pictures to the message (Enter)</source>
        <translation>将这些图片附加到消息 (Enter)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大 (+)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>缩放：%1</translation>
    </message>
    <message>
        <source>%1: %2 % of the pixels differ (scaled to the first picture)</source>
        <translation>%1：%2% 的像素不同（已缩放到第一张图片的大小）</translation>
    </message>
    <message>
        <source>%1: %2 % of the pixels differ</source>
        <translation>%1：%2% 的像素不同</translation>
    </message>
</context>
<context>
    <name>ui::PictureDetails</name>
    <message>
        <source>%1 is a text-only model. It can&apos;t process pictures.</source>
        <translation>%1 是纯文本模型，无法处理图片。</translation>
    </message>
    <message>
        <source>%1 reads this picture in the same way at each detail.</source>
        <translation>无论选择哪种细节，%1 都以相同的方式读取此图片。</translation>
    </message>
    <message>
        <source>Picture: %1</source>
        <translation>图片：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures: %1</source>
        <translation>
            <numerusform>%Ln 张图片：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln minute(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1，约 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln second(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1，约 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Select an area…</source>
        <translation>选择区域…</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <comment>a detail of pictures</comment>
        <translation>使用“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Small text is lost: %1 of %Ln words readable</source>
        <translation>
            <numerusform>小字丢失：%Ln 个词中有 %1 个可读</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Small text in “%1” is lost: %2 of %Ln words readable</source>
        <translation>
            <numerusform>“%1”中的小字丢失：%Ln 个词中有 %2 个可读</numerusform>
        </translation>
    </message>
    <message>
        <source>Not available with this model</source>
        <translation>此模型不支持</translation>
    </message>
    <message>
        <source>If the server doesn&apos;t support tiles, pictures are sent with the detail “%1”.</source>
        <translation>如果服务器不支持分块，图片将以“%1”细节发送。</translation>
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
        <source>Fit to window (0) or actual size (1)</source>
        <translation>适合窗口 (0) 或原始大小 (1)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>缩小 (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
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
        <source>Select area</source>
        <translation>选择区域</translation>
    </message>
    <message>
        <source>Select an area to ask about (M)</source>
        <translation>选择要提问的区域 (M)</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>模型视图</translation>
    </message>
    <message>
        <source>The picture as scaled and split into tiles for the model (I)</source>
        <translation>为模型缩放并切分成图块后的图片 (I)</translation>
    </message>
    <message>
        <source>Drag, or use the arrow keys; hold Shift to resize.</source>
        <translation>拖动，或使用方向键；按住 Shift 可调整大小。</translation>
    </message>
    <message>
        <source>Ask about this area</source>
        <translation>询问此区域</translation>
    </message>
    <message>
        <source>Attach the selected area to the message (Enter)</source>
        <translation>将所选区域附加到消息 (Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel selecting (Escape)</source>
        <translation>取消选择 (Escape)</translation>
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
        <source>Original picture</source>
        <translation>原始图片</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>缩放：%1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>The picture as the model sees it</source>
        <translation>模型所见的图片</translation>
    </message>
    <message>
        <source>Picture area</source>
        <translation>图片区域</translation>
    </message>
    <message>
        <source>Area of %1</source>
        <translation>%1 的区域</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture couldn&apos;t be saved to “%1”.</source>
        <translation>无法将图片保存到“%1”。</translation>
    </message>
    <message>
        <source>Select text</source>
        <translation>选择文字</translation>
    </message>
    <message>
        <source>Select text found in the picture to copy it (T)</source>
        <translation>选择图片中识别出的文字以复制 (T)</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>框</translation>
    </message>
    <message>
        <source>Places that the model names in its answer (B)</source>
        <translation>模型在回答中给出的位置 (B)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Show the pictures side by side (C)</source>
        <translation>并排显示图片 (C)</translation>
    </message>
    <message>
        <source>Hide boxes</source>
        <translation>隐藏框</translation>
    </message>
</context>
<context>
    <name>ui::PlacePopup</name>
    <message>
        <source>Place in the picture</source>
        <translation>图片中的位置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>再次检查</translation>
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
        <source>Custom settings</source>
        <translation>自定义设置</translation>
    </message>
    <message>
        <source>The model of “%1” (%2) isn&apos;t available; this chat keeps its model.</source>
        <translation>“%1”的模型（%2）不可用；此聊天保留其模型。</translation>
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
        <source>Save as preset…</source>
        <translation>保存为预设…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
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
        <source>Save as preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Delete preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>Delete “%1”? Chats that use it keep their settings.</source>
        <translation>删除“%1”？使用它的聊天会保留其设置。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Export preset</source>
        <translation>导出预设</translation>
    </message>
    <message>
        <source>Presets (*%1)</source>
        <translation>预设 (*%1)</translation>
    </message>
    <message>
        <source>“%1” was exported to “%2”.</source>
        <translation>“%1”已导出到“%2”。</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>导入预设</translation>
    </message>
    <message>
        <source>Presets added: %1.</source>
        <translation>已添加预设：%1。</translation>
    </message>
    <message>
        <source>“%1” was added without its model, which is on a remote server (%2). To use that model, choose it and save the preset again.</source>
        <translation>已添加“%1”，但不包括其模型，因为它位于远程服务器（%2）。要使用该模型，请选择它并重新保存预设。</translation>
    </message>
</context>
<context>
    <name>ui::PresetNameDialog</name>
    <message>
        <source>Preset name</source>
        <translation>预设名称</translation>
    </message>
    <message>
        <source>For example: Translator</source>
        <translation>例如：翻译</translation>
    </message>
    <message>
        <source>Include the model %1</source>
        <translation>包括模型 %1</translation>
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
        <source>This replaces the existing preset with this name.</source>
        <translation>这将替换同名的现有预设。</translation>
    </message>
    <message>
        <source>A preset with this name already exists.</source>
        <translation>已存在同名预设。</translation>
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
        <source>Reading files: %1 of %2…</source>
        <translation>正在读取文件：%1 / %2…</translation>
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
        <source>The text wasn&apos;t pasted: it has %Ln characters, and the limit is %1 million.</source>
        <translation>
            <numerusform>未粘贴文本：其长度为 %Ln 个字符，上限为 %1 百万。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Editing message – sending creates a new version</source>
        <translation>正在编辑消息 – 发送后将创建新版本</translation>
    </message>
    <message>
        <source>Editing answer – saving creates a new version</source>
        <translation>正在编辑回答 – 保存后将创建新版本</translation>
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
        <source>Send as new version (%1)</source>
        <translation>作为新版本发送（%1）</translation>
    </message>
    <message>
        <source>Save as new version (%1)</source>
        <translation>保存为新版本（%1）</translation>
    </message>
    <message>
        <source>Pictures and documents (%1 %2);;Pictures (%1);;Documents (%2);;All files (*)</source>
        <translation>图片和文档 (%1 %2);;图片 (%1);;文档 (%2);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Queue message</source>
        <translation>将消息加入队列</translation>
    </message>
    <message>
        <source>Editing queued message</source>
        <translation>正在编辑排队的消息</translation>
    </message>
    <message>
        <source>Send (%1)</source>
        <translation>发送（%1）</translation>
    </message>
    <message>
        <source>Queue message (%1)</source>
        <translation>将消息加入队列（%1）</translation>
    </message>
    <message>
        <source>Save (%1)</source>
        <translation>保存（%1）</translation>
    </message>
</context>
<context>
    <name>ui::PromptEdit</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Press Ctrl+Enter to send, Enter for a new line.</source>
        <translation>按 Ctrl+Enter 发送，按 Enter 换行。</translation>
    </message>
    <message>
        <source>Press Enter to send, Shift+Enter for a new line.</source>
        <translation>按 Enter 发送，按 Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Ask anything, or add a picture…</source>
        <translation>随意提问，或添加图片…</translation>
    </message>
    <message>
        <source>Ask anything…</source>
        <translation>随意提问…</translation>
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
    <name>ui::PromptEntries</name>
    <message>
        <source>Summarize</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Summarize this.</source>
        <translation>请总结一下。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare these two.</source>
        <translation>请比较这两个。</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation>请用简单的话解释：</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Translate into English: </source>
        <translation>请翻译成中文：</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Saved prompt</source>
        <translation>已保存的提示词</translation>
    </message>
    <message>
        <source>Attach – %1</source>
        <translation>附加 – %1</translation>
    </message>
    <message>
        <source>Ask this collection</source>
        <translation>询问此集合</translation>
    </message>
    <message>
        <source>Ask this document</source>
        <translation>询问此文档</translation>
    </message>
    <message>
        <source>Ask this document – %1</source>
        <translation>询问此文档 – %1</translation>
    </message>
    <message>
        <source>Use this model in this chat</source>
        <translation>在此聊天中使用此模型</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>附加</translation>
    </message>
</context>
<context>
    <name>ui::PromptQueue</name>
    <message numerus="yes">
        <source>You can queue up to %Ln messages. Send or delete one first.</source>
        <translation>
            <numerusform>最多可以排队 %Ln 条消息。请先发送或删除一条。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply was stopped</source>
        <translation>
            <numerusform>%Ln 条消息未发送：回答已停止</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply failed</source>
        <translation>
            <numerusform>%Ln 条消息未发送：回答失败</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent yet</source>
        <translation>
            <numerusform>%Ln 条消息尚未发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages queued – sent when the reply ends</source>
        <translation>
            <numerusform>%Ln 条消息正在排队 – 回答结束后发送</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued message deleted</source>
        <translation>已删除排队的消息</translation>
    </message>
</context>
<context>
    <name>ui::ProviderCard</name>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>Encrypted connection</source>
        <translation>加密连接</translation>
    </message>
    <message>
        <source>Unencrypted. Others on the network could read what you send.</source>
        <translation>未加密。网络中的其他人可能会读到您发送的内容。</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Show models of %1</source>
        <translation>显示 %1 的模型</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Optional. Stored in your keyring, never in a file.</source>
        <translation>可选。存储在您的密钥环中，绝不存入文件。</translation>
    </message>
    <message>
        <source>Parallel requests for %1</source>
        <translation>%1 的并行请求数</translation>
    </message>
    <message>
        <source>Parallel requests</source>
        <translation>并行请求数</translation>
    </message>
    <message>
        <source>For captioning folders and searching documents. Automatically reduced when the server is busy.</source>
        <translation>用于文件夹图片说明和文档搜索。服务器繁忙时会自动减少。</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>正在联系 %1…</translation>
    </message>
    <message>
        <source>Connected – no models available</source>
        <translation>已连接 – 没有可用的模型</translation>
    </message>
    <message numerus="yes">
        <source>Connected – %Ln model(s) available</source>
        <translation>
            <numerusform>已连接 – 有 %Ln 个可用模型</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first %1 are shown.</source>
        <translation>仅显示前 %1 个。</translation>
    </message>
</context>
<context>
    <name>ui::ProvidersPage</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remote servers</source>
        <translation>远程服务器</translation>
    </message>
    <message>
        <source>OpenAI-compatible servers: vLLM, SGLang, TabbyAPI, llama-server, Ollama, another Vignette. Only messages and files for their models are sent there.</source>
        <translation>兼容 OpenAI 的服务器：vLLM、SGLang、TabbyAPI、llama-server、Ollama、另一个 Vignette。只会发送给其模型的消息和文件。</translation>
    </message>
    <message>
        <source>Server URL</source>
        <translation>服务器网址</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>添加服务器</translation>
    </message>
</context>
<context>
    <name>ui::QueueStrip</name>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>排队的消息</translation>
    </message>
</context>
<context>
    <name>ui::QueuedChip</name>
    <message>
        <source>Delete queued message</source>
        <translation>删除排队的消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln 个附件</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued message %1: %2</source>
        <translation>排队的消息 %1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a message, how many attachments</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Press Enter to edit, Delete to delete.</source>
        <translation>按 Enter 编辑，按 Delete 删除。</translation>
    </message>
    <message>
        <source>Edit: %1</source>
        <translation>编辑：%1</translation>
    </message>
    <message>
        <source>Delete queued message %1</source>
        <translation>删除排队的消息 %1</translation>
    </message>
</context>
<context>
    <name>ui::SamplerEditor</name>
    <message>
        <source>A schema must be a JSON object.</source>
        <translation>架构必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>Invalid JSON: %1 at character %2.</source>
        <translation>JSON 无效：%1，位于第 %2 个字符。</translation>
    </message>
    <message>
        <source>For example: {&quot;type&quot;: &quot;object&quot;}</source>
        <translation>例如：{&quot;type&quot;: &quot;object&quot;}</translation>
    </message>
    <message>
        <source>Presets</source>
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
        <source>Considers only this many of the most likely tokens.</source>
        <translation>只考虑这么多个最可能的词元。</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>Max answer length</source>
        <translation>最大回答长度</translation>
    </message>
    <message>
        <source>You can continue a truncated answer.</source>
        <translation>被截断的回答可以继续生成。</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>The same seed gives the same answer to the same question.</source>
        <translation>相同的种子对同一问题给出相同的回答。</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>停止序列</translation>
    </message>
    <message>
        <source>An answer ends before any of these sequences.</source>
        <translation>回答在遇到其中任一序列之前结束。</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON 架构</translation>
    </message>
    <message>
        <source>Answers are JSON that matches this schema.</source>
        <translation>回答为符合此架构的 JSON。</translation>
    </message>
    <message>
        <source>Custom values</source>
        <translation>自定义值</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 always picks the most likely token, so answers are repeatable; higher values are more varied.</source>
        <translation>0 始终选择最可能的词元，因此回答可重复；数值越高变化越多。</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Considers only the most likely tokens whose probabilities add up to this value; 1 turns it off.</source>
        <translation>只考虑累计概率达到此值的最可能词元；1 表示关闭。</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Drops tokens whose probability is below this fraction of the most likely token&apos;s.</source>
        <translation>舍弃概率低于最可能词元此比例的词元。</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected; 1 turns it off.</source>
        <translation>偏好意外程度与预期相近的词元；1 表示关闭。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Above 1, tokens that were already used become less likely; 1 turns it off.</source>
        <translation>大于 1 时，已用过的词元更不可能出现；1 表示关闭。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Above 0, tokens that have occurred become less likely, which encourages new topics.</source>
        <translation>大于 0 时，出现过的词元更不可能出现，有助于引入新话题。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Above 0, tokens become less likely each time they occur.</source>
        <translation>大于 0 时，词元每出现一次就更不可能再出现。</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>Always the most likely token: the same question gets the same answer.</source>
        <translation>始终选择最可能的词元：同一问题得到同一回答。</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Varied but sensible, for everyday use</source>
        <translation>有变化而合理，适合日常使用</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>创意</translation>
    </message>
    <message>
        <source>Bold and inventive, for stories and ideas</source>
        <translation>大胆而有创意，适合故事和点子</translation>
    </message>
    <message>
        <source>Banned phrases</source>
        <translation>禁用短语</translation>
    </message>
    <message>
        <source>Answers never contain these phrases.</source>
        <translation>回答中绝不会出现这些短语。</translation>
    </message>
    <message>
        <source>For example: You are wordy and vague.</source>
        <translation>例如：你说话啰唆而含糊。</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>负面提示词</translation>
    </message>
    <message>
        <source>Steers answers away from what the model would say with this prompt. Takes twice the time and half of the context.</source>
        <translation>使回答远离模型在此提示词下会说的内容。需要两倍时间和一半的上下文。</translation>
    </message>
    <message>
        <source>Token healing</source>
        <translation>词元修复（token healing）</translation>
    </message>
    <message>
        <source>Continuing an answer may complete the word it was cut off in.</source>
        <translation>继续生成回答时，可以补全被截断的词。</translation>
    </message>
    <message>
        <source>DRY multiplier</source>
        <translation>DRY 倍数</translation>
    </message>
    <message>
        <source>Above 0, tokens that would repeat a longer sequence become less likely.</source>
        <translation>大于 0 时，会重复较长序列的词元更不可能出现。</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC 概率</translation>
    </message>
    <message>
        <source>How often the most likely tokens are skipped in favor of other good candidates.</source>
        <translation>跳过最可能的词元、改用其他合适候选的频率。</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC 阈值</translation>
    </message>
    <message>
        <source>Tokens at or above this probability can be skipped.</source>
        <translation>达到此概率的词元可能被跳过。</translation>
    </message>
    <message>
        <source>Guidance scale</source>
        <translation>引导强度</translation>
    </message>
    <message>
        <source>How strongly answers are steered away from the negative prompt; 1 turns it off.</source>
        <translation>使回答远离负面提示词的强度；1 表示关闭。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>For models that can answer with or without reasoning. The reasoning is shown above the answer, collapsed until you open it.</source>
        <translation>适用于可以选择是否思考的模型。思考过程显示在回答上方，默认折叠，点按即可展开。</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>The values recommended for the model</source>
        <translation>为该模型推荐的值</translation>
    </message>
    <message>
        <source>%1 slider</source>
        <comment>what it sets</comment>
        <translation>%1 滑块</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认：%1</translation>
    </message>
</context>
<context>
    <name>ui::ScansQuestion</name>
    <message>
        <source>Read scanned documents again</source>
        <translation>重新读取扫描文档</translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln scanned document(s) again with the new setting?</source>
        <translation>
            <numerusform>要用新设置重新读取 %Ln 个扫描文档吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>It runs in the background and can be paused on the page “Documents”. Documents that you add from now on are read with the new setting in any case.</source>
        <translation>这会在后台进行，您可以在“文档”页面暂停。您今后添加的文档都会按新设置读取。</translation>
    </message>
    <message>
        <source>Keep as is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
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
        <source>Search in</source>
        <translation>搜索范围</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Search names and all messages</source>
        <translation>搜索名称和所有消息</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>Search your messages only</source>
        <translation>仅搜索您的消息</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Search answers only</source>
        <translation>仅搜索回答</translation>
    </message>
    <message>
        <source>With pictures</source>
        <translation>含图片</translation>
    </message>
    <message>
        <source>Search messages with pictures and their answers only</source>
        <translation>仅搜索含图片的消息及其回答</translation>
    </message>
</context>
<context>
    <name>ui::SecretEdit</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
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
        <source>Folder %1, collapsed, %Ln chats</source>
        <translation>
            <numerusform>文件夹 %1，已折叠，%Ln 个聊天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln chats</source>
        <translation>
            <numerusform>文件夹 %1，%Ln 个聊天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message>
        <source>No details are available for how this model processes pictures.</source>
        <translation>没有关于此模型如何处理图片的详情。</translation>
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
        <source>Chat template tokens</source>
        <translation>聊天模板词元</translation>
    </message>
    <message>
        <source>Tiles in reading order</source>
        <translation>图块（按读取顺序）</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>Whole prompt</source>
        <translation>完整提示词</translation>
    </message>
    <message>
        <source>Prompt by message</source>
        <translation>按消息显示提示词</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>模型视图</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Load the model to see how it processes this picture.</source>
        <translation>加载模型以查看它如何处理此图片。</translation>
    </message>
    <message>
        <source>This is a text-only model. It can&apos;t process pictures.</source>
        <translation>这是纯文本模型，无法处理图片。</translation>
    </message>
    <message>
        <source>Scaled to %1 × %2 pixels.</source>
        <translation>缩放为 %1 × %2 像素。</translation>
    </message>
    <message>
        <source>Split into %1 × %2 tiles of %3 × %4 pixels.</source>
        <translation>切分为 %1 × %2 个 %3 × %4 像素的图块。</translation>
    </message>
    <message>
        <source>The whole picture is added as one more tile.</source>
        <translation>整张图片另作为一个图块。</translation>
    </message>
    <message numerus="yes">
        <source>The picture uses %Ln token(s) of the context.</source>
        <translation>
            <numerusform>图片占用上下文的 %Ln 个词元。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Row %2, column %3: %Ln token(s)</source>
        <translation>
            <numerusform>%1. 第 %2 行，第 %3 列：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Picture: %Ln token(s)</source>
        <translation>
            <numerusform>图片：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. 整张图片：%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 text, %3 pictures</source>
        <comment>tokens of a message</comment>
        <translation>%1：文字 %2，图片 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tokens of a message</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Whole prompt: %1 of %2 tokens</source>
        <translation>完整提示词：%1 / %2 个词元</translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message>
        <source>Send options</source>
        <translation>发送选项</translation>
    </message>
    <message>
        <source>Several answers</source>
        <translation>多个回答</translation>
    </message>
    <message numerus="yes">
        <source>Generate %Ln alternatives</source>
        <translation>
            <numerusform>生成 %Ln 个备选回答</numerusform>
        </translation>
    </message>
    <message>
        <source>Several models</source>
        <translation>多个模型</translation>
    </message>
    <message>
        <source>Add a second model to compare answers</source>
        <translation>添加第二个模型以比较回答</translation>
    </message>
    <message>
        <source>Send to selected models</source>
        <translation>发送到所选模型</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>保存为提示词…</translation>
    </message>
</context>
<context>
    <name>ui::ServerKeyEdit</name>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Save the API key</source>
        <translation>保存 API 密钥</translation>
    </message>
    <message>
        <source>Remove the API key</source>
        <translation>移除 API 密钥</translation>
    </message>
</context>
<context>
    <name>ui::ServerState</name>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Running at %1</source>
        <translation>正在运行于 %1</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
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
        <source>%Ln answer(s) in progress</source>
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
        <source>No telemetry: Vignette doesn&apos;t collect or report usage data.</source>
        <translation>无遥测：Vignette 不收集或上报使用数据。</translation>
    </message>
    <message>
        <source>The log never contains prompts, answers or picture names.</source>
        <translation>日志绝不包含提示词、回答或图片名称。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Default model for new chats.</source>
        <translation>新聊天的默认模型。</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Added models</source>
        <translation>已添加的模型</translation>
    </message>
    <message>
        <source>Files and folders stay where they are.</source>
        <translation>文件和文件夹留在原处。</translation>
    </message>
    <message>
        <source>Model folders</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>All models in these folders are listed on the page “Models”.</source>
        <translation>这些文件夹中的所有模型都会列在“模型”页面。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Hardware used to run models. Applies the next time a model is loaded.</source>
        <translation>运行模型的硬件。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Number of CPU threads. Applies the next time a model is loaded.</source>
        <translation>CPU 线程数。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>每个核心一个</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Longer contexts use more memory. Applies the next time a model is loaded.</source>
        <translation>上下文越长，占用内存越多。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>模型默认值</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>KV cache quantization</source>
        <translation>KV 缓存量化</translation>
    </message>
    <message>
        <source>8-bit halves the memory for the context with almost no quality loss. Applies the next time a model is loaded.</source>
        <translation>8 位可将上下文占用的内存减半，几乎不损失质量。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 位</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>6-bit</source>
        <translation>6 位</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>8-bit keys, 4-bit values</source>
        <translation>8 位键，4 位值</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>A small model of the same family for speculative decoding: faster, identical answers. Applies the next time a model is loaded.</source>
        <translation>同系列的小模型，用于推测解码：更快，回答相同。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Unload idle models after</source>
        <translation>闲置多久后卸载模型</translation>
    </message>
    <message>
        <source>Frees the model&apos;s memory. It loads again with your next message.</source>
        <translation>释放模型占用的内存。发送下一条消息时会重新加载。</translation>
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
        <source>Used for chats without a system prompt of their own.</source>
        <translation>用于没有自己的系统提示词的聊天。</translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation>例如：请用短句回答。</translation>
    </message>
    <message>
        <source>Answer style</source>
        <translation>回答风格</translation>
    </message>
    <message>
        <source>Used for chats without settings of their own, starting with the next answer.</source>
        <translation>用于没有自己设置的聊天，从下一个回答起生效。</translation>
    </message>
    <message>
        <source>Generate chat titles</source>
        <translation>生成聊天标题</translation>
    </message>
    <message>
        <source>The model writes a title for a new chat after its first answer.</source>
        <translation>模型在第一个回答后为新聊天拟定标题。</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>用 Ctrl+Enter 发送</translation>
    </message>
    <message>
        <source>Enter then starts a new line. Otherwise, Enter sends and Shift+Enter starts a new line.</source>
        <translation>此时 Enter 换行。否则 Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Attach pasted text longer than</source>
        <translation>粘贴文本超过此长度时作为附件</translation>
    </message>
    <message>
        <source>Longer text becomes an attachment.</source>
        <translation>更长的文本会成为附件。</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>“System” follows your desktop.</source>
        <translation>“跟随系统”与您的桌面保持一致。</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
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
        <source>Accent color</source>
        <translation>强调色</translation>
    </message>
    <message>
        <source>Color of buttons, links and the focus.</source>
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
        <source>Applies to the whole interface (Ctrl++ / Ctrl+−).</source>
        <translation>适用于整个界面（Ctrl++ / Ctrl+−）。</translation>
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
        <source>Applies to code in messages.</source>
        <translation>适用于消息中的代码。</translation>
    </message>
    <message>
        <source>Same as text</source>
        <translation>与文字相同</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>“Compact” reduces the spacing.</source>
        <translation>“紧凑”会减小间距。</translation>
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
        <source>Turns off animations.</source>
        <translation>关闭动画。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Language of the interface. Models answer in the language of the question. Applies after a restart.</source>
        <translation>界面语言。模型会用提问的语言回答。重启后生效。</translation>
    </message>
    <message>
        <source>Continue where you left off</source>
        <translation>从上次离开处继续</translation>
    </message>
    <message>
        <source>Opens the last chat and restores your draft at startup.</source>
        <translation>启动时打开上次的聊天并恢复您的草稿。</translation>
    </message>
    <message>
        <source>Notify about finished answers</source>
        <translation>回答完成时通知</translation>
    </message>
    <message>
        <source>When a long answer finishes while the window is in the background. Notifications never show the text.</source>
        <translation>当窗口位于后台且较长的回答完成时。通知从不显示文本内容。</translation>
    </message>
    <message>
        <source>System tray icon</source>
        <translation>系统托盘图标</translation>
    </message>
    <message>
        <source>Closing the window then keeps Vignette running. Has no effect on desktops without a tray.</source>
        <translation>关闭窗口后 Vignette 会继续运行。在没有托盘的桌面上无效。</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>日志级别</translation>
    </message>
    <message>
        <source>The log file never contains prompts, answers or picture names.</source>
        <translation>日志文件绝不包含提示词、回答或图片名称。</translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation>仅警告</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>No matching settings</source>
        <translation>没有匹配的设置</translation>
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
        <source>Changes are saved automatically.</source>
        <translation>更改会自动保存。</translation>
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
        <source>Typing</source>
        <translation>输入</translation>
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
        <source>Temporary chats are never written to disk.</source>
        <translation>临时聊天从不写入磁盘。</translation>
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
        <source>Cache (safe to delete)</source>
        <translation>缓存（可安全删除）</translation>
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
        <source>System information for bug reports. Review it before sharing.</source>
        <translation>用于错误报告的系统信息。分享前请检查。</translation>
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
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Where mixture-of-experts models compute their experts if the device is a GPU. Applies the next time a model is loaded.</source>
        <translation>设备为 GPU 时，混合专家模型在哪里计算专家。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>On the GPU if they fit</source>
        <translation>能放下时在 GPU 上</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>在 GPU 上</translation>
    </message>
    <message>
        <source>On the CPU</source>
        <translation>在 CPU 上</translation>
    </message>
    <message>
        <source>GPU memory limit</source>
        <translation>GPU 内存上限</translation>
    </message>
    <message>
        <source>How much GPU memory a model may use. Applies the next time a model is loaded.</source>
        <translation>模型最多可使用的 GPU 内存。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>全部可用内存</translation>
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
        <source>The prompt cache of long chats is stored on disk, so they resume quickly after a restart. It is deleted with the chat. You can see its location and turn it off under Storage, which deletes the whole cache.</source>
        <translation>长聊天的提示缓存存储在磁盘上，以便重启后快速继续。它会随聊天一起删除。您可以在“存储”中查看其位置并将其关闭，关闭时会删除整个缓存。</translation>
    </message>
    <message>
        <source>Prompt cache</source>
        <translation>提示缓存</translation>
    </message>
    <message>
        <source>Prompt cache on disk</source>
        <translation>磁盘上的提示缓存</translation>
    </message>
    <message>
        <source>Lets long chats resume quickly after a restart. The cache grows up to this size and is deleted with its chats. “None” turns it off and deletes it.</source>
        <translation>使长聊天在重启后可快速继续。缓存最大为此大小，并随其聊天一起删除。“无”会将其关闭并删除。</translation>
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
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>图片描述</translation>
    </message>
    <message>
        <source>Delete all captions? Pictures aren&apos;t deleted.</source>
        <translation>删除所有说明？图片不会被删除。</translation>
    </message>
    <message>
        <source>Delete the prompt cache? Long chats take longer to resume.</source>
        <translation>删除提示缓存？长聊天恢复时会更慢。</translation>
    </message>
    <message>
        <source>Clear the cache?</source>
        <translation>清除缓存？</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Needed for gated models. Sent to the model hub only. The HF_TOKEN environment variable takes precedence.</source>
        <translation>受限模型需要。仅发送给模型中心。环境变量 HF_TOKEN 优先。</translation>
    </message>
    <message>
        <source>Model hub URL</source>
        <translation>模型中心网址</translation>
    </message>
    <message>
        <source>Models are downloaded from here: Hugging Face or a mirror. The HF_ENDPOINT environment variable takes precedence.</source>
        <translation>从此处下载模型：Hugging Face 或其镜像。环境变量 HF_ENDPOINT 优先。</translation>
    </message>
    <message>
        <source>Full precision (slower)</source>
        <translation>全精度（较慢）</translation>
    </message>
    <message>
        <source>Computes with the model file&apos;s exact numbers on the CPU. Answers take about twice as long. Applies the next time a model is loaded.</source>
        <translation>在 CPU 上使用模型文件的精确数值计算。回答用时约为两倍。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Read text in pictures (OCR)</source>
        <translation>识别图片中的文字 (OCR)</translation>
    </message>
    <message>
        <source>Text that Tesseract finds in a picture is sent to the model together with the picture, and you can select it in the picture viewer.</source>
        <translation>Tesseract 在图片中识别出的文字会与图片一起发送给模型，也可以在图片查看器中选择。</translation>
    </message>
    <message>
        <source>Answer checker</source>
        <translation>答案检查模型</translation>
    </message>
    <message>
        <source>A small model that reads each statement with the passages it cites and marks those that aren&apos;t supported.</source>
        <translation>一个小模型，将每个陈述与其引用的段落一起阅读，并标记没有依据的陈述。</translation>
    </message>
    <message>
        <source>None (only facts are compared)</source>
        <translation>无（仅比较事实）</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>嵌入模型</translation>
    </message>
    <message>
        <source>Searches documents by meaning. Your library is indexed for it in the background. See Models → Get models.</source>
        <translation>按含义搜索文档。文档库会在后台为其编制索引。参见“模型 → 获取模型”。</translation>
    </message>
    <message>
        <source>None (keyword search)</source>
        <translation>无（关键词搜索）</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>重排序模型</translation>
    </message>
    <message>
        <source>A small model that reads the best 20 or 30 passages and puts those that answer your question first.</source>
        <translation>一个小模型，阅读最佳的 20 或 30 个段落，并把能回答问题的排在前面。</translation>
    </message>
    <message>
        <source>Watch folders for changes</source>
        <translation>监视文件夹的更改</translation>
    </message>
    <message>
        <source>New and changed files are indexed immediately. Otherwise at the next start, or when you check for changes.</source>
        <translation>新增和更改的文件会立即编入索引。否则在下次启动时，或在您检查更改时。</translation>
    </message>
    <message>
        <source>Index location</source>
        <translation>索引位置</translation>
    </message>
    <message>
        <source>A file, or the URL of a shared PostgreSQL database: postgresql://user@host/database. Store the password in ~/.pgpass. An existing index stays where it is.</source>
        <translation>一个文件，或共享 PostgreSQL 数据库的网址：postgresql://user@host/database。请将密码存储在 ~/.pgpass 中。现有索引留在原处。</translation>
    </message>
    <message>
        <source>Local file</source>
        <translation>本地文件</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Nothing leaves this computer unless you choose a model on a remote server. Messages, pictures and answers are processed and stored locally.</source>
        <translation>除非您选择远程服务器上的模型，否则任何内容都不会离开这台电脑。消息、图片和回答均在本地处理和存储。</translation>
    </message>
    <message>
        <source>Choose which tools models may use. By default you approve each call.</source>
        <translation>选择模型可以使用哪些工具。默认情况下每次调用都需您批准。</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP 服务器</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Clients send it as “Authorization: Bearer …”. Without a key, any program on this computer can connect, but no other computer.</source>
        <translation>客户端以“Authorization: Bearer …”发送它。没有密钥时，这台电脑上的任何程序都可以连接，但其他电脑不能。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Try it out</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>A terminal command that sends a question to the current model.</source>
        <translation>向当前模型提问的终端命令。</translation>
    </message>
    <message>
        <source>Local API server</source>
        <translation>本地 API 服务器</translation>
    </message>
    <message>
        <source>Lets programs that support the OpenAI or Anthropic API use the models of this window, at the same time as you.</source>
        <translation>让支持 OpenAI 或 Anthropic API 的程序与您同时使用此窗口的模型。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>127.0.0.1 is for programs on this computer. 0.0.0.0 also accepts other computers, which need the API key; traffic isn&apos;t encrypted.</source>
        <translation>127.0.0.1 供这台电脑上的程序使用。0.0.0.0 也接受其他电脑，它们需要 API 密钥；传输未加密。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Changing the port interrupts running requests.</source>
        <translation>更改端口会中断正在进行的请求。</translation>
    </message>
    <message>
        <source>Offer documents</source>
        <translation>提供文档</translation>
    </message>
    <message>
        <source>Lets these programs get answers with sources from your documents.</source>
        <translation>允许这些程序从您的文档中获得附有来源的回答。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Re-rank results with the model</source>
        <translation>用模型对结果重新排序</translation>
    </message>
    <message>
        <source>A model with at least a billion parameters checks whether each of the best passages answers your question. This takes as long as reading them.</source>
        <translation>参数不少于十亿的模型会检查每个最佳段落是否回答了您的问题。用时与读取这些段落相同。</translation>
    </message>
    <message>
        <source>Answer only if a passage fits</source>
        <translation>仅在段落匹配时回答</translation>
    </message>
    <message>
        <source>A question is answered if its best passage scores at least this much. Documents → More → Measure search suggests a value.</source>
        <translation>最佳段落的得分达到此值时，才会回答问题。您可以通过“文档 → 更多 → 测量搜索质量”获得建议值。</translation>
    </message>
    <message>
        <source>Always answer</source>
        <translation>始终回答</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Describe figures in documents</source>
        <translation>描述文档中的插图</translation>
    </message>
    <message>
        <source>While a vision model on this computer is loaded, it describes images and drawings in your documents in the background, so that questions find them by what they show. This takes seconds per figure, and answers are slower meanwhile.</source>
        <translation>当本机上的视觉模型已加载时，它会在后台描述您文档中的图片和图示，使提问能按其内容找到它们。每张插图需要数秒，在此期间回答会变慢。</translation>
    </message>
    <message>
        <source>Load models faster</source>
        <translation>更快地加载模型</translation>
    </message>
    <message>
        <source>Caches a copy of model weights on disk in the layout this CPU needs, up to 16 GB in total. Applies the next time a model is loaded.</source>
        <translation>在磁盘上缓存一份按此 CPU 所需布局排列的模型权重副本，总共最多 16 GB。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Document index</source>
        <translation>文档索引</translation>
    </message>
    <message>
        <source>Delete the document index? All collections are removed from the page “Documents”. Your files aren&apos;t deleted.</source>
        <translation>要删除文档索引吗？“文档”页面上的所有集合都会被移除。您的文件不会被删除。</translation>
    </message>
    <message>
        <source>Vignette only contacts servers when you search for models, open a model&apos;s details, download a model, use a remote model, turn on an MCP server or add a web page. Contacted so far:</source>
        <translation>只有在您搜索模型、打开模型详情、下载模型、使用远程模型、开启 MCP 服务器或添加网页时，Vignette 才会联系服务器。目前已联系：</translation>
    </message>
    <message>
        <source>Programs and web servers that provide more tools through the Model Context Protocol. They only start when you turn them on.</source>
        <translation>通过模型上下文协议提供更多工具的程序和网络服务器。只有在您开启后才会启动。</translation>
    </message>
    <message>
        <source>Check answers against pictures</source>
        <translation>对照图片检查回答</translation>
    </message>
    <message>
        <source>Numbers, dates and names in an answer are searched in the text of the picture: point at one to see where it is. Those that aren&apos;t there are marked.</source>
        <translation>系统会在图片文字中查找回答里的数字、日期和名称：指向其中一项即可查看其位置。图片中没有的内容会被标记。</translation>
    </message>
    <message>
        <source>Read scanned pages with</source>
        <translation>读取扫描页面使用</translation>
    </message>
    <message>
        <source>A vision model on this computer, best one made for OCR, reads scanned pages in the background after Tesseract. This takes seconds to minutes per page.</source>
        <translation>由这台计算机上的视觉模型（最好是专用于 OCR 的模型）在 Tesseract 之后于后台读取扫描页面。每页需要数秒到数分钟。</translation>
    </message>
    <message>
        <source>Tesseract</source>
        <translation>Tesseract</translation>
    </message>
    <message>
        <source>Reading speed</source>
        <translation>朗读速度</translation>
    </message>
    <message>
        <source>How fast “Read aloud” reads answers, with the voices of Speech Dispatcher.</source>
        <translation>“朗读”朗读回答的速度，使用 Speech Dispatcher 的语音。</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>Very fast</source>
        <translation>很快</translation>
    </message>
    <message>
        <source>Global shortcut for screenshots</source>
        <translation>截图的全局快捷键</translation>
    </message>
    <message>
        <source>Ctrl+Alt+A takes a screenshot in any program and asks about it in a new chat. Some desktops ask for permission and let you choose other keys.</source>
        <translation>Ctrl+Alt+A 可在任何程序中截图，并在新聊天中就其提问。某些桌面会请求许可，并允许您选择其他按键。</translation>
    </message>
    <message>
        <source>Picture detail</source>
        <translation>图片细节</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>精细</translation>
    </message>
    <message>
        <source>How closely models look at new pictures. Fine detail keeps small text readable, but takes more of the context and more time. With “Tiles”, models that cut pictures into tiles use as many as they can. Models that read every picture alike ignore this.</source>
        <translation>模型查看新图片的细致程度。“精细”能让小字保持可读，但会占用更多上下文和时间。选择“分块”时，会把图片切成块的模型将使用尽可能多的块。以相同方式读取所有图片的模型会忽略此设置。</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Check facts of receipts and forms again</source>
        <translation>再次核对收据和表单中的信息</translation>
    </message>
    <message>
        <source>After an answer about a receipt or form, the model reads up to five amounts again, each alone in the enlarged picture. Takes as long as five short answers.</source>
        <translation>回答与收据或表单有关时，模型会在放大的图片中逐个重新读取最多五个金额。耗时相当于五个简短的回答。</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutHelp</name>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>搜索命令或快捷键</translation>
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
        <source>No matching commands</source>
        <translation>没有匹配的命令</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutRow</name>
    <message>
        <source>Add shortcut for “%1”</source>
        <translation>为“%1”添加快捷键</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Remove %1 from “%2”</source>
        <translation>从“%2”移除 %1</translation>
    </message>
    <message>
        <source>%1 is already assigned to “%2”.</source>
        <translation>%1 已分配给“%2”。</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>重新分配</translation>
    </message>
    <message>
        <source>Choose another</source>
        <translation>选择其他</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutsEditor</name>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>搜索命令或快捷键</translation>
    </message>
    <message>
        <source>Reset all to defaults</source>
        <translation>全部恢复默认值</translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>无结果</translation>
    </message>
    <message>
        <source>Chat list menu</source>
        <translation>聊天列表菜单</translation>
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
        <source>Import chats…</source>
        <translation>导入聊天…</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>导出所有聊天…</translation>
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
        <source>Removed folder “%1”</source>
        <translation>已移除文件夹“%1”</translation>
    </message>
    <message>
        <source>Names and messages of all chats</source>
        <translation>所有聊天的名称和消息</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>删除所有聊天</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln chat(s), including pictures?</source>
        <translation>
            <numerusform>删除 %Ln 个聊天，包括其中的图片？</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>全部删除</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln chat(s)</source>
        <translation>
            <numerusform>已删除 %Ln 个聊天</numerusform>
        </translation>
    </message>
    <message>
        <source>Your chats will appear here.</source>
        <translation>您的对话会显示在这里。</translation>
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
    <message>
        <source>Shows an image. %1</source>
        <translation>包含一张图片。%1</translation>
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
        <source>Show or hide the sources of this answer</source>
        <translation>显示或隐藏此回答的来源</translation>
    </message>
</context>
<context>
    <name>ui::SpeechEngine</name>
    <message>
        <source>There are no voices on this computer. Install Speech Dispatcher and the package qt6-speech-speechd-plugin.</source>
        <translation>此计算机上没有语音。请安装 Speech Dispatcher 和软件包 qt6-speech-speechd-plugin。</translation>
    </message>
    <message>
        <source>This build of Vignette can&apos;t read aloud: Qt&apos;s TextToSpeech was missing.</source>
        <translation>此版本的 Vignette 无法朗读：构建时缺少 Qt TextToSpeech。</translation>
    </message>
    <message>
        <source>The text can&apos;t be read aloud: %1</source>
        <translation>无法朗读此文本：%1</translation>
    </message>
</context>
<context>
    <name>ui::SpeedLine</name>
    <message>
        <source>Benchmark progress</source>
        <translation>基准测试进度</translation>
    </message>
    <message>
        <source>Uses the full power of this computer for a while. The result stays on this computer.</source>
        <translation>会在一段时间内使用这台电脑的全部性能。结果保留在这台电脑上。</translation>
    </message>
    <message>
        <source>Running benchmark…</source>
        <translation>正在运行基准测试…</translation>
    </message>
    <message>
        <source>Run a quick benchmark to estimate speed.</source>
        <translation>运行快速基准测试以估计速度。</translation>
    </message>
    <message>
        <source>Stop benchmark</source>
        <translation>停止基准测试</translation>
    </message>
    <message>
        <source>Run benchmark (20 s)</source>
        <translation>运行基准测试（20 秒）</translation>
    </message>
</context>
<context>
    <name>ui::StoredModelsDialog</name>
    <message>
        <source>Tick the models whose files you want to delete. This can&apos;t be undone.</source>
        <translation>勾选要删除其文件的模型。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>已下载的模型</translation>
    </message>
    <message>
        <source>Delete files</source>
        <translation>删除文件</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>There are no downloaded models on this computer.</source>
        <translation>此计算机上没有已下载的模型。</translation>
    </message>
    <message>
        <source>Delete files (%1)</source>
        <translation>删除文件（%1）</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>The answer was truncated</source>
        <translation>回答被截断</translation>
    </message>
    <message>
        <source>Too long: based on selected passages</source>
        <translation>过长：依据所选段落</translation>
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
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Press Enter to open the passage a value comes from.</source>
        <translation>按 Enter 打开某个值所出自的段落。</translation>
    </message>
    <message>
        <source>Back to documents</source>
        <translation>返回文档</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>提取数据到表格</translation>
    </message>
    <message>
        <source>Open JSON schema…</source>
        <translation>打开 JSON 架构…</translation>
    </message>
    <message>
        <source>Uses the properties of the schema as columns</source>
        <translation>将架构的属性用作列</translation>
    </message>
    <message>
        <source>Define columns</source>
        <translation>定义列</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Finished rows</source>
        <translation>已完成的行</translation>
    </message>
    <message numerus="yes">
        <source>One row for each of %Ln document(s)</source>
        <translation>
            <numerusform>%Ln 个文档，每个一行</numerusform>
        </translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON 架构</translation>
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
        <source>There are no documents. Add documents first.</source>
        <translation>没有文档。请先添加文档。</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message numerus="yes">
        <source>Done – %Ln row(s)</source>
        <translation>
            <numerusform>完成 – %Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped – %Ln row(s)</source>
        <translation>
            <numerusform>已停止 – %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>新建表格</translation>
    </message>
    <message>
        <source>No passage contains this value.</source>
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
        <source>Table exported to “%1”.</source>
        <translation>表格已导出到“%1”。</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>无法读取“%1”：%2。</translation>
    </message>
    <message>
        <source>The model that reads the documents.</source>
        <translation>读取文档的模型。</translation>
    </message>
    <message numerus="yes">
        <source>Extract %Ln row(s)</source>
        <translation>
            <numerusform>提取 %Ln 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TablePreview</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message numerus="yes">
        <source>Fill in %Ln row(s)</source>
        <translation>
            <numerusform>填写 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>The preview is filled in.</source>
        <translation>预览已填写。</translation>
    </message>
</context>
<context>
    <name>ui::TemporaryBar</name>
    <message>
        <source>Temporary chat – not saved.</source>
        <translation>临时聊天 – 不保存。</translation>
    </message>
    <message>
        <source>Save chat</source>
        <translation>保存聊天</translation>
    </message>
    <message>
        <source>Saves this chat with your other chats</source>
        <translation>将此聊天与其他聊天一起保存</translation>
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
        <source>Only the beginning is shown here; the model reads the whole text.</source>
        <translation>此处仅显示开头；模型会读取全文。</translation>
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
        <source>Open document</source>
        <translation>打开文档</translation>
    </message>
</context>
<context>
    <name>ui::TextBar</name>
    <message>
        <source>Drag over the text, or use the arrow keys; hold Shift to extend the selection.</source>
        <translation>在文字上拖动，或使用方向键；按住 Shift 可扩展选择。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel selecting (Escape)</source>
        <translation>取消选择 (Escape)</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Select all text in the picture (Ctrl+A)</source>
        <translation>选择图片中的全部文字 (Ctrl+A)</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Copy the selected text (Ctrl+C)</source>
        <translation>复制所选文字 (Ctrl+C)</translation>
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
        <source>%1. Only the beginning is shown here; the model reads the whole text.</source>
        <translation>%1。此处仅显示开头；模型会读取全文。</translation>
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
        <source>Reasoning…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>已思考</translation>
    </message>
    <message numerus="yes">
        <source>Reasoned for %Ln s</source>
        <translation>
            <numerusform>思考了 %Ln 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide reasoning</source>
        <translation>隐藏思考过程</translation>
    </message>
    <message>
        <source>Show reasoning</source>
        <translation>显示思考过程</translation>
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
        <source>Save the access token</source>
        <translation>保存访问令牌</translation>
    </message>
    <message>
        <source>Remove the access token</source>
        <translation>移除访问令牌</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
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
        <source>Tool calls</source>
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
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Awaiting approval</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <source>Running</source>
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
        <source>Denied</source>
        <translation>已拒绝</translation>
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
        <source>Show or hide the tool&apos;s result</source>
        <translation>显示或隐藏工具的结果</translation>
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
        <source>Importing: %1</source>
        <translation>正在导入：%1</translation>
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
        <source>The built-in model can only describe drawings: objects, shapes, short signs. For photos, download another model.</source>
        <translation>内置模型只能描述图画：物体、形状、简短标牌。照片请下载其他模型。</translation>
    </message>
    <message>
        <source>The built-in model can only describe drawings: objects, shapes, short signs. %1 can describe photos.</source>
        <translation>内置模型只能描述图画：物体、形状、简短标牌。%1 可以描述照片。</translation>
    </message>
    <message>
        <source>Regenerate with %1</source>
        <translation>用 %1 重新生成</translation>
    </message>
    <message>
        <source>Get a model for photos</source>
        <translation>获取适用于照片的模型</translation>
    </message>
    <message>
        <source>The question is answered again afterwards.</source>
        <translation>之后会重新回答该问题。</translation>
    </message>
</context>
<context>
    <name>ui::WebPageRow</name>
    <message>
        <source>Save page</source>
        <translation>保存网页</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Address of the web page</source>
        <translation>网页地址</translation>
    </message>
    <message>
        <source>The page is saved as it is now in %1 and added to the library. The program contacts its server once.</source>
        <translation>网页会以当前的样子保存到 %1 并添加到文档库。程序会联系其服务器一次。</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>正在下载…</translation>
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
        <source>Read text in a picture</source>
        <translation>识别图片中的文字</translation>
    </message>
    <message>
        <source>Transcribe all text in this picture.</source>
        <translation>抄录这张图片中的所有文字。</translation>
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
        <source>Summarize text</source>
        <translation>总结文本</translation>
    </message>
    <message>
        <source>Summarize this text in a few sentences: </source>
        <translation>用几句话总结这段文本：</translation>
    </message>
    <message>
        <source>Drop a picture here to describe it</source>
        <translation>将图片拖到这里以进行描述</translation>
    </message>
    <message>
        <source>Or paste a picture, or ask anything below. Nothing leaves this computer.</source>
        <translation>或粘贴图片，或在下方提问。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation>使用其他模型…</translation>
    </message>
    <message>
        <source>No model available</source>
        <translation>没有可用的模型</translation>
    </message>
    <message>
        <source>Add file…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Describe sample picture: %1</source>
        <translation>描述示例图片：%1</translation>
    </message>
    <message>
        <source>How can I help?</source>
        <translation>有什么可以帮您？</translation>
    </message>
    <message>
        <source>%1 will load when you start typing.</source>
        <translation>您开始输入时将加载 %1。</translation>
    </message>
    <message>
        <source>Ask anything below. Nothing leaves this computer.</source>
        <translation>在下方随意提问。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>The built-in starter model can describe drawings: objects, shapes, short signs. It can&apos;t describe photographs.</source>
        <translation>内置入门模型可以描述图画：物体、形状、简短标牌。它无法描述照片。</translation>
    </message>
    <message>
        <source>This is a text-only model. It can&apos;t process pictures.</source>
        <translation>这是纯文本模型，无法处理图片。</translation>
    </message>
    <message>
        <source>Welcome to Vignette</source>
        <translation>欢迎使用 Vignette</translation>
    </message>
    <message>
        <source>Your message is kept here. You can send it once a model is available.</source>
        <translation>您的消息会保留在此。有可用的模型后即可发送。</translation>
    </message>
    <message>
        <source>Get a model for photos</source>
        <translation>获取适用于照片的模型</translation>
    </message>
    <message>
        <source>Contacts a model hub; nothing is downloaded until you confirm</source>
        <translation>将联系模型中心；在您确认之前不会下载任何内容</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>获取模型</translation>
    </message>
    <message>
        <source>Or paste a picture, or ask anything below.</source>
        <translation>或粘贴图片，或在下方提问。</translation>
    </message>
    <message>
        <source>Ask anything below.</source>
        <translation>在下方随意提问。</translation>
    </message>
    <message>
        <source>octopus</source>
        <translation>章鱼</translation>
    </message>
    <message>
        <source>sailboat and rhinoceros</source>
        <translation>帆船和犀牛</translation>
    </message>
    <message>
        <source>square and cross</source>
        <translation>正方形和十字</translation>
    </message>
    <message>
        <source>three graduation caps</source>
        <translation>三顶学士帽</translation>
    </message>
    <message>
        <source>exit sign</source>
        <translation>出口标志</translation>
    </message>
</context>
<context>
    <name>ui::WorkDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>ui::drawOnPaper</name>
    <message>
        <source>The printer can&apos;t be reached. Check that it is turned on.</source>
        <translation>无法连接打印机。请检查它是否已打开。</translation>
    </message>
    <message>
        <source>The pages couldn&apos;t be printed.</source>
        <translation>无法打印这些页面。</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>第 %1 页</translation>
    </message>
</context>
<context>
    <name>ui::evidenceDialog</name>
    <message>
        <source>Exported reply (*.pdf)</source>
        <translation>导出的回答 (*.pdf)</translation>
    </message>
    <message>
        <source>Export evidence</source>
        <translation>导出凭证</translation>
    </message>
    <message>
        <source>Check a reply</source>
        <translation>检查回答</translation>
    </message>
</context>
<context>
    <name>ui::htmlPage</name>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>ui::outputDialogs</name>
    <message>
        <source>Save as PDF</source>
        <translation>另存为 PDF</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Share as HTML file</source>
        <translation>以 HTML 文件分享</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>已发送到打印机。</translation>
    </message>
    <message>
        <source>Saved as “%1”.</source>
        <translation>已保存为“%1”。</translation>
    </message>
</context>
<context>
    <name>ui::spokenParts</name>
    <message>
        <source>formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>ui::startDictation</name>
    <message>
        <source>Speech Note is listening. What you say is typed into the message box.</source>
        <translation>Speech Note 正在聆听。您说的话会输入到消息框中。</translation>
    </message>
    <message>
        <source>Dictation needs the app Speech Note, and it must be running. An input method of your desktop that takes dictation works without it.</source>
        <translation>听写需要“Speech Note”应用，并且它必须正在运行。您桌面上支持听写的输入法无需它也可使用。</translation>
    </message>
    <message>
        <source>Speech Note can&apos;t listen: %1</source>
        <translation>Speech Note 无法聆听：%1</translation>
    </message>
    <message>
        <source>Speech Note accepts no requests of other apps. Allow external applications to invoke actions in its settings.</source>
        <translation>Speech Note 不接受其他应用的请求。请在其设置中允许外部应用程序调用操作。</translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Reached the length limit</source>
        <translation>已达到长度上限</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1 s to first token</source>
        <translation>首个词元用时 %1 秒</translation>
    </message>
    <message>
        <source>%1 of %2 cached</source>
        <translation>%2 中的 %1 来自缓存</translation>
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
        <source>Export chat</source>
        <translation>导出聊天</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Archive with all versions and pictures (*.zip)</source>
        <translation>含所有版本和图片的归档 (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chats to “%1”.</source>
        <translation>
            <numerusform>已将 %Ln 个聊天导出到“%1”。</numerusform>
        </translation>
    </message>
    <message>
        <source>Chats %1</source>
        <comment>a file name with a date</comment>
        <translation>聊天 %1</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>导出所有聊天</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>归档 (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chats.</source>
        <translation>
            <numerusform>已导入 %Ln 个聊天。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入聊天</translation>
    </message>
    <message>
        <source>JSON with all versions (*.vignette.json)</source>
        <translation>含所有版本的 JSON (*.vignette.json)</translation>
    </message>
    <message>
        <source>Chat exported to “%1”.</source>
        <translation>聊天已导出到“%1”。</translation>
    </message>
    <message>
        <source>Chat exported to “%1”, and its pictures to “%2” in the same folder.</source>
        <translation>聊天已导出到“%1”，其图片导出到同一文件夹中的“%2”。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats already existed; their copies end in “(imported)”.</source>
        <translation>
            <numerusform>%Ln 个聊天已存在；其副本的名称以“（已导入）”结尾。</numerusform>
        </translation>
    </message>
    <message>
        <source>Chats from Vignette or ChatGPT, Markdown (*.zip *.json *.md *.markdown)</source>
        <translation>Vignette 或 ChatGPT 的聊天、Markdown (*.zip *.json *.md *.markdown)</translation>
    </message>
</context>
</TS>
