/**
 * Words by which a mail speaks to a model and not to a person. A person who answers a sales email writes none of them; a mail that does is
 * sorted by rules alone. This is the second wall: the first is that a model's answer can do nothing but name a category.
 */
const addressed = [
  /\b(?:ignore|disregard|forget|override) (?:all |any |the |your |my )?(?:of )?(?:the |your )?(?:previous|prior|above|earlier|preceding|other|system|these|those)(?: \w{1,20})? ?(?:instructions?|prompts?|rules?|messages?|directions?|commands?|text)?\b/u,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/u,
  /\b(?:you are|act as|behave as|pretend to be|roleplay as) (?:now )?(?:a |an |the )?(?:\w{1,20} )?(?:ai|assistant|language model|llm|chatbot|classifier|gpt|chatgpt|claude|gemini|copilot)\b/u,
  /\b(?:dear|hello|hi|hey|attention|note to(?: the)?|to the|message for(?: the)?) (?:ai|assistant|language model|llm|classifier|gpt|chatgpt|bot)\b/u,
  /\b(?:classify|categorise|categorize|label|tag|sort|mark|score|rate) (?:this|the|my|it)(?: (?:e-?mail|mail|reply|message|lead|text|answer|response|conversation|contact)){0,2} (?:as|under|into)\b/u,
  /\b(?:set|return|output|respond with|answer with|reply with|print|emit) (?:(?:only|the|a|exactly) ){0,3}(?:json|category|confidence|label|\{)/u,
  /\bcategory[_ ]id\b|"confidence"|\bconfidence (?:of |: ?|= ?)\d/u,
  /<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[\/?inst\]|### ?(?:instruction|system|response)|<\/?(?:system|instructions?|prompt)>/u,
  /\b(?:jailbreak|developer mode|dan mode|prompt injection)\b/u,
  /\b(?:reveal|show|repeat|print|send|leak|output)(?: me)? (?:(?:your|the) (?:\w{1,20} )?(?:prompt|knowledge|api key)|your (?:\w{1,20} )?(?:instructions|rules|key))\b/u,
  /\b(?:ignoriere|vergiss|missachte) (?:alle |die |deine )?(?:vorherigen|bisherigen|obigen|früheren) (?:anweisungen|befehle|regeln)\b/u,
  /\b(?:ignorez|oubliez|ignore) (?:toutes )?(?:les |tes |vos )?(?:instructions|consignes)(?: précédentes)?\b/u,
  /\b(?:ignora|olvida) (?:todas )?(?:las )?instrucciones\b|\bignora (?:tutte )?le istruzioni\b|\bignore (?:todas )?as instruções\b/u,
];

/** Looks at the first 20,000 characters, more than a model gets. */
export function speaksToModel(text: string): boolean {
  const read = text
    .slice(0, 20_000)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_~`]+/g, ' ');
  const bare = text.slice(0, 20_000).normalize('NFKC').toLowerCase();
  return addressed.some((words) => words.test(read) || words.test(bare));
}
