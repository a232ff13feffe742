<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading the model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>Loading the model: %1 %, about %Ln second left</numerusform>
            <numerusform>Loading the model: %1 %, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking at picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>Looking at picture %1 of %2, about %Ln second left</numerusform>
            <numerusform>Looking at picture %1 of %2, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting for room in the context: other answers (%1) go first, for at most about %Ln second(s)</source>
        <translation>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %Ln second</numerusform>
            <numerusform>Waiting for room in the context: other answers (%1) go first, for at most about %Ln seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>Reading: %1 of %2 tokens, about %Ln second left</numerusform>
            <numerusform>Reading: %1 of %2 tokens, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The server does not answer; it is asked again in %Ln second(s)</source>
        <translation>
            <numerusform>The server does not answer; it is asked again in %Ln second</numerusform>
            <numerusform>The server does not answer; it is asked again in %Ln seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::CaptionRun</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentGatherer</name>
    <message numerus="yes">
        <source>%Ln files of your documents have not been read yet.</source>
        <translation>
            <numerusform>%Ln file of your documents has not been read yet.</numerusform>
            <numerusform>%Ln files of your documents have not been read yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message numerus="yes">
        <source>%Ln passages were left out: the model&apos;s context has no room for them.</source>
        <translation>
            <numerusform>%Ln passage was left out: the model&apos;s context has no room for it.</numerusform>
            <numerusform>%Ln passages were left out: the model&apos;s context has no room for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The documents are longer than the model&apos;s context: it has read %Ln passages that fit the question best.</source>
        <translation>
            <numerusform>The documents are longer than the model&apos;s context: it has read the passage that fits the question best.</numerusform>
            <numerusform>The documents are longer than the model&apos;s context: it has read %Ln passages that fit the question best.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::FileGatherer</name>
    <message numerus="yes">
        <source>Reading “%1”: %Ln pages so far</source>
        <translation>
            <numerusform>Reading “%1”: %Ln page so far</numerusform>
            <numerusform>Reading “%1”: %Ln pages so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::McpConnection</name>
    <message numerus="yes">
        <source>“%1” did not answer within %Ln second(s).</source>
        <translation>
            <numerusform>“%1” did not answer within %Ln second.</numerusform>
            <numerusform>“%1” did not answer within %Ln seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ModelCatalogue</name>
    <message numerus="yes">
        <source>%1 holds more than %Ln models; the others are left out.</source>
        <translation>
            <numerusform>%1 holds more than %Ln model; the others are left out.</numerusform>
            <numerusform>%1 holds more than %Ln models; the others are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a text of at most %Ln bytes.</source>
        <translation>
            <numerusform>“%1” must be a text of at most %Ln byte.</numerusform>
            <numerusform>“%1” must be a text of at most %Ln bytes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ModelState</name>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::Presets</name>
    <message numerus="yes">
        <source>There are more than %Ln presets; the others are not shown.</source>
        <translation>
            <numerusform>There is more than %Ln preset; the others are not shown.</numerusform>
            <numerusform>There are more than %Ln presets; the others are not shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln presets already, and no more are kept.</source>
        <translation>
            <numerusform>There is %Ln preset already, and no more are kept.</numerusform>
            <numerusform>There are %Ln presets already, and no more are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message numerus="yes">
        <source>A message takes %Ln attachments at most. The page “Captions” describes whole folders.</source>
        <translation>
            <numerusform>A message takes %Ln attachment at most. The page “Captions” describes whole folders.</numerusform>
            <numerusform>A message takes %Ln attachments at most. The page “Captions” describes whole folders.</numerusform>
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
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionExport</name>
    <message numerus="yes">
        <source>%Ln text file(s) would be replaced.</source>
        <translation>
            <numerusform>%Ln text file would be replaced.</numerusform>
            <numerusform>%Ln text files would be replaced.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln text file(s) lie beside the pictures.</source>
        <translation>
            <numerusform>%Ln text file lies beside the pictures.</numerusform>
            <numerusform>%Ln text files lie beside the pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionProgress</name>
    <message numerus="yes">
        <source>Finished; %Ln picture(s) failed</source>
        <translation>
            <numerusform>Finished; %Ln picture failed</numerusform>
            <numerusform>Finished; %Ln pictures failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message numerus="yes">
        <source>%Ln new picture(s) found.</source>
        <translation>
            <numerusform>%Ln new picture found.</numerusform>
            <numerusform>%Ln new pictures found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln picture</numerusform>
            <numerusform>%Ln pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>%Ln of them</numerusform>
            <numerusform>%Ln of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are neither folders nor pictures.</source>
        <translation>
            <numerusform>%Ln file is neither a folder nor a picture.</numerusform>
            <numerusform>%Ln files are neither folders nor pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CatalogueText</name>
    <message numerus="yes">
        <source>%1 and %Ln more language(s)</source>
        <translation>
            <numerusform>%1 and %Ln more language</numerusform>
            <numerusform>%1 and %Ln more languages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message numerus="yes">
        <source>%Ln results</source>
        <translation>
            <numerusform>%Ln result</numerusform>
            <numerusform>%Ln results</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DocumentsButton</name>
    <message numerus="yes">
        <source>Ask my documents: %Ln collections</source>
        <translation>
            <numerusform>Ask my documents: %Ln collection</numerusform>
            <numerusform>Ask my documents: %Ln collections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DocumentsPage</name>
    <message numerus="yes">
        <source>%Ln are not among the documents any more. The files are where they were.</source>
        <translation>
            <numerusform>%Ln is not among the documents any more. The files are where they were.</numerusform>
            <numerusform>%Ln are not among the documents any more. The files are where they were.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DropContents</name>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>Attach %Ln file</numerusform>
            <numerusform>Attach %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model(s)</source>
        <translation>
            <numerusform>Add %Ln model</numerusform>
            <numerusform>Add %Ln models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Caption the pictures of %Ln folder(s)</source>
        <translation>
            <numerusform>Caption the pictures of %Ln folder</numerusform>
            <numerusform>Caption the pictures of %Ln folders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import the conversations of %Ln file(s)</source>
        <translation>
            <numerusform>Import the conversations of %Ln file</numerusform>
            <numerusform>Import the conversations of %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln preset(s)</source>
        <translation>
            <numerusform>Add %Ln preset</numerusform>
            <numerusform>Add %Ln presets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::EndPointCard</name>
    <message numerus="yes">
        <source>It is there and offers %Ln model(s).</source>
        <translation>
            <numerusform>It is there and offers %Ln model.</numerusform>
            <numerusform>It is there and offers %Ln models.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FolderQuestion</name>
    <message numerus="yes">
        <source>%Ln subfolder(s) hold pictures, too.</source>
        <translation>
            <numerusform>%Ln subfolder holds pictures, too.</numerusform>
            <numerusform>%Ln subfolders hold pictures, too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message numerus="yes">
        <source>%Ln passage(s), the best first</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages, the best first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message numerus="yes">
        <source>All is read but %Ln file(s)</source>
        <translation>
            <numerusform>All is read but %Ln file</numerusform>
            <numerusform>All is read but %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::LibraryText</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::McpServerList</name>
    <message numerus="yes">
        <source>Offers %Ln tool(s)</source>
        <translation>
            <numerusform>Offers %Ln tool</numerusform>
            <numerusform>Offers %Ln tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message numerus="yes">
        <source>%Ln model(s) of other programs are on this computer. They are in the list now and stay where they lie.</source>
        <translation>
            <numerusform>%Ln model of another program is on this computer. It is in the list now and stays where it lies.</numerusform>
            <numerusform>%Ln models of other programs are on this computer. They are in the list now and stay where they lie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are passed over.</source>
        <translation>
            <numerusform>%Ln more is passed over.</numerusform>
            <numerusform>%Ln more are passed over.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::PromptBox</name>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln attachment</numerusform>
            <numerusform>%Ln attachments</numerusform>
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
        <source>Folder %1, collapsed, %Ln conversations</source>
        <translation>
            <numerusform>Folder %1, collapsed, %Ln conversation</numerusform>
            <numerusform>Folder %1, collapsed, %Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln conversations</source>
        <translation>
            <numerusform>Folder %1, %Ln conversation</numerusform>
            <numerusform>Folder %1, %Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message numerus="yes">
        <source>It takes %Ln token(s) of the context.</source>
        <translation>
            <numerusform>It takes %Ln token of the context.</numerusform>
            <numerusform>It takes %Ln tokens of the context.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Row %2, column %3: %Ln token(s)</source>
        <translation>
            <numerusform>%1. Row %2, column %3: %Ln token</numerusform>
            <numerusform>%1. Row %2, column %3: %Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The picture: %Ln token(s)</source>
        <translation>
            <numerusform>The picture: %Ln token</numerusform>
            <numerusform>The picture: %Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. The whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. The whole picture: %Ln token</numerusform>
            <numerusform>%1. The whole picture: %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message numerus="yes">
        <source>Give me %Ln answers</source>
        <translation>
            <numerusform>Give me %Ln answer</numerusform>
            <numerusform>Give me %Ln answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message numerus="yes">
        <source>Delete %Ln conversation(s), with their pictures?</source>
        <translation>
            <numerusform>Delete %Ln conversation, with its pictures?</numerusform>
            <numerusform>Delete %Ln conversations, with their pictures?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln conversation(s)</source>
        <translation>
            <numerusform>Deleted %Ln conversation</numerusform>
            <numerusform>Deleted %Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SourceCards</name>
    <message numerus="yes">
        <source>%Ln sources</source>
        <comment>that an answer rests on</comment>
        <translation>
            <numerusform>%Ln source</numerusform>
            <numerusform>%Ln sources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TablePage</name>
    <message numerus="yes">
        <source>A row for each of %Ln document(s)</source>
        <translation>
            <numerusform>A row for %Ln document</numerusform>
            <numerusform>A row for each of %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished: %Ln row(s)</source>
        <translation>
            <numerusform>Finished: %Ln row</numerusform>
            <numerusform>Finished: %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped; %Ln row(s) are there</source>
        <translation>
            <numerusform>Stopped; %Ln row is there</numerusform>
            <numerusform>Stopped; %Ln rows are there</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TextBar</name>
    <message numerus="yes">
        <source>%Ln words selected</source>
        <translation>
            <numerusform>%Ln word selected</numerusform>
            <numerusform>%Ln words selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ThinkingView</name>
    <message numerus="yes">
        <source>Thought for %Ln s</source>
        <translation>
            <numerusform>Thought for %Ln s</numerusform>
            <numerusform>Thought for %Ln s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TimeLeftText</name>
    <message numerus="yes">
        <source>About %Ln minute(s) left</source>
        <translation>
            <numerusform>About %Ln minute left</numerusform>
            <numerusform>About %Ln minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln hour(s) left</source>
        <translation>
            <numerusform>About %Ln hour left</numerusform>
            <numerusform>About %Ln hours left</numerusform>
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
        <source>%Ln conversations were written into %1.</source>
        <translation>
            <numerusform>%Ln conversation was written into %1.</numerusform>
            <numerusform>%Ln conversations were written into %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were imported.</source>
        <translation>
            <numerusform>%Ln conversation was imported.</numerusform>
            <numerusform>%Ln conversations were imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were here already; their names end in “(imported)”.</source>
        <translation>
            <numerusform>%Ln of them was here already; its name ends in “(imported)”.</numerusform>
            <numerusform>%Ln of them were here already; their names end in “(imported)”.</numerusform>
        </translation>
    </message>
</context>
</TS>
