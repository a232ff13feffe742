<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>app::AnswerNotifier</name>
    <message>
        <source>An answer is complete</source>
        <translation>Eine Antwort ist fertig</translation>
    </message>
    <message>
        <source>Click to read.</source>
        <translation>Zum Lesen klicken.</translation>
    </message>
</context>
<context>
    <name>app::DesktopNotifications</name>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
</context>
<context>
    <name>app::Program</name>
    <message>
        <source>Vignette closed unexpectedly. Your chats have been restored.</source>
        <translation>Vignette wurde unerwartet beendet. Ihre Chats wurden wiederhergestellt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Ask about the screen</source>
        <translation>Zum Bildschirm fragen</translation>
    </message>
</context>
<context>
    <name>app::TrayIcon</name>
    <message>
        <source>Show Vignette</source>
        <translation>Vignette anzeigen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Resume downloads</source>
        <translation>Downloads fortsetzen</translation>
    </message>
    <message>
        <source>Pause downloads</source>
        <translation>Downloads anhalten</translation>
    </message>
    <message>
        <source>Ask about the screen</source>
        <translation>Zum Bildschirm fragen</translation>
    </message>
</context>
<context>
    <name>services::AnswerStream</name>
    <message>
        <source>Loading the model was canceled.</source>
        <translation>Das Laden des Modells wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The model was unloaded before this answer was complete.</source>
        <translation>Das Modell wurde entladen, bevor diese Antwort fertig war.</translation>
    </message>
    <message>
        <source>Vignette was closed before this answer was complete.</source>
        <translation>Vignette wurde geschlossen, bevor diese Antwort fertig war.</translation>
    </message>
</context>
<context>
    <name>services::AnswerWait</name>
    <message numerus="yes">
        <source>Loading model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>Modell wird geladen: %1 %, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Modell wird geladen: %1 %, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading model: %1 %</source>
        <translation>Modell wird geladen: %1 %</translation>
    </message>
    <message numerus="yes">
        <source>Processing picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>Bild %1 von %2 wird verarbeitet, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Bild %1 von %2 wird verarbeitet, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Processing picture %1 of %2</source>
        <translation>Bild %1 von %2 wird verarbeitet</translation>
    </message>
    <message numerus="yes">
        <source>Queued: other answers first (%1), up to %Ln second(s)</source>
        <translation>
            <numerusform>In der Warteschlange: andere Antworten zuerst (%1), bis zu %Ln Sekunde</numerusform>
            <numerusform>In der Warteschlange: andere Antworten zuerst (%1), bis zu %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued: other answers first (%1)</source>
        <translation>In der Warteschlange: andere Antworten zuerst (%1)</translation>
    </message>
    <message numerus="yes">
        <source>Reading prompt: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>Prompt wird gelesen: %1 von %2 Token, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Prompt wird gelesen: %1 von %2 Token, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading prompt: %1 of %2 tokens</source>
        <translation>Prompt wird gelesen: %1 von %2 Token</translation>
    </message>
    <message>
        <source>Waiting for another model to free memory</source>
        <translation>Warten, bis ein anderes Modell Speicher freigibt</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>den Server</translation>
    </message>
    <message>
        <source>Waiting for %1</source>
        <translation>Warten auf %1</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for %1 for %Ln second(s)</source>
        <translation>
            <numerusform>Warten auf %1 seit %Ln Sekunde</numerusform>
            <numerusform>Warten auf %1 seit %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for %1: other requests first (%2)</source>
        <translation>Warten auf %1: erst andere Anfragen (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%1 is busy. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>%1 ist ausgelastet. Neuer Versuch in %Ln Sekunde (Versuch %2 von %3).</numerusform>
            <numerusform>%1 ist ausgelastet. Neuer Versuch in %Ln Sekunden (Versuch %2 von %3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No answer from %1. Retrying in %Ln second(s) (attempt %2 of %3).</source>
        <translation>
            <numerusform>Keine Antwort von %1. Neuer Versuch in %Ln Sekunde (Versuch %2 von %3).</numerusform>
            <numerusform>Keine Antwort von %1. Neuer Versuch in %Ln Sekunden (Versuch %2 von %3).</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 Meldung des Servers: „%2“</translation>
    </message>
</context>
<context>
    <name>services::ArchiveExport</name>
    <message>
        <source>The chat “%1” couldn&apos;t be read. Nothing was exported.</source>
        <translation>Der Chat „%1“ konnte nicht gelesen werden. Es wurde nichts exportiert.</translation>
    </message>
    <message>
        <source>Export stopped. Nothing was written.</source>
        <translation>Export abgebrochen. Es wurde nichts geschrieben.</translation>
    </message>
</context>
<context>
    <name>services::ArchiveWriter</name>
    <message>
        <source>there isn&apos;t enough space in the same folder</source>
        <translation>im selben Ordner ist nicht genug Platz</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be written: %2.</source>
        <translation>„%1“ konnte nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::AttachmentLoader</name>
    <message>
        <source>%1, page %2</source>
        <translation>%1, Seite %2</translation>
    </message>
    <message>
        <source>“%1” is a folder. To describe its pictures, open the page “Caption pictures”, or attach them one by one.</source>
        <translation>„%1“ ist ein Ordner. Um die Bilder darin zu beschreiben, öffnen Sie die Seite „Bilder beschreiben“, oder hängen Sie sie einzeln an.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>“%1” is too large. Attachments can have up to %2 MiB.</source>
        <translation>„%1“ ist zu groß. Anhänge dürfen höchstens %2 MiB haben.</translation>
    </message>
    <message>
        <source>The picture wasn&apos;t attached: its “data:” URL is invalid or too long.</source>
        <translation>Das Bild wurde nicht angehängt: Seine „data:“-URL ist ungültig oder zu lang.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a supported picture or text file.</source>
        <translation>„%1“ ist weder ein unterstütztes Bild noch eine Textdatei.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a regular file.</source>
        <translation>„%1“ ist keine normale Datei.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be attached: files of type “%2” aren&apos;t supported.</source>
        <translation>„%1“ kann nicht angehängt werden: Dateien vom Typ „%2“ werden nicht unterstützt.</translation>
    </message>
</context>
<context>
    <name>services::CaptionLibrary</name>
    <message>
        <source>%1 of %2</source>
        <comment>described of all pictures</comment>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>services::CaptionRun</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 und %Ln weiteres</numerusform>
            <numerusform>%1 und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::Captions</name>
    <message>
        <source>“%1” contains no pictures.</source>
        <translation>„%1“ enthält keine Bilder.</translation>
    </message>
</context>
<context>
    <name>services::ChatRequest</name>
    <message>
        <source>typical sampling</source>
        <translation>Typical-Sampling</translation>
    </message>
    <message>
        <source>repetition penalty</source>
        <translation>Strafe für Wiederholungen</translation>
    </message>
    <message>
        <source>banned phrases</source>
        <translation>verbotene Wendungen</translation>
    </message>
    <message>
        <source>negative prompt</source>
        <translation>negativer Prompt</translation>
    </message>
    <message>
        <source>regular expression</source>
        <translation>regulärer Ausdruck</translation>
    </message>
    <message>
        <source>grammar</source>
        <translation>Grammatik</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>Nachdenken</translation>
    </message>
</context>
<context>
    <name>services::Conversation</name>
    <message>
        <source>Temporary chat</source>
        <translation>Temporärer Chat</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>services::ConversationFolders</name>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
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
        <translation>Es wurde nichts importiert: Die Chat-Datenbank kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The import is incomplete: the chat database can&apos;t be written.</source>
        <translation>Der Import ist unvollständig: Die Chat-Datenbank kann nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>services::ConversationList</name>
    <message>
        <source>%1 (copy)</source>
        <comment>the name of a conversation</comment>
        <translation>%1 (Kopie)</translation>
    </message>
    <message>
        <source>%1, generating</source>
        <translation>%1, Antwort wird geschrieben</translation>
    </message>
    <message>
        <source>%1, temporary</source>
        <translation>%1, temporär</translation>
    </message>
    <message>
        <source>%1 (imported)</source>
        <comment>the name of a conversation</comment>
        <translation>%1 (importiert)</translation>
    </message>
</context>
<context>
    <name>services::ConversationReader</name>
    <message>
        <source>the file is too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>it isn&apos;t a chat export from Vignette or ChatGPT</source>
        <translation>sie ist kein Chat-Export von Vignette oder ChatGPT</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <translation>„%1“: %2</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be imported: %2.</source>
        <translation>„%1“ kann nicht importiert werden: %2.</translation>
    </message>
    <message>
        <source>it isn&apos;t a regular file</source>
        <translation>sie ist keine normale Datei</translation>
    </message>
    <message>
        <source>its entry “%1” is too long</source>
        <translation>ihr Eintrag „%1“ ist zu lang</translation>
    </message>
    <message>
        <source>headings such as “## You” and “## Answer” are missing</source>
        <translation>Überschriften wie „## You“ und „## Answer“ fehlen</translation>
    </message>
    <message>
        <source>the file contains too many messages</source>
        <translation>die Datei enthält zu viele Nachrichten</translation>
    </message>
</context>
<context>
    <name>services::ConversationSearch</name>
    <message>
        <source>%1: %2</source>
        <comment>a conversation, and words from a message in it</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>services::Database</name>
    <message>
        <source>“%1” was created by a newer version of Vignette: its format is %2, and this version supports up to %3. The file wasn&apos;t changed.</source>
        <translation>„%1“ stammt aus einer neueren Version von Vignette: Das Format ist %2, diese Version unterstützt höchstens %3. Die Datei wurde nicht geändert.</translation>
    </message>
    <message>
        <source>“%1” must be backed up before it is upgraded, but the backup couldn&apos;t be written: %2. Free %3 of disk space in its folder. Nothing was changed.</source>
        <translation>„%1“ muss vor dem Aktualisieren gesichert werden, aber die Sicherung konnte nicht geschrieben werden: %2. Schaffen Sie in diesem Ordner %3 Platz. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be used: %2.</source>
        <translation>„%1“ kann nicht verwendet werden: %2.</translation>
    </message>
    <message>
        <source>Another Vignette window is using “%1”. Changes won&apos;t be saved.</source>
        <translation>Ein anderes Vignette-Fenster verwendet „%1“. Änderungen werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be opened for writing. Its contents are unchanged but not shown, and new data won&apos;t be saved.</source>
        <translation>„%1“ kann nicht zum Schreiben geöffnet werden. Der Inhalt bleibt unverändert, wird aber nicht angezeigt, und Neues wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>The disk with “%1” is full. Existing data is safe, but new data won&apos;t be saved until you free disk space.</source>
        <translation>Der Datenträger mit „%1“ ist voll. Vorhandene Daten sind sicher, aber Neues wird erst gespeichert, wenn Sie Platz schaffen.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t opened: its “%2” isn&apos;t the one Vignette creates. Another program may have changed the file.</source>
        <translation>„%1“ wurde nicht geöffnet: „%2“ darin stammt nicht von Vignette. Vielleicht hat ein anderes Programm die Datei verändert.</translation>
    </message>
    <message>
        <source>Reading “%1” was stopped: a query took longer than %2 s. The file may be damaged.</source>
        <translation>Das Lesen von „%1“ wurde abgebrochen: Eine Abfrage dauerte länger als %2 s. Die Datei ist vielleicht beschädigt.</translation>
    </message>
    <message>
        <source>Reading “%1” was stopped: it contains a text of more than %2. The file may be damaged.</source>
        <translation>Das Lesen von „%1“ wurde abgebrochen: Die Datei enthält einen Text von mehr als %2. Sie ist vielleicht beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::Devices</name>
    <message>
        <source>%1, CPU for the rest</source>
        <translation>%1, CPU für den Rest</translation>
    </message>
</context>
<context>
    <name>services::DiskSpace</name>
    <message>
        <source>Not enough space on the disk with “%1”: %2 needed, %3 free.</source>
        <translation>Nicht genug Platz auf dem Datenträger mit „%1“: %2 nötig, %3 frei.</translation>
    </message>
</context>
<context>
    <name>services::DocumentGatherer</name>
    <message>
        <source>Searching your documents…</source>
        <translation>Ihre Dokumente werden durchsucht …</translation>
    </message>
    <message>
        <source>Your library is empty. Add documents on the page “Documents”, or turn off “Ask my documents”.</source>
        <translation>Ihre Bibliothek ist leer. Fügen Sie auf der Seite „Dokumente“ Dokumente hinzu, oder schalten Sie „Meine Dokumente fragen“ aus.</translation>
    </message>
    <message>
        <source>Loading model: %1 %</source>
        <translation>Modell wird geladen: %1 %</translation>
    </message>
    <message>
        <source>Selecting passages…</source>
        <translation>Textstellen werden ausgewählt …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files in your library haven&apos;t been read yet.</source>
        <translation>
            <numerusform>%Ln Datei in Ihrer Bibliothek wurde noch nicht gelesen.</numerusform>
            <numerusform>%Ln Dateien in Ihrer Bibliothek wurden noch nicht gelesen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentLibrary</name>
    <message>
        <source>The reranker “%1” can&apos;t be used.</source>
        <translation>Der Reranker „%1“ kann nicht verwendet werden.</translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message>
        <source>Only the beginning of one passage fits into the model&apos;s context.</source>
        <translation>Nur der Anfang einer Textstelle passt in den Kontext des Modells.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages didn&apos;t fit into the model&apos;s context and were left out.</source>
        <translation>
            <numerusform>%Ln Textstelle passte nicht in den Kontext des Modells und wurde weggelassen.</numerusform>
            <numerusform>%Ln Textstellen passten nicht in den Kontext des Modells und wurden weggelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is too long: its end wasn&apos;t read.</source>
        <translation>„%1“ ist zu lang: Das Ende wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Reading everything: part %1 of %2</source>
        <translation>Alles wird gelesen: Teil %1 von %2</translation>
    </message>
    <message>
        <source>Longer than the model&apos;s context. Answer based on notes taken while reading everything part by part.</source>
        <translation>Länger als der Kontext des Modells. Die Antwort beruht auf Notizen, die beim abschnittsweisen Lesen des ganzen Textes entstanden.</translation>
    </message>
    <message>
        <source>Searching by meaning: %1 of %2 passages</source>
        <translation>Suche nach Bedeutung: %1 von %2 Textstellen</translation>
    </message>
    <message>
        <source>No passage fits into the model&apos;s context. Increase the context length in the settings, or start a new chat.</source>
        <translation>Keine Textstelle passt in den Kontext des Modells. Erhöhen Sie die Kontextlänge in den Einstellungen, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message numerus="yes">
        <source>Answer based on the %Ln most relevant passages.</source>
        <translation>
            <numerusform>Die Antwort beruht auf der relevantesten Textstelle.</numerusform>
            <numerusform>Die Antwort beruht auf den %Ln relevantesten Textstellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your documents don&apos;t contain an answer to this question.</source>
        <translation>Ihre Dokumente enthalten keine Antwort auf diese Frage.</translation>
    </message>
    <message>
        <source>The closest passages are listed below.</source>
        <translation>Die ähnlichsten Textstellen stehen unten.</translation>
    </message>
    <message>
        <source>The built-in model can&apos;t answer questions about documents. The most relevant passages are:</source>
        <translation>Das eingebaute Modell kann keine Fragen zu Dokumenten beantworten. Die relevantesten Textstellen:</translation>
    </message>
    <message>
        <source>The built-in model can&apos;t summarize. The document begins:</source>
        <translation>Das eingebaute Modell kann nicht zusammenfassen. Das Dokument beginnt so:</translation>
    </message>
    <message>
        <source>Reading the most relevant passages…</source>
        <translation>Die relevantesten Textstellen werden gelesen …</translation>
    </message>
</context>
<context>
    <name>services::FileDownload</name>
    <message>
        <source>the response ended early</source>
        <translation>die Antwort endete vorzeitig</translation>
    </message>
    <message>
        <source>The size of “%1” has changed on the hub. Reload the list of files.</source>
        <translation>Die Größe von „%1“ hat sich auf dem Hub geändert. Laden Sie die Dateiliste neu.</translation>
    </message>
    <message>
        <source>“%1” keeps changing on the hub during the download. Try again later.</source>
        <translation>„%1“ ändert sich auf dem Hub während des Downloads immer wieder. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The connection to %1 keeps failing, and the server can&apos;t resume downloads. Try again later.</source>
        <translation>Die Verbindung zu %1 bricht immer wieder ab, und der Server kann Downloads nicht fortsetzen. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>“%1” was deleted because its checksum doesn&apos;t match. Try again later; the file on the hub may be damaged.</source>
        <translation>„%1“ wurde gelöscht, weil die Prüfsumme nicht stimmt. Versuchen Sie es später noch einmal; die Datei auf dem Hub ist möglicherweise beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::FileGatherer</name>
    <message>
        <source>Reading “%1”…</source>
        <translation>„%1“ wird gelesen …</translation>
    </message>
    <message>
        <source>Reading files: %1 of %2</source>
        <translation>Dateien werden gelesen: %1 von %2</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t read before Vignette was closed. Edit the message to attach it again.</source>
        <translation>„%1“ wurde vor dem Beenden von Vignette nicht gelesen. Bearbeiten Sie die Nachricht, um die Datei erneut anzuhängen.</translation>
    </message>
    <message numerus="yes">
        <source>Reading “%1”: %Ln pages so far</source>
        <translation>
            <numerusform>„%1“ wird gelesen: bisher %Ln Seite</numerusform>
            <numerusform>„%1“ wird gelesen: bisher %Ln Seiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ForeignModels</name>
    <message>
        <source>“%1” from %2 was skipped: %3</source>
        <translation>„%1“ von %2 wurde übersprungen: %3</translation>
    </message>
    <message>
        <source>its manifest can&apos;t be read or is larger than 1 MiB.</source>
        <translation>das Manifest kann nicht gelesen werden oder ist größer als 1 MiB.</translation>
    </message>
    <message>
        <source>its file “%1” is missing.</source>
        <translation>die Datei „%1“ fehlt.</translation>
    </message>
    <message>
        <source>its link is broken. The file may still be downloading.</source>
        <translation>die Verknüpfung ist defekt. Vielleicht wird die Datei noch heruntergeladen.</translation>
    </message>
    <message>
        <source>its latest version is missing.</source>
        <translation>die neueste Version fehlt.</translation>
    </message>
    <message>
        <source>its manifest lists no model.</source>
        <translation>das Manifest nennt kein Modell.</translation>
    </message>
    <message>
        <source>its model.yml lists no model.</source>
        <translation>model.yml nennt kein Modell.</translation>
    </message>
    <message>
        <source>the download is incomplete.</source>
        <translation>der Download ist unvollständig.</translation>
    </message>
</context>
<context>
    <name>services::GlobalShortcut</name>
    <message>
        <source>The desktop rejected the global shortcut. Allow it in the desktop&apos;s settings for shortcuts.</source>
        <translation>Die Arbeitsumgebung hat das globale Tastenkürzel abgelehnt. Erlauben Sie es in deren Einstellungen für Tastenkürzel.</translation>
    </message>
    <message>
        <source>Ctrl+Alt+%1 can&apos;t be used here. In the desktop&apos;s settings, let a shortcut run “vignette --capture” instead.</source>
        <translation>Strg+Alt+%1 kann hier nicht verwendet werden. Lassen Sie stattdessen in den Einstellungen der Arbeitsumgebung ein Tastenkürzel „vignette --capture“ ausführen.</translation>
    </message>
</context>
<context>
    <name>services::HeadFolder</name>
    <message>
        <source>Couldn&apos;t read the description of %1 in the folder for temporary files: %2.</source>
        <translation>Die Beschreibung von %1 konnte im Ordner für temporäre Dateien nicht gelesen werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::HttpFailure</name>
    <message>
        <source>%1 no longer has this file. Reload the list of files.</source>
        <translation>%1 hat diese Datei nicht mehr. Laden Sie die Dateiliste neu.</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t found at %2, or it is private. Check the spelling.</source>
        <translation>„%1“ wurde bei %2 nicht gefunden oder ist privat. Prüfen Sie die Schreibweise.</translation>
    </message>
    <message>
        <source>%2 denied access to “%1”. Accept the terms on its page, and check that your access token has read permission.</source>
        <translation>%2 verweigert den Zugriff auf „%1“. Stimmen Sie auf der dortigen Seite den Bedingungen zu, und prüfen Sie, ob Ihr Zugriffstoken Leserechte hat.</translation>
    </message>
    <message>
        <source>“%1” is a gated model. Accept its terms at %2, and set an access token (HF_TOKEN).</source>
        <translation>„%1“ ist zugangsbeschränkt. Stimmen Sie den Bedingungen bei %2 zu, und geben Sie ein Zugriffstoken an (HF_TOKEN).</translation>
    </message>
    <message>
        <source>%1 is receiving too many requests. Try again later.</source>
        <translation>%1 erhält zu viele Anfragen. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 is receiving too many requests. Try again in %2 s.</source>
        <translation>%1 erhält zu viele Anfragen. Versuchen Sie es in %2 s erneut.</translation>
    </message>
    <message>
        <source>The proxy requires authentication. Add the user name and password to its address (http_proxy, https_proxy).</source>
        <translation>Der Proxy verlangt eine Anmeldung. Ergänzen Sie Benutzername und Passwort in seiner Adresse (http_proxy, https_proxy).</translation>
    </message>
    <message>
        <source>“%1” is shorter at %2 than its list of files says. Reload the list of files.</source>
        <translation>„%1“ ist bei %2 kürzer, als die Dateiliste angibt. Laden Sie die Dateiliste neu.</translation>
    </message>
    <message>
        <source>%1 reported an internal error (status %2). Try again later.</source>
        <translation>%1 meldet einen internen Fehler (Status %2). Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 isn&apos;t a model hub (status %2). Check its address in Settings → Models and device.</source>
        <translation>%1 ist kein Modell-Hub (Status %2). Prüfen Sie die Adresse unter Einstellungen → Modelle und Gerät.</translation>
    </message>
    <message>
        <source>Connection to %1 lost (%2). Try again; a partial download is kept and resumed.</source>
        <translation>Verbindung zu %1 verloren (%2). Versuchen Sie es erneut; ein begonnener Download wird fortgesetzt.</translation>
    </message>
    <message>
        <source>%1 stopped responding. Try again; a partial download is kept and resumed.</source>
        <translation>%1 antwortet nicht mehr. Versuchen Sie es erneut; ein begonnener Download wird fortgesetzt.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be found. Check the address and your network connection.</source>
        <translation>%1 wurde nicht gefunden. Prüfen Sie die Adresse und die Netzwerkverbindung.</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t secure, so nothing was downloaded: %2.</source>
        <translation>Die Verbindung zu %1 ist nicht sicher, darum wurde nichts heruntergeladen: %2.</translation>
    </message>
    <message>
        <source>%1 sent an invalid response: %2. Check its address.</source>
        <translation>%1 hat eine ungültige Antwort gesendet: %2. Prüfen Sie die Adresse.</translation>
    </message>
</context>
<context>
    <name>services::HttpGet</name>
    <message>
        <source>a different range was sent than requested</source>
        <translation>es wurde ein anderer Bereich gesendet als angefordert</translation>
    </message>
    <message>
        <source>the response ended early</source>
        <translation>die Antwort endete vorzeitig</translation>
    </message>
    <message>
        <source>too many redirects</source>
        <translation>zu viele Weiterleitungen</translation>
    </message>
    <message>
        <source>it redirects to an invalid URL</source>
        <translation>Weiterleitung an eine ungültige URL</translation>
    </message>
    <message>
        <source>it redirects from https to http</source>
        <translation>Weiterleitung von https zu http</translation>
    </message>
</context>
<context>
    <name>services::HubAccess</name>
    <message>
        <source>“%1” isn&apos;t a valid model hub URL. Example: https://huggingface.co. Check HF_ENDPOINT and Settings → Models and device.</source>
        <translation>„%1“ ist keine gültige Modell-Hub-URL. Beispiel: https://huggingface.co. Prüfen Sie HF_ENDPOINT und Einstellungen → Modelle und Gerät.</translation>
    </message>
    <message>
        <source>HF_TOKEN isn&apos;t a valid token: it contains spaces or unsupported characters.</source>
        <translation>HF_TOKEN ist kein gültiges Token: Es enthält Leerzeichen oder nicht unterstützte Zeichen.</translation>
    </message>
</context>
<context>
    <name>services::HubAnswers</name>
    <message>
        <source>%1 isn&apos;t a model hub. Check its address (HF_ENDPOINT).</source>
        <translation>%1 ist kein Modell-Hub. Prüfen Sie die Adresse (HF_ENDPOINT).</translation>
    </message>
</context>
<context>
    <name>services::HubClient</name>
    <message>
        <source>The list of files of “%1” wasn&apos;t read: it is endless or continues outside %2.</source>
        <translation>Die Dateiliste von „%1“ wurde nicht gelesen: Sie ist endlos oder geht außerhalb von %2 weiter.</translation>
    </message>
    <message>
        <source>More results weren&apos;t read: they are outside %1.</source>
        <translation>Weitere Ergebnisse wurden nicht gelesen: Sie liegen außerhalb von %1.</translation>
    </message>
</context>
<context>
    <name>services::HubQuestion</name>
    <message>
        <source>The response from %1 is too large. Check its address.</source>
        <translation>Die Antwort von %1 ist zu groß. Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Connection to %1 lost. Try again.</source>
        <translation>Die Verbindung zu %1 ist abgebrochen. Versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>services::InstalledModels</name>
    <message>
        <source>No supported models found in “%1”. Choose GGUF files or a folder with config.json and safetensors files.</source>
        <translation>In „%1“ wurden keine unterstützten Modelle gefunden. Wählen Sie GGUF-Dateien oder einen Ordner mit config.json und Safetensors-Dateien.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a supported model. Choose a GGUF file or a folder with config.json and safetensors files.</source>
        <translation>„%1“ ist kein unterstütztes Modell. Wählen Sie eine GGUF-Datei oder einen Ordner mit config.json und Safetensors-Dateien.</translation>
    </message>
    <message>
        <source>“%1” is only the vision encoder of a model. Add it together with its language model.</source>
        <translation>„%1“ ist nur der Vision-Encoder eines Modells. Fügen Sie ihn zusammen mit seinem Sprachmodell hinzu.</translation>
    </message>
    <message>
        <source>“%1” has already been added.</source>
        <translation>„%1“ wurde bereits hinzugefügt.</translation>
    </message>
</context>
<context>
    <name>services::JsonObjects</name>
    <message>
        <source>it isn&apos;t a chat in JSON</source>
        <translation>sie ist kein Chat in JSON</translation>
    </message>
    <message>
        <source>it contains more than %1 values</source>
        <translation>sie enthält mehr als %1 Werte</translation>
    </message>
</context>
<context>
    <name>services::KeptSecret</name>
    <message>
        <source>no response</source>
        <translation>keine Antwort</translation>
    </message>
</context>
<context>
    <name>services::LibraryIndex</name>
    <message>
        <source>“%1” doesn&apos;t exist and wasn&apos;t added.</source>
        <translation>„%1“ existiert nicht und wurde nicht hinzugefügt.</translation>
    </message>
    <message>
        <source>Scanned pages of “%1” were read with Tesseract: %2</source>
        <translation>Gescannte Seiten von „%1“ wurden mit Tesseract gelesen: %2</translation>
    </message>
</context>
<context>
    <name>services::McpConnection</name>
    <message>
        <source>“%1” uses an unsupported protocol version: %2.</source>
        <translation>„%1“ verwendet eine nicht unterstützte Protokollversion: %2.</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>„%1“ liest die Eingabe nicht.</translation>
    </message>
    <message>
        <source>“%1” is no longer running.</source>
        <translation>„%1“ läuft nicht mehr.</translation>
    </message>
    <message numerus="yes">
        <source>“%1” didn&apos;t respond within %Ln second(s).</source>
        <translation>
            <numerusform>„%1“ hat nicht innerhalb von %Ln Sekunde geantwortet.</numerusform>
            <numerusform>„%1“ hat nicht innerhalb von %Ln Sekunden geantwortet.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” sent an invalid message: %2</source>
        <translation>„%1“ hat eine ungültige Nachricht gesendet: %2</translation>
    </message>
    <message>
        <source>“%1” reported an error: %2</source>
        <translation>„%1“ meldet einen Fehler: %2</translation>
    </message>
    <message>
        <source>“%1” rejected “%2”: %3</source>
        <translation>„%1“ hat „%2“ abgelehnt: %3</translation>
    </message>
    <message>
        <source>“%1” ended the session.</source>
        <translation>„%1“ hat die Sitzung beendet.</translation>
    </message>
</context>
<context>
    <name>services::McpHttp</name>
    <message>
        <source>“%1” ended the connection without an answer.</source>
        <translation>„%1“ hat die Verbindung ohne Antwort beendet.</translation>
    </message>
    <message>
        <source>%1 denied access (status %2). Check the headers of “%3”.</source>
        <translation>%1 hat den Zugriff verweigert (Status %2). Prüfen Sie die Header von „%3“.</translation>
    </message>
</context>
<context>
    <name>services::McpImport</name>
    <message>
        <source>it has neither a command nor a URL</source>
        <translation>es gibt weder einen Befehl noch eine URL</translation>
    </message>
    <message>
        <source>it uses the older SSE transport; only streamable HTTP is supported</source>
        <translation>es wird der ältere SSE-Transport verwendet; unterstützt wird nur Streamable HTTP</translation>
    </message>
    <message>
        <source>“%1” contains placeholders such as ${…}. Edit the server and enter their values.</source>
        <translation>„%1“ enthält Platzhalter wie ${…}. Bearbeiten Sie den Server und geben Sie die Werte ein.</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t added: %2.</source>
        <translation>„%1“ wurde nicht hinzugefügt: %2.</translation>
    </message>
    <message>
        <source>The environment variable “%1” of “%2” can&apos;t be used.</source>
        <translation>Die Umgebungsvariable „%1“ von „%2“ kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The header “%1” of “%2” can&apos;t be used.</source>
        <translation>Der Header „%1“ von „%2“ kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t added: %2</source>
        <translation>„%1“ wurde nicht hinzugefügt: %2</translation>
    </message>
    <message>
        <source>No MCP servers found. Paste JSON with “mcpServers” or “servers”, as other programs use it.</source>
        <translation>Keine MCP-Server gefunden. Fügen Sie JSON mit „mcpServers“ oder „servers“ ein, wie es andere Programme verwenden.</translation>
    </message>
</context>
<context>
    <name>services::McpMessages</name>
    <message>
        <source>“%1” isn&apos;t a valid URL. Example: https://example.org/mcp.</source>
        <translation>„%1“ ist keine gültige URL. Beispiel: https://example.org/mcp.</translation>
    </message>
    <message>
        <source>The URL contains a user name or password. Enter a header instead.</source>
        <translation>Die URL enthält einen Benutzernamen oder ein Passwort. Geben Sie stattdessen einen Header ein.</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t encrypted, so no headers are sent there. Use https.</source>
        <translation>Die Verbindung zu %1 ist nicht verschlüsselt, daher werden dorthin keine Header gesendet. Verwenden Sie https.</translation>
    </message>
    <message>
        <source>The text is too long: it has %L1 characters, and %L2 can be inserted.</source>
        <translation>Der Text ist zu lang: Er hat %L1 Zeichen, und %L2 können eingefügt werden.</translation>
    </message>
</context>
<context>
    <name>services::McpProcess</name>
    <message>
        <source>“%1” couldn&apos;t be started: “%2” isn&apos;t an executable program.</source>
        <translation>„%1“ konnte nicht gestartet werden: „%2“ ist kein ausführbares Programm.</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>„%1“ liest die Eingabe nicht.</translation>
    </message>
    <message>
        <source>“%1” closed unexpectedly.</source>
        <translation>„%1“ wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>“%1” closed unexpectedly with status %2.</source>
        <translation>„%1“ wurde unerwartet mit Status %2 beendet.</translation>
    </message>
    <message>
        <source>Last output: %1</source>
        <translation>Letzte Ausgabe: %1</translation>
    </message>
</context>
<context>
    <name>services::McpServer</name>
    <message>
        <source>“%1” was turned off.</source>
        <translation>„%1“ wurde ausgeschaltet.</translation>
    </message>
    <message>
        <source>The value of the header “%1” isn&apos;t stored on this computer. Edit the server and enter it again.</source>
        <translation>Der Wert des Headers „%1“ ist auf diesem Computer nicht gespeichert. Bearbeiten Sie den Server und geben Sie ihn erneut ein.</translation>
    </message>
</context>
<context>
    <name>services::McpTransport</name>
    <message>
        <source>“%1” sent more output than allowed.</source>
        <translation>„%1“ hat mehr Ausgabe gesendet als erlaubt.</translation>
    </message>
    <message>
        <source>“%1” sent a line that is too long.</source>
        <translation>„%1“ hat eine zu lange Zeile gesendet.</translation>
    </message>
</context>
<context>
    <name>services::MessageTree</name>
    <message>
        <source>This message couldn&apos;t be saved.</source>
        <translation>Diese Nachricht konnte nicht gespeichert werden.</translation>
    </message>
</context>
<context>
    <name>services::ModelCatalog</name>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid model catalog: it is larger than %2.</source>
        <translation>„%1“ ist kein gültiger Modellkatalog: Die Datei ist größer als %2.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid model catalog: it must be an object with a list “models”.</source>
        <translation>„%1“ ist kein gültiger Modellkatalog: Nötig ist ein Objekt mit einer Liste „models“.</translation>
    </message>
    <message>
        <source>document search</source>
        <translation>Dokumentsuche</translation>
    </message>
    <message>
        <source>“kind” must be “chat”, “ocr”, “embedding” or “reranker”.</source>
        <translation>„kind“ muss „chat“, „ocr“, „embedding“ oder „reranker“ sein.</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>“%1”, model %2: %3</source>
        <translation>„%1“, Modell %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>“%1” contains more than %Ln models; only the first are shown.</source>
        <translation>
            <numerusform>„%1“ enthält mehr als %Ln Modell; nur die ersten werden angezeigt.</numerusform>
            <numerusform>„%1“ enthält mehr als %Ln Modelle; nur die ersten werden angezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a string of at most %Ln bytes.</source>
        <translation>
            <numerusform>„%1“ muss ein Text von höchstens %Ln Byte sein.</numerusform>
            <numerusform>„%1“ muss ein Text von höchstens %Ln Byte sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” must be an integer.</source>
        <translation>„%1“ muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>“%1” must be true or false.</source>
        <translation>„%1“ muss true oder false sein.</translation>
    </message>
    <message>
        <source>“%1” must be a list of strings.</source>
        <translation>„%1“ muss eine Liste von Texten sein.</translation>
    </message>
    <message>
        <source>“repository” must be OWNER/NAME.</source>
        <translation>„repository“ muss OWNER/NAME sein.</translation>
    </message>
    <message>
        <source>The entry must be an object.</source>
        <translation>Der Eintrag muss ein Objekt sein.</translation>
    </message>
</context>
<context>
    <name>services::ModelDescription</name>
    <message>
        <source>Models of the “%1” architecture aren&apos;t supported by this version. Supported: %2.</source>
        <translation>Modelle der Architektur „%1“ werden von dieser Version nicht unterstützt. Unterstützt: %2.</translation>
    </message>
    <message>
        <source>This is only the vision encoder of a model. Add its language model; the encoder is found automatically in the same folder.</source>
        <translation>Dies ist nur der Vision-Encoder eines Modells. Fügen Sie das Sprachmodell hinzu; der Encoder im selben Ordner wird automatisch gefunden.</translation>
    </message>
    <message>
        <source>The file contains no vocabulary, so the model can&apos;t read text.</source>
        <translation>Die Datei enthält kein Vokabular, daher kann das Modell keinen Text lesen.</translation>
    </message>
    <message>
        <source>The folder contains neither tokenizer.json nor tokenizer.model, so the model can&apos;t read text.</source>
        <translation>Der Ordner enthält weder tokenizer.json noch tokenizer.model, daher kann das Modell keinen Text lesen.</translation>
    </message>
    <message>
        <source>The model&apos;s files are missing.</source>
        <translation>Die Dateien des Modells fehlen.</translation>
    </message>
    <message>
        <source>Not enough memory to read this file.</source>
        <translation>Nicht genug Speicher, um diese Datei zu lesen.</translation>
    </message>
    <message>
        <source>This model scores texts, as rerankers and classifiers do. It doesn&apos;t write answers.</source>
        <translation>Dieses Modell bewertet Texte, wie Reranker und Klassifikatoren es tun. Es schreibt keine Antworten.</translation>
    </message>
    <message>
        <source>This is an embedding model. It doesn&apos;t write answers; it searches your documents by meaning.</source>
        <translation>Dies ist ein Embedding-Modell. Es schreibt keine Antworten, sondern durchsucht Ihre Dokumente nach Bedeutung.</translation>
    </message>
    <message>
        <source>The file is incomplete. Download it again.</source>
        <translation>Die Datei ist unvollständig. Laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>Eingebautes Modell</translation>
    </message>
</context>
<context>
    <name>services::ModelFolder</name>
    <message>
        <source>“%1” can&apos;t be downloaded: its model.safetensors.index.json isn&apos;t a valid list of files.</source>
        <translation>„%1“ kann nicht heruntergeladen werden: model.safetensors.index.json ist keine gültige Dateiliste.</translation>
    </message>
</context>
<context>
    <name>services::ModelInquiry</name>
    <message>
        <source>“%1” contains no language model.</source>
        <translation>„%1“ enthält kein Sprachmodell.</translation>
    </message>
    <message>
        <source>The models in “%1” have an architecture (“%2”) that isn&apos;t supported by this version. Supported: %3.</source>
        <translation>Die Modelle in „%1“ haben eine Architektur („%2“), die diese Version nicht unterstützt. Unterstützt: %3.</translation>
    </message>
    <message>
        <source>“%1” has no version “%2”. Available: %3.</source>
        <translation>„%1“ hat keine Version „%2“. Verfügbar: %3.</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t fit into memory: the smallest version, %2, needs %3 (%4 free). Close other programs, choose a smaller model, or download it anyway with %5:%2</source>
        <translation>„%1“ passt nicht in den Speicher: Die kleinste Version, %2, braucht %3 (%4 frei). Schließen Sie andere Programme, wählen Sie ein kleineres Modell, oder laden Sie es trotzdem herunter mit %5:%2</translation>
    </message>
    <message>
        <source>This model needs more memory than is free. It will be slow or may not load.</source>
        <translation>Dieses Modell braucht mehr Speicher, als frei ist. Es wird langsam sein oder lässt sich nicht laden.</translation>
    </message>
    <message>
        <source>The vision encoder isn&apos;t supported and won&apos;t be downloaded.</source>
        <translation>Der Vision-Encoder wird nicht unterstützt und nicht heruntergeladen.</translation>
    </message>
    <message>
        <source>“%1” has too many parts.</source>
        <translation>„%1“ hat zu viele Teile.</translation>
    </message>
    <message>
        <source>Recommended: %1</source>
        <translation>Empfohlen: %1</translation>
    </message>
    <message>
        <source>“%1” contains no supported model: it has no GGUF files, and no config.json with a tokenizer and safetensors files. Look for a repository of the same model whose name ends in GGUF.</source>
        <translation>„%1“ enthält kein unterstütztes Modell: weder GGUF-Dateien noch config.json mit Tokenizer und safetensors-Dateien. Suchen Sie nach einem Repository desselben Modells, dessen Name auf GGUF endet.</translation>
    </message>
    <message>
        <source>“%1” is incomplete: it lacks files with weights that it lists.</source>
        <translation>„%1“ ist unvollständig: Dateien mit Gewichten, die es aufführt, fehlen.</translation>
    </message>
</context>
<context>
    <name>services::ModelScanReader</name>
    <message>
        <source>“%1” can&apos;t see images. Choose a vision model.</source>
        <translation>„%1“ kann keine Bilder sehen. Wählen Sie ein Modell, das Bilder sieht.</translation>
    </message>
</context>
<context>
    <name>services::ModelState</name>
    <message>
        <source>%1 isn&apos;t used: %2.</source>
        <translation>%1 wird nicht verwendet: %2.</translation>
    </message>
    <message>
        <source>%1 isn&apos;t used: this computer doesn&apos;t have it.</source>
        <translation>%1 wird nicht verwendet: Dieser Computer hat es nicht.</translation>
    </message>
    <message>
        <source>The model can&apos;t chat: %1.</source>
        <translation>Das Modell kann nicht chatten: %1.</translation>
    </message>
    <message>
        <source>The model has no chat template of its own; the %1 format is used.</source>
        <translation>Das Modell hat keine eigene Chat-Vorlage; das Format %1 wird verwendet.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln Thread</numerusform>
            <numerusform>%Ln Threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::OfferedModel</name>
    <message>
        <source>its list of models doesn&apos;t follow the OpenAI API</source>
        <translation>die Modellliste entspricht nicht der OpenAI-API</translation>
    </message>
</context>
<context>
    <name>services::PartialFile</name>
    <message>
        <source>“%1” is already being downloaded by another program.</source>
        <translation>„%1“ wird bereits von einem anderen Programm heruntergeladen.</translation>
    </message>
    <message>
        <source>Not enough disk space for “%1” (%2). Free disk space, then resume; a partial download is kept.</source>
        <translation>Nicht genug Speicherplatz für „%1“ (%2). Schaffen Sie Platz, und setzen Sie dann fort; der begonnene Download bleibt erhalten.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be written: %2.</source>
        <translation>„%1“ kann nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::PictureTextGatherer</name>
    <message>
        <source>Reading text in pictures: %1 of %2</source>
        <translation>Text in Bildern wird gelesen: %1 von %2</translation>
    </message>
    <message>
        <source>Reading text in the picture</source>
        <translation>Text im Bild wird gelesen</translation>
    </message>
    <message>
        <source>Reading text in “%1”</source>
        <translation>Text in „%1“ wird gelesen</translation>
    </message>
    <message>
        <source>Text in pictures can&apos;t be read: language data for Tesseract is missing (Debian: tesseract-ocr-eng).</source>
        <translation>Text in Bildern kann nicht gelesen werden: Sprachdaten für Tesseract fehlen (Debian: tesseract-ocr-deu).</translation>
    </message>
    <message>
        <source>Install Tesseract data for your language to read text in pictures more accurately (Debian: %1).</source>
        <translation>Installieren Sie die Tesseract-Daten für Ihre Sprache, um Text in Bildern genauer zu lesen (Debian: %1).</translation>
    </message>
</context>
<context>
    <name>services::Planner</name>
    <message>
        <source>Estimated speed: %1 tok/s</source>
        <translation>Geschätzte Geschwindigkeit: %1 Tok/s</translation>
    </message>
    <message>
        <source>Experts of %1 of %2 layers on the CPU</source>
        <translation>Experten von %1 der %2 Schichten auf der CPU</translation>
    </message>
    <message>
        <source>Estimated time to first token with a photo: %1 s</source>
        <translation>Geschätzte Zeit bis zum ersten Token mit einem Foto: %1 s</translation>
    </message>
</context>
<context>
    <name>services::PostgresAddress</name>
    <message>
        <source>This isn&apos;t a valid PostgreSQL URL. Example: postgresql://user@host:port/database</source>
        <translation>Das ist keine gültige PostgreSQL-URL. Beispiel: postgresql://benutzer@rechner:port/datenbank</translation>
    </message>
</context>
<context>
    <name>services::PostgresDatabase</name>
    <message>
        <source>The query part of a PostgreSQL URL can&apos;t contain semicolons.</source>
        <translation>Der Abfrageteil einer PostgreSQL-URL darf keine Semikolons enthalten.</translation>
    </message>
    <message>
        <source>Can&apos;t connect to %1: Qt&apos;s PostgreSQL driver isn&apos;t installed (Debian: libqt6sql6-psql).</source>
        <translation>Keine Verbindung zu %1: Der PostgreSQL-Treiber von Qt ist nicht installiert (Debian: libqt6sql6-psql).</translation>
    </message>
    <message>
        <source>No response from %1: %2.</source>
        <translation>%1 antwortet nicht: %2.</translation>
    </message>
    <message>
        <source>Connection to %1 lost. It will be reestablished when needed.</source>
        <translation>Verbindung zu %1 verloren. Sie wird bei Bedarf neu hergestellt.</translation>
    </message>
    <message>
        <source>A query on %1 took too long.</source>
        <translation>Eine Abfrage auf %1 hat zu lange gedauert.</translation>
    </message>
    <message>
        <source>%1 is being changed by someone else. Try again later.</source>
        <translation>%1 wird gerade von jemand anderem geändert. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 is a read-only replica. Connect to the primary server to make changes.</source>
        <translation>%1 ist ein schreibgeschütztes Replikat. Verbinden Sie sich für Änderungen mit dem Primärserver.</translation>
    </message>
    <message>
        <source>You don&apos;t have permission to do this on %1: %2.</source>
        <translation>Dafür fehlt Ihnen auf %1 die Berechtigung: %2.</translation>
    </message>
    <message>
        <source>The disk of %1 is full. Existing data is safe, but new data won&apos;t be saved until disk space is freed.</source>
        <translation>Der Datenträger von %1 ist voll. Vorhandene Daten sind sicher, aber Neues wird erst gespeichert, wenn wieder Platz ist.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be used: %2.</source>
        <translation>%1 kann nicht verwendet werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::PostgresIndex</name>
    <message>
        <source>%1 was created by a newer version of Vignette: its format is %2, and this version supports up to %3. It wasn&apos;t changed.</source>
        <translation>%1 stammt aus einer neueren Version von Vignette: Das Format ist %2, diese Version unterstützt höchstens %3. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The index “%1” doesn&apos;t exist. Create it with vignette-cli index.</source>
        <translation>Der Index „%1“ existiert nicht. Erstellen Sie ihn mit vignette-cli index.</translation>
    </message>
    <message>
        <source>%1 runs PostgreSQL %2, but version 13 or newer is required.</source>
        <translation>Auf %1 läuft PostgreSQL %2, nötig ist Version 13 oder neuer.</translation>
    </message>
    <message>
        <source>The database %1 uses the encoding %2, but UTF8 is required.</source>
        <translation>Die Datenbank %1 verwendet die Kodierung %2, nötig ist UTF8.</translation>
    </message>
    <message>
        <source>pgvector isn&apos;t installed on %1, but searching by meaning needs it. Install it on that server (Debian and Ubuntu: postgresql-%2-pgvector; for Debian 12 from apt.postgresql.org).</source>
        <translation>Auf %1 ist pgvector nicht installiert; die Suche nach Bedeutung braucht es. Installieren Sie es auf diesem Server (Debian und Ubuntu: postgresql-%2-pgvector; für Debian 12 von apt.postgresql.org).</translation>
    </message>
    <message>
        <source>%1 has pgvector %2, but version %3 or newer is required.</source>
        <translation>%1 hat pgvector %2, nötig ist Version %3 oder neuer.</translation>
    </message>
    <message>
        <source>Someone else has just removed the document “%1” from %2.</source>
        <translation>Jemand anderes hat das Dokument „%1“ gerade aus %2 entfernt.</translation>
    </message>
</context>
<context>
    <name>services::Preset</name>
    <message>
        <source>“%1” isn&apos;t a valid preset: it is larger than %2.</source>
        <translation>„%1“ ist keine gültige Vorlage: Die Datei ist größer als %2.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read.</source>
        <translation>„%1“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid preset: %2 at character %3.</source>
        <translation>„%1“ ist keine gültige Vorlage: %2 bei Zeichen %3.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid preset: the name is missing.</source>
        <translation>„%1“ ist keine gültige Vorlage: Der Name fehlt.</translation>
    </message>
    <message>
        <source>The preset “%1” isn&apos;t used: its setting “%2” is unknown or has an invalid value.</source>
        <translation>Die Vorlage „%1“ wird nicht verwendet: Die Einstellung „%2“ ist unbekannt oder hat einen ungültigen Wert.</translation>
    </message>
</context>
<context>
    <name>services::Presets</name>
    <message numerus="yes">
        <source>Only the first %Ln presets are shown.</source>
        <translation>
            <numerusform>Nur die erste Vorlage wird angezeigt.</numerusform>
            <numerusform>Nur die ersten %Ln Vorlagen werden angezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a name for the preset.</source>
        <translation>Geben Sie einen Namen für die Vorlage ein.</translation>
    </message>
    <message numerus="yes">
        <source>You can&apos;t save more than %Ln presets.</source>
        <translation>
            <numerusform>Sie können nicht mehr als %Ln Vorlage sichern.</numerusform>
            <numerusform>Sie können nicht mehr als %Ln Vorlagen sichern.</numerusform>
        </translation>
    </message>
    <message>
        <source>A preset named “%1” already exists.</source>
        <translation>Eine Vorlage namens „%1“ existiert bereits.</translation>
    </message>
    <message>
        <source>The preset “%1” couldn&apos;t be deleted: %2.</source>
        <translation>Die Vorlage „%1“ konnte nicht gelöscht werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::ProgramServer</name>
    <message>
        <source>Couldn&apos;t read the server&apos;s API key from your keyring (%1). Enter it again below.</source>
        <translation>Der API-Schlüssel des Servers konnte nicht aus Ihrem Schlüsselbund gelesen werden (%1). Geben Sie ihn unten erneut ein.</translation>
    </message>
    <message>
        <source>Other computers can reach this address, so an API key is required. Enter one below.</source>
        <translation>Andere Computer können diese Adresse erreichen, deshalb ist ein API-Schlüssel nötig. Geben Sie unten einen ein.</translation>
    </message>
    <message>
        <source>This key isn&apos;t valid: it contains spaces or unsupported characters.</source>
        <translation>Dieser Schlüssel ist ungültig: Er enthält Leerzeichen oder nicht unterstützte Zeichen.</translation>
    </message>
    <message>
        <source>The API key is stored in your keyring.</source>
        <translation>Der API-Schlüssel ist in Ihrem Schlüsselbund gespeichert.</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit.</source>
        <translation>Der API-Schlüssel bleibt nur bis zum Beenden im Speicher.</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>Der API-Schlüssel bleibt nur bis zum Beenden im Speicher: Ihr Schlüsselbund konnte ihn nicht speichern (%1).</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the API key from your keyring (%1).</source>
        <translation>Der API-Schlüssel konnte nicht aus Ihrem Schlüsselbund gelesen werden (%1).</translation>
    </message>
    <message>
        <source>No API key: any program on this computer can connect.</source>
        <translation>Kein API-Schlüssel: Jedes Programm auf diesem Computer kann sich verbinden.</translation>
    </message>
    <message>
        <source>The server&apos;s API key is no longer in your keyring. Enter it again below.</source>
        <translation>Der API-Schlüssel des Servers ist nicht mehr in Ihrem Schlüsselbund. Geben Sie ihn unten erneut ein.</translation>
    </message>
</context>
<context>
    <name>services::Provider</name>
    <message>
        <source>Don&apos;t put user names or keys in the URL; enter the API key in its own field.</source>
        <translation>Schreiben Sie keine Benutzernamen oder Schlüssel in die URL; geben Sie den API-Schlüssel in seinem eigenen Feld ein.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid server address. Example: http://192.168.1.20:8000/v1</source>
        <translation>„%1“ ist keine gültige Serveradresse. Beispiel: http://192.168.1.20:8000/v1</translation>
    </message>
</context>
<context>
    <name>services::ProviderInquiry</name>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
</context>
<context>
    <name>services::ProviderTrial</name>
    <message>
        <source>Streams answers.</source>
        <translation>Streamt Antworten.</translation>
    </message>
    <message>
        <source>Doesn&apos;t answer questions.</source>
        <translation>Beantwortet keine Fragen.</translation>
    </message>
    <message>
        <source>Accepts pictures.</source>
        <translation>Nimmt Bilder an.</translation>
    </message>
    <message>
        <source>Doesn&apos;t accept pictures.</source>
        <translation>Nimmt keine Bilder an.</translation>
    </message>
    <message>
        <source>Supports JSON schemas.</source>
        <translation>Unterstützt JSON-Schemas.</translation>
    </message>
    <message>
        <source>Doesn&apos;t support JSON schemas.</source>
        <translation>Unterstützt keine JSON-Schemas.</translation>
    </message>
    <message>
        <source>JSON schema support is unknown: the answer was too long.</source>
        <translation>Ob JSON-Schemas unterstützt werden, ist unbekannt: Die Antwort war zu lang.</translation>
    </message>
    <message>
        <source>Calls tools.</source>
        <translation>Ruft Werkzeuge auf.</translation>
    </message>
    <message>
        <source>Doesn&apos;t accept tools.</source>
        <translation>Nimmt keine Werkzeuge an.</translation>
    </message>
    <message>
        <source>Accepts tools, but didn&apos;t call the test tool.</source>
        <translation>Nimmt Werkzeuge an, hat aber das Testwerkzeug nicht aufgerufen.</translation>
    </message>
    <message>
        <source>Returns log probabilities.</source>
        <translation>Liefert Log-Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Doesn&apos;t return log probabilities.</source>
        <translation>Liefert keine Log-Wahrscheinlichkeiten.</translation>
    </message>
    <message>
        <source>Computes embeddings.</source>
        <translation>Berechnet Embeddings.</translation>
    </message>
    <message>
        <source>Doesn&apos;t compute embeddings.</source>
        <translation>Berechnet keine Embeddings.</translation>
    </message>
    <message>
        <source>Connected.</source>
        <translation>Verbunden.</translation>
    </message>
    <message>
        <source>Connected: %1.</source>
        <translation>Verbunden: %1.</translation>
    </message>
    <message>
        <source>Context length: %1 tokens.</source>
        <translation>Kontextlänge: %1 Token.</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 Meldung des Servers: „%2“</translation>
    </message>
</context>
<context>
    <name>services::Providers</name>
    <message>
        <source>This key isn&apos;t valid: it contains spaces or unsupported characters.</source>
        <translation>Dieser Schlüssel ist ungültig: Er enthält Leerzeichen oder nicht unterstützte Zeichen.</translation>
    </message>
    <message>
        <source>The API key is stored in your keyring.</source>
        <translation>Der API-Schlüssel ist in Ihrem Schlüsselbund gespeichert.</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit.</source>
        <translation>Der API-Schlüssel bleibt nur bis zum Beenden im Speicher.</translation>
    </message>
    <message>
        <source>The API key is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>Der API-Schlüssel bleibt nur bis zum Beenden im Speicher: Ihr Schlüsselbund konnte ihn nicht speichern (%1).</translation>
    </message>
    <message>
        <source>No API key saved. Many servers don&apos;t need one.</source>
        <translation>Kein API-Schlüssel gespeichert. Viele Server brauchen keinen.</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the API key from your keyring (%1). Enter it again, or unlock the keyring and restart Vignette.</source>
        <translation>Der API-Schlüssel konnte nicht aus Ihrem Schlüsselbund gelesen werden (%1). Geben Sie ihn erneut ein, oder entsperren Sie den Schlüsselbund und starten Sie Vignette neu.</translation>
    </message>
</context>
<context>
    <name>services::RemoteAnswer</name>
    <message>
        <source>The model “%1” at %2 can&apos;t process pictures.</source>
        <translation>Das Modell „%1“ auf %2 kann keine Bilder verarbeiten.</translation>
    </message>
    <message>
        <source>%1 doesn&apos;t support: %2. Turn it off in this chat&apos;s settings, or choose another model.</source>
        <translation>%1 unterstützt nicht: %2. Schalten Sie dies in den Einstellungen dieses Chats aus, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>the content type is missing</source>
        <translation>der Inhaltstyp fehlt</translation>
    </message>
    <message>
        <source>the content type is %1</source>
        <translation>der Inhaltstyp ist %1</translation>
    </message>
    <message>
        <source>the response is too large</source>
        <translation>die Antwort ist zu groß</translation>
    </message>
    <message>
        <source>the answer ended with an error</source>
        <translation>die Antwort endete mit einem Fehler</translation>
    </message>
    <message>
        <source>too many empty events</source>
        <translation>zu viele leere Ereignisse</translation>
    </message>
    <message>
        <source>the answer is too long</source>
        <translation>die Antwort ist zu lang</translation>
    </message>
    <message>
        <source>The answer was stopped by the content filter of %1.</source>
        <translation>Die Antwort wurde vom Inhaltsfilter von %1 gestoppt.</translation>
    </message>
    <message>
        <source>The answer from %1 doesn&apos;t match the JSON schema.</source>
        <translation>Die Antwort von %1 entspricht nicht dem JSON-Schema.</translation>
    </message>
</context>
<context>
    <name>services::RemoteCall</name>
    <message>
        <source>the response is too large</source>
        <translation>die Antwort ist zu groß</translation>
    </message>
</context>
<context>
    <name>services::RemoteEmbedding</name>
    <message>
        <source>the response contains no embeddings</source>
        <translation>die Antwort enthält keine Embeddings</translation>
    </message>
    <message>
        <source>an embedding contains invalid numbers</source>
        <translation>ein Embedding enthält ungültige Zahlen</translation>
    </message>
    <message>
        <source>the number of embeddings is wrong</source>
        <translation>die Anzahl der Embeddings ist falsch</translation>
    </message>
    <message>
        <source>an embedding has an invalid index</source>
        <translation>ein Embedding hat einen ungültigen Index</translation>
    </message>
    <message>
        <source>the embeddings have different lengths</source>
        <translation>die Embeddings sind verschieden lang</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>The model “%1” at %2 doesn&apos;t compute embeddings.</source>
        <translation>Das Modell „%1“ auf %2 berechnet keine Embeddings.</translation>
    </message>
</context>
<context>
    <name>services::RemoteEngine</name>
    <message>
        <source>contacting %1</source>
        <translation>%1 wird kontaktiert</translation>
    </message>
</context>
<context>
    <name>services::RemoteFailure</name>
    <message>
        <source>%1 Server message: “%2”</source>
        <translation>%1 Meldung des Servers: „%2“</translation>
    </message>
    <message>
        <source>%1 rejected the API key. Check it under Models → Remote servers.</source>
        <translation>%1 hat den API-Schlüssel abgelehnt. Prüfen Sie ihn unter Modelle → Entfernte Server.</translation>
    </message>
    <message>
        <source>%1 requires an API key. Add it under Models → Remote servers.</source>
        <translation>%1 verlangt einen API-Schlüssel. Fügen Sie ihn unter Modelle → Entfernte Server hinzu.</translation>
    </message>
    <message>
        <source>%1 is busy. Try again later.</source>
        <translation>%1 ist ausgelastet. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>%1 is busy. Try again in %2 s.</source>
        <translation>%1 ist ausgelastet. Versuchen Sie es in %2 s erneut.</translation>
    </message>
    <message>
        <source>Nothing found at this address of %1. Most servers use a URL ending in /v1.</source>
        <translation>Unter dieser Adresse von %1 wurde nichts gefunden. Die meisten Server verwenden eine URL, die auf /v1 endet.</translation>
    </message>
    <message>
        <source>%1 can&apos;t find %2.</source>
        <translation>%1 findet %2 nicht.</translation>
    </message>
    <message>
        <source>The proxy requires authentication. Add the user name and password to its address (http_proxy, https_proxy).</source>
        <translation>Der Proxy verlangt eine Anmeldung. Ergänzen Sie Benutzername und Passwort in seiner Adresse (http_proxy, https_proxy).</translation>
    </message>
    <message>
        <source>The request is too large for %1.</source>
        <translation>Die Anfrage ist für %1 zu groß.</translation>
    </message>
    <message>
        <source>%1 redirects to %2; nothing was sent there. Enter that address if you trust it.</source>
        <translation>%1 leitet an %2 weiter; dorthin wurde nichts gesendet. Geben Sie diese Adresse ein, wenn Sie ihr vertrauen.</translation>
    </message>
    <message>
        <source>%1 reported an internal error (status %2).</source>
        <translation>%1 meldet einen internen Fehler (Status %2).</translation>
    </message>
    <message>
        <source>%1 rejected the request (status %2).</source>
        <translation>%1 hat die Anfrage abgelehnt (Status %2).</translation>
    </message>
    <message>
        <source>Connection to %1 lost during the answer. The text so far is saved; “Continue” resumes it.</source>
        <translation>Verbindung zu %1 während der Antwort verloren. Der bisherige Text ist gespeichert; „Fortsetzen“ macht dort weiter.</translation>
    </message>
    <message>
        <source>No response from %1. Check that the server is running.</source>
        <translation>%1 antwortet nicht. Prüfen Sie, ob der Server läuft.</translation>
    </message>
    <message>
        <source>No response from %1 (%2). Check that the server is running.</source>
        <translation>%1 antwortet nicht (%2). Prüfen Sie, ob der Server läuft.</translation>
    </message>
    <message>
        <source>%1 stopped responding during the answer. The text so far is saved; “Continue” resumes it.</source>
        <translation>%1 antwortet mitten in der Antwort nicht mehr. Der bisherige Text ist gespeichert; „Fortsetzen“ macht dort weiter.</translation>
    </message>
    <message>
        <source>%1 took too long to respond.</source>
        <translation>%1 hat zu lange nicht geantwortet.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be found. Check the address and your network connection.</source>
        <translation>%1 wurde nicht gefunden. Prüfen Sie die Adresse und die Netzwerkverbindung.</translation>
    </message>
    <message>
        <source>The connection to %1 isn&apos;t secure, so nothing was sent: %2.</source>
        <translation>Die Verbindung zu %1 ist nicht sicher, darum wurde nichts gesendet: %2.</translation>
    </message>
    <message>
        <source>%1 sent an invalid response: %2.</source>
        <translation>%1 hat eine ungültige Antwort gesendet: %2.</translation>
    </message>
</context>
<context>
    <name>services::SavedPrompt</name>
    <message numerus="yes">
        <source>The prompt is too long. Prompts can have up to %Ln characters.</source>
        <translation>
            <numerusform>Der Prompt ist zu lang. Prompts können höchstens %Ln Zeichen haben.</numerusform>
            <numerusform>Der Prompt ist zu lang. Prompts können höchstens %Ln Zeichen haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can save up to %Ln prompts. Delete one first.</source>
        <translation>
            <numerusform>Sie können höchstens %Ln Prompt speichern. Löschen Sie ihn zuerst.</numerusform>
            <numerusform>Sie können höchstens %Ln Prompts speichern. Löschen Sie zuerst einen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::ScreenCapture</name>
    <message>
        <source>Screenshot</source>
        <translation>Bildschirmfoto</translation>
    </message>
    <message>
        <source>The desktop rejected the screenshot. Allow screenshots in its privacy settings, or paste one into the message.</source>
        <translation>Die Arbeitsumgebung hat das Bildschirmfoto abgelehnt. Erlauben Sie Bildschirmfotos in deren Datenschutzeinstellungen oder fügen Sie eines in die Nachricht ein.</translation>
    </message>
    <message>
        <source>The desktop returned no screenshot. Try again.</source>
        <translation>Die Arbeitsumgebung hat kein Bildschirmfoto geliefert. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t let programs take screenshots. Install a desktop portal, or paste a screenshot into the message.</source>
        <translation>Diese Arbeitsumgebung lässt Programme keine Bildschirmfotos aufnehmen. Installieren Sie ein Desktop-Portal oder fügen Sie ein Bildschirmfoto in die Nachricht ein.</translation>
    </message>
</context>
<context>
    <name>services::Source</name>
    <message>
        <source>page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Untitled text</source>
        <translation>Unbenannter Text</translation>
    </message>
</context>
<context>
    <name>services::SqliteIndex</name>
    <message>
        <source>The document “%1” has just been removed from the index.</source>
        <translation>Das Dokument „%1“ wurde gerade aus dem Index entfernt.</translation>
    </message>
</context>
<context>
    <name>services::StoredModel</name>
    <message>
        <source>“%1” wasn&apos;t deleted: it has been replaced by a link.</source>
        <translation>„%1“ wurde nicht gelöscht: Die Datei wurde durch einen Link ersetzt.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be deleted: %2.</source>
        <translation>„%1“ kann nicht gelöscht werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::TokenKeeper</name>
    <message>
        <source>This token isn&apos;t valid: it is empty or contains spaces or unsupported characters.</source>
        <translation>Dieses Token ist ungültig: Es ist leer oder enthält Leerzeichen oder nicht unterstützte Zeichen.</translation>
    </message>
    <message>
        <source>The HF_TOKEN environment variable is used.</source>
        <translation>Die Umgebungsvariable HF_TOKEN wird verwendet.</translation>
    </message>
    <message>
        <source>The access token is stored in your keyring.</source>
        <translation>Das Zugriffstoken ist in Ihrem Schlüsselbund gespeichert.</translation>
    </message>
    <message>
        <source>The access token is kept in memory until you quit.</source>
        <translation>Das Zugriffstoken bleibt nur bis zum Beenden im Speicher.</translation>
    </message>
    <message>
        <source>The access token is kept in memory until you quit: your keyring couldn&apos;t store it (%1).</source>
        <translation>Das Zugriffstoken bleibt nur bis zum Beenden im Speicher: Ihr Schlüsselbund konnte es nicht speichern (%1).</translation>
    </message>
    <message>
        <source>No access token saved.</source>
        <translation>Kein Zugriffstoken gespeichert.</translation>
    </message>
    <message>
        <source>Couldn&apos;t read the access token from your keyring (%1). Enter it again, or unlock the keyring and restart Vignette.</source>
        <translation>Das Zugriffstoken konnte nicht aus Ihrem Schlüsselbund gelesen werden (%1). Geben Sie es erneut ein, oder entsperren Sie den Schlüsselbund und starten Sie Vignette neu.</translation>
    </message>
</context>
<context>
    <name>services::Tool</name>
    <message>
        <source>Calculator</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Datum und Uhrzeit</translation>
    </message>
    <message>
        <source>Document search</source>
        <translation>Dokumentsuche</translation>
    </message>
    <message>
        <source>List of documents</source>
        <translation>Liste der Dokumente</translation>
    </message>
    <message>
        <source>Document pages</source>
        <translation>Dokumentseiten</translation>
    </message>
</context>
<context>
    <name>services::ToolTurn</name>
    <message>
        <source>Allow the model to use “%1”?</source>
        <translation>Darf das Modell „%1“ verwenden?</translation>
    </message>
    <message>
        <source>Running “%1”</source>
        <translation>„%1“ wird ausgeführt</translation>
    </message>
</context>
<context>
    <name>services::WrittenPictures</name>
    <message>
        <source>Text in the picture</source>
        <translation>Text im Bild</translation>
    </message>
    <message>
        <source>Text in picture %1</source>
        <translation>Text in Bild %1</translation>
    </message>
</context>
<context>
    <name>services::ZipArchive</name>
    <message>
        <source>it isn&apos;t a ZIP archive</source>
        <translation>sie ist kein ZIP-Archiv</translation>
    </message>
    <message>
        <source>it contains too many files</source>
        <translation>sie enthält zu viele Dateien</translation>
    </message>
    <message>
        <source>its entry “%1” can&apos;t be read</source>
        <translation>ihr Eintrag „%1“ kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>its entry “%1” is damaged</source>
        <translation>ihr Eintrag „%1“ ist beschädigt</translation>
    </message>
    <message>
        <source>its entry “%1” is too long</source>
        <translation>ihr Eintrag „%1“ ist zu lang</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be used: %2.</source>
        <translation>„%1“ kann nicht verwendet werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::checkEvidence</name>
    <message>
        <source>“%1” isn&apos;t there any more.</source>
        <translation>„%1“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be read when the reply was exported.</source>
        <translation>„%1“ konnte nicht gelesen werden, als die Antwort exportiert wurde.</translation>
    </message>
    <message>
        <source>“%1” has changed since the reply was exported.</source>
        <translation>„%1“ wurde geändert, seit die Antwort exportiert wurde.</translation>
    </message>
    <message>
        <source>“%1” is unchanged.</source>
        <translation>„%1“ ist unverändert.</translation>
    </message>
    <message>
        <source>Passage [%1] isn&apos;t in “%2” any more.</source>
        <translation>Textstelle [%1] steht nicht mehr in „%2“.</translation>
    </message>
    <message>
        <source>Passage [%1] is in “%2”, page %3, word for word.</source>
        <translation>Textstelle [%1] steht Wort für Wort in „%2“, Seite %3.</translation>
    </message>
    <message>
        <source>Passage [%1] is in “%2” word for word.</source>
        <translation>Textstelle [%1] steht Wort für Wort in „%2“.</translation>
    </message>
    <message>
        <source>Passage [%1] can&apos;t be compared: %2</source>
        <translation>Textstelle [%1] kann nicht verglichen werden: %2</translation>
    </message>
    <message>
        <source>Citation [%1] names no passage.</source>
        <translation>Zitat [%1] nennt keine Textstelle.</translation>
    </message>
    <message>
        <source>Citation [%1] has all facts of: %2</source>
        <translation>Zitat [%1] enthält alle Angaben von: %2</translation>
    </message>
    <message>
        <source>Citation [%1] lacks %2 of: %3</source>
        <translation>Zitat [%1] fehlt %2 von: %3</translation>
    </message>
    <message>
        <source>Passage [%1] isn&apos;t from a file.</source>
        <translation>Textstelle [%1] stammt nicht aus einer Datei.</translation>
    </message>
    <message>
        <source>The model “%1” runs on a server, so the answer isn&apos;t written again.</source>
        <translation>Das Modell „%1“ läuft auf einem Server, daher wird die Antwort nicht noch einmal geschrieben.</translation>
    </message>
    <message>
        <source>The model “%1” isn&apos;t on this computer, so the answer isn&apos;t written again.</source>
        <translation>Das Modell „%1“ ist nicht auf diesem Computer, daher wird die Antwort nicht noch einmal geschrieben.</translation>
    </message>
    <message>
        <source>The model “%1” has changed.</source>
        <translation>Das Modell „%1“ hat sich geändert.</translation>
    </message>
    <message>
        <source>The model “%1” is unchanged.</source>
        <translation>Das Modell „%1“ ist unverändert.</translation>
    </message>
    <message>
        <source>The answer isn&apos;t written again: it was written in several steps, or from more than texts.</source>
        <translation>Die Antwort wird nicht noch einmal geschrieben: Sie entstand in mehreren Schritten oder aus mehr als Texten.</translation>
    </message>
    <message>
        <source>The model writes the same answer again.</source>
        <translation>Das Modell schreibt dieselbe Antwort noch einmal.</translation>
    </message>
    <message>
        <source>The model now writes another answer, from “%1” on.</source>
        <translation>Das Modell schreibt jetzt eine andere Antwort, ab „%1“.</translation>
    </message>
    <message>
        <source>The answer can&apos;t be written again: %1</source>
        <translation>Die Antwort kann nicht noch einmal geschrieben werden: %1</translation>
    </message>
</context>
<context>
    <name>services::contentOf</name>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::conversationFrom</name>
    <message>
        <source>The pictures in the chat have more than %1 megapixels in total.</source>
        <translation>Die Bilder im Chat haben insgesamt mehr als %1 Megapixel.</translation>
    </message>
    <message>
        <source>Message %1 is invalid: it needs its number as its id, an earlier message as its parent, an author and a text.</source>
        <translation>Nachricht %1 ist ungültig: Nötig sind ihre Nummer als „id“, eine frühere Nachricht als „parent“, ein Verfasser und ein Text.</translation>
    </message>
    <message>
        <source>This isn&apos;t a Vignette chat: the format must be “vignette-conversation”.</source>
        <translation>Dies ist kein Vignette-Chat: Das Format muss „vignette-conversation“ sein.</translation>
    </message>
    <message>
        <source>The chat was created by a newer version of Vignette. This version supports format version 1.</source>
        <translation>Der Chat stammt aus einer neueren Version von Vignette. Diese Version unterstützt Formatversion 1.</translation>
    </message>
    <message>
        <source>The chat contains no messages.</source>
        <translation>Der Chat enthält keine Nachrichten.</translation>
    </message>
    <message>
        <source>The pictures in the chat take more than %1 MiB in total.</source>
        <translation>Die Bilder im Chat belegen insgesamt mehr als %1 MiB.</translation>
    </message>
</context>
<context>
    <name>services::documentFrom</name>
    <message>
        <source>The stored document is damaged.</source>
        <translation>Das gespeicherte Dokument ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::drawDiagram</name>
    <message>
        <source>No program that draws “%1” is installed.</source>
        <translation>Es ist kein Programm installiert, das „%1“ zeichnet.</translation>
    </message>
    <message>
        <source>The diagram is longer than %1 KiB.</source>
        <translation>Das Diagramm ist länger als %1 KiB.</translation>
    </message>
    <message>
        <source>The diagram names files, which are not opened.</source>
        <translation>Das Diagramm nennt Dateien; diese werden nicht geöffnet.</translation>
    </message>
    <message>
        <source>Drawing the diagram takes too long.</source>
        <translation>Das Zeichnen des Diagramms dauert zu lange.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t draw the diagram. Check its text.</source>
        <translation>„%1“ kann das Diagramm nicht zeichnen. Prüfen Sie den Text.</translation>
    </message>
</context>
<context>
    <name>services::drawEvidence</name>
    <message>
        <source>Exported by Vignette %1 on %2</source>
        <translation>Exportiert von Vignette %1 am %2</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Cited passages</source>
        <translation>Zitierte Textstellen</translation>
    </message>
    <message>
        <source>How to check it</source>
        <translation>So wird sie geprüft</translation>
    </message>
    <message>
        <source>“Check again” in Vignette reads the attached record and says whether the files, the passages, the citations and the answer are still the same.</source>
        <translation>„Erneut prüfen“ in Vignette liest die angehängten Daten und sagt, ob Dateien, Textstellen, Zitate und Antwort noch dieselben sind.</translation>
    </message>
    <message>
        <source>Doesn&apos;t support: %1</source>
        <translation>Belegt nicht: %1</translation>
    </message>
    <message>
        <source>It couldn&apos;t be read.</source>
        <translation>Sie konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keins</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>Computed by</source>
        <translation>Berechnet von</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Always the most likely token</source>
        <translation>Immer das wahrscheinlichste Token</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
</context>
<context>
    <name>services::exportConversation</name>
    <message>
        <source>The folder “%1” couldn&apos;t be created.</source>
        <translation>Der Ordner „%1“ konnte nicht erstellt werden.</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 Bilder</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Sources:</source>
        <translation>Quellen:</translation>
    </message>
</context>
<context>
    <name>services::exportTable</name>
    <message>
        <source>“%1” can&apos;t be written: %2.</source>
        <translation>„%1“ kann nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::indexDocuments</name>
    <message>
        <source>“%1” is missing. Its indexed text is kept.</source>
        <translation>„%1“ fehlt. Der indizierte Text bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>services::openDocumentIndex</name>
    <message>
        <source>The index “%1” doesn&apos;t exist. Create it with vignette-cli index.</source>
        <translation>Der Index „%1“ existiert nicht. Erstellen Sie ihn mit vignette-cli index.</translation>
    </message>
</context>
<context>
    <name>services::parseRecord</name>
    <message>
        <source>The record of this reply is damaged.</source>
        <translation>Die Daten dieser Antwort sind beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::readDocument</name>
    <message>
        <source>“%1” isn&apos;t a supported document.</source>
        <translation>„%1“ ist kein unterstütztes Dokument.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: it is password-protected.</source>
        <translation>„%1“ kann nicht gelesen werden: Die Datei ist passwortgeschützt.</translation>
    </message>
    <message>
        <source>“%1” is too large when unpacked.</source>
        <translation>„%1“ ist entpackt zu groß.</translation>
    </message>
    <message>
        <source>“%1” is nested too deeply.</source>
        <translation>„%1“ ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>“%1” needs too much memory to read.</source>
        <translation>Das Lesen von „%1“ braucht zu viel Speicher.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: the file is damaged.</source>
        <translation>„%1“ kann nicht gelesen werden: Die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>“%1” takes too long to read.</source>
        <translation>Das Lesen von „%1“ dauert zu lange.</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be read: the reader crashed.</source>
        <translation>„%1“ konnte nicht gelesen werden: Der Leseprozess ist abgestürzt.</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a document.</source>
        <translation>„%1“ ist ein Ordner und kein Dokument.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a regular file.</source>
        <translation>„%1“ ist keine normale Datei.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>„%1“ ist leer.</translation>
    </message>
    <message>
        <source>“%1” is too large. Documents can have up to %2.</source>
        <translation>„%1“ ist zu groß. Dokumente dürfen höchstens %2 haben.</translation>
    </message>
    <message>
        <source>Documents can&apos;t be read: the program “%1” is missing. Reinstall Vignette.</source>
        <translation>Dokumente können nicht gelesen werden: Das Programm „%1“ fehlt. Installieren Sie Vignette neu.</translation>
    </message>
    <message>
        <source>“%1” wasn&apos;t read: this system can&apos;t sandbox the document reader (seccomp).</source>
        <translation>„%1“ wurde nicht gelesen: Dieses System kann den Leseprozess nicht isolieren (seccomp).</translation>
    </message>
    <message>
        <source>“%1” contains no text.</source>
        <translation>„%1“ enthält keinen Text.</translation>
    </message>
    <message>
        <source>“%1” contains scanned pages only. To read them, install language data for Tesseract (Debian: tesseract-ocr-eng).</source>
        <translation>„%1“ enthält nur gescannte Seiten. Installieren Sie Sprachdaten für Tesseract, um sie zu lesen (Debian: tesseract-ocr-deu).</translation>
    </message>
</context>
<context>
    <name>services::readEvidence</name>
    <message>
        <source>“%1” can&apos;t be read.</source>
        <translation>„%1“ kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“%1” is too large to be an exported reply.</source>
        <translation>„%1“ ist zu groß für eine exportierte Antwort.</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a reply that Vignette exported as evidence.</source>
        <translation>„%1“ ist keine Antwort, die Vignette als Nachweis exportiert hat.</translation>
    </message>
</context>
<context>
    <name>services::readPagePicture</name>
    <message>
        <source>“%1” isn&apos;t a PDF, so its pages can&apos;t be shown.</source>
        <translation>„%1“ ist kein PDF, daher können seine Seiten nicht angezeigt werden.</translation>
    </message>
    <message>
        <source>“%1” has no page %2; the last page is %3.</source>
        <translation>„%1“ hat keine Seite %2; die letzte ist Seite %3.</translation>
    </message>
    <message>
        <source>“%1” no longer contains this image.</source>
        <translation>„%1“ enthält dieses Bild nicht mehr.</translation>
    </message>
</context>
<context>
    <name>services::readScans</name>
    <message>
        <source>Page %1 of “%2” was read with Tesseract: %3</source>
        <translation>Seite %1 von „%2“ wurde mit Tesseract gelesen: %3</translation>
    </message>
</context>
<context>
    <name>services::schemaProblem</name>
    <message>
        <source>The schema is too long. Schemas can have up to a million characters.</source>
        <translation>Das Schema ist zu lang. Schemas dürfen höchstens eine Million Zeichen haben.</translation>
    </message>
</context>
<context>
    <name>services::writeWhole</name>
    <message>
        <source>“%1” couldn&apos;t be written: %2.</source>
        <translation>„%1“ konnte nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>ui::AddHereQuestion</name>
    <message>
        <source>Add on this computer?</source>
        <translation>Auf diesem Computer hinzufügen?</translation>
    </message>
    <message>
        <source>Folders and files to add</source>
        <translation>Hinzuzufügende Ordner und Dateien</translation>
    </message>
    <message>
        <source>These were added by someone else, or by you on another computer. If you add them here, all documents in these locations on this computer are read, and everyone who uses %1 can search them.</source>
        <translation>Jemand anderes hat diese Einträge hinzugefügt, oder Sie auf einem anderen Computer. Wenn Sie sie hier hinzufügen, werden alle Dokumente an diesen Orten auf diesem Computer gelesen, und alle, die %1 verwenden, können sie durchsuchen.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ui::AreaOverlay</name>
    <message>
        <source>Choose an area of the screen</source>
        <translation>Bildschirmbereich auswählen</translation>
    </message>
    <message>
        <source>Selected area: %1 by %2 pixels, %3 from the left, %4 from the top</source>
        <translation>Ausgewählter Bereich: %1 mal %2 Pixel, %3 von links, %4 von oben</translation>
    </message>
    <message>
        <source>%1 × %2 pixels
Enter takes this area, the arrow keys move it, with Shift they resize it, Esc cancels.</source>
        <translation>%1 × %2 Pixel
Eingabe übernimmt diesen Bereich, die Pfeiltasten verschieben ihn, mit Umschalt ändern sie seine Größe, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Drag over an area, or click a window.
Enter takes the whole screen, the arrow keys mark an area, Esc cancels.</source>
        <translation>Ziehen Sie über einen Bereich oder klicken Sie auf ein Fenster.
Eingabe übernimmt den ganzen Bildschirm, die Pfeiltasten markieren einen Bereich, Esc bricht ab.</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentChip</name>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentStrip</name>
    <message>
        <source>Send pages as images</source>
        <translation>Seiten als Bilder senden</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %Ln pages of “%1” are sent.</source>
        <translation>
            <numerusform>Nur die erste %Ln Seite von „%1“ wird gesendet.</numerusform>
            <numerusform>Nur die ersten %Ln Seiten von „%1“ werden gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Message attachments</source>
        <translation>Anhänge der Nachricht</translation>
    </message>
    <message numerus="yes">
        <source>You can attach up to %Ln files to a message. To describe whole folders, use the page “Caption pictures”.</source>
        <translation>
            <numerusform>Sie können an eine Nachricht höchstens %Ln Datei anhängen. Ganze Ordner beschreibt die Seite „Bilder beschreiben“.</numerusform>
            <numerusform>Sie können an eine Nachricht höchstens %Ln Dateien anhängen. Ganze Ordner beschreibt die Seite „Bilder beschreiben“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>Modellansicht</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>ui::AttachmentTextTile</name>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln Zeichen</numerusform>
            <numerusform>%Ln Zeichen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a text, its length</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Shows the text</source>
        <translation>Zeigt den Text</translation>
    </message>
    <message>
        <source>%1 – click to read</source>
        <translation>%1 – zum Lesen klicken</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
</context>
<context>
    <name>ui::BoxesPanel</name>
    <message>
        <source>Boxes in the picture</source>
        <translation>Rahmen im Bild</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Places that the model names in its answer.</source>
        <translation>Stellen, die das Modell in seiner Antwort nennt.</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>Als JSON exportieren …</translation>
    </message>
    <message>
        <source>Export as COCO…</source>
        <translation>Als COCO exportieren …</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1: %2 by %3 pixels, %4 from the left, %5 from the top</source>
        <translation>%1: %2 mal %3 Pixel, %4 von links, %5 von oben</translation>
    </message>
    <message>
        <source>Export boxes</source>
        <translation>Rahmen exportieren</translation>
    </message>
</context>
<context>
    <name>ui::CaptionDelegate</name>
    <message>
        <source>Caption of %1</source>
        <translation>Beschreibung von %1</translation>
    </message>
</context>
<context>
    <name>ui::CaptionExport</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>As a table (CSV)…</source>
        <translation>Als Tabelle (CSV) …</translation>
    </message>
    <message>
        <source>Export as a table</source>
        <translation>Als Tabelle exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>As JSON Lines…</source>
        <translation>Als JSON Lines …</translation>
    </message>
    <message>
        <source>Export as JSON Lines</source>
        <translation>Als JSON Lines exportieren</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>As text files next to the pictures</source>
        <translation>Als Textdateien neben den Bildern</translation>
    </message>
    <message>
        <source>Captions exported to “%1”.</source>
        <translation>Beschreibungen nach „%1“ exportiert.</translation>
    </message>
    <message>
        <source>Keep existing</source>
        <translation>Vorhandene behalten</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Tables for spreadsheets (with a byte order mark)</source>
        <translation>Tabellen für Tabellenprogramme (mit Byte-Order-Mark)</translation>
    </message>
    <message>
        <source>As a spreadsheet (XLSX)…</source>
        <translation>Als Arbeitsmappe (XLSX) …</translation>
    </message>
    <message>
        <source>Export as a spreadsheet</source>
        <translation>Als Arbeitsmappe exportieren</translation>
    </message>
    <message>
        <source>Spreadsheets (*.xlsx)</source>
        <translation>Arbeitsmappen (*.xlsx)</translation>
    </message>
    <message>
        <source>As metadata (XMP) next to the pictures</source>
        <translation>Als Metadaten (XMP) neben den Bildern</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) already exist.</source>
        <translation>
            <numerusform>%Ln Datei existiert bereits.</numerusform>
            <numerusform>%Ln Dateien existieren bereits.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote %Ln file(s) next to the pictures.</source>
        <translation>
            <numerusform>%Ln Datei wurde neben die Bilder geschrieben.</numerusform>
            <numerusform>%Ln Dateien wurden neben die Bilder geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Metadata of other programs is copied to “.xmp.bak” before it is replaced.</source>
        <translation>Metadaten anderer Programme werden vor dem Ersetzen nach „.xmp.bak“ kopiert.</translation>
    </message>
</context>
<context>
    <name>ui::CaptionForm</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Title and description (JSON)</source>
        <translation>Titel und Beschreibung (JSON)</translation>
    </message>
    <message>
        <source>Keywords (JSON)</source>
        <translation>Stichwörter (JSON)</translation>
    </message>
</context>
<context>
    <name>ui::CaptionProgress</name>
    <message>
        <source>Described pictures</source>
        <translation>Beschriebene Bilder</translation>
    </message>
    <message>
        <source>%1 of %2 described</source>
        <translation>%1 von %2 beschrieben</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Describes all waiting pictures</source>
        <translation>Beschreibt alle wartenden Bilder</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Finishes current pictures, then pauses</source>
        <translation>Beendet laufende Bilder und hält dann an</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Sofort stoppen</translation>
    </message>
    <message>
        <source>Stops now; current pictures wait again</source>
        <translation>Stoppt sofort; laufende Bilder warten wieder</translation>
    </message>
    <message>
        <source>Looking for pictures…</source>
        <translation>Bilder werden gesucht …</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message numerus="yes">
        <source>Done – %Ln picture(s) failed</source>
        <translation>
            <numerusform>Fertig – %Ln Bild fehlgeschlagen</numerusform>
            <numerusform>Fertig – %Ln Bilder fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Finishing current pictures…</source>
        <translation>Laufende Bilder werden beendet …</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>Modell wird geladen …</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet …</translation>
    </message>
</context>
<context>
    <name>ui::CaptionSetup</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Prompt for each picture</source>
        <translation>Prompt für jedes Bild</translation>
    </message>
    <message>
        <source>Placeholders: {file}, {name}, {folder}</source>
        <translation>Platzhalter: {file}, {name}, {folder}</translation>
    </message>
    <message>
        <source>Prompt for each picture. {file} is replaced by the file name, {name} by the file name without extension, {folder} by the folder name.</source>
        <translation>Prompt für jedes Bild. {file} wird durch den Dateinamen ersetzt, {name} durch den Dateinamen ohne Endung, {folder} durch den Ordnernamen.</translation>
    </message>
    <message>
        <source>JSON schema of the captions</source>
        <translation>JSON-Schema der Beschreibungen</translation>
    </message>
    <message>
        <source>Custom (JSON schema)</source>
        <translation>Eigenes Format (JSON-Schema)</translation>
    </message>
    <message>
        <source>The JSON schema isn&apos;t a JSON object.</source>
        <translation>Das JSON-Schema ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTable</name>
    <message>
        <source>Pictures and captions</source>
        <translation>Bilder und Beschreibungen</translation>
    </message>
    <message>
        <source>Edit caption</source>
        <translation>Beschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Copy captions</source>
        <translation>Beschreibungen kopieren</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>Neu beschreiben</translation>
    </message>
    <message>
        <source>Show picture</source>
        <translation>Bild anzeigen</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTableModel</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Describing</source>
        <translation>Wird beschrieben</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message>
        <source>Caption a folder of pictures</source>
        <translation>Bilder eines Ordners beschreiben</translation>
    </message>
    <message>
        <source>Search files and captions</source>
        <translation>Dateien und Beschreibungen durchsuchen</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>Neu beschreiben</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Caption runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Caption runs, newest first</source>
        <translation>Läufe, neueste zuerst</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New caption run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Describe a folder or selected pictures</source>
        <translation>Einen Ordner oder ausgewählte Bilder beschreiben</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Pictures…</source>
        <translation>Bilder …</translation>
    </message>
    <message>
        <source>Caption pictures</source>
        <translation>Bilder beschreiben</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Check for new pictures</source>
        <translation>Nach neuen Bildern suchen</translation>
    </message>
    <message>
        <source>Remove run</source>
        <translation>Lauf entfernen</translation>
    </message>
    <message>
        <source>Filter pictures by status</source>
        <translation>Bilder nach Status filtern</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>Describe the selected pictures again</source>
        <translation>Die ausgewählten Bilder neu beschreiben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new picture(s) found.</source>
        <translation>
            <numerusform>%Ln neues Bild gefunden.</numerusform>
            <numerusform>%Ln neue Bilder gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pictures to describe</source>
        <translation>Zu beschreibende Bilder</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <source>Removed “%1”. Pictures weren&apos;t deleted.</source>
        <translation>„%1“ wurde entfernt. Die Bilder wurden nicht gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln ausgewählt</numerusform>
            <numerusform>%Ln ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shown</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>%Ln angezeigt</numerusform>
            <numerusform>%Ln angezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to describe</source>
        <translation>Zum Beschreiben ablegen</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a folder or a supported picture.</source>
        <translation>„%1“ ist weder ein Ordner noch ein unterstütztes Bild.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files aren&apos;t folders or supported pictures.</source>
        <translation>
            <numerusform>%Ln Datei ist weder ein Ordner noch ein unterstütztes Bild.</numerusform>
            <numerusform>%Ln Dateien sind weder Ordner noch unterstützte Bilder.</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a folder or pictures here. Every picture gets a caption that you can edit and export. Nothing leaves this computer unless you choose a model on a remote server.</source>
        <translation>Ziehen Sie einen Ordner oder Bilder hierher. Jedes Bild bekommt eine Beschreibung, die Sie bearbeiten und exportieren können. Nichts verlässt diesen Computer, außer Sie wählen ein Modell auf einem entfernten Server.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s): %1</source>
        <comment>of which each has failed for this reason</comment>
        <translation>
            <numerusform>%Ln Bild: %1</numerusform>
            <numerusform>%Ln Bilder: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The failed pictures are captioned again afterwards.</source>
        <translation>Die fehlgeschlagenen Bilder werden danach noch einmal beschrieben.</translation>
    </message>
    <message>
        <source>the built-in model can only describe drawings.</source>
        <translation>Das eingebaute Modell kann nur Zeichnungen beschreiben.</translation>
    </message>
    <message>
        <source>Missing facts</source>
        <comment>that captions have and their pictures do not</comment>
        <translation>Fehlende Angaben</translation>
    </message>
</context>
<context>
    <name>ui::CatalogCard</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
</context>
<context>
    <name>ui::CatalogText</name>
    <message>
        <source>original precision</source>
        <translation>Originalgenauigkeit</translation>
    </message>
    <message>
        <source>8-bit, virtually lossless</source>
        <translation>8 Bit, praktisch verlustfrei</translation>
    </message>
    <message>
        <source>6-bit, very slight quality loss</source>
        <translation>6 Bit, sehr geringer Qualitätsverlust</translation>
    </message>
    <message>
        <source>5-bit, slight quality loss</source>
        <translation>5 Bit, geringer Qualitätsverlust</translation>
    </message>
    <message>
        <source>4-bit, slight quality loss</source>
        <translation>4 Bit, geringer Qualitätsverlust</translation>
    </message>
    <message>
        <source>3-bit, noticeable quality loss</source>
        <translation>3 Bit, merklicher Qualitätsverlust</translation>
    </message>
    <message>
        <source>about 2-bit, noticeably lower quality</source>
        <translation>etwa 2 Bit, deutlich geringere Qualität</translation>
    </message>
    <message>
        <source>%1 billion active</source>
        <translation>%1 Milliarden aktiv</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more language(s)</source>
        <translation>
            <numerusform>%1 und %Ln weitere Sprache</numerusform>
            <numerusform>%1 und %Ln weitere Sprachen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, needs %3 of memory</source>
        <translation>%1: %2, braucht %3 Speicher</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1 · %2 · vision encoder</source>
        <translation>%1 · %2 · Vision-Encoder</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Queued · %1</source>
        <translation>In der Warteschlange · %1</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>Angehalten · %1</translation>
    </message>
    <message>
        <source>Downloaded and verified · %1</source>
        <translation>Heruntergeladen und geprüft · %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with weights (safetensors) · %1</source>
        <translation>
            <numerusform>%Ln Datei mit Gewichten (safetensors) · %1</numerusform>
            <numerusform>%Ln Dateien mit Gewichten (safetensors) · %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) with configuration and tokenizer · %1</source>
        <translation>
            <numerusform>%Ln Datei mit Konfiguration und Tokenizer · %1</numerusform>
            <numerusform>%Ln Dateien mit Konfiguration und Tokenizer · %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ChatPage</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Choose model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Focus message box</source>
        <translation>Zum Nachrichtenfeld</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Generate 3 alternatives</source>
        <translation>3 Alternativen generieren</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>Versionen vergleichen</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorherige Version</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy last code block</source>
        <translation>Letzten Codeblock kopieren</translation>
    </message>
    <message>
        <source>Delete last message</source>
        <translation>Letzte Nachricht löschen</translation>
    </message>
    <message>
        <source>Continue last answer</source>
        <translation>Letzte Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy chat</source>
        <translation>Chat kopieren</translation>
    </message>
    <message>
        <source>Save settings as preset…</source>
        <translation>Einstellungen als Vorlage sichern …</translation>
    </message>
    <message>
        <source>Import presets…</source>
        <translation>Vorlagen importieren …</translation>
    </message>
    <message>
        <source>“%1” is now used for this chat.</source>
        <translation>„%1“ wird jetzt für diesen Chat verwendet.</translation>
    </message>
    <message>
        <source>Send queued message now</source>
        <translation>Wartende Nachricht jetzt senden</translation>
    </message>
    <message>
        <source>Save message as prompt…</source>
        <translation>Nachricht als Prompt speichern …</translation>
    </message>
    <message>
        <source>Questions in this chat are now about “%1”.</source>
        <translation>Fragen in diesem Chat beziehen sich jetzt auf „%1“.</translation>
    </message>
    <message>
        <source>This chat now uses %1.</source>
        <translation>Dieser Chat verwendet jetzt %1.</translation>
    </message>
    <message>
        <source>Write the prompt in the message box first.</source>
        <translation>Schreiben Sie den Prompt zuerst in das Nachrichtenfeld.</translation>
    </message>
    <message>
        <source>Save as prompt</source>
        <translation>Als Prompt speichern</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Name des Prompts</translation>
    </message>
    <message>
        <source>For example: Proofread</source>
        <translation>Zum Beispiel: Korrekturlesen</translation>
    </message>
    <message>
        <source>This replaces the existing prompt with this name.</source>
        <translation>Dies ersetzt den vorhandenen Prompt mit diesem Namen.</translation>
    </message>
    <message>
        <source>Saved. Type / to insert it.</source>
        <translation>Gespeichert. Geben Sie / ein, um ihn einzufügen.</translation>
    </message>
    <message>
        <source>Deleted prompt “%1”</source>
        <translation>Prompt „%1“ gelöscht</translation>
    </message>
    <message>
        <source>Read last answer aloud, or stop</source>
        <translation>Letzte Antwort vorlesen oder beenden</translation>
    </message>
    <message>
        <source>There is no picture in this chat to show the boxes in.</source>
        <translation>In diesem Chat gibt es kein Bild, in dem die Rahmen gezeigt werden können.</translation>
    </message>
    <message>
        <source>Dictate message</source>
        <translation>Nachricht diktieren</translation>
    </message>
    <message>
        <source>Where is …?</source>
        <translation>Wo ist …?</translation>
    </message>
</context>
<context>
    <name>ui::ChatSelection</name>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
</context>
<context>
    <name>ui::ChatSettingsPanel</name>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Instructions the model reads before the first message.</source>
        <translation>Anweisungen, die das Modell vor der ersten Nachricht liest.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The model used in this chat.</source>
        <translation>Das Modell für diesen Chat.</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Reusable settings</source>
        <translation>Wiederverwendbare Einstellungen</translation>
    </message>
    <message>
        <source>Use as model defaults</source>
        <translation>Als Modellstandard verwenden</translation>
    </message>
    <message>
        <source>New chats with this model start with these answer settings.</source>
        <translation>Neue Chats mit diesem Modell beginnen mit diesen Antworteinstellungen.</translation>
    </message>
</context>
<context>
    <name>ui::ChatView</name>
    <message>
        <source>Scroll to latest message</source>
        <translation>Zur neuesten Nachricht</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>ui::CheckReplyDialog</name>
    <message>
        <source>Check reply</source>
        <translation>Antwort prüfen</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>✗ The passage says otherwise: %1</source>
        <translation>✗ Die Passage sagt etwas anderes: %1</translation>
    </message>
    <message>
        <source>✗ The passage doesn&apos;t say so: %1</source>
        <translation>✗ Die Passage sagt das nicht: %1</translation>
    </message>
    <message>
        <source>✗ The passage lacks a fact: %1</source>
        <translation>✗ In der Passage fehlt eine Angabe: %1</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ There is no such passage: %1</source>
        <translation>✗ Diese Passage gibt es nicht: %1</translation>
    </message>
    <message>
        <source>Checking statements…</source>
        <translation>Aussagen werden geprüft …</translation>
    </message>
    <message>
        <source>All statements are in the passages that they cite.</source>
        <translation>Alle Aussagen stehen in den Passagen, die sie zitieren.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln statements aren&apos;t in the passages that they cite.</source>
        <translation>
            <numerusform>%Ln Aussage steht nicht in der Passage, die sie zitiert.</numerusform>
            <numerusform>%Ln Aussagen stehen nicht in den Passagen, die sie zitieren.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is nothing to check: this reply cites no passage.</source>
        <translation>Es gibt nichts zu prüfen: Diese Antwort zitiert keine Passage.</translation>
    </message>
    <message numerus="yes">
        <source>“%1” will be asked whether %Ln statements are in the passages that they cite. It reads about %2 tokens and can be wrong, too.</source>
        <translation>
            <numerusform>„%1“ wird gefragt, ob %Ln Aussage in der Passage steht, die sie zitiert. Das Modell liest etwa %2 Tokens und kann sich ebenfalls irren.</numerusform>
            <numerusform>„%1“ wird gefragt, ob %Ln Aussagen in den Passagen stehen, die sie zitieren. Das Modell liest etwa %2 Tokens und kann sich ebenfalls irren.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::CodeHeader</name>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>Code in Datei speichern</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Don&apos;t wrap lines</source>
        <translation>Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>Code speichern</translation>
    </message>
    <message>
        <source>“%1” couldn&apos;t be written: %2</source>
        <translation>„%1“ konnte nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Show diagram</source>
        <translation>Diagramm anzeigen</translation>
    </message>
    <message>
        <source>Show code</source>
        <translation>Code anzeigen</translation>
    </message>
</context>
<context>
    <name>ui::ColumnEditor</name>
    <message>
        <source>Add column</source>
        <translation>Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Remove column</source>
        <translation>Spalte entfernen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Yes/no</source>
        <translation>Ja/Nein</translation>
    </message>
    <message>
        <source>For example: total amount in euros</source>
        <translation>Zum Beispiel: Gesamtbetrag in Euro</translation>
    </message>
    <message>
        <source>Name of column %1</source>
        <translation>Name der Spalte %1</translation>
    </message>
    <message>
        <source>Type of column %1</source>
        <translation>Typ der Spalte %1</translation>
    </message>
    <message>
        <source>Remove column %1</source>
        <translation>Spalte %1 entfernen</translation>
    </message>
    <message>
        <source>Two columns are named “%1”.</source>
        <translation>Zwei Spalten heißen „%1“.</translation>
    </message>
    <message>
        <source>Add at least one column.</source>
        <translation>Fügen Sie mindestens eine Spalte hinzu.</translation>
    </message>
</context>
<context>
    <name>ui::CommandList</name>
    <message>
        <source>%1 (%2)</source>
        <comment>what a button does, its keys</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message>
        <source>Search commands, chats and models</source>
        <translation>Befehle, Chats und Modelle suchen</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message numerus="yes">
        <source>%Ln results</source>
        <translation>
            <numerusform>%Ln Ergebnis</numerusform>
            <numerusform>%Ln Ergebnisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
</context>
<context>
    <name>ui::CompareColumn</name>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1 (aktuell)</translation>
    </message>
</context>
<context>
    <name>ui::CompareView</name>
    <message>
        <source>Compare versions</source>
        <translation>Versionen vergleichen</translation>
    </message>
    <message>
        <source>Back to chat (Esc)</source>
        <translation>Zurück zum Chat (Esc)</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
</context>
<context>
    <name>ui::CompletionList</name>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestions. %1</source>
        <translation>
            <numerusform>%Ln Vorschlag. %1</numerusform>
            <numerusform>%Ln Vorschläge. %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <comment>a suggestion, its number</comment>
        <translation>%1, %2 von %3</translation>
    </message>
</context>
<context>
    <name>ui::ContactedHostList</name>
    <message>
        <source>Contacted servers</source>
        <translation>Kontaktierte Server</translation>
    </message>
    <message>
        <source>%1, last on %2</source>
        <translation>%1, zuletzt am %2</translation>
    </message>
    <message>
        <source>None so far</source>
        <translation>Bisher keine</translation>
    </message>
</context>
<context>
    <name>ui::ContextCounter</name>
    <message>
        <source>Send pages as images</source>
        <translation>Seiten als Bilder senden</translation>
    </message>
    <message>
        <source>Increase context length…</source>
        <translation>Kontextlänge erhöhen …</translation>
    </message>
    <message>
        <source>%1 is a text-only model. It can&apos;t process pictures.</source>
        <translation>%1 ist ein reines Textmodell und kann keine Bilder verarbeiten.</translation>
    </message>
    <message>
        <source>%1 is a text-only model. It can&apos;t process the pictures in this chat.</source>
        <translation>%1 ist ein reines Textmodell und kann die Bilder in diesem Chat nicht verarbeiten.</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>This message is too long (%1 tokens; limit %2).</source>
        <translation>Diese Nachricht ist zu lang (%1 Token; Limit %2).</translation>
    </message>
    <message>
        <source>Remove an attachment.</source>
        <translation>Entfernen Sie einen Anhang.</translation>
    </message>
    <message>
        <source>Shorten it to about %1 characters, or remove an attachment.</source>
        <translation>Kürzen Sie sie auf etwa %1 Zeichen, oder entfernen Sie einen Anhang.</translation>
    </message>
    <message>
        <source>“%1” has little text. The model can also look at its pages.</source>
        <translation>„%1“ hat wenig Text. Das Modell kann sich auch die Seiten ansehen.</translation>
    </message>
</context>
<context>
    <name>ui::ContextMeter</name>
    <message>
        <source>Context used: %1 of %2 tokens</source>
        <translation>Kontext belegt: %1 von %2 Token</translation>
    </message>
    <message>
        <source>Context: %1 of %2 tokens</source>
        <translation>Kontext: %1 von %2 Token</translation>
    </message>
</context>
<context>
    <name>ui::ConversationDelegate</name>
    <message>
        <source>Folder name</source>
        <translation>Ordnername</translation>
    </message>
    <message>
        <source>Chat name</source>
        <translation>Chatname</translation>
    </message>
</context>
<context>
    <name>ui::ConversationMenu</name>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Save chat</source>
        <translation>Chat speichern</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Loslösen</translation>
    </message>
    <message>
        <source>Remove folder, keep chats</source>
        <translation>Ordner entfernen, Chats behalten</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner …</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>Chat anheften oder loslösen</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>Chat duplizieren</translation>
    </message>
    <message>
        <source>Export chat…</source>
        <translation>Chat exportieren …</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>Chat drucken …</translation>
    </message>
    <message>
        <source>Save chat as PDF…</source>
        <translation>Chat als PDF speichern …</translation>
    </message>
    <message>
        <source>Share chat as HTML file…</source>
        <translation>Chat als HTML-Datei weitergeben …</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>Als PDF speichern …</translation>
    </message>
    <message>
        <source>Share as HTML file…</source>
        <translation>Als HTML-Datei weitergeben …</translation>
    </message>
</context>
<context>
    <name>ui::DateSections</name>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
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
            <numerusform>%Ln weitere Datei</numerusform>
            <numerusform>%Ln weitere Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete model files</source>
        <translation>Modelldateien löschen</translation>
    </message>
    <message>
        <source>Delete the files of “%1” and free %2? This can&apos;t be undone.</source>
        <translation>Dateien von „%1“ löschen und %2 freigeben? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Folder: %1</source>
        <translation>Ordner: %1</translation>
    </message>
    <message>
        <source>Vignette didn&apos;t download this model. Other programs can&apos;t use these files afterwards.</source>
        <translation>Vignette hat dieses Modell nicht heruntergeladen. Auch andere Programme können diese Dateien danach nicht mehr verwenden.</translation>
    </message>
    <message>
        <source>Delete files</source>
        <translation>Dateien löschen</translation>
    </message>
</context>
<context>
    <name>ui::DestinationBar</name>
    <message>
        <source>Messages and files in this chat are sent to %1 (this computer).</source>
        <translation>Nachrichten und Dateien in diesem Chat werden an %1 gesendet (dieser Computer).</translation>
    </message>
    <message>
        <source>Messages and files in this chat are sent to %1 over an encrypted connection.</source>
        <translation>Nachrichten und Dateien in diesem Chat werden verschlüsselt an %1 gesendet.</translation>
    </message>
    <message>
        <source>Messages and files in this chat are sent to %1 unencrypted. Others on the network could read them.</source>
        <translation>Nachrichten und Dateien in diesem Chat werden unverschlüsselt an %1 gesendet. Andere im Netzwerk könnten sie lesen.</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 (this computer).</source>
        <translation>Prompt und Bilder werden an %1 gesendet (dieser Computer).</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 over an encrypted connection.</source>
        <translation>Prompt und Bilder werden verschlüsselt an %1 gesendet.</translation>
    </message>
    <message>
        <source>Prompt and pictures are sent to %1 unencrypted. Others on the network could read them.</source>
        <translation>Prompt und Bilder werden unverschlüsselt an %1 gesendet. Andere im Netzwerk könnten sie lesen.</translation>
    </message>
</context>
<context>
    <name>ui::DetailButton</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>Fein</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Detail of %1: %2</source>
        <translation>Detailstufe von %1: %2</translation>
    </message>
    <message>
        <source>Detail of %1: %2, %3</source>
        <translation>Detailstufe von %1: %2, %3</translation>
    </message>
    <message>
        <source>Detail: %1</source>
        <translation>Detailstufe: %1</translation>
    </message>
    <message>
        <source>Detail: %1, %2</source>
        <translation>Detailstufe: %1, %2</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>detail, as short as possible</comment>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChip</name>
    <message>
        <source>Device: %1</source>
        <translation>Gerät: %1</translation>
    </message>
    <message>
        <source>%1 – device details</source>
        <translation>%1 – Gerätedetails</translation>
    </message>
    <message>
        <source>%1 runs on: %2</source>
        <translation>%1 läuft auf: %2</translation>
    </message>
    <message>
        <source>Context length: %1 tokens</source>
        <translation>Kontextlänge: %1 Token</translation>
    </message>
    <message>
        <source>Can process pictures</source>
        <translation>Kann Bilder verarbeiten</translation>
    </message>
    <message>
        <source>Text only</source>
        <translation>Nur Text</translation>
    </message>
    <message>
        <source>Draft model: %1</source>
        <translation>Entwurfsmodell: %1</translation>
    </message>
    <message>
        <source>%1 unavailable: %2</source>
        <translation>%1 nicht verfügbar: %2</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChoice</name>
    <message>
        <source>%1 unavailable: %2</source>
        <translation>%1 nicht verfügbar: %2</translation>
    </message>
</context>
<context>
    <name>ui::DocumentLook</name>
    <message>
        <source>This passage doesn&apos;t come from a file on this computer.</source>
        <translation>Diese Textstelle stammt nicht aus einer Datei auf diesem Computer.</translation>
    </message>
    <message>
        <source>“%1” is missing. This is the text the model read.</source>
        <translation>„%1“ fehlt. Das ist der Text, den das Modell gelesen hat.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be opened. This is the text the model read.</source>
        <translation>„%1“ kann nicht geöffnet werden. Das ist der Text, den das Modell gelesen hat.</translation>
    </message>
</context>
<context>
    <name>ui::DocumentStoreEdit</name>
    <message>
        <source>Enter a file in an existing folder, or a URL such as %1.</source>
        <translation>Geben Sie eine Datei in einem vorhandenen Ordner oder eine URL wie %1 ein.</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
</context>
<context>
    <name>ui::DocumentViewer</name>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Document viewer</source>
        <translation>Dokumentansicht</translation>
    </message>
    <message>
        <source>Find in document (Ctrl+F)</source>
        <translation>Im Dokument suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Open with another program</source>
        <translation>Mit einem anderen Programm öffnen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Previous page (Page Up)</source>
        <translation>Vorherige Seite (Bild auf)</translation>
    </message>
    <message>
        <source>Next page (Page Down)</source>
        <translation>Nächste Seite (Bild ab)</translation>
    </message>
    <message>
        <source>Zoom out (Ctrl+−)</source>
        <translation>Verkleinern (Strg+−)</translation>
    </message>
    <message>
        <source>Zoom in (Ctrl++)</source>
        <translation>Vergrößern (Strg++)</translation>
    </message>
    <message>
        <source>Fit width (Ctrl+0)</source>
        <translation>An Breite anpassen (Strg+0)</translation>
    </message>
    <message>
        <source>Reading page %1…</source>
        <comment>of a document</comment>
        <translation>Seite %1 wird gelesen …</translation>
    </message>
    <message>
        <source>Highlighted passage: %1</source>
        <translation>Hervorgehobene Textstelle: %1</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Part %1 of %2</source>
        <comment>of a long text</comment>
        <translation>Teil %1 von %2</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a page is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>Zoom: %1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsButton</name>
    <message>
        <source>Ask my documents: off</source>
        <translation>Meine Dokumente fragen: aus</translation>
    </message>
    <message>
        <source>Ask my documents: all</source>
        <translation>Meine Dokumente fragen: alle</translation>
    </message>
    <message numerus="yes">
        <source>Ask my documents: %Ln collections</source>
        <translation>
            <numerusform>Meine Dokumente fragen: %Ln Sammlung</numerusform>
            <numerusform>Meine Dokumente fragen: %Ln Sammlungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask my documents</source>
        <translation>Meine Dokumente fragen</translation>
    </message>
    <message>
        <source>Add files and folders on the page “Documents”</source>
        <translation>Fügen Sie Dateien und Ordner auf der Seite „Dokumente“ hinzu</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Alle Dokumente</translation>
    </message>
    <message>
        <source>Ask my documents: %1</source>
        <translation>Meine Dokumente fragen: %1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsPage</name>
    <message>
        <source>Search your documents</source>
        <translation>Ihre Dokumente durchsuchen</translation>
    </message>
    <message>
        <source>Ask questions about your documents</source>
        <translation>Stellen Sie Fragen zu Ihren Dokumenten</translation>
    </message>
    <message>
        <source>Drop folders and files here: PDF, office files, books, web pages, email, scans and more. Files stay where they are and are re-indexed when they change. Results show the page. Nothing leaves this computer.</source>
        <translation>Ziehen Sie Ordner und Dateien hierher: PDF, Office-Dateien, Bücher, Webseiten, E-Mails, Scans und mehr. Dateien bleiben, wo sie sind, und werden bei Änderungen neu indiziert. Ergebnisse nennen die Seite. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Your library can&apos;t be opened</source>
        <translation>Ihre Bibliothek kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Add here…</source>
        <translation>Hier hinzufügen …</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>Als Tabelle extrahieren</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Dokumente hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder, files or a web page; files stay where they are</source>
        <translation>Ordner, Dateien oder eine Webseite hinzufügen; Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>Web page…</source>
        <translation>Webseite …</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>Dateien …</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Document settings</source>
        <translation>Dokumenteinstellungen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Filter files by status</source>
        <translation>Dateien nach Status filtern</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Read collections added elsewhere on this computer as well: the selection, or all</source>
        <translation>Liest anderswo hinzugefügte Sammlungen auch auf diesem Computer: die Auswahl oder alle</translation>
    </message>
    <message>
        <source>Read selected failed files again, or all failed files if none is selected</source>
        <translation>Liest ausgewählte fehlgeschlagene Dateien erneut, ohne Auswahl alle</translation>
    </message>
    <message>
        <source>One row for each selected document, or for all documents if none is selected</source>
        <translation>Eine Zeile je ausgewähltem Dokument, ohne Auswahl je Dokument der Bibliothek</translation>
    </message>
    <message>
        <source>Choose a folder of documents</source>
        <translation>Ordner mit Dokumenten wählen</translation>
    </message>
    <message>
        <source>Removed “%1” from the library. Files weren&apos;t deleted.</source>
        <translation>„%1“ wurde aus der Bibliothek entfernt. Dateien wurden nicht gelöscht.</translation>
    </message>
    <message numerus="yes">
        <source>Removed %Ln collections from the library. Files weren&apos;t deleted.</source>
        <translation>
            <numerusform>%Ln Sammlung wurde aus der Bibliothek entfernt. Dateien wurden nicht gelöscht.</numerusform>
            <numerusform>%Ln Sammlungen wurden aus der Bibliothek entfernt. Dateien wurden nicht gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln ausgewählt</numerusform>
            <numerusform>%Ln ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to add to the library</source>
        <translation>Ablegen, um zur Bibliothek hinzuzufügen</translation>
    </message>
    <message>
        <source>Measure search…</source>
        <translation>Suche messen …</translation>
    </message>
    <message>
        <source>Check an exported reply…</source>
        <translation>Exportierte Antwort prüfen …</translation>
    </message>
    <message>
        <source>Check all files for changes</source>
        <translation>Alle Dateien auf Änderungen prüfen</translation>
    </message>
</context>
<context>
    <name>ui::DownloadList</name>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>“%1” has been downloaded.</source>
        <translation>„%1“ wurde heruntergeladen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ui::DownloadRow</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Download next</source>
        <translation>Als Nächstes herunterladen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Download %1 next</source>
        <translation>%1 als Nächstes herunterladen</translation>
    </message>
    <message>
        <source>Clear %1 from this list (keeps the file)</source>
        <translation>%1 aus dieser Liste entfernen (Datei bleibt erhalten)</translation>
    </message>
    <message>
        <source>Cancel and delete partial download of %1</source>
        <translation>Download von %1 abbrechen und unvollständige Datei löschen</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>%1 wird heruntergeladen</translation>
    </message>
</context>
<context>
    <name>ui::DropContents</name>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei anhängen</numerusform>
            <numerusform>%Ln Dateien anhängen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model(s)</source>
        <translation>
            <numerusform>%Ln Modell hinzufügen</numerusform>
            <numerusform>%Ln Modelle hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Caption the pictures of %Ln folder(s)</source>
        <translation>
            <numerusform>Bilder aus %Ln Ordner beschreiben</numerusform>
            <numerusform>Bilder aus %Ln Ordnern beschreiben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln file(s)</source>
        <translation>
            <numerusform>Chats aus %Ln Datei importieren</numerusform>
            <numerusform>Chats aus %Ln Dateien importieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln preset(s)</source>
        <translation>
            <numerusform>%Ln Vorlage hinzufügen</numerusform>
            <numerusform>%Ln Vorlagen hinzufügen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::DropOverlay</name>
    <message>
        <source>Drop files here</source>
        <translation>Dateien hier ablegen</translation>
    </message>
</context>
<context>
    <name>ui::DroppedContents</name>
    <message>
        <source>The picture wasn&apos;t attached: only its address (%1) was dropped, and Vignette doesn&apos;t download from the web. Copy the picture itself, or save it and attach the file.</source>
        <translation>Das Bild wurde nicht angehängt: Nur seine Adresse (%1) kam an, und Vignette lädt nichts aus dem Web. Kopieren Sie das Bild selbst, oder speichern Sie es und hängen Sie die Datei an.</translation>
    </message>
    <message>
        <source>Nothing was attached: no picture, file or text arrived. Try again, or save it as a file and attach that.</source>
        <translation>Es wurde nichts angehängt: Weder ein Bild noch eine Datei noch ein Text kam an. Versuchen Sie es noch einmal, oder speichern Sie es als Datei und hängen Sie diese an.</translation>
    </message>
</context>
<context>
    <name>ui::EvidenceDialog</name>
    <message>
        <source>Check a reply</source>
        <translation>Antwort prüfen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Stimmt</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>Stimmt nicht</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Export evidence</source>
        <translation>Nachweis exportieren</translation>
    </message>
    <message>
        <source>Hashing files and drawing the cited passages…</source>
        <translation>Prüfsummen werden berechnet und Textstellen gezeichnet …</translation>
    </message>
    <message>
        <source>Exported to “%1”. It shows the cited passages, and can be checked again later.</source>
        <translation>Exportiert nach „%1“. Die Datei zeigt die zitierten Textstellen und kann später erneut geprüft werden.</translation>
    </message>
    <message>
        <source>Comparing files and passages…</source>
        <translation>Dateien und Textstellen werden verglichen …</translation>
    </message>
    <message>
        <source>Comparing the model with that of the reply…</source>
        <translation>Das Modell wird mit dem der Antwort verglichen …</translation>
    </message>
    <message>
        <source>The model writes the answer again…</source>
        <translation>Das Modell schreibt die Antwort noch einmal …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln points fail.</source>
        <translation>
            <numerusform>%Ln Punkt stimmt nicht.</numerusform>
            <numerusform>%Ln Punkte stimmen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing fails. %Ln points can&apos;t be checked here.</source>
        <translation>
            <numerusform>Nichts ist falsch. %Ln Punkt kann hier nicht geprüft werden.</numerusform>
            <numerusform>Nichts ist falsch. %Ln Punkte können hier nicht geprüft werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything holds.</source>
        <translation>Alles stimmt.</translation>
    </message>
</context>
<context>
    <name>ui::ExampleCommandView</name>
    <message>
        <source>Start the server to see an example.</source>
        <translation>Starten Sie den Server, um ein Beispiel zu sehen.</translation>
    </message>
    <message>
        <source>Terminal command</source>
        <translation>Terminalbefehl</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>ui::FactText</name>
    <message>
        <source>at the upper left</source>
        <translation>oben links</translation>
    </message>
    <message>
        <source>at the top</source>
        <translation>oben</translation>
    </message>
    <message>
        <source>at the upper right</source>
        <translation>oben rechts</translation>
    </message>
    <message>
        <source>at the left</source>
        <translation>links</translation>
    </message>
    <message>
        <source>in the middle</source>
        <translation>in der Mitte</translation>
    </message>
    <message>
        <source>at the right</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>at the lower left</source>
        <translation>unten links</translation>
    </message>
    <message>
        <source>at the bottom</source>
        <translation>unten</translation>
    </message>
    <message>
        <source>at the lower right</source>
        <translation>unten rechts</translation>
    </message>
    <message>
        <source>%1 isn&apos;t the result of this calculation</source>
        <translation>%1 ist nicht das Ergebnis dieser Rechnung</translation>
    </message>
    <message>
        <source>%1 isn&apos;t in the pictures</source>
        <translation>%1 steht nicht in den Bildern</translation>
    </message>
    <message>
        <source>%1 isn&apos;t in the picture</source>
        <translation>%1 steht nicht im Bild</translation>
    </message>
    <message>
        <source>%1, calculated from numbers in the picture</source>
        <translation>%1, berechnet aus Zahlen im Bild</translation>
    </message>
    <message>
        <source>%1, found %2 of picture %3, line %4</source>
        <comment>12.80, found at the lower right of picture 2, line 14</comment>
        <translation>%1, gefunden %2 in Bild %3, Zeile %4</translation>
    </message>
    <message>
        <source>%1, found %2, line %3</source>
        <comment>12.80, found at the lower right, line 14</comment>
        <translation>%1, gefunden %2, Zeile %3</translation>
    </message>
    <message>
        <source>This answer wasn&apos;t compared with the text in the picture: Tesseract data for its language is missing (Debian: %1).</source>
        <translation>Diese Antwort wurde nicht mit dem Text im Bild verglichen: Die Tesseract-Daten für ihre Sprache fehlen (Debian: %1).</translation>
    </message>
    <message>
        <source>Answer: %1 — enlarged: %2</source>
        <translation>Antwort: %1 – vergrößert: %2</translation>
    </message>
    <message>
        <source>Answer: %1 — enlarged: the model isn&apos;t sure</source>
        <translation>Antwort: %1 – vergrößert: Das Modell ist sich nicht sicher</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln versions say %2</source>
        <comment>3 of 4 versions say 12.80</comment>
        <translation>
            <numerusform>%1 von %Ln Version sagt %2</numerusform>
            <numerusform>%1 von %Ln Versionen sagen %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::FindBar</name>
    <message>
        <source>Find in chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Close search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorheriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
</context>
<context>
    <name>ui::FindInDocument</name>
    <message>
        <source>Find in document</source>
        <translation>Im Dokument suchen</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Vorheriger Treffer (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Nächster Treffer (F3)</translation>
    </message>
    <message>
        <source>Close search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message>
        <source>%1, page %2</source>
        <comment>a match and the page it is on</comment>
        <translation>%1, Seite %2</translation>
    </message>
</context>
<context>
    <name>ui::FolderQuestion</name>
    <message>
        <source>Pictures to describe</source>
        <translation>Zu beschreibende Bilder</translation>
    </message>
    <message numerus="yes">
        <source>%Ln subfolder(s) also contain pictures.</source>
        <translation>
            <numerusform>%Ln Unterordner enthält ebenfalls Bilder.</numerusform>
            <numerusform>%Ln Unterordner enthalten ebenfalls Bilder.</numerusform>
        </translation>
    </message>
    <message>
        <source>Include subfolders</source>
        <translation>Unterordner einbeziehen</translation>
    </message>
    <message>
        <source>Exclude subfolders</source>
        <translation>Ohne Unterordner</translation>
    </message>
</context>
<context>
    <name>ui::FormRow</name>
    <message>
        <source>Reset to default</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Press Enter to open a passage in its document.</source>
        <translation>Die Eingabetaste öffnet eine Textstelle in ihrem Dokument.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s), best match first</source>
        <translation>
            <numerusform>%Ln Textstelle</numerusform>
            <numerusform>%Ln Textstellen, beste Treffer zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>No good match. These passages are closest:</source>
        <translation>Kein guter Treffer. Diese Textstellen sind am ähnlichsten:</translation>
    </message>
</context>
<context>
    <name>ui::GetModels</name>
    <message>
        <source>Get models</source>
        <translation>Modelle herunterladen</translation>
    </message>
    <message>
        <source>Search, or enter owner/name or a link</source>
        <translation>Suchen, oder Besitzer/Name oder einen Link eingeben</translation>
    </message>
    <message>
        <source>Not in the built-in catalog. See the publisher&apos;s page for what it can do.</source>
        <translation>Nicht im eingebauten Katalog. Was es kann, steht auf der Seite des Anbieters.</translation>
    </message>
    <message>
        <source>No results in the catalog. Press Enter to search the model hub, or enter owner/name or a link to look up any model.</source>
        <translation>Keine Treffer im Katalog. Drücken Sie die Eingabetaste, um im Modell-Hub zu suchen, oder geben Sie Eigentümer/Name oder einen Link ein.</translation>
    </message>
    <message>
        <source>Show more results</source>
        <translation>Mehr Ergebnisse anzeigen</translation>
    </message>
    <message>
        <source>Searching %1…</source>
        <translation>%1 wird durchsucht…</translation>
    </message>
    <message>
        <source>Download models published by others. %1 is only contacted when you search it or open a model&apos;s details.</source>
        <translation>Laden Sie Modelle herunter, die andere veröffentlicht haben. %1 wird nur kontaktiert, wenn Sie dort suchen oder die Details eines Modells öffnen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln download(s) last month</source>
        <translation>
            <numerusform>%Ln Download im letzten Monat</numerusform>
            <numerusform>%Ln Downloads im letzten Monat</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 as %2</source>
        <translation>etwa %1 als %2</translation>
    </message>
    <message>
        <source>also %1</source>
        <translation>auch %1</translation>
    </message>
    <message>
        <source>quantizations: %1</source>
        <translation>Quantisierungen: %1</translation>
    </message>
    <message>
        <source>gated: needs an access token</source>
        <translation>geschützt: benötigt ein Zugriffstoken</translation>
    </message>
    <message>
        <source>Search %1 for “%2”</source>
        <translation>%1 nach „%2“ durchsuchen</translation>
    </message>
    <message>
        <source>Needs about %1 of memory</source>
        <translation>Benötigt etwa %1 Speicher</translation>
    </message>
    <message numerus="yes">
        <source>%Ln result(s) from %1</source>
        <translation>
            <numerusform>%Ln Ergebnis von %1</numerusform>
            <numerusform>%Ln Ergebnisse von %1</numerusform>
        </translation>
    </message>
    <message>
        <source>about %1 as %2, safetensors</source>
        <translation>etwa %1 als %2, safetensors</translation>
    </message>
    <message>
        <source>%1 has no models with these words.</source>
        <translation>%1 hat keine Modelle mit diesen Wörtern.</translation>
    </message>
</context>
<context>
    <name>ui::HitModel</name>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
</context>
<context>
    <name>ui::HubAddressEdit</name>
    <message>
        <source>This isn&apos;t a valid model hub URL. Example: %1. Models are still downloaded from %2.</source>
        <translation>Das ist keine gültige Modell-Hub-URL. Beispiel: %1. Modelle werden weiter von %2 heruntergeladen.</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
</context>
<context>
    <name>ui::KeyCapture</name>
    <message>
        <source>%1 can&apos;t be used alone. Combine it with Ctrl or Alt, or use a function key.</source>
        <translation>%1 kann nicht allein verwendet werden. Kombinieren Sie es mit Strg oder Alt, oder verwenden Sie eine Funktionstaste.</translation>
    </message>
    <message>
        <source>%1 types “%2” on this keyboard. Choose another shortcut.</source>
        <translation>%1 schreibt auf dieser Tastatur „%2“. Wählen Sie ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>%1 is reserved for editing text. Choose another shortcut.</source>
        <translation>%1 ist für die Textbearbeitung reserviert. Wählen Sie ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>Press the new shortcut for “%1”, or Escape to cancel.</source>
        <translation>Drücken Sie das neue Tastenkürzel für „%1“, oder Escape zum Abbrechen.</translation>
    </message>
</context>
<context>
    <name>ui::KeyEdit</name>
    <message>
        <source>API key for %1</source>
        <translation>API-Schlüssel für %1</translation>
    </message>
    <message>
        <source>Save the API key for %1</source>
        <translation>API-Schlüssel für %1 speichern</translation>
    </message>
    <message>
        <source>Remove the API key for %1</source>
        <translation>API-Schlüssel für %1 entfernen</translation>
    </message>
</context>
<context>
    <name>ui::LanguageChoice</name>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Restart Vignette to change the language.</source>
        <translation>Starten Sie Vignette neu, um die Sprache zu ändern.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
</context>
<context>
    <name>ui::LibraryModel</name>
    <message>
        <source>Added elsewhere: %1</source>
        <translation>Anderswo hinzugefügt: %1</translation>
    </message>
    <message>
        <source>Missing; its indexed text can still be searched. %1</source>
        <translation>Fehlt; der indizierte Text wird weiter durchsucht. %1</translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message>
        <source>Indexed documents</source>
        <translation>Indizierte Dokumente</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Reads waiting files and watches folders for changes again</source>
        <translation>Liest wartende Dateien und überwacht die Ordner wieder</translation>
    </message>
    <message>
        <source>Pauses reading until you resume, even after a restart</source>
        <translation>Hält das Lesen an, bis Sie fortsetzen, auch nach einem Neustart</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>Auf dem neuesten Stand</translation>
    </message>
    <message numerus="yes">
        <source>Up to date – %Ln file(s) couldn&apos;t be read</source>
        <translation>
            <numerusform>Auf dem neuesten Stand – %Ln Datei konnte nicht gelesen werden</numerusform>
            <numerusform>Auf dem neuesten Stand – %Ln Dateien konnten nicht gelesen werden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::LibraryText</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Textstelle</numerusform>
            <numerusform>%Ln Textstellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <comment>files</comment>
        <translation>
            <numerusform>%Ln fehlgeschlagen</numerusform>
            <numerusform>%Ln fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Done – contains no text</source>
        <translation>Fertig – enthält keinen Text</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dateien werden gesucht …</translation>
    </message>
    <message>
        <source>Reading: %1 of %2 files</source>
        <comment>documents</comment>
        <translation>Lesen: %1 von %2 Dateien</translation>
    </message>
    <message>
        <source>Preparing search by meaning…</source>
        <translation>Suche nach Bedeutung wird vorbereitet …</translation>
    </message>
    <message>
        <source>Preparing search by meaning: %1 of %2 passages</source>
        <translation>Suche nach Bedeutung wird vorbereitet: %1 von %2 Textstellen</translation>
    </message>
    <message>
        <source>Describing figures…</source>
        <translation>Abbildungen werden beschrieben …</translation>
    </message>
    <message>
        <source>Describing figures: %1 of %2 files</source>
        <comment>documents</comment>
        <translation>Abbildungen werden beschrieben: %1 von %2 Dateien</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Reading scanned pages…</source>
        <translation>Gescannte Seiten werden gelesen …</translation>
    </message>
    <message>
        <source>Reading scanned pages: %1 of %2</source>
        <comment>pages</comment>
        <translation>Gescannte Seiten: %1 von %2 gelesen</translation>
    </message>
</context>
<context>
    <name>ui::LibraryView</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Press Enter to open a file, Delete to remove a collection.</source>
        <translation>Die Eingabetaste öffnet eine Datei, Entf entfernt eine Sammlung.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>Als Tabelle extrahieren</translation>
    </message>
    <message>
        <source>Add on this computer…</source>
        <translation>Auf diesem Computer hinzufügen …</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Aus Bibliothek entfernen</translation>
    </message>
</context>
<context>
    <name>ui::Link</name>
    <message>
        <source>%1 (%2)</source>
        <comment>a host in ASCII and as it is written</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a host and an address at it</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ui::LinkQuestion</name>
    <message>
        <source>Open this link?</source>
        <translation>Diesen Link öffnen?</translation>
    </message>
    <message>
        <source>Open %1?</source>
        <translation>%1 öffnen?</translation>
    </message>
    <message>
        <source>This link contains text from your chat (%1). Opening it would share that text with the site.</source>
        <translation>Dieser Link enthält Text aus Ihrem Chat (%1). Beim Öffnen würde die Website diesen Text erhalten.</translation>
    </message>
    <message>
        <source>This link has %1 characters and may contain hidden data.</source>
        <translation>Dieser Link hat %1 Zeichen und enthält vielleicht verborgene Daten.</translation>
    </message>
    <message>
        <source>Full URL</source>
        <translation>Vollständige URL</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ui::ListenAddressEdit</name>
    <message>
        <source>Listen address</source>
        <translation>Listen-Adresse</translation>
    </message>
    <message>
        <source>This isn&apos;t a valid address of this computer. Examples: %1, 0.0.0.0, ::1. The server still uses %2.</source>
        <translation>Das ist keine gültige Adresse dieses Computers. Beispiele: %1, 0.0.0.0, ::1. Der Server verwendet weiter %2.</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Nächster Chat</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Vorheriger Chat</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>Show or hide chats</source>
        <translation>Chats ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Stop / close</source>
        <translation>Stoppen/Schließen</translation>
    </message>
    <message>
        <source>Find a command, chat or model</source>
        <translation>Befehl, Chat oder Modell suchen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Zwischen Hell und Dunkel wechseln</translation>
    </message>
    <message>
        <source>Increase text size</source>
        <translation>Text vergrößern</translation>
    </message>
    <message>
        <source>Decrease text size</source>
        <translation>Text verkleinern</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Textgröße zurücksetzen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Delete all chats…</source>
        <translation>Alle Chats löschen …</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle herunterladen</translation>
    </message>
    <message>
        <source>Ask about an area of the screen</source>
        <translation>Zu einem Bildschirmbereich fragen</translation>
    </message>
    <message>
        <source>Ask about a window</source>
        <translation>Zu einem Fenster fragen</translation>
    </message>
    <message>
        <source>Ask about the whole screen</source>
        <translation>Zum ganzen Bildschirm fragen</translation>
    </message>
    <message>
        <source>The desktop has also saved the screenshot in “%1”.</source>
        <translation>Die Arbeitsumgebung hat das Bildschirmfoto auch in „%1“ gespeichert.</translation>
    </message>
    <message>
        <source>Take a photo…</source>
        <translation>Foto aufnehmen …</translation>
    </message>
</context>
<context>
    <name>ui::MarkdownView</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy formula as LaTeX</source>
        <translation>Formel als LaTeX kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Message text</source>
        <translation>Nachrichtentext</translation>
    </message>
    <message>
        <source>Scroll horizontally</source>
        <translation>Horizontal scrollen</translation>
    </message>
    <message>
        <source>Link to %1</source>
        <translation>Link zu %1</translation>
    </message>
    <message>
        <source>The cited passage doesn&apos;t support this statement.</source>
        <translation>Die zitierte Textstelle belegt diese Aussage nicht.</translation>
    </message>
    <message>
        <source>It says otherwise.</source>
        <translation>Die Stelle sagt etwas anderes.</translation>
    </message>
    <message>
        <source>It doesn&apos;t say so.</source>
        <translation>Die Stelle sagt das nicht.</translation>
    </message>
    <message>
        <source>It doesn&apos;t contain: %1</source>
        <translation>Darin fehlt: %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Details ausblenden</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Details anzeigen</translation>
    </message>
</context>
<context>
    <name>ui::McpJsonForm</name>
    <message>
        <source>Add servers</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Paste JSON</source>
        <translation>JSON einfügen</translation>
    </message>
    <message>
        <source>The “mcpServers” of Claude or Cursor, or the “servers” of VS Code. Servers are off until you turn them on. Headers are stored in your keyring, environment variables in the settings file.</source>
        <translation>Die „mcpServers“ von Claude oder Cursor oder die „servers“ von VS Code. Server sind ausgeschaltet, bis Sie sie einschalten. Header werden im Schlüsselbund gespeichert, Umgebungsvariablen in der Einstellungsdatei.</translation>
    </message>
</context>
<context>
    <name>ui::McpPromptDialog</name>
    <message>
        <source>Insert into message</source>
        <translation>In Nachricht einfügen</translation>
    </message>
    <message>
        <source>%1 (optional)</source>
        <translation>%1 (optional)</translation>
    </message>
    <message>
        <source>The server is no longer running.</source>
        <translation>Der Server läuft nicht mehr.</translation>
    </message>
    <message>
        <source>There is no text in it.</source>
        <translation>Darin ist kein Text.</translation>
    </message>
</context>
<context>
    <name>ui::McpServerForm</name>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>A name of your choice.</source>
        <translation>Ein Name Ihrer Wahl.</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>Umgebungsvariablen</translation>
    </message>
    <message>
        <source>One NAME=value per line. Stored unencrypted in the settings file. Standard variables such as PATH and HOME are also passed.</source>
        <translation>Ein NAME=Wert je Zeile. Wird unverschlüsselt in der Einstellungsdatei gespeichert. Übliche Variablen wie PATH und HOME werden ebenfalls übergeben.</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Command or URL</source>
        <translation>Befehl oder URL</translation>
    </message>
    <message>
        <source>A program and its arguments, or the URL of a streamable HTTP server. A program runs with your permissions, so only use servers you trust.</source>
        <translation>Ein Programm mit seinen Argumenten oder die URL eines Streamable-HTTP-Servers. Ein Programm läuft mit Ihren Rechten; verwenden Sie nur Server, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>The header “%1” can&apos;t be used.</source>
        <translation>Der Header „%1“ kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>Enter the value of the header “%1”.</source>
        <translation>Geben Sie den Wert des Headers „%1“ ein.</translation>
    </message>
    <message>
        <source>One “Name: value” per line. Values are stored in your keyring; “%1” is a stored one.</source>
        <translation>Ein „Name: Wert“ pro Zeile. Werte werden in Ihrem Schlüsselbund gespeichert; „%1“ steht für einen gespeicherten.</translation>
    </message>
    <message>
        <source>Another server is named “%1”.</source>
        <translation>Ein anderer Server heißt „%1“.</translation>
    </message>
</context>
<context>
    <name>ui::McpServerList</name>
    <message>
        <source>Add server…</source>
        <translation>Server hinzufügen …</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 bearbeiten</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tool(s) available</source>
        <translation>
            <numerusform>%Ln Werkzeug verfügbar</numerusform>
            <numerusform>%Ln Werkzeuge verfügbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Paste JSON…</source>
        <translation>JSON einfügen…</translation>
    </message>
    <message>
        <source>Insert…</source>
        <translation>Einfügen…</translation>
    </message>
    <message>
        <source>Insert: %1</source>
        <translation>Einfügen: %1</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>Prompt: %1</translation>
    </message>
    <message>
        <source>Resource: %1</source>
        <translation>Ressource: %1</translation>
    </message>
</context>
<context>
    <name>ui::MeaningHint</name>
    <message>
        <source>Keyword search only. Add an embedding model to search by meaning.</source>
        <translation>Nur Stichwortsuche. Fügen Sie ein Embedding-Modell hinzu, um nach Bedeutung zu suchen.</translation>
    </message>
    <message>
        <source>Keyword search only: %1</source>
        <translation>Nur Stichwortsuche: %1</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>Modell herunterladen</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
</context>
<context>
    <name>ui::MeasureDialog</name>
    <message>
        <source>Measure search</source>
        <translation>Suche messen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Let %1 write the questions</source>
        <translation>%1 die Fragen schreiben lassen</translation>
    </message>
    <message>
        <source>Use this threshold</source>
        <translation>Diesen Schwellenwert verwenden</translation>
    </message>
    <message>
        <source>Makes questions from random passages of your documents, searches for them, and says how often the right passage is found and which files are weak.</source>
        <translation>Macht aus zufälligen Textstellen Ihrer Dokumente Fragen, sucht danach und sagt, wie oft die richtige Stelle gefunden wird und welche Dateien schwach sind.</translation>
    </message>
    <message>
        <source>Number of questions</source>
        <translation>Anzahl der Fragen</translation>
    </message>
    <message>
        <source>Each question is four of the rarest words of its passage. They are easier to find than what people ask. Other models than the built-in one write real questions.</source>
        <translation>Jede Frage besteht aus vier der seltensten Wörter ihrer Stelle. Sie sind leichter zu finden als das, was Menschen fragen. Andere Modelle als das eingebaute schreiben richtige Fragen.</translation>
    </message>
    <message>
        <source>Otherwise a question is four of the rarest words of its passage. They are easier to find than what people ask.</source>
        <translation>Sonst besteht eine Frage aus vier der seltensten Wörter ihrer Stelle. Sie sind leichter zu finden als das, was Menschen fragen.</translation>
    </message>
    <message>
        <source>Making questions and searching for them…</source>
        <translation>Fragen werden gemacht und gesucht …</translation>
    </message>
    <message>
        <source>It couldn&apos;t be read.</source>
        <translation>Sie konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Most of its pages have no text. OCR may help.</source>
        <translation>Die meisten Seiten haben keinen Text. OCR kann helfen.</translation>
    </message>
    <message>
        <source>It looks like a scan with misread words.</source>
        <translation>Sieht aus wie ein Scan mit falsch gelesenen Wörtern.</translation>
    </message>
    <message>
        <source>Most of it is tables. Ask with the words of a row.</source>
        <translation>Das meiste sind Tabellen. Fragen Sie mit den Wörtern einer Zeile.</translation>
    </message>
    <message>
        <source>Other passages are found instead of its own.</source>
        <translation>Statt der eigenen Stellen werden andere gefunden.</translation>
    </message>
    <message>
        <source>The right passage comes first: %1</source>
        <translation>Die richtige Stelle steht an erster Stelle: %1</translation>
    </message>
    <message>
        <source>It is among the first 5: %1</source>
        <translation>Sie ist unter den ersten 5: %1</translation>
    </message>
    <message>
        <source>It is among the first 20: %1</source>
        <translation>Sie ist unter den ersten 20: %1</translation>
    </message>
    <message>
        <source>Questions that wouldn&apos;t be answered at the threshold of %1: %2</source>
        <translation>Fragen, die beim Schwellenwert %1 nicht beantwortet würden: %2</translation>
    </message>
    <message>
        <source>Threshold at which one question in ten wouldn&apos;t be answered: %1</source>
        <translation>Schwellenwert, bei dem eine von zehn Fragen nicht beantwortet würde: %1</translation>
    </message>
    <message>
        <source>Weak: “%1”. %2</source>
        <translation>Schwach: „%1“. %2</translation>
    </message>
    <message>
        <source>%1 of %2 found.</source>
        <translation>%1 von %2 gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>Searched for %Ln questions. No file is weak.</source>
        <translation>
            <numerusform>%Ln Frage gestellt. Keine Datei ist schwach.</numerusform>
            <numerusform>%Ln Fragen gestellt. Keine Datei ist schwach.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched for %Ln questions. Weak files are listed last.</source>
        <translation>
            <numerusform>%Ln Frage gestellt. Schwache Dateien stehen am Ende.</numerusform>
            <numerusform>%Ln Fragen gestellt. Schwache Dateien stehen am Ende.</numerusform>
        </translation>
    </message>
    <message>
        <source>Questions are now answered if a passage scores at least %1.</source>
        <translation>Fragen werden ab jetzt beantwortet, wenn eine Textstelle mindestens %1 erreicht.</translation>
    </message>
</context>
<context>
    <name>ui::MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation>Vorherige Version</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>Versionen vergleichen</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>which version of a message, of how many</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>Version %1 von %2</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>Vorlesen beenden</translation>
    </message>
</context>
<context>
    <name>ui::MessageCommands</name>
    <message>
        <source>Messages deleted</source>
        <translation>Nachrichten gelöscht</translation>
    </message>
</context>
<context>
    <name>ui::MessageError</name>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Use CPU</source>
        <translation>CPU verwenden</translation>
    </message>
</context>
<context>
    <name>ui::MessageMenu</name>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Als reinen Text kopieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit answer</source>
        <translation>Antwort bearbeiten</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Generate 3 alternatives</source>
        <translation>3 Alternativen generieren</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>Versionen vergleichen</translation>
    </message>
    <message>
        <source>Branch in new chat</source>
        <translation>In neuem Chat abzweigen</translation>
    </message>
    <message>
        <source>Delete this and following messages</source>
        <translation>Diese und folgende Nachrichten löschen</translation>
    </message>
    <message>
        <source>Regenerate with same seed</source>
        <translation>Mit gleichem Seed neu generieren</translation>
    </message>
    <message>
        <source>Check reply…</source>
        <translation>Antwort prüfen …</translation>
    </message>
    <message>
        <source>Export evidence…</source>
        <translation>Nachweis exportieren …</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>Vorlesen</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>Als PDF speichern …</translation>
    </message>
    <message>
        <source>Share as HTML file…</source>
        <translation>Als HTML-Datei weitergeben …</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Show boxes in the picture</source>
        <translation>Rahmen im Bild zeigen</translation>
    </message>
    <message>
        <source>Check again in enlarged picture</source>
        <translation>Im vergrößerten Bild erneut prüfen</translation>
    </message>
    <message>
        <source>Stop checking</source>
        <translation>Prüfung anhalten</translation>
    </message>
</context>
<context>
    <name>ui::MessageView</name>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Earlier messages are outside the context window.</source>
        <translation>Frühere Nachrichten liegen außerhalb des Kontextfensters.</translation>
    </message>
    <message>
        <source>This message is being edited</source>
        <translation>Diese Nachricht wird gerade bearbeitet</translation>
    </message>
    <message>
        <source>Of the earlier messages, the model only reads pictures and what is relevant to the question.</source>
        <translation>Von den früheren Nachrichten liest das Modell nur die Bilder und was für die Frage wichtig ist.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>Modellansicht</translation>
    </message>
    <message>
        <source>Reading the enlarged place…</source>
        <translation>Die vergrößerte Stelle wird gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln place(s) again in the enlarged picture…</source>
        <translation>
            <numerusform>%Ln Stelle wird im vergrößerten Bild noch einmal gelesen …</numerusform>
            <numerusform>%Ln Stellen werden im vergrößerten Bild noch einmal gelesen …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The enlarged picture says something else in %Ln place(s).</source>
        <translation>
            <numerusform>Im vergrößerten Bild steht an %Ln Stelle etwas anderes.</numerusform>
            <numerusform>Im vergrößerten Bild steht an %Ln Stellen etwas anderes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelButton</name>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>%1 – choose another model</source>
        <translation>%1 – ein anderes Modell wählen</translation>
    </message>
</context>
<context>
    <name>ui::ModelCard</name>
    <message>
        <source>Show memory details</source>
        <translation>Speicherdetails anzeigen</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>Aus Liste entfernen</translation>
    </message>
    <message>
        <source>Hide memory details</source>
        <translation>Speicherdetails ausblenden</translation>
    </message>
    <message>
        <source>Default for new chats ✓</source>
        <translation>Standard für neue Chats ✓</translation>
    </message>
    <message>
        <source>Set as default</source>
        <translation>Als Standard festlegen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Loading: %1 %</source>
        <translation>Lädt: %1 %</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Loaded on %1</source>
        <translation>Geladen auf %1</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Remove %1 from list (keep files)</source>
        <translation>%1 aus Liste entfernen (Dateien behalten)</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%1 wird geladen</translation>
    </message>
    <message>
        <source>Memory: %1</source>
        <translation>Speicher: %1</translation>
    </message>
    <message>
        <source>%1. It may not fit; idle models are unloaded first.</source>
        <translation>%1. Der Platz reicht vielleicht nicht; unbenutzte Modelle werden zuerst entladen.</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Details ausblenden</translation>
    </message>
    <message>
        <source>Reload the model to apply your changes.</source>
        <translation>Laden Sie das Modell neu, um die Änderungen anzuwenden.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Model settings</source>
        <translation>Modelleinstellungen</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>Einstellungen von %1</translation>
    </message>
    <message>
        <source>Runs on %1</source>
        <translation>Läuft auf %1</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>Dateien löschen…</translation>
    </message>
    <message>
        <source>Delete files of %1…</source>
        <translation>Dateien von %1 löschen…</translation>
    </message>
    <message>
        <source>Download again</source>
        <translation>Erneut herunterladen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
</context>
<context>
    <name>ui::ModelDefaultsEditor</name>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Longer contexts use more memory.</source>
        <translation>Längere Kontexte brauchen mehr Speicher.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Hardware used to run this model.</source>
        <translation>Hardware, auf der dieses Modell läuft.</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Default settings of this model for new chats</source>
        <translation>Standardeinstellungen dieses Modells für neue Chats</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
</context>
<context>
    <name>ui::ModelHeader</name>
    <message>
        <source>Cancel loading</source>
        <translation>Laden abbrechen</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Modell entladen</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Loads with your next message</source>
        <translation>Wird mit Ihrer nächsten Nachricht geladen</translation>
    </message>
    <message>
        <source>Loading: %1 %</source>
        <translation>Wird geladen: %1 %</translation>
    </message>
    <message>
        <source>%1 is loaded.</source>
        <translation>%1 ist geladen.</translation>
    </message>
    <message>
        <source>%1 was unloaded.</source>
        <translation>%1 wurde entladen.</translation>
    </message>
    <message>
        <source>Show or hide chats</source>
        <translation>Chats ein- oder ausblenden</translation>
    </message>
</context>
<context>
    <name>ui::ModelMenu</name>
    <message>
        <source>Find a model</source>
        <translation>Modell suchen</translation>
    </message>
    <message>
        <source>No matching models</source>
        <translation>Keine passenden Modelle</translation>
    </message>
    <message>
        <source>Add and manage models</source>
        <translation>Modelle hinzufügen und verwalten</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Loaded · %1</source>
        <translation>Geladen · %1</translation>
    </message>
    <message>
        <source>Loading · %1</source>
        <translation>Wird geladen · %1</translation>
    </message>
    <message>
        <source>Couldn&apos;t be loaded · %1</source>
        <translation>Laden fehlgeschlagen · %1</translation>
    </message>
    <message>
        <source>Used for this chat and new chats. Other chats keep their model.</source>
        <translation>Wird für diesen Chat und neue Chats verwendet. Andere Chats behalten ihr Modell.</translation>
    </message>
</context>
<context>
    <name>ui::ModelPages</name>
    <message>
        <source>Model pages</source>
        <translation>Modellseiten</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Models you can use now</source>
        <translation>Modelle, die Sie sofort verwenden können</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle herunterladen</translation>
    </message>
    <message>
        <source>Models you can download</source>
        <translation>Modelle, die Sie herunterladen können</translation>
    </message>
    <message>
        <source>Remote servers</source>
        <translation>Entfernte Server</translation>
    </message>
    <message>
        <source>Models on remote servers</source>
        <translation>Modelle auf entfernten Servern</translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message>
        <source>%1 billion parameters</source>
        <translation>%1 Milliarden Parameter</translation>
    </message>
    <message>
        <source>vision</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>license: %1</source>
        <translation>Lizenz: %1</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>Gewichte: %1</translation>
    </message>
    <message>
        <source>Vision encoder: %1</source>
        <translation>Vision-Encoder: %1</translation>
    </message>
    <message>
        <source>KV cache (full context): %1</source>
        <translation>KV-Cache (voller Kontext): %1</translation>
    </message>
    <message>
        <source>Compute buffers: %1</source>
        <translation>Rechenpuffer: %1</translation>
    </message>
    <message>
        <source>Vocabulary: %1</source>
        <translation>Vokabular: %1</translation>
    </message>
    <message>
        <source>Draft model: %1</source>
        <translation>Entwurfsmodell: %1</translation>
    </message>
    <message>
        <source>context length %1</source>
        <translation>Kontextlänge %1</translation>
    </message>
    <message>
        <source>Needs %1 with a context of %2 tokens</source>
        <translation>Braucht %1 bei einem Kontext von %2 Token</translation>
    </message>
    <message>
        <source>%1 (%2 free)</source>
        <translation>%1 (%2 frei)</translation>
    </message>
    <message>
        <source>%1 (%2 free on %3)</source>
        <translation>%1 (%2 frei auf %3)</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>auf %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln million parameters</source>
        <translation>
            <numerusform>%Ln Million Parameter</numerusform>
            <numerusform>%Ln Millionen Parameter</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message>
        <source>Only the built-in model is available. Drop a GGUF file or a model folder here, or use the buttons above. Files stay where they are.</source>
        <translation>Nur das eingebaute Modell ist verfügbar. Ziehen Sie eine GGUF-Datei oder einen Modellordner hierher, oder verwenden Sie die Knöpfe oben. Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models on this computer. Files stay where they are.</source>
        <translation>Modelle auf diesem Computer. Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add models</source>
        <translation>Modelle hinzufügen</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>Modelle (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder of models</source>
        <translation>Ordner mit Modellen wählen</translation>
    </message>
    <message>
        <source>Drop to add models</source>
        <translation>Ablegen, um Modelle hinzuzufügen</translation>
    </message>
    <message>
        <source>Find installed models…</source>
        <translation>Modelle suchen …</translation>
    </message>
    <message>
        <source>Finds models from Hugging Face, LM Studio, Ollama, Jan, GPT4All and llama.cpp; files stay where they are</source>
        <translation>Findet Modelle von Hugging Face, LM Studio, Ollama, Jan, GPT4All und llama.cpp; Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>No models from other programs were found on this computer.</source>
        <translation>Auf diesem Computer wurden keine Modelle anderer Programme gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) from other programs. Files stay where they are.</source>
        <translation>
            <numerusform>%Ln Modell eines anderen Programms hinzugefügt. Dateien bleiben, wo sie sind.</numerusform>
            <numerusform>%Ln Modelle anderer Programme hinzugefügt. Dateien bleiben, wo sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more were skipped.</source>
        <translation>
            <numerusform>%Ln weiteres wurde übersprungen.</numerusform>
            <numerusform>%Ln weitere wurden übersprungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed “%1” from the list.</source>
        <translation>„%1“ wurde aus der Liste entfernt.</translation>
    </message>
    <message>
        <source>Removed “%1” from the list. Its files weren&apos;t deleted.</source>
        <translation>„%1“ wurde aus der Liste entfernt. Die Dateien wurden nicht gelöscht.</translation>
    </message>
    <message>
        <source>The files of “%1” can&apos;t be deleted here because another program manages them. You can remove the model from the list.</source>
        <translation>Die Dateien von „%1“ können hier nicht gelöscht werden, weil ein anderes Programm sie verwaltet. Sie können das Modell aus der Liste entfernen.</translation>
    </message>
    <message>
        <source>Deleted “%1” and freed %2.</source>
        <translation>„%1“ wurde gelöscht; %2 sind wieder frei.</translation>
    </message>
</context>
<context>
    <name>ui::NavigationBar</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Current page</source>
        <translation>Aktuelle Seite</translation>
    </message>
</context>
<context>
    <name>ui::Notice</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>ui::OfferView</name>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Other quantizations…</source>
        <translation>Andere Quantisierungen …</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>%1 wird kontaktiert …</translation>
    </message>
    <message>
        <source>Other quantizations of %1</source>
        <translation>Andere Quantisierungen von %1</translation>
    </message>
    <message>
        <source>Downloading – see above</source>
        <translation>Wird heruntergeladen – siehe oben</translation>
    </message>
    <message>
        <source>Already on this computer</source>
        <translation>Bereits auf diesem Computer</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Download (%1)</source>
        <translation>Herunterladen (%1)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>ui::OfferedModelRow</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>%1 testen</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1 from the list of models</source>
        <translation>%1 aus der Modellliste entfernen</translation>
    </message>
    <message>
        <source>Add %1 to the list of models</source>
        <translation>%1 zur Modellliste hinzufügen</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test läuft …</translation>
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
        <translation>Der Ordner konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>The link couldn&apos;t be opened</source>
        <translation>Der Link konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>The folder doesn&apos;t exist yet: nothing has been written to it.</source>
        <translation>Der Ordner existiert noch nicht: Es wurde noch nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>No file manager is installed.</source>
        <translation>Es ist kein Dateimanager installiert.</translation>
    </message>
    <message>
        <source>No program for opening such links is installed.</source>
        <translation>Es ist kein Programm zum Öffnen solcher Links installiert.</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The file couldn&apos;t be opened</source>
        <translation>Die Datei konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>For your safety, only documents can be opened from here. This file may be a program.</source>
        <translation>Zu Ihrer Sicherheit lassen sich von hier nur Dokumente öffnen. Diese Datei könnte ein Programm sein.</translation>
    </message>
    <message>
        <source>No program for opening such files is installed.</source>
        <translation>Es ist kein Programm zum Öffnen solcher Dateien installiert.</translation>
    </message>
</context>
<context>
    <name>ui::OpenedDocument</name>
    <message>
        <source>“%1” has changed and no longer contains this passage. This is the text the model read.</source>
        <translation>„%1“ wurde geändert und enthält diese Textstelle nicht mehr. Das ist der Text, den das Modell gelesen hat.</translation>
    </message>
</context>
<context>
    <name>ui::Page</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Caption pictures</source>
        <translation>Bilder beschreiben</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
</context>
<context>
    <name>ui::PathList</name>
    <message>
        <source>Add model…</source>
        <translation>Modell hinzufügen …</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
</context>
<context>
    <name>ui::PhotoDialog</name>
    <message>
        <source>Take a photo</source>
        <translation>Foto aufnehmen</translation>
    </message>
    <message>
        <source>The camera can&apos;t be used. Close other programs that use it and retry.</source>
        <translation>Die Kamera lässt sich nicht verwenden. Schließen Sie andere Programme, die sie benutzen, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The camera can&apos;t be used: %1. Close other programs that use it and retry.</source>
        <translation>Die Kamera lässt sich nicht verwenden: %1. Schließen Sie andere Programme, die sie benutzen, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Hold still, then take the photo.</source>
        <translation>Halten Sie still und nehmen Sie dann das Foto auf.</translation>
    </message>
    <message>
        <source>Picture of the camera</source>
        <translation>Bild der Kamera</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Take photo</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Use photo</source>
        <translation>Foto verwenden</translation>
    </message>
    <message>
        <source>No camera was found. Connect one and retry.</source>
        <translation>Es wurde keine Kamera gefunden. Schließen Sie eine an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Starting the camera…</source>
        <translation>Kamera wird gestartet …</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <comment>width, height</comment>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>Retake</source>
        <translation>Neu aufnehmen</translation>
    </message>
    <message>
        <source>Photo taken</source>
        <translation>Foto aufgenommen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>ui::PhotoModelView</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Other models…</source>
        <translation>Andere Modelle …</translation>
    </message>
    <message>
        <source>Download %1 (%2)</source>
        <translation>%1 herunterladen (%2)</translation>
    </message>
    <message>
        <source>Download %1 (about %2)</source>
        <translation>%1 herunterladen (etwa %2)</translation>
    </message>
    <message>
        <source>From %1. %2</source>
        <translation>Von %1. %2</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>%1 wird kontaktiert …</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>%1 from %2 · %3</source>
        <translation>%1 von %2 · %3</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Downloading %1</source>
        <translation>%1 wird heruntergeladen</translation>
    </message>
</context>
<context>
    <name>ui::PictureCanvas</name>
    <message>
        <source>Selected area: %1 by %2 pixels, %3 from the left, %4 from the top</source>
        <translation>Ausgewählter Bereich: %1 mal %2 Pixel, %3 von links, %4 von oben</translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 mal %2 Pixel</translation>
    </message>
</context>
<context>
    <name>ui::PictureComparison</name>
    <message>
        <source>Picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Compare pictures</source>
        <translation>Bilder vergleichen</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Mark what differs from the first picture (D)</source>
        <translation>Abweichungen vom ersten Bild markieren (D)</translation>
    </message>
    <message>
        <source>Fit to window (0) or actual size (1)</source>
        <translation>An Fenster anpassen (0) oder Originalgröße (1)</translation>
    </message>
    <message>
        <source>Ask about these</source>
        <translation>Zu diesen fragen</translation>
    </message>
    <message>
        <source>Attach these pictures to the message (Enter)</source>
        <translation>Diese Bilder an die Nachricht anhängen (Eingabe)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>Zoom: %1</translation>
    </message>
    <message>
        <source>%1: %2 % of the pixels differ (scaled to the first picture)</source>
        <translation>%1: %2 % der Pixel weichen ab (auf das erste Bild skaliert)</translation>
    </message>
    <message>
        <source>%1: %2 % of the pixels differ</source>
        <translation>%1: %2 % der Pixel weichen ab</translation>
    </message>
</context>
<context>
    <name>ui::PictureDetails</name>
    <message>
        <source>%1 is a text-only model. It can&apos;t process pictures.</source>
        <translation>%1 ist ein reines Textmodell. Es kann keine Bilder verarbeiten.</translation>
    </message>
    <message>
        <source>%1 reads this picture in the same way at each detail.</source>
        <translation>%1 liest dieses Bild bei jeder Detailstufe gleich.</translation>
    </message>
    <message>
        <source>Picture: %1</source>
        <translation>Bild: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures: %1</source>
        <translation>
            <numerusform>%Ln Bild: %1</numerusform>
            <numerusform>%Ln Bilder: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln minute(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1, etwa %Ln Minute</numerusform>
            <numerusform>%1, etwa %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, about %Ln second(s)</source>
        <comment>tokens, time</comment>
        <translation>
            <numerusform>%1, etwa %Ln Sekunde</numerusform>
            <numerusform>%1, etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Select an area…</source>
        <translation>Bereich auswählen …</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <comment>a detail of pictures</comment>
        <translation>„%1“ verwenden</translation>
    </message>
    <message numerus="yes">
        <source>Small text is lost: %1 of %Ln words readable</source>
        <translation>
            <numerusform>Kleine Schrift geht verloren: %1 von %Ln Wort lesbar</numerusform>
            <numerusform>Kleine Schrift geht verloren: %1 von %Ln Wörtern lesbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Small text in “%1” is lost: %2 of %Ln words readable</source>
        <translation>
            <numerusform>Kleine Schrift in „%1“ geht verloren: %2 von %Ln Wort lesbar</numerusform>
            <numerusform>Kleine Schrift in „%1“ geht verloren: %2 von %Ln Wörtern lesbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Not available with this model</source>
        <translation>Mit diesem Modell nicht verfügbar</translation>
    </message>
    <message>
        <source>If the server doesn&apos;t support tiles, pictures are sent with the detail “%1”.</source>
        <translation>Wenn der Server keine Kacheln unterstützt, werden Bilder mit dem Detailgrad „%1“ gesendet.</translation>
    </message>
</context>
<context>
    <name>ui::PictureViewer</name>
    <message>
        <source>Picture viewer</source>
        <translation>Bildbetrachter</translation>
    </message>
    <message>
        <source>Previous picture (Left)</source>
        <translation>Vorheriges Bild (Links)</translation>
    </message>
    <message>
        <source>Next picture (Right)</source>
        <translation>Nächstes Bild (Rechts)</translation>
    </message>
    <message>
        <source>Fit to window (0) or actual size (1)</source>
        <translation>An Fenster anpassen (0) oder Originalgröße (1)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Copy (Ctrl+C)</source>
        <translation>Kopieren (Strg+C)</translation>
    </message>
    <message>
        <source>Save as… (Ctrl+S)</source>
        <translation>Speichern als … (Strg+S)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Schließen (Escape)</translation>
    </message>
    <message>
        <source>Select area</source>
        <translation>Bereich auswählen</translation>
    </message>
    <message>
        <source>Select an area to ask about (M)</source>
        <translation>Einen Bereich auswählen, um danach zu fragen (M)</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>Modellansicht</translation>
    </message>
    <message>
        <source>The picture as scaled and split into tiles for the model (I)</source>
        <translation>Das Bild, wie es für das Modell skaliert und in Kacheln geteilt wird (I)</translation>
    </message>
    <message>
        <source>Drag, or use the arrow keys; hold Shift to resize.</source>
        <translation>Ziehen oder Pfeiltasten verwenden; mit Umschalt die Größe ändern.</translation>
    </message>
    <message>
        <source>Ask about this area</source>
        <translation>Nach diesem Bereich fragen</translation>
    </message>
    <message>
        <source>Attach the selected area to the message (Enter)</source>
        <translation>Den ausgewählten Bereich an die Nachricht anhängen (Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel selecting (Escape)</source>
        <translation>Auswahl abbrechen (Escape)</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Original picture</source>
        <translation>Originalbild</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>Zoom: %1</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>The picture as the model sees it</source>
        <translation>Das Bild, wie das Modell es sieht</translation>
    </message>
    <message>
        <source>Picture area</source>
        <translation>Bildausschnitt</translation>
    </message>
    <message>
        <source>Area of %1</source>
        <translation>Ausschnitt von %1</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>The picture couldn&apos;t be saved to “%1”.</source>
        <translation>Das Bild konnte nicht unter „%1“ gespeichert werden.</translation>
    </message>
    <message>
        <source>Select text</source>
        <translation>Text auswählen</translation>
    </message>
    <message>
        <source>Select text found in the picture to copy it (T)</source>
        <translation>Text im Bild auswählen, um ihn zu kopieren (T)</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Places that the model names in its answer (B)</source>
        <translation>Stellen, die das Modell in seiner Antwort nennt (B)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show the pictures side by side (C)</source>
        <translation>Bilder nebeneinander zeigen (C)</translation>
    </message>
    <message>
        <source>Hide boxes</source>
        <translation>Rahmen ausblenden</translation>
    </message>
</context>
<context>
    <name>ui::PlacePopup</name>
    <message>
        <source>Place in the picture</source>
        <translation>Stelle im Bild</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
</context>
<context>
    <name>ui::PresetChoice</name>
    <message>
        <source>Save and manage presets</source>
        <translation>Vorlagen sichern und verwalten</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Custom settings</source>
        <translation>Eigene Einstellungen</translation>
    </message>
    <message>
        <source>The model of “%1” (%2) isn&apos;t available; this chat keeps its model.</source>
        <translation>Das Modell von „%1“ (%2) ist nicht verfügbar; dieser Chat behält sein Modell.</translation>
    </message>
    <message>
        <source>Settings replaced</source>
        <translation>Einstellungen ersetzt</translation>
    </message>
    <message>
        <source>Settings removed</source>
        <translation>Einstellungen entfernt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Als Vorlage sichern …</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorlage sichern</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Vorlage umbenennen</translation>
    </message>
    <message>
        <source>Delete preset</source>
        <translation>Vorlage löschen</translation>
    </message>
    <message>
        <source>Delete “%1”? Chats that use it keep their settings.</source>
        <translation>„%1“ löschen? Chats, die sie verwenden, behalten ihre Einstellungen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Export preset</source>
        <translation>Vorlage exportieren</translation>
    </message>
    <message>
        <source>Presets (*%1)</source>
        <translation>Vorlagen (*%1)</translation>
    </message>
    <message>
        <source>“%1” was exported to “%2”.</source>
        <translation>„%1“ wurde nach „%2“ exportiert.</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Vorlagen importieren</translation>
    </message>
    <message>
        <source>Presets added: %1.</source>
        <translation>Vorlagen hinzugefügt: %1.</translation>
    </message>
    <message>
        <source>“%1” was added without its model, which is on a remote server (%2). To use that model, choose it and save the preset again.</source>
        <translation>„%1“ wurde ohne das Modell hinzugefügt, denn es liegt auf einem entfernten Server (%2). Um dieses Modell zu verwenden, wählen Sie es, und sichern Sie die Vorlage erneut.</translation>
    </message>
</context>
<context>
    <name>ui::PresetNameDialog</name>
    <message>
        <source>Preset name</source>
        <translation>Name der Vorlage</translation>
    </message>
    <message>
        <source>For example: Translator</source>
        <translation>Zum Beispiel: Übersetzer</translation>
    </message>
    <message>
        <source>Include the model %1</source>
        <translation>Modell %1 einbeziehen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>This replaces the existing preset with this name.</source>
        <translation>Dies ersetzt die vorhandene Vorlage mit diesem Namen.</translation>
    </message>
    <message>
        <source>A preset with this name already exists.</source>
        <translation>Eine Vorlage mit diesem Namen existiert bereits.</translation>
    </message>
</context>
<context>
    <name>ui::PromptBox</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Stoppen (Esc)</translation>
    </message>
    <message>
        <source>Reading files: %1 of %2…</source>
        <translation>Dateien werden gelesen: %1 von %2 …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln Anhang</numerusform>
            <numerusform>%Ln Anhänge</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message numerus="yes">
        <source>The text wasn&apos;t pasted: it has %Ln characters, and the limit is %1 million.</source>
        <translation>
            <numerusform>Der Text wurde nicht eingefügt: Er hat %Ln Zeichen, und das Limit ist %1 Millionen.</numerusform>
            <numerusform>Der Text wurde nicht eingefügt: Er hat %Ln Zeichen, und das Limit ist %1 Millionen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Editing message – sending creates a new version</source>
        <translation>Nachricht wird bearbeitet – Senden erstellt eine neue Version</translation>
    </message>
    <message>
        <source>Editing answer – saving creates a new version</source>
        <translation>Antwort wird bearbeitet – Speichern erstellt eine neue Version</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Enter</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Send as new version (%1)</source>
        <translation>Als neue Version senden (%1)</translation>
    </message>
    <message>
        <source>Save as new version (%1)</source>
        <translation>Als neue Version speichern (%1)</translation>
    </message>
    <message>
        <source>Pictures and documents (%1 %2);;Pictures (%1);;Documents (%2);;All files (*)</source>
        <translation>Bilder und Dokumente (%1 %2);;Bilder (%1);;Dokumente (%2);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Queue message</source>
        <translation>Nachricht einreihen</translation>
    </message>
    <message>
        <source>Editing queued message</source>
        <translation>Wartende Nachricht wird bearbeitet</translation>
    </message>
    <message>
        <source>Send (%1)</source>
        <translation>Senden (%1)</translation>
    </message>
    <message>
        <source>Queue message (%1)</source>
        <translation>Nachricht einreihen (%1)</translation>
    </message>
    <message>
        <source>Save (%1)</source>
        <translation>Speichern (%1)</translation>
    </message>
</context>
<context>
    <name>ui::PromptEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Press Ctrl+Enter to send, Enter for a new line.</source>
        <translation>Strg+Enter sendet, Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Press Enter to send, Shift+Enter for a new line.</source>
        <translation>Enter sendet, Umschalt+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Ask anything, or add a picture…</source>
        <translation>Fragen Sie etwas, oder fügen Sie ein Bild hinzu …</translation>
    </message>
    <message>
        <source>Ask anything…</source>
        <translation>Fragen Sie etwas …</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
</context>
<context>
    <name>ui::PromptEditBar</name>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation>Bearbeiten abbrechen (Esc)</translation>
    </message>
</context>
<context>
    <name>ui::PromptEntries</name>
    <message>
        <source>Summarize</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summarize this.</source>
        <translation>Fasse das zusammen.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare these two.</source>
        <translation>Vergleiche diese beiden.</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation>Erkläre in einfachen Worten: </translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Translate into English: </source>
        <translation>Übersetze ins Deutsche: </translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Saved prompt</source>
        <translation>Gespeicherter Prompt</translation>
    </message>
    <message>
        <source>Attach – %1</source>
        <translation>Anhängen – %1</translation>
    </message>
    <message>
        <source>Ask this collection</source>
        <translation>Diese Sammlung fragen</translation>
    </message>
    <message>
        <source>Ask this document</source>
        <translation>Dieses Dokument fragen</translation>
    </message>
    <message>
        <source>Ask this document – %1</source>
        <translation>Dieses Dokument fragen – %1</translation>
    </message>
    <message>
        <source>Use this model in this chat</source>
        <translation>Dieses Modell in diesem Chat verwenden</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Anhängen</translation>
    </message>
</context>
<context>
    <name>ui::PromptQueue</name>
    <message numerus="yes">
        <source>You can queue up to %Ln messages. Send or delete one first.</source>
        <translation>
            <numerusform>Es kann höchstens %Ln Nachricht warten. Senden oder löschen Sie sie zuerst.</numerusform>
            <numerusform>Es können höchstens %Ln Nachrichten warten. Senden oder löschen Sie zuerst eine.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply was stopped</source>
        <translation>
            <numerusform>%Ln Nachricht nicht gesendet: Die Antwort wurde gestoppt</numerusform>
            <numerusform>%Ln Nachrichten nicht gesendet: Die Antwort wurde gestoppt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent: the reply failed</source>
        <translation>
            <numerusform>%Ln Nachricht nicht gesendet: Die Antwort ist fehlgeschlagen</numerusform>
            <numerusform>%Ln Nachrichten nicht gesendet: Die Antwort ist fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages not sent yet</source>
        <translation>
            <numerusform>%Ln Nachricht noch nicht gesendet</numerusform>
            <numerusform>%Ln Nachrichten noch nicht gesendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages queued – sent when the reply ends</source>
        <translation>
            <numerusform>%Ln Nachricht wartet – wird nach der Antwort gesendet</numerusform>
            <numerusform>%Ln Nachrichten warten – werden nach der Antwort gesendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued message deleted</source>
        <translation>Nachricht in der Warteschlange gelöscht</translation>
    </message>
</context>
<context>
    <name>ui::ProviderCard</name>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Encrypted connection</source>
        <translation>Verschlüsselte Verbindung</translation>
    </message>
    <message>
        <source>Unencrypted. Others on the network could read what you send.</source>
        <translation>Unverschlüsselt. Andere im Netzwerk könnten lesen, was Sie senden.</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>Modelle anzeigen</translation>
    </message>
    <message>
        <source>Show models of %1</source>
        <translation>Modelle von %1 anzeigen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Optional. Stored in your keyring, never in a file.</source>
        <translation>Optional. Wird in Ihrem Schlüsselbund gespeichert, nie in einer Datei.</translation>
    </message>
    <message>
        <source>Parallel requests for %1</source>
        <translation>Parallele Anfragen an %1</translation>
    </message>
    <message>
        <source>Parallel requests</source>
        <translation>Parallele Anfragen</translation>
    </message>
    <message>
        <source>For captioning folders and searching documents. Automatically reduced when the server is busy.</source>
        <translation>Für Beschreibungen ganzer Ordner und die Dokumentsuche. Wird automatisch verringert, wenn der Server ausgelastet ist.</translation>
    </message>
    <message>
        <source>Contacting %1…</source>
        <translation>%1 wird kontaktiert …</translation>
    </message>
    <message>
        <source>Connected – no models available</source>
        <translation>Verbunden – keine Modelle verfügbar</translation>
    </message>
    <message numerus="yes">
        <source>Connected – %Ln model(s) available</source>
        <translation>
            <numerusform>Verbunden – %Ln Modell verfügbar</numerusform>
            <numerusform>Verbunden – %Ln Modelle verfügbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first %1 are shown.</source>
        <translation>Nur die ersten %1 werden angezeigt.</translation>
    </message>
</context>
<context>
    <name>ui::ProvidersPage</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Remote servers</source>
        <translation>Entfernte Server</translation>
    </message>
    <message>
        <source>OpenAI-compatible servers: vLLM, SGLang, TabbyAPI, llama-server, Ollama, another Vignette. Only messages and files for their models are sent there.</source>
        <translation>OpenAI-kompatible Server: vLLM, SGLang, TabbyAPI, llama-server, Ollama, ein anderes Vignette. Gesendet werden nur Nachrichten und Dateien für deren Modelle.</translation>
    </message>
    <message>
        <source>Server URL</source>
        <translation>Server-URL</translation>
    </message>
    <message>
        <source>Add server</source>
        <translation>Server hinzufügen</translation>
    </message>
</context>
<context>
    <name>ui::QueueStrip</name>
    <message>
        <source>Send now</source>
        <translation>Jetzt senden</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
</context>
<context>
    <name>ui::QueuedChip</name>
    <message>
        <source>Delete queued message</source>
        <translation>Wartende Nachricht löschen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attachments</source>
        <translation>
            <numerusform>%Ln Anhang</numerusform>
            <numerusform>%Ln Anhänge</numerusform>
        </translation>
    </message>
    <message>
        <source>Queued message %1: %2</source>
        <translation>Wartende Nachricht %1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a message, how many attachments</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Press Enter to edit, Delete to delete.</source>
        <translation>Drücken Sie Enter zum Bearbeiten und Entf zum Löschen.</translation>
    </message>
    <message>
        <source>Edit: %1</source>
        <translation>Bearbeiten: %1</translation>
    </message>
    <message>
        <source>Delete queued message %1</source>
        <translation>Wartende Nachricht %1 löschen</translation>
    </message>
</context>
<context>
    <name>ui::SamplerEditor</name>
    <message>
        <source>A schema must be a JSON object.</source>
        <translation>Ein Schema muss ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>Invalid JSON: %1 at character %2.</source>
        <translation>Ungültiges JSON: %1 bei Zeichen %2.</translation>
    </message>
    <message>
        <source>For example: {&quot;type&quot;: &quot;object&quot;}</source>
        <translation>Zum Beispiel: {&quot;type&quot;: &quot;object&quot;}</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>Mehr …</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Considers only this many of the most likely tokens.</source>
        <translation>Berücksichtigt nur so viele der wahrscheinlichsten Token.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Max answer length</source>
        <translation>Maximale Antwortlänge</translation>
    </message>
    <message>
        <source>You can continue a truncated answer.</source>
        <translation>Eine abgeschnittene Antwort lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed gives the same answer to the same question.</source>
        <translation>Derselbe Seed ergibt auf dieselbe Frage dieselbe Antwort.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Eine je Zeile</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>Stoppsequenzen</translation>
    </message>
    <message>
        <source>An answer ends before any of these sequences.</source>
        <translation>Eine Antwort endet vor jeder dieser Sequenzen.</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Answers are JSON that matches this schema.</source>
        <translation>Antworten sind JSON, das diesem Schema entspricht.</translation>
    </message>
    <message>
        <source>Custom values</source>
        <translation>Eigene Werte</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 always picks the most likely token, so answers are repeatable; higher values are more varied.</source>
        <translation>0 wählt immer das wahrscheinlichste Token, sodass sich Antworten wiederholen lassen; höhere Werte sind abwechslungsreicher.</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Considers only the most likely tokens whose probabilities add up to this value; 1 turns it off.</source>
        <translation>Berücksichtigt nur die wahrscheinlichsten Token, deren Wahrscheinlichkeiten zusammen diesen Wert ergeben; 1 schaltet es aus.</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Drops tokens whose probability is below this fraction of the most likely token&apos;s.</source>
        <translation>Verwirft Token, deren Wahrscheinlichkeit unter diesem Anteil des wahrscheinlichsten Tokens liegt.</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Prefers tokens that are about as surprising as expected; 1 turns it off.</source>
        <translation>Bevorzugt Token, die etwa so überraschend sind wie erwartet; 1 schaltet es aus.</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Above 1, tokens that were already used become less likely; 1 turns it off.</source>
        <translation>Über 1 werden bereits verwendete Token unwahrscheinlicher; 1 schaltet es aus.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Präsenzstrafe</translation>
    </message>
    <message>
        <source>Above 0, tokens that have occurred become less likely, which encourages new topics.</source>
        <translation>Über 0 werden vorgekommene Token unwahrscheinlicher, was neue Themen fördert.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>Above 0, tokens become less likely each time they occur.</source>
        <translation>Über 0 werden Token mit jedem Vorkommen unwahrscheinlicher.</translation>
    </message>
    <message>
        <source>Precise</source>
        <translation>Präzise</translation>
    </message>
    <message>
        <source>Always the most likely token: the same question gets the same answer.</source>
        <translation>Immer das wahrscheinlichste Token: Dieselbe Frage ergibt dieselbe Antwort.</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Varied but sensible, for everyday use</source>
        <translation>Abwechslungsreich, aber sinnvoll, für den Alltag</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
    <message>
        <source>Bold and inventive, for stories and ideas</source>
        <translation>Gewagt und einfallsreich, für Geschichten und Ideen</translation>
    </message>
    <message>
        <source>Banned phrases</source>
        <translation>Verbotene Phrasen</translation>
    </message>
    <message>
        <source>Answers never contain these phrases.</source>
        <translation>Antworten enthalten diese Phrasen nie.</translation>
    </message>
    <message>
        <source>For example: You are wordy and vague.</source>
        <translation>Zum Beispiel: Du schreibst weitschweifig und ungenau.</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>Negativer Prompt</translation>
    </message>
    <message>
        <source>Steers answers away from what the model would say with this prompt. Takes twice the time and half of the context.</source>
        <translation>Lenkt Antworten weg von dem, was das Modell mit diesem Prompt sagen würde. Braucht doppelt so viel Zeit und die Hälfte des Kontexts.</translation>
    </message>
    <message>
        <source>Token healing</source>
        <translation>Token-Healing</translation>
    </message>
    <message>
        <source>Continuing an answer may complete the word it was cut off in.</source>
        <translation>Beim Fortsetzen einer Antwort kann das abgeschnittene Wort vollendet werden.</translation>
    </message>
    <message>
        <source>DRY multiplier</source>
        <translation>DRY-Multiplikator</translation>
    </message>
    <message>
        <source>Above 0, tokens that would repeat a longer sequence become less likely.</source>
        <translation>Über 0 werden Token unwahrscheinlicher, die eine längere Folge wiederholen würden.</translation>
    </message>
    <message>
        <source>XTC probability</source>
        <translation>XTC-Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>How often the most likely tokens are skipped in favor of other good candidates.</source>
        <translation>Wie oft die wahrscheinlichsten Token zugunsten anderer guter Kandidaten übersprungen werden.</translation>
    </message>
    <message>
        <source>XTC threshold</source>
        <translation>XTC-Schwellwert</translation>
    </message>
    <message>
        <source>Tokens at or above this probability can be skipped.</source>
        <translation>Token ab dieser Wahrscheinlichkeit können übersprungen werden.</translation>
    </message>
    <message>
        <source>Guidance scale</source>
        <translation>Guidance-Skala</translation>
    </message>
    <message>
        <source>How strongly answers are steered away from the negative prompt; 1 turns it off.</source>
        <translation>Wie stark Antworten vom negativen Prompt weggelenkt werden; 1 schaltet es aus.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>For models that can answer with or without reasoning. The reasoning is shown above the answer, collapsed until you open it.</source>
        <translation>Für Modelle, die mit oder ohne Nachdenken antworten können. Die Gedanken stehen eingeklappt über der Antwort, bis Sie sie öffnen.</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>The values recommended for the model</source>
        <translation>Die für das Modell empfohlenen Werte</translation>
    </message>
    <message>
        <source>%1 slider</source>
        <comment>what it sets</comment>
        <translation>Schieberegler %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Standard: %1</translation>
    </message>
</context>
<context>
    <name>ui::ScansQuestion</name>
    <message>
        <source>Read scanned documents again</source>
        <translation>Gescannte Dokumente erneut lesen</translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln scanned document(s) again with the new setting?</source>
        <translation>
            <numerusform>%Ln gescanntes Dokument mit der neuen Einstellung erneut lesen?</numerusform>
            <numerusform>%Ln gescannte Dokumente mit der neuen Einstellung erneut lesen?</numerusform>
        </translation>
    </message>
    <message>
        <source>It runs in the background and can be paused on the page “Documents”. Documents that you add from now on are read with the new setting in any case.</source>
        <translation>Das läuft im Hintergrund und lässt sich auf der Seite „Dokumente“ anhalten. Dokumente, die Sie ab jetzt hinzufügen, werden in jedem Fall mit der neuen Einstellung gelesen.</translation>
    </message>
    <message>
        <source>Keep as is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Erneut lesen</translation>
    </message>
</context>
<context>
    <name>ui::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>ui::SearchFilters</name>
    <message>
        <source>Search in</source>
        <translation>Suchen in</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Search names and all messages</source>
        <translation>Namen und alle Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Meine</translation>
    </message>
    <message>
        <source>Search your messages only</source>
        <translation>Nur eigene Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Search answers only</source>
        <translation>Nur Antworten durchsuchen</translation>
    </message>
    <message>
        <source>With pictures</source>
        <translation>Mit Bildern</translation>
    </message>
    <message>
        <source>Search messages with pictures and their answers only</source>
        <translation>Nur Nachrichten mit Bildern und deren Antworten durchsuchen</translation>
    </message>
</context>
<context>
    <name>ui::SecretEdit</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>ui::SectionModel</name>
    <message>
        <source>Temporary</source>
        <translation>Temporär</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, collapsed, %Ln chats</source>
        <translation>
            <numerusform>Ordner %1, eingeklappt, %Ln Chat</numerusform>
            <numerusform>Ordner %1, eingeklappt, %Ln Chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln chats</source>
        <translation>
            <numerusform>Ordner %1, %Ln Chat</numerusform>
            <numerusform>Ordner %1, %Ln Chats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message>
        <source>No details are available for how this model processes pictures.</source>
        <translation>Wie dieses Modell Bilder verarbeitet, ist nicht im Einzelnen bekannt.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Chat template tokens</source>
        <translation>Token der Chat-Vorlage</translation>
    </message>
    <message>
        <source>Tiles in reading order</source>
        <translation>Kacheln in Lesereihenfolge</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Whole prompt</source>
        <translation>Ganzer Prompt</translation>
    </message>
    <message>
        <source>Prompt by message</source>
        <translation>Prompt nach Nachrichten</translation>
    </message>
    <message>
        <source>Model view</source>
        <translation>Modellansicht</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>Modell wird geladen …</translation>
    </message>
    <message>
        <source>Load the model to see how it processes this picture.</source>
        <translation>Laden Sie das Modell, um zu sehen, wie es dieses Bild verarbeitet.</translation>
    </message>
    <message>
        <source>This is a text-only model. It can&apos;t process pictures.</source>
        <translation>Dies ist ein reines Textmodell. Es kann keine Bilder verarbeiten.</translation>
    </message>
    <message>
        <source>Scaled to %1 × %2 pixels.</source>
        <translation>Skaliert auf %1 × %2 Pixel.</translation>
    </message>
    <message>
        <source>Split into %1 × %2 tiles of %3 × %4 pixels.</source>
        <translation>In %1 × %2 Kacheln von %3 × %4 Pixeln geteilt.</translation>
    </message>
    <message>
        <source>The whole picture is added as one more tile.</source>
        <translation>Das ganze Bild kommt als weitere Kachel hinzu.</translation>
    </message>
    <message numerus="yes">
        <source>The picture uses %Ln token(s) of the context.</source>
        <translation>
            <numerusform>Das Bild belegt %Ln Token des Kontexts.</numerusform>
            <numerusform>Das Bild belegt %Ln Token des Kontexts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Row %2, column %3: %Ln token(s)</source>
        <translation>
            <numerusform>%1. Zeile %2, Spalte %3: %Ln Token</numerusform>
            <numerusform>%1. Zeile %2, Spalte %3: %Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Picture: %Ln token(s)</source>
        <translation>
            <numerusform>Bild: %Ln Token</numerusform>
            <numerusform>Bild: %Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. Whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. Ganzes Bild: %Ln Token</numerusform>
            <numerusform>%1. Ganzes Bild: %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 text, %3 pictures</source>
        <comment>tokens of a message</comment>
        <translation>%1: %2 Text, %3 Bilder</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tokens of a message</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Whole prompt: %1 of %2 tokens</source>
        <translation>Ganzer Prompt: %1 von %2 Token</translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message>
        <source>Send options</source>
        <translation>Sendeoptionen</translation>
    </message>
    <message>
        <source>Several answers</source>
        <translation>Mehrere Antworten</translation>
    </message>
    <message numerus="yes">
        <source>Generate %Ln alternatives</source>
        <translation>
            <numerusform>%Ln Alternative generieren</numerusform>
            <numerusform>%Ln Alternativen generieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Several models</source>
        <translation>Mehrere Modelle</translation>
    </message>
    <message>
        <source>Add a second model to compare answers</source>
        <translation>Fügen Sie ein zweites Modell hinzu, um Antworten zu vergleichen</translation>
    </message>
    <message>
        <source>Send to selected models</source>
        <translation>An ausgewählte Modelle senden</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>Als Prompt speichern …</translation>
    </message>
</context>
<context>
    <name>ui::ServerKeyEdit</name>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Save the API key</source>
        <translation>API-Schlüssel speichern</translation>
    </message>
    <message>
        <source>Remove the API key</source>
        <translation>API-Schlüssel entfernen</translation>
    </message>
</context>
<context>
    <name>ui::ServerState</name>
    <message>
        <source>Starting…</source>
        <translation>Wird gestartet …</translation>
    </message>
    <message>
        <source>Running at %1</source>
        <translation>Läuft unter %1</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird beendet …</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) connected</source>
        <translation>
            <numerusform>%Ln Client verbunden</numerusform>
            <numerusform>%Ln Clients verbunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln answer(s) in progress</source>
        <translation>
            <numerusform>%Ln Antwort in Arbeit</numerusform>
            <numerusform>%Ln Antworten in Arbeit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln request(s) waiting</source>
        <translation>
            <numerusform>%Ln Anfrage wartet</numerusform>
            <numerusform>%Ln Anfragen warten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SettingsPage</name>
    <message>
        <source>No telemetry: Vignette doesn&apos;t collect or report usage data.</source>
        <translation>Keine Telemetrie: Vignette erfasst und meldet keine Nutzungsdaten.</translation>
    </message>
    <message>
        <source>The log never contains prompts, answers or picture names.</source>
        <translation>Das Protokoll enthält nie Prompts, Antworten oder Bildnamen.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Default model for new chats.</source>
        <translation>Standardmodell für neue Chats.</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>Eingebautes Modell</translation>
    </message>
    <message>
        <source>Added models</source>
        <translation>Hinzugefügte Modelle</translation>
    </message>
    <message>
        <source>Files and folders stay where they are.</source>
        <translation>Dateien und Ordner bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Model folders</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>All models in these folders are listed on the page “Models”.</source>
        <translation>Alle Modelle in diesen Ordnern erscheinen auf der Seite „Modelle“.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Hardware used to run models. Applies the next time a model is loaded.</source>
        <translation>Hardware, auf der Modelle laufen. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Number of CPU threads. Applies the next time a model is loaded.</source>
        <translation>Anzahl der CPU-Threads. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>Einer je Kern</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Longer contexts use more memory. Applies the next time a model is loaded.</source>
        <translation>Längere Kontexte brauchen mehr Speicher. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Model default</source>
        <translation>Vorgabe des Modells</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>KV cache quantization</source>
        <translation>Quantisierung des KV-Cache</translation>
    </message>
    <message>
        <source>8-bit halves the memory for the context with almost no quality loss. Applies the next time a model is loaded.</source>
        <translation>8 Bit halbiert den Speicherbedarf des Kontexts fast ohne Qualitätsverlust. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>32-bit</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>16-bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>8-bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>6-bit</source>
        <translation>6 Bit</translation>
    </message>
    <message>
        <source>4-bit</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>8-bit keys, 4-bit values</source>
        <translation>8-Bit-Keys, 4-Bit-Values</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>A small model of the same family for speculative decoding: faster, identical answers. Applies the next time a model is loaded.</source>
        <translation>Ein kleines Modell derselben Familie für spekulatives Dekodieren: schneller, gleiche Antworten. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Unload idle models after</source>
        <translation>Unbenutzte Modelle entladen nach</translation>
    </message>
    <message>
        <source>Frees the model&apos;s memory. It loads again with your next message.</source>
        <translation>Gibt den Speicher des Modells frei. Es wird mit Ihrer nächsten Nachricht wieder geladen.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Used for chats without a system prompt of their own.</source>
        <translation>Für Chats ohne eigenen Systemprompt.</translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation>Zum Beispiel: Antworte in kurzen Sätzen.</translation>
    </message>
    <message>
        <source>Answer style</source>
        <translation>Antwortstil</translation>
    </message>
    <message>
        <source>Used for chats without settings of their own, starting with the next answer.</source>
        <translation>Für Chats ohne eigene Einstellungen, ab der nächsten Antwort.</translation>
    </message>
    <message>
        <source>Generate chat titles</source>
        <translation>Chat-Titel generieren</translation>
    </message>
    <message>
        <source>The model writes a title for a new chat after its first answer.</source>
        <translation>Das Modell schreibt nach seiner ersten Antwort einen Titel für einen neuen Chat.</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Mit Strg+Enter senden</translation>
    </message>
    <message>
        <source>Enter then starts a new line. Otherwise, Enter sends and Shift+Enter starts a new line.</source>
        <translation>Enter beginnt dann eine neue Zeile. Sonst sendet Enter, und Umschalt+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Attach pasted text longer than</source>
        <translation>Eingefügten Text anhängen ab</translation>
    </message>
    <message>
        <source>Longer text becomes an attachment.</source>
        <translation>Längerer Text wird zum Anhang.</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>“System” follows your desktop.</source>
        <translation>„System“ folgt Ihrem Desktop.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Accent color</source>
        <translation>Akzentfarbe</translation>
    </message>
    <message>
        <source>Color of buttons, links and the focus.</source>
        <translation>Farbe von Knöpfen, Links und Fokus.</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Stronger text, lines and outlines.</source>
        <translation>Kräftigere Texte, Linien und Umrisse.</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Applies to the whole interface (Ctrl++ / Ctrl+−).</source>
        <translation>Gilt für die gesamte Oberfläche (Strg++ / Strg+−).</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Code size</source>
        <translation>Codegröße</translation>
    </message>
    <message>
        <source>Applies to code in messages.</source>
        <translation>Gilt für Code in Nachrichten.</translation>
    </message>
    <message>
        <source>Same as text</source>
        <translation>Wie der Text</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>“Compact” reduces the spacing.</source>
        <translation>„Kompakt“ verringert die Abstände.</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Bequem</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>Turns off animations.</source>
        <translation>Schaltet Animationen aus.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language of the interface. Models answer in the language of the question. Applies after a restart.</source>
        <translation>Sprache der Oberfläche. Modelle antworten in der Sprache der Frage. Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>Continue where you left off</source>
        <translation>Weitermachen, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>Opens the last chat and restores your draft at startup.</source>
        <translation>Öffnet beim Start den letzten Chat und stellt Ihren Entwurf wieder her.</translation>
    </message>
    <message>
        <source>Notify about finished answers</source>
        <translation>Über fertige Antworten benachrichtigen</translation>
    </message>
    <message>
        <source>When a long answer finishes while the window is in the background. Notifications never show the text.</source>
        <translation>Wenn eine lange Antwort fertig wird, während das Fenster im Hintergrund ist. Benachrichtigungen zeigen nie den Text.</translation>
    </message>
    <message>
        <source>System tray icon</source>
        <translation>Symbol im Systembereich</translation>
    </message>
    <message>
        <source>Closing the window then keeps Vignette running. Has no effect on desktops without a tray.</source>
        <translation>Vignette läuft dann nach dem Schließen des Fensters weiter. Ohne Wirkung auf Desktops ohne Systembereich.</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>Protokollstufe</translation>
    </message>
    <message>
        <source>The log file never contains prompts, answers or picture names.</source>
        <translation>Die Protokolldatei enthält nie Prompts, Antworten oder Bildnamen.</translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation>Nur Warnungen</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message>
        <source>No matching settings</source>
        <translation>Keine passenden Einstellungen</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Changes are saved automatically.</source>
        <translation>Änderungen werden automatisch gespeichert.</translation>
    </message>
    <message>
        <source>Models and device</source>
        <translation>Modelle und Gerät</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Speicherplatz</translation>
    </message>
    <message>
        <source>System and logs</source>
        <translation>System und Protokolle</translation>
    </message>
    <message>
        <source>Temporary chats are never written to disk.</source>
        <translation>Temporäre Chats werden nie auf den Datenträger geschrieben.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Cache (safe to delete)</source>
        <translation>Cache (kann gelöscht werden)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>System information for bug reports. Review it before sharing.</source>
        <translation>Systeminformationen für Fehlerberichte. Prüfen Sie sie vor dem Weitergeben.</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>Protokolldateien</translation>
    </message>
    <message>
        <source>Vignette %1</source>
        <translation>Vignette %1</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Where mixture-of-experts models compute their experts if the device is a GPU. Applies the next time a model is loaded.</source>
        <translation>Wo Mixture-of-Experts-Modelle ihre Experten berechnen, wenn das Gerät eine GPU ist. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>On the GPU if they fit</source>
        <translation>Auf der GPU, soweit sie passen</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>Auf der GPU</translation>
    </message>
    <message>
        <source>On the CPU</source>
        <translation>Auf der CPU</translation>
    </message>
    <message>
        <source>GPU memory limit</source>
        <translation>Limit für GPU-Speicher</translation>
    </message>
    <message>
        <source>How much GPU memory a model may use. Applies the next time a model is loaded.</source>
        <translation>Wie viel GPU-Speicher ein Modell belegen darf. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>All free memory</source>
        <translation>Aller freie Speicher</translation>
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
        <translation>Der Prompt-Cache langer Chats wird auf dem Datenträger gespeichert, damit sie nach einem Neustart schnell weitergehen. Er wird mit dem Chat gelöscht. Unter „Speicherplatz“ sehen Sie seinen Ort und können ihn ausschalten; dabei wird der ganze Cache gelöscht.</translation>
    </message>
    <message>
        <source>Prompt cache</source>
        <translation>Prompt-Cache</translation>
    </message>
    <message>
        <source>Prompt cache on disk</source>
        <translation>Prompt-Cache auf dem Datenträger</translation>
    </message>
    <message>
        <source>Lets long chats resume quickly after a restart. The cache grows up to this size and is deleted with its chats. “None” turns it off and deletes it.</source>
        <translation>Damit gehen lange Chats nach einem Neustart schnell weiter. Der Cache wächst bis zu dieser Größe und wird mit seinen Chats gelöscht. „Keines“ schaltet ihn aus und löscht ihn.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Delete: %1</source>
        <translation>Löschen: %1</translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation>Ordner öffnen: %1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>Bildbeschreibungen</translation>
    </message>
    <message>
        <source>Delete all captions? Pictures aren&apos;t deleted.</source>
        <translation>Alle Beschreibungen löschen? Die Bilder werden nicht gelöscht.</translation>
    </message>
    <message>
        <source>Delete the prompt cache? Long chats take longer to resume.</source>
        <translation>Prompt-Cache löschen? Lange Chats brauchen dann länger, bis sie weitergehen.</translation>
    </message>
    <message>
        <source>Clear the cache?</source>
        <translation>Cache leeren?</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Zugriffstoken</translation>
    </message>
    <message>
        <source>Needed for gated models. Sent to the model hub only. The HF_TOKEN environment variable takes precedence.</source>
        <translation>Für zugangsbeschränkte Modelle. Wird nur an den Modell-Hub gesendet. Die Umgebungsvariable HF_TOKEN hat Vorrang.</translation>
    </message>
    <message>
        <source>Model hub URL</source>
        <translation>URL des Modell-Hubs</translation>
    </message>
    <message>
        <source>Models are downloaded from here: Hugging Face or a mirror. The HF_ENDPOINT environment variable takes precedence.</source>
        <translation>Von hier werden Modelle heruntergeladen: Hugging Face oder ein Spiegelserver. Die Umgebungsvariable HF_ENDPOINT hat Vorrang.</translation>
    </message>
    <message>
        <source>Full precision (slower)</source>
        <translation>Volle Genauigkeit (langsamer)</translation>
    </message>
    <message>
        <source>Computes with the model file&apos;s exact numbers on the CPU. Answers take about twice as long. Applies the next time a model is loaded.</source>
        <translation>Rechnet auf der CPU mit den exakten Zahlen der Modelldatei. Antworten dauern etwa doppelt so lange. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Read text in pictures (OCR)</source>
        <translation>Text in Bildern lesen (OCR)</translation>
    </message>
    <message>
        <source>Text that Tesseract finds in a picture is sent to the model together with the picture, and you can select it in the picture viewer.</source>
        <translation>Text, den Tesseract in einem Bild findet, geht mit dem Bild an das Modell und lässt sich im Bildbetrachter auswählen.</translation>
    </message>
    <message>
        <source>Answer checker</source>
        <translation>Antwortprüfer</translation>
    </message>
    <message>
        <source>A small model that reads each statement with the passages it cites and marks those that aren&apos;t supported.</source>
        <translation>Ein kleines Modell, das jede Aussage mit den zitierten Textstellen liest und die nicht belegten markiert.</translation>
    </message>
    <message>
        <source>None (only facts are compared)</source>
        <translation>Keiner (nur Fakten werden verglichen)</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Embedding-Modell</translation>
    </message>
    <message>
        <source>Searches documents by meaning. Your library is indexed for it in the background. See Models → Get models.</source>
        <translation>Durchsucht Dokumente nach Bedeutung. Ihre Bibliothek wird dafür im Hintergrund indiziert. Siehe Modelle → Modelle herunterladen.</translation>
    </message>
    <message>
        <source>None (keyword search)</source>
        <translation>Keines (Stichwortsuche)</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Reranker</translation>
    </message>
    <message>
        <source>A small model that reads the best 20 or 30 passages and puts those that answer your question first.</source>
        <translation>Ein kleines Modell, das die besten 20 oder 30 Textstellen liest und die voranstellt, die Ihre Frage beantworten.</translation>
    </message>
    <message>
        <source>Watch folders for changes</source>
        <translation>Ordner auf Änderungen überwachen</translation>
    </message>
    <message>
        <source>New and changed files are indexed immediately. Otherwise at the next start, or when you check for changes.</source>
        <translation>Neue und geänderte Dateien werden sofort indiziert. Sonst beim nächsten Start, oder wenn Sie nach Änderungen suchen.</translation>
    </message>
    <message>
        <source>Index location</source>
        <translation>Ort des Index</translation>
    </message>
    <message>
        <source>A file, or the URL of a shared PostgreSQL database: postgresql://user@host/database. Store the password in ~/.pgpass. An existing index stays where it is.</source>
        <translation>Eine Datei oder die URL einer gemeinsamen PostgreSQL-Datenbank: postgresql://user@host/database. Speichern Sie das Passwort in ~/.pgpass. Ein vorhandener Index bleibt, wo er ist.</translation>
    </message>
    <message>
        <source>Local file</source>
        <translation>Lokale Datei</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Nothing leaves this computer unless you choose a model on a remote server. Messages, pictures and answers are processed and stored locally.</source>
        <translation>Nichts verlässt diesen Computer, außer Sie wählen ein Modell auf einem entfernten Server. Nachrichten, Bilder und Antworten werden lokal verarbeitet und gespeichert.</translation>
    </message>
    <message>
        <source>Choose which tools models may use. By default you approve each call.</source>
        <translation>Wählen Sie, welche Werkzeuge Modelle verwenden dürfen. Standardmäßig genehmigen Sie jeden Aufruf.</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP-Server</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Clients send it as “Authorization: Bearer …”. Without a key, any program on this computer can connect, but no other computer.</source>
        <translation>Clients senden ihn als „Authorization: Bearer …“. Ohne Schlüssel kann sich jedes Programm auf diesem Computer verbinden, aber kein anderer Computer.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Try it out</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>A terminal command that sends a question to the current model.</source>
        <translation>Ein Terminalbefehl, der dem aktuellen Modell eine Frage stellt.</translation>
    </message>
    <message>
        <source>Local API server</source>
        <translation>Lokaler API-Server</translation>
    </message>
    <message>
        <source>Lets programs that support the OpenAI or Anthropic API use the models of this window, at the same time as you.</source>
        <translation>Programme, die die API von OpenAI oder Anthropic unterstützen, können die Modelle dieses Fensters gleichzeitig mit Ihnen verwenden.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>127.0.0.1 is for programs on this computer. 0.0.0.0 also accepts other computers, which need the API key; traffic isn&apos;t encrypted.</source>
        <translation>127.0.0.1 ist für Programme auf diesem Computer. 0.0.0.0 lässt auch andere Computer zu, die den API-Schlüssel brauchen; der Datenverkehr ist unverschlüsselt.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Changing the port interrupts running requests.</source>
        <translation>Eine Änderung des Ports unterbricht laufende Anfragen.</translation>
    </message>
    <message>
        <source>Offer documents</source>
        <translation>Dokumente anbieten</translation>
    </message>
    <message>
        <source>Lets these programs get answers with sources from your documents.</source>
        <translation>Diese Programme können Antworten mit Quellen aus Ihren Dokumenten erhalten.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Re-rank results with the model</source>
        <translation>Ergebnisse mit dem Modell neu sortieren</translation>
    </message>
    <message>
        <source>A model with at least a billion parameters checks whether each of the best passages answers your question. This takes as long as reading them.</source>
        <translation>Ein Modell mit mindestens einer Milliarde Parametern prüft bei jeder der besten Textstellen, ob sie Ihre Frage beantwortet. Das dauert so lange, wie sie zu lesen.</translation>
    </message>
    <message>
        <source>Answer only if a passage fits</source>
        <translation>Nur antworten, wenn eine Textstelle passt</translation>
    </message>
    <message>
        <source>A question is answered if its best passage scores at least this much. Documents → More → Measure search suggests a value.</source>
        <translation>Eine Frage wird beantwortet, wenn die beste Textstelle mindestens diesen Wert erreicht. Dokumente → Mehr → Suche messen schlägt einen Wert vor.</translation>
    </message>
    <message>
        <source>Always answer</source>
        <translation>Immer antworten</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Describe figures in documents</source>
        <translation>Abbildungen in Dokumenten beschreiben</translation>
    </message>
    <message>
        <source>While a vision model on this computer is loaded, it describes images and drawings in your documents in the background, so that questions find them by what they show. This takes seconds per figure, and answers are slower meanwhile.</source>
        <translation>Solange ein Bildmodell auf diesem Computer geladen ist, beschreibt es im Hintergrund Bilder und Zeichnungen in Ihren Dokumenten, sodass Fragen sie anhand ihres Inhalts finden. Das dauert je Abbildung einige Sekunden; Antworten sind währenddessen langsamer.</translation>
    </message>
    <message>
        <source>Load models faster</source>
        <translation>Modelle schneller laden</translation>
    </message>
    <message>
        <source>Caches a copy of model weights on disk in the layout this CPU needs, up to 16 GB in total. Applies the next time a model is loaded.</source>
        <translation>Speichert auf dem Datenträger eine Kopie der Modellgewichte in der Anordnung, die diese CPU braucht, insgesamt bis zu 16 GB. Gilt, wenn ein Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Document index</source>
        <translation>Dokumentindex</translation>
    </message>
    <message>
        <source>Delete the document index? All collections are removed from the page “Documents”. Your files aren&apos;t deleted.</source>
        <translation>Dokumentindex löschen? Alle Sammlungen werden von der Seite „Dokumente“ entfernt. Ihre Dateien werden nicht gelöscht.</translation>
    </message>
    <message>
        <source>Vignette only contacts servers when you search for models, open a model&apos;s details, download a model, use a remote model, turn on an MCP server or add a web page. Contacted so far:</source>
        <translation>Vignette kontaktiert Server nur, wenn Sie nach Modellen suchen, die Details eines Modells öffnen, ein Modell herunterladen, ein entferntes Modell verwenden, einen MCP-Server einschalten oder eine Webseite hinzufügen. Bisher kontaktiert:</translation>
    </message>
    <message>
        <source>Programs and web servers that provide more tools through the Model Context Protocol. They only start when you turn them on.</source>
        <translation>Programme und Webserver, die über das Model Context Protocol weitere Werkzeuge bereitstellen. Sie starten nur, wenn Sie sie einschalten.</translation>
    </message>
    <message>
        <source>Check answers against pictures</source>
        <translation>Antworten mit Bildern vergleichen</translation>
    </message>
    <message>
        <source>Numbers, dates and names in an answer are searched in the text of the picture: point at one to see where it is. Those that aren&apos;t there are marked.</source>
        <translation>Zahlen, Daten und Namen einer Antwort werden im Text des Bildes gesucht: Zeigen Sie darauf, um die Stelle zu sehen. Was dort nicht steht, wird markiert.</translation>
    </message>
    <message>
        <source>Read scanned pages with</source>
        <translation>Gescannte Seiten lesen mit</translation>
    </message>
    <message>
        <source>A vision model on this computer, best one made for OCR, reads scanned pages in the background after Tesseract. This takes seconds to minutes per page.</source>
        <translation>Ein Modell auf diesem Computer, das Bilder sieht, am besten eines für OCR, liest gescannte Seiten im Hintergrund nach Tesseract. Das dauert je Seite Sekunden bis Minuten.</translation>
    </message>
    <message>
        <source>Tesseract</source>
        <translation>Tesseract</translation>
    </message>
    <message>
        <source>Reading speed</source>
        <translation>Vorlesegeschwindigkeit</translation>
    </message>
    <message>
        <source>How fast “Read aloud” reads answers, with the voices of Speech Dispatcher.</source>
        <translation>Wie schnell „Vorlesen“ Antworten liest, mit den Stimmen von Speech Dispatcher.</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Very fast</source>
        <translation>Sehr schnell</translation>
    </message>
    <message>
        <source>Global shortcut for screenshots</source>
        <translation>Globales Tastenkürzel für Bildschirmfotos</translation>
    </message>
    <message>
        <source>Ctrl+Alt+A takes a screenshot in any program and asks about it in a new chat. Some desktops ask for permission and let you choose other keys.</source>
        <translation>Strg+Alt+A nimmt in jedem Programm ein Bildschirmfoto auf und öffnet damit einen neuen Chat. Manche Arbeitsumgebungen fragen um Erlaubnis und lassen Sie andere Tasten wählen.</translation>
    </message>
    <message>
        <source>Picture detail</source>
        <translation>Detailstufe von Bildern</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>Fein</translation>
    </message>
    <message>
        <source>How closely models look at new pictures. Fine detail keeps small text readable, but takes more of the context and more time. With “Tiles”, models that cut pictures into tiles use as many as they can. Models that read every picture alike ignore this.</source>
        <translation>Wie genau Modelle neue Bilder ansehen. „Fein“ hält kleine Schrift lesbar, braucht aber mehr vom Kontext und mehr Zeit. Bei „Kacheln“ verwenden Modelle, die Bilder in Kacheln zerlegen, so viele wie möglich. Modelle, die jedes Bild gleich lesen, beachten das nicht.</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Check facts of receipts and forms again</source>
        <translation>Angaben aus Belegen und Formularen noch einmal prüfen</translation>
    </message>
    <message>
        <source>After an answer about a receipt or form, the model reads up to five amounts again, each alone in the enlarged picture. Takes as long as five short answers.</source>
        <translation>Nach einer Antwort zu einem Beleg oder Formular liest das Modell bis zu fünf Beträge noch einmal, jeden für sich im vergrößerten Bild. Das dauert so lange wie fünf kurze Antworten.</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutHelp</name>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>Befehle oder Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Change shortcuts…</source>
        <translation>Tastenkürzel ändern …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No matching commands</source>
        <translation>Keine passenden Befehle</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutRow</name>
    <message>
        <source>Add shortcut for “%1”</source>
        <translation>Tastenkürzel für „%1“ hinzufügen</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>Auf Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Remove %1 from “%2”</source>
        <translation>%1 von „%2“ entfernen</translation>
    </message>
    <message>
        <source>%1 is already assigned to “%2”.</source>
        <translation>%1 ist bereits „%2“ zugewiesen.</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>Choose another</source>
        <translation>Anderes wählen</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutsEditor</name>
    <message>
        <source>Search commands or shortcuts</source>
        <translation>Befehle oder Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Reset all to defaults</source>
        <translation>Alle auf Standard zurücksetzen</translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>No results</source>
        <translation>Keine Ergebnisse</translation>
    </message>
    <message>
        <source>Chat list menu</source>
        <translation>Menü der Chatliste</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren …</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>Alle Chats exportieren …</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Deleted “%1”</source>
        <translation>„%1“ gelöscht</translation>
    </message>
    <message>
        <source>Removed folder “%1”</source>
        <translation>Ordner „%1“ entfernt</translation>
    </message>
    <message>
        <source>Names and messages of all chats</source>
        <translation>Namen und Nachrichten aller Chats</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Delete all chats</source>
        <translation>Alle Chats löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln chat(s), including pictures?</source>
        <translation>
            <numerusform>%Ln Chat einschließlich der Bilder löschen?</numerusform>
            <numerusform>%Ln Chats einschließlich der Bilder löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Alle löschen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln chat(s)</source>
        <translation>
            <numerusform>%Ln Chat gelöscht</numerusform>
            <numerusform>%Ln Chats gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>Your chats will appear here.</source>
        <translation>Hier erscheinen Ihre Chats.</translation>
    </message>
</context>
<context>
    <name>ui::SourceCard</name>
    <message>
        <source>page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Source %1: %2</source>
        <translation>Quelle %1: %2</translation>
    </message>
    <message>
        <source>Shows an image. %1</source>
        <translation>Zeigt ein Bild. %1</translation>
    </message>
</context>
<context>
    <name>ui::SourceCards</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln sources</source>
        <comment>that an answer rests on</comment>
        <translation>
            <numerusform>%Ln Quelle</numerusform>
            <numerusform>%Ln Quellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show or hide the sources of this answer</source>
        <translation>Quellen dieser Antwort ein- oder ausblenden</translation>
    </message>
</context>
<context>
    <name>ui::SpeechEngine</name>
    <message>
        <source>There are no voices on this computer. Install Speech Dispatcher and the package qt6-speech-speechd-plugin.</source>
        <translation>Auf diesem Computer gibt es keine Stimmen. Installieren Sie Speech Dispatcher und das Paket qt6-speech-speechd-plugin.</translation>
    </message>
    <message>
        <source>This build of Vignette can&apos;t read aloud: Qt&apos;s TextToSpeech was missing.</source>
        <translation>Diese Fassung von Vignette kann nicht vorlesen: Qt TextToSpeech fehlte beim Übersetzen.</translation>
    </message>
    <message>
        <source>The text can&apos;t be read aloud: %1</source>
        <translation>Der Text kann nicht vorgelesen werden: %1</translation>
    </message>
</context>
<context>
    <name>ui::SpeedLine</name>
    <message>
        <source>Benchmark progress</source>
        <translation>Fortschritt des Benchmarks</translation>
    </message>
    <message>
        <source>Uses the full power of this computer for a while. The result stays on this computer.</source>
        <translation>Nutzt eine Weile die volle Leistung dieses Computers. Das Ergebnis bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Running benchmark…</source>
        <translation>Benchmark läuft …</translation>
    </message>
    <message>
        <source>Run a quick benchmark to estimate speed.</source>
        <translation>Starten Sie einen kurzen Benchmark, um die Geschwindigkeit zu schätzen.</translation>
    </message>
    <message>
        <source>Stop benchmark</source>
        <translation>Benchmark abbrechen</translation>
    </message>
    <message>
        <source>Run benchmark (20 s)</source>
        <translation>Benchmark starten (20 s)</translation>
    </message>
</context>
<context>
    <name>ui::StoredModelsDialog</name>
    <message>
        <source>Tick the models whose files you want to delete. This can&apos;t be undone.</source>
        <translation>Markieren Sie die Modelle, deren Dateien Sie löschen möchten. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>Heruntergeladene Modelle</translation>
    </message>
    <message>
        <source>Delete files</source>
        <translation>Dateien löschen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>There are no downloaded models on this computer.</source>
        <translation>Auf diesem Computer gibt es keine heruntergeladenen Modelle.</translation>
    </message>
    <message>
        <source>Delete files (%1)</source>
        <translation>Dateien löschen (%1)</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>The answer was truncated</source>
        <translation>Die Antwort wurde abgeschnitten</translation>
    </message>
    <message>
        <source>Too long: based on selected passages</source>
        <translation>Zu lang: beruht auf ausgewählten Textstellen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>From page %1: %2</source>
        <translation>Von Seite %1: %2</translation>
    </message>
    <message>
        <source>From: %1</source>
        <translation>Aus: %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
</context>
<context>
    <name>ui::TablePage</name>
    <message>
        <source>Export as CSV…</source>
        <translation>Als CSV exportieren …</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Press Enter to open the passage a value comes from.</source>
        <translation>Die Eingabetaste öffnet die Textstelle, aus der ein Wert stammt.</translation>
    </message>
    <message>
        <source>Back to documents</source>
        <translation>Zurück zu den Dokumenten</translation>
    </message>
    <message>
        <source>Extract data to table</source>
        <translation>Als Tabelle extrahieren</translation>
    </message>
    <message>
        <source>Open JSON schema…</source>
        <translation>JSON-Schema öffnen …</translation>
    </message>
    <message>
        <source>Uses the properties of the schema as columns</source>
        <translation>Verwendet die Eigenschaften des Schemas als Spalten</translation>
    </message>
    <message>
        <source>Define columns</source>
        <translation>Spalten festlegen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Finished rows</source>
        <translation>Fertige Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>One row for each of %Ln document(s)</source>
        <translation>
            <numerusform>Eine Zeile für %Ln Dokument</numerusform>
            <numerusform>Eine Zeile für jedes von %Ln Dokumenten</numerusform>
        </translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*)</source>
        <translation>JSON (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a file and the columns in it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>There are no documents. Add documents first.</source>
        <translation>Es gibt keine Dokumente. Fügen Sie zuerst Dokumente hinzu.</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>Modell wird geladen …</translation>
    </message>
    <message numerus="yes">
        <source>Done – %Ln row(s)</source>
        <translation>
            <numerusform>Fertig – %Ln Zeile</numerusform>
            <numerusform>Fertig – %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped – %Ln row(s)</source>
        <translation>
            <numerusform>Angehalten – %Ln Zeile</numerusform>
            <numerusform>Angehalten – %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>New table</source>
        <translation>Neue Tabelle</translation>
    </message>
    <message>
        <source>No passage contains this value.</source>
        <translation>Keine Textstelle enthält diesen Wert.</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Table exported to “%1”.</source>
        <translation>Tabelle nach „%1“ exportiert.</translation>
    </message>
    <message>
        <source>“%1” can&apos;t be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>The model that reads the documents.</source>
        <translation>Das Modell, das die Dokumente liest.</translation>
    </message>
    <message numerus="yes">
        <source>Extract %Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile extrahieren</numerusform>
            <numerusform>%Ln Zeilen extrahieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TablePreview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message numerus="yes">
        <source>Fill in %Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile ausfüllen</numerusform>
            <numerusform>%Ln Zeilen ausfüllen</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Loading model…</source>
        <translation>Modell wird geladen …</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>The preview is filled in.</source>
        <translation>Die Vorschau ist ausgefüllt.</translation>
    </message>
</context>
<context>
    <name>ui::TemporaryBar</name>
    <message>
        <source>Temporary chat – not saved.</source>
        <translation>Temporärer Chat – nicht gespeichert.</translation>
    </message>
    <message>
        <source>Save chat</source>
        <translation>Chat speichern</translation>
    </message>
    <message>
        <source>Saves this chat with your other chats</source>
        <translation>Speichert diesen Chat bei Ihren anderen Chats</translation>
    </message>
</context>
<context>
    <name>ui::TextAttachmentView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Show or hide the text</source>
        <translation>Text ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Only the beginning is shown here; the model reads the whole text.</source>
        <translation>Hier wird nur der Anfang angezeigt; das Modell liest den ganzen Text.</translation>
    </message>
    <message>
        <source>%1 · not read yet</source>
        <comment>name of a file</comment>
        <translation>%1 · noch nicht gelesen</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>name of an attached text, its length</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Open document</source>
        <translation>Dokument öffnen</translation>
    </message>
</context>
<context>
    <name>ui::TextBar</name>
    <message>
        <source>Drag over the text, or use the arrow keys; hold Shift to extend the selection.</source>
        <translation>Über den Text ziehen oder Pfeiltasten verwenden; mit Umschalt die Auswahl erweitern.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel selecting (Escape)</source>
        <translation>Auswahl abbrechen (Escape)</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Select all text in the picture (Ctrl+A)</source>
        <translation>Allen Text im Bild auswählen (Strg+A)</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the selected text (Ctrl+C)</source>
        <translation>Ausgewählten Text kopieren (Strg+C)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words selected</source>
        <translation>
            <numerusform>%Ln Wort ausgewählt</numerusform>
            <numerusform>%Ln Wörter ausgewählt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TextPreview</name>
    <message>
        <source>%1. Only the beginning is shown here; the model reads the whole text.</source>
        <translation>%1. Hier wird nur der Anfang angezeigt; das Modell liest den ganzen Text.</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Insert as text</source>
        <translation>Als Text einfügen</translation>
    </message>
</context>
<context>
    <name>ui::Theme</name>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>Petrol</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Rose</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>Bernstein</translation>
    </message>
</context>
<context>
    <name>ui::ThinkingView</name>
    <message>
        <source>Reasoning…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Nachgedacht</translation>
    </message>
    <message numerus="yes">
        <source>Reasoned for %Ln s</source>
        <translation>
            <numerusform>%Ln s nachgedacht</numerusform>
            <numerusform>%Ln s nachgedacht</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide reasoning</source>
        <translation>Gedanken ausblenden</translation>
    </message>
    <message>
        <source>Show reasoning</source>
        <translation>Gedanken anzeigen</translation>
    </message>
</context>
<context>
    <name>ui::TimeLeftText</name>
    <message>
        <source>Less than a minute left</source>
        <translation>Noch weniger als eine Minute</translation>
    </message>
    <message numerus="yes">
        <source>About %Ln minute(s) left</source>
        <translation>
            <numerusform>Noch etwa %Ln Minute</numerusform>
            <numerusform>Noch etwa %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln hour(s) left</source>
        <translation>
            <numerusform>Noch etwa %Ln Stunde</numerusform>
            <numerusform>Noch etwa %Ln Stunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::TokenEdit</name>
    <message>
        <source>Save the access token</source>
        <translation>Zugriffstoken speichern</translation>
    </message>
    <message>
        <source>Remove the access token</source>
        <translation>Zugriffstoken entfernen</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Zugriffstoken</translation>
    </message>
</context>
<context>
    <name>ui::ToolPermissionChoice</name>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Ask each time</source>
        <translation>Jedes Mal fragen</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
</context>
<context>
    <name>ui::ToolUseList</name>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
</context>
<context>
    <name>ui::ToolUseView</name>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Always allow</source>
        <translation>Immer erlauben</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Awaiting approval</source>
        <translation>Wartet auf Genehmigung</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Wird ausgeführt</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Arguments of %1</source>
        <translation>Argumente von %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Result of %1</source>
        <translation>Ergebnis von %1</translation>
    </message>
    <message>
        <source>Show or hide the tool&apos;s result</source>
        <translation>Ergebnis des Werkzeugs ein- oder ausblenden</translation>
    </message>
</context>
<context>
    <name>ui::TransferBar</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Exporting: %1 of %2</source>
        <translation>Export: %1 von %2</translation>
    </message>
    <message>
        <source>Importing: %1</source>
        <translation>Import: %1</translation>
    </message>
</context>
<context>
    <name>ui::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>ui::UnsureHint</name>
    <message>
        <source>The built-in model can only describe drawings: objects, shapes, short signs. For photos, download another model.</source>
        <translation>Das eingebaute Modell kann nur Zeichnungen beschreiben: Gegenstände, Formen, kurze Schilder. Laden Sie für Fotos ein anderes Modell herunter.</translation>
    </message>
    <message>
        <source>The built-in model can only describe drawings: objects, shapes, short signs. %1 can describe photos.</source>
        <translation>Das eingebaute Modell kann nur Zeichnungen beschreiben: Gegenstände, Formen, kurze Schilder. %1 kann Fotos beschreiben.</translation>
    </message>
    <message>
        <source>Regenerate with %1</source>
        <translation>Mit %1 neu generieren</translation>
    </message>
    <message>
        <source>Get a model for photos</source>
        <translation>Modell für Fotos herunterladen</translation>
    </message>
    <message>
        <source>The question is answered again afterwards.</source>
        <translation>Die Frage wird danach noch einmal beantwortet.</translation>
    </message>
</context>
<context>
    <name>ui::WebPageRow</name>
    <message>
        <source>Save page</source>
        <translation>Seite speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Address of the web page</source>
        <translation>Adresse der Webseite</translation>
    </message>
    <message>
        <source>The page is saved as it is now in %1 and added to the library. The program contacts its server once.</source>
        <translation>Die Seite wird so, wie sie jetzt ist, in %1 gespeichert und zur Bibliothek hinzugefügt. Das Programm kontaktiert ihren Server einmal.</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Wird heruntergeladen …</translation>
    </message>
</context>
<context>
    <name>ui::WelcomeView</name>
    <message>
        <source>Describe a picture</source>
        <translation>Ein Bild beschreiben</translation>
    </message>
    <message>
        <source>Describe this picture.</source>
        <translation>Beschreibe dieses Bild.</translation>
    </message>
    <message>
        <source>Read text in a picture</source>
        <translation>Text in einem Bild lesen</translation>
    </message>
    <message>
        <source>Transcribe all text in this picture.</source>
        <translation>Schreibe den gesamten Text in diesem Bild ab.</translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation>Etwas erklären</translation>
    </message>
    <message>
        <source>Explain in simple words: </source>
        <translation>Erkläre in einfachen Worten: </translation>
    </message>
    <message>
        <source>Summarize text</source>
        <translation>Text zusammenfassen</translation>
    </message>
    <message>
        <source>Summarize this text in a few sentences: </source>
        <translation>Fasse diesen Text in wenigen Sätzen zusammen: </translation>
    </message>
    <message>
        <source>Drop a picture here to describe it</source>
        <translation>Ziehen Sie ein Bild hierher, um es beschreiben zu lassen</translation>
    </message>
    <message>
        <source>Or paste a picture, or ask anything below. Nothing leaves this computer.</source>
        <translation>Oder fügen Sie ein Bild ein, oder stellen Sie unten eine Frage. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation>Anderes Modell verwenden …</translation>
    </message>
    <message>
        <source>No model available</source>
        <translation>Kein Modell verfügbar</translation>
    </message>
    <message>
        <source>Add file…</source>
        <translation>Datei hinzufügen …</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>Modelle anzeigen</translation>
    </message>
    <message>
        <source>Describe sample picture: %1</source>
        <translation>Beispielbild beschreiben: %1</translation>
    </message>
    <message>
        <source>How can I help?</source>
        <translation>Wie kann ich helfen?</translation>
    </message>
    <message>
        <source>%1 will load when you start typing.</source>
        <translation>%1 wird geladen, sobald Sie zu tippen beginnen.</translation>
    </message>
    <message>
        <source>Ask anything below. Nothing leaves this computer.</source>
        <translation>Stellen Sie unten eine Frage. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>The built-in starter model can describe drawings: objects, shapes, short signs. It can&apos;t describe photographs.</source>
        <translation>Das eingebaute Startmodell kann Zeichnungen beschreiben: Gegenstände, Formen, kurze Schilder. Fotos kann es nicht beschreiben.</translation>
    </message>
    <message>
        <source>This is a text-only model. It can&apos;t process pictures.</source>
        <translation>Dies ist ein reines Textmodell. Es kann keine Bilder verarbeiten.</translation>
    </message>
    <message>
        <source>Welcome to Vignette</source>
        <translation>Willkommen bei Vignette</translation>
    </message>
    <message>
        <source>Your message is kept here. You can send it once a model is available.</source>
        <translation>Ihre Nachricht bleibt hier. Sie können sie senden, sobald ein Modell verfügbar ist.</translation>
    </message>
    <message>
        <source>Get a model for photos</source>
        <translation>Modell für Fotos herunterladen</translation>
    </message>
    <message>
        <source>Contacts a model hub; nothing is downloaded until you confirm</source>
        <translation>Kontaktiert einen Modell-Hub; ohne Ihre Bestätigung wird nichts heruntergeladen</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>Modell herunterladen</translation>
    </message>
    <message>
        <source>Or paste a picture, or ask anything below.</source>
        <translation>Oder fügen Sie ein Bild ein, oder stellen Sie unten eine Frage.</translation>
    </message>
    <message>
        <source>Ask anything below.</source>
        <translation>Stellen Sie unten eine Frage.</translation>
    </message>
    <message>
        <source>octopus</source>
        <translation>Krake</translation>
    </message>
    <message>
        <source>sailboat and rhinoceros</source>
        <translation>Segelboot und Nashorn</translation>
    </message>
    <message>
        <source>square and cross</source>
        <translation>Quadrat und Kreuz</translation>
    </message>
    <message>
        <source>three graduation caps</source>
        <translation>drei Doktorhüte</translation>
    </message>
    <message>
        <source>exit sign</source>
        <translation>Ausgangsschild</translation>
    </message>
</context>
<context>
    <name>ui::WorkDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>ui::drawOnPaper</name>
    <message>
        <source>The printer can&apos;t be reached. Check that it is turned on.</source>
        <translation>Der Drucker ist nicht erreichbar. Prüfen Sie, ob er eingeschaltet ist.</translation>
    </message>
    <message>
        <source>The pages couldn&apos;t be printed.</source>
        <translation>Die Seiten konnten nicht gedruckt werden.</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>Seite %1</translation>
    </message>
</context>
<context>
    <name>ui::evidenceDialog</name>
    <message>
        <source>Exported reply (*.pdf)</source>
        <translation>Exportierte Antwort (*.pdf)</translation>
    </message>
    <message>
        <source>Export evidence</source>
        <translation>Nachweis exportieren</translation>
    </message>
    <message>
        <source>Check a reply</source>
        <translation>Antwort prüfen</translation>
    </message>
</context>
<context>
    <name>ui::htmlPage</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>ui::outputDialogs</name>
    <message>
        <source>Save as PDF</source>
        <translation>Als PDF speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Share as HTML file</source>
        <translation>Als HTML-Datei weitergeben</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>An den Drucker gesendet.</translation>
    </message>
    <message>
        <source>Saved as “%1”.</source>
        <translation>Als „%1“ gespeichert.</translation>
    </message>
</context>
<context>
    <name>ui::spokenParts</name>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>ui::startDictation</name>
    <message>
        <source>Speech Note is listening. What you say is typed into the message box.</source>
        <translation>Speech Note hört zu. Was Sie sagen, wird in das Nachrichtenfeld geschrieben.</translation>
    </message>
    <message>
        <source>Dictation needs the app Speech Note, and it must be running. An input method of your desktop that takes dictation works without it.</source>
        <translation>Zum Diktieren muss die App „Speech Note“ installiert sein und laufen. Eine Eingabemethode Ihres Desktops, die Diktate annimmt, funktioniert auch ohne sie.</translation>
    </message>
    <message>
        <source>Speech Note can&apos;t listen: %1</source>
        <translation>Speech Note kann nicht zuhören: %1</translation>
    </message>
    <message>
        <source>Speech Note accepts no requests of other apps. Allow external applications to invoke actions in its settings.</source>
        <translation>Speech Note nimmt keine Anfragen anderer Apps an. Erlauben Sie in seinen Einstellungen, dass externe Anwendungen Aktionen auslösen.</translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Reached the length limit</source>
        <translation>Längenlimit erreicht</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
    <message>
        <source>%1 s to first token</source>
        <translation>%1 s bis zum ersten Token</translation>
    </message>
    <message>
        <source>%1 of %2 cached</source>
        <translation>%1 von %2 aus dem Cache</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tokens</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>temperature %1, seed %2</source>
        <translation>Temperatur %1, Seed %2</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
</context>
<context>
    <name>ui::transferDialogs</name>
    <message>
        <source>Export chat</source>
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Archive with all versions and pictures (*.zip)</source>
        <translation>Archiv mit allen Versionen und Bildern (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chats to “%1”.</source>
        <translation>
            <numerusform>%Ln Chat nach „%1“ exportiert.</numerusform>
            <numerusform>%Ln Chats nach „%1“ exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Chats %1</source>
        <comment>a file name with a date</comment>
        <translation>Chats %1</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>Archiv (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chats.</source>
        <translation>
            <numerusform>%Ln Chat importiert.</numerusform>
            <numerusform>%Ln Chats importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>JSON with all versions (*.vignette.json)</source>
        <translation>JSON mit allen Versionen (*.vignette.json)</translation>
    </message>
    <message>
        <source>Chat exported to “%1”.</source>
        <translation>Chat nach „%1“ exportiert.</translation>
    </message>
    <message>
        <source>Chat exported to “%1”, and its pictures to “%2” in the same folder.</source>
        <translation>Chat nach „%1“ exportiert, die Bilder nach „%2“ im selben Ordner.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats already existed; their copies end in “(imported)”.</source>
        <translation>
            <numerusform>%Ln Chat war bereits vorhanden; der Name der Kopie endet auf „(importiert)“.</numerusform>
            <numerusform>%Ln Chats waren bereits vorhanden; die Namen der Kopien enden auf „(importiert)“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Chats from Vignette or ChatGPT, Markdown (*.zip *.json *.md *.markdown)</source>
        <translation>Chats von Vignette oder ChatGPT, Markdown (*.zip *.json *.md *.markdown)</translation>
    </message>
</context>
</TS>
