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
        <source>Click to read it.</source>
        <translation>Zum Lesen anklicken.</translation>
    </message>
</context>
<context>
    <name>app::DesktopNotifications</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>app::Program</name>
    <message>
        <source>Vignette was ended unexpectedly last time. Everything that was sent or answered is still here.</source>
        <translation>Vignette wurde zuletzt unerwartet beendet. Alles, was gesendet oder beantwortet wurde, ist noch da.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>app::TrayIcon</name>
    <message>
        <source>Show Vignette</source>
        <translation>Vignette zeigen</translation>
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
        <source>Go on with the downloads</source>
        <translation>Downloads fortsetzen</translation>
    </message>
    <message>
        <source>Pause the downloads</source>
        <translation>Downloads anhalten</translation>
    </message>
</context>
<context>
    <name>services::AnswerStream</name>
    <message>
        <source>The loading of the model was cancelled.</source>
        <translation>Das Laden des Modells wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The model was unloaded before this answer was complete.</source>
        <translation>Das Modell wurde entladen, bevor diese Antwort fertig war.</translation>
    </message>
    <message>
        <source>The program was closed before this answer was complete.</source>
        <translation>Das Programm wurde geschlossen, bevor diese Antwort fertig war.</translation>
    </message>
</context>
<context>
    <name>services::AnswerWait</name>
    <message>
        <source>Waiting for the server&apos;s first word</source>
        <translation>Wartet auf das erste Wort des Servers</translation>
    </message>
    <message numerus="yes">
        <source>Loading the model: %1 %, about %Ln second(s) left</source>
        <translation>
            <numerusform>Das Modell wird geladen: %1 %, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Das Modell wird geladen: %1 %, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Loading the model: %1 %</source>
        <translation>Das Modell wird geladen: %1 %</translation>
    </message>
    <message numerus="yes">
        <source>Looking at picture %1 of %2, about %Ln second(s) left</source>
        <translation>
            <numerusform>Bild %1 von %2 wird angesehen, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Bild %1 von %2 wird angesehen, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking at picture %1 of %2</source>
        <translation>Bild %1 von %2 wird angesehen</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for room in the context: other answers (%1) go first, for at most about %Ln second(s)</source>
        <translation>
            <numerusform>Wartet auf Platz im Kontext: Andere Antworten (%1) gehen vor, höchstens etwa %Ln Sekunde</numerusform>
            <numerusform>Wartet auf Platz im Kontext: Andere Antworten (%1) gehen vor, höchstens etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting for room in the context: other answers (%1) go first</source>
        <translation>Wartet auf Platz im Kontext: Andere Antworten (%1) gehen vor</translation>
    </message>
    <message numerus="yes">
        <source>Reading: %1 of %2 tokens, about %Ln second(s) left</source>
        <translation>
            <numerusform>Liest: %1 von %2 Token, noch etwa %Ln Sekunde</numerusform>
            <numerusform>Liest: %1 von %2 Token, noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading: %1 of %2 tokens</source>
        <translation>Liest: %1 von %2 Token</translation>
    </message>
    <message>
        <source>Waiting for the memory that another model gives back</source>
        <translation>Wartet auf den Speicher, den ein anderes Modell zurückgibt</translation>
    </message>
    <message>
        <source>Waiting for the server: other answers (%1) go first</source>
        <translation>Warten auf den Server: andere Antworten (%1) gehen vor</translation>
    </message>
    <message numerus="yes">
        <source>The server does not answer; it is asked again in %Ln second(s)</source>
        <translation>
            <numerusform>Der Server antwortet nicht; in %Ln Sekunde wird er wieder gefragt</numerusform>
            <numerusform>Der Server antwortet nicht; in %Ln Sekunden wird er wieder gefragt</numerusform>
        </translation>
    </message>
    <message>
        <source>The server does not answer; it is asked again</source>
        <translation>Der Server antwortet nicht; er wird wieder gefragt</translation>
    </message>
</context>
<context>
    <name>services::ArchiveExport</name>
    <message>
        <source>The conversation “%1” could not be read: nothing was exported.</source>
        <translation>Das Gespräch „%1“ konnte nicht gelesen werden: Nichts wurde exportiert.</translation>
    </message>
    <message>
        <source>The export was stopped: nothing was written.</source>
        <translation>Der Export wurde angehalten: Nichts wurde geschrieben.</translation>
    </message>
</context>
<context>
    <name>services::ArchiveWriter</name>
    <message>
        <source>there is no room beside it</source>
        <translation>daneben ist kein Platz</translation>
    </message>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation>Die Datei %1 konnte nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::AttachmentLoader</name>
    <message>
        <source>“%1” is a folder; its pictures can be described on the page “Captions”, or chosen one by one.</source>
        <translation>„%1“ ist ein Ordner; seine Bilder können auf der Seite „Bilder beschreiben“ beschrieben oder einzeln ausgewählt werden.</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>“%1” is larger than %2 MiB, which is the most that can be attached.</source>
        <translation>„%1“ ist größer als %2 MiB; mehr kann nicht angehängt werden.</translation>
    </message>
    <message>
        <source>The picture was not attached: its “data:” address is broken, or too long.</source>
        <translation>Das Bild wurde nicht angehängt: Seine „data:“-Adresse ist beschädigt oder zu lang.</translation>
    </message>
    <message>
        <source>“%1” is neither a picture that can be read nor a text.</source>
        <translation>„%1“ ist weder ein lesbares Bild noch ein Text.</translation>
    </message>
    <message>
        <source>“%1” is not an ordinary file.</source>
        <translation>„%1“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>“%1” cannot be attached: it is of the kind “%2”, which Vignette does not read.</source>
        <translation>„%1“ kann nicht angehängt werden: Die Datei ist von der Art „%2“, die Vignette nicht liest.</translation>
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
        <source>%1 holds no picture.</source>
        <translation>%1 enthält kein Bild.</translation>
    </message>
</context>
<context>
    <name>services::ChatRequest</name>
    <message>
        <source>typical tokens</source>
        <translation>typische Tokens</translation>
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
        <translation>Gegenanweisung</translation>
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
        <source>thinking or not</source>
        <translation>denken oder nicht</translation>
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
        <source>A picture</source>
        <translation>Ein Bild</translation>
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
        <source>Nothing could be imported: the file of the conversations cannot be used.</source>
        <translation>Nichts konnte importiert werden: Die Datei der Gespräche kann nicht benutzt werden.</translation>
    </message>
    <message>
        <source>The import was not finished: the file of the conversations cannot be written.</source>
        <translation>Der Import wurde nicht beendet: Die Datei der Gespräche kann nicht geschrieben werden.</translation>
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
        <source>%1, writing</source>
        <translation>%1, schreibt</translation>
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
        <source>it is larger than any export</source>
        <translation>sie ist größer als jeder Export</translation>
    </message>
    <message>
        <source>conversations that Vignette or ChatGPT exported were expected in it</source>
        <translation>darin wurden Gespräche erwartet, die Vignette oder ChatGPT exportiert hat</translation>
    </message>
    <message>
        <source>The file %1: %2</source>
        <translation>Die Datei %1: %2</translation>
    </message>
    <message>
        <source>The file %1 cannot be imported: %2.</source>
        <translation>Die Datei %1 kann nicht importiert werden: %2.</translation>
    </message>
    <message>
        <source>an ordinary file was expected</source>
        <translation>eine gewöhnliche Datei wurde erwartet</translation>
    </message>
    <message>
        <source>“%1” in it is too long</source>
        <translation>„%1“ darin ist zu lang</translation>
    </message>
    <message>
        <source>headings such as “## You” and “## Answer” were expected in it</source>
        <translation>darin wurden Überschriften wie „## You“ und „## Answer“ erwartet</translation>
    </message>
    <message>
        <source>it has more messages than any export</source>
        <translation>sie enthält mehr Nachrichten als jeder Export</translation>
    </message>
    <message>
        <source>it has more lines than any export</source>
        <translation>sie enthält mehr Zeilen als jeder Export</translation>
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
        <source>%1 was written by a newer Vignette: its form is %2, this version reads up to %3. It is left as it is.</source>
        <translation>%1 wurde von einem neueren Vignette geschrieben: Die Datei hat die Form %2, diese Version liest bis %3. Sie bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>%1 is of an earlier version and is copied before it is changed, but the copy cannot be written: %2. It needs %3 beside it. Nothing was changed.</source>
        <translation>%1 stammt aus einer früheren Version und wird vor der Änderung kopiert, aber die Kopie lässt sich nicht schreiben: %2. Daneben werden %3 gebraucht. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation>Die Datei %1 kann nicht verwendet werden: %2.</translation>
    </message>
    <message>
        <source>Another Vignette is using the file %1: nothing will be kept here.</source>
        <translation>Ein anderes Vignette benutzt die Datei %1: Hier wird nichts aufbewahrt.</translation>
    </message>
    <message>
        <source>The file %1 cannot be opened for writing. What it holds stays as it is but is not shown, and nothing new is kept.</source>
        <translation>Die Datei %1 lässt sich nicht zum Schreiben öffnen. Was darin steht, bleibt, wie es ist, wird aber nicht gezeigt, und Neues wird nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>The disk of the file %1 is full. What it holds is safe, but nothing new is kept until there is room.</source>
        <translation>Der Datenträger der Datei %1 ist voll. Was darin steht, ist sicher, aber Neues wird erst aufbewahrt, wenn Platz ist.</translation>
    </message>
    <message>
        <source>This was stopped.</source>
        <translation>Dies wurde angehalten.</translation>
    </message>
    <message>
        <source>The file %1 is not opened: it was changed by another program or made by somebody else. Its %2 is not what Vignette makes.</source>
        <translation>Die Datei %1 wird nicht geöffnet: Ein anderes Programm hat sie verändert, oder jemand anders hat sie gemacht. Ihr Eintrag „%2“ ist nicht der von Vignette.</translation>
    </message>
    <message>
        <source>The file %1 is not read any further: a query took longer than %2 s. It is damaged, or made to take so long.</source>
        <translation>Die Datei %1 wird nicht weiter gelesen: Eine Abfrage dauerte länger als %2 s. Sie ist beschädigt oder darauf angelegt.</translation>
    </message>
    <message>
        <source>The file %1 is not read any further: it has a text of more than %2, which no document has in one piece.</source>
        <translation>Die Datei %1 wird nicht weiter gelesen: Sie enthält einen Text von mehr als %2, den kein Dokument in einem Stück hat.</translation>
    </message>
</context>
<context>
    <name>services::Devices</name>
    <message>
        <source>%1, and the processor for the rest</source>
        <translation>%1, und der Prozessor für den Rest</translation>
    </message>
</context>
<context>
    <name>services::DiskSpace</name>
    <message>
        <source>There is not enough room on the disk of %1: %2 are needed, and %3 are free.</source>
        <translation>Auf der Platte von %1 ist nicht genug Platz: %2 werden gebraucht, und %3 sind frei.</translation>
    </message>
</context>
<context>
    <name>services::DocumentGatherer</name>
    <message>
        <source>Looking in your documents …</source>
        <translation>In Ihren Dokumenten wird gesucht …</translation>
    </message>
    <message>
        <source>There are no documents to ask. Add some on the page “Documents”, or switch “Ask my documents” off.</source>
        <translation>Es gibt keine Dokumente zu befragen. Fügen Sie auf der Seite „Dokumente“ welche hinzu, oder schalten Sie „Meine Dokumente befragen“ aus.</translation>
    </message>
    <message>
        <source>Loading the model: %1 %</source>
        <translation>Das Modell wird geladen: %1 %</translation>
    </message>
    <message>
        <source>Choosing what the model reads …</source>
        <translation>Es wird ausgewählt, was das Modell liest …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files of your documents have not been read yet.</source>
        <translation>
            <numerusform>%Ln Datei Ihrer Dokumente ist noch nicht gelesen.</numerusform>
            <numerusform>%Ln Dateien Ihrer Dokumente sind noch nicht gelesen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>services::DocumentQuestion</name>
    <message>
        <source>The model&apos;s context has room for the beginning of one passage only.</source>
        <translation>Der Kontext des Modells hat nur für den Anfang einer Textstelle Platz.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages were left out: the model&apos;s context has no room for them.</source>
        <translation>
            <numerusform>%Ln Textstelle wurde weggelassen: Der Kontext des Modells hat keinen Platz für sie.</numerusform>
            <numerusform>%Ln Textstellen wurden weggelassen: Der Kontext des Modells hat keinen Platz für sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is longer than what is read of a document: its end is missing.</source>
        <translation>„%1“ ist länger, als was von einem Dokument gelesen wird: Das Ende fehlt.</translation>
    </message>
    <message>
        <source>Reading all of it: %1 of %2 parts</source>
        <translation>Alles wird gelesen: %1 von %2 Teilen</translation>
    </message>
    <message>
        <source>This is longer than the model&apos;s context: it has read all of it part by part, and answered from its notes.</source>
        <translation>Das ist länger als der Kontext des Modells: Es hat alles Teil für Teil gelesen und aus seinen Notizen geantwortet.</translation>
    </message>
    <message>
        <source>Comparing meanings: %1 of %2 passages</source>
        <translation>Bedeutungen werden verglichen: %1 von %2 Textstellen</translation>
    </message>
    <message>
        <source>The model&apos;s context has no room for a passage of the documents. Enlarge it in the settings, or begin a new chat.</source>
        <translation>Der Kontext des Modells hat keinen Platz für eine Textstelle der Dokumente. Vergrößern Sie ihn in den Einstellungen, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message numerus="yes">
        <source>The documents are longer than the model&apos;s context: it has read %Ln passages that fit the question best.</source>
        <translation>
            <numerusform>Die Dokumente sind länger als der Kontext des Modells: Es hat die Textstelle gelesen, die am besten zur Frage passt.</numerusform>
            <numerusform>Die Dokumente sind länger als der Kontext des Modells: Es hat %Ln Textstellen gelesen, die am besten zur Frage passen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in your documents answers this.</source>
        <translation>Nichts in Ihren Dokumenten beantwortet das.</translation>
    </message>
    <message>
        <source>The passages that come nearest are below.</source>
        <translation>Die nächstliegenden Textstellen stehen darunter.</translation>
    </message>
    <message>
        <source>The built-in model knows drawings only. These passages fit your question best:</source>
        <translation>Das eingebaute Modell kennt nur Zeichnungen. Diese Textstellen passen am besten zu Ihrer Frage:</translation>
    </message>
    <message>
        <source>The built-in model knows drawings only and cannot do this; another one can. So it begins:</source>
        <translation>Das eingebaute Modell kennt nur Zeichnungen und kann das nicht; ein anderes kann es. So fängt es an:</translation>
    </message>
    <message>
        <source>Reading the passages that fit best …</source>
        <translation>Liest die Stellen, die am besten passen …</translation>
    </message>
</context>
<context>
    <name>services::EndPoint</name>
    <message>
        <source>Names and keys do not belong into an address, which is kept in a file. Enter the key where it is asked for.</source>
        <translation>Namen und Schlüssel gehören nicht in eine Adresse, denn die wird in einer Datei aufbewahrt. Geben Sie den Schlüssel dort ein, wo nach ihm gefragt wird.</translation>
    </message>
    <message>
        <source>“%1” is no address of a server, such as http://192.168.1.20:8000/v1.</source>
        <translation>„%1“ ist keine Adresse eines Servers, wie http://192.168.1.20:8000/v1 eine ist.</translation>
    </message>
</context>
<context>
    <name>services::EndPointInquiry</name>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
</context>
<context>
    <name>services::EndPointTrial</name>
    <message>
        <source>Answers come word by word.</source>
        <translation>Antworten kommen Wort für Wort.</translation>
    </message>
    <message>
        <source>It does not answer questions.</source>
        <translation>Es beantwortet keine Fragen.</translation>
    </message>
    <message>
        <source>It takes pictures.</source>
        <translation>Es nimmt Bilder an.</translation>
    </message>
    <message>
        <source>It takes no pictures.</source>
        <translation>Es nimmt keine Bilder an.</translation>
    </message>
    <message>
        <source>It holds answers to a JSON schema.</source>
        <translation>Es hält Antworten an ein JSON-Schema.</translation>
    </message>
    <message>
        <source>It does not hold answers to a JSON schema.</source>
        <translation>Es hält Antworten nicht an ein JSON-Schema.</translation>
    </message>
    <message>
        <source>Whether it holds answers to a JSON schema cannot be told: the answer was too long.</source>
        <translation>Ob es Antworten an ein JSON-Schema hält, ist nicht zu sagen: die Antwort war zu lang.</translation>
    </message>
    <message>
        <source>It calls tools.</source>
        <translation>Es ruft Werkzeuge auf.</translation>
    </message>
    <message>
        <source>It takes no tools.</source>
        <translation>Es nimmt keine Werkzeuge an.</translation>
    </message>
    <message>
        <source>It takes tools, but did not call the one that it was offered.</source>
        <translation>Es nimmt Werkzeuge an, hat aber das angebotene nicht aufgerufen.</translation>
    </message>
    <message>
        <source>It tells how probable its words are.</source>
        <translation>Es sagt, wie wahrscheinlich seine Wörter sind.</translation>
    </message>
    <message>
        <source>It does not tell how probable its words are.</source>
        <translation>Es sagt nicht, wie wahrscheinlich seine Wörter sind.</translation>
    </message>
    <message>
        <source>It makes vectors of texts.</source>
        <translation>Es macht Vektoren aus Texten.</translation>
    </message>
    <message>
        <source>It makes no vectors of texts.</source>
        <translation>Es macht keine Vektoren aus Texten.</translation>
    </message>
    <message>
        <source>It is there.</source>
        <translation>Es ist da.</translation>
    </message>
    <message>
        <source>It is there: %1.</source>
        <translation>Es ist da: %1.</translation>
    </message>
    <message>
        <source>A conversation may have %1 tokens.</source>
        <translation>Ein Gespräch darf %1 Tokens haben.</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>%1 It says: “%2”</source>
        <translation>%1 Es heißt dort: „%2“</translation>
    </message>
</context>
<context>
    <name>services::EndPoints</name>
    <message>
        <source>This is no key: it holds spaces or other strange characters.</source>
        <translation>Das ist kein Schlüssel: er enthält Leerzeichen oder andere seltsame Zeichen.</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this desktop.</source>
        <translation>Der Schlüssel liegt im Schlüsselbund dieser Arbeitsfläche.</translation>
    </message>
    <message>
        <source>The key is kept until the program ends.</source>
        <translation>Der Schlüssel wird behalten, bis das Programm endet.</translation>
    </message>
    <message>
        <source>The key is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>Der Schlüssel wird behalten, bis das Programm endet, denn kein Schlüsselbund dieser Arbeitsfläche nimmt ihn an (%1).</translation>
    </message>
    <message>
        <source>No key is kept. Many servers need none.</source>
        <translation>Es wird kein Schlüssel aufbewahrt. Viele Server brauchen keinen.</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the key in vain (%1). Enter it again, or unlock the keyring and start the program again.</source>
        <translation>Der Schlüsselbund dieser Arbeitsfläche wurde vergeblich nach dem Schlüssel gefragt (%1). Geben Sie ihn noch einmal ein, oder entsperren Sie den Schlüsselbund und starten Sie das Programm neu.</translation>
    </message>
</context>
<context>
    <name>services::FileDownload</name>
    <message>
        <source>the answer ended early</source>
        <translation>die Antwort hörte zu früh auf</translation>
    </message>
    <message>
        <source>%1 has another size now than in the list of files that the hub has sent. Ask for that list again.</source>
        <translation>%1 hat jetzt eine andere Größe als in der Liste der Dateien, die der Hub gesendet hat. Fragen Sie diese Liste noch einmal ab.</translation>
    </message>
    <message>
        <source>%1 changes on the hub again and again while it is fetched. Try again later.</source>
        <translation>%1 ändert sich auf dem Hub immer wieder, während es geholt wird. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The connection to %1 is lost again and again, and it sends files from their beginning only. Try again later.</source>
        <translation>Die Verbindung zu %1 geht immer wieder verloren, und Dateien kommen von dort nur von Anfang an. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>What came as %1 is not what the hub names: its SHA-256 differs. It was removed; try again later, the file may be damaged there.</source>
        <translation>Was als %1 kam, ist nicht das, was der Hub nennt: Der SHA-256 ist anders. Es wurde entfernt; versuchen Sie es später noch einmal, die Datei ist dort vielleicht beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::FileGatherer</name>
    <message>
        <source>Reading “%1” …</source>
        <translation>„%1“ wird gelesen …</translation>
    </message>
    <message>
        <source>Reading the files: %1 of %2</source>
        <translation>Die Dateien werden gelesen: %1 von %2</translation>
    </message>
    <message>
        <source>“%1” was not read before Vignette ended. Edit the message to attach it again.</source>
        <translation>„%1“ wurde nicht gelesen, bevor Vignette endete. Bearbeiten Sie die Nachricht, um es erneut anzuhängen.</translation>
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
        <source>%1 of %2 is passed over: %3</source>
        <translation>%1 von %2 wird übergangen: %3</translation>
    </message>
    <message>
        <source>its list of files cannot be read, or is larger than 1 MiB.</source>
        <translation>die Liste der Dateien lässt sich nicht lesen oder ist größer als 1 MiB.</translation>
    </message>
    <message>
        <source>its file %1 is missing.</source>
        <translation>die Datei %1 fehlt.</translation>
    </message>
    <message>
        <source>its link leads nowhere; the file may still be on its way.</source>
        <translation>die Verknüpfung führt ins Leere; vielleicht ist die Datei noch unterwegs.</translation>
    </message>
    <message>
        <source>its newest version is not there.</source>
        <translation>die neueste Fassung ist nicht da.</translation>
    </message>
    <message>
        <source>its manifest names no model.</source>
        <translation>das Manifest nennt kein Modell.</translation>
    </message>
    <message>
        <source>its model.yml names no model.</source>
        <translation>model.yml nennt kein Modell.</translation>
    </message>
    <message>
        <source>it is not downloaded to its end.</source>
        <translation>es ist nicht ganz heruntergeladen.</translation>
    </message>
</context>
<context>
    <name>services::HeadFolder</name>
    <message>
        <source>What %1 says about itself cannot be looked at in the folder for temporary files: %2.</source>
        <translation>Was %1 über sich sagt, kann im Ordner für temporäre Dateien nicht angesehen werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::HttpFailure</name>
    <message>
        <source>%1 has no such file any more. Ask for the list of its files again.</source>
        <translation>%1 hat diese Datei nicht mehr. Fragen Sie die Liste der Dateien noch einmal ab.</translation>
    </message>
    <message>
        <source>%1 is not at %2, or it is private. Check how it is spelled.</source>
        <translation>%1 gibt es bei %2 nicht, oder es ist privat. Prüfen Sie die Schreibweise.</translation>
    </message>
    <message>
        <source>%2 does not give %1 to the owner of this token. Accept the conditions on the page of %1 there, and check that the token may read it.</source>
        <translation>%2 gibt %1 an den Inhaber dieses Tokens nicht heraus. Nehmen Sie dort auf der Seite von %1 die Bedingungen an, und prüfen Sie, ob das Token zum Lesen berechtigt.</translation>
    </message>
    <message>
        <source>%1 is only for those who have accepted its conditions. Accept them on its page at %2, and give a token of yours (HF_TOKEN).</source>
        <translation>%1 ist nur für die, die seine Bedingungen angenommen haben. Nehmen Sie sie auf seiner Seite bei %2 an, und geben Sie ein Token von Ihnen an (HF_TOKEN).</translation>
    </message>
    <message>
        <source>%1 gets too many questions at the moment. Try again in a while.</source>
        <translation>%1 bekommt gerade zu viele Anfragen. Versuchen Sie es in einer Weile noch einmal.</translation>
    </message>
    <message>
        <source>%1 asks to wait %2 s. Try again then.</source>
        <translation>%1 bittet, %2 s zu warten. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>The proxy wants to know who asks. Put name and password into its address (http_proxy, https_proxy).</source>
        <translation>Der Proxy will wissen, wer fragt. Schreiben Sie Namen und Passwort in seine Adresse (http_proxy, https_proxy).</translation>
    </message>
    <message>
        <source>%2 says that %1 is shorter than the list of its files tells. Ask for that list again.</source>
        <translation>%2 sagt, dass %1 kürzer ist, als die Liste der Dateien angibt. Fragen Sie diese Liste noch einmal ab.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (status %2). Try again later.</source>
        <translation>%1 hat selbst ein Problem (Status %2). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>%1 does not answer as a hub of models does (status %2). Check its address.</source>
        <translation>%1 antwortet nicht wie ein Hub von Modellen (Status %2). Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost (%2). What has come is kept; try again.</source>
        <translation>Die Verbindung zu %1 ging verloren (%2). Was gekommen ist, bleibt; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>%1 has not sent anything for too long. What has come is kept; try again.</source>
        <translation>%1 hat zu lange nichts gesendet. Was gekommen ist, bleibt; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection to the network, and the address.</source>
        <translation>%1 ist nicht zu finden. Prüfen Sie die Verbindung zum Netz und die Adresse.</translation>
    </message>
    <message>
        <source>The connection to %1 is not safe, so nothing was fetched: %2.</source>
        <translation>Die Verbindung zu %1 ist nicht sicher, darum wurde nichts geholt: %2.</translation>
    </message>
    <message>
        <source>%1 answers in a way that makes no sense: %2. Check its address.</source>
        <translation>%1 antwortet auf eine Weise, die keinen Sinn ergibt: %2. Prüfen Sie die Adresse.</translation>
    </message>
</context>
<context>
    <name>services::HttpGet</name>
    <message>
        <source>it sends another part than was asked for</source>
        <translation>es kommt ein anderer Teil als der, nach dem gefragt wurde</translation>
    </message>
    <message>
        <source>the answer ended early</source>
        <translation>die Antwort hörte zu früh auf</translation>
    </message>
    <message>
        <source>it leads from address to address</source>
        <translation>es wird von Adresse zu Adresse weitergeleitet</translation>
    </message>
    <message>
        <source>it leads to what is no address of the web</source>
        <translation>es wird an etwas weitergeleitet, das keine Adresse im Web ist</translation>
    </message>
    <message>
        <source>it leads from https to http</source>
        <translation>es wird von https an http weitergeleitet</translation>
    </message>
</context>
<context>
    <name>services::HubAccess</name>
    <message>
        <source>“%1” is no address of a hub of models, such as https://huggingface.co; it comes from HF_ENDPOINT or from the settings.</source>
        <translation>„%1“ ist keine Adresse eines Hubs von Modellen wie https://huggingface.co; sie kommt aus HF_ENDPOINT oder aus den Einstellungen.</translation>
    </message>
    <message>
        <source>HF_TOKEN is no token: it holds spaces or other strange characters.</source>
        <translation>HF_TOKEN ist kein Token: Leerzeichen oder andere fremde Zeichen stehen darin.</translation>
    </message>
</context>
<context>
    <name>services::HubAnswers</name>
    <message>
        <source>%1 does not answer as a hub of models does. Check its address (HF_ENDPOINT).</source>
        <translation>%1 antwortet nicht wie ein Hub von Modellen. Prüfen Sie die Adresse (HF_ENDPOINT).</translation>
    </message>
</context>
<context>
    <name>services::HubClient</name>
    <message>
        <source>The list of the files of %1 goes on for ever, or at another place than %2, so it was not read.</source>
        <translation>Die Liste der Dateien von %1 hört nicht auf oder geht an einem anderen Ort als %2 weiter; darum wurde sie nicht gelesen.</translation>
    </message>
</context>
<context>
    <name>services::HubQuestion</name>
    <message>
        <source>%1 sends more than an answer to this question can be. Check its address.</source>
        <translation>%1 sendet mehr, als eine Antwort auf diese Frage sein kann. Prüfen Sie die Adresse.</translation>
    </message>
</context>
<context>
    <name>services::InstalledModels</name>
    <message>
        <source>There are no models in %1: neither GGUF files nor folders with config.json and safetensors files.</source>
        <translation>In %1 sind keine Modelle: weder GGUF-Dateien noch Ordner mit config.json und Safetensors-Dateien.</translation>
    </message>
    <message>
        <source>%1 is no model: a GGUF file or a folder with config.json and safetensors files is one.</source>
        <translation>%1 ist kein Modell: Erwartet wird eine GGUF-Datei oder ein Ordner mit config.json und Safetensors-Dateien.</translation>
    </message>
    <message>
        <source>%1 is only the vision part of a model. Add it together with the one language model that it belongs to.</source>
        <translation>%1 ist nur der Bildteil eines Modells. Fügen Sie ihn zusammen mit dem einen Sprachmodell hinzu, zu dem er gehört.</translation>
    </message>
    <message>
        <source>%1 is in the list already.</source>
        <translation>%1 steht schon in der Liste.</translation>
    </message>
</context>
<context>
    <name>services::JsonObjects</name>
    <message>
        <source>a conversation in JSON was expected</source>
        <translation>erwartet wurde ein Gespräch in JSON</translation>
    </message>
    <message>
        <source>a conversation of at most %1 values was expected</source>
        <translation>erwartet wurde ein Gespräch aus höchstens %1 Werten</translation>
    </message>
</context>
<context>
    <name>services::KeptSecret</name>
    <message>
        <source>it does not answer</source>
        <translation>er antwortet nicht</translation>
    </message>
</context>
<context>
    <name>services::LibraryIndex</name>
    <message>
        <source>“%1” is not there, so it was not added.</source>
        <translation>„%1“ ist nicht da und wurde deshalb nicht hinzugefügt.</translation>
    </message>
</context>
<context>
    <name>services::McpConnection</name>
    <message>
        <source>“%1” could not be started: there is no program %2 that can be run.</source>
        <translation>„%1“ konnte nicht gestartet werden: Es gibt kein ausführbares Programm %2.</translation>
    </message>
    <message>
        <source>“%1” speaks a version of the protocol that is not known here: %2.</source>
        <translation>„%1“ spricht eine Fassung des Protokolls, die hier nicht bekannt ist: %2.</translation>
    </message>
    <message>
        <source>“%1” doesn&apos;t read its input.</source>
        <translation>„%1“ liest seine Eingabe nicht.</translation>
    </message>
    <message>
        <source>“%1” does not run any more.</source>
        <translation>„%1“ läuft nicht mehr.</translation>
    </message>
    <message numerus="yes">
        <source>“%1” did not answer within %Ln second(s).</source>
        <translation>
            <numerusform>„%1“ hat nicht innerhalb von %Ln Sekunde geantwortet.</numerusform>
            <numerusform>„%1“ hat nicht innerhalb von %Ln Sekunden geantwortet.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” wrote more than it was asked for, without an end.</source>
        <translation>„%1“ schrieb mehr, als es gefragt war, ohne Ende.</translation>
    </message>
    <message>
        <source>“%1” wrote a line without an end.</source>
        <translation>„%1“ schrieb eine Zeile ohne Ende.</translation>
    </message>
    <message>
        <source>“%1” wrote something that is not of the protocol: %2</source>
        <translation>„%1“ schrieb etwas, das nicht zum Protokoll gehört: %2</translation>
    </message>
    <message>
        <source>“%1” refused: %2</source>
        <translation>„%1“ lehnte ab: %2</translation>
    </message>
    <message>
        <source>“%1” refused “%2”: %3</source>
        <translation>„%1“ lehnte „%2“ ab: %3</translation>
    </message>
    <message>
        <source>“%1” ended unexpectedly.</source>
        <translation>„%1“ wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>“%1” ended unexpectedly, with status %2.</source>
        <translation>„%1“ endete unerwartet mit Status %2.</translation>
    </message>
    <message>
        <source>Its last words: %1</source>
        <translation>Die letzten Worte: %1</translation>
    </message>
</context>
<context>
    <name>services::McpServer</name>
    <message>
        <source>“%1” was switched off.</source>
        <translation>„%1“ wurde ausgeschaltet.</translation>
    </message>
</context>
<context>
    <name>services::MessageTree</name>
    <message>
        <source>This message could not be kept on the disk.</source>
        <translation>Diese Nachricht konnte nicht auf der Platte behalten werden.</translation>
    </message>
</context>
<context>
    <name>services::ModelCatalogue</name>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>%1 is no catalogue of models: it has more than %2.</source>
        <translation>%1 ist kein Katalog von Modellen: Die Datei hat mehr als %2.</translation>
    </message>
    <message>
        <source>%1 is no catalogue of models: it needs an object with a list “models”.</source>
        <translation>%1 ist kein Katalog von Modellen: Nötig ist ein Objekt mit einer Liste „models“.</translation>
    </message>
    <message>
        <source>finds passages of documents</source>
        <translation>findet Stellen in Dokumenten</translation>
    </message>
    <message>
        <source>“kind” must be “chat” or “embedding”.</source>
        <translation>„kind“ muss „chat“ oder „embedding“ sein.</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>sieht Bilder</translation>
    </message>
    <message>
        <source>%1, model %2: %3</source>
        <translation>%1, Modell %2: %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds more than %Ln models; the others are left out.</source>
        <translation>
            <numerusform>%1 enthält mehr als %Ln Modell; die anderen bleiben weg.</numerusform>
            <numerusform>%1 enthält mehr als %Ln Modelle; die anderen bleiben weg.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” must be a text of at most %Ln bytes.</source>
        <translation>
            <numerusform>„%1“ muss ein Text von höchstens %Ln Byte sein.</numerusform>
            <numerusform>„%1“ muss ein Text von höchstens %Ln Bytes sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” must be a whole number.</source>
        <translation>„%1“ muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>“%1” must be true or false.</source>
        <translation>„%1“ muss true oder false sein.</translation>
    </message>
    <message>
        <source>“%1” must be a list of texts.</source>
        <translation>„%1“ muss eine Liste von Texten sein.</translation>
    </message>
    <message>
        <source>“repository” must be OWNER/NAME.</source>
        <translation>„repository“ muss OWNER/NAME sein.</translation>
    </message>
    <message>
        <source>It must be an object.</source>
        <translation>Es muss ein Objekt sein.</translation>
    </message>
</context>
<context>
    <name>services::ModelDescription</name>
    <message>
        <source>Models of the family “%1” are not supported by this version; it runs %2.</source>
        <translation>Modelle der Familie „%1“ unterstützt diese Version nicht; sie rechnet mit %2.</translation>
    </message>
    <message>
        <source>This is only the vision part of a model. Add the language model that it belongs to; it is found by itself where both lie in one folder.</source>
        <translation>Dies ist nur der Bildteil eines Modells. Fügen Sie das Sprachmodell hinzu, zu dem er gehört; liegen beide in einem Ordner, wird er von selbst gefunden.</translation>
    </message>
    <message>
        <source>The file holds no vocabulary, so its model cannot read text.</source>
        <translation>Die Datei enthält kein Vokabular, daher kann ihr Modell keinen Text lesen.</translation>
    </message>
    <message>
        <source>The folder holds neither tokenizer.json nor tokenizer.model, so its model cannot read text.</source>
        <translation>Der Ordner enthält weder tokenizer.json noch tokenizer.model, daher kann sein Modell keinen Text lesen.</translation>
    </message>
    <message>
        <source>There is nothing at this place any more.</source>
        <translation>An dieser Stelle ist nichts mehr.</translation>
    </message>
    <message>
        <source>There is not enough memory to look into this file.</source>
        <translation>Der Speicher reicht nicht, um in diese Datei zu sehen.</translation>
    </message>
    <message>
        <source>This model writes no answers: it finds passages of your documents by what they mean.</source>
        <translation>Dieses Modell schreibt keine Antworten: Es findet Stellen in Ihren Dokumenten nach ihrem Sinn.</translation>
    </message>
    <message>
        <source>The file is incomplete: download it again.</source>
        <translation>Die Datei ist unvollständig: Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Built-in model</source>
        <translation>Eingebautes Modell</translation>
    </message>
</context>
<context>
    <name>services::ModelInquiry</name>
    <message>
        <source>%1 holds no GGUF files. Look for a repository of the same model whose name ends with GGUF.</source>
        <translation>%1 enthält keine GGUF-Dateien. Suchen Sie nach einem Ort desselben Modells, dessen Name mit GGUF endet.</translation>
    </message>
    <message>
        <source>%1 holds no language model.</source>
        <translation>%1 enthält kein Sprachmodell.</translation>
    </message>
    <message>
        <source>%1 holds models of a family (“%2”) that is not supported by this version; it runs %3.</source>
        <translation>%1 enthält Modelle einer Familie („%2“), die diese Version nicht unterstützt; sie rechnet mit %3.</translation>
    </message>
    <message>
        <source>%1 has nothing that is called %2. It has: %3.</source>
        <translation>%1 hat nichts, das %2 heißt. Es gibt: %3.</translation>
    </message>
    <message>
        <source>%1 does not fit: the smallest, %2, needs %3 of memory, and %4 are free. Close other programs, choose a smaller model, or name this one to get it nevertheless: %5:%2</source>
        <translation>%1 passt nicht: Das kleinste, %2, braucht %3 Speicher, und %4 sind frei. Schließen Sie andere Programme, wählen Sie ein kleineres Modell, oder nennen Sie dieses, um es trotzdem zu holen: %5:%2</translation>
    </message>
    <message>
        <source>It needs more memory than is free here, so it will be slow, or will not run at all.</source>
        <translation>Es braucht mehr Speicher, als hier frei ist; darum wird es langsam sein oder gar nicht laufen.</translation>
    </message>
    <message>
        <source>Its vision part is not fetched, because it does not run here.</source>
        <translation>Sein Bildteil wird nicht geholt, weil er hier nicht läuft.</translation>
    </message>
    <message>
        <source>%1 has too many parts.</source>
        <translation>%1 hat zu viele Teile.</translation>
    </message>
</context>
<context>
    <name>services::ModelState</name>
    <message>
        <source>%1 is not used: %2.</source>
        <translation>%1 wird nicht verwendet: %2.</translation>
    </message>
    <message>
        <source>%1 is not used: this machine does not have it.</source>
        <translation>%1 wird nicht benutzt: Diese Maschine hat es nicht.</translation>
    </message>
    <message>
        <source>It has no chat template of its own and is asked in the format of %1.</source>
        <translation>Es hat keine eigene Chat-Vorlage und wird im Format von %1 gefragt.</translation>
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
        <source>it does not tell its models as OpenAI&apos;s interface does</source>
        <translation>er nennt seine Modelle nicht so, wie es die Schnittstelle von OpenAI tut</translation>
    </message>
</context>
<context>
    <name>services::PartialFile</name>
    <message>
        <source>%1 is being fetched by another program already.</source>
        <translation>%1 wird schon von einem anderen Programm geholt.</translation>
    </message>
    <message>
        <source>There is no room for %1 on the disk (%2). What has come is kept; make room and go on.</source>
        <translation>Für %1 ist auf der Platte kein Platz (%2). Was gekommen ist, bleibt; schaffen Sie Platz, und machen Sie weiter.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::PictureTextGatherer</name>
    <message>
        <source>Reads the text in the pictures: %1 of %2</source>
        <translation>Liest den Text in den Bildern: %1 von %2</translation>
    </message>
    <message>
        <source>Reads the text in the picture</source>
        <translation>Liest den Text im Bild</translation>
    </message>
    <message>
        <source>Reads the text in %1</source>
        <translation>Liest den Text in %1</translation>
    </message>
    <message>
        <source>Text in pictures is not read, for the language data of Tesseract are missing (Debian: tesseract-ocr-eng).</source>
        <translation>Text in Bildern wird nicht gelesen, denn die Sprachdaten von Tesseract fehlen (Debian: tesseract-ocr-deu).</translation>
    </message>
    <message>
        <source>Text in pictures is read better in your language with its data for Tesseract (Debian: %1).</source>
        <translation>Text in Bildern wird in Ihrer Sprache besser gelesen, wenn deren Daten für Tesseract da sind (Debian: %1).</translation>
    </message>
</context>
<context>
    <name>services::Planner</name>
    <message>
        <source>It will write about %1 tokens a second here.</source>
        <translation>Es wird hier etwa %1 Token in der Sekunde schreiben.</translation>
    </message>
    <message>
        <source>An answer about a photograph will begin after about %1 seconds.</source>
        <translation>Eine Antwort zu einem Foto wird nach etwa %1 Sekunden beginnen.</translation>
    </message>
</context>
<context>
    <name>services::PostgresAddress</name>
    <message>
        <source>This is no address of a PostgreSQL server: postgresql://user@host:port/database was expected.</source>
        <translation>Das ist keine Adresse eines PostgreSQL-Servers: Erwartet wurde postgresql://benutzer@rechner:port/datenbank.</translation>
    </message>
</context>
<context>
    <name>services::PostgresDatabase</name>
    <message>
        <source>The address of a PostgreSQL server cannot have semicolons behind its question mark.</source>
        <translation>Die Adresse eines PostgreSQL-Servers darf hinter dem Fragezeichen keine Strichpunkte haben.</translation>
    </message>
    <message>
        <source>%1 cannot be asked, because Qt&apos;s driver for PostgreSQL is missing. On Debian it is the package libqt6sql6-psql.</source>
        <translation>%1 kann nicht gefragt werden, weil der Treiber von Qt für PostgreSQL fehlt. Unter Debian ist es das Paket libqt6sql6-psql.</translation>
    </message>
    <message>
        <source>%1 does not answer: %2.</source>
        <translation>%1 antwortet nicht: %2.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. It is made again when it is needed.</source>
        <translation>Die Verbindung zu %1 ist abgebrochen. Sie wird wieder hergestellt, wenn sie gebraucht wird.</translation>
    </message>
    <message>
        <source>%1 was asked for something that takes it too long.</source>
        <translation>%1 braucht für das, was gefragt wurde, zu lange.</translation>
    </message>
    <message>
        <source>%1 is being changed by others, who take long. Try again later.</source>
        <translation>%1 wird gerade von anderen geändert, und das dauert. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>%1 is for reading only: what changes it must be asked of the server that it is a copy of.</source>
        <translation>%1 ist nur zum Lesen da: Was etwas ändert, muss der Server tun, dessen Kopie es ist.</translation>
    </message>
    <message>
        <source>You may not do this at %1: %2.</source>
        <translation>Das dürfen Sie bei %1 nicht: %2.</translation>
    </message>
    <message>
        <source>The disk of %1 is full. What it holds is safe, but nothing new is kept until there is room.</source>
        <translation>Die Festplatte von %1 ist voll. Was sie enthält, ist sicher, aber Neues wird erst behalten, wenn wieder Platz ist.</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2.</source>
        <translation>%1 kann nicht benutzt werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::PostgresIndex</name>
    <message>
        <source>%1 was made by a newer Vignette: its form is %2, this version reads up to %3. It is left as it is.</source>
        <translation>%1 stammt von einem neueren Vignette: Die Form ist %2, diese Version liest bis %3. Es bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>There is no store %1; vignette-cli index makes one of files and folders.</source>
        <translation>Es gibt keinen Bestand %1; vignette-cli index macht einen aus Dateien und Ordnern.</translation>
    </message>
    <message>
        <source>%1 is PostgreSQL %2; version 13 or a newer one is needed.</source>
        <translation>%1 ist PostgreSQL %2; gebraucht wird Version 13 oder eine neuere.</translation>
    </message>
    <message>
        <source>The database of %1 is written in %2, which cannot hold all texts. One in UTF8 is needed.</source>
        <translation>Die Datenbank von %1 ist in %2 geschrieben, was nicht alle Texte fassen kann. Gebraucht wird eine in UTF8.</translation>
    </message>
    <message>
        <source>%1 has no pgvector, which finds what passages mean. Install it on that machine: on Debian and Ubuntu it is the package postgresql-%2-pgvector, for Debian 12 from apt.postgresql.org.</source>
        <translation>%1 hat kein pgvector, das findet, was Abschnitte bedeuten. Installieren Sie es auf jenem Rechner: Unter Debian und Ubuntu ist es das Paket postgresql-%2-pgvector, für Debian 12 von apt.postgresql.org.</translation>
    </message>
    <message>
        <source>%1 has pgvector %2; version %3 or a newer one is needed.</source>
        <translation>%1 hat pgvector %2; gebraucht wird Version %3 oder eine neuere.</translation>
    </message>
    <message>
        <source>Somebody has taken the document of “%1” out of %2 just now.</source>
        <translation>Gerade hat jemand das Dokument von „%1“ aus %2 herausgenommen.</translation>
    </message>
</context>
<context>
    <name>services::Preset</name>
    <message>
        <source>%1 is larger than %2, which no preset is.</source>
        <translation>%1 ist größer als %2; so groß ist keine Vorlage.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 is damaged or no preset: %2 at character %3.</source>
        <translation>%1 ist beschädigt oder keine Vorlage: %2 an Zeichen %3.</translation>
    </message>
    <message>
        <source>%1 is no preset: it says no name.</source>
        <translation>%1 ist keine Vorlage: Darin steht kein Name.</translation>
    </message>
    <message>
        <source>The preset %1 is not used, because “%2” in it is not known here or has a value that it cannot have.</source>
        <translation>Die Vorlage %1 wird nicht verwendet, weil „%2“ darin hier nicht bekannt ist oder einen unmöglichen Wert hat.</translation>
    </message>
</context>
<context>
    <name>services::Presets</name>
    <message numerus="yes">
        <source>There are more than %Ln presets; the others are not shown.</source>
        <translation>
            <numerusform>Es gibt mehr als %Ln Vorlage; die anderen werden nicht gezeigt.</numerusform>
            <numerusform>Es gibt mehr als %Ln Vorlagen; die anderen werden nicht gezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>A preset needs a name.</source>
        <translation>Eine Vorlage braucht einen Namen.</translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln presets already, and no more are kept.</source>
        <translation>
            <numerusform>Es gibt schon %Ln Vorlage; mehr werden nicht behalten.</numerusform>
            <numerusform>Es gibt schon %Ln Vorlagen; mehr werden nicht behalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is a preset “%1” already.</source>
        <translation>Eine Vorlage „%1“ gibt es schon.</translation>
    </message>
    <message>
        <source>The preset “%1” could not be deleted: %2.</source>
        <translation>Die Vorlage „%1“ konnte nicht gelöscht werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::ProgramServer</name>
    <message>
        <source>The server needs its key, but the keyring of this desktop does not give it (%1). Enter it again below.</source>
        <translation>Der Server braucht seinen Schlüssel, aber der Schlüsselbund dieser Arbeitsfläche gibt ihn nicht heraus (%1). Geben Sie ihn unten noch einmal ein.</translation>
    </message>
    <message>
        <source>Other computers can reach this address, so the server needs a key that its clients must give. Enter one below.</source>
        <translation>Andere Rechner können diese Adresse erreichen, deshalb braucht der Server einen Schlüssel, den seine Clients angeben müssen. Geben Sie unten einen ein.</translation>
    </message>
    <message>
        <source>This is no key: it holds spaces or other strange characters.</source>
        <translation>Das ist kein Schlüssel: Er enthält Leerzeichen oder andere fremde Zeichen.</translation>
    </message>
    <message>
        <source>The key is kept in the keyring of this desktop.</source>
        <translation>Der Schlüssel liegt im Schlüsselbund dieser Arbeitsfläche.</translation>
    </message>
    <message>
        <source>The key is kept until the program ends.</source>
        <translation>Der Schlüssel wird behalten, bis das Programm endet.</translation>
    </message>
    <message>
        <source>The key is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>Der Schlüssel wird behalten, bis das Programm endet, denn kein Schlüsselbund dieser Arbeitsfläche nimmt ihn an (%1).</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the key in vain (%1).</source>
        <translation>Der Schlüsselbund dieser Arbeitsfläche wurde vergeblich nach dem Schlüssel gefragt (%1).</translation>
    </message>
    <message>
        <source>There is no key: every program on this computer may ask.</source>
        <translation>Es gibt keinen Schlüssel: Jedes Programm auf diesem Rechner darf fragen.</translation>
    </message>
    <message>
        <source>The server needs its key, but the keyring of this desktop no longer has it. Enter it again below.</source>
        <translation>Der Server braucht seinen Schlüssel, doch der Schlüsselbund dieser Arbeitsfläche hat ihn nicht mehr. Geben Sie ihn unten noch einmal ein.</translation>
    </message>
</context>
<context>
    <name>services::RemoteAnswer</name>
    <message>
        <source>The model “%1” at %2 cannot see pictures.</source>
        <translation>Das Modell „%1“ auf %2 kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>%1 cannot be told this: %2. Turn it off in the settings of this conversation, or ask another model.</source>
        <translation>%1 lässt sich das nicht sagen: %2. Schalten Sie es in den Einstellungen dieses Gesprächs aus, oder fragen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>it does not say what it sends</source>
        <translation>er sagt nicht, was er schickt</translation>
    </message>
    <message>
        <source>it sends %1 instead of an answer</source>
        <translation>er schickt %1 statt einer Antwort</translation>
    </message>
    <message>
        <source>it sends more than it was asked for</source>
        <translation>er schickt mehr, als verlangt war</translation>
    </message>
    <message>
        <source>it ends the answer with an error</source>
        <translation>er beendet die Antwort mit einem Fehler</translation>
    </message>
    <message>
        <source>it sends events without words and without end</source>
        <translation>er schickt ohne Ende Ereignisse ohne Wörter</translation>
    </message>
    <message>
        <source>it writes more than it was asked for</source>
        <translation>er schreibt mehr, als verlangt war</translation>
    </message>
    <message>
        <source>%1 has ended the answer by a filter of its own.</source>
        <translation>%1 hat die Antwort durch einen eigenen Filter beendet.</translation>
    </message>
    <message>
        <source>%1 has not held the answer to the JSON schema that was asked for.</source>
        <translation>%1 hat die Antwort nicht an das verlangte JSON-Schema gehalten.</translation>
    </message>
</context>
<context>
    <name>services::RemoteCall</name>
    <message>
        <source>it sends more than can be an answer</source>
        <translation>er schickt mehr, als eine Antwort sein kann</translation>
    </message>
</context>
<context>
    <name>services::RemoteEmbedding</name>
    <message>
        <source>it sends what are no vectors</source>
        <translation>er schickt, was keine Vektoren sind</translation>
    </message>
    <message>
        <source>it sends vectors of what are no numbers</source>
        <translation>er schickt Vektoren aus dem, was keine Zahlen sind</translation>
    </message>
    <message>
        <source>it sends another number of vectors than it was asked for</source>
        <translation>er schickt eine andere Zahl von Vektoren, als verlangt war</translation>
    </message>
    <message>
        <source>it sends vectors of texts that it was not given</source>
        <translation>er schickt Vektoren von Texten, die er nicht bekommen hat</translation>
    </message>
    <message>
        <source>it sends vectors of several lengths</source>
        <translation>er schickt Vektoren verschiedener Länge</translation>
    </message>
    <message>
        <source>the model “%1”</source>
        <translation>das Modell „%1“</translation>
    </message>
    <message>
        <source>The model “%1” at %2 makes no vectors of texts.</source>
        <translation>Das Modell „%1“ auf %2 macht keine Vektoren aus Texten.</translation>
    </message>
</context>
<context>
    <name>services::RemoteEngine</name>
    <message>
        <source>asking %1</source>
        <translation>%1 wird gefragt</translation>
    </message>
</context>
<context>
    <name>services::RemoteFailure</name>
    <message>
        <source>%1 It says: “%2”</source>
        <translation>%1 Es heißt dort: „%2“</translation>
    </message>
    <message>
        <source>%1 does not take the key that it was shown. Check it on the page Models.</source>
        <translation>%1 nimmt den Schlüssel nicht an, der ihm gezeigt wurde. Prüfen Sie ihn auf der Seite Modelle.</translation>
    </message>
    <message>
        <source>%1 answers only who shows a key. Enter yours on the page Models.</source>
        <translation>%1 antwortet nur dem, der einen Schlüssel zeigt. Geben Sie Ihren auf der Seite Modelle ein.</translation>
    </message>
    <message>
        <source>%1 has too much to do at the moment. Try again in a while.</source>
        <translation>%1 hat gerade zu viel zu tun. Versuchen Sie es in einer Weile noch einmal.</translation>
    </message>
    <message>
        <source>%1 has too much to do and asks to wait %2 s. Try again then.</source>
        <translation>%1 hat zu viel zu tun und bittet, %2 s zu warten. Versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>%1 has nothing at this address. Often it ends with /v1.</source>
        <translation>%1 hat unter dieser Adresse nichts. Oft endet sie mit /v1.</translation>
    </message>
    <message>
        <source>%1 does not know %2.</source>
        <translation>%1 kennt nicht: %2.</translation>
    </message>
    <message>
        <source>The proxy wants to know who asks. Put name and password into its address (http_proxy, https_proxy).</source>
        <translation>Der Proxy will wissen, wer fragt. Schreiben Sie Namen und Passwort in seine Adresse (http_proxy, https_proxy).</translation>
    </message>
    <message>
        <source>What was sent is too large for %1.</source>
        <translation>Was gesendet wurde, ist für %1 zu groß.</translation>
    </message>
    <message>
        <source>%1 leads to %2, where nothing was sent. Enter that address if you trust it.</source>
        <translation>%1 führt zu %2; dorthin wurde nichts gesendet. Geben Sie jene Adresse ein, wenn Sie ihr trauen.</translation>
    </message>
    <message>
        <source>%1 has a problem of its own (status %2).</source>
        <translation>%1 hat selbst ein Problem (Status %2).</translation>
    </message>
    <message>
        <source>%1 refuses what it was asked (status %2).</source>
        <translation>%1 weist ab, was gefragt wurde (Status %2).</translation>
    </message>
    <message>
        <source>The connection to %1 was lost in the middle of the answer. What has come is kept; Continue goes on from there.</source>
        <translation>Die Verbindung zu %1 ging mitten in der Antwort verloren. Was gekommen ist, bleibt; Fortsetzen geht von dort weiter.</translation>
    </message>
    <message>
        <source>%1 does not answer. Check that the server runs there.</source>
        <translation>%1 antwortet nicht. Prüfen Sie, ob der Server dort läuft.</translation>
    </message>
    <message>
        <source>%1 does not answer (%2). Check that the server runs there.</source>
        <translation>%1 antwortet nicht (%2). Prüfen Sie, ob der Server dort läuft.</translation>
    </message>
    <message>
        <source>%1 has stopped in the middle of the answer and sends nothing more. What has come is kept; Continue goes on from there.</source>
        <translation>%1 ist mitten in der Antwort stehen geblieben und schickt nichts mehr. Was gekommen ist, bleibt; Fortsetzen geht von dort weiter.</translation>
    </message>
    <message>
        <source>%1 has not answered for too long.</source>
        <translation>%1 hat zu lange nicht geantwortet.</translation>
    </message>
    <message>
        <source>%1 cannot be found. Check the connection to the network, and the address.</source>
        <translation>%1 ist nicht zu finden. Prüfen Sie die Verbindung zum Netz und die Adresse.</translation>
    </message>
    <message>
        <source>The connection to %1 is not safe, so nothing was sent: %2.</source>
        <translation>Die Verbindung zu %1 ist nicht sicher, darum wurde nichts gesendet: %2.</translation>
    </message>
    <message>
        <source>%1 answers in a way that makes no sense: %2.</source>
        <translation>%1 antwortet auf sinnlose Weise: %2.</translation>
    </message>
</context>
<context>
    <name>services::Source</name>
    <message>
        <source>page %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>A text without a name</source>
        <translation>Ein Text ohne Namen</translation>
    </message>
</context>
<context>
    <name>services::SqliteIndex</name>
    <message>
        <source>The document of “%1” has just been taken out of the store.</source>
        <translation>Das Dokument von „%1“ wurde eben aus dem Speicher genommen.</translation>
    </message>
</context>
<context>
    <name>services::TokenKeeper</name>
    <message>
        <source>This is no token: it is empty, or holds spaces or other strange characters.</source>
        <translation>Das ist kein Token: Es ist leer oder enthält Leerzeichen oder andere fremde Zeichen.</translation>
    </message>
    <message>
        <source>HF_TOKEN is used, as long as it is set.</source>
        <translation>HF_TOKEN wird verwendet, solange es gesetzt ist.</translation>
    </message>
    <message>
        <source>A token is kept in the keyring of this desktop.</source>
        <translation>Ein Token liegt im Schlüsselbund dieses Desktops.</translation>
    </message>
    <message>
        <source>The token is kept until the program ends.</source>
        <translation>Das Token wird behalten, bis das Programm endet.</translation>
    </message>
    <message>
        <source>The token is kept until the program ends, because no keyring of this desktop takes it (%1).</source>
        <translation>Das Token wird nur behalten, bis das Programm endet, weil kein Schlüsselbund dieses Desktops es nimmt (%1).</translation>
    </message>
    <message>
        <source>No token is kept.</source>
        <translation>Es wird kein Token behalten.</translation>
    </message>
    <message>
        <source>The keyring of this desktop was asked for the token in vain (%1). Enter it again, or unlock the keyring and start the program again.</source>
        <translation>Der Schlüsselbund dieses Desktops wurde vergeblich nach dem Token gefragt (%1). Geben Sie es noch einmal ein, oder öffnen Sie den Schlüsselbund und starten Sie das Programm neu.</translation>
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
        <source>Search in your documents</source>
        <translation>Suche in Ihren Dokumenten</translation>
    </message>
</context>
<context>
    <name>services::ToolTurn</name>
    <message>
        <source>May the model call “%1”?</source>
        <translation>Darf das Modell „%1“ aufrufen?</translation>
    </message>
    <message>
        <source>Waits for “%1”</source>
        <translation>Wartet auf „%1“</translation>
    </message>
</context>
<context>
    <name>services::VariantChoice</name>
    <message>
        <source>%1 was chosen: it needs %2 of memory here.</source>
        <translation>%1 wurde gewählt: Es braucht hier %2 Speicher.</translation>
    </message>
    <message>
        <source>%1 was chosen: it needs %2 of memory here, and %3 are free.</source>
        <translation>%1 wurde gewählt: Es braucht hier %2 Speicher, und %3 sind frei.</translation>
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
        <source>a zip archive was expected</source>
        <translation>erwartet wurde ein Zip-Archiv</translation>
    </message>
    <message>
        <source>it holds more files than expected</source>
        <translation>sie enthält mehr Dateien als erwartet</translation>
    </message>
    <message>
        <source>“%1” in it cannot be read</source>
        <translation>„%1“ darin kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>“%1” in it is damaged</source>
        <translation>„%1“ darin ist beschädigt</translation>
    </message>
    <message>
        <source>“%1” in it is too long</source>
        <translation>„%1“ darin ist zu lang</translation>
    </message>
    <message>
        <source>The file %1 cannot be used: %2.</source>
        <translation>Die Datei %1 kann nicht verwendet werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::contentOf</name>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::conversationFrom</name>
    <message>
        <source>The pictures of the conversation have more than %1 megapixels together.</source>
        <translation>Die Bilder des Gesprächs haben zusammen mehr als %1 Megapixel.</translation>
    </message>
    <message>
        <source>Message %1 was expected to have its number as its id, an earlier message as its parent, an author and a text.</source>
        <translation>Nachricht %1 sollte ihre Nummer als „id“, eine frühere Nachricht als „parent“, einen Verfasser und einen Text haben.</translation>
    </message>
    <message>
        <source>This is no conversation of Vignette: the format “vignette-conversation” was expected.</source>
        <translation>Dies ist kein Gespräch von Vignette: Erwartet wurde das Format „vignette-conversation“.</translation>
    </message>
    <message>
        <source>The conversation was written by a newer Vignette; version 1 was expected.</source>
        <translation>Das Gespräch wurde von einem neueren Vignette geschrieben; erwartet wurde Version 1.</translation>
    </message>
    <message>
        <source>The conversation holds no message; at least one was expected.</source>
        <translation>Das Gespräch enthält keine Nachricht; erwartet wurde mindestens eine.</translation>
    </message>
    <message>
        <source>The pictures of the conversation take more than %1 MiB together.</source>
        <translation>Die Bilder des Gesprächs brauchen zusammen mehr als %1 MiB.</translation>
    </message>
</context>
<context>
    <name>services::documentFrom</name>
    <message>
        <source>What was kept of a document is damaged.</source>
        <translation>Was von einem Dokument aufbewahrt wurde, ist beschädigt.</translation>
    </message>
</context>
<context>
    <name>services::exportConversation</name>
    <message>
        <source>The folder %1 could not be made.</source>
        <translation>Der Ordner %1 konnte nicht angelegt werden.</translation>
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
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>services::indexDocuments</name>
    <message>
        <source>“%1” is not there. What was read of it before is kept.</source>
        <translation>„%1“ ist nicht da. Was früher davon gelesen wurde, bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>services::openDocumentIndex</name>
    <message>
        <source>There is no store %1; vignette-cli index makes one of files and folders.</source>
        <translation>Es gibt keinen Bestand %1; vignette-cli index macht einen aus Dateien und Ordnern.</translation>
    </message>
</context>
<context>
    <name>services::pagePictureOf</name>
    <message>
        <source>“%1” is not a PDF, so its pages cannot be shown.</source>
        <translation>„%1“ ist kein PDF, deshalb lassen sich seine Seiten nicht zeigen.</translation>
    </message>
    <message>
        <source>“%1” has no page %2: its last one is page %3.</source>
        <translation>„%1“ hat keine Seite %2: Die letzte ist Seite %3.</translation>
    </message>
</context>
<context>
    <name>services::readDocument</name>
    <message>
        <source>“%1” is not a document of a kind that can be read.</source>
        <translation>„%1“ ist kein Dokument einer Art, die gelesen werden kann.</translation>
    </message>
    <message>
        <source>“%1” is protected by a password, so it cannot be read.</source>
        <translation>„%1“ ist durch ein Passwort geschützt und kann daher nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“%1” unpacks to more than any document does, so it was not read.</source>
        <translation>„%1“ würde entpackt größer als jedes Dokument und wurde daher nicht gelesen.</translation>
    </message>
    <message>
        <source>“%1” is nested deeper than any document is, so it was not read.</source>
        <translation>„%1“ ist tiefer verschachtelt als jedes Dokument und wurde daher nicht gelesen.</translation>
    </message>
    <message>
        <source>“%1” takes more memory to read than a document may.</source>
        <translation>„%1“ braucht beim Lesen mehr Speicher, als ein Dokument darf.</translation>
    </message>
    <message>
        <source>“%1” is damaged, so it cannot be read.</source>
        <translation>„%1“ ist beschädigt und kann daher nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“%1” takes too long to read.</source>
        <translation>Das Lesen von „%1“ dauert zu lange.</translation>
    </message>
    <message>
        <source>“%1” could not be read: something in it stops the reader.</source>
        <translation>„%1“ konnte nicht gelesen werden: Etwas darin hält den Leser an.</translation>
    </message>
    <message>
        <source>“%1” is a folder, not a document.</source>
        <translation>„%1“ ist ein Ordner und kein Dokument.</translation>
    </message>
    <message>
        <source>“%1” is not an ordinary file.</source>
        <translation>„%1“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>“%1” cannot be read: %2.</source>
        <translation>„%1“ kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>“%1” is empty.</source>
        <translation>„%1“ ist leer.</translation>
    </message>
    <message>
        <source>“%1” is larger than %2, which is the most that is read of a document.</source>
        <translation>„%1“ ist größer als %2; mehr wird von einem Dokument nicht gelesen.</translation>
    </message>
    <message>
        <source>Documents cannot be read: the program %1 is missing.</source>
        <translation>Dokumente können nicht gelesen werden: Das Programm %1 fehlt.</translation>
    </message>
    <message>
        <source>“%1” was not read: this system cannot shut its reader off from files and the network (seccomp).</source>
        <translation>„%1“ wurde nicht gelesen: Dieses System kann den Leser nicht von Dateien und Netzwerk abschließen (seccomp).</translation>
    </message>
    <message>
        <source>“%1” holds no text.</source>
        <translation>„%1“ enthält keinen Text.</translation>
    </message>
    <message>
        <source>“%1” holds its text in pictures. To read those, install the language data of Tesseract (Debian: tesseract-ocr-eng).</source>
        <translation>Der Text von „%1“ steht in Bildern. Um sie zu lesen, installieren Sie die Sprachdaten von Tesseract (Debian: tesseract-ocr-deu).</translation>
    </message>
</context>
<context>
    <name>services::schemaProblem</name>
    <message>
        <source>A schema may have a million characters at most.</source>
        <translation>Ein Schema darf höchstens eine Million Zeichen haben.</translation>
    </message>
</context>
<context>
    <name>services::writeWhole</name>
    <message>
        <source>The file %1 could not be written: %2.</source>
        <translation>Die Datei %1 konnte nicht geschrieben werden: %2.</translation>
    </message>
</context>
<context>
    <name>ui::AddHereQuestion</name>
    <message>
        <source>Add on this computer?</source>
        <translation>Auf diesem Computer hinzufügen?</translation>
    </message>
    <message>
        <source>What is added</source>
        <translation>Was hinzugefügt wird</translation>
    </message>
    <message>
        <source>Somebody else added this, or you did on another computer. If you add it here, all documents at this place on this computer are read, and everybody who uses %1 can find what they say.</source>
        <translation>Jemand anders hat dies hinzugefügt, oder Sie auf einem anderen Computer. Wenn Sie es hier hinzufügen, werden alle Dokumente an dieser Stelle auf diesem Computer gelesen, und alle, die %1 benutzen, können finden, was darin steht.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Do not add</source>
        <translation>Nicht hinzufügen</translation>
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
        <source>Attachments of the message</source>
        <translation>Anhänge der Nachricht</translation>
    </message>
    <message numerus="yes">
        <source>A message takes %Ln attachments at most. The page “Captions” describes whole folders.</source>
        <translation>
            <numerusform>Eine Nachricht fasst höchstens %Ln Anhang. Ganze Ordner beschreibt die Seite „Bilder beschreiben“.</numerusform>
            <numerusform>Eine Nachricht fasst höchstens %Ln Anhänge. Ganze Ordner beschreibt die Seite „Bilder beschreiben“.</numerusform>
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
        <source>What the model will see</source>
        <translation>Was das Modell sehen wird</translation>
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
        <source>Shows the text.</source>
        <translation>Zeigt den Text.</translation>
    </message>
    <message>
        <source>%1 — click to read it</source>
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
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
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
        <source>As text files beside the pictures</source>
        <translation>Als Textdateien neben den Bildern</translation>
    </message>
    <message>
        <source>The captions are in %1.</source>
        <translation>Die Beschreibungen sind in %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln text file(s) would be replaced.</source>
        <translation>
            <numerusform>%Ln Textdatei würde ersetzt.</numerusform>
            <numerusform>%Ln Textdateien würden ersetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep those</source>
        <translation>Diese behalten</translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation>Ersetzen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln text file(s) lie beside the pictures.</source>
        <translation>
            <numerusform>%Ln Textdatei liegt neben den Bildern.</numerusform>
            <numerusform>%Ln Textdateien liegen neben den Bildern.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tables for spreadsheets (with a byte order mark)</source>
        <translation>Tabellen für Tabellenprogramme (mit Byte-Order-Mark)</translation>
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
        <source>Describes all pictures that wait</source>
        <translation>Beschreibt alle wartenden Bilder</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Describes those under way to their end and then rests</source>
        <translation>Beschreibt die begonnenen zu Ende und ruht dann</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Sofort stoppen</translation>
    </message>
    <message>
        <source>Those under way wait again</source>
        <translation>Die begonnenen warten wieder</translation>
    </message>
    <message>
        <source>Looking for pictures…</source>
        <translation>Bilder werden gesucht …</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message numerus="yes">
        <source>Finished; %Ln picture(s) failed</source>
        <translation>
            <numerusform>Fertig; %Ln Bild ist misslungen</numerusform>
            <numerusform>Fertig; %Ln Bilder sind misslungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Finishing those under way…</source>
        <translation>Die begonnenen werden fertig …</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Beginnt …</translation>
    </message>
</context>
<context>
    <name>ui::CaptionSetup</name>
    <message>
        <source>Form of the captions</source>
        <translation>Form der Beschreibungen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>What is asked about each picture</source>
        <translation>Was zu jedem Bild gefragt wird</translation>
    </message>
    <message>
        <source>{file}, {name} and {folder} are replaced.</source>
        <translation>{file}, {name} und {folder} werden ersetzt.</translation>
    </message>
    <message>
        <source>What is asked about each picture. {file} is replaced by the name of its file, {name} by the same without its ending, {folder} by the name of its folder.</source>
        <translation>Was zu jedem Bild gefragt wird. {file} wird durch den Namen der Datei ersetzt, {name} durch denselben ohne Endung, {folder} durch den Namen des Ordners.</translation>
    </message>
    <message>
        <source>JSON schema of the captions</source>
        <translation>JSON-Schema der Beschreibungen</translation>
    </message>
    <message>
        <source>Own form (JSON schema)</source>
        <translation>Eigene Form (JSON-Schema)</translation>
    </message>
    <message>
        <source>The JSON schema is not a JSON object yet.</source>
        <translation>Das JSON-Schema ist noch kein JSON-Objekt.</translation>
    </message>
</context>
<context>
    <name>ui::CaptionTable</name>
    <message>
        <source>Pictures and captions</source>
        <translation>Bilder und Beschreibungen</translation>
    </message>
    <message>
        <source>Edit the caption</source>
        <translation>Beschreibung bearbeiten</translation>
    </message>
    <message>
        <source>Copy the captions</source>
        <translation>Beschreibungen kopieren</translation>
    </message>
    <message>
        <source>Describe again</source>
        <translation>Neu beschreiben</translation>
    </message>
    <message>
        <source>Show the picture</source>
        <translation>Bild zeigen</translation>
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
        <source>State</source>
        <translation>Stand</translation>
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
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
</context>
<context>
    <name>ui::CaptionsPage</name>
    <message>
        <source>Describe a folder of pictures</source>
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
        <source>Caption runs, the newest first</source>
        <translation>Läufe, der neueste zuerst</translation>
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
        <source>Describes a folder or some pictures</source>
        <translation>Beschreibt einen Ordner oder einige Bilder</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Ein Ordner …</translation>
    </message>
    <message>
        <source>Some pictures…</source>
        <translation>Einige Bilder …</translation>
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
        <source>Look for new pictures</source>
        <translation>Nach neuen Bildern sehen</translation>
    </message>
    <message>
        <source>Remove this run</source>
        <translation>Diesen Lauf entfernen</translation>
    </message>
    <message>
        <source>State of the pictures shown</source>
        <translation>Stand der gezeigten Bilder</translation>
    </message>
    <message>
        <source>All pictures</source>
        <translation>Alle Bilder</translation>
    </message>
    <message>
        <source>Describes the selected pictures again</source>
        <translation>Beschreibt die ausgewählten Bilder neu</translation>
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
        <source>“%1” was removed. Its pictures are where they were.</source>
        <translation>„%1“ wurde entfernt. Die Bilder sind, wo sie waren.</translation>
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
        <source>%Ln of them</source>
        <comment>pictures that a filter lets through</comment>
        <translation>
            <numerusform>davon %Ln</numerusform>
            <numerusform>davon %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop to describe</source>
        <translation>Zum Beschreiben ablegen</translation>
    </message>
    <message>
        <source>“%1” is neither a folder nor a picture.</source>
        <translation>„%1“ ist weder ein Ordner noch ein Bild.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are neither folders nor pictures.</source>
        <translation>
            <numerusform>%Ln Datei ist weder ein Ordner noch ein Bild.</numerusform>
            <numerusform>%Ln Dateien sind weder Ordner noch Bilder.</numerusform>
        </translation>
    </message>
    <message>
        <source>Drop a folder or some pictures here. Every picture gets a caption, which you can edit and export. Nothing leaves this computer unless you choose a model on another.</source>
        <translation>Legen Sie hier einen Ordner oder Bilder ab. Jedes Bild bekommt eine Beschreibung, die Sie bearbeiten und exportieren können. Nichts verlässt diesen Computer, außer Sie wählen ein Modell auf einem anderen.</translation>
    </message>
</context>
<context>
    <name>ui::CatalogueCard</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Look closer</source>
        <translation>Näher ansehen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>ui::CatalogueText</name>
    <message>
        <source>exactly as it was published</source>
        <translation>genau wie veröffentlicht</translation>
    </message>
    <message>
        <source>8 bits a number, as good as exact</source>
        <translation>8 Bit je Zahl, so gut wie genau</translation>
    </message>
    <message>
        <source>6 bits a number, hardly less exact</source>
        <translation>6 Bit je Zahl, kaum ungenauer</translation>
    </message>
    <message>
        <source>5 bits a number, a little less exact</source>
        <translation>5 Bit je Zahl, etwas ungenauer</translation>
    </message>
    <message>
        <source>4 bits a number, a little less exact</source>
        <translation>4 Bit je Zahl, etwas ungenauer</translation>
    </message>
    <message>
        <source>3 bits a number, which can be noticed</source>
        <translation>3 Bit je Zahl, das ist zu merken</translation>
    </message>
    <message>
        <source>about 2 bits a number, plainly worse</source>
        <translation>etwa 2 Bit je Zahl, deutlich schlechter</translation>
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
        <source>%1 · %2 · its vision part</source>
        <translation>%1 · %2 · sein Bildteil</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Waits for its turn · %1</source>
        <translation>Wartet, bis es an der Reihe ist · %1</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>%1 je Sekunde</translation>
    </message>
    <message>
        <source>Paused · %1</source>
        <translation>Angehalten · %1</translation>
    </message>
    <message>
        <source>On this computer, whole and checked · %1</source>
        <translation>Auf diesem Computer, vollständig und geprüft · %1</translation>
    </message>
</context>
<context>
    <name>ui::ChatPage</name>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>In diesem Gespräch suchen</translation>
    </message>
    <message>
        <source>Find the next place</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Find the previous place</source>
        <translation>Vorige Stelle</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>Einstellungen dieses Gesprächs</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>To the prompt</source>
        <translation>Zum Eingabefeld</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>Andere Antwort</translation>
    </message>
    <message>
        <source>Four more answers</source>
        <translation>Vier weitere Antworten</translation>
    </message>
    <message>
        <source>Compare the answers</source>
        <translation>Antworten vergleichen</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy the last code</source>
        <translation>Letzten Code kopieren</translation>
    </message>
    <message>
        <source>Delete the last message</source>
        <translation>Letzte Nachricht löschen</translation>
    </message>
    <message>
        <source>Continue the last answer</source>
        <translation>Die letzte Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy the conversation</source>
        <translation>Das Gespräch kopieren</translation>
    </message>
    <message>
        <source>Save the settings as a preset…</source>
        <translation>Einstellungen als Vorlage sichern …</translation>
    </message>
    <message>
        <source>Import presets…</source>
        <translation>Vorlagen importieren …</translation>
    </message>
    <message>
        <source>“%1” is chosen for this conversation.</source>
        <translation>„%1“ ist für dieses Gespräch gewählt.</translation>
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
        <source>What the model is told before the first message.</source>
        <translation>Was dem Modell vor der ersten Nachricht gesagt wird.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Which one answers in this conversation.</source>
        <translation>Welches in diesem Gespräch antwortet.</translation>
    </message>
    <message>
        <source>Everything as in the settings</source>
        <translation>Alles wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>Einstellungen dieses Gesprächs</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>Dieses Gespräch</translation>
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
        <source>Settings under a name, for any conversation.</source>
        <translation>Einstellungen unter einem Namen, für jedes Gespräch.</translation>
    </message>
</context>
<context>
    <name>ui::ChatView</name>
    <message>
        <source>Jump to newest</source>
        <translation>Zum Neuesten</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>Was das Modell sah</translation>
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
    <name>ui::CodeHeader</name>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Save code as a file</source>
        <translation>Code als Datei speichern</translation>
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
        <source>Do not wrap lines</source>
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
        <source>“%1” could not be written: %2</source>
        <translation>„%1“ konnte nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>ui::ColumnEditor</name>
    <message>
        <source>Add a column</source>
        <translation>Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Remove the column</source>
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
        <source>Yes or no</source>
        <translation>Ja oder nein</translation>
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
        <source>Kind of column %1</source>
        <translation>Art der Spalte %1</translation>
    </message>
    <message>
        <source>Remove column %1</source>
        <translation>Spalte %1 entfernen</translation>
    </message>
    <message>
        <source>Two columns are called “%1”.</source>
        <translation>Zwei Spalten heißen „%1“.</translation>
    </message>
    <message>
        <source>Name a column to begin.</source>
        <translation>Benennen Sie zuerst eine Spalte.</translation>
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
        <source>Search commands, conversations and models</source>
        <translation>Befehle, Gespräche und Modelle suchen</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%Ln results</source>
        <translation>
            <numerusform>%Ln Treffer</numerusform>
            <numerusform>%Ln Treffer</numerusform>
        </translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
</context>
<context>
    <name>ui::CompareColumn</name>
    <message>
        <source>Keep this one (shown now)</source>
        <translation>Diese behalten (jetzt gezeigt)</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>Diese behalten</translation>
    </message>
</context>
<context>
    <name>ui::CompareView</name>
    <message>
        <source>Compare the versions</source>
        <translation>Fassungen vergleichen</translation>
    </message>
    <message>
        <source>Back to the conversation (Esc)</source>
        <translation>Zurück zum Gespräch (Esc)</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Fassung %1</translation>
    </message>
</context>
<context>
    <name>ui::ContactedHostList</name>
    <message>
        <source>Machines that were contacted</source>
        <translation>Rechner, die angesprochen wurden</translation>
    </message>
    <message>
        <source>%1, last on %2</source>
        <translation>%1, zuletzt am %2</translation>
    </message>
    <message>
        <source>Nobody so far</source>
        <translation>Bisher niemand</translation>
    </message>
</context>
<context>
    <name>ui::ContextCounter</name>
    <message>
        <source>Enlarge the context in the settings</source>
        <translation>Kontext in den Einstellungen vergrößern</translation>
    </message>
    <message>
        <source>%1 reads text only: it cannot see pictures.</source>
        <translation>%1 liest nur Text und kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>%1 reads text only: it cannot see the pictures of this conversation.</source>
        <translation>%1 liest nur Text und kann die Bilder dieses Gesprächs nicht sehen.</translation>
    </message>
    <message>
        <source>Ask %1</source>
        <translation>%1 fragen</translation>
    </message>
    <message>
        <source>This message is too long for the model: it takes %1 tokens, and %2 fit.</source>
        <translation>Diese Nachricht ist zu lang für das Modell: Sie braucht %1 Token, und %2 haben Platz.</translation>
    </message>
    <message>
        <source>Attach less.</source>
        <translation>Hängen Sie weniger an.</translation>
    </message>
    <message>
        <source>Shorten it or attach less: about %1 characters of it would fit.</source>
        <translation>Kürzen Sie sie oder hängen Sie weniger an: Etwa %1 Zeichen davon hätten Platz.</translation>
    </message>
</context>
<context>
    <name>ui::ContextMeter</name>
    <message>
        <source>%1 of the %2 tokens that the model can read at once are used.</source>
        <translation>%1 von %2 Token, die das Modell auf einmal lesen kann, sind belegt.</translation>
    </message>
    <message>
        <source>Context: %1 of %2 tokens</source>
        <translation>Kontext: %1 von %2 Token</translation>
    </message>
</context>
<context>
    <name>ui::ConversationDelegate</name>
    <message>
        <source>Name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>Name of the conversation</source>
        <translation>Name des Gesprächs</translation>
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
        <source>Keep this chat</source>
        <translation>Diesen Chat behalten</translation>
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
        <source>Remove folder, keep its conversations</source>
        <translation>Ordner entfernen, Gespräche behalten</translation>
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
        <source>Pin the conversation, or unpin it</source>
        <translation>Das Gespräch anheften oder lösen</translation>
    </message>
    <message>
        <source>Duplicate the conversation</source>
        <translation>Das Gespräch duplizieren</translation>
    </message>
    <message>
        <source>Export the conversation…</source>
        <translation>Das Gespräch exportieren …</translation>
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
    <name>ui::DestinationBar</name>
    <message>
        <source>All that is asked and shown here goes to the server at %1 on this computer.</source>
        <translation>Alles, was hier gefragt und gezeigt wird, geht an den Server %1 auf diesem Computer.</translation>
    </message>
    <message>
        <source>All that is asked and shown here is sent to %1, encrypted on the way.</source>
        <translation>Alles, was hier gefragt und gezeigt wird, wird an %1 gesendet, unterwegs verschlüsselt.</translation>
    </message>
    <message>
        <source>All that is asked and shown here is sent to %1, and not encrypted: whoever is on the way can read it.</source>
        <translation>Alles, was hier gefragt und gezeigt wird, wird an %1 gesendet, und zwar unverschlüsselt: wer unterwegs ist, kann es lesen.</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChip</name>
    <message>
        <source>Device: %1</source>
        <translation>Gerät: %1</translation>
    </message>
    <message>
        <source>%1 – why this device</source>
        <translation>%1 – warum dieses Gerät</translation>
    </message>
    <message>
        <source>%1 computes on: %2.</source>
        <translation>%1 rechnet auf: %2.</translation>
    </message>
    <message>
        <source>Its context holds %1 tokens.</source>
        <translation>Sein Kontext fasst %1 Token.</translation>
    </message>
    <message>
        <source>It sees pictures.</source>
        <translation>Es sieht Bilder.</translation>
    </message>
    <message>
        <source>It reads text only.</source>
        <translation>Es liest nur Text.</translation>
    </message>
    <message>
        <source>%1 guesses ahead for it.</source>
        <translation>%1 rät für es voraus.</translation>
    </message>
    <message>
        <source>%1 is not available. %2</source>
        <translation>%1 ist nicht verfügbar. %2</translation>
    </message>
</context>
<context>
    <name>ui::DeviceChoice</name>
    <message>
        <source>%1 is not offered. %2</source>
        <translation>%1 wird nicht angeboten. %2</translation>
    </message>
</context>
<context>
    <name>ui::DocumentLook</name>
    <message>
        <source>This passage is from no file of this computer.</source>
        <translation>Diese Stelle stammt aus keiner Datei dieses Computers.</translation>
    </message>
    <message>
        <source>“%1” is not there any more. This is what the model read in it.</source>
        <translation>„%1“ ist nicht mehr da. Das hat das Modell darin gelesen.</translation>
    </message>
    <message>
        <source>“%1” cannot be opened. This is what the model read in it.</source>
        <translation>„%1“ lässt sich nicht öffnen. Das hat das Modell darin gelesen.</translation>
    </message>
</context>
<context>
    <name>ui::DocumentStoreEdit</name>
    <message>
        <source>This is neither a file in a folder that is there nor an address such as %1.</source>
        <translation>Das ist weder eine Datei in einem vorhandenen Ordner noch eine Adresse wie %1.</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
</context>
<context>
    <name>ui::DocumentViewer</name>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
    <message>
        <source>Document viewer</source>
        <translation>Dokumentansicht</translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+F)</source>
        <translation>In diesem Dokument suchen (Strg+F)</translation>
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
        <translation>Vorige Seite (Bild auf)</translation>
    </message>
    <message>
        <source>Next page (Page Down)</source>
        <translation>Nächste Seite (Bild ab)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+−)</source>
        <translation>Kleiner (Strg+−)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Größer (Strg++)</translation>
    </message>
    <message>
        <source>As wide as there is room (Ctrl+0)</source>
        <translation>So breit, wie Platz ist (Strg+0)</translation>
    </message>
    <message>
        <source>Reading: page %1</source>
        <comment>of a document</comment>
        <translation>Wird gelesen: Seite %1</translation>
    </message>
    <message>
        <source>The passage is marked: %1</source>
        <translation>Die Stelle ist markiert: %1</translation>
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
        <source>Zoom, now %1</source>
        <translation>Vergrößerung, jetzt %1</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsButton</name>
    <message>
        <source>Ask my documents: off</source>
        <translation>Meine Dokumente befragen: aus</translation>
    </message>
    <message>
        <source>Ask my documents: all of them</source>
        <translation>Meine Dokumente befragen: alle</translation>
    </message>
    <message numerus="yes">
        <source>Ask my documents: %Ln collections</source>
        <translation>
            <numerusform>Meine Dokumente befragen: %Ln Sammlung</numerusform>
            <numerusform>Meine Dokumente befragen: %Ln Sammlungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask my documents</source>
        <translation>Meine Dokumente befragen</translation>
    </message>
    <message>
        <source>The page “Documents” adds files and folders</source>
        <translation>Die Seite „Dokumente“ fügt Dateien und Ordner hinzu</translation>
    </message>
    <message>
        <source>Which of them</source>
        <translation>Welche davon</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Alle Dokumente</translation>
    </message>
</context>
<context>
    <name>ui::DocumentsPage</name>
    <message>
        <source>Ask your documents</source>
        <translation>Ihre Dokumente fragen</translation>
    </message>
    <message>
        <source>Ask your own documents</source>
        <translation>Fragen Sie Ihre eigenen Dokumente</translation>
    </message>
    <message>
        <source>Drop folders and files here: PDF, office files, books, pages, mail, scans and more. They are read where they lie and kept up to date, and what they say is found with its page. Nothing leaves this computer.</source>
        <translation>Ziehen Sie Ordner und Dateien hierher: PDF, Office-Dateien, Bücher, Webseiten, E-Mails, Scans und mehr. Sie werden dort gelesen, wo sie liegen, und bleiben auf dem neuesten Stand; was darin steht, wird mit seiner Seite gefunden. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Your documents cannot be opened</source>
        <translation>Ihre Dokumente können nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Add here…</source>
        <translation>Hier hinzufügen …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Make a table</source>
        <translation>Tabelle erstellen</translation>
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
        <source>Reads a folder or some files where they lie</source>
        <translation>Liest einen Ordner oder einige Dateien dort, wo sie liegen</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Ein Ordner …</translation>
    </message>
    <message>
        <source>Some files…</source>
        <translation>Einige Dateien …</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Check everything again (F5)</source>
        <translation>Alles noch einmal prüfen (F5)</translation>
    </message>
    <message>
        <source>Settings of documents</source>
        <translation>Einstellungen der Dokumente</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>State of the files shown</source>
        <translation>Zustand der gezeigten Dateien</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>Adds what was added elsewhere on this computer, too: what is selected, or else everything</source>
        <translation>Fügt, was anderswo hinzugefügt wurde, auch auf diesem Computer hinzu: das Ausgewählte, sonst alles</translation>
    </message>
    <message>
        <source>Reads what failed again: what is selected, or else everything</source>
        <translation>Liest noch einmal, was misslungen ist: das Ausgewählte oder sonst alles</translation>
    </message>
    <message>
        <source>A row for each document: of what is selected, or else of all</source>
        <translation>Eine Zeile für jedes Dokument: von den ausgewählten oder sonst von allen</translation>
    </message>
    <message>
        <source>A folder of documents</source>
        <translation>Ein Ordner mit Dokumenten</translation>
    </message>
    <message>
        <source>“%1” is not among the documents any more. The files are where they were.</source>
        <translation>„%1“ gehört nicht mehr zu den Dokumenten. Die Dateien sind noch da, wo sie waren.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln are not among the documents any more. The files are where they were.</source>
        <translation>
            <numerusform>%Ln gehört nicht mehr zu den Dokumenten. Die Dateien sind noch da, wo sie waren.</numerusform>
            <numerusform>%Ln gehören nicht mehr zu den Dokumenten. Die Dateien sind noch da, wo sie waren.</numerusform>
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
        <source>Drop to add to the documents</source>
        <translation>Loslassen, um sie zu den Dokumenten hinzuzufügen</translation>
    </message>
</context>
<context>
    <name>ui::DownloadList</name>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>%1 is on this computer now.</source>
        <translation>%1 ist jetzt auf diesem Computer.</translation>
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
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Fetch next</source>
        <translation>Als Nächstes holen</translation>
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
        <source>Fetch %1 next</source>
        <translation>%1 als Nächstes holen</translation>
    </message>
    <message>
        <source>Take %1 off this list; it stays on this computer</source>
        <translation>%1 aus dieser Liste nehmen; es bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Cancel %1 and remove what has come of it</source>
        <translation>%1 abbrechen und entfernen, was schon da ist</translation>
    </message>
    <message>
        <source>Fetching %1</source>
        <translation>%1 wird geholt</translation>
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
        <source>Import the conversations of %Ln file(s)</source>
        <translation>
            <numerusform>Gespräche aus %Ln Datei importieren</numerusform>
            <numerusform>Gespräche aus %Ln Dateien importieren</numerusform>
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
        <source>The picture was not attached: only its address (%1) arrived, and nothing is ever fetched from the web. Copy the picture itself, or save it and attach the file.</source>
        <translation>Das Bild wurde nicht angehängt: Nur seine Adresse (%1) kam an, und aus dem Netz wird nie etwas geholt. Kopieren Sie das Bild selbst, oder speichern Sie es und hängen Sie die Datei an.</translation>
    </message>
</context>
<context>
    <name>ui::EndPointCard</name>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Encrypted on the way</source>
        <translation>Unterwegs verschlüsselt</translation>
    </message>
    <message>
        <source>Not encrypted: whoever is on the way can read what is sent</source>
        <translation>Unverschlüsselt: wer unterwegs ist, kann lesen, was gesendet wird</translation>
    </message>
    <message>
        <source>Show its models</source>
        <translation>Modelle zeigen</translation>
    </message>
    <message>
        <source>Show the models of %1</source>
        <translation>Die Modelle von %1 zeigen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>If the server wants one. It is kept in no file.</source>
        <translation>Falls der Server einen verlangt. Er wird in keiner Datei aufbewahrt.</translation>
    </message>
    <message>
        <source>Requests at once for %1</source>
        <translation>Anfragen zugleich an %1</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Anfragen zugleich</translation>
    </message>
    <message>
        <source>For captions of folders and questions to documents. When the server has too much to do, it is sent fewer.</source>
        <translation>Für Beschreibungen ganzer Ordner und Fragen an Dokumente. Hat der Server zu viel zu tun, bekommt er weniger.</translation>
    </message>
    <message>
        <source>%1 is being asked…</source>
        <translation>%1 wird gefragt …</translation>
    </message>
    <message>
        <source>It is there and offers no models.</source>
        <translation>Es ist da und bietet keine Modelle an.</translation>
    </message>
    <message numerus="yes">
        <source>It is there and offers %Ln model(s).</source>
        <translation>
            <numerusform>Es ist da und bietet %Ln Modell an.</numerusform>
            <numerusform>Es ist da und bietet %Ln Modelle an.</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are shown.</source>
        <translation>Die ersten %1 werden gezeigt.</translation>
    </message>
</context>
<context>
    <name>ui::EndPointsPage</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Models on other machines</source>
        <translation>Modelle auf anderen Maschinen</translation>
    </message>
    <message>
        <source>Servers that speak OpenAI&apos;s interface: vLLM, SGLang, TabbyAPI, llama-server, Ollama, another Vignette. Only what you ask their models is sent there.</source>
        <translation>Server, die die Schnittstelle von OpenAI sprechen: vLLM, SGLang, TabbyAPI, llama-server, Ollama, ein anderes Vignette. Nur was Sie deren Modelle fragen, wird dorthin gesendet.</translation>
    </message>
    <message>
        <source>Address of a server</source>
        <translation>Adresse eines Servers</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>Den Server hinzufügen</translation>
    </message>
</context>
<context>
    <name>ui::ExampleCommandView</name>
    <message>
        <source>It stands here once the server runs.</source>
        <translation>Er steht hier, sobald der Server läuft.</translation>
    </message>
    <message>
        <source>Command for a terminal</source>
        <translation>Befehl für ein Terminal</translation>
    </message>
    <message>
        <source>Copy the command</source>
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
    <name>ui::FindBar</name>
    <message>
        <source>Find in this conversation</source>
        <translation>In diesem Gespräch suchen</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
</context>
<context>
    <name>ui::FindInDocument</name>
    <message>
        <source>Find in this document</source>
        <translation>In diesem Dokument suchen</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Vorige Fundstelle (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Nächste Fundstelle (F3)</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>Suche schließen (Esc)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>the match that is shown, of how many</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
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
        <source>%Ln subfolder(s) hold pictures, too.</source>
        <translation>
            <numerusform>%Ln Unterordner enthält auch Bilder.</numerusform>
            <numerusform>%Ln Unterordner enthalten auch Bilder.</numerusform>
        </translation>
    </message>
    <message>
        <source>With all subfolders</source>
        <translation>Mit allen Unterordnern</translation>
    </message>
    <message>
        <source>Without subfolders</source>
        <translation>Ohne Unterordner</translation>
    </message>
</context>
<context>
    <name>ui::FormRow</name>
    <message>
        <source>Back to the default</source>
        <translation>Auf den Standard zurück</translation>
    </message>
</context>
<context>
    <name>ui::FoundPassages</name>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>Enter opens one where it stands.</source>
        <translation>Die Eingabetaste öffnet eine dort, wo sie steht.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>Nothing in your documents has these words.</source>
        <translation>Nichts in Ihren Dokumenten enthält diese Wörter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s), the best first</source>
        <translation>
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen, die besten zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in your documents answers this. These passages come closest:</source>
        <translation>Nichts in Ihren Dokumenten beantwortet das. Am nächsten kommen diese Stellen:</translation>
    </message>
</context>
<context>
    <name>ui::GetModels</name>
    <message>
        <source>Get models</source>
        <translation>Modelle holen</translation>
    </message>
    <message>
        <source>Search, or OWNER/NAME or a link</source>
        <translation>Suchen, oder BESITZER/NAME oder ein Link</translation>
    </message>
    <message>
        <source>No model of the catalogue has these words. A name such as OWNER/NAME, or a link to a model, can be looked up.</source>
        <translation>Kein Modell des Katalogs enthält diese Wörter. Ein Name wie BESITZER/NAME oder ein Link zu einem Modell kann nachgeschlagen werden.</translation>
    </message>
    <message>
        <source>Models that others have published, to be kept on this computer. Nobody is asked before you look closer at one; then %1 is.</source>
        <translation>Modelle, die andere veröffentlicht haben, für diesen Computer. Niemand wird gefragt, bevor Sie sich eines näher ansehen; dann %1.</translation>
    </message>
    <message>
        <source>Not in the catalogue. Those who published it know what it is good for.</source>
        <translation>Nicht im Katalog. Wozu es taugt, wissen die, die es veröffentlicht haben.</translation>
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
        <source>This is no address of a hub of models, such as %1. Models are still fetched from %2.</source>
        <translation>Das ist keine Adresse eines Hubs von Modellen, wie %1 eine ist. Modelle werden weiter von %2 geholt.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
</context>
<context>
    <name>ui::KeyCapture</name>
    <message>
        <source>%1 is needed for writing. Hold Ctrl or Alt with it, or take a function key.</source>
        <translation>%1 wird zum Schreiben gebraucht. Halten Sie Strg oder Alt dazu, oder nehmen Sie eine Funktionstaste.</translation>
    </message>
    <message>
        <source>%1 types “%2” on this keyboard.</source>
        <translation>%1 schreibt auf dieser Tastatur „%2“.</translation>
    </message>
    <message>
        <source>%1 edits text, here as everywhere.</source>
        <translation>%1 bearbeitet Text, hier wie überall.</translation>
    </message>
    <message>
        <source>Press the keys for “%1”, or Escape to leave everything as it is.</source>
        <translation>Drücken Sie die Tasten für „%1“, oder Escape, um alles zu lassen, wie es ist.</translation>
    </message>
</context>
<context>
    <name>ui::KeyEdit</name>
    <message>
        <source>Key for %1</source>
        <translation>Schlüssel für %1</translation>
    </message>
    <message>
        <source>Keep the key for %1</source>
        <translation>Den Schlüssel für %1 behalten</translation>
    </message>
    <message>
        <source>Forget the key for %1</source>
        <translation>Den Schlüssel für %1 vergessen</translation>
    </message>
</context>
<context>
    <name>ui::LanguageChoice</name>
    <message>
        <source>As on the desktop</source>
        <translation>Wie auf dem Desktop</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Vignette speaks another language after it was started again.</source>
        <translation>Vignette spricht die andere Sprache nach einem Neustart.</translation>
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
        <source>Not there now; what was read of it is still found. %1</source>
        <translation>Zurzeit nicht da; was davon gelesen wurde, wird weiter gefunden. %1</translation>
    </message>
</context>
<context>
    <name>ui::LibraryProgress</name>
    <message>
        <source>Documents read</source>
        <translation>Gelesene Dokumente</translation>
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
        <source>Reads what waits, and follows changes again</source>
        <translation>Liest, was wartet, und folgt wieder den Änderungen</translation>
    </message>
    <message>
        <source>Nothing is read until you resume, also after the next start</source>
        <translation>Bis Sie fortsetzen, wird nichts gelesen, auch nach dem nächsten Start nicht</translation>
    </message>
    <message>
        <source>All is read</source>
        <translation>Alles ist gelesen</translation>
    </message>
    <message numerus="yes">
        <source>All is read but %Ln file(s)</source>
        <translation>
            <numerusform>Alles ist gelesen außer %Ln Datei</numerusform>
            <numerusform>Alles ist gelesen außer %Ln Dateien</numerusform>
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
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen</numerusform>
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
            <numerusform>%Ln misslungen</numerusform>
            <numerusform>%Ln misslungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Read; there is no text in it</source>
        <translation>Gelesen; es steht kein Text darin</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dateien werden gesucht …</translation>
    </message>
    <message>
        <source>Reading: %1 of %2 files</source>
        <comment>documents</comment>
        <translation>Es wird gelesen: %1 von %2 Dateien</translation>
    </message>
    <message>
        <source>Preparing to compare by meaning…</source>
        <translation>Der Vergleich nach dem Sinn wird vorbereitet …</translation>
    </message>
    <message>
        <source>Preparing to compare by meaning: %1 of %2 passages</source>
        <translation>Der Vergleich nach dem Sinn wird vorbereitet: %1 von %2 Stellen</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
</context>
<context>
    <name>ui::LibraryView</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Enter opens a file, Delete takes a collection out.</source>
        <translation>Die Eingabetaste öffnet eine Datei, Entf nimmt eine Sammlung heraus.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Show its folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Make a table of them</source>
        <translation>Tabelle daraus erstellen</translation>
    </message>
    <message>
        <source>Add on this computer…</source>
        <translation>Auf diesem Computer hinzufügen …</translation>
    </message>
    <message>
        <source>Take out of the documents</source>
        <translation>Aus den Dokumenten herausnehmen</translation>
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
        <source>This address repeats what stands in the conversation: %1. Whoever it belongs to would read that.</source>
        <translation>Diese Adresse wiederholt, was im Gespräch steht: %1. Wem sie gehört, würde das lesen.</translation>
    </message>
    <message>
        <source>This address has %1 characters and may say more than one sees.</source>
        <translation>Diese Adresse hat %1 Zeichen und verrät vielleicht mehr, als man sieht.</translation>
    </message>
    <message>
        <source>The whole address</source>
        <translation>Die ganze Adresse</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Do not open</source>
        <translation>Nicht öffnen</translation>
    </message>
</context>
<context>
    <name>ui::ListenAddressEdit</name>
    <message>
        <source>Address to listen on</source>
        <translation>Adresse, auf der er hört</translation>
    </message>
    <message>
        <source>This is no address of this computer, such as %1, 0.0.0.0 or ::1. The server stays at %2.</source>
        <translation>Das ist keine Adresse dieses Rechners wie %1, 0.0.0.0 oder ::1. Der Server bleibt bei %2.</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>Nächstes Gespräch</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>Voriges Gespräch</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>Alle Gespräche durchsuchen</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>Gespräche zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Stop, or leave what is open</source>
        <translation>Stoppen oder Geöffnetes verlassen</translation>
    </message>
    <message>
        <source>Find a command, a conversation, a model</source>
        <translation>Befehl, Gespräch oder Modell suchen</translation>
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
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Usual size of text</source>
        <translation>Übliche Textgröße</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Delete all conversations…</source>
        <translation>Alle Gespräche löschen …</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle holen</translation>
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
        <source>Copy link address</source>
        <translation>Linkadresse kopieren</translation>
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
        <source>Text of the message</source>
        <translation>Text der Nachricht</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>Seitwärts blättern</translation>
    </message>
    <message>
        <source>Link to %1</source>
        <translation>Link zu %1</translation>
    </message>
    <message>
        <source>The passage does not say this.</source>
        <translation>Die Stelle sagt das nicht.</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
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
        <source>By which you know it.</source>
        <translation>Unter dem Sie ihn kennen.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>The program and its arguments. It runs as you do and can do what you can: use only servers that you trust.</source>
        <translation>Das Programm und seine Argumente. Es läuft mit Ihren Rechten und kann, was Sie können: Verwenden Sie nur Server, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>A variable a line, kept in the settings file. The server gets these and the usual ones, such as PATH and HOME.</source>
        <translation>Eine Variable je Zeile, in der Datei der Einstellungen. Der Server bekommt diese und die üblichen wie PATH und HOME.</translation>
    </message>
</context>
<context>
    <name>ui::McpServerList</name>
    <message>
        <source>Add a server…</source>
        <translation>Server hinzufügen …</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation>%1 herausnehmen</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Noch einmal starten</translation>
    </message>
    <message>
        <source>Starts…</source>
        <translation>Startet …</translation>
    </message>
    <message numerus="yes">
        <source>Offers %Ln tool(s)</source>
        <translation>
            <numerusform>Bietet %Ln Werkzeug</numerusform>
            <numerusform>Bietet %Ln Werkzeuge</numerusform>
        </translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
</context>
<context>
    <name>ui::MeaningHint</name>
    <message>
        <source>Words alone are compared. A small model also finds passages that say it in other words.</source>
        <translation>Es werden nur Wörter verglichen. Ein kleines Modell findet auch Stellen, die es mit anderen Worten sagen.</translation>
    </message>
    <message>
        <source>Words alone are compared: %1</source>
        <translation>Es werden nur Wörter verglichen: %1</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>Ein Modell holen</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
</context>
<context>
    <name>ui::MessageActions</name>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
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
        <source>Edit and ask again</source>
        <translation>Bearbeiten und neu fragen</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>Andere Antwort</translation>
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
        <source>Compare the versions</source>
        <translation>Fassungen vergleichen</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>which version of a message, of how many</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Version %1 of %2</source>
        <translation>Fassung %1 von %2</translation>
    </message>
</context>
<context>
    <name>ui::MessageCommands</name>
    <message>
        <source>Deleted from that message on.</source>
        <translation>Ab dieser Nachricht gelöscht.</translation>
    </message>
</context>
<context>
    <name>ui::MessageError</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>Use the processor</source>
        <translation>Den Prozessor verwenden</translation>
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
        <source>Edit and ask again</source>
        <translation>Bearbeiten und neu fragen</translation>
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
        <source>Another answer</source>
        <translation>Andere Antwort</translation>
    </message>
    <message>
        <source>Give me 4 answers</source>
        <translation>4 Antworten geben</translation>
    </message>
    <message>
        <source>Compare the versions</source>
        <translation>Fassungen vergleichen</translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation>Neuer Chat ab hier</translation>
    </message>
    <message>
        <source>Delete from here on</source>
        <translation>Ab hier löschen</translation>
    </message>
    <message>
        <source>Again, the same way</source>
        <translation>Noch einmal, auf gleiche Weise</translation>
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
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The model no longer reads what is above.</source>
        <translation>Was darüber steht, liest das Modell nicht mehr.</translation>
    </message>
    <message>
        <source>This message is being edited.</source>
        <translation>Diese Nachricht wird bearbeitet.</translation>
    </message>
    <message>
        <source>Above, the model reads only the pictures and what the question is about.</source>
        <translation>Weiter oben liest das Modell nur noch die Bilder und das, worum es in der Frage geht.</translation>
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
        <source>Show what needs memory</source>
        <translation>Zeigen, was Speicher braucht</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Hide what needs memory</source>
        <translation>Verbergen, was Speicher braucht</translation>
    </message>
    <message>
        <source>Answers new chats</source>
        <translation>Antwortet in neuen Chats</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
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
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Remove %1 from the list; its files stay</source>
        <translation>%1 aus der Liste entfernen; die Dateien bleiben</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>%1 wird geladen</translation>
    </message>
    <message>
        <source>Takes %1</source>
        <translation>Belegt %1</translation>
    </message>
    <message>
        <source>%1. It may not fit; models that are idle are unloaded first.</source>
        <translation>%1. Es passt vielleicht nicht; unbenutzte Modelle werden zuerst entladen.</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Einzelheiten zeigen</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>Einzelheiten verbergen</translation>
    </message>
    <message>
        <source>What was changed takes effect when it is loaded again.</source>
        <translation>Die Änderung wirkt, wenn es neu geladen wird.</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Settings of this model</source>
        <translation>Einstellungen dieses Modells</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>Einstellungen von %1</translation>
    </message>
    <message>
        <source>Answers at %1</source>
        <translation>Antwortet auf %1</translation>
    </message>
</context>
<context>
    <name>ui::ModelDefaultsEditor</name>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>How much this model can keep in view; more takes more memory.</source>
        <translation>Wie viel dieses Modell im Blick behält; mehr braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>Wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>What computes this model.</source>
        <translation>Was dieses Modell rechnet.</translation>
    </message>
    <message>
        <source>Everything as in the settings</source>
        <translation>Alles wie in den Einstellungen</translation>
    </message>
    <message>
        <source>How it answers in conversations that set nothing of their own</source>
        <translation>Wie es in Gesprächen ohne eigene Einstellungen antwortet</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
</context>
<context>
    <name>ui::ModelHeader</name>
    <message>
        <source>Cancel the loading</source>
        <translation>Laden abbrechen</translation>
    </message>
    <message>
        <source>Take the model out of memory</source>
        <translation>Modell aus dem Speicher nehmen</translation>
    </message>
    <message>
        <source>Settings of this conversation</source>
        <translation>Einstellungen dieses Gesprächs</translation>
    </message>
    <message>
        <source>loaded with the next message</source>
        <translation>wird mit der nächsten Nachricht geladen</translation>
    </message>
    <message>
        <source>loading: %1 %</source>
        <translation>lädt: %1 %</translation>
    </message>
    <message>
        <source>%1 is loaded.</source>
        <translation>%1 ist geladen.</translation>
    </message>
    <message>
        <source>%1 is not in memory any more.</source>
        <translation>%1 ist nicht mehr im Speicher.</translation>
    </message>
    <message>
        <source>Show or hide the conversations</source>
        <translation>Die Gespräche zeigen oder verbergen</translation>
    </message>
</context>
<context>
    <name>ui::ModelMenu</name>
    <message>
        <source>Find a model</source>
        <translation>Modell suchen</translation>
    </message>
    <message>
        <source>No model has these letters in its name.</source>
        <translation>Kein Modell hat diese Buchstaben im Namen.</translation>
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
        <source>loaded · %1</source>
        <translation>geladen · %1</translation>
    </message>
    <message>
        <source>being loaded · %1</source>
        <translation>wird geladen · %1</translation>
    </message>
    <message>
        <source>could not be loaded · %1</source>
        <translation>konnte nicht geladen werden · %1</translation>
    </message>
    <message>
        <source>Answers in this conversation and in new ones; others keep their models.</source>
        <translation>Antwortet in diesem Gespräch und in neuen; andere behalten ihre Modelle.</translation>
    </message>
</context>
<context>
    <name>ui::ModelPages</name>
    <message>
        <source>Which models</source>
        <translation>Welche Modelle</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Models that can be used at once</source>
        <translation>Modelle, die sofort verwendet werden können</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle holen</translation>
    </message>
    <message>
        <source>Models that can be fetched</source>
        <translation>Modelle, die geholt werden können</translation>
    </message>
    <message>
        <source>On other machines</source>
        <translation>Auf anderen Maschinen</translation>
    </message>
    <message>
        <source>Models that servers run</source>
        <translation>Modelle, die auf Servern laufen</translation>
    </message>
</context>
<context>
    <name>ui::ModelText</name>
    <message>
        <source>%1 billion parameters</source>
        <translation>%1 Milliarden Parameter</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>%1 Millionen Parameter</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>sieht Bilder</translation>
    </message>
    <message>
        <source>text only</source>
        <translation>nur Text</translation>
    </message>
    <message>
        <source>licence: %1</source>
        <translation>Lizenz: %1</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>Gewichte: %1</translation>
    </message>
    <message>
        <source>Vision part: %1</source>
        <translation>Bildteil: %1</translation>
    </message>
    <message>
        <source>What it remembers of a full context: %1</source>
        <translation>Was es von einem vollen Kontext behält: %1</translation>
    </message>
    <message>
        <source>Working space: %1</source>
        <translation>Arbeitsbereich: %1</translation>
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
        <source>trained for %1 tokens</source>
        <translation>auf %1 Token trainiert</translation>
    </message>
    <message>
        <source>Needs %1 with %2 tokens of context</source>
        <translation>Braucht %1 bei einem Kontext von %2 Token</translation>
    </message>
    <message>
        <source>%1; %2 are free</source>
        <translation>%1; %2 sind frei</translation>
    </message>
    <message>
        <source>%1; %2 are free on %3</source>
        <translation>%1; %2 sind auf %3 frei</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>auf %1</translation>
    </message>
</context>
<context>
    <name>ui::ModelsPage</name>
    <message>
        <source>Only the built-in model is here. Drop a GGUF file or a folder with a model onto this page, or add it with the buttons above; it stays where it lies.</source>
        <translation>Hier ist nur das eingebaute Modell. Ziehen Sie eine GGUF-Datei oder einen Ordner mit einem Modell auf diese Seite, oder fügen Sie es mit den Knöpfen oben hinzu; es bleibt, wo es liegt.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>The models on this computer. Adding one copies nothing.</source>
        <translation>Die Modelle auf diesem Rechner. Beim Hinzufügen wird nichts kopiert.</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder</source>
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
        <source>Add a folder of models</source>
        <translation>Ordner mit Modellen hinzufügen</translation>
    </message>
    <message>
        <source>Add to the models, where they lie</source>
        <translation>Zu den Modellen hinzufügen, wo sie liegen</translation>
    </message>
    <message>
        <source>Look on this computer</source>
        <translation>Auf diesem Rechner suchen</translation>
    </message>
    <message>
        <source>Finds models of Hugging Face, LM Studio, Ollama, Jan, GPT4All and llama.cpp; they stay where they lie</source>
        <translation>Findet Modelle von Hugging Face, LM Studio, Ollama, Jan, GPT4All und llama.cpp; sie bleiben, wo sie liegen</translation>
    </message>
    <message>
        <source>No models of other programs are on this computer.</source>
        <translation>Auf diesem Rechner sind keine Modelle anderer Programme.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s) of other programs are on this computer. They are in the list now and stay where they lie.</source>
        <translation>
            <numerusform>Ein Modell eines anderen Programms ist auf diesem Rechner. Es steht jetzt in der Liste und bleibt, wo es liegt.</numerusform>
            <numerusform>%Ln Modelle anderer Programme sind auf diesem Rechner. Sie stehen jetzt in der Liste und bleiben, wo sie liegen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are passed over.</source>
        <translation>
            <numerusform>Ein weiteres wird übergangen.</numerusform>
            <numerusform>%Ln weitere werden übergangen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::NavigationBar</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>This page is shown.</source>
        <translation>Diese Seite wird gezeigt.</translation>
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
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Other packings…</source>
        <translation>Andere Packungen …</translation>
    </message>
    <message>
        <source>%1 is being asked…</source>
        <translation>%1 wird gefragt …</translation>
    </message>
    <message>
        <source>Other packings of %1</source>
        <translation>Andere Packungen von %1</translation>
    </message>
    <message>
        <source>Packed as %1: %2</source>
        <translation>Gepackt als %1: %2</translation>
    </message>
    <message>
        <source>It is among the downloads.</source>
        <translation>Es ist unter den Downloads.</translation>
    </message>
    <message>
        <source>It is on this computer.</source>
        <translation>Es ist auf diesem Computer.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Get · %1</source>
        <translation>Holen · %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
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
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Take %1 out of the list of models</source>
        <translation>%1 aus der Liste der Modelle nehmen</translation>
    </message>
    <message>
        <source>Put %1 into the list of models</source>
        <translation>%1 in die Liste der Modelle aufnehmen</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Wird getestet …</translation>
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
        <translation>Der Ordner wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>The link was not opened</source>
        <translation>Der Link wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>The folder is not there: nothing has been written to it yet.</source>
        <translation>Den Ordner gibt es noch nicht: In ihn wurde noch nichts geschrieben.</translation>
    </message>
    <message>
        <source>This desktop names no program that shows folders.</source>
        <translation>Auf diesem Desktop ist kein Programm eingerichtet, das Ordner zeigt.</translation>
    </message>
    <message>
        <source>This desktop names no program that opens such links.</source>
        <translation>Auf diesem Desktop ist kein Programm eingerichtet, das solche Links öffnet.</translation>
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
        <source>The file was not opened</source>
        <translation>Die Datei wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>Only documents are opened from here: this file may be a program.</source>
        <translation>Von hier werden nur Dokumente geöffnet: Diese Datei könnte ein Programm sein.</translation>
    </message>
    <message>
        <source>This desktop names no program that opens such files.</source>
        <translation>Diese Arbeitsumgebung nennt kein Programm, das solche Dateien öffnet.</translation>
    </message>
</context>
<context>
    <name>ui::OpenedDocument</name>
    <message>
        <source>“%1” has changed since: it holds this passage no longer. This is what the model read.</source>
        <translation>„%1“ wurde seither geändert und enthält diese Stelle nicht mehr. Das hat das Modell gelesen.</translation>
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
        <source>Add a model…</source>
        <translation>Modell hinzufügen …</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Take out %1</source>
        <translation>%1 herausnehmen</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelle (*.gguf)</translation>
    </message>
</context>
<context>
    <name>ui::PictureCanvas</name>
    <message>
        <source>The marked part is %1 by %2 pixels, %3 from the left and %4 from the top.</source>
        <translation>Der markierte Teil misst %1 mal %2 Pixel, %3 von links und %4 von oben.</translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 mal %2 Pixel</translation>
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
        <translation>Voriges Bild (Links)</translation>
    </message>
    <message>
        <source>Next picture (Right)</source>
        <translation>Nächstes Bild (Rechts)</translation>
    </message>
    <message>
        <source>As large as there is room (0), or one to one (1)</source>
        <translation>So groß wie Platz ist (0) oder eins zu eins (1)</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
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
        <source>Mark a part</source>
        <translation>Teil markieren</translation>
    </message>
    <message>
        <source>Mark a part to ask about (M)</source>
        <translation>Teil markieren, um danach zu fragen (M)</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>Was das Modell sah</translation>
    </message>
    <message>
        <source>The picture as it is scaled and cut for the model (I)</source>
        <translation>Das Bild, wie es für das Modell skaliert und geteilt wird (I)</translation>
    </message>
    <message>
        <source>Drag, or use the arrows; with Shift they change the size.</source>
        <translation>Ziehen Sie, oder nehmen Sie die Pfeiltasten; mit Umschalt ändern sie die Größe.</translation>
    </message>
    <message>
        <source>Ask about this part</source>
        <translation>Nach diesem Teil fragen</translation>
    </message>
    <message>
        <source>Adds the marked part to the message (Enter)</source>
        <translation>Fügt den markierten Teil der Nachricht hinzu (Enter)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Leaves the part unmarked (Escape)</source>
        <translation>Lässt den Teil unmarkiert (Escape)</translation>
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
        <source>The picture itself</source>
        <translation>Das Bild selbst</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>how large a picture is shown</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom, now %1</source>
        <translation>Vergrößerung, jetzt %1</translation>
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
        <source>Part of a picture</source>
        <translation>Teil eines Bildes</translation>
    </message>
    <message>
        <source>Part of %1</source>
        <translation>Teil von %1</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>The picture could not be saved as %1.</source>
        <translation>Das Bild konnte nicht als %1 gespeichert werden.</translation>
    </message>
    <message>
        <source>Select text</source>
        <translation>Text auswählen</translation>
    </message>
    <message>
        <source>Selects words that were read in the picture, to copy them (T)</source>
        <translation>Wählt Wörter aus, die im Bild gelesen wurden, um sie zu kopieren (T)</translation>
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
        <source>Settings of its own</source>
        <translation>Eigene Einstellungen</translation>
    </message>
    <message>
        <source>“%1” names the model %2, which is not here; this conversation keeps its own.</source>
        <translation>„%1“ nennt das Modell %2, das nicht da ist; dieses Gespräch behält seines.</translation>
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
        <source>Save as a preset…</source>
        <translation>Als Vorlage sichern …</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Begin new chats with it</source>
        <translation>Neue Chats damit beginnen</translation>
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
        <source>Save as a preset</source>
        <translation>Als Vorlage sichern</translation>
    </message>
    <message>
        <source>Rename the preset</source>
        <translation>Die Vorlage umbenennen</translation>
    </message>
    <message>
        <source>Delete the preset</source>
        <translation>Die Vorlage löschen</translation>
    </message>
    <message>
        <source>Delete “%1”? Conversations keep what it has set in them.</source>
        <translation>„%1“ löschen? Gespräche behalten, was sie in ihnen gesetzt hat.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Export the preset</source>
        <translation>Die Vorlage exportieren</translation>
    </message>
    <message>
        <source>Presets (*%1)</source>
        <translation>Vorlagen (*%1)</translation>
    </message>
    <message>
        <source>“%1” was written to %2.</source>
        <translation>„%1“ wurde nach %2 geschrieben.</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Vorlagen importieren</translation>
    </message>
    <message>
        <source>Added to the presets: %1.</source>
        <translation>Zu den Vorlagen hinzugefügt: %1.</translation>
    </message>
    <message>
        <source>“%1” was added without its model, which is on another machine (%2). To use that model, choose it yourself and save the preset.</source>
        <translation>„%1“ wurde ohne das Modell hinzugefügt, denn es liegt auf einem anderen Rechner (%2). Um dieses Modell zu verwenden, wählen Sie es selbst und sichern Sie die Vorlage.</translation>
    </message>
</context>
<context>
    <name>ui::PresetNameDialog</name>
    <message>
        <source>Name of the preset</source>
        <translation>Name der Vorlage</translation>
    </message>
    <message>
        <source>For example: Translator</source>
        <translation>Zum Beispiel: Übersetzer</translation>
    </message>
    <message>
        <source>With the model %1</source>
        <translation>Mit dem Modell %1</translation>
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
        <source>The preset that has this name is replaced.</source>
        <translation>Die Vorlage mit diesem Namen wird ersetzt.</translation>
    </message>
    <message>
        <source>Another preset has this name.</source>
        <translation>Eine andere Vorlage heißt so.</translation>
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
        <source>Send (Ctrl+Enter)</source>
        <translation>Senden (Strg+Enter)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Enter)</translation>
    </message>
    <message>
        <source>%1 of %2 files are read …</source>
        <translation>%1 von %2 Dateien sind gelesen …</translation>
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
        <source>The text was not pasted: it has %Ln characters, and %1 million are the most that a message can take along.</source>
        <translation>
            <numerusform>Der Text wurde nicht eingefügt: Er hat %Ln Zeichen, und eine Nachricht fasst höchstens %1 Millionen.</numerusform>
            <numerusform>Der Text wurde nicht eingefügt: Er hat %Ln Zeichen, und eine Nachricht fasst höchstens %1 Millionen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Editing a question: it is asked again, as another version</source>
        <translation>Frage bearbeiten: Sie wird als weitere Version noch einmal gestellt</translation>
    </message>
    <message>
        <source>Editing an answer: your words take its place, as another version</source>
        <translation>Antwort bearbeiten: Ihre Worte treten als weitere Version an ihre Stelle</translation>
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
        <source>Ask again (%1)</source>
        <translation>Noch einmal fragen (%1)</translation>
    </message>
    <message>
        <source>Keep this answer (%1)</source>
        <translation>Diese Antwort behalten (%1)</translation>
    </message>
    <message>
        <source>Pictures and documents (%1 %2);;Pictures (%1);;Documents (%2);;All files (*)</source>
        <translation>Bilder und Dokumente (%1 %2);;Bilder (%1);;Dokumente (%2);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>ui::PromptEdit</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends, Enter begins a new line.</source>
        <translation>Strg+Enter sendet, Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line.</source>
        <translation>Enter sendet, Umschalt+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Ask about a picture, or just ask.</source>
        <translation>Fragen Sie nach einem Bild oder was Sie möchten.</translation>
    </message>
    <message>
        <source>Ask anything.</source>
        <translation>Fragen Sie, was Sie möchten.</translation>
    </message>
    <message>
        <source>Ctrl+Enter sends</source>
        <translation>Strg+Enter sendet</translation>
    </message>
    <message>
        <source>Enter sends</source>
        <translation>Enter sendet</translation>
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
    <name>ui::SamplerEditor</name>
    <message>
        <source>A schema is a JSON object, in braces.</source>
        <translation>Ein Schema ist ein JSON-Objekt in geschweiften Klammern.</translation>
    </message>
    <message>
        <source>This is not JSON: %1 at character %2.</source>
        <translation>Dies ist kein JSON: %1 bei Zeichen %2.</translation>
    </message>
    <message>
        <source>For example: {&quot;type&quot;: &quot;object&quot;}</source>
        <translation>Zum Beispiel: {&quot;type&quot;: &quot;object&quot;}</translation>
    </message>
    <message>
        <source>Ready choices</source>
        <translation>Fertige Vorgaben</translation>
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
        <source>Only this many of the likeliest words are considered.</source>
        <translation>Nur so viele der wahrscheinlichsten Wörter kommen in Betracht.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>An answer is cut off there, and can be continued.</source>
        <translation>Dort wird eine Antwort abgeschnitten; sie kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Another each time</source>
        <translation>Jedes Mal eine andere</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same number gives the same answer to the same question, however bold.</source>
        <translation>Dieselbe Zahl gibt auf dieselbe Frage dieselbe Antwort, wie gewagt auch immer.</translation>
    </message>
    <message>
        <source>One in each line</source>
        <translation>Einer in jeder Zeile</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Enden bei</translation>
    </message>
    <message>
        <source>An answer ends before any of these texts.</source>
        <translation>Eine Antwort endet vor jedem dieser Texte.</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Answers are then JSON of this form and nothing else.</source>
        <translation>Antworten sind dann JSON dieser Form und nichts anderes.</translation>
    </message>
    <message>
        <source>Numbers of your own.</source>
        <translation>Eigene Zahlen.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 always takes the most likely word, so an answer repeats itself exactly; higher values are bolder.</source>
        <translation>0 nimmt immer das wahrscheinlichste Wort, sodass sich eine Antwort genau wiederholt; höhere Werte sind gewagter.</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Only the likeliest words that together have this share of the probability; 1 lets all through.</source>
        <translation>Nur die wahrscheinlichsten Wörter, die zusammen diesen Anteil der Wahrscheinlichkeit haben; 1 lässt alle durch.</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Drops words less likely than this share of the likeliest one.</source>
        <translation>Lässt Wörter weg, die unwahrscheinlicher sind als dieser Anteil des wahrscheinlichsten.</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>Typisch</translation>
    </message>
    <message>
        <source>Prefers words that surprise about as much as is usual in this place; 1 lets all through.</source>
        <translation>Bevorzugt Wörter, die etwa so sehr überraschen, wie es an dieser Stelle üblich ist; 1 lässt alle durch.</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Above 1, words that were used already become less likely; 1 changes nothing.</source>
        <translation>Über 1 werden schon verwendete Wörter unwahrscheinlicher; 1 ändert nichts.</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Vorkommensstrafe</translation>
    </message>
    <message>
        <source>Above 0, words that occurred at all become less likely, which brings new subjects.</source>
        <translation>Über 0 werden Wörter, die überhaupt vorkamen, unwahrscheinlicher, was neue Themen bringt.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>Above 0, words become less likely each time they occur.</source>
        <translation>Über 0 werden Wörter mit jedem Vorkommen unwahrscheinlicher.</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Always the most likely word: the same question has the same answer.</source>
        <translation>Immer das wahrscheinlichste Wort: Dieselbe Frage hat dieselbe Antwort.</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Ausgewogen</translation>
    </message>
    <message>
        <source>Varied, but close to what is likely: for everyday talk.</source>
        <translation>Abwechslungsreich, aber nahe am Wahrscheinlichen: für Alltägliches.</translation>
    </message>
    <message>
        <source>Creative</source>
        <translation>Kreativ</translation>
    </message>
    <message>
        <source>Bold choices and new subjects: for stories and ideas.</source>
        <translation>Gewagte Wahl und neue Themen: für Geschichten und Ideen.</translation>
    </message>
    <message>
        <source>Never say</source>
        <translation>Nie sagen</translation>
    </message>
    <message>
        <source>None of these texts becomes part of an answer.</source>
        <translation>Keiner dieser Texte kommt in einer Antwort vor.</translation>
    </message>
    <message>
        <source>For example: You are wordy and vague.</source>
        <translation>Zum Beispiel: Du schreibst weitschweifig und ungenau.</translation>
    </message>
    <message>
        <source>Negative prompt</source>
        <translation>Negative Anweisung</translation>
    </message>
    <message>
        <source>An answer keeps away from what the model would say under this instruction. Takes twice the time, and half of the context.</source>
        <translation>Eine Antwort hält sich fern von dem, was das Modell unter dieser Anweisung sagen würde. Braucht doppelt so viel Zeit und die Hälfte des Kontexts.</translation>
    </message>
    <message>
        <source>Continue inside words</source>
        <translation>Mitten im Wort fortsetzen</translation>
    </message>
    <message>
        <source>An answer that is continued may complete the word with which it broke off.</source>
        <translation>Eine Antwort, die fortgesetzt wird, darf das Wort vollenden, mit dem sie abbrach.</translation>
    </message>
    <message>
        <source>Against loops (DRY)</source>
        <translation>Gegen Schleifen (DRY)</translation>
    </message>
    <message>
        <source>Above 0, words that would repeat a whole run of earlier words become less likely, the more the longer the run.</source>
        <translation>Über 0 werden Wörter unwahrscheinlicher, die eine ganze Folge früherer Wörter wiederholen würden, umso mehr, je länger sie ist.</translation>
    </message>
    <message>
        <source>Leave out the obvious (XTC)</source>
        <translation>Naheliegendes auslassen (XTC)</translation>
    </message>
    <message>
        <source>How often the likeliest words are left out while there are other good ones.</source>
        <translation>Wie oft die wahrscheinlichsten Wörter ausgelassen werden, solange es andere gute gibt.</translation>
    </message>
    <message>
        <source>Obvious from</source>
        <translation>Naheliegend ab</translation>
    </message>
    <message>
        <source>The probability from which a word counts as obvious.</source>
        <translation>Die Wahrscheinlichkeit, ab der ein Wort als naheliegend gilt.</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Lenkung</translation>
    </message>
    <message>
        <source>How far an answer keeps away from what the negative prompt would give; 1 is not at all.</source>
        <translation>Wie weit sich eine Antwort von dem fernhält, was die negative Anweisung ergäbe; 1 ist gar nicht.</translation>
    </message>
    <message>
        <source>As the model does</source>
        <translation>Wie es das Modell tut</translation>
    </message>
    <message>
        <source>Think first</source>
        <translation>Erst nachdenken</translation>
    </message>
    <message>
        <source>Answer at once</source>
        <translation>Sofort antworten</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>For models that can do both; what a model thought is folded above its answer.</source>
        <translation>Für Modelle, die beides können; was ein Modell gedacht hat, steht gefaltet über seiner Antwort.</translation>
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
        <source>What is looked through</source>
        <translation>Was durchsucht wird</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Look through names and all messages</source>
        <translation>Namen und alle Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>Ihre</translation>
    </message>
    <message>
        <source>Look only through what you wrote</source>
        <translation>Nur durchsuchen, was Sie geschrieben haben</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Look only through answers</source>
        <translation>Nur Antworten durchsuchen</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Look only through messages with pictures and the answers to them</source>
        <translation>Nur Nachrichten mit Bildern und die Antworten darauf durchsuchen</translation>
    </message>
</context>
<context>
    <name>ui::SecretEdit</name>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
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
        <source>Folder %1, collapsed, %Ln conversations</source>
        <translation>
            <numerusform>Ordner %1, zugeklappt, %Ln Gespräch</numerusform>
            <numerusform>Ordner %1, zugeklappt, %Ln Gespräche</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder %1, %Ln conversations</source>
        <translation>
            <numerusform>Ordner %1, %Ln Gespräch</numerusform>
            <numerusform>Ordner %1, %Ln Gespräche</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::SeenPanel</name>
    <message>
        <source>This model sees pictures, but it does not say how.</source>
        <translation>Dieses Modell sieht Bilder, sagt aber nicht, wie.</translation>
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
        <source>Marks of the model&apos;s format</source>
        <translation>Zeichen des Modellformats</translation>
    </message>
    <message>
        <source>Tiles, in the order in which they are read</source>
        <translation>Kacheln in der Reihenfolge, in der sie gelesen werden</translation>
    </message>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>The whole prompt</source>
        <translation>Der ganze Prompt</translation>
    </message>
    <message>
        <source>The prompt, part by part</source>
        <translation>Der Prompt, Teil für Teil</translation>
    </message>
    <message>
        <source>What the model saw</source>
        <translation>Was das Modell sah</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>The model is not in memory. Once it is, it can say how it sees pictures.</source>
        <translation>Das Modell ist nicht im Speicher. Sobald es das ist, kann es sagen, wie es Bilder sieht.</translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation>Dieses Modell liest nur Text; es kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>Scaled to %1 × %2 pixels.</source>
        <translation>Skaliert auf %1 × %2 Pixel.</translation>
    </message>
    <message>
        <source>Cut into %1 × %2 tiles of %3 × %4 pixels.</source>
        <translation>Geteilt in %1 × %2 Kacheln von %3 × %4 Pixeln.</translation>
    </message>
    <message>
        <source>The whole picture is read as one more tile.</source>
        <translation>Das ganze Bild wird als eine weitere Kachel gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>It takes %Ln token(s) of the context.</source>
        <translation>
            <numerusform>Es braucht %Ln Token des Kontexts.</numerusform>
            <numerusform>Es braucht %Ln Token des Kontexts.</numerusform>
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
        <source>The picture: %Ln token(s)</source>
        <translation>
            <numerusform>Das Bild: %Ln Token</numerusform>
            <numerusform>Das Bild: %Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1. The whole picture: %Ln token(s)</source>
        <translation>
            <numerusform>%1. Das ganze Bild: %Ln Token</numerusform>
            <numerusform>%1. Das ganze Bild: %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 of text, %3 of pictures</source>
        <comment>tokens of a message</comment>
        <translation>%1: %2 für Text, %3 für Bilder</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tokens of a message</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The whole prompt: %1 of %2 tokens</source>
        <translation>Der ganze Prompt: %1 von %2 Token</translation>
    </message>
</context>
<context>
    <name>ui::SendMenu</name>
    <message>
        <source>More ways to send</source>
        <translation>Weitere Arten zu senden</translation>
    </message>
    <message>
        <source>Several answers to choose from</source>
        <translation>Mehrere Antworten zur Wahl</translation>
    </message>
    <message numerus="yes">
        <source>Give me %Ln answers</source>
        <translation>
            <numerusform>%Ln Antwort geben</numerusform>
            <numerusform>%Ln Antworten geben</numerusform>
        </translation>
    </message>
    <message>
        <source>Several models, side by side</source>
        <translation>Mehrere Modelle nebeneinander</translation>
    </message>
    <message>
        <source>Add a second model to compare answers</source>
        <translation>Fügen Sie ein zweites Modell hinzu, um Antworten zu vergleichen</translation>
    </message>
    <message>
        <source>Send to the ticked models</source>
        <translation>An die angekreuzten Modelle senden</translation>
    </message>
</context>
<context>
    <name>ui::ServerKeyEdit</name>
    <message>
        <source>Key of the server</source>
        <translation>Schlüssel des Servers</translation>
    </message>
    <message>
        <source>Keep the key of the server</source>
        <translation>Schlüssel des Servers behalten</translation>
    </message>
    <message>
        <source>Forget the key of the server</source>
        <translation>Schlüssel des Servers vergessen</translation>
    </message>
</context>
<context>
    <name>ui::ServerState</name>
    <message>
        <source>Starts…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Other programs reach it at %1</source>
        <translation>Andere Programme erreichen ihn unter %1</translation>
    </message>
    <message>
        <source>Ends…</source>
        <translation>Endet …</translation>
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
        <source>%Ln answer(s) being written</source>
        <translation>
            <numerusform>%Ln Antwort wird geschrieben</numerusform>
            <numerusform>%Ln Antworten werden geschrieben</numerusform>
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
        <source>There is no telemetry. The program counts nothing and reports nothing.</source>
        <translation>Es gibt keine Telemetrie. Das Programm zählt nichts und meldet nichts.</translation>
    </message>
    <message>
        <source>The log holds no questions, no answers and no names of pictures.</source>
        <translation>Das Protokoll enthält keine Fragen, keine Antworten und keine Namen von Bildern.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Answers wherever a conversation names no other.</source>
        <translation>Antwortet, wo ein Gespräch kein anderes nennt.</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>Das eingebaute Modell</translation>
    </message>
    <message>
        <source>Models added by you</source>
        <translation>Von Ihnen hinzugefügte Modelle</translation>
    </message>
    <message>
        <source>Files and folders that are used where they lie; nothing is copied.</source>
        <translation>Dateien und Ordner, die verwendet werden, wo sie liegen; nichts wird kopiert.</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>Every model in them is offered on the page of models.</source>
        <translation>Jedes Modell darin wird auf der Seite der Modelle angeboten.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>What computes. Used by models that are loaded from now on.</source>
        <translation>Was rechnet. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>How many threads compute on the processor. Used by models that are loaded from now on.</source>
        <translation>Wie viele Threads auf dem Prozessor rechnen. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>One per core</source>
        <translation>Einer je Kern</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>How much a model can keep in view; more takes more memory. Used by models that are loaded from now on.</source>
        <translation>Wie viel ein Modell im Blick behalten kann; mehr braucht mehr Speicher. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>As the model suggests</source>
        <translation>Wie das Modell vorschlägt</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Precision of the context</source>
        <translation>Genauigkeit des Kontexts</translation>
    </message>
    <message>
        <source>How exactly the context is kept in memory: 8 bits halve its size and cost next to nothing. Used by models that are loaded from now on.</source>
        <translation>Wie genau der Kontext im Speicher gehalten wird: 8 Bit halbieren seine Größe und kosten fast nichts. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>6 bits</source>
        <translation>6 Bit</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>8 bits, values 4</source>
        <translation>8 Bit, Werte 4</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>A small model of the same family that guesses ahead, which makes answers faster and leaves them the same. Used by models that are loaded from now on.</source>
        <translation>Ein kleines Modell derselben Familie, das vorausrät; das macht Antworten schneller und lässt sie gleich. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Unload an idle model after</source>
        <translation>Unbenutztes Modell entladen nach</translation>
    </message>
    <message>
        <source>Gives its memory back; the next question loads it again.</source>
        <translation>Gibt seinen Speicher zurück; die nächste Frage lädt es wieder.</translation>
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
        <source>What every conversation tells the model first, unless it has a prompt of its own.</source>
        <translation>Was jedes Gespräch dem Modell zuerst sagt, wenn es keinen eigenen Prompt hat.</translation>
    </message>
    <message>
        <source>For example: Answer in short sentences.</source>
        <translation>Zum Beispiel: Antworte in kurzen Sätzen.</translation>
    </message>
    <message>
        <source>How answers are chosen</source>
        <translation>Wie Antworten gewählt werden</translation>
    </message>
    <message>
        <source>For conversations that have set nothing of their own. Acts from the next answer on.</source>
        <translation>Für Gespräche, die nichts Eigenes eingestellt haben. Wirkt ab der nächsten Antwort.</translation>
    </message>
    <message>
        <source>Name conversations</source>
        <translation>Gespräche benennen</translation>
    </message>
    <message>
        <source>The model finds a title for a new conversation after its first answer.</source>
        <translation>Das Modell findet nach seiner ersten Antwort einen Titel für ein neues Gespräch.</translation>
    </message>
    <message>
        <source>Send with Ctrl+Enter</source>
        <translation>Mit Strg+Enter senden</translation>
    </message>
    <message>
        <source>Enter then begins a new line. Otherwise Enter sends and Shift+Enter begins a new line.</source>
        <translation>Enter beginnt dann eine neue Zeile. Sonst sendet Enter, und Umschalt+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Attach a pasted text from</source>
        <translation>Eingefügten Text anhängen ab</translation>
    </message>
    <message>
        <source>A longer text becomes an attachment instead of filling the prompt box.</source>
        <translation>Ein längerer Text wird ein Anhang, statt das Eingabefeld zu füllen.</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>As on the desktop means that the program changes together with it.</source>
        <translation>„Wie auf dem Desktop“ heißt, dass das Programm sich mit ihm ändert.</translation>
    </message>
    <message>
        <source>As on the desktop</source>
        <translation>Wie auf dem Desktop</translation>
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
        <source>Accent</source>
        <translation>Akzent</translation>
    </message>
    <message>
        <source>The colour of buttons, links and of what has the focus.</source>
        <translation>Die Farbe von Knöpfen, Links und dem, was den Fokus hat.</translation>
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
        <source>Of everything in the window. Ctrl++, Ctrl+- and Ctrl+0 change it, too.</source>
        <translation>Von allem im Fenster. Auch Strg++, Strg+- und Strg+0 ändern sie.</translation>
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
        <source>Of code in messages.</source>
        <translation>Von Code in Nachrichten.</translation>
    </message>
    <message>
        <source>As the text</source>
        <translation>Wie der Text</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Compact shows more at once, with less space between.</source>
        <translation>Kompakt zeigt mehr auf einmal, mit weniger Abstand.</translation>
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
        <source>Nothing slides or fades.</source>
        <translation>Nichts gleitet oder blendet über.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Of the program&apos;s texts; models answer in whatever language they are asked. Used from the next start.</source>
        <translation>Der Texte des Programms; Modelle antworten in der Sprache, in der sie gefragt werden. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Continue where you left off</source>
        <translation>Weitermachen, wo Sie aufgehört haben</translation>
    </message>
    <message>
        <source>Opens the last conversation at the start, with what you had begun to write.</source>
        <translation>Öffnet beim Start das letzte Gespräch, mit dem, was Sie zu schreiben begonnen hatten.</translation>
    </message>
    <message>
        <source>Notify about finished answers</source>
        <translation>Fertige Antworten melden</translation>
    </message>
    <message>
        <source>When a long answer ends while the window is in the background. The message never shows the text.</source>
        <translation>Wenn eine lange Antwort endet, während das Fenster im Hintergrund ist. Die Meldung zeigt nie den Text.</translation>
    </message>
    <message>
        <source>Icon in the system tray</source>
        <translation>Symbol im Systembereich</translation>
    </message>
    <message>
        <source>Closing the window then leaves the program running. Has no effect where the desktop has no tray.</source>
        <translation>Schließen des Fensters lässt das Programm dann laufen. Ohne Wirkung, wo der Desktop keinen Systembereich hat.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>What the log file holds. Never prompts, answers or names of pictures.</source>
        <translation>Was die Protokolldatei enthält. Nie Fragen, Antworten oder Namen von Bildern.</translation>
    </message>
    <message>
        <source>Warnings only</source>
        <translation>Nur Warnungen</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Üblich</translation>
    </message>
    <message>
        <source>Everything, for a report</source>
        <translation>Alles, für eine Fehlermeldung</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No setting has these words in its name or its help.</source>
        <translation>Keine Einstellung hat diese Wörter im Namen oder in der Hilfe.</translation>
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
        <source>A change acts at once.</source>
        <translation>Eine Änderung wirkt sofort.</translation>
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
        <source>Writing</source>
        <translation>Schreiben</translation>
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
        <translation>Speicherorte</translation>
    </message>
    <message>
        <source>System and logs</source>
        <translation>System und Protokolle</translation>
    </message>
    <message>
        <source>A temporary conversation is never written to disk.</source>
        <translation>Ein temporäres Gespräch wird nie auf die Platte geschrieben.</translation>
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
        <source>Cache, which can be deleted at any time</source>
        <translation>Zwischenspeicher, der jederzeit gelöscht werden kann</translation>
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
        <source>What a report of a problem needs to say of program and machine. Look through it before you send it anywhere.</source>
        <translation>Was eine Fehlermeldung über Programm und Rechner sagen muss. Sehen Sie es durch, bevor Sie es irgendwohin senden.</translation>
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
        <source>Memory of a graphics card</source>
        <translation>Speicher einer Grafikkarte</translation>
    </message>
    <message>
        <source>How much of it a model may take. Used by models that are loaded from now on.</source>
        <translation>Wie viel davon ein Modell nehmen darf. Gilt für Modelle, die ab jetzt geladen werden.</translation>
    </message>
    <message>
        <source>All that is free</source>
        <translation>Alles, was frei ist</translation>
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
        <translation>Was ein Modell von einem langen Gespräch gelesen hat, wird auf der Platte behalten, damit es nach dem nächsten Start nicht neu gelesen werden muss. Es wird mit dem Gespräch gelöscht. Die Seite „Ablage“ zeigt, wo es liegt, und schaltet es ab; dann wird alles davon gelöscht.</translation>
    </message>
    <message>
        <source>What models have read of conversations</source>
        <translation>Was Modelle von Gesprächen gelesen haben</translation>
    </message>
    <message>
        <source>Keep what models have read</source>
        <translation>Behalten, was Modelle gelesen haben</translation>
    </message>
    <message>
        <source>After a start a model would have to read a long conversation again, which takes a while. What it has read is kept on the disk instead, up to this size in all, and deleted with the conversation. With None nothing is kept, and what is there is deleted.</source>
        <translation>Nach einem Start müsste ein Modell ein langes Gespräch erneut lesen, was eine Weile dauert. Stattdessen wird das Gelesene auf der Platte behalten, insgesamt bis zu dieser Größe, und mit dem Gespräch gelöscht. Bei „Keine“ wird nichts behalten, und was da ist, wird gelöscht.</translation>
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
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Captions</source>
        <translation>Bildbeschreibungen</translation>
    </message>
    <message>
        <source>Delete all captions? The pictures stay where they are.</source>
        <translation>Alle Bildbeschreibungen löschen? Die Bilder bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Delete what models have read? They read a conversation again when it goes on.</source>
        <translation>Löschen, was Modelle gelesen haben? Sie lesen ein Gespräch neu, wenn es weitergeht.</translation>
    </message>
    <message>
        <source>Delete what can be made again?</source>
        <translation>Löschen, was neu erzeugt werden kann?</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Token for the hub</source>
        <translation>Token für den Hub</translation>
    </message>
    <message>
        <source>For models whose makers want to know who fetches them. It is shown to the hub and to nobody else; HF_TOKEN of the environment goes first.</source>
        <translation>Für Modelle, deren Urheber wissen wollen, wer sie holt. Es wird dem Hub gezeigt und niemandem sonst; HF_TOKEN aus der Umgebung geht vor.</translation>
    </message>
    <message>
        <source>Hub of models</source>
        <translation>Hub der Modelle</translation>
    </message>
    <message>
        <source>Where models are fetched from when you ask for one: Hugging Face, or a mirror of it. HF_ENDPOINT of the environment goes first.</source>
        <translation>Von dort werden Modelle geholt, wenn Sie eines haben wollen: Hugging Face oder ein Spiegel davon. HF_ENDPOINT aus der Umgebung geht vor.</translation>
    </message>
    <message>
        <source>Compute exactly</source>
        <translation>Genau rechnen</translation>
    </message>
    <message>
        <source>On the processor, in full precision: the numbers are those of the model&apos;s file to the last place, and answers take about twice as long. Used by models that are loaded from now on.</source>
        <translation>Auf dem Prozessor mit voller Genauigkeit: Die Zahlen sind bis zur letzten Stelle die der Modelldatei, und Antworten dauern etwa doppelt so lange. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
    <message>
        <source>Read the text in pictures</source>
        <translation>Den Text in Bildern lesen</translation>
    </message>
    <message>
        <source>What Tesseract reads in a page, a screenshot or a receipt goes with the picture to the model, and can be selected where the picture is shown.</source>
        <translation>Was Tesseract auf einer Seite, einem Bildschirmfoto oder einer Quittung liest, bekommt das Modell mit dem Bild, und es lässt sich auswählen, wo das Bild gezeigt wird.</translation>
    </message>
    <message>
        <source>Compare by meaning with</source>
        <translation>Nach dem Sinn vergleichen mit</translation>
    </message>
    <message>
        <source>A model that finds passages which say the same in other words. What has been read is prepared for it in the background. The page Get models offers some.</source>
        <translation>Ein Modell, das Stellen findet, die dasselbe mit anderen Worten sagen. Was gelesen wurde, wird im Hintergrund dafür vorbereitet. Die Seite „Modelle holen“ bietet welche an.</translation>
    </message>
    <message>
        <source>Nothing: words alone</source>
        <translation>Keines: nur Wörter</translation>
    </message>
    <message>
        <source>Follow changes</source>
        <translation>Änderungen folgen</translation>
    </message>
    <message>
        <source>What is new or changed in your folders is read at once. Otherwise at the next start, or when you let them be checked.</source>
        <translation>Was in Ihren Ordnern neu ist oder geändert wurde, wird sofort gelesen. Sonst beim nächsten Start oder wenn Sie sie prüfen lassen.</translation>
    </message>
    <message>
        <source>Where it is kept what documents say</source>
        <translation>Wo aufbewahrt wird, was in Dokumenten steht</translation>
    </message>
    <message>
        <source>A file, or the address of a PostgreSQL database that several people use: postgresql://user@host/database. A password is better kept in ~/.pgpass. What was read before stays where it is.</source>
        <translation>Eine Datei oder die Adresse einer PostgreSQL-Datenbank, die mehrere nutzen: postgresql://user@host/database. Ein Passwort steht besser in ~/.pgpass. Was vorher gelesen wurde, bleibt, wo es ist.</translation>
    </message>
    <message>
        <source>A file of this program</source>
        <translation>Eine Datei dieses Programms</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Nothing leaves this machine unless you choose a model on another: questions, pictures and answers are computed here and kept here.</source>
        <translation>Nichts verlässt diese Maschine, außer Sie wählen ein Modell auf einer anderen: Fragen, Bilder und Antworten werden hier berechnet und hier aufbewahrt.</translation>
    </message>
    <message>
        <source>The program contacts other machines only where you ask for it: when you look closer at a model, get one, or let a model on another machine answer. These were contacted:</source>
        <translation>Das Programm nimmt nur dort Verbindung zu anderen Maschinen auf, wo Sie darum bitten: wenn Sie ein Modell näher ansehen, eines holen oder ein Modell auf einer anderen Maschine antworten lassen. Mit diesen gab es Verbindung:</translation>
    </message>
    <message>
        <source>Models that can call tools are told of those that you switch on here. Each call is shown in its conversation, and made once you allow it, or at once where you have said “Always”.</source>
        <translation>Modelle, die Werkzeuge aufrufen können, erfahren von denen, die Sie hier einschalten. Jeder Aufruf steht in seiner Unterhaltung und geschieht, wenn Sie ihn erlauben, oder gleich, wo Sie „Immer“ gewählt haben.</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP-Server</translation>
    </message>
    <message>
        <source>Programs on this computer that offer more tools by the Model Context Protocol. None is started before you switch it on.</source>
        <translation>Programme auf diesem Rechner, die über das Model Context Protocol weitere Werkzeuge bieten. Keines wird gestartet, bevor Sie es einschalten.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Key of the server</source>
        <translation>Schlüssel des Servers</translation>
    </message>
    <message>
        <source>Clients send it as “Authorization: Bearer …”. Without one, every program on this computer may ask, and no other computer.</source>
        <translation>Clients senden ihn als „Authorization: Bearer …“. Ohne ihn darf jedes Programm auf diesem Rechner fragen, und kein anderer Rechner.</translation>
    </message>
    <message>
        <source>State of the server</source>
        <translation>Zustand des Servers</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>A command for a terminal that asks the current model.</source>
        <translation>Ein Befehl für ein Terminal, der das aktuelle Modell fragt.</translation>
    </message>
    <message>
        <source>Offer models to other programs</source>
        <translation>Modelle anderen Programmen anbieten</translation>
    </message>
    <message>
        <source>Programs that speak OpenAI&apos;s or Anthropic&apos;s interface can then ask the models of this window. Their answers are written at the same time as yours.</source>
        <translation>Programme, die die Schnittstelle von OpenAI oder Anthropic sprechen, können dann die Modelle dieses Fensters fragen. Ihre Antworten werden zugleich mit Ihren geschrieben.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>127.0.0.1 is for programs on this computer. With 0.0.0.0 other computers reach it, too, which need the key; nothing is encrypted on the way.</source>
        <translation>127.0.0.1 ist für Programme auf diesem Rechner. Mit 0.0.0.0 erreichen ihn auch andere Rechner, die den Schlüssel brauchen; unterwegs wird nichts verschlüsselt.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>A change ends the answers under way.</source>
        <translation>Eine Änderung beendet die laufenden Antworten.</translation>
    </message>
    <message>
        <source>A free one</source>
        <translation>Ein freier</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Let the model read what was found</source>
        <translation>Das Modell lesen lassen, was gefunden wurde</translation>
    </message>
    <message>
        <source>A model of at least a billion parameters reads each of the best passages first and says whether it answers your question. That takes as long as reading them.</source>
        <translation>Ein Modell mit mindestens einer Milliarde Parametern liest erst jede der besten Stellen und sagt, ob sie Ihre Frage beantwortet. Das dauert so lange, wie sie zu lesen.</translation>
    </message>
    <message>
        <source>Load models faster</source>
        <translation>Modelle schneller laden</translation>
    </message>
    <message>
        <source>Keeps a copy of a model&apos;s weights on the disk as this processor needs them, all together at most 16 GB. Used by models that are loaded from now on.</source>
        <translation>Bewahrt auf der Platte eine Kopie der Gewichte auf, wie dieser Prozessor sie braucht, insgesamt höchstens 16 GB. Gilt für Modelle, die von jetzt an geladen werden.</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutHelp</name>
    <message>
        <source>Search commands or keys</source>
        <translation>Befehle oder Tasten suchen</translation>
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
        <source>No command has this name or keys.</source>
        <translation>Kein Befehl hat diesen Namen oder diese Tasten.</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutRow</name>
    <message>
        <source>Add keys for “%1”</source>
        <translation>Tasten für „%1“ hinzufügen</translation>
    </message>
    <message>
        <source>Back to the default keys</source>
        <translation>Zurück zu den Standardtasten</translation>
    </message>
    <message>
        <source>Take %1 from “%2”</source>
        <translation>%1 von „%2“ nehmen</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation>%1 gehört zu „%2“.</translation>
    </message>
    <message>
        <source>Take it over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Other keys</source>
        <translation>Andere Tasten</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutsEditor</name>
    <message>
        <source>Search commands or keys</source>
        <translation>Befehle oder Tasten suchen</translation>
    </message>
    <message>
        <source>All back to the default</source>
        <translation>Alle auf den Standard zurück</translation>
    </message>
</context>
<context>
    <name>ui::Sidebar</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>More for conversations</source>
        <translation>Mehr zu Gesprächen</translation>
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
        <source>Import conversations…</source>
        <translation>Gespräche importieren …</translation>
    </message>
    <message>
        <source>Export all conversations…</source>
        <translation>Alle Gespräche exportieren …</translation>
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
        <source>Removed the folder “%1”</source>
        <translation>Ordner „%1“ entfernt</translation>
    </message>
    <message>
        <source>Names and messages of all conversations</source>
        <translation>Namen und Nachrichten aller Gespräche</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Delete all conversations</source>
        <translation>Alle Gespräche löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln conversation(s), with their pictures?</source>
        <translation>
            <numerusform>%Ln Gespräch mit seinen Bildern löschen?</numerusform>
            <numerusform>%Ln Gespräche mit ihren Bildern löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Alle löschen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln conversation(s)</source>
        <translation>
            <numerusform>%Ln Gespräch gelöscht</numerusform>
            <numerusform>%Ln Gespräche gelöscht</numerusform>
        </translation>
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
        <source>Shows or hides the sources of this answer</source>
        <translation>Zeigt oder verbirgt die Quellen dieser Antwort</translation>
    </message>
</context>
<context>
    <name>ui::SpeedLine</name>
    <message>
        <source>Measuring this computer</source>
        <translation>Dieser Computer wird gemessen</translation>
    </message>
    <message>
        <source>Computes for a while at full speed. What is found is kept on this computer.</source>
        <translation>Rechnet eine Weile mit voller Kraft. Das Ergebnis bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>This computer is being measured…</source>
        <translation>Dieser Computer wird gemessen …</translation>
    </message>
    <message>
        <source>How fast it will be is known once this computer has been measured.</source>
        <translation>Wie schnell es sein wird, ist bekannt, sobald dieser Computer gemessen wurde.</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Messung beenden</translation>
    </message>
    <message>
        <source>Measure this computer (20 s)</source>
        <translation>Diesen Computer messen (20 s)</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>The answer was cut off</source>
        <translation>Die Antwort wurde abgeschnitten</translation>
    </message>
    <message>
        <source>Too long: some passages were read</source>
        <translation>Zu lang: einige Stellen wurden gelesen</translation>
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
        <translation>Anmerkung</translation>
    </message>
</context>
<context>
    <name>ui::TablePage</name>
    <message>
        <source>Export as CSV…</source>
        <translation>Als CSV exportieren …</translation>
    </message>
    <message>
        <source>The table</source>
        <translation>Die Tabelle</translation>
    </message>
    <message>
        <source>Enter opens the passage that a value is from.</source>
        <translation>Die Eingabetaste öffnet die Stelle, aus der ein Wert stammt.</translation>
    </message>
    <message>
        <source>Back to the documents</source>
        <translation>Zurück zu den Dokumenten</translation>
    </message>
    <message>
        <source>A table out of documents</source>
        <translation>Eine Tabelle aus Dokumenten</translation>
    </message>
    <message>
        <source>Open a JSON schema…</source>
        <translation>JSON-Schema öffnen …</translation>
    </message>
    <message>
        <source>Its properties are the columns</source>
        <translation>Seine Eigenschaften sind die Spalten</translation>
    </message>
    <message>
        <source>Name columns instead</source>
        <translation>Stattdessen Spalten benennen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Rows made</source>
        <translation>Fertige Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>A row for each of %Ln document(s)</source>
        <translation>
            <numerusform>Eine Zeile für %Ln Dokument</numerusform>
            <numerusform>Eine Zeile für jedes von %Ln Dokumenten</numerusform>
        </translation>
    </message>
    <message>
        <source>A JSON schema</source>
        <translation>Ein JSON-Schema</translation>
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
        <source>There are no documents to make a table of.</source>
        <translation>Es gibt keine Dokumente für eine Tabelle.</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Das Modell wird geladen …</translation>
    </message>
    <message numerus="yes">
        <source>Finished: %Ln row(s)</source>
        <translation>
            <numerusform>Fertig: %Ln Zeile</numerusform>
            <numerusform>Fertig: %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped; %Ln row(s) are there</source>
        <translation>
            <numerusform>Angehalten; %Ln Zeile ist da</numerusform>
            <numerusform>Angehalten; %Ln Zeilen sind da</numerusform>
        </translation>
    </message>
    <message>
        <source>Make the table</source>
        <translation>Tabelle erstellen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Another table</source>
        <translation>Eine andere Tabelle</translation>
    </message>
    <message>
        <source>No passage has this value.</source>
        <translation>Keine Stelle enthält diesen Wert.</translation>
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
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The table is in %1.</source>
        <translation>Die Tabelle liegt in %1.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 kann nicht gelesen werden: %2.</translation>
    </message>
</context>
<context>
    <name>ui::TemporaryBar</name>
    <message>
        <source>This chat is temporary: nothing of it is kept on the disk.</source>
        <translation>Dieser Chat ist temporär: Nichts davon bleibt auf der Platte.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Makes it a conversation like the others</source>
        <translation>Macht ihn zu einem Gespräch wie die anderen</translation>
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
        <translation>Text zeigen oder verbergen</translation>
    </message>
    <message>
        <source>The rest is not shown here; the model reads all of it.</source>
        <translation>Der Rest wird hier nicht gezeigt; das Modell liest alles.</translation>
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
        <source>Open the document</source>
        <translation>Das Dokument öffnen</translation>
    </message>
</context>
<context>
    <name>ui::TextBar</name>
    <message>
        <source>Drag over words, or use the arrows; Shift selects more.</source>
        <translation>Über Wörter ziehen oder die Pfeile nehmen; mit Umschalt kommen weitere dazu.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Selects nothing (Escape)</source>
        <translation>Wählt nichts aus (Escape)</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Selects all text in the picture (Ctrl+A)</source>
        <translation>Wählt allen Text im Bild aus (Strg+A)</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copies the selected words (Ctrl+C)</source>
        <translation>Kopiert die ausgewählten Wörter (Strg+C)</translation>
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
        <source>%1. The beginning is shown here; the model reads all of it.</source>
        <translation>%1. Hier steht der Anfang; das Modell liest alles.</translation>
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
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thought about it</source>
        <translation>Nachgedacht</translation>
    </message>
    <message numerus="yes">
        <source>Thought for %Ln s</source>
        <translation>
            <numerusform>%Ln s nachgedacht</numerusform>
            <numerusform>%Ln s nachgedacht</numerusform>
        </translation>
    </message>
    <message>
        <source>Hides what the model thought.</source>
        <translation>Verbirgt, was das Modell dachte.</translation>
    </message>
    <message>
        <source>Shows what the model thought.</source>
        <translation>Zeigt, was das Modell dachte.</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>Was das Modell dachte</translation>
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
        <source>Keep the token</source>
        <translation>Das Token behalten</translation>
    </message>
    <message>
        <source>Forget the token</source>
        <translation>Das Token vergessen</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
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
        <source>Calls of tools</source>
        <translation>Aufrufe von Werkzeugen</translation>
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
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Waits for you</source>
        <translation>Wartet auf Sie</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Misslungen</translation>
    </message>
    <message>
        <source>Not called</source>
        <translation>Nicht aufgerufen</translation>
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
        <source>Shows or hides what the tool returned.</source>
        <translation>Zeigt oder verbirgt, was das Werkzeug lieferte.</translation>
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
        <source>Importing: %1 so far</source>
        <translation>Import: bisher %1</translation>
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
        <source>The built-in model knows drawings: objects, shapes, short signs. For photographs, get another model.</source>
        <translation>Das eingebaute Modell kennt Zeichnungen: Dinge, Formen, kurze Schilder. Für Fotos brauchen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The built-in model knows drawings: objects, shapes, short signs. %1 was made for photographs, too.</source>
        <translation>Das eingebaute Modell kennt Zeichnungen: Dinge, Formen, kurze Schilder. %1 wurde auch für Fotos gemacht.</translation>
    </message>
    <message>
        <source>Answer again with %1</source>
        <translation>Noch einmal mit %1 antworten</translation>
    </message>
    <message>
        <source>Get a model that sees photographs</source>
        <translation>Ein Modell holen, das Fotos sieht</translation>
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
        <source>Read the text in a picture</source>
        <translation>Text in einem Bild lesen</translation>
    </message>
    <message>
        <source>Write down all text that stands in this picture.</source>
        <translation>Schreibe allen Text auf, der in diesem Bild steht.</translation>
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
        <source>Sum up a text</source>
        <translation>Einen Text zusammenfassen</translation>
    </message>
    <message>
        <source>Sum up this text in a few sentences: </source>
        <translation>Fasse diesen Text in wenigen Sätzen zusammen: </translation>
    </message>
    <message>
        <source>Drop a picture here to have it described</source>
        <translation>Ziehen Sie ein Bild hierher, um es beschreiben zu lassen</translation>
    </message>
    <message>
        <source>Or paste one, or ask anything below. Nothing leaves this computer.</source>
        <translation>Oder fügen Sie eines ein, oder fragen Sie unten. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Use another model…</source>
        <translation>Anderes Modell verwenden …</translation>
    </message>
    <message>
        <source>There is no model to answer</source>
        <translation>Es ist kein Modell da, das antworten könnte</translation>
    </message>
    <message>
        <source>Use a file…</source>
        <translation>Datei verwenden …</translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation>Modelle zeigen</translation>
    </message>
    <message>
        <source>Describe the sample %1</source>
        <translation>Beispiel %1 beschreiben</translation>
    </message>
    <message>
        <source>What shall we talk about?</source>
        <translation>Worüber sprechen wir?</translation>
    </message>
    <message>
        <source>%1 is loaded when you begin to write.</source>
        <translation>%1 wird geladen, sobald Sie zu schreiben beginnen.</translation>
    </message>
    <message>
        <source>Ask anything below. Nothing leaves this computer.</source>
        <translation>Fragen Sie unten, was Sie möchten. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>The built-in starter model knows drawings: objects, shapes, short signs. Photographs are outside its world.</source>
        <translation>Das eingebaute Startmodell kennt Zeichnungen: Dinge, Formen, kurze Schilder. Fotos liegen außerhalb seiner Welt.</translation>
    </message>
    <message>
        <source>This model reads text only; it cannot see pictures.</source>
        <translation>Dieses Modell liest nur Text; es kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>Welcome to Vignette</source>
        <translation>Willkommen bei Vignette</translation>
    </message>
    <message>
        <source>What you write stays here and can be sent once there is a model.</source>
        <translation>Was Sie schreiben, bleibt hier und kann gesendet werden, sobald ein Modell da ist.</translation>
    </message>
    <message>
        <source>Get a model that sees photographs</source>
        <translation>Ein Modell holen, das Fotos sieht</translation>
    </message>
    <message>
        <source>Asks a hub of models what there is; nothing is fetched before you say so</source>
        <translation>Fragt einen Hub von Modellen, was es gibt; nichts wird geholt, bevor Sie es sagen</translation>
    </message>
    <message>
        <source>Get a model</source>
        <translation>Ein Modell holen</translation>
    </message>
    <message>
        <source>Or paste one, or ask anything below.</source>
        <translation>Oder fügen Sie eines ein, oder fragen Sie unten irgendetwas.</translation>
    </message>
    <message>
        <source>Ask anything below.</source>
        <translation>Fragen Sie unten irgendetwas.</translation>
    </message>
</context>
<context>
    <name>ui::statisticsText</name>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Cut at the length limit</source>
        <translation>An der Längengrenze abgeschnitten</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>%1 je Sekunde</translation>
    </message>
    <message>
        <source>first after %1 s</source>
        <translation>erstes nach %1 s</translation>
    </message>
    <message>
        <source>first after %1 ms</source>
        <translation>erstes nach %1 ms</translation>
    </message>
    <message>
        <source>reused %1 of %2</source>
        <translation>%1 von %2 wiederverwendet</translation>
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
        <translation>Temperatur %1, Startwert %2</translation>
    </message>
    <message>
        <source>temperature %1</source>
        <translation>Temperatur %1</translation>
    </message>
</context>
<context>
    <name>ui::transferDialogs</name>
    <message>
        <source>Export conversation</source>
        <translation>Gespräch exportieren</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Archive, with all versions and pictures (*.zip)</source>
        <translation>Archiv, mit allen Fassungen und Bildern (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were written into %1.</source>
        <translation>
            <numerusform>%Ln Gespräch wurde in %1 geschrieben.</numerusform>
            <numerusform>%Ln Gespräche wurden in %1 geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Conversations %1</source>
        <comment>a file name with a date</comment>
        <translation>Gespräche %1</translation>
    </message>
    <message>
        <source>Export all conversations</source>
        <translation>Alle Gespräche exportieren</translation>
    </message>
    <message>
        <source>Archive (*.zip)</source>
        <translation>Archiv (*.zip)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations were imported.</source>
        <translation>
            <numerusform>%Ln Gespräch wurde importiert.</numerusform>
            <numerusform>%Ln Gespräche wurden importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>Gespräche importieren</translation>
    </message>
    <message>
        <source>JSON, with all versions (*.vignette.json)</source>
        <translation>JSON, mit allen Fassungen (*.vignette.json)</translation>
    </message>
    <message>
        <source>The conversation was written to %1.</source>
        <translation>Das Gespräch wurde nach %1 geschrieben.</translation>
    </message>
    <message>
        <source>The conversation was written to %1, and its pictures into “%2” beside it.</source>
        <translation>Das Gespräch wurde nach %1 geschrieben, seine Bilder daneben in „%2“.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were here already; their names end in “(imported)”.</source>
        <translation>
            <numerusform>%Ln davon gab es schon; der Name endet auf „(importiert)“.</numerusform>
            <numerusform>%Ln davon gab es schon; ihre Namen enden auf „(importiert)“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Conversations of Vignette or ChatGPT, Markdown (*.zip *.json *.md *.markdown)</source>
        <translation>Gespräche von Vignette oder ChatGPT, Markdown (*.zip *.json *.md *.markdown)</translation>
    </message>
</context>
</TS>
