<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>Loading model: %1 %, about %Ln second left</numerusform>
            <numerusform>Loading model: %1 %, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Processing picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>Processing picture %1 of %2, about %Ln second left</numerusform>
            <numerusform>Processing picture %1 of %2, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queued: other answers first (%1), up to %Ln second(s)</source>
        <translation>
            <numerusform>Queued: other answers first (%1), up to %Ln second</numerusform>
            <numerusform>Queued: other answers first (%1), up to %Ln seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading prompt: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>Reading prompt: %1 of %2 tokens, about %Ln second left</numerusform>
            <numerusform>Reading prompt: %1 of %2 tokens, about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting for %1 for %Ln second(s)</source>
        <translation>
            <numerusform>Waiting for %1 for %Ln second</numerusform>
            <numerusform>Waiting for %1 for %Ln seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is busy. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>%1 is busy. Retrying in %Ln second (attempt %2 of %3).</numerusform>
            <numerusform>%1 is busy. Retrying in %Ln seconds (attempt %2 of %3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No answer from %1. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>No answer from %1. Retrying in %Ln second (attempt %2 of %3).</numerusform>
            <numerusform>No answer from %1. Retrying in %Ln seconds (attempt %2 of %3).</numerusform>
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
        <source>%Ln files in your library haven&apos;t been read yet.</source>
        <translation>
            <numerusform>%Ln file in your library hasn&apos;t been read yet.</numerusform>
            <numerusform>%Ln files in your library haven&apos;t been read yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message numerus="yes">
        <source>%Ln passages didn&apos;t fit into the model&apos;s context and were left out.</source>
        <translation>
            <numerusform>%Ln passage didn&apos;t fit into the model&apos;s context and was left out.</numerusform>
            <numerusform>%Ln passages didn&apos;t fit into the model&apos;s context and were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Answer based on the %Ln most relevant passages.</source>
        <translation>
            <numerusform>Answer based on the most relevant passage.</numerusform>
            <numerusform>Answer based on the %Ln most relevant passages.</numerusform>
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
        <source>“%1” didn&apos;t respond within %Ln second(s).</source>
        <translation>
            <numerusform>“%1” didn&apos;t respond within %Ln second.</numerusform>
            <numerusform>“%1” didn&apos;t respond within %Ln seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ModelCatalog</name>
    <message numerus="yes">
        <source>“%1” contains more than %Ln models; only the first are shown.</source>
        <translation>
            <numerusform>“%1” contains more than %Ln model; only the first is shown.</numerusform>
            <numerusform>“%1” contains more than %Ln models; only the first are shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a string of at most %Ln bytes.</source>
        <translation>
            <numerusform>“%1” must be a string of at most %Ln byte.</numerusform>
            <numerusform>“%1” must be a string of at most %Ln bytes.</numerusform>
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
        <source>Only the first %Ln presets are shown.</source>
        <translation>
            <numerusform>Only the first preset is shown.</numerusform>
            <numerusform>Only the first %Ln presets are shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can&apos;t save more than %Ln presets.</source>
        <translation>
            <numerusform>You can&apos;t save more than %Ln preset.</numerusform>
            <numerusform>You can&apos;t save more than %Ln presets.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::SavedPrompt</name>
    <message numerus="yes">
        <source>The prompt is too long. Prompts can have up to %Ln characters.</source>
        <translation>
            <numerusform>The prompt is too long. Prompts can have up to %Ln character.</numerusform>
            <numerusform>The prompt is too long. Prompts can have up to %Ln characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can save up to %Ln prompts. Delete one first.</source>
        <translation>
            <numerusform>You can save up to %Ln prompt. Delete it first.</numerusform>
            <numerusform>You can save up to %Ln prompts. Delete one first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message numerus="yes">
        <source>Only the first %Ln pages of “%1” are sent.</source>
        <translation>
            <numerusform>Only the first page of “%1” is sent.</numerusform>
            <numerusform>Only the first %Ln pages of “%1” are sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can attach up to %Ln files to a message. To describe whole folders, use the page “Caption pictures”.</source>
        <translation>
            <numerusform>You can attach up to %Ln file to a message. To describe whole folders, use the page “Caption pictures”.</numerusform>
            <numerusform>You can attach up to %Ln files to a message. To describe whole folders, use the page “Caption pictures”.</numerusform>
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
        <source>%Ln file(s) already exist.</source>
        <translation>
            <numerusform>%Ln file already exists.</numerusform>
            <numerusform>%Ln files already exist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %Ln file(s) next to the pictures.</source>
        <translation>
            <numerusform>Wrote %Ln file next to the pictures.</numerusform>
            <numerusform>Wrote %Ln files next to the pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CaptionProgress</name>
    <message numerus="yes">
        <source>Done – %Ln picture(s) failed</source>
        <translation>
            <numerusform>Done – %Ln picture failed</numerusform>
            <numerusform>Done – %Ln pictures failed</numerusform>
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
        <source>%Ln shown</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>%Ln shown</numerusform>
            <numerusform>%Ln shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files aren&apos;t folders or supported pictures.</source>
        <translation>
            <numerusform>%Ln file isn&apos;t a folder or a supported picture.</numerusform>
            <numerusform>%Ln files aren&apos;t folders or supported pictures.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s): %1</source>
        <comment>of which each has failed for this reason</comment>
        <translation>
            <numerusform>%Ln picture: %1</numerusform>
            <numerusform>%Ln pictures: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CatalogText</name>
    <message numerus="yes">
        <source>%1 and %Ln more language(s)</source>
        <translation>
            <numerusform>%1 and %Ln more language</numerusform>
            <numerusform>%1 and %Ln more languages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with weights (safetensors) · %1</source>
        <translation>
            <numerusform>%Ln file with weights (safetensors) · %1</numerusform>
            <numerusform>%Ln files with weights (safetensors) · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with configuration and tokenizer · %1</source>
        <translation>
            <numerusform>%Ln file with configuration and tokenizer · %1</numerusform>
            <numerusform>%Ln files with configuration and tokenizer · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CheckReplyDialog</name>
    <message numerus="yes">
        <source>%Ln statements aren&apos;t in the passages that they cite.</source>
        <translation>
            <numerusform>%Ln statement isn&apos;t in the passages that it cites.</numerusform>
            <numerusform>%Ln statements aren&apos;t in the passages that they cite.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” will be asked whether %Ln statements are in the passages that they cite. It reads about %2 tokens and can be wrong, too.</source>
        <translation>
            <numerusform>“%1” will be asked whether %Ln statement is in the passage that it cites. It reads about %2 tokens and can be wrong, too.</numerusform>
            <numerusform>“%1” will be asked whether %Ln statements are in the passages that they cite. It reads about %2 tokens and can be wrong, too.</numerusform>
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
    <name>ui::CompletionList</name>
    <message numerus="yes">
        <source>%Ln suggestions. %1</source>
        <translation>
            <numerusform>%Ln suggestion. %1</numerusform>
            <numerusform>%Ln suggestions. %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DeleteQuestion</name>
    <message numerus="yes">
        <source>%Ln more file(s)</source>
        <translation>
            <numerusform>%Ln more file</numerusform>
            <numerusform>%Ln more files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DetailButton</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
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
        <source>Removed %Ln collections from the library. Files weren&apos;t deleted.</source>
        <translation>
            <numerusform>Removed %Ln collection from the library. Files weren&apos;t deleted.</numerusform>
            <numerusform>Removed %Ln collections from the library. Files weren&apos;t deleted.</numerusform>
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
        <source>Import chats from %Ln file(s)</source>
        <translation>
            <numerusform>Import chats from %Ln file</numerusform>
            <numerusform>Import chats from %Ln files</numerusform>
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
    <name>ui::EvidenceDialog</name>
    <message numerus="yes">
        <source>%Ln points fail.</source>
        <translation>
            <numerusform>%Ln point fails.</numerusform>
            <numerusform>%Ln points fail.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing fails. %Ln points can&apos;t be checked here.</source>
        <translation>
            <numerusform>Nothing fails. %Ln point can&apos;t be checked here.</numerusform>
            <numerusform>Nothing fails. %Ln points can&apos;t be checked here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FactText</name>
    <message numerus="yes">
        <source>%1 of %Ln versions say %2</source>
        <comment>3 of 4 versions say 12.80</comment>
        <translation>
            <numerusform>%1 of %Ln version says %2</numerusform>
            <numerusform>%1 of %Ln versions say %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FolderQuestion</name>
    <message numerus="yes">
        <source>%Ln subfolder(s) also contain pictures.</source>
        <translation>
            <numerusform>%Ln subfolder also contains pictures.</numerusform>
            <numerusform>%Ln subfolders also contain pictures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message numerus="yes">
        <source>%Ln passage(s), best match first</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages, best match first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::GetModels</name>
    <message numerus="yes">
        <source>%Ln download(s) last month</source>
        <translation>
            <numerusform>%Ln download last month</numerusform>
            <numerusform>%Ln downloads last month</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln result(s) from %1</source>
        <translation>
            <numerusform>%Ln result from %1</numerusform>
            <numerusform>%Ln results from %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message numerus="yes">
        <source>Up to date – %Ln file(s) couldn&apos;t be read</source>
        <translation>
            <numerusform>Up to date – %Ln file couldn&apos;t be read</numerusform>
            <numerusform>Up to date – %Ln files couldn&apos;t be read</numerusform>
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
        <source>%Ln tool(s) available</source>
        <translation>
            <numerusform>%Ln tool available</numerusform>
            <numerusform>%Ln tools available</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::MeasureDialog</name>
    <message numerus="yes">
        <source>Searched for %Ln questions. No file is weak.</source>
        <translation>
            <numerusform>Searched for %Ln question. No file is weak.</numerusform>
            <numerusform>Searched for %Ln questions. No file is weak.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched for %Ln questions. Weak files are listed last.</source>
        <translation>
            <numerusform>Searched for %Ln question. Weak files are listed last.</numerusform>
            <numerusform>Searched for %Ln questions. Weak files are listed last.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::MessageView</name>
    <message numerus="yes">
        <source>Reading %Ln place(s) again in the enlarged picture…</source>
        <translation>
            <numerusform>Reading %Ln place again in the enlarged picture…</numerusform>
            <numerusform>Reading %Ln places again in the enlarged picture…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The enlarged picture says something else in %Ln place(s).</source>
        <translation>
            <numerusform>The enlarged picture says something else in %Ln place.</numerusform>
            <numerusform>The enlarged picture says something else in %Ln places.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message numerus="yes">
        <source>%Ln million parameters</source>
        <translation>
            <numerusform>%Ln million parameters</numerusform>
            <numerusform>%Ln million parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message numerus="yes">
        <source>Added %Ln model(s) from other programs. Files stay where they are.</source>
        <translation>
            <numerusform>Added %Ln model from another program. Files stay where they are.</numerusform>
            <numerusform>Added %Ln models from other programs. Files stay where they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more were skipped.</source>
        <translation>
            <numerusform>%Ln more was skipped.</numerusform>
            <numerusform>%Ln more were skipped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::PictureDetails</name>
    <message numerus="yes">
        <source>%Ln pictures: %1</source>
        <translation>
            <numerusform>%Ln picture: %1</numerusform>
            <numerusform>%Ln pictures: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln minute(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1, about %Ln minute</numerusform>
            <numerusform>%1, about %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln second(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1, about %Ln second</numerusform>
            <numerusform>%1, about %Ln seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Small text is lost: %1 of %Ln words readable</source>
        <translation>
            <numerusform>Small text is lost: %1 of %Ln word readable</numerusform>
            <numerusform>Small text is lost: %1 of %Ln words readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Small text in “%1” is lost: %2 of %Ln words readable</source>
        <translation>
            <numerusform>Small text in “%1” is lost: %2 of %Ln word readable</numerusform>
            <numerusform>Small text in “%1” is lost: %2 of %Ln words readable</numerusform>
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
        <source>The text wasn&apos;t pasted: it has %Ln characters, and the limit is %1 million.</source>
        <translation>
            <numerusform>The text wasn&apos;t pasted: it has %Ln character, and the limit is %1 million.</numerusform>
            <numerusform>The text wasn&apos;t pasted: it has %Ln characters, and the limit is %1 million.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::PromptQueue</name>
    <message numerus="yes">
        <source>You can queue up to %Ln messages. Send or delete one first.</source>
        <translation>
            <numerusform>You can queue %Ln message. Send or delete it first.</numerusform>
            <numerusform>You can queue up to %Ln messages. Send or delete one first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply was stopped</source>
        <translation>
            <numerusform>%Ln message not sent: the reply was stopped</numerusform>
            <numerusform>%Ln messages not sent: the reply was stopped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply failed</source>
        <translation>
            <numerusform>%Ln message not sent: the reply failed</numerusform>
            <numerusform>%Ln messages not sent: the reply failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent yet</source>
        <translation>
            <numerusform>%Ln message not sent yet</numerusform>
            <numerusform>%Ln messages not sent yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages queued – sent when the reply ends</source>
        <translation>
            <numerusform>%Ln message queued – sent when the reply ends</numerusform>
            <numerusform>%Ln messages queued – sent when the reply ends</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ProviderCard</name>
    <message numerus="yes">
        <source>Connected – %Ln model(s) available</source>
        <translation>
            <numerusform>Connected – %Ln model available</numerusform>
            <numerusform>Connected – %Ln models available</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::QueuedChip</name>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln attachment</numerusform>
            <numerusform>%Ln attachments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScansQuestion</name>
    <message numerus="yes">
        <source>Read %Ln scanned document(s) again with the new setting?</source>
        <translation>
            <numerusform>Read %Ln scanned document again with the new setting?</numerusform>
            <numerusform>Read %Ln scanned documents again with the new setting?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SectionModel</name>
    <message numerus="yes">
        <source>Folder %1, collapsed, %Ln chats</source>
        <translation>
            <numerusform>Folder %1, collapsed, %Ln chat</numerusform>
            <numerusform>Folder %1, collapsed, %Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln chats</source>
        <translation>
            <numerusform>Folder %1, %Ln chat</numerusform>
            <numerusform>Folder %1, %Ln chats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message numerus="yes">
        <source>The picture uses %Ln token(s) of the context.</source>
        <translation>
            <numerusform>The picture uses %Ln token of the context.</numerusform>
            <numerusform>The picture uses %Ln tokens of the context.</numerusform>
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
        <source>Picture: %Ln token(s)</source>
        <translation>
            <numerusform>Picture: %Ln token</numerusform>
            <numerusform>Picture: %Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. Whole picture: %Ln token</numerusform>
            <numerusform>%1. Whole picture: %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message numerus="yes">
        <source>Generate %Ln alternatives</source>
        <translation>
            <numerusform>Generate %Ln alternative</numerusform>
            <numerusform>Generate %Ln alternatives</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ServerState</name>
    <message numerus="yes">
        <source>%Ln client(s) connected</source>
        <translation>
            <numerusform>%Ln client connected</numerusform>
            <numerusform>%Ln clients connected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) in progress</source>
        <translation>
            <numerusform>%Ln answer in progress</numerusform>
            <numerusform>%Ln answers in progress</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) waiting</source>
        <translation>
            <numerusform>%Ln request waiting</numerusform>
            <numerusform>%Ln requests waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message numerus="yes">
        <source>Delete %Ln chat(s), including pictures?</source>
        <translation>
            <numerusform>Delete %Ln chat, including pictures?</numerusform>
            <numerusform>Delete %Ln chats, including pictures?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln chat(s)</source>
        <translation>
            <numerusform>Deleted %Ln chat</numerusform>
            <numerusform>Deleted %Ln chats</numerusform>
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
        <source>One row for each of %Ln document(s)</source>
        <translation>
            <numerusform>One row for %Ln document</numerusform>
            <numerusform>One row for each of %Ln documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Done – %Ln row(s)</source>
        <translation>
            <numerusform>Done – %Ln row</numerusform>
            <numerusform>Done – %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped – %Ln row(s)</source>
        <translation>
            <numerusform>Stopped – %Ln row</numerusform>
            <numerusform>Stopped – %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Extract %Ln row(s)</source>
        <translation>
            <numerusform>Extract %Ln row</numerusform>
            <numerusform>Extract %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TablePreview</name>
    <message numerus="yes">
        <source>Fill in %Ln row(s)</source>
        <translation>
            <numerusform>Fill in %Ln row</numerusform>
            <numerusform>Fill in %Ln rows</numerusform>
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
        <source>Reasoned for %Ln s</source>
        <translation>
            <numerusform>Reasoned for %Ln s</numerusform>
            <numerusform>Reasoned for %Ln s</numerusform>
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
        <source>Exported %Ln chats to “%1”.</source>
        <translation>
            <numerusform>Exported %Ln chat to “%1”.</numerusform>
            <numerusform>Exported %Ln chats to “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chats.</source>
        <translation>
            <numerusform>Imported %Ln chat.</numerusform>
            <numerusform>Imported %Ln chats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats already existed; their copies end in “(imported)”.</source>
        <translation>
            <numerusform>%Ln chat already existed; its copy ends in “(imported)”.</numerusform>
            <numerusform>%Ln chats already existed; their copies end in “(imported)”.</numerusform>
        </translation>
    </message>
</context>
</TS>
