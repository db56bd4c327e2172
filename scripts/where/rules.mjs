// What the glossary says of where rules are decided: "At which share of bounces a campaign pauses itself", and the line.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../load-contracts.mjs';
import { askedWords, stemsIn } from './stem.mjs';

/** From which share of what is asked a rule may be meant, and from which on it surely is; it is left out beside one that says much more. */
const [leastShare, sureShare, besideBest] = [0.48, 0.68, 0.8];
/** What a word counts that is in the rule's file name or in the name of what decides it only. */
const byName = 0.6;

/** `{ rule, file, name }` of each row of "Where it is decided". */
export function readRules() {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n## Where it is decided\n')[1] ?? '';
  return text
    .split('\n## ')[0]
    .split('\n')
    .flatMap((row) => {
      const [, rule, place] = row.split('|').map((cell) => cell.trim());
      const [, file, , name] = place?.split('`') ?? [];
      return name ? [{ rule, file, name }] : [];
    });
}

/** The rules as they were when first asked for, with the words of each. */
let known;

/** Rules that say many of the words: `{ at, line, text, isSure }`, the likeliest first, three at most. */
export function findRules(asked) {
  const words = askedWords(asked);
  known ??= readRules().map((rule) => ({
    ...rule,
    said: stemsIn(rule.rule),
    named: stemsIn(`${basename(rule.file)} ${rule.name}`),
  }));
  const rules = known;
  const rarity = new Map(
    words.map((word) => [
      word,
      Math.log(1 + rules.length / (1 + rules.filter(({ said, named }) => said.has(word) || named.has(word)).length)),
    ]),
  );
  // Among rules that say as much: "how many" and "can" are no words to search by, and still tell them apart.
  const every = stemsIn(asked);
  const shared = ({ said }) => [...every].filter((word) => said.has(word)).length;
  const whole = words.reduce((total, word) => total + rarity.get(word), 0);
  const scored = rules
    .map((rule) => ({
      ...rule,
      score: words.reduce(
        (total, word) => total + rarity.get(word) * (rule.said.has(word) ? 1 : rule.named.has(word) ? byName : 0),
        0,
      ),
    }))
    .filter(({ score }) => score >= whole * leastShare)
    .sort((one, other) => other.score - one.score || shared(other) - shared(one) || one.said.size - other.said.size);
  return scored
    .filter(({ score }) => score >= scored[0].score * besideBest)
    .slice(0, 3)
    .map(({ rule, file, name, score }) => ({
      at: file,
      line: lineOf(file, name),
      text: rule,
      isSure: score >= whole * sureShare,
    }));
}

/** The line that declares a name, or has it as a property, or says it first. */
export function lineOf(file, name) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const declared = new RegExp(`\\b(?:const|function|class|interface|type) ${name}\\b`);
  const property = new RegExp(`^\\s*(?:'${name}'|${name}): `);
  const said = new RegExp(`\\b${name}\\b`);
  const ways = [declared, property, said].map((way) => lines.findIndex((line) => way.test(line)));
  return 1 + (ways.find((index) => index >= 0) ?? -1);
}
