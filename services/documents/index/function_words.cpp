#include "services/documents/index/function_words.h"

#include "services/documents/index/search_terms.h"

#include <unordered_set>

namespace services {

namespace {

constexpr const char* words[] = {
    // English
    "a an the of in on at to for from by with as is are was were be been being am do does did can "
    "could may might must shall should will would have has had i me my you your he she it its we "
    "our "
    "us they them their this that these those there what which who whom whose when where why how "
    "if "
    "then than and or not no but so any some all just get got about into out up",
    // German
    "der die das den dem des ein eine einen einem einer eines und oder nicht kein keine ist sind "
    "war "
    "waren wird werden wurde sein bin habe hat haben hatte ich mir mich du dir man er sie es wir "
    "uns "
    "ihr ihnen mein meine meinem meinen dein was wer wem wen wie wo wann warum welche welcher "
    "welches "
    "welchem welchen wofür wozu wenn dass ob als auf aus bei für im mit nach um von vom zu zum zur "
    "über unter kann können muss soll darf",
    // French
    "le la les un une des du de et ou ne pas est sont être été avoir ai as ont je tu il elle on "
    "nous "
    "vous ils elles mon ma mes ton ta tes son sa ses leur que qui quoi quel quelle quels quelles "
    "dont "
    "où quand comment pourquoi combien si ce cet cette ces dans sur sous avec pour par peut peux "
    "faut",
    // Spanish
    "el los las una unos unas del al y o no es son está están ser estar he ha han yo él ella "
    "nosotros "
    "ellos mi mis tu tus su sus qué quién cuál cuáles cuándo dónde cómo cuánto cuánta cuántos por "
    "para "
    "con sin en se lo que si este esta estos estas puede puedo debe hay",
};

} // namespace

bool isFunctionWord(const std::string& term)
{
    static const auto terms = [] {
        std::unordered_set<std::string> all;
        for (const char* language : words)
            for (std::string& each : searchTermsOf(language, TermsOf::Question))
                all.insert(std::move(each));
        return all;
    }();
    return terms.contains(term);
}

} // namespace services
