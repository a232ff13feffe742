#include "services/documents/index/function_words.h"

#include "services/documents/index/search_terms.h"

#include <array>
#include <span>
#include <unordered_set>

namespace services {

namespace {

constexpr const char* words[] = {
    // English
    "a an the of in on at to for from by with as is are was were be been being am do does did can "
    "could may might must shall should will would have has had i me my you your he she it its we "
    "our us they them their this that these those there what which who whom whose when where why "
    "how many much if then than and or not no but so any some all just get got about into out up",
    // German
    "der die das den dem des ein eine einen einem einer eines und oder nicht kein keine ist sind "
    "war waren wird werden wurde sein bin habe hat haben hatte ich mir mich du dir man er sie es "
    "wir uns ihr ihnen mein meine meinem meinen dein was wer wem wen wie wo wann warum welche "
    "welcher welches welchem welchen wofür wozu wenn dass ob als auf aus bei für im mit nach um "
    "von vom zu zum zur über unter kann können muss soll darf viel viele",
    // French
    "le la les un une des du de et ou ne pas est sont être été avoir ai as ont je tu il elle on "
    "nous vous ils elles mon ma mes ton ta tes son sa ses leur que qui quoi quel quelle quels "
    "quelles dont où quand comment pourquoi combien si ce cet cette ces dans sur sous avec pour "
    "par peut peux faut",
    // Spanish
    "el los las una unos unas del al y o no es son está están ser estar he ha han yo él ella "
    "nosotros ellos mi mis tu tus su sus qué quién cuál cuáles cuándo dónde cómo cuánto cuánta "
    "cuántos por para con sin en se lo que si este esta estos estas puede puedo debe hay",
    // Italian
    "il lo la i gli le un uno una di del dello della dei degli delle a al alla ai alle da dal "
    "dalla "
    "in nel nella nei nelle con su sul sulla per tra fra e o non è sono era essere ho ha hanno io "
    "lui lei noi voi loro mio mia suo sua che chi cosa quale quali quando dove come perché quanto "
    "quanta quanti quante se questo questa questi queste si ci può posso deve anche",
    // Portuguese
    "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem e ou "
    "não é são foi ser estar está tem têm eu ele ela nós eles meu minha seu sua que quem qual "
    "quais "
    "quando onde como porquê quanto quanta quantos quantas se este esta isto pode posso deve mais",
    // Dutch
    "de het een en of niet geen is zijn was waren wordt worden ben heb heeft hebben had ik mij je "
    "jij u hij zij ze wij we ons jullie hun mijn uw wat wie welke welk wanneer waar waarom hoe "
    "hoeveel als dan dat die dit deze er in op aan bij met naar om van voor uit over kan kunnen "
    "moet mag ook maar",
    // Swedish
    "en ett den det de som och eller inte ingen är var vara blir har hade jag mig du dig han hon "
    "vi "
    "oss ni dem min mitt mina din sin sina vad vem vilken vilket vilka när var varför hur många "
    "om att på i av till från med för vid under över kan ska måste får också men",
};
constexpr int takenOfAll = 4; // the first: words of the others mean something in English

using Words = std::unordered_set<std::string>;

void add(Words& all, const char* listed, Language endings)
{
    for (std::string& each : searchTermsOf(listed, TermsOf::Question, endings))
        all.insert(std::move(each));
}

} // namespace

bool isFunctionWord(const std::string& term)
{
    static const Words terms = [] {
        Words all;
        for (const char* listed : std::span(words).first<takenOfAll>())
            add(all, listed, Language::English);
        return all;
    }();
    return terms.contains(term);
}

bool isFunctionWordOf(Language language, const std::string& word)
{
    static const auto byLanguage = [] {
        std::array<Words, std::size(words) + 1> all; // the last: none, for Unknown
        for (size_t each = 0; each < std::size(words); ++each)
            add(all[each], words[each], Language::Unknown);
        return all;
    }();
    return byLanguage[size_t(language)].contains(word);
}

} // namespace services
