<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>app::AnswerNotifier</name>
    <message>
        <source>An answer is complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to read it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>app::DesktopNotifications</name>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>app::Program</name>
    <message>
        <source>Vignette was ended unexpectedly last time. Everything that was sent or answered is still here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>app::TrayIcon</name>
    <message>
        <source>Show Vignette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading the model: %1 %, about %n second(s) left</source>
        <translation>
            <numerusform>Loading the model: %1 %, about %n second left</numerusform>
            <numerusform>Loading the model: %1 %, about %n seconds left</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading the model: %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Looking at picture %1 of %2, about %n second(s) left</source>
        <translation>
            <numerusform>Looking at picture %1 of %2, about %n second left</numerusform>
            <numerusform>Looking at picture %1 of %2, about %n seconds left</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking at picture %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Waiting for room in the context: other answers (%1) go first, for at most about %n second(s)</source>
        <translation>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %n second</numerusform>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %n seconds</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for room in the context: other answers (%1) go first</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 of %2 tokens, about %n second(s) left</source>
        <translation>
            <numerusform>Reading: %1 of %2 tokens, about %n second left</numerusform>
            <numerusform>Reading: %1 of %2 tokens, about %n seconds left</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading: %1 of %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the memory that another model gives back</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ArchiveExport</name>
    <message>
        <source>The conversation “%1” could not be read: nothing was exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The export was stopped: nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ArchiveWriter</name>
    <message>
        <source>there is no room beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::AttachmentLoader</name>
    <message>
        <source>“%1” is a folder; its pictures can be described on the page “Captions”, or chosen one by one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is larger than %2 MiB, which is the most that can be attached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture was not attached: its “data:” address is broken, or too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is neither a picture that can be read nor a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is a text of more than %2 MiB, which is the most that can be attached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not an ordinary file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::CaptionLibrary</name>
    <message>
        <source>%1 of %2</source>
        <comment>described of all pictures</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::CaptionRun</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::Captions</name>
    <message>
        <source>%1 holds no picture.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::Conversation</name>
    <message>
        <source>Temporary chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ConversationFolders</name>
    <message>
        <source>New folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a folder&apos;s name and a number</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ConversationImport</name>
    <message>
        <source>Nothing could be imported: the file of the conversations cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The import was not finished: the file of the conversations cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ConversationList</name>
    <message>
        <source>%1 (copy)</source>
        <comment>the name of a conversation</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, temporary</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ConversationReader</name>
    <message>
        <source>it is larger than any export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>conversations that Vignette or ChatGPT exported were expected in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a conversation in JSON was expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1 cannot be imported: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an ordinary file was expected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ConversationSearch</name>
    <message>
        <source>%1: %2</source>
        <comment>a conversation, and words from a message in it</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::Database</name>
    <message>
        <source>%1 was written by a newer Vignette: its form is %2, this version reads up to %3. It is left as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is of an earlier version and is copied before it is changed, but the copy cannot be written: %2. It needs %3 beside it. Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another Vignette is using the file %1: nothing will be kept here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::Devices</name>
    <message>
        <source>%1, and the processor for the rest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::GeneratorThread</name>
    <message>
        <source>%1 is not used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model was replaced before this answer was complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program was closed before this answer was complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not used: this machine does not have it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::InstalledModels</name>
    <message>
        <source>Built-in model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no models in %1: neither GGUF files nor folders with config.json and safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no model: a GGUF file or a folder with config.json and safetensors files is one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is only the vision part of a model. Add it together with the one language model that it belongs to.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::MessageTree</name>
    <message>
        <source>This message could not be kept on the disk.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ModelDescription</name>
    <message>
        <source>Models of the family “%1” are not supported by this version; it runs %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is only the vision part of a model. Add the language model that it belongs to; it is found by itself where both lie in one folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds no vocabulary, so its model cannot read text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder holds neither tokenizer.json nor tokenizer.model, so its model cannot read text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing at this place any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory to look into this file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ModelPool</name>
    <message>
        <source>The loading of the model was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model was unloaded before this answer was complete.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::ZipArchive</name>
    <message>
        <source>a zip archive was expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds more files than expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” in it cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” in it is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” in it is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::conversationFrom</name>
    <message>
        <source>The pictures of the conversation have more than %1 megapixels together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message %1 was expected to have its number as its id, an earlier message as its parent, an author and a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no conversation of Vignette: the format “vignette-conversation” was expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation was written by a newer Vignette; version 1 was expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation holds no message; at least one was expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pictures of the conversation take more than %1 MiB together.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::exportConversation</name>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::schemaProblem</name>
    <message>
        <source>A schema may have a million characters at most.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>services::writeWhole</name>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::AttachmentChip</name>
    <message>
        <source>Remove %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message>
        <source>Attachments of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A message takes %n attachments at most. The page “Captions” describes whole folders.</source>
        <translation>
            <numerusform>A message takes %n attachment at most. The page “Captions” describes whole folders.</numerusform>
            <numerusform>A message takes %n attachments at most. The page “Captions” describes whole folders.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model will see</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::AttachmentTextTile</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a text, its length</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — click to read it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionDelegate</name>
    <message>
        <source>Caption of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionExport</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a table (CSV)…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As JSON Lines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as JSON Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As text files beside the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The captions are in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n text file(s) would be replaced.</source>
        <translation>
            <numerusform>%n text file would be replaced.</numerusform>
            <numerusform>%n text files would be replaced.</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep those</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n text file(s) lie beside the pictures.</source>
        <translation>
            <numerusform>%n text file lies beside the pictures.</numerusform>
            <numerusform>%n text files lie beside the pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionForm</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title and description (JSON)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keywords (JSON)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionProgress</name>
    <message>
        <source>Less than a minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>About %n minute(s) left</source>
        <translation>
            <numerusform>About %n minute left</numerusform>
            <numerusform>About %n minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n hour(s) left</source>
        <translation>
            <numerusform>About %n hour left</numerusform>
            <numerusform>About %n hours left</numerusform>
        </translation>
    </message>
    <message>
        <source>Described pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 described</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describes all pictures that wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describes those under way to their end and then rests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Those under way wait again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for pictures…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Finished; %n picture(s) failed</source>
        <translation>
            <numerusform>Finished; %n picture failed</numerusform>
            <numerusform>Finished; %n pictures failed</numerusform>
        </translation>
    </message>
    <message>
        <source>Finishing those under way…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionSetup</name>
    <message>
        <source>Form of the captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is asked about each picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file}, {name} and {folder} are replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is asked about each picture. {file} is replaced by the name of its file, {name} by the same without its ending, {folder} by the name of its folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON schema of the captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own form (JSON schema)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The JSON schema is not a JSON object yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionTable</name>
    <message>
        <source>Pictures and captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the caption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionTableModel</name>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caption</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edited</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message>
        <source>Describe a folder of pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a folder or some pictures here. Every picture gets a caption, which you can edit and export. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search files and captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caption runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caption runs, the newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New caption run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describes a folder or some pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some pictures…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Caption pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for new pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the pictures shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describes the selected pictures again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n new picture(s) found.</source>
        <translation>
            <numerusform>%n new picture found.</numerusform>
            <numerusform>%n new pictures found.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pictures to describe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was removed. Its pictures are where they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n picture</numerusform>
            <numerusform>%n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>%n of them</numerusform>
            <numerusform>%n of them</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to describe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is neither a folder nor a picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files are neither folders nor pictures.</source>
        <translation>
            <numerusform>%n file is neither a folder nor a picture.</numerusform>
            <numerusform>%n files are neither folders nor pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ChatPage</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the next place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the previous place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four more answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the last code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete the last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue the last answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ChatSettingsPanel</name>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before the first message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which one answers in this conversation.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read all messages again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Oldest messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They were left out because the model could not read so much at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything as in the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in new conversations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ChatView</name>
    <message>
        <source>Jump to newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CodeHeader</name>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save code as a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not wrap lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” could not be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CommandList</name>
    <message>
        <source>%1 (%2)</source>
        <comment>what a button does, its keys</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message>
        <source>Search commands, conversations and models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n results</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CompareColumn</name>
    <message>
        <source>Keep this one (shown now)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::CompareView</name>
    <message>
        <source>Compare the versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the conversation (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ContextCounter</name>
    <message>
        <source>Leave out the oldest messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enlarge the context in the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message is too long for the model: it takes %1 tokens, and %2 fit. Shorten it or attach less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation has grown too long for the model: with this message it takes %1 tokens, and %2 fit.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ContextMeter</name>
    <message>
        <source>%1 of the %2 tokens that the model can read at once are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context: %1 of %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ConversationDelegate</name>
    <message>
        <source>Name of the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ConversationMenu</name>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove folder, keep its conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::DateSections</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a month and its year</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::DeviceChip</name>
    <message>
        <source>Device: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – why this device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 computes on: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not available, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its context holds %1 tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It sees pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It reads text only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 guesses ahead for it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::DeviceChoice</name>
    <message>
        <source>%1 is not offered. %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::DropContents</name>
    <message numerus="yes">
        <source>Attach %n file(s)</source>
        <translation>
            <numerusform>Attach %n file</numerusform>
            <numerusform>Attach %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n model(s)</source>
        <translation>
            <numerusform>Add %n model</numerusform>
            <numerusform>Add %n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Caption the pictures of %n folder(s)</source>
        <translation>
            <numerusform>Caption the pictures of %n folder</numerusform>
            <numerusform>Caption the pictures of %n folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import the conversations of %n file(s)</source>
        <translation>
            <numerusform>Import the conversations of %n file</numerusform>
            <numerusform>Import the conversations of %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DropOverlay</name>
    <message>
        <source>Drop files here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::DroppedContents</name>
    <message>
        <source>The picture was not attached: only its address (%1) arrived, and nothing is ever fetched from the web. Copy the picture itself, or save it and attach the file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next match</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::FolderQuestion</name>
    <message>
        <source>Pictures to describe</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) below hold pictures, too.</source>
        <translation>
            <numerusform>%n folder below holds pictures, too.</numerusform>
            <numerusform>%n folders below hold pictures, too.</numerusform>
        </translation>
    </message>
    <message>
        <source>With all folders below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::FormRow</name>
    <message>
        <source>Back to the default</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::KeyCapture</name>
    <message>
        <source>%1 is needed for writing. Hold Ctrl or Alt with it, or take a function key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 types “%2” on this keyboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 edits text, here as everywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the keys for “%1”, or Escape to leave everything as it is.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::LanguageChoice</name>
    <message>
        <source>As on the desktop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop, or leave what is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a command, a conversation, a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual size of text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MarkdownView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy formula as LaTeX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>which version of a message, of how many</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MessageCommands</name>
    <message>
        <source>Deleted from that message on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MessageError</name>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MessageMenu</name>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give me 4 answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::MessageView</name>
    <message>
        <source>Your message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model no longer reads what is above.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelButton</name>
    <message>
        <source>Model: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – choose another model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelCard</name>
    <message>
        <source>Show what needs memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide what needs memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers new chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading: %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1 from the list; its files stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. It may not fit; models that are idle are unloaded first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelHeader</name>
    <message>
        <source>Cancel the loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the model out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loaded with the next message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading: %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not in memory any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelMenu</name>
    <message>
        <source>Find a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model has these letters in its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add and manage models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loaded · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being loaded · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be loaded · %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message>
        <source>%1 billion parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens of context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>licence: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs %1, %2 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vision part: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it remembers of a full context: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working space: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs %1, %2 free on %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message>
        <source>Only the built-in model is here. Drop a GGUF file or a folder with a model onto this page, or add it with the buttons above; it stays where it lies.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The models on this computer. Adding one copies nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder of models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the models, where they lie</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::NavigationBar</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page is shown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::Notice</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::Page</name>
    <message>
        <source>Caption pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PathList</name>
    <message>
        <source>Add a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PictureCanvas</name>
    <message>
        <source>The marked part is %1 by %2 pixels, %3 from the left and %4 from the top.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PictureViewer</name>
    <message>
        <source>Picture viewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous picture (Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next picture (Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As large as there is room (0), or one to one (1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy (Ctrl+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as… (Ctrl+S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark a part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark a part to ask about (M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture as it is scaled and cut for the model (I)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag, or use the arrows; with Shift they change the size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask about this part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds the marked part to the message (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leaves the part unmarked (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom, now %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture as the model sees it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture could not be saved as %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PromptBox</name>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 files are read …</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n attachments</source>
        <translation>
            <numerusform>%n attachment</numerusform>
            <numerusform>%n attachments</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures and texts (%1);;Pictures (%2);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</source>
        <translation>
            <numerusform>The text was not pasted: it has %Ln character, and %1 million are the most that a message can take along.</numerusform>
            <numerusform>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PromptEdit</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask about a picture, or just ask. Ctrl+Enter sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask about a picture, or just ask. Enter sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter begins a new line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::PromptEditBar</name>
    <message>
        <source>Editing an earlier message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SamplerEditor</name>
    <message>
        <source>A schema is a JSON object, in braces.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not JSON: %1 at character %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example: {&quot;type&quot;: &quot;object&quot;}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this many of the likeliest words are considered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer is cut off there, and can be continued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same number gives the same answer to the same question, however bold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One in each line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An answer ends before any of these texts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers are then JSON of this form and nothing else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 always takes the most likely word, so an answer repeats itself exactly; higher values are bolder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the likeliest words that together have this share of the probability; 1 lets all through.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drops words less likely than this share of the likeliest one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prefers words that surprise about as much as is usual in this place; 1 lets all through.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1, words that were used already become less likely; 1 changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 0, words that occurred at all become less likely, which brings new subjects.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 0, words become less likely each time they occur.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always the most likely word: the same question has the same answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Varied, but close to what is likely: for everyday talk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Creative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bold choices and new subjects: for stories and ideas.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SearchFilters</name>
    <message>
        <source>What is looked through</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look through names and all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look only through what you wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look only through answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look only through messages with pictures and the answers to them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SectionModel</name>
    <message>
        <source>Temporary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, collapsed, %n conversations</source>
        <translation>
            <numerusform>Folder %1, collapsed, %n conversation</numerusform>
            <numerusform>Folder %1, collapsed, %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %n conversations</source>
        <translation>
            <numerusform>Folder %1, %n conversation</numerusform>
            <numerusform>Folder %1, %n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks of the model&apos;s format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles, in the order in which they are read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt, part by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is not in memory. Once it is, it can say how it sees pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scaled to %1 × %2 pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut into %1 × %2 tiles of %3 × %4 pixels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole picture follows as one more tile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>It takes %n token(s) of the context.</source>
        <translation>
            <numerusform>It takes %n token of the context.</numerusform>
            <numerusform>It takes %n tokens of the context.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Row %2, column %3: %n token(s)</source>
        <translation>
            <numerusform>%1. Row %2, column %3: %n token</numerusform>
            <numerusform>%1. Row %2, column %3: %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The picture: %n token(s)</source>
        <translation>
            <numerusform>The picture: %n token</numerusform>
            <numerusform>The picture: %n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. The whole picture: %n token(s)</source>
        <translation>
            <numerusform>%1. The whole picture: %n token</numerusform>
            <numerusform>%1. The whole picture: %n tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 of text, %3 of pictures</source>
        <comment>tokens of a message</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tokens of a message</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole prompt: %1 of %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message>
        <source>More ways to send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several answers to choose from</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Give me %n answers</source>
        <translation>
            <numerusform>Give me %n answer</numerusform>
            <numerusform>Give me %n answers</numerusform>
        </translation>
    </message>
    <message>
        <source>Several models, side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a second model to compare answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send to the ticked models</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::SettingsPage</name>
    <message>
        <source>There is no telemetry. The program counts nothing and reports nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this machine: questions, pictures and answers are computed here and kept here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program makes no connection to the network. One that does, in a later version, will be listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The log holds no questions, no answers and no names of pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers wherever a conversation names no other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models added by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files and folders that are used where they lie; nothing is copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every model in them is offered on the page of models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What computes. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many threads compute on the processor. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One per core</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much a model can keep in view; more takes more memory. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the model suggests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of the context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How exactly the context is kept in memory: 8 bits halve its size and cost next to nothing. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>6 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 bits, values 4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A small model of the same family that guesses ahead, which makes answers faster and leaves them the same. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload an idle model after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives its memory back; the next question loads it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What every conversation tells the model first, unless it has a prompt of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How answers are chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For conversations that have set nothing of their own. Acts from the next answer on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model finds a title for a new conversation after its first answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter then begins a new line. Otherwise Enter sends and Shift+Enter begins a new line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach a pasted text from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A longer text becomes an attachment instead of filling the prompt box.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As on the desktop means that the program changes together with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As on the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The colour of buttons, links and of what has the focus.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stronger text, lines and outlines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of everything in the window. Ctrl++, Ctrl+- and Ctrl+0 change it, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> pt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of code in messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Density</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact shows more at once, with less space between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing slides or fades.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the program&apos;s texts; models answer in whatever language they are asked. Used from the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue where you left off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the last conversation at the start, with what you had begun to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notify about finished answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a long answer ends while the window is in the background. The message never shows the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Icon in the system tray</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing the window then leaves the program running. Has no effect where the desktop has no tray.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the log file holds. Never prompts, answers or names of pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything, for a report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No setting has these words in its name or its help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Section</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A change acts at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models and device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System and logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A temporary conversation is never written to disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations and captions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache, which can be deleted at any time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a report of a problem needs to say of program and machine. Look through it before you send it anywhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vignette %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a graphics card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of it a model may take. Used by models that are loaded from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All that is free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a model has read of a long conversation is kept on the disk, so that it need not be read again after the next start. It is deleted with the conversation. The page Storage shows where it lies and turns it off, which deletes all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What models have read of conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what models have read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After a start a model would have to read a long conversation again, which takes a while. What it has read is kept on the disk instead, up to this size in all, and deleted with the conversation. With None nothing is kept, and what is there is deleted.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ShortcutHelp</name>
    <message>
        <source>Search commands or keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No command has this name or keys.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ShortcutRow</name>
    <message>
        <source>Add keys for “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the default keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1 from “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ShortcutsEditor</name>
    <message>
        <source>Search commands or keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All back to the default</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More for conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed the folder “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names and messages of all conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::TemporaryBar</name>
    <message>
        <source>This chat is temporary: nothing of it is kept on the disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes it a conversation like the others</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::TextAttachmentView</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln characters</source>
        <comment>name of an attached text, its length</comment>
        <translation>
            <numerusform>%1 · %Ln character</numerusform>
            <numerusform>%1 · %Ln characters</numerusform>
        </translation>
    </message>
    <message>
        <source>Show or hide the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rest is not shown here; the model reads all of it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::TextPreview</name>
    <message>
        <source>%1. The beginning is shown here; the model reads all of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert as text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::Theme</name>
    <message>
        <source>Blue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Green</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Violet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Amber</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::ThinkingView</name>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought about it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Thought for %n s</source>
        <translation>
            <numerusform>Thought for %n s</numerusform>
            <numerusform>Thought for %n s</numerusform>
        </translation>
    </message>
    <message>
        <source>Hides what the model thought.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what the model thought.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::TransferBar</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing: %1 so far</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::UnsureHint</name>
    <message>
        <source>The built-in model knows drawings: objects, shapes, short signs. For photographs, get another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::WelcomeView</name>
    <message>
        <source>Describe a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe this picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the text in a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write down all text that stands in this picture.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum up a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum up this text in a few sentences: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a picture here to have it described</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Or paste one, or ask anything below. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe the sample %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What shall we talk about?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is loaded when you begin to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask anything below. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in starter model knows drawings: objects, shapes, short signs. Photographs are outside its world.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Welcome to Vignette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you write stays here and can be sent once there is a model.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut at the length limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first after %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first after %1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reused %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::transferDialogs</name>
    <message>
        <source>Export conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive, with all versions and pictures (*.zip)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n conversations were written into %1.</source>
        <translation>
            <numerusform>%n conversation was written into %1.</numerusform>
            <numerusform>%n conversations were written into %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Conversations %1</source>
        <comment>a file name with a date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n conversations were imported.</source>
        <translation>
            <numerusform>%n conversation was imported.</numerusform>
            <numerusform>%n conversations were imported.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations of Vignette or ChatGPT (*.zip *.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON, with all versions (*.vignette.json)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
