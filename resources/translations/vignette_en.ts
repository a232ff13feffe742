<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading the model: %1 %, about %n second(s) left</source>
        <translation>
            <numerusform>Loading the model: %1 %, about %n second left</numerusform>
            <numerusform>Loading the model: %1 %, about %n seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking at picture %1 of %2, about %n second(s) left</source>
        <translation>
            <numerusform>Looking at picture %1 of %2, about %n second left</numerusform>
            <numerusform>Looking at picture %1 of %2, about %n seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting for room in the context: other answers (%1) go first, for at most about %n second(s)</source>
        <translation>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %n second</numerusform>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 of %2 tokens, about %n second(s) left</source>
        <translation>
            <numerusform>Reading: %1 of %2 tokens, about %n second left</numerusform>
            <numerusform>Reading: %1 of %2 tokens, about %n seconds left</numerusform>
        </translation>
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
    <name>services::ModelState</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message numerus="yes">
        <source>A message takes %n attachments at most. The page “Captions” describes whole folders.</source>
        <translation>
            <numerusform>A message takes %n attachment at most. The page “Captions” describes whole folders.</numerusform>
            <numerusform>A message takes %n attachments at most. The page “Captions” describes whole folders.</numerusform>
        </translation>
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
</context>
<context>
    <name>ui::CaptionExport</name>
    <message numerus="yes">
        <source>%n text file(s) would be replaced.</source>
        <translation>
            <numerusform>%n text file would be replaced.</numerusform>
            <numerusform>%n text files would be replaced.</numerusform>
        </translation>
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
    <name>ui::CaptionProgress</name>
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
    <message numerus="yes">
        <source>Finished; %n picture(s) failed</source>
        <translation>
            <numerusform>Finished; %n picture failed</numerusform>
            <numerusform>Finished; %n pictures failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message numerus="yes">
        <source>%n new picture(s) found.</source>
        <translation>
            <numerusform>%n new picture found.</numerusform>
            <numerusform>%n new pictures found.</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n files are neither folders nor pictures.</source>
        <translation>
            <numerusform>%n file is neither a folder nor a picture.</numerusform>
            <numerusform>%n files are neither folders nor pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message numerus="yes">
        <source>%n results</source>
        <translation>
            <numerusform>%n result</numerusform>
            <numerusform>%n results</numerusform>
        </translation>
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
    <name>ui::FolderQuestion</name>
    <message numerus="yes">
        <source>%n subfolder(s) hold pictures, too.</source>
        <translation>
            <numerusform>%n subfolder holds pictures, too.</numerusform>
            <numerusform>%n subfolders hold pictures, too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::PromptBox</name>
    <message numerus="yes">
        <source>%n attachments</source>
        <translation>
            <numerusform>%n attachment</numerusform>
            <numerusform>%n attachments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</source>
        <translation>
            <numerusform>The text was not pasted: it has %Ln character, and %1 million are the most that a message can take along.</numerusform>
            <numerusform>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SectionModel</name>
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
</context>
<context>
    <name>ui::SendMenu</name>
    <message numerus="yes">
        <source>Give me %n answers</source>
        <translation>
            <numerusform>Give me %n answer</numerusform>
            <numerusform>Give me %n answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message numerus="yes">
        <source>Delete %n conversation(s), with their pictures?</source>
        <translation>
            <numerusform>Delete %n conversation, with its pictures?</numerusform>
            <numerusform>Delete %n conversations, with their pictures?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n conversation(s)</source>
        <translation>
            <numerusform>Deleted %n conversation</numerusform>
            <numerusform>Deleted %n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TextAttachmentView</name>
    <message numerus="yes">
        <source>%1 · %Ln characters</source>
        <comment>name of an attached text, its length</comment>
        <translation>
            <numerusform>%1 · %Ln character</numerusform>
            <numerusform>%1 · %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ThinkingView</name>
    <message numerus="yes">
        <source>Thought for %n s</source>
        <translation>
            <numerusform>Thought for %n s</numerusform>
            <numerusform>Thought for %n s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
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
    <message numerus="yes">
        <source>%n conversations were written into %1.</source>
        <translation>
            <numerusform>%n conversation was written into %1.</numerusform>
            <numerusform>%n conversations were written into %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversations were imported.</source>
        <translation>
            <numerusform>%n conversation was imported.</numerusform>
            <numerusform>%n conversations were imported.</numerusform>
        </translation>
    </message>
</context>
</TS>
